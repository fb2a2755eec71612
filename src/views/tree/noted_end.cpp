#include "views/tree/noted_end.h"

#include <optional>
#include <string>
#include <utility>

#include "base/try.h"
#include "model/event_body.h"
#include "model/kinds.h"
#include "views/cause/call.h"

namespace hence {

Result<NotedEnd> noted_end(const Tree& tree, Sessions& sessions, const Event& event) {
    if (event.kind() != Kind::tool_call) {
        return NotedEnd();
    }
    const auto known = tree.call_ends.find(event.seq());
    if (known != tree.call_ends.end()) {
        return known->second;
    }
    const std::string owner = TRY(sessions.told_in(event));
    const std::optional<Event> end =
        TRY(owner == tree.session ? std::optional<Event>() : end_of_call(sessions, event));
    if (!end) {
        return NotedEnd();
    }
    CallEnd told = call_end(*end);
    return NotedEnd{std::string(end->body().duration_ms), told.failed, std::move(told.error)};
}

}  // namespace hence
