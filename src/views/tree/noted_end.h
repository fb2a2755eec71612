// What the end of a call says, of an event of a tree.
//
// A tree is made by a walk through its session, which notes the ends of all calls
// (Tree::call_ends). Only the end of a call that a delegation brought in from another session must
// be looked for.
#pragma once

#include "hence/event.h"
#include "hence/result.h"
#include "hence/tree.h"
#include "views/find/session_events.h"

namespace hence {

// Of an event that is no tool call, and of a call without an end, nothing is noted.
Result<NotedEnd> noted_end(const Tree& tree, Sessions& sessions, const Event& event);

}  // namespace hence
