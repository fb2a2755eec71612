#include "views/find/counted_walk.h"

#include <algorithm>
#include <type_traits>

#include "base/try.h"

namespace hence {
namespace {

template <class Row>
constexpr SheetKind kind_of =
    std::is_same_v<Row, Counted> ? SheetKind::events : SheetKind::decisions;

// A heap has the largest first, and the earliest is wanted.
constexpr auto later = [](const auto& a, const auto& b) { return a->row.place > b->row.place; };

}  // namespace

Result<bool> keeps_sheets(const Store& store) {
    const Sheets sheets = TRY(sheets_of(store));
    return !sheets.places.empty();
}

template <class Row>
Result<void> SheetWalk<Row>::begin() {
    begun_ = true;
    sheets_ = TRY(sheets_of(store_));
    unopened_ = sheets_.places;
    const std::uint64_t kept_to = unopened_.empty() ? 0 : unopened_.back().last_seq;
    std::ranges::sort(unopened_, std::ranges::greater{}, &SheetPlace::first);
    if (kept_to < sheets_.last_seq) {
        std::unique_ptr<Open> tail = TRY(read_tail(kept_to + 1, sheets_.last_seq));
        TRY(put_back(std::move(tail)));
    }
    return {};
}

template <class Row>
Result<std::unique_ptr<typename SheetWalk<Row>::Open>> SheetWalk<Row>::read_tail(
    std::uint64_t first_seq, std::uint64_t last_seq) {
    SheetBuilder builder;
    const std::unique_ptr<Cursor> events = TRY(store_.read(first_seq, last_seq));
    for (std::optional<Event> event = TRY(events->next()); event;) {
        builder.add(*event);
        event = TRY(events->next());
    }
    SheetReader reader = TRY(SheetReader::open(builder.encode(kind_of<Row>), names_));
    return std::make_unique<Open>(std::move(reader));
}

template <class Row>
bool SheetWalk<Row>::is_replaced(const Row& row) const {
    return row.replaceable && std::ranges::binary_search(sheets_.replaced, row.place.seq);
}

// Goes to the next row that stands; false at the end.
template <class Row>
Result<bool> SheetWalk<Row>::step(Open& open) const {
    for (;;) {
        const bool more = TRY(open.reader.next(open.row));
        if (!more || !is_replaced(open.row)) {
            return more;
        }
    }
}

template <class Row>
Result<void> SheetWalk<Row>::put_back(std::unique_ptr<Open> open) {
    const bool more = TRY(step(*open));
    if (more) {
        open_.push_back(std::move(open));
        std::ranges::push_heap(open_, later);
    }
    return {};
}

// Opens the sheets that may hold the next row.
template <class Row>
Result<void> SheetWalk<Row>::open_due() {
    while (!unopened_.empty() &&
           (open_.empty() || unopened_.back().first < open_.front()->row.place)) {
        std::string bytes = TRY(sheet_of(store_, kind_of<Row>, unopened_.back().last_seq));
        unopened_.pop_back();
        SheetReader reader = TRY(SheetReader::open(std::move(bytes), names_));
        TRY(put_back(std::make_unique<Open>(std::move(reader))));
    }
    return {};
}

template <class Row>
Result<const Row*> SheetWalk<Row>::next() {
    if (!begun_) {
        TRY(begin());
    }
    if (current_ != nullptr) {
        const bool more = TRY(step(*current_));
        if (!more) {
            current_ = nullptr;
        } else {
            const Position& place = current_->row.place;
            if ((open_.empty() || place < open_.front()->row.place) &&
                (unopened_.empty() || place < unopened_.back().first)) {
                return &current_->row;
            }
            open_.push_back(std::move(current_));
            std::ranges::push_heap(open_, later);
        }
    }
    TRY(open_due());
    if (open_.empty()) {
        return static_cast<const Row*>(nullptr);
    }
    std::ranges::pop_heap(open_, later);
    current_ = std::move(open_.back());
    open_.pop_back();
    return &current_->row;
}

template class SheetWalk<Counted>;
template class SheetWalk<Decided>;

}  // namespace hence
