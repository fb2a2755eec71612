// Reads Reactive Agents traces: one JSON object per line, one file per run.
//
// Traps: the end of a tool call does not name its start (calls.h); reasons for calls stand in the
// text of the model call before them (turn.h); an assumption in that text may be recorded a little
// later by the emitter itself, and must not be told twice. Rule: each record becomes one event, of
// the Hence kind if there is one, else of its own.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_reactive_agents(const Beginning& beginning);
std::unique_ptr<Reader> read_reactive_agents(const ReadOptions& options);

}  // namespace hence
