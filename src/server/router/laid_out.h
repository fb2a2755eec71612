// A text answer in the shape that its reader asked for: `Accept: text/plain; columns=80`.
//
// A command that prints on a terminal says how wide it is; then tables and rows fit, and ids stay
// whole. With `times=marked` each time is preceded by a mark, for a command that shows local times:
// only that command knows its user's time zone. Without parameters nothing is cut and nothing
// marked.
#pragma once

#include "server/wire/http.h"
#include "views/write/layout.h"

namespace hence {

// What the Accept of a request says of the text; of a request for JSON, nothing.
TextLayout asked_layout(const Request& request);

// Makes a text answer follow `layout`, while it is written. Other answers stay as they are.
void lay_out(Response& response, const TextLayout& layout);

}  // namespace hence
