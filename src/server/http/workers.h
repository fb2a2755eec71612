// Threads that come when there is work and go when there is none.
//
// An idle server needs no threads, and a busy one needs many, since a request may wait for the
// disk. The number of threads and of waiting tasks is bounded; a task beyond that is refused at
// once, and the client is told to come later. Work that has begun (the next piece of a feed) is
// taken by `resume`, whatever waits, because refusing it would break an answer in the middle.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace hence {

struct WorkerLimits {
    std::size_t threads_max = 64;
    std::size_t waiting_max = 256;           // Tasks that wait for a thread.
    std::chrono::milliseconds idle{10'000};  // How long a thread without work stays.
};

// May be used from many threads at once. A task must not throw.
class HttpWorkers {
public:
    using Task = std::function<void()>;

    explicit HttpWorkers(const WorkerLimits& limits) : limits_(limits) {}
    HttpWorkers(const HttpWorkers&) = delete;
    HttpWorkers& operator=(const HttpWorkers&) = delete;
    ~HttpWorkers() { stop(); }

    // False, and the task is dropped, when too many wait, no thread can be had, or all has stopped.
    bool submit(Task task);
    // The same for a task that continues work which has begun. It is taken however many tasks wait.
    bool resume(Task task);

    // Returns when everything submitted has been done. Not to be called from a task.
    void stop();

    struct Load {
        std::size_t running = 0;
        std::size_t waiting = 0;
        std::size_t threads = 0;
    };
    Load load() const;

private:
    struct Worker {
        std::thread thread;
    };

    bool enter(Task task, std::size_t waiting_max);
    bool grow();
    void work(std::list<Worker>::iterator self);
    static void join(std::list<Worker>& finished);

    WorkerLimits limits_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Task> waiting_;
    std::list<Worker> workers_;
    std::list<Worker> finished_;  // Have left their loop, and want to be joined.
    std::size_t idle_ = 0;        // Threads without a task, those about to begin among them.
    std::size_t running_ = 0;
    bool stopping_ = false;
};

}  // namespace hence
