// The span rows and trajectories behind the SRE agent context graph.
//
// The program writes one row for each span, in snake_case from its table or in camelCase with logs
// from its trajectory. The type of a row (LLM, Tool, Glue) decides what it becomes. Trap: the id of
// a span is unique in its trace only, so an event's id needs both.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_agent_spans(const Beginning& beginning);
std::unique_ptr<Reader> read_agent_spans(const ReadOptions& options);

}  // namespace hence
