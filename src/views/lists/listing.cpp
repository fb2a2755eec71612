// Lists of sessions, runs, agents and correlations, from the summary rows that the store keeps on
// each append. No event is read for an ordinary list.
//
// Rows are read ahead in pages of the store, settled (loose and derived events are added to the row
// that they belong to), filtered, and handed out one by one. The cursor of the next page is the
// place of the last row as the store has it, before anything was added, because that place is what
// the store can go on from. A row is handed out once: a row that stands for part of another one is
// passed over.
#include "hence/listing.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/kinds.h"
#include "views/find/page_token.h"
#include "views/lists/listing_derived.h"
#include "views/lists/listing_filter.h"
#include "views/lists/listing_loose.h"
#include "views/lists/listing_outcomes.h"
#include "views/lists/listing_sorted.h"
#include "views/lists/listing_text.h"
#include "views/lists/names.h"
#include "views/lists/run_rows.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

constexpr std::size_t rows_per_read = 1'000;
constexpr std::size_t rows_per_table = 10'000;  // Then another one begins.

void append_said(JsonWriter& json, std::string_view name,
                 const std::optional<std::pair<Position, std::string>>& said) {
    json.key(name);
    said ? json.value(said->second) : json.null();
}

// What a row says besides its summary.
struct RowExtras {
    const OutcomeCounts* outcomes;  // Null unless they were asked for.
    bool derived;                   // A run that nobody named.
};

void append_row(JsonWriter& json, Space space, const Summary& row, const RowExtras& extras) {
    const OutcomeCounts* const outcomes = extras.outcomes;
    // A row without any time has a place in the list, and nothing to say about when it was.
    json.begin_object().member("id", row.id).member("first", row.begin);
    json.member("last", row.begin ? std::optional(row.last) : std::nullopt);
    json.member("events", row.events)
        .object("kinds", row.kinds)
        .list("agents", names_in(row.agents));
    const bool uses_models = row.kinds.contains(std::string(row_of(Kind::llm_call).name));
    const std::optional<double> none = uses_models ? std::nullopt : std::optional(0.0);
    json.member("tokens", row.tokens_total() ? row.tokens_total() : none);
    json.member("errors", row.errors);
    append_said(json, "goal", row.goal);
    if (space == Space::run) {
        json.member("session", OrNull{row.session});
        append_said(json, "status", row.status);
        json.key("flags").begin_list();
        if (extras.derived) {
            json.value("run_derived");
        }
        json.end_list();
    } else if (space == Space::correlation) {
        json.list("sessions", names_in(row.sessions));
    } else if (outcomes != nullptr) {
        append_said(json, "status", row.status);
    }
    if (outcomes != nullptr) {
        json.key("outcomes").begin_object().member("correct", outcomes->correct);
        json.member("incorrect", outcomes->incorrect).member("unknown", outcomes->unknown);
        json.end_object();
    }
    json.member("duration_ms", took_ms(row)).end_object();
}

void append_totals(JsonWriter& json, const ListingTotals& totals) {
    json.key("totals").begin_object().member("rows", totals.rows).member("events", totals.events);
    json.member("errors", totals.errors).member("tokens", totals.tokens).end_object();
}

// The members of a row that say where it stands in the list.
Summary place_of(const Summary& row) {
    Summary place;
    place.id = row.id;
    place.session = row.session;
    place.first = row.first;
    return place;
}

}  // namespace

struct Listing::Part {
    std::vector<Summary> rows;
    std::vector<OutcomeCounts> outcomes;  // One each where they were asked for, else none.
    std::vector<bool> derived;            // One each in the list of runs, else none.
};

struct Listing::Sorted {
    std::optional<std::string> next;  // Where the next page begins.
    std::uint64_t rest = 0;           // Rows behind this page.
    bool totals_asked = false;
    ListingTotals totals;
};

class Listing::Sieve {
public:
    Sieve(DerivedCache* cache, const Store& store, RowFilter filter)
        : cache_(cache), store_(store), filter_(std::move(filter)) {}

    // Adds to a row what belongs to it. False: it stands elsewhere, or does not fit.
    Result<bool> lets_pass(Space space, Summary& row) {
        if (derived_ == nullptr) {
            TRY(look_for_derived());
        }
        if (derived_ == nullptr || derived_->concern(space, row)) {
            const bool elsewhere = TRY(stands_elsewhere(store_, space, row));
            if (elsewhere) {
                return false;
            }
            TRY(add_derived(store_, space, row));
        }
        return filter_.lets_pass(space, row);
    }

private:
    static constexpr std::uint64_t rows_asked_max = 2'000;  // Then all are looked for at once.

    Result<void> look_for_derived() {
        const bool many = ++seen_ > rows_asked_max;
        if (cache_ != nullptr && (many || cache_->known())) {
            derived_ = TRY(cache_->get(store_));
        } else if (many) {
            DerivedNames all = TRY(DerivedNames::of(store_));
            derived_ = std::make_shared<DerivedNames>(std::move(all));
        }
        return {};
    }

    DerivedCache* cache_;  // Or none.
    const Store& store_;
    RowFilter filter_;
    std::shared_ptr<const DerivedNames> derived_;  // None: each row is asked for.
    std::uint64_t seen_ = 0;
};

Listing::Listing(const Store& store, const ListingRequest& request)
    : store_(&store), space_(request.space), limit_(request.limit), status_(request.status) {}

// Makes the next row ready, passing over rows that the filter does not let pass.
Result<bool> Listing::fill() {
    while (!ready_) {
        const bool more = TRY(read_ahead());
        if (!more) {
            return false;
        }
        TRY(take_row());
    }
    return true;
}

// Takes what was read ahead, unless its events belong to another row or it does not fit.
Result<void> Listing::take_row() {
    Summary& row = rows_[at_++];
    const Time first = row.first;  // Its place, whatever is added to it.
    bool fits = false;
    if (sorted_) {
        fits = true;
    } else if (sieve_) {
        fits = TRY(sieve_->lets_pass(space_, row));
    } else {
        const bool elsewhere = TRY(stands_elsewhere(*store_, space_, row));
        fits = !elsewhere;
    }
    if (fits) {
        ready_place_ = place_of(row);
        ready_place_.first = first;
        ready_ = std::move(row);
    }
    return {};
}

Result<bool> Listing::read_ahead() {
    while (at_ == rows_.size() && !last_rows_) {
        std::size_t count = rows_per_read;
        if (limit_ > given_ && limit_ - given_ < rows_per_read) {
            // One more than the page holds, to know whether there is another page; and where a
            // filter passes over many, more each time.
            count = static_cast<std::size_t>(limit_ - given_) + 1;
            count = sieve_ ? std::min(std::max(count, 2 * rows_.size()), rows_per_read) : count;
        }
        TRY(read_rows(count));
    }
    return at_ < rows_.size();
}

Result<void> Listing::read_rows(std::size_t count) {
    const Summary* const after = last_ ? &*last_ : nullptr;
    RowsRead read;
    if (space_ == Space::run) {
        read = TRY(run_rows(*store_, after, count));
    } else {
        read.rows = TRY(store_->summaries(space_, after, count));
        read.last = read.rows.empty() ? std::nullopt : std::optional(read.rows.back());
    }
    rows_ = std::move(read.rows);
    at_ = 0;
    last_rows_ = !read.last;
    if (read.last) {
        last_ = place_of(*read.last);
    }
    return {};
}

Result<std::optional<Summary>> Listing::next() {
    const bool more = TRY(fill());
    if (!more || (limit_ > 0 && given_ == limit_)) {
        next_page_ = sorted_ ? sorted_->next : more ? given_last_ : std::nullopt;
        return std::optional<Summary>();
    }
    ++given_;
    if (given_ == limit_) {
        given_last_ = to_token(space_, ready_place_);
    }
    std::optional<Summary> row = std::exchange(ready_, std::nullopt);
    if (!sieve_ && !sorted_) {
        TRY(add_derived(*store_, space_, *row));
    }
    return row;
}

Result<std::uint64_t> Listing::count_rest() {
    if (sorted_) {
        return sorted_->rest;
    }
    std::uint64_t count = 0;
    while (true) {
        const bool more = TRY(fill());
        if (!more) {
            return count;
        }
        ++count;
        ready_.reset();
    }
}

// Rows of the page that are written together, and their outcomes where these were asked for.
Result<bool> Listing::next_part(std::size_t rows_max, Part& part) {
    part = {};
    while (part.rows.size() < rows_max) {
        std::optional<Summary> row = TRY(next());
        if (!row) {
            break;
        }
        part.rows.push_back(std::move(*row));
    }
    for (std::size_t i = 0; space_ == Space::run && i < part.rows.size(); ++i) {
        const bool derived = TRY(is_unnamed_run(*store_, part.rows[i]));
        part.derived.push_back(derived);
    }
    if (status_) {
        part.outcomes = TRY(outcome_counts(*store_, space_, part.rows));
    }
    return !part.rows.empty();
}

Result<void> Listing::write_json(const Sink& sink, ListForm form) {
    Pieces out(sink);
    if (form == ListForm::page) {
        out.json.begin_object().key(plural(space_));
    }
    out.json.begin_list();
    Part part;
    while (true) {
        const bool more = TRY(next_part(status_ ? rows_per_read : 1, part));
        if (!more) {
            break;
        }
        for (std::size_t i = 0; i < part.rows.size(); ++i) {
            append_row(
                out.json, space_, part.rows[i],
                {status_ ? &part.outcomes[i] : nullptr, !part.derived.empty() && part.derived[i]});
            TRY(out.pass_on());
        }
    }
    out.json.end_list();
    if (form == ListForm::page) {
        out.json.member("next", next_page_);
        if (sorted_ && sorted_->totals_asked) {
            append_totals(out.json, sorted_->totals);
        }
        out.json.end_object();
    }
    out.json.end_line();
    return out.finish();
}

Result<void> Listing::write_text(const Sink& sink) {
    Pieces out(sink);
    Part part;
    bool any = false;
    while (true) {
        const bool more = TRY(next_part(rows_per_table, part));
        if (!more) {
            break;
        }
        append_table(out.text, space_, part.rows, part.outcomes);
        TRY(out.pass_on());
        any = true;
    }
    const std::uint64_t rest = TRY(count_rest());
    if (rest > 0) {
        out.text += fmt::format("{} more: --limit {}\n", rest, given_ + rest);
    } else if (!any) {
        out.text += fmt::format("No {}.\n", plural(space_));
    }
    if (sorted_ && sorted_->totals_asked) {
        out.text += totals_line(space_, sorted_->totals);
    }
    return out.finish();
}

// The page of a list that is read whole: so many rows as the page has are kept meanwhile.
Result<Listing> Listing::sorted(const Store& store, const ListingRequest& request, Listing whole) {
    SortedRows rows = TRY(SortedRows::from(request));
    Listing listing(store, request);
    listing.limit_ = 0;  // The rows that are handed over are the page.
    listing.last_rows_ = true;
    listing.sorted_ = std::make_shared<Sorted>();
    listing.sorted_->totals_asked = request.totals;
    while (true) {
        std::optional<Summary> row = TRY(whole.next());
        if (!row) {
            break;
        }
        add_to(listing.sorted_->totals, *row);
        TRY(rows.offer(std::move(*row)));
    }
    listing.sorted_->rest = rows.rest();
    listing.sorted_->next = rows.next_page();
    listing.rows_ = std::move(rows).take();
    return listing;
}

Result<Listing> list(DerivedCache* cache, const Store& store, const ListingRequest& request) {
    const Space space = request.space;
    if (space != Space::session && space != Space::run && space != Space::agent &&
        space != Space::correlation) {
        return Error{Code::invalid, "there is no list of these",
                     "ask for sessions, runs, agents or correlations"};
    }
    const bool filtered = request.filter != ListingFilter();
    if ((filtered || request.status) && space != Space::session && space != Space::run) {
        return Error{Code::invalid, fmt::format("{} have no filters", plural(space)),
                     "sessions and runs have them"};
    }
    if (request.sort != ListingSort::first || request.ascending || request.totals) {
        ListingRequest all = request;
        all.limit = 0;
        all.cursor.clear();
        all.status = false;
        all.sort = ListingSort::first;
        all.ascending = false;
        all.totals = false;
        Listing whole = TRY(list(cache, store, all));
        return Listing::sorted(store, request, std::move(whole));
    }
    Listing listing(store, request);
    if (!request.cursor.empty()) {
        listing.last_ = TRY(row_token(request.cursor, space));
    }
    if (space == Space::agent) {
        return listing;
    }
    // Events without a session are rare. Where there are some, rows change places, and all are
    // needed to know the order.
    const LooseRuns runs = TRY(loose_runs(store));
    if (filtered) {
        RowFilter filter = TRY(RowFilter::from(store, request.filter, runs));
        listing.sieve_ = std::make_shared<Listing::Sieve>(cache, store, std::move(filter));
    }
    if (!runs.empty()) {
        listing.rows_ = TRY(settled_rows(store, space, runs));
        listing.last_rows_ = true;
        if (listing.last_) {
            const auto begin = std::upper_bound(listing.rows_.begin(), listing.rows_.end(),
                                                *listing.last_, listed_before);
            listing.at_ = static_cast<std::size_t>(begin - listing.rows_.begin());
        }
    }
    return listing;
}

Result<Listing> list(const Store& store, const ListingRequest& request) {
    return list(nullptr, store, request);
}

}  // namespace hence
