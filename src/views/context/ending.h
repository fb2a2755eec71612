// How a session ended, as its events tell.
#pragma once

#include <cstdint>

#include "views/context/log.h"
#include "views/context/turns.h"

namespace hence {

// The event that has the final output; else one that says why the session ended; else one that says
// that it ended; or none. A session's own end counts more than that of a run, and of several the
// last. A run that was delegated to ends nothing but itself.
std::uint32_t final_event(const ContextLog& log);

// The model's answer in the last turn of the backbone, if it asked for nothing more; or none.
std::uint32_t last_answer(const ContextLog& log, const ContextTurns& turns);

}  // namespace hence
