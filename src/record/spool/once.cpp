#include "record/spool/once.h"

#include <algorithm>

#include "base/hash.h"
#include "base/try.h"

namespace hence {

// Lines are appended in their order. So when the first event of a batch is new, nothing of the
// batch was stored before, and the quarantine, which may be long, need not be read.
Result<bool> SpoolOnce::may_be_known(const Batch& batch) const {
    if (known_ || batch.events.empty()) {
        return true;
    }
    const Incoming& first = batch.events.front();
    if (std::ranges::any_of(batch.refused,
                            [&](const Refused& one) { return one.line <= first.line; })) {
        return true;
    }
    const std::optional<Event> stands = TRY(find(first.event.id()));
    return stands.has_value();
}

Result<void> SpoolOnce::load() {
    constexpr std::size_t rows_per_read = 1'000;
    known_.emplace();
    std::uint64_t last = 0;
    while (true) {
        const std::vector<QuarantineRow> rows = TRY(quarantine(last, rows_per_read));
        for (const QuarantineRow& row : rows) {
            if (row.source == source_) {
                known_->emplace(row.line, row.sha256);
            }
        }
        if (rows.size() < rows_per_read) {
            return {};
        }
        last = rows.back().n;
    }
}

bool SpoolOnce::is_known(std::uint64_t line, std::string_view bytes) const {
    return !known_->empty() && known_->contains({line, sha256_hex(bytes)});
}

Result<Receipt> SpoolOnce::append(const Batch& batch, const Check& check) {
    const bool looks = TRY(may_be_known(batch));
    if (looks && !known_) {
        TRY(load());
    }
    if (!looks || known_->empty()) {
        return ForwardingStore::append(batch, check);
    }
    Batch fresh;
    fresh.released = batch.released;
    fresh.source = batch.source;
    fresh.sync = batch.sync;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < batch.events.size(); ++i) {
        const Incoming& one = batch.events[i];
        const std::string printed = one.bytes.empty() ? one.event.to_json() : std::string();
        if (!is_known(one.line, one.bytes.empty() ? printed : one.bytes)) {
            fresh.events.push_back(one);
            places.push_back(i);
        }
    }
    std::ranges::copy_if(batch.refused, std::back_inserter(fresh.refused),
                         [&](const Refused& one) { return !is_known(one.line, one.bytes); });
    Receipt receipt = TRY(ForwardingStore::append(fresh, check));
    receipt.quarantined += batch.events.size() - fresh.events.size();
    receipt.quarantined += batch.refused.size() - fresh.refused.size();
    for (Rejection& rejection : receipt.rejections) {
        rejection.index = places[rejection.index];
    }
    for (std::size_t& index : receipt.repeated) {
        index = places[index];
    }
    return receipt;
}

}  // namespace hence
