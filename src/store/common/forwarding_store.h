// A store that passes every call on to another store; a base for stores that change one thing.
//
// A wrapper overrides the calls that it changes and inherits the rest. Without it, each wrapper
// would repeat every call, and a call that is new in Store would be forgotten in one of them.
#pragma once

#include <memory>
#include <utility>

#include "hence/erase.h"
#include "hence/store.h"
#include "store/integrity/integrity.h"

namespace hence {

class ForwardingStore : public Store, public ErasableStore, public HasIntegrity {
public:
    explicit ForwardingStore(std::shared_ptr<Store> store) : store_(std::move(store)) {}

    Result<Receipt> append(const Batch& batch, const Check& check) override {
        return store_->append(batch, check);
    }
    Result<std::optional<Event>> find(std::string_view id) const override {
        return store_->find(id);
    }
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override {
        return store_->scan(key, scan);
    }
    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override {
        return store_->read(from_seq, to_seq);
    }
    std::uint64_t last_seq() const override { return store_->last_seq(); }
    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override {
        return store_->summaries(space, after, limit);
    }
    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session) const override {
        return store_->summary(space, id, session);
    }
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override {
        return store_->rows_of_run(run);
    }
    Result<std::vector<std::string>> runs_of(std::string_view session) const override {
        return store_->runs_of(session);
    }
    Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                std::size_t limit) const override {
        return store_->names_like(space, part, limit);
    }
    Result<void> find_words(const WordQuery& query, const MatchVisitor& visit) const override {
        return store_->find_words(query, visit);
    }
    Result<std::vector<QuarantineRow>> quarantine(std::uint64_t after_n,
                                                  std::size_t limit) const override {
        return store_->quarantine(after_n, limit);
    }
    Result<QuarantineRow> quarantined(std::uint64_t n) const override {
        return store_->quarantined(n);
    }
    std::optional<Error> damage() const override { return store_->damage(); }
    Result<Receipt> erase_all(const std::vector<Erasure>& erasures) override {
        auto* const erasable = dynamic_cast<ErasableStore*>(store_.get());
        return erasable != nullptr ? erasable->erase_all(erasures) : cannot_erase();
    }
    Result<std::vector<std::uint64_t>> replaced() const override {
        const auto* const erasable = dynamic_cast<const ErasableStore*>(store_.get());
        return erasable != nullptr ? erasable->replaced()
                                   : Result<std::vector<std::uint64_t>>(cannot_erase());
    }
    Integrity* integrity() const override { return integrity_of(*store_); }

protected:
    Store& inner() { return *store_; }
    void close() { store_.reset(); }

private:
    static Error cannot_erase() { return {Code::unsupported, "this store cannot erase"}; }

    std::shared_ptr<Store> store_;
};

}  // namespace hence
