// Rows of a list as a table that fits the reader's terminal (views/write/layout.h). The width of a
// column depends on all rows of the table, so a long list is printed as several tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hence/listing.h"
#include "hence/store.h"
#include "views/lists/listing_outcomes.h"

namespace hence {

// The table of some rows, with its heading; columns that have nothing to say are left out.
// Appended. Where it would be too wide, ids are shortened, agents and goals are cut, and in the end
// columns are left out and named below the table; without a width everything is whole. With
// outcomes, one for each row, a session has a status, too.
void append_table(std::string& out, Space space, const std::vector<Summary>& rows,
                  const std::vector<OutcomeCounts>& outcomes = {});

// From the first beginning to the last end; nothing for a row without times.
std::optional<double> took_ms(const Summary& row);

// "Total: 12 sessions, 340 events, 3 errors, 51200 tokens".
std::string totals_line(Space space, const ListingTotals& totals);

// "sessions", "runs", "agents", "correlations".
std::string_view plural(Space space);

}  // namespace hence
