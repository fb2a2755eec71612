// An event on its way from what a host says to what is recorded.
#pragma once

#include <string>
#include <string_view>

#include "model/object_writer.h"
#include "hence/entries.h"
#include "hence/event.h"
#include "hence/handoff.h"
#include "hence/result.h"

namespace hence {

// What is said of an event, whatever its kind.
struct Entry {
    std::string_view kind;
    const Also& also;
    const Rationale& rationale;
};

struct Draft {
    std::string id;
    Handoff place;  // Where the event is recorded.
    Handoff next;   // Where what follows from it will be.
    ObjectWriter fields;
    Value whole_fields;  // In place of `fields`, if given.
};

// The event, checked as any other. Fails with invalid or limit.
Result<Event> compose(Draft& draft, const Entry& entry, const Time& time);

}  // namespace hence
