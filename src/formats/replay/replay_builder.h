// Reads ReplayBuilder decision traces, audit rows, and whole chains of them.
//
// ReplayBuilder keeps two tables, so a record is a row or a chain that lists rows. Traps: columns
// hold JSON as text; a numeric id counts rows of one table only, so it gets a prefix; the outcome
// is written into a row later, so it becomes an event of its own and the decision stays the same.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_replay_builder(const Beginning& beginning);
std::unique_ptr<Reader> read_replay_builder(const ReadOptions& options);

}  // namespace hence
