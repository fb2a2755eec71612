// Reads OpenAI Agents traces: traces and spans as the SDK exports them.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_openai_agents(const Beginning& beginning);
std::unique_ptr<Reader> read_openai_agents(const ReadOptions& options);

}  // namespace hence
