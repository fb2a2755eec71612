// How an answer about a session marks what it inherits from another one, and what a rewind left
// behind.
//
// Most sessions are neither forks nor were they ever rewound: their answers have no marks at all.
// In an answer about any other session every event has both keys.
#pragma once

#include <string>
#include <string_view>

#include "hence/event.h"
#include "model/json/writer.h"
#include "views/find/session_events.h"

namespace hence {

class EventMarks {
public:
    // Tells `sessions` which session is told. It must outlive this object.
    static Result<EventMarks> of(Sessions& sessions, std::string_view session);
    // Of the session that the event belongs to.
    static Result<EventMarks> around(Sessions& sessions, const Event& event);

    // Whether the session is a fork or was rewound.
    bool any() const { return !lineage_->is_plain(); }
    // The session that the event is inherited from; empty when it is no inherited one.
    Result<std::string> inherited(const Event& event) const;
    Result<bool> abandoned(const Event& event) const;

    // `"inherited":"s1","abandoned":false`, if there are any marks.
    Result<void> append_json(JsonWriter& json, const Event& event) const;
    // " [inherited from s1]", " [abandoned]", both or nothing.
    Result<std::string> words(const Event& event) const;

private:
    EventMarks(Sessions& sessions, std::string_view session, const Lineage& lineage)
        : sessions_(&sessions), session_(session), lineage_(&lineage) {}

    Sessions* sessions_;
    std::string session_;
    const Lineage* lineage_;
};

}  // namespace hence
