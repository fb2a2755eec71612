#include "server/http/workers.h"

#include <limits>
#include <system_error>
#include <utility>

#include "server/http/thread_rank.h"

namespace hence {

bool HttpWorkers::submit(Task task) {
    return enter(std::move(task), limits_.waiting_max);
}

bool HttpWorkers::resume(Task task) {
    return enter(std::move(task), std::numeric_limits<std::size_t>::max());
}

bool HttpWorkers::enter(Task task, std::size_t waiting_max) {
    std::list<Worker> finished;
    {
        const std::lock_guard lock(mutex_);
        finished.swap(finished_);
        // Each task that waits will take one of the idle threads.
        const bool enough = waiting_.size() < idle_ || grow();
        const bool room = enough || waiting_.size() - idle_ < waiting_max;
        if (stopping_ || workers_.empty() || !room) {
            return false;
        }
        waiting_.push_back(std::move(task));
    }
    changed_.notify_one();
    join(finished);
    return true;
}

// One thread more, if there may be one and the system gives it.
bool HttpWorkers::grow() {
    if (stopping_ || workers_.size() >= limits_.threads_max) {
        return false;
    }
    const auto self = workers_.emplace(workers_.end());
    try {
        self->thread = std::thread([this, self] { work(self); });
    } catch (const std::system_error&) {
        workers_.erase(self);
        return false;
    }
    ++idle_;
    return true;
}

void HttpWorkers::work(std::list<Worker>::iterator self) {
    const int rank = thread_rank();
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait_for(lock, limits_.idle, [this] { return stopping_ || !waiting_.empty(); });
        --idle_;
        if (waiting_.empty()) {
            break;
        }
        Task task = std::move(waiting_.front());
        waiting_.pop_front();
        ++running_;
        lock.unlock();
        task();
        task = {};
        // A long task may have put its thread behind the others.
        const bool behind = thread_rank() != rank && !set_thread_rank(rank);
        lock.lock();
        --running_;
        ++idle_;
        if (behind && waiting_.size() < idle_) {
            --idle_;  // Nothing waits for this thread. The next to be needed has the rank of all.
            break;
        }
    }
    finished_.splice(finished_.end(), workers_, self);
    changed_.notify_all();
}

void HttpWorkers::join(std::list<Worker>& finished) {
    for (Worker& worker : finished) {
        worker.thread.join();
    }
}

void HttpWorkers::stop() {
    std::list<Worker> finished;
    {
        std::unique_lock lock(mutex_);
        stopping_ = true;
        changed_.notify_all();
        changed_.wait(lock, [this] { return workers_.empty(); });
        finished.swap(finished_);
    }
    join(finished);
}

HttpWorkers::Load HttpWorkers::load() const {
    const std::lock_guard lock(mutex_);
    return {running_, waiting_.size(), workers_.size()};
}

}  // namespace hence
