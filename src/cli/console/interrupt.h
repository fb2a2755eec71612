// Ends long recording when the user asks for it. The signal handler only sets a flag, since little
// else is safe in one. The recording asks for the flag between two steps and ends by itself.
#pragma once

namespace hence {

// From here on the first SIGINT or SIGTERM ends no process; it is only remembered.
void remember_interrupts();
bool interrupted();

// Waits that long, or until interrupted.
void pause_for(int milliseconds);

}  // namespace hence
