// Rows of a list as a table that fits a terminal. The width of a column depends on all rows of the
// table, so a long list is printed as several tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hence/store.h"
#include "views/lists/listing_outcomes.h"

namespace hence {

// The table of some rows, with its heading; columns that have nothing to say are left out.
// Appended, in at most 100 columns unless the names need more. With outcomes, one for each row, a
// session has a status, too.
void append_table(std::string& out, Space space, const std::vector<Summary>& rows,
                  const std::vector<OutcomeCounts>& outcomes = {});

// From the first beginning to the last end; nothing for a row without times.
std::optional<double> took_ms(const Summary& row);

// "sessions", "runs", "agents", "correlations".
std::string_view plural(Space space);

}  // namespace hence
