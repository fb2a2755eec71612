// Accepts connections. Running out of descriptors is an ordinary event for a server that others can
// reach: one descriptor is kept back, so that a peer can be told that there is no room, and some
// are left to the store, which must go on writing.
#include "server/http/listener.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <thread>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "server/http/connection.h"

namespace hence {
namespace {

// Accepted in one step; then connections that are open have their turn.
constexpr int accepts_max = 64;
// Out of descriptors: others must end first.
constexpr std::chrono::milliseconds shortage_pause{50};
// When it is full: connections that have ended may not have been noticed yet.
constexpr std::chrono::milliseconds full_pause{2};
// Those told that there is no room; more are closed without waiting for them to hear it.
constexpr std::size_t turned_away_max = 64;
// Descriptors that connections leave to the store.
constexpr int spare_descriptors = 64;

Descriptor open_spare() {
    return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

// Whether so few descriptors are left that the store must have them.
bool nearly_the_last(int number) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return false;
    }
    const auto all = static_cast<long>(std::min<rlim_t>(limit.rlim_cur, 1 << 30));
    return number >= all - std::min<long>(spare_descriptors, all / 8);
}

// Says a last word to someone for whom there is no room at all.
void send_away(const Descriptor& socket) {
    const std::string words = refusal_bytes(too_busy("connections"));
    [[maybe_unused]] const ssize_t put =
        ::send(socket.number(), words.data(), words.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    ::shutdown(socket.number(), SHUT_WR);
}

}  // namespace

ListenerLimits local_limits() {
    return {.body_bytes_max = 2ULL << 30,
            .inflation_max = 10'000,
            .in_flight_bytes_max = 16ULL << 30,
            .header_patience = std::chrono::minutes(1),
            .body_patience = std::chrono::minutes(10),
            .write_patience = std::chrono::minutes(10)};
}

// The door itself. What is private is done by the thread that runs the hall's io_context.
class Listener::Core {
public:
    Core(Descriptor socket, std::shared_ptr<Hall> hall)
        : hall_(std::move(hall)),
          work_(hall_->io.get_executor()),
          socket_(hall_->io),
          pause_(hall_->io),
          spare_(open_spare()) {
        ::fcntl(socket.number(), F_SETFL, ::fcntl(socket.number(), F_GETFL) | O_NONBLOCK);
        socket_.assign(socket.release());
        wait_for_peers();
        thread_ = std::thread([this] { run(); });
    }
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;
    ~Core() { stop(); }

    void stop();
    const Hall& hall() const { return *hall_; }

private:
    void run();
    void wait_for_peers();
    void accept_guarded();
    void accept_some();
    Descriptor next_peer();
    bool is_full(const Descriptor& peer) const;
    void rest(int reason);
    void pause(std::chrono::milliseconds time);
    void receive(Descriptor socket);
    void begin_stopping();
    void close_all();

    std::shared_ptr<Hall> hall_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
    boost::asio::posix::stream_descriptor socket_;
    boost::asio::steady_timer pause_;
    Descriptor spare_;
    Descriptor held_;      // Came when all was full.
    bool waited_ = false;  // Those who left since then have been noticed.
    std::mutex stop_mutex_;
    bool stopped_ = false;
    std::thread thread_;
};

void Listener::Core::run() {
    while (true) {
        try {
            hall_->io.run();
            return;
        } catch (const std::exception&) {
            // What a step lets out is caught where it begins. This was memory, between two steps.
            continue;
        }
    }
}

void Listener::Core::wait_for_peers() {
    socket_.async_wait(boost::asio::posix::descriptor_base::wait_read,
                       [this](const boost::system::error_code& error) {
                           if (!error) {
                               accept_guarded();
                           }
                       });
}

// Whatever happens to one peer, the next is waited for.
void Listener::Core::accept_guarded() {
    if (hall_->stopping) {
        return;
    }
    try {
        accept_some();
    } catch (const std::exception&) {
        rest(ENOMEM);
    }
}

void Listener::Core::accept_some() {
    for (int accepts = 0; accepts < accepts_max; ++accepts) {
        Descriptor peer = next_peer();
        if (const bool full = peer && is_full(peer); full && !waited_) {
            held_ = std::move(peer);
            waited_ = true;
            pause(full_pause);
            return;
        } else if (peer) {
            waited_ = full;
            receive(std::move(peer));
        } else if (errno == EAGAIN) {
            break;
        } else if (errno != EINTR && errno != ECONNABORTED && errno != EPROTO) {
            rest(errno);
            return;
        }
    }
    waited_ = false;
    wait_for_peers();
}

// The peer that was held back, or else the first in the queue. None: errno says why.
Descriptor Listener::Core::next_peer() {
    if (!held_) {
        return Descriptor(
            ::accept4(socket_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    }
    // Since it came, lower numbers may have become free.
    if (Descriptor lower(::fcntl(held_.number(), F_DUPFD_CLOEXEC, 0)); lower) {
        held_ = std::move(lower);
    }
    return std::move(held_);
}

bool Listener::Core::is_full(const Descriptor& peer) const {
    return hall_->connections >= hall_->limits.connections_max || nearly_the_last(peer.number());
}

// Out of descriptors or memory. One descriptor is kept back for this: when waiting does not help,
// the first peer in the queue is told, and all others stay there until there is room.
void Listener::Core::rest(int reason) {
    if (waited_ && (reason == EMFILE || reason == ENFILE)) {
        spare_ = {};
        if (const Descriptor first = next_peer(); first) {
            ++hall_->refused;
            send_away(first);
        }
    }
    waited_ = true;
    pause(shortage_pause);
}

void Listener::Core::pause(std::chrono::milliseconds time) {
    pause_.expires_after(time);
    pause_.async_wait([this](const boost::system::error_code& error) {
        if (!error) {
            if (!spare_) {
                spare_ = open_spare();
            }
            accept_guarded();
        }
    });
}

void Listener::Core::receive(Descriptor socket) {
    const int yes = 1;
    ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const bool full = is_full(socket);
    if (full && hall_->turned_away >= turned_away_max) {
        ++hall_->refused;
        send_away(socket);
        return;
    }
    const auto connection = std::make_shared<Connection>(hall_, std::move(socket));
    hall_->open.insert(connection);
    if (full) {
        connection->turn_away(too_busy("connections"));
    } else {
        connection->start();
    }
}

void Listener::Core::begin_stopping() {
    // A peer that has connected counts as arrived.
    boost::system::error_code ignored;
    pause_.cancel(ignored);
    for (int accepts = 0; accepts < accepts_max; ++accepts) {
        Descriptor peer = next_peer();
        if (!peer) {
            break;
        }
        receive(std::move(peer));
    }
    socket_.close(ignored);
    hall_->stopping = true;
    const auto open = hall_->open;
    for (const std::shared_ptr<Connection>& connection : open) {
        connection->stop();
    }
    if (hall_->open.empty()) {
        const std::lock_guard lock(hall_->mutex);
        hall_->empty = true;
        hall_->changed.notify_all();
    }
}

void Listener::Core::close_all() {
    const auto open = hall_->open;
    for (const std::shared_ptr<Connection>& connection : open) {
        connection->close();
    }
}

void Listener::Core::stop() {
    const std::lock_guard guard(stop_mutex_);
    if (std::exchange(stopped_, true)) {
        return;
    }
    boost::asio::post(hall_->io, [this] { begin_stopping(); });
    {
        std::unique_lock lock(hall_->mutex);
        const auto empty = [this] { return hall_->empty; };
        if (!hall_->changed.wait_for(lock, hall_->limits.farewell, empty)) {
            // A peer that still reads an answer this slowly is cut off, and can see that it was.
            boost::asio::post(hall_->io, [this] { close_all(); });
            hall_->changed.wait(lock, empty);
        }
    }
    hall_->recorders.stop();
    hall_->answerers.stop();
    hall_->feeders.stop();
    work_.reset();
    thread_.join();
}

Listener::Listener(Descriptor socket, Handler handler, const ListenerLimits& limits, Admit admit,
                   Restate restate, Asks asks)
    : core_(std::make_unique<Core>(
          std::move(socket), std::make_shared<Hall>(limits, std::move(handler), std::move(admit),
                                                    std::move(restate), std::move(asks)))) {}

Listener::~Listener() = default;

void Listener::stop() {
    core_->stop();
}

ListenerGauges Listener::gauges() const {
    const Hall& hall = core_->hall();
    std::size_t running = 0;
    std::size_t waiting = 0;
    for (const HttpWorkers* each : {&hall.recorders, &hall.answerers, &hall.feeders}) {
        const HttpWorkers::Load load = each->load();
        running += load.running;
        waiting += load.waiting;
    }
    return {.connections = hall.connections,
            .feeds = hall.feeds,
            .requests_running = running,
            .requests_waiting = waiting,
            .in_flight_bytes = hall.budget.used(),
            .answer_bytes = hall.answers.used(),
            .refused_total = hall.refused};
}

}  // namespace hence
