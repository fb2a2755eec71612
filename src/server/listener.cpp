#include "server/listener.h"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/connection.h"

namespace hence {

Listener::Listener(Descriptor socket, Handler handler, const ListenerLimits& limits)
    : socket_(std::move(socket)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      handler_(std::move(handler)),
      limits_(limits) {
    acceptor_ = std::thread([this] { accept_all(); });
}

void Listener::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t put = ::write(wake_.number(), &one, sizeof one);
    if (acceptor_.joinable()) {
        acceptor_.join();
    }
    socket_ = {};
    std::unique_lock lock(mutex_);
    for (Connection& connection : connections_) {
        connection.stream.stop_reading();
    }
    const auto all_done = [this] { return std::ranges::all_of(connections_, &Connection::done); };
    if (!changed_.wait_for(lock, limits_.farewell, all_done)) {
        // Whoever still reads an answer this slowly is cut off, and sees that it was.
        for (Connection& connection : connections_) {
            ::shutdown(connection.stream.number(), SHUT_RDWR);
        }
        changed_.wait(lock, all_done);
    }
    lock.unlock();
    join_finished();
}

void Listener::accept_all() {
    while (wait_for_room()) {
        pollfd waiting[] = {{socket_.number(), POLLIN, 0}, {wake_.number(), POLLIN, 0}};
        if (::poll(waiting, 2, -1) < 0 && errno != EINTR) {
            return;
        }
        if (waiting[1].revents != 0) {
            return;
        }
        Descriptor accepted{::accept4(socket_.number(), nullptr, nullptr, SOCK_CLOEXEC)};
        if (!accepted) {
            // Out of descriptors or memory: others must finish first, so do not spin.
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
                ::poll(&waiting[1], 1, 50);
            }
            continue;
        }
        join_finished();
        const std::lock_guard lock(mutex_);
        Connection& connection = connections_.emplace_back(
            Connection{Stream(std::move(accepted), limits_.read_patience)});
        connection.thread = std::thread([this, &connection] { serve(connection); });
    }
}

// False once stopping.
bool Listener::wait_for_room() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] {
        const auto busy = std::ranges::count(connections_, false, &Connection::done);
        return stopping_ || static_cast<std::size_t>(busy) < limits_.connections_max;
    });
    return !stopping_;
}

void Listener::serve(Connection& connection) {
    const auto stopping = [this] {
        const std::lock_guard lock(mutex_);
        return stopping_;
    };
    serve_connection(connection.stream, handler_, limits_, stopping);
    // The peer learns of the end here; the number stays taken until the thread is joined.
    ::shutdown(connection.stream.number(), SHUT_RDWR);
    const std::lock_guard lock(mutex_);
    connection.done = true;
    changed_.notify_all();
}

void Listener::join_finished() {
    std::list<Connection> finished;
    {
        const std::lock_guard lock(mutex_);
        for (auto at = connections_.begin(); at != connections_.end();) {
            const auto here = at++;
            if (here->done) {
                finished.splice(finished.end(), connections_, here);
            }
        }
    }
    for (Connection& connection : finished) {
        connection.thread.join();
    }
}

}  // namespace hence
