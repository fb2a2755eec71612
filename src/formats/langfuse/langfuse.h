// Reads Langfuse exports: a trace and its observations, or rows of its tables.
//
// An observation becomes a span again and is translated as one. Traps: a wrapper around a model
// call has the type `generation` as well; a tool call may lack the id that the model gave it;
// metadata may hold the attributes of OpenTelemetry, which know better than the type. Rule: a
// generation becomes an llm_call, a tool a tool_call, a score an observation, sessionId the
// session.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_langfuse(const Beginning& beginning);
std::unique_ptr<Reader> read_langfuse(const ReadOptions& options);

}  // namespace hence
