#include "views/event_reader.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/try.h"

namespace hence {
namespace {

constexpr std::size_t window_size = 512;
constexpr std::uint64_t gap_max = 16;  // Reading over a few events is cheaper than another look-up.

}  // namespace

Result<void> EventReader::fill() {
    const std::size_t stop = std::min(at_ + window_size, seqs_.size());
    std::vector<std::uint64_t> wanted(seqs_.begin() + static_cast<std::ptrdiff_t>(at_),
                                      seqs_.begin() + static_cast<std::ptrdiff_t>(stop));
    std::ranges::sort(wanted);
    const std::unordered_set<std::uint64_t> set(wanted.begin(), wanted.end());
    window_.clear();
    for (std::size_t begin = 0; begin < wanted.size();) {
        std::size_t end = begin + 1;
        while (end < wanted.size() && wanted[end] - wanted[end - 1] <= gap_max) {
            ++end;
        }
        const auto cursor = TRY(store_.read(wanted[begin], wanted[end - 1]));
        std::optional<Event> event = TRY(cursor->next());
        while (event) {
            if (set.contains(event->seq())) {
                window_.emplace(event->seq(), *event);
            }
            event = TRY(cursor->next());
        }
        begin = end;
    }
    return {};
}

Result<Event> EventReader::next() {
    const std::uint64_t seq = seqs_[at_];
    if (at_ % window_size == 0) {
        TRY(fill());
    }
    ++at_;
    const auto found = window_.find(seq);
    if (found == window_.end()) {
        return Error{Code::corrupt, "event number " + std::to_string(seq) + " is no longer there"};
    }
    return found->second;
}

}  // namespace hence
