// Shows an address in the user's browser.
#pragma once

#include <string>

namespace hence {

// Hands the address to xdg-open or open, whichever is there, and does not wait for it. False when
// neither is there.
bool open_in_browser(const std::string& address);

}  // namespace hence
