// Reads OpenAI Agents traces: traces and spans as the SDK exports them.
//
// Traps: a trace comes before its spans and has no time; a span comes when it ends, so behind the
// spans within it; a function span does not name the call of the model, so it takes the call of the
// same name and arguments that the model asked for last. Rule: generation and response become
// llm_call, function tool_call, handoff delegation, guardrail decision; group_id is the session.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_openai_agents(const Beginning& beginning);
std::unique_ptr<Reader> read_openai_agents(const ReadOptions& options);

}  // namespace hence
