// What came of the decisions of sessions or runs, counted for the rows of a list.
//
// There are two ways to count: to read all outcomes of the time that the rows span, or to read the
// events of each row from its end. Nobody knows beforehand which is shorter. So the outcomes are
// read for as long as the rows' own events would take, and only then the rows: the work is never
// more than twice that of the better way.
#pragma once

#include <cstdint>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

struct OutcomeCounts {
    std::uint64_t correct = 0;
    std::uint64_t incorrect = 0;
    std::uint64_t unknown = 0;  // There is an outcome, but nobody knows.

    friend bool operator==(const OutcomeCounts&, const OutcomeCounts&) = default;
};

// One for each row of Space::session or Space::run, in their order. Reads no more than twice the
// fewer of: the outcomes of all from the first row's beginning to the last one's end, and the
// events of the rows that have outcomes.
Result<std::vector<OutcomeCounts>> outcome_counts(const Store& store, Space space,
                                                  const std::vector<Summary>& rows);

}  // namespace hence
