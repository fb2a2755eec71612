// A store that passes every call on to another store, with all that the other store can do besides;
// a base for stores that change one thing.
#pragma once

#include <memory>
#include <utility>

#include "hence/erase.h"
#include "hence/store.h"
#include "store/common/caching_store.h"
#include "store/common/copyable_store.h"
#include "store/common/forwarding_reads.h"
#include "store/common/holding_store.h"
#include "store/common/redaction_key.h"
#include "store/format/sheeted_store.h"
#include "store/integrity/integrity.h"

namespace hence {

class ForwardingStore : public ForwardingReads,
                        public ErasableStore,
                        public HasIntegrity,
                        public HasCopies,
                        public HasRedactionKey,
                        public HoldingStore,
                        public SheetedStore,
                        public CachingStore {
public:
    explicit ForwardingStore(std::shared_ptr<Store> store)
        : ForwardingReads(*store), store_(std::move(store)) {}

    Result<Receipt> append(const Batch& batch, const Check& check) override {
        return store_->append(batch, check);
    }
    Result<std::vector<bool>> may_hold(const std::vector<Key>& keys) const override {
        return hence::may_hold(*store_, keys);
    }
    bool drop_unasked() override { return hence::drop_unasked(*store_); }
    Result<Sheets> sheets() const override { return sheets_of(*store_); }
    Result<std::string> sheet(SheetKind kind, std::uint64_t last_seq) const override {
        return sheet_of(*store_, kind, last_seq);
    }
    Result<Receipt> erase_all(const std::vector<Erasure>& erasures) override {
        auto* const erasable = dynamic_cast<ErasableStore*>(store_.get());
        return erasable != nullptr ? erasable->erase_all(erasures) : cannot_erase();
    }
    Result<std::vector<std::uint64_t>> replaced() const override {
        const auto* const erasable = dynamic_cast<const ErasableStore*>(store_.get());
        return erasable != nullptr ? erasable->replaced()
                                   : Result<std::vector<std::uint64_t>>(cannot_erase());
    }
    std::vector<std::string> erasure_leftovers() const override {
        const auto* const erasable = dynamic_cast<const ErasableStore*>(store_.get());
        return erasable != nullptr ? erasable->erasure_leftovers() : std::vector<std::string>();
    }
    Integrity* integrity() const override { return integrity_of(*store_); }
    CopyableStore* copies() const override { return copies_of(*store_); }
    Result<std::optional<SecretKey>> redaction_key() const override {
        return redaction_key_of(*store_);
    }

protected:
    Store& inner() { return *store_; }
    void close() { store_.reset(); }

private:
    static Error cannot_erase() { return {Code::unsupported, "this store cannot erase"}; }

    std::shared_ptr<Store> store_;
};

}  // namespace hence
