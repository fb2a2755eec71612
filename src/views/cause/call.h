// A call that was recorded as two events, its start and its end, told as one.
//
// The two events share a call_id. Providers use the same call_id again in later turns, and the
// clock of the end may be behind that of the start; so the end of a call is the first observation
// with that call_id that is not before the call, else the last one before it, unless that one ended
// an earlier call. Without a session a call_id counts within its run only, because "call_1" is too
// common to mean more. end_of_call suits a single question; CallEnds suits an answer that walks
// through the whole session anyway. Both must give the same end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/tree.h"
#include "model/summary/summary_text.h"
#include "views/find/session_events.h"
#include "views/find/text_numbers.h"

namespace hence {

// The call_id that a tool call or an observation names, or nothing.
std::optional<std::string> call_id_of(const Event& event);

// The observation that ended this tool call: the first of the same session and call_id that is not
// before it, else the last before it if that ended no other call.
Result<std::optional<Event>> end_of_call(Sessions& sessions, const Event& call);

// What ended a tool call says of it; of any other event, and of a call without an end, nothing.
Result<CallEnd> call_end_of(Sessions& sessions, const Event& event);

// As summary(event), with what only the end of the call knows: how long it took, and how it failed.
Result<std::string> summary_of(Sessions& sessions, const Event& event);

// What ended the calls of a session, known from one walk through the session instead of one
// question each.
class CallEnds {
public:
    // To be called for every event of the session, in order.
    void see(const Event& event);

    // By the number of each call that names a call_id: what its end says. A call without one has no
    // entry.
    std::unordered_map<std::uint64_t, NotedEnd> take() &&;

private:
    struct Call {
        std::vector<std::uint64_t> open = {};  // Starts that no end came behind yet.
        std::optional<NotedEnd> spare = {};    // The last end, if no start stood before it.
    };

    TextNumbers call_ids_;
    std::vector<Call> calls_;  // By the number of the call_id.
    std::unordered_map<std::uint64_t, NotedEnd> ends_;
};

}  // namespace hence
