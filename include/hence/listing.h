// Lists sessions, runs, agents or correlations, newest first, with what is known of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"
#include "hence/store.h"

namespace [[gnu::visibility("default")]] hence {

struct ListingRequest {
    Space space = Space::session;  // session, run, agent or correlation.
    std::uint64_t limit = 100;     // 0: all.
    std::string cursor = {};       // Listing::next_page of the page before.
};

// How a list stands in JSON.
enum class ListForm : std::uint8_t {
    array,  // [...]
    page,   // {"sessions":[...],"next":cursor or null}
};

// The answer: rows by `first` descending, then id (and session) ascending. Events without a session
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
    friend Result<Listing> list(const Store& store, const ListingRequest& request);
    Listing(const Store& store, const ListingRequest& request);
    Result<bool> fill();
    Result<bool> read_ahead();
    Result<std::uint64_t> count_rest();

    const Store* store_;
    Space space_;
    std::uint64_t limit_;
    std::uint64_t given_ = 0;
    std::vector<Summary> rows_;  // Read ahead, from `at_` on.
    std::size_t at_ = 0;
    bool last_rows_ = false;                 // Nothing comes behind `rows_`.
    std::optional<Summary> last_;            // The place of the row that was read last.
    std::optional<std::string> given_last_;  // The token of the last row of the page.
    std::optional<std::string> next_page_;
};

// Fails with invalid when the cursor is not one of this list, or there is no list of that space.
Result<Listing> list(const Store& store, const ListingRequest& request);

}  // namespace hence
