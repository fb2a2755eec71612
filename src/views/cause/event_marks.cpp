#include "views/cause/event_marks.h"

#include "base/try.h"
#include "model/position.h"
#include "model/text.h"

namespace hence {

Result<EventMarks> EventMarks::of(Sessions& sessions, std::string_view session) {
    const Lineage* const lineage = TRY(sessions.lineage(session));
    sessions.tell(session);
    return EventMarks(sessions, session, *lineage);
}

Result<EventMarks> EventMarks::around(Sessions& sessions, const Event& event) {
    const std::string session = TRY(sessions.of(event));
    return of(sessions, session);
}

Result<std::string> EventMarks::inherited(const Event& event) const {
    if (lineage_->pieces().empty()) {
        return std::string();
    }
    std::string owner = TRY(sessions_->of(event));
    return lineage_->inherits(owner, position_of(event)) ? std::move(owner) : std::string();
}

Result<bool> EventMarks::abandoned(const Event& event) const {
    if (!lineage_->is_rewound()) {
        return false;
    }
    const bool shown = TRY(sessions_->shows(session_, event));
    return shown && lineage_->is_abandoned(position_of(event));
}

Result<void> EventMarks::append_json(JsonWriter& json, const Event& event) const {
    if (!any()) {
        return {};
    }
    const std::string origin = TRY(inherited(event));
    const bool left_behind = TRY(abandoned(event));
    json.member("inherited", OrNull{origin}).member("abandoned", left_behind);
    return {};
}

Result<std::string> EventMarks::words(const Event& event) const {
    std::string said;
    if (!any()) {
        return said;
    }
    const std::string origin = TRY(inherited(event));
    const bool left_behind = TRY(abandoned(event));
    said += origin.empty() ? "" : " [inherited from " + printable(origin) + "]";
    said += left_behind ? " [abandoned]" : "";
    return said;
}

}  // namespace hence
