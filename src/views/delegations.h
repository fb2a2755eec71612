// What a delegation led to, and which delegation led to an event.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "hence/store.h"
#include "views/session_events.h"

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
