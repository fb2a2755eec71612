#include "views/lists/listing_sorted.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/try.h"
#include "views/find/page_token.h"
#include "views/lists/listing_loose.h"
#include "views/lists/listing_text.h"

namespace hence {
namespace {

constexpr std::size_t sorted_rows_max = 100'000;
constexpr std::size_t text_key_max = 256;  // A goal may be as long as an event.
constexpr char known_key = 'k';

constexpr std::array<std::string_view, 9> sort_names = {
    "first", "last", "events", "tokens", "errors", "duration", "id", "goal", "agent"};

std::string text_key(std::string_view text) {
    return known_key + std::string(text.substr(0, text_key_max));
}

// Amounts are never negative, and the bits of such a number are in the order of numbers.
std::string amount_key(std::optional<double> amount) {
    std::string key;
    if (amount && *amount >= 0) {
        key = known_key;
        put_be64(key, std::bit_cast<std::uint64_t>(*amount + 0.0));
    }
    return key;
}

std::string time_key(const Time& time) {
    std::string key(1, known_key);
    put_be64(key, static_cast<std::uint64_t>(time.seconds) ^ (1ULL << 63U));
    put_be32(key, time.nanos);
    return key;
}

std::string order_name(const ListingRequest& request) {
    return fmt::format("{}{}", to_string(request.sort), request.ascending ? "+" : "-");
}

}  // namespace

std::string_view to_string(ListingSort sort) {
    return sort_names[static_cast<std::size_t>(sort)];
}

std::optional<ListingSort> listing_sort_named(std::string_view name) {
    const auto* const found = std::ranges::find(sort_names, name);
    return found == sort_names.end()
               ? std::nullopt
               : std::optional(static_cast<ListingSort>(std::distance(sort_names.begin(), found)));
}

Result<SortedRows> SortedRows::from(const ListingRequest& request) {
    SortedRows rows(request);
    if (!request.cursor.empty()) {
        SortedToken place = TRY(sorted_token(request.cursor, request.space));
        if (place.order != order_name(request)) {
            return Error{Code::invalid, "the cursor is one of this list in another order",
                         "begin with the first page again"};
        }
        rows.behind_ = Keyed{std::move(place.key), std::move(place.row)};
    }
    return rows;
}

std::string SortedRows::key_of(const Summary& row) const {
    switch (request_.sort) {
        case ListingSort::first: return row.begin ? time_key(row.first) : std::string();
        case ListingSort::last: return row.begin ? time_key(row.last) : std::string();
        case ListingSort::events: return amount_key(static_cast<double>(row.events));
        case ListingSort::tokens: return amount_key(row.tokens_total());
        case ListingSort::errors: return amount_key(static_cast<double>(row.errors));
        case ListingSort::duration: return amount_key(took_ms(row));
        case ListingSort::id: return text_key(row.id);
        case ListingSort::goal: return row.goal ? text_key(row.goal->second) : std::string();
        case ListingSort::agent:
            return row.agents.empty() ? std::string() : text_key(row.agents.begin()->first);
    }
    return {};
}

bool SortedRows::before(const Keyed& a, const Keyed& b) const {
    if (a.key != b.key) {
        if (a.key.empty() || b.key.empty()) {
            return b.key.empty();
        }
        return request_.ascending ? a.key < b.key : a.key > b.key;
    }
    return listed_before(a.row, b.row);
}

Result<void> SortedRows::offer(Summary row) {
    Keyed offered{key_of(row), std::move(row)};
    if (behind_ && !before(*behind_, offered)) {
        return {};
    }
    ++seen_;
    const auto order = [this](const Keyed& a, const Keyed& b) { return before(a, b); };
    rows_.push_back(std::move(offered));
    std::push_heap(rows_.begin(), rows_.end(), order);
    if (request_.limit > 0 && rows_.size() > request_.limit) {
        std::pop_heap(rows_.begin(), rows_.end(), order);
        rows_.pop_back();
    }
    if (rows_.size() > sorted_rows_max) {
        return Error{Code::limit,
                     fmt::format("more than {} rows are too many to sort at once", sorted_rows_max),
                     "ask for pages, with limit"};
    }
    return {};
}

std::optional<std::string> SortedRows::next_page() const {
    if (rest() == 0 || rows_.empty()) {
        return std::nullopt;
    }
    // The last row of the page is on top of the heap.
    SortedToken place{order_name(request_), rows_.front().key, {}};
    place.row.id = rows_.front().row.id;
    place.row.session = rows_.front().row.session;
    place.row.first = rows_.front().row.first;
    return to_token(request_.space, place);
}

std::vector<Summary> SortedRows::take() && {
    const auto order = [this](const Keyed& a, const Keyed& b) { return before(a, b); };
    std::sort_heap(rows_.begin(), rows_.end(), order);
    std::vector<Summary> page;
    page.reserve(rows_.size());
    for (Keyed& each : rows_) {
        page.push_back(std::move(each.row));
    }
    return page;
}

void add_to(ListingTotals& totals, const Summary& row) {
    ++totals.rows;
    totals.events += row.events;
    totals.errors += row.errors;
    if (const std::optional<double> tokens = row.tokens_total()) {
        totals.tokens = totals.tokens.value_or(0) + *tokens;
    }
}

}  // namespace hence
