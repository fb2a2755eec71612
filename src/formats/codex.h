// Reads Codex rollouts: one JSON object per line, one file per thread.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_codex(const Beginning& beginning);
std::unique_ptr<Reader> read_codex(const ReadOptions& options);

}  // namespace hence
