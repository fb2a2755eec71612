// Reads mini-swe-agent trajectories.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_mini_swe_agent(const Beginning& beginning);
std::unique_ptr<Reader> read_mini_swe_agent(const ReadOptions& options);

}  // namespace hence
