// One question about a decision that turned out wrong, built from recorded texts only: what was
// chosen, over what, why, how sure, and what came of it. A part that nobody recorded is left out
// and never made up.
#pragma once

#include <string>

#include "hence/event.h"

namespace hence {

// "You chose A over B because '...' at confidence 0.71; the outcome was '...'. What do you see
// now?", on one line. What nobody recorded is left out.
std::string review_question(const Event& decision, const Event& outcome);

}  // namespace hence
