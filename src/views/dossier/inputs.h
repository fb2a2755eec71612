// What an event rested on, as its emitter gave it.
#pragma once

#include "hence/event.h"
#include "model/facts.h"
#include "model/json/json.h"

namespace hence {

// The inputs of a decision, or else the arguments of a call; absent where neither was recorded.
inline Json inputs_of(const Event& event) {
    const Json inputs = field(event, "inputs");
    return inputs.present() ? inputs : field(event, "input");
}

}  // namespace hence
