// Reads the Markdown table of events that Mayros prints.
//
// The table is made for people: it has the time to the second, the type, the agent, one detail and
// the duration of each event, and neither ids nor sessions nor parents. So an event of a table gets
// an id from its row, and equal rows of one text are told apart by their number.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_mayros_table(const Beginning& beginning);
std::unique_ptr<Reader> read_mayros_table(const ReadOptions& options);

}  // namespace hence
