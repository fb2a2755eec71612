// Which events, as few ranges of their numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

namespace hence::rocks {

// Sorted ranges of events, joined where they touch.
class SeqRanges {
public:
    void add(std::uint64_t first, std::uint64_t last) {
        auto next = ranges_.upper_bound(first);
        if (next != ranges_.begin()) {
            const auto before = std::prev(next);
            if (before->second + 1 >= first) {
                first = before->first;
                last = std::max(last, before->second);
                ranges_.erase(before);
            }
        }
        while (next != ranges_.end() && next->first <= last + 1) {
            last = std::max(last, next->second);
            next = ranges_.erase(next);
        }
        ranges_[first] = last;
    }
    bool has(std::uint64_t seq) const {
        const auto next = ranges_.upper_bound(seq);
        return next != ranges_.begin() && std::prev(next)->second >= seq;
    }
    const std::map<std::uint64_t, std::uint64_t>& all() const { return ranges_; }

private:
    std::map<std::uint64_t, std::uint64_t> ranges_;  // First to last.
};

}  // namespace hence::rocks
