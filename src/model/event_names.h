// The keys that an event may have, and the names of flags, in the order in which they print.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hence/event.h"
#include "model/event_body.h"

namespace hence {

// A key of an event, in the order in which an event prints them.
enum class EventKey : std::uint8_t {
    id,
    kind,
    time,
    agent,
    session,
    run,
    parent,
    causes,
    correlation,
    iteration,
    duration_ms,
    rationale,
    fields,
    seq,
    received,
    source,
    flags,
};

std::optional<EventKey> find_event_key(std::string_view name);
std::string_view name_of(EventKey key);

// The known key that takes the fewest edits from `name`, and how many.
struct NearestKey {
    std::string_view name;
    std::size_t edits = 0;
};
NearestKey nearest_event_key(std::string_view name);

std::optional<Flag> find_flag(std::string_view name);
std::string_view name_of(Flag flag);

// Every flag that prints, in that order. Nobody may set the others from outside.
inline constexpr Flag all_flags[] = {
    Flag::rationale_too_long, Flag::derived,           Flag::parent_derived, Flag::session_derived,
    Flag::time_derived,       Flag::rationale_derived, Flag::unfinished};
// Flags that have no bit in Flag: the body of the event has them.
inline constexpr std::string_view redacted_flag = "redacted";
inline constexpr std::string_view erased_flag = "erased";

// Tells the names of the flags of an event, in the order in which they print.
template <class Tell>
void each_flag_name(const Event& event, const Tell& tell) {
    for (const Flag flag : all_flags) {
        if (event.has(flag)) {
            tell(name_of(flag));
        }
    }
    if (event.body().redacted) {
        tell(redacted_flag);
    }
    if (event.body().erased) {
        tell(erased_flag);
    }
}

}  // namespace hence
