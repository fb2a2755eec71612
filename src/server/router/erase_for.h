// Erasing on behalf of whoever asks this process: through a route, or by the rule of a server.
#pragma once

#include "hence/erase.h"
#include "server/router/router.h"

namespace hence {

// As `erase` does, and forgets what this process keeps of answers, and what lies in the spool that
// is in the log already.
Result<EraseAnswer> erase_for(const App& app, const EraseRequest& asked);

}  // namespace hence
