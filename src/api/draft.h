// A draft: an event on its way from the calls of a host to the store.
#pragma once

#include <string>
#include <string_view>

#include "hence/entries.h"
#include "hence/event.h"
#include "hence/handoff.h"
#include "hence/result.h"
#include "model/json/object_writer.h"

namespace hence {

// The parts of an event that every kind may have.
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
