// The trace event that Mayros emits and AIngle Cortex stores: one shape, spelled in two ways.
#pragma once

#include <string>
#include <string_view>

#include "hence/event.h"
#include "hence/result.h"
#include "model/json.h"

namespace hence {

struct TraceSpelling {
    std::string_view format;
    std::string_view type;
    std::string_view agent;
    std::string_view parent;
    std::string_view duration;
    std::string_view effects = {};  // A list of events that the caller reads.
};

// What stands around an event, for what it does not say itself. Empty: nothing.
struct TraceContext {
    std::string name_space = {};
    std::string parent = {};
};

// The event of one trace event. Fails with invalid, naming the key.
Result<Event> trace_event(Json object, const TraceSpelling& spelling, const TraceContext& context);

}  // namespace hence
