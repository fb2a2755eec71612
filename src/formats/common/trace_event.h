// The trace event that Mayros emits and AIngle Cortex stores: one shape, spelled in two ways.
//
// Both programs use the same kinds as Hence, with camelCase names in one and snake_case in the
// other; a TraceSpelling has the names. All values in the fields of a trace event are texts, also
// numbers and lists: they are unpacked where that loses nothing.
#pragma once

#include <string>
#include <string_view>

#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

struct TraceSpelling {
    std::string_view format;
    std::string_view type;
    std::string_view agent;
    std::string_view parent;
    std::string_view duration;
    std::string_view effects = {};  // A list of events that the caller reads.
};

// The surroundings of an event, for members that it does not have itself. Empty: none.
struct TraceContext {
    std::string name_space = {};
    std::string parent = {};
};

// The event of one trace event. Fails with invalid, naming the key.
Result<Event> trace_event(Json object, const TraceSpelling& spelling, const TraceContext& context);

}  // namespace hence
