// What a delegation led to, and which delegation led to an event.
//
// A delegation names a run, a child agent, or both; it does not name an event. These two functions
// are the same rule read in both directions, so explanations up and down agree. When only the child
// is named, a delegation covers the time up to the next delegation to the same child in the same
// thread; the first parentless event of the child in that time is what the delegation led to. Each
// question is a few look-ups in the index, and never a walk through a session.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "hence/store.h"
#include "views/find/session_events.h"

namespace hence {

// The first thing the child did: the first event without a parent of the run that the delegation
// names, in any session; else the first of the child behind the delegation, in the same correlation
// (or in the same session, where there is no correlation), before the next delegation to that
// child.
Result<std::optional<Event>> first_of_child(const Store& store, Sessions& sessions,
                                            const Event& delegation);

// The delegations whose child's first event this is, in order.
Result<std::vector<Event>> delegations_to(const Store& store, Sessions& sessions,
                                          const Event& event);

}  // namespace hence
