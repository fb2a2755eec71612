// Lets many pass at once, until it is shut; then it waits until all who passed have left.
#pragma once

#include <chrono>

#include <pthread.h>

namespace hence::rocks {

// Whoever shuts it goes before those who come later: under a steady stream of calls, a
// std::shared_mutex might never be had alone. Nobody who has passed may pass again before leaving.
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
