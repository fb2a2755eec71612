#include "store/memory/quarantine.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace hence {

void MemoryQuarantine::add(const Arrival& arrival) {
    const std::string sha256 = sha256_hex(arrival.bytes);
    // The hash has a fixed length and `joined` delimits the reason, so that no two arrivals meet.
    const std::string key = sha256 + joined(arrival.reason, arrival.source);
    const auto [at, fresh] = by_arrival_.try_emplace(key, rows_.size());
    if (!fresh) {
        Row& known = rows_[at->second];
        ++known.row.count;
        known.listed = true;
        return;
    }
    QuarantineRow row;
    row.n = rows_.size() + 1;
    row.source = arrival.source;
    row.line = arrival.line;
    row.reason = arrival.reason;
    row.size = arrival.bytes.size();
    row.count = 1;
    row.sha256 = sha256;
    row.bytes = arrival.bytes.substr(0, quarantine_bytes_max);
    rows_.push_back({std::move(row)});
}

void MemoryQuarantine::release(const std::vector<std::uint64_t>& numbers) {
    for (const std::uint64_t n : numbers) {
        if (n >= 1 && n <= rows_.size()) {
            rows_[n - 1].listed = false;
        }
    }
}

void MemoryQuarantine::forget(const std::function<bool(const RefusedNames&)>& leaves) {
    for (Row& each : rows_) {
        if (leaves(names_in_refused(each.row.bytes))) {
            empty(each);
        }
    }
}

void MemoryQuarantine::forget_rows(const std::vector<std::uint64_t>& numbers) {
    for (const std::uint64_t n : numbers) {
        if (n >= 1 && n <= rows_.size()) {
            empty(rows_[n - 1]);
        }
    }
}

void MemoryQuarantine::empty(Row& row) {
    by_arrival_.erase(row.row.sha256 + joined(row.row.reason, row.row.source));
    row.row.bytes.clear();
    row.row.reason = emptied_reason;
    row.row.size = 0;
    row.row.sha256 = sha256_hex("");
    row.listed = false;
}

std::vector<QuarantineRow> MemoryQuarantine::list(std::uint64_t after_n, std::size_t limit) const {
    std::vector<QuarantineRow> rows;
    for (std::uint64_t at = after_n; at < rows_.size() && rows.size() < limit; ++at) {
        const auto& [row, listed] = rows_[at];
        if (listed) {
            rows.push_back(
                {row.n, row.source, row.line, row.reason, row.size, row.count, row.sha256, {}});
        }
    }
    return rows;
}

Result<QuarantineRow> MemoryQuarantine::find(std::uint64_t n) const {
    if (n < 1 || n > rows_.size()) {
        return Error{Code::not_found, fmt::format("quarantine has no number {}", n),
                     "see `hence quarantine list`"};
    }
    return rows_[n - 1].row;
}

}  // namespace hence
