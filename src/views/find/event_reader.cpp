#include "views/find/event_reader.h"

#include <algorithm>
#include <functional>
#include <string>

#include "base/try.h"

namespace hence {
namespace {

constexpr std::size_t window_size = 512;
constexpr std::uint64_t gap_max = 16;  // Reading over a few events is cheaper than another look-up.

}  // namespace

EventReader::EventReader(const Store& store, std::vector<std::uint64_t> seqs)
    : store_(store),
      seqs_(std::move(seqs)),
      in_order_(std::ranges::adjacent_find(seqs_, std::greater_equal<>()) == seqs_.end()) {}

Result<std::optional<Event>> EventReader::next_in_order() {
    const std::uint64_t seq = seqs_[at_];
    if (run_ == nullptr || seq > run_end_) {
        run_end_ = seq;
        for (std::size_t i = at_ + 1; i < seqs_.size() && seqs_[i] - run_end_ <= gap_max; ++i) {
            run_end_ = seqs_[i];
        }
        run_ = TRY(store_.read(seq, run_end_));
    }
    while (true) {
        std::optional<Event> event = TRY(run_->next());
        if (!event || event->seq() >= seq) {
            return event && event->seq() == seq ? std::move(event) : std::nullopt;
        }
    }
}

Result<void> EventReader::fill() {
    std::vector<Wanted> wanted;
    for (std::size_t i = at_; i < std::min(at_ + window_size, seqs_.size()); ++i) {
        wanted.push_back({seqs_[i], i - at_});
    }
    std::ranges::sort(wanted, {}, &Wanted::seq);
    window_.assign(wanted.size(), std::nullopt);
    for (std::size_t begin = 0; begin < wanted.size();) {
        std::size_t end = begin + 1;
        while (end < wanted.size() && wanted[end].seq - wanted[end - 1].seq <= gap_max) {
            ++end;
        }
        const auto cursor = TRY(store_.read(wanted[begin].seq, wanted[end - 1].seq));
        std::optional<Event> event = TRY(cursor->next());
        while (event && begin < end) {
            for (; begin < end && wanted[begin].seq <= event->seq(); ++begin) {
                if (wanted[begin].seq == event->seq()) {
                    window_[wanted[begin].place] = event;
                }
            }
            event = TRY(cursor->next());
        }
        begin = end;
    }
    return {};
}

Result<std::optional<Event>> EventReader::next_of_window() {
    const std::size_t place = at_ % window_size;
    if (place == 0) {
        TRY(fill());
    }
    return std::move(window_[place]);
}

Result<Event> EventReader::next() {
    std::optional<Event> event = TRY(in_order_ ? next_in_order() : next_of_window());
    const std::uint64_t seq = seqs_[at_++];
    if (!event) {
        return Error{Code::corrupt, "event number " + std::to_string(seq) + " is no longer there"};
    }
    return std::move(*event);
}

}  // namespace hence
