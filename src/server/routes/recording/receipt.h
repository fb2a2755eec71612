// What became of a text of events, as a response.
#pragma once

#include "intake/ingest.h"
#include "server/wire/http.h"

namespace hence {

// 207, and exit status 1 for a command, when some of the text was refused.
Response receipt(const Account& account, const Request& request);

}  // namespace hence
