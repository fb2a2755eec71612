// The goal that an event states.
//
// Sessions and runs are listed with their goal, debriefs and context graphs begin with it, and
// emitters state it in several kinds. One function decides, so that no two answers name different
// goals.
#pragma once

#include <string>

#include "hence/event.h"

namespace hence {

// Of a session_start its `goal`, of a prompt its `text`, of a graph_node that adds a goal to a
// decision graph the label. Empty when the event states none. A row forgets its goal when no event
// of these kinds is left in it (Summary::forget_taken_back).
std::string goal_stated(const Event& event);

}  // namespace hence
