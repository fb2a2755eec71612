// The span rows and trajectories behind the SRE agent context graph.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_agent_spans(const Beginning& beginning);
std::unique_ptr<Reader> read_agent_spans(const ReadOptions& options);

}  // namespace hence
