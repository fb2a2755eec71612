// Reads Mayros trace events: tool calls, model calls, decisions, delegations, errors (camelCase).
//
// The kinds are those of Hence. Traps: a decision tree nests each event in its cause, as deep as
// its writer likes, so it is read without recursion; and a line of Claude Code has the same
// members and more, so is_mayros excludes it. trace_event.h does the work.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_mayros(const Beginning& beginning);
std::unique_ptr<Reader> read_mayros(const ReadOptions& options);

}  // namespace hence
