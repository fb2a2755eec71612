#include "server/grpc/workers.h"

#include <utility>

namespace hence {

GrpcWorkers::GrpcWorkers(std::size_t threads, std::function<GrpcAnswer(GrpcCall)> work,
                         std::function<void()> wake)
    : work_(std::move(work)), wake_(std::move(wake)) {
    for (std::size_t count = 0; count < threads; ++count) {
        threads_.emplace_back([this] { run(); });
    }
}

void GrpcWorkers::give(std::uint64_t connection, GrpcCall call) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back({connection, std::move(call)});
    }
    changed_.notify_one();
}

std::vector<GrpcWorkers::Answered> GrpcWorkers::take_answered() {
    const std::lock_guard lock(mutex_);
    return std::exchange(answered_, {});
}

void GrpcWorkers::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        waiting_.clear();
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
    threads_.clear();
}

std::size_t GrpcWorkers::waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
}

std::size_t GrpcWorkers::running() const {
    const std::lock_guard lock(mutex_);
    return running_;
}

void GrpcWorkers::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
        if (stopping_) {
            return;
        }
        Given given = std::move(waiting_.front());
        waiting_.pop_front();
        ++running_;
        lock.unlock();
        Answered answered{given.connection, given.call.stream};
        const bool wanted = !*given.call.cancelled;
        if (wanted) {
            answered.answer = work_(std::move(given.call));
        }
        lock.lock();
        --running_;
        if (wanted) {
            answered_.push_back(std::move(answered));
            wake_();
        }
    }
}

}  // namespace hence
