// Reactive Agents traces: one JSON object per line, one file per run.
#pragma once

#include <memory>

#include "formats/beginning.h"
#include "formats/reader.h"

namespace hence {

bool is_reactive_agents(const Beginning& beginning);
std::unique_ptr<Reader> read_reactive_agents(const ReadOptions& options);

}  // namespace hence
