// From spans and log records to events.
//
// One span becomes one main event. Its content may add more: thoughts, assumptions, logs, and tool
// calls that were reconstructed from messages because no span was sent for them. A translation
// depends on its own span alone, so that the same span always gives the same events, in whatever
// order and by whatever way spans arrive. Relations between spans need the others of the request
// and the store: intake/once adds them, and sees to it that no call counts twice.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/common/foreign.h"
#include "formats/otlp/decode/telemetry.h"

namespace hence {

inline constexpr std::string_view otlp_format = "otlp";

// The id of the event of a span: "SPAN-TRACE", so that its beginning tells spans apart.
std::string span_event_id(std::string_view trace_id, std::string_view span_id);

struct Translation {
    EventDraft main;
    // Events beside it, with ids of their own.
    std::vector<EventDraft> more = {};
    // Reconstructed or repeated: settling lets them go where the real ones are known.
    std::vector<EventDraft> if_absent = {};

    std::vector<std::string> call_ids = {};  // That a model call asked for, in order.
    std::string call_id = {};                // Of a tool call.
};

// Fails with invalid or limit: the span cannot be an event.
Result<Translation> translate(const Span& span);
Result<Translation> translate(const LogRecord& record);

}  // namespace hence
