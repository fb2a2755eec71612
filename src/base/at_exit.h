// Work that must be done before a program's globals are destroyed.
//
// A store may live in a global, and hosts seldom close it. When the destructors of globals run, the
// libraries below the store may already be gone. So the store registers here, and std::atexit calls
// it in time. The work runs at most once, the latest registration first, on the thread that exits.
// Must never happen: the work runs in a forked child, or after its AtExit was destroyed.
#pragma once

#include <functional>

namespace hence {

// Calls a function when the program exits, unless this is destroyed before.
//
// A store may live in a global. When its destructor runs, what the store is built on may be gone:
// the globals of libraries that were first used after that global was made. So whatever needs
// those libraries to end well registers here, and is called while they are still there. The latest
// registration is called first. Nothing is called in a forked child.
class AtExit {
public:
    explicit AtExit(std::function<void()> work);
    AtExit(const AtExit&) = delete;
    AtExit& operator=(const AtExit&) = delete;
    // Waits for the work if another thread has begun it.
    ~AtExit();
};

}  // namespace hence
