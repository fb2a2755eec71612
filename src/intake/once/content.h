// Reads from stored events what belongs to an event that arrives: a model call's content that came
// in records of its own, the rationale that a model stated, and what an event was when it was
// stored.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"
#include "intake/once/arrival.h"

namespace hence {

// Adds to `change` the messages and the completion that log records beneath a model call carry.
void add_content(const std::vector<Event>& children, ArrivalChange& change);

// The rationale that a stored model call states for that call, as JSON, or empty.
std::string rationale_in(const Event& model_call, std::string_view call_id);

// What was changed in an event when it was stored.
ArrivalChange change_seen_in(const Event& stored, const Translation& told);

}  // namespace hence
