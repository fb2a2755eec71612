// A gate lets many calls pass at once, and can be shut to be alone.
//
// It is a readers-writer lock whose writer goes first: a thread that shuts the gate waits for the
// calls that are inside, and later calls wait for that thread. With std::shared_mutex, which
// promises no such order, a steady stream of calls could keep the thread waiting for ever.
// Must never happen: a call that has passed the gate passes it again before it leaves. With a
// shutting thread between the two passes, both threads would wait for each other.
#pragma once

#include <chrono>

#include <pthread.h>

namespace hence::rocks {

// A thread that has passed must leave before it passes again.
class Gate {
public:
    Gate();
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;
    ~Gate();

    class Pass {
    public:
        explicit Pass(Gate& gate) : gate_(gate) { pthread_rwlock_rdlock(&gate_.lock_); }
        Pass(const Pass&) = delete;
        Pass& operator=(const Pass&) = delete;
        ~Pass() { pthread_rwlock_unlock(&gate_.lock_); }

    private:
        Gate& gate_;
    };

    // Holds the gate shut for as long as it lives. With a patience, it may not have been shut.
    class Shut {
    public:
        explicit Shut(Gate& gate) : gate_(gate), shut_(pthread_rwlock_wrlock(&gate.lock_) == 0) {}
        Shut(Gate& gate, std::chrono::seconds patience);
        Shut(const Shut&) = delete;
        Shut& operator=(const Shut&) = delete;
        ~Shut() {
            if (shut_) {
                pthread_rwlock_unlock(&gate_.lock_);
            }
        }
        explicit operator bool() const { return shut_; }

    private:
        Gate& gate_;
        bool shut_;
    };

private:
    pthread_rwlock_t lock_;
};

}  // namespace hence::rocks
