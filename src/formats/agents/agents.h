// Readers of the transcripts that coding agents write, one source file for each agent.
//
// All of them tell their records to a Transcript (formats/common/transcript.h), which makes the
// events; a reader says only which record is which step. docs/formats has a page for each.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_aider(const Beginning& beginning);
std::unique_ptr<Reader> read_aider(const ReadOptions& options);

bool is_amp(const Beginning& beginning);
std::unique_ptr<Reader> read_amp(const ReadOptions& options);

bool is_antigravity(const Beginning& beginning);
std::unique_ptr<Reader> read_antigravity(const ReadOptions& options);

bool is_claude_stream(const Beginning& beginning);
std::unique_ptr<Reader> read_claude_stream(const ReadOptions& options);

bool is_cline(const Beginning& beginning);
std::unique_ptr<Reader> read_cline(const ReadOptions& options);

bool is_copilot(const Beginning& beginning);
std::unique_ptr<Reader> read_copilot(const ReadOptions& options);

bool is_crush(const Beginning& beginning);
std::unique_ptr<Reader> read_crush(const ReadOptions& options);

bool is_cursor(const Beginning& beginning);
std::unique_ptr<Reader> read_cursor(const ReadOptions& options);

bool is_droid(const Beginning& beginning);
std::unique_ptr<Reader> read_droid(const ReadOptions& options);

bool is_gemini(const Beginning& beginning);
std::unique_ptr<Reader> read_gemini(const ReadOptions& options);

bool is_goose(const Beginning& beginning);
std::unique_ptr<Reader> read_goose(const ReadOptions& options);

bool is_grok(const Beginning& beginning);
std::unique_ptr<Reader> read_grok(const ReadOptions& options);

bool is_hermes(const Beginning& beginning);
std::unique_ptr<Reader> read_hermes(const ReadOptions& options);

bool is_kimi(const Beginning& beginning);
std::unique_ptr<Reader> read_kimi(const ReadOptions& options);

bool is_opencode(const Beginning& beginning);
std::unique_ptr<Reader> read_opencode(const ReadOptions& options);

bool is_pi(const Beginning& beginning);
std::unique_ptr<Reader> read_pi(const ReadOptions& options);

bool is_zed(const Beginning& beginning);
std::unique_ptr<Reader> read_zed(const ReadOptions& options);

}  // namespace hence
