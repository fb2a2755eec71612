// Reads Claude Code transcripts: one JSON object per line, one file per session or sub-agent.
//
// Claude Code appends to the transcript while it works and links each line to the one before it by
// uuid. Traps: one answer of the model is several lines that repeat the message id, and the token
// usage grows from line to line; a resumed or forked session begins with copies of older lines; a
// sub-agent's lines stand in its own file and in that of its caller; compaction breaks the chain;
// some lines have no time or uuid. Rule: all lines of one message id are one llm_call with the last
// usage; tool_use and tool_result are one tool_call; a Task call is a delegation. reader.h says
// when each is told.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_claude_code(const Beginning& beginning);
std::unique_ptr<Reader> read_claude_code(const ReadOptions& options);

}  // namespace hence
