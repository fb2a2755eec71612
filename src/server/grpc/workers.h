// The threads that answer calls, so that the one that reads and writes never waits. How many calls
// wait is bounded by the streams and the bytes that connections may have. stop() drops calls that
// still wait, and returns when none runs.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "server/grpc/call.h"

namespace hence {

class GrpcWorkers {
public:
    struct Answered {
        std::uint64_t connection = 0;
        std::int32_t stream = 0;
        GrpcAnswer answer = {};
    };

    // `work` runs on any of the threads; `wake` is called there when there is something to take.
    GrpcWorkers(std::size_t threads, std::function<GrpcAnswer(GrpcCall)> work,
                std::function<void()> wake);
    GrpcWorkers(const GrpcWorkers&) = delete;
    GrpcWorkers& operator=(const GrpcWorkers&) = delete;
    ~GrpcWorkers() { stop(); }

    // How many wait is bounded by the streams and the bytes that connections may have.
    void give(std::uint64_t connection, GrpcCall call);
    std::vector<Answered> take_answered();

    // Drops what waits, and returns when nothing runs.
    void stop();

    std::size_t waiting() const;
    std::size_t running() const;

private:
    struct Given {
        std::uint64_t connection = 0;
        GrpcCall call;
    };

    void run();

    std::function<GrpcAnswer(GrpcCall)> work_;
    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Given> waiting_;
    std::vector<Answered> answered_;
    std::size_t running_ = 0;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace hence
