// Reads SWE-agent trajectories.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_swe_agent(const Beginning& beginning);
std::unique_ptr<Reader> read_swe_agent(const ReadOptions& options);

}  // namespace hence
