// The rows of the list of runs: one for each run that events name, and one for each session whose
// events name no run. Such a session is one run of its own name; its row is marked as derived
// wherever it is shown.
//
// The store keeps the two apart, each in the order of the list. They are read ahead in pieces and
// merged, so that a page of a list costs no more than the rows it looks at.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

struct RowsRead {
    std::vector<Summary> rows;
    std::optional<Summary> last;  // Where to go on, though its row may be none; nothing at the end.
};

// Those behind `after`, in order; at most `count` rows of the store are looked at.
Result<RowsRead> run_rows(const Store& store, const Summary* after, std::size_t count);

// All rows of sessions that are one run, in no order.
Result<std::vector<Summary>> unnamed_run_rows(const Store& store);

// Whether a row of the list of runs stands for a session whose events name no run.
Result<bool> is_unnamed_run(const Store& store, const Summary& row);

}  // namespace hence
