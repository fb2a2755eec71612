// Answers HTTP/1.1 on a listening socket, a thread to a connection.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

#include "server/http.h"
#include "server/socket.h"

namespace hence {

struct ListenerLimits {
    std::size_t connections_max = 64;            // More wait to be accepted.
    std::uint64_t body_bytes_max = 64ULL << 20;  // Beyond: 413.
    std::chrono::milliseconds read_patience{
        60'000};  // Between two pieces of a request, or requests.
    std::chrono::milliseconds write_patience{600'000};
    std::chrono::milliseconds farewell{10'000};  // How long stop() waits for slow readers.
};

class Listener {
public:
    // Called from many threads at once.
    using Handler = std::function<Response(const Request&)>;

    Listener(Descriptor socket, Handler handler, const ListenerLimits& limits = {});
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    ~Listener() { stop(); }

    // Stops accepting, lets requests that have arrived be answered, and returns when no handler
    // runs. Not to be called from a handler.
    void stop();

private:
    struct Connection {
        Stream stream;
        std::thread thread = {};
        bool done = false;  // Guarded by mutex_.
    };

    void accept_all();
    bool wait_for_room();
    void serve(Connection& connection);
    void join_finished();

    Descriptor socket_;
    Descriptor wake_;
    Handler handler_;
    ListenerLimits limits_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopping_ = false;
    std::list<Connection> connections_;
    std::thread acceptor_;
};

}  // namespace hence
