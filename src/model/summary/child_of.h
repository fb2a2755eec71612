// The agent that a delegation goes to, by the name that a person knows it by.
#pragma once

#include <string>

#include "hence/event.h"

namespace hence {

// Empty when the delegation does not say. A child that its emitter calls by the id of its run has
// the name of its sort, which was told beside it.
std::string child_of(const Event& delegation);

}  // namespace hence
