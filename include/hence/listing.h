// Lists sessions, runs, agents or correlations, newest first, with what is known of each.
//
// Rows are summaries that the store keeps up to date on each append, so a list reads no events.
// Events that name no session are added to the session that their run belongs to. Pages go on
// behind the last row of the page before, by a cursor that stays valid while new rows arrive.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"
#include "hence/store.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class DerivedCache;

// Which sessions or runs to list: those that fit all of it. What is empty lets everything pass.
struct ListingFilter {
    std::string id = {};     // Is the session, or the run, of this whole name.
    std::string agent = {};  // Has an event of this agent.
    std::string kind = {};   // Has an event of this kind.
    bool errors = false;     // Has an error, or a call that failed.
    // What lasted from `first` to `last` overlaps this; both ends inclusive.
    std::optional<Time> from = {};
    std::optional<Time> to = {};
    // A session that has events of this correlation, or a run of such a session. May be shortened.
    std::string correlation = {};
    std::string text = {};  // Occurs in the id, the goal or an agent, in upper or lower case.

    friend bool operator==(const ListingFilter&, const ListingFilter&) = default;
};

// By which figure or name rows are ordered. Rows that have none stand last either way, and rows
// that are equal in it by `first` descending, then id.
enum class ListingSort : std::uint8_t {
    first,
    last,
    events,
    tokens,
    errors,
    duration,
    id,
    goal,
    agent,  // The first of its agents by name.
};
std::string_view to_string(ListingSort sort);
// Nothing for a text that is none of these.
std::optional<ListingSort> listing_sort_named(std::string_view name);

// Sums over all rows that fit the filter, whatever the page shows.
struct ListingTotals {
    std::uint64_t rows = 0;
    std::uint64_t events = 0;
    std::uint64_t errors = 0;
    std::optional<double> tokens = {};  // Nothing when no row states any.
};

struct ListingRequest {
    Space space = Space::session;  // session, run, agent or correlation.
    std::uint64_t limit = 100;     // 0: all.
    std::string cursor = {};       // Listing::next_page of the page before.
    ListingFilter filter = {};     // Of sessions and runs only.
    // Of sessions and runs only: the writers add how each ended and what came of its decisions.
    bool status = false;
    // Another order than `first` descending reads every row, and so do totals.
    ListingSort sort = ListingSort::first;
    bool ascending = false;
    bool totals = false;  // The writers add the totals.
};

// How a list stands in JSON.
enum class ListForm : std::uint8_t {
    array,  // [...]
    page,   // {"sessions":[...],"next":cursor or null}, with "totals" where they are asked for
};

// The answer: rows by `first` descending, then id (and session) ascending, unless another order was
// asked for. Events without a session
// are counted in the session that their run belongs to, and in its run. The store must outlive it.
// Use it once, by either `next` or one of the writers.
class Listing {
public:
    // The next row, or nothing at the end of the page.
    Result<std::optional<Summary>> next();
    // Where the next page begins, once this one is at its end; nothing when there is none.
    const std::optional<std::string>& next_page() const { return next_page_; }

    Result<void> write_json(const Sink& sink, ListForm form = ListForm::array);
    // A table, and how many more there are.
    Result<void> write_text(const Sink& sink);

private:
    class Sieve;    // Which rows fit the filter.
    struct Part;    // Some rows of the page.
    struct Sorted;  // What is known of a list that was read whole.
    friend Result<Listing> list(DerivedCache* cache, const Store& store,
                                const ListingRequest& request);
    Listing(const Store& store, const ListingRequest& request);
    Result<bool> fill();
    Result<void> take_row();
    Result<bool> read_ahead();
    Result<void> read_rows(std::size_t count);
    Result<std::uint64_t> count_rest();
    Result<bool> next_part(std::size_t rows_max, Part& part);
    static Result<Listing> sorted(const Store& store, const ListingRequest& request, Listing whole);

    const Store* store_;
    Space space_;
    std::uint64_t limit_;
    bool status_;
    std::shared_ptr<Sieve> sieve_;    // None: every row fits.
    std::shared_ptr<Sorted> sorted_;  // None: rows come as the store has them.
    std::uint64_t given_ = 0;
    std::vector<Summary> rows_;  // Read ahead, from `at_` on.
    std::size_t at_ = 0;
    std::optional<Summary> ready_;           // The row that comes next, once it is known.
    Summary ready_place_;                    // Where it stood.
    bool last_rows_ = false;                 // Nothing comes behind `rows_`.
    std::optional<Summary> last_;            // The place of the row that was read last.
    std::optional<std::string> given_last_;  // The token of the last row of the page.
    std::optional<std::string> next_page_;
};

// Fails with invalid when the cursor is not one of this list, there is no list of that space, or
// the filter makes no sense; with limit when more than 100,000 rows are to be sorted for one page;
// with not_found for an agent or correlation that was never recorded.
Result<Listing> list(const Store& store, const ListingRequest& request);

}  // namespace hence
