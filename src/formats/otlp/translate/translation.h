// From spans and log records to events.
//
// One span becomes one main event. Its content may add more: thoughts, assumptions, logs, and tool
// calls that were reconstructed from messages because no span was sent for them. A translation
// depends on its own span alone, so that the same span always gives the same events, in whatever
// order and by whatever way spans arrive. Relations between spans need the others of the request
// and the store: intake/once/settle.h adds them.
// Must never happen: one call of a model counts twice. A span that only wraps another model call
// becomes plumbing (make_plumbing) and keeps its values under their own names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/foreign.h"
#include "formats/otlp/decode/telemetry.h"

namespace hence {

inline constexpr std::string_view otlp_format = "otlp";

// The id of the event of a span: "SPAN-TRACE", so that its beginning tells spans apart.
std::string span_event_id(std::string_view trace_id, std::string_view span_id);

// A rationale that a model stated for a call it asked for.
struct StatedRationale {
    std::string call_id;
    std::string rationale;  // JSON.
};

struct Translation {
    EventDraft main;
    // Events beside it, with ids of their own.
    std::vector<EventDraft> more = {};
    // Reconstructed: wanted only where nothing is known under their id, nor (of a tool call) under
    // their call_id in the same run, nor of a call without one, of the same tool with the same
    // input.
    std::vector<EventDraft> if_absent = {};

    // What a door may look at.
    std::string parent_span_id = {};       // Hex.
    std::vector<std::string> linked = {};  // Ids of events that span links name.
    bool model_call = false;               // main is an llm_call.
    std::string model = {};                // Of a model call.
    std::string response_id = {};          // Of a model call; empty: not said.
    std::string scope_name = {};           // Which instrumentation sent it.
    std::uint64_t start_ns = 0;
    std::uint64_t end_ns = 0;
    std::vector<std::string> call_ids = {};        // That a model call asked for, in order.
    std::vector<StatedRationale> rationales = {};  // Stated in the text of a model call.
    std::string call_id = {};                      // Of a tool call.
    bool lacks_content = false;                    // A model call without messages or completion.
};

// Fails with invalid or limit: the span cannot be an event.
Result<Translation> translate(const Span& span);
Result<Translation> translate(const LogRecord& record);

// Makes plumbing of a translated model call: another event stands for the same call, and its tokens
// must not count twice. Its own values stay, under the names they were sent with.
void make_plumbing(Translation& translation, std::string_view counted_by);

}  // namespace hence
