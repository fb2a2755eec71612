// Reads Claude Code transcripts: one JSON object per line, one file per session or sub-agent.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_claude_code(const Beginning& beginning);
std::unique_ptr<Reader> read_claude_code(const ReadOptions& options);

}  // namespace hence
