// Reads Codex rollouts: one JSON object per line, one file per thread.
//
// Codex writes a rollout to resume and to show a conversation, not to explain it. Traps: there is
// no record of a model call; the same text comes as an item and as an event; token_count stands
// behind the items, or before them in rollouts of 2025; the file of a fork or a sub-agent begins
// with copied lines of another thread (thread.h). Rule: the items between two inputs, with one
// token_count, are one llm_call (response.h); function_call and its output are one tool_call; a
// turn is a run.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_codex(const Beginning& beginning);
std::unique_ptr<Reader> read_codex(const ReadOptions& options);

}  // namespace hence
