// A store as one question sees it: what is read is counted, and nothing more is read once nobody
// waits for the answer.
//
// Views read through Store and know nothing of clients. So the router puts this store between the
// two for a question, and every answer can be given up, also one that is in the middle of a long
// scan. What counts as held is decided in asked_store.cpp.
#pragma once

#include <memory>
#include <utility>

#include "base/try.h"
#include "server/wire/asking.h"
#include "store/common/forwarding_store.h"

namespace hence {

class AskedStore final : public ForwardingStore {
public:
    // `store` must outlive it.
    AskedStore(Store& store, std::shared_ptr<Asking> asking)
        : ForwardingStore(std::shared_ptr<Store>(std::shared_ptr<Store>(), &store)),
          asking_(std::move(asking)) {}

    Result<std::optional<Event>> find(std::string_view id) const override;
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override;
    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override;
    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override;
    Result<std::string> sheet(SheetKind kind, std::uint64_t last_seq) const override;

private:
    std::shared_ptr<Asking> asking_;
};

}  // namespace hence
