// One HTTP/1.1 connection, from its first request to its last answer.
#pragma once

#include <functional>

#include "server/listener.h"

namespace hence {

// Returns when the peer has gone, has been silent for too long or wants no more, or when
// `stopping` says so after an answer. What a handler throws becomes a 500.
void serve_connection(Stream& stream, const Listener::Handler& handler,
                      const ListenerLimits& limits, const std::function<bool()>& stopping);

}  // namespace hence
