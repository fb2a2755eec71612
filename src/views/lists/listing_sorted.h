// The page of a list in any order. A list comes newest first; every other order needs all rows.
//
// The rows are offered one by one, and as many as the page holds are kept, so a page of a long list
// needs no more memory than its rows. A page goes on behind the last row of the page before, by the
// key of that row: rows that arrive in between neither repeat a row nor hide one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/listing.h"
#include "hence/result.h"
#include "hence/store.h"

namespace hence {

class SortedRows {
public:
    // Fails with invalid when the cursor is not one of this list in this order.
    static Result<SortedRows> from(const ListingRequest& request);

    // Fails with limit when all rows were asked for and there are too many.
    Result<void> offer(Summary row);

    std::uint64_t rest() const { return seen_ - rows_.size(); }  // Behind the page.
    std::optional<std::string> next_page() const;                // Nothing at the end.
    std::vector<Summary> take() &&;                              // The page in order.

private:
    // By what a row is ordered, as bytes that sort like it: empty for a row that has none.
    struct Keyed {
        std::string key;
        Summary row;
    };

    explicit SortedRows(const ListingRequest& request) : request_(request) {}
    std::string key_of(const Summary& row) const;
    bool before(const Keyed& a, const Keyed& b) const;

    ListingRequest request_;
    std::optional<Keyed> behind_;  // The last row of the page before.
    std::vector<Keyed> rows_;      // A heap with the last row on top.
    std::uint64_t seen_ = 0;       // Behind the page before.
};

void add_to(ListingTotals& totals, const Summary& row);

}  // namespace hence
