#include "cli/console/interrupt.h"

#include <csignal>

#include <poll.h>

namespace hence {
namespace {

volatile std::sig_atomic_t was_interrupted = 0;

// A second one ends the process: somebody is out of patience.
void remember(int signal) {
    if (was_interrupted != 0) {
        std::signal(signal, SIG_DFL);
        ::raise(signal);
        return;
    }
    was_interrupted = 1;
}

}  // namespace

// Without SA_RESTART, so that a wait ends at once.
void remember_interrupts() {
    struct sigaction action {};
    action.sa_handler = remember;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
    return was_interrupted != 0;
}

void pause_for(int milliseconds) {
    if (!interrupted()) {
        ::poll(nullptr, 0, milliseconds);
    }
}

}  // namespace hence
