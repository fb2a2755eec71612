// Where a message says that something ordered stands: the one rule for directives and replays.
//
// Systems spell the same state in many ways ("in-progress", "started", "ACK"), and some say it in
// the subtype or in the payload, because `status` says how the message itself was delivered. So
// words are compared, whatever stands around them, and `status` comes first. A status that denies
// something ("not completed") says no state.
#pragma once

#include <optional>

#include "hence/across/directives.h"
#include "hence/event.h"

namespace hence {

// What a message says of its directive; nothing when it says no state, or is no message.
std::optional<DirectiveState> directive_state_in(const Event& event);

// Whether a message calls itself part of a directive, by its subtype.
bool names_directive(const Event& message);

// Whether the status of a message says that it was refused or passed upwards.
bool says_refused(const Event& message);

}  // namespace hence
