// Reads LangSmith runs, and batches that create and update them.
//
// Traps: a run is created by one message and finished by another, so both are merged and a run is
// told when it is over; runs of a document come in any order, so a document is read to its end
// first; a parent may stand only in `dotted_order`; a tool run may lack the id of its call
// (asked_calls.h). Rule: an llm run becomes an llm_call, a tool run a tool_call, a chain a span.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_langsmith(const Beginning& beginning);
std::unique_ptr<Reader> read_langsmith(const ReadOptions& options);

}  // namespace hence
