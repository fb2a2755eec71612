// Reads A2A messages and tasks, as audit entries.
//
// A2A is a protocol between agents, so a log of it is a stream of requests, responses, tasks and
// updates, in the spelling of version 0.3 or 1.0. Traps: most messages have no time, a client's
// first message has no context until the answer names one (queue.h), an artifact comes in chunks
// (artifacts.h), and a status may come again inside a later task. Rule: a message becomes a
// message, contextId the session, taskId the run, and a final state a termination.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_a2a(const Beginning& beginning);
std::unique_ptr<Reader> read_a2a(const ReadOptions& options);

}  // namespace hence
