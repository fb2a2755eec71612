// The files of opencode's storage directory, each told by itself.
//
// opencode keeps a session as many small files: session/PROJECT/ID.json, message/SESSION/ID.json
// and part/MESSAGE/ID.json. A reader sees one file at a time, so each file gives one event, and the
// ids of events are made from the ids of the files: a part hangs on its message, whichever came
// first.
#pragma once

#include <optional>
#include <string_view>

#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view opencode_name = "opencode";

// Whether a record is such a file.
bool is_opencode_stored(Json record);
// The event of it; nothing for a part that only marks the beginning or the end of a step.
Result<std::optional<Event>> opencode_stored_event(Json record);

}  // namespace hence
