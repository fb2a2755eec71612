// Reads Qwen Code transcripts: one JSON object per line, one file per session or sub-agent.
//
// The lines look like those of Claude Code: uuid, parentUuid, sessionId, type. The messages in them
// are those of the Gemini API: `parts` with texts, thoughts, function calls and their responses.
// One answer is one line or several with the same uuid. How long an answer or a call took is said
// by lines of telemetry before them.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_qwen_code(const Beginning& beginning);
std::unique_ptr<Reader> read_qwen_code(const ReadOptions& options);

}  // namespace hence
