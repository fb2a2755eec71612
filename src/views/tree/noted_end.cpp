#include "views/tree/noted_end.h"

#include <optional>
#include <string>
#include <utility>

#include "base/try.h"
#include "model/event_body.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "views/cause/call.h"

namespace hence {

Result<const NotedEnd*> NotedEnds::of(const Event& event) {
    static const NotedEnd nothing;
    if (event.kind() != Kind::tool_call) {
        return &nothing;
    }
    const auto known = tree_.call_ends.find(event.seq());
    if (known != tree_.call_ends.end()) {
        return &known->second;
    }
    // The walk through the session noted all that its own events have.
    if (event.session() == tree_.session && !event.has(Flag::session_derived)) {
        return &nothing;
    }
    const std::string owner = TRY(sessions_.told_in(event));
    const std::optional<Event> end =
        TRY(owner == tree_.session ? std::optional<Event>() : end_of_call(sessions_, event));
    if (!end) {
        return &nothing;
    }
    CallEnd told = call_end(*end);
    looked_up_ = {std::string(end->body().duration_ms), told.failed, std::move(told.error)};
    return &looked_up_;
}

CallEnd call_end(const NotedEnd& noted) {
    return {Json(noted.duration_ms).number(), noted.failed, noted.error};
}

}  // namespace hence
