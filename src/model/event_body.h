// The parts of an event, as views into memory that the event keeps.
//
// An event is read by many answers and copied often, so an Event is a pointer to this body, and the
// body never changes once it is shared. Its texts are not copied out of the record: they are views
// into one block, which `owner` keeps alive. Strings and numbers keep the spelling of their
// emitter, because an event must print as it came.
// Must never happen: a view that `owner` does not cover. Any number of threads may read a body.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/time.h"

namespace hence {

class Event;

// A string, and how it was spelled. `raw` is its JSON token with both quotes if that has a
// backslash, and empty if the token is just the text between quotes.
struct Text {
    std::string_view text;
    std::string_view raw;
};

struct EventBody {
    std::shared_ptr<const void> owner;
    std::string_view kind;
    Time time;
    Text id;
    Text agent;
    Text session;
    Text run;
    Text parent;
    Text correlation;
    std::vector<std::string_view> causes;
    std::vector<std::string_view>
        causes_raw;                // As Text::raw, one each; empty when none has a backslash.
    std::string_view iteration;    // The number as it was given; empty: absent.
    std::string_view duration_ms;  // Likewise.
    std::optional<std::int64_t> iteration_value;
    std::optional<double> duration_value;
    std::string_view rationale;  // Minified JSON, or empty.
    std::string_view fields;     // Likewise.
    // Secrets were taken out of the event (model/redact). It prints as a flag; the bits of Flag are
    // all in use.
    bool redacted = false;
    // The event was erased, and this is the stub that stands in its place (model/erased.h). It
    // prints as a flag, too.
    bool erased = false;
};

// A copy that is flagged as redacted.
Event flagged_redacted(const Event& event);

// Appends the event as its emitter gave it: like Event::append_json, without seq, received, source
// and flags.
void append_recorded(std::string& out, const EventBody& body);

}  // namespace hence
