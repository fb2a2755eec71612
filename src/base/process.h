// Which process made something: fork() gives a child a copy of everything, and some of it must not
// be used there.
//
// A store has threads, locks and files that a forked child has only as copies: the threads do not
// run, a lock may stay locked for ever, and a file would be shared. Hosts fork without asking us,
// so each object that must not be used in a child carries a ProcessMark and asks it at each call.
// Comparing process ids would take a system call each time, and ids are reused; a page that Linux
// fills with zeros in the child (process.cpp) costs one read of memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace hence {

// Remembers the process in which it was made. Asking costs one read of memory, takes no lock, and
// may be done in a child of a program with threads.
class ProcessMark {
public:
    ProcessMark();

    // False in a child that was forked, by whatever call, after this was made.
    bool is_here() const;
    int process_id() const { return process_id_; }

private:
    std::uint64_t number_;
    int process_id_;
};

// The T of this process: made when it is first asked for, and never destroyed, since programs
// record while they exit. A forked child gets another one: the copy of its parent's may be locked
// by a thread that the child does not have.
template <class T>
T& of_this_process() {
    struct Kept {
        ProcessMark made_in;
        T value;
    };
    static std::atomic<Kept*> current = nullptr;
    Kept* kept = current;
    while (kept == nullptr || !kept->made_in.is_here()) {
        auto fresh = std::make_unique<Kept>();
        if (current.compare_exchange_strong(kept, fresh.get())) {
            kept = fresh.release();
        }
    }
    return kept->value;
}

// Has a descriptor closed in every child that is forked while this lives, so that a child holds
// neither a lock nor a socket of its parent. A descriptor closed so must not be closed again in the
// child: its number may stand for another file by then.
class ClosedInChild {
public:
    // At most 256 live at once; a further one is left open in a child.
    explicit ClosedInChild(int descriptor);
    ClosedInChild(const ClosedInChild&) = delete;
    ClosedInChild& operator=(const ClosedInChild&) = delete;
    ~ClosedInChild();

private:
    ProcessMark made_in_;
    int slot_;
};

// Whether a process is stopped: by SIGSTOP, by Ctrl-Z, or by a debugger. False when nobody can
// tell.
bool is_stopped(int process_id);

// The value of a variable of the environment; empty where it is not set. Reading is safe among
// threads as long as none changes the environment, and Hence never does.
std::string environment(const char* name);

}  // namespace hence
