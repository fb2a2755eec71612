// Where an answer goes, piece by piece, so that a large one is never whole in memory. Views write
// to a Sink and know neither sockets nor files; an error from the sink ends the answer at once.
#pragma once

#include <functional>
#include <string_view>

#include "hence/result.h"

namespace [[gnu::visibility("default")]] hence {

// Takes the next piece. An error (the reader has gone) ends the answer.
using Sink = std::function<Result<void>(std::string_view)>;

}  // namespace hence
