// One question about a decision that turned out wrong.
#pragma once

#include <string>

#include "hence/event.h"

namespace hence {

// "You chose A over B because '...' at confidence 0.71; the outcome was '...'. What do you see
// now?", on one line. What nobody recorded is left out.
std::string review_question(const Event& decision, const Event& outcome);

}  // namespace hence
