// Which rows of a list a filter lets pass, worked out from the rows alone.
//
// A summary row already holds the kinds, agents, errors and times of a session, so a filter reads
// no events. The correlation is the exception: its sessions are looked up once, before the first
// row. A row must be complete, with loose and derived events added, before it is asked about.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "hence/listing.h"
#include "model/words/text_search.h"
#include "views/lists/listing_loose.h"

namespace hence {

// For one list, used from one thread at a time.
class RowFilter {
public:
    // Fails with invalid when a part of the filter makes no sense. `runs` are those of the store.
    static Result<RowFilter> from(const Store& store, const ListingFilter& asked,
                                  const LooseRuns& runs);

    // `row` is a row of sessions or runs, with its loose and derived events added.
    bool lets_pass(Space space, const Summary& row);

private:
    RowFilter(ListingFilter asked, TextSearch text)
        : asked_(std::move(asked)), text_(std::move(text)) {}

    Result<void> find_sessions(const Store& store, const LooseRuns& runs);
    bool text_found(const Summary& row);

    ListingFilter asked_;
    TextSearch text_;
    std::set<std::string> sessions_;  // Of the correlation.
};

}  // namespace hence
