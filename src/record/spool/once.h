// A store as a file of the spool sees it that is read again: what went to quarantine from there
// stays there once.
//
// The store recognises an event that comes again. A refused line has no id: coming again, it would
// be counted twice. So while lines are read that a process took before it died, a line of the same
// source, number and bytes that lies in quarantine is passed over.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "store/common/forwarding_store.h"

namespace hence {

class SpoolOnce final : public ForwardingStore {
public:
    // `store` must outlive it.
    SpoolOnce(Store& store, std::string source)
        : ForwardingStore(std::shared_ptr<Store>(std::shared_ptr<Store>(), &store)),
          source_(std::move(source)) {}

    Result<Receipt> append(const Batch& batch, const Check& check) override;

private:
    using Line = std::pair<std::uint64_t, std::string>;  // Its number and its hash.

    Result<bool> may_be_known(const Batch& batch) const;
    Result<void> load();
    bool is_known(std::uint64_t line, std::string_view bytes) const;

    std::string source_;
    std::optional<std::set<Line>> known_;
};

}  // namespace hence
