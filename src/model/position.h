// Where a stored event stands in the order of events.
#pragma once

#include "hence/event.h"
#include "hence/store.h"

namespace hence {

inline Position position_of(const Event& event) {
    return {event.time(), event.seq()};
}

}  // namespace hence
