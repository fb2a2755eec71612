// One thread waits for all connections at once, by epoll, and never for one alone: handlers run on
// the worker threads, which wake this thread when an answer is ready. The thread looks at the clock
// a few times within the shortest patience, and not at all while nobody is connected.
#include "server/grpc/grpc.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/grpc/connection.h"
#include "server/grpc/workers.h"

namespace hence {
namespace {

using std::chrono::milliseconds;
using Instant = GrpcSession::Instant;

constexpr std::size_t threads_max = 4;
constexpr std::size_t read_bytes = 16'384;
// From one connection, before the others have their turn; and when stopping, of what is there.
constexpr int reads_in_turn = 4;
constexpr int reads_at_last = 256;
constexpr int accepts_in_turn = 64;
constexpr milliseconds accept_pause{50};
// How long a connection that has ended waits for the peer to see it.
constexpr milliseconds linger{1'000};
constexpr milliseconds linger_when_stopping{200};

// What epoll calls the two that are no connections.
constexpr std::uint64_t listening_id = 0;
constexpr std::uint64_t wake_id = 1;

// SETTINGS, and a GOAWAY that asks for calm: all that one says to a connection too many.
constexpr std::string_view turned_away(
    "\0\0\0\4\0\0\0\0\0"
    "\0\0\x08\7\0\0\0\0\0\0\0\0\0\0\0\0\x0b",
    26);

Instant clock_now() {
    return std::chrono::steady_clock::now();
}

milliseconds tick_of(const ListenerLimits& limits) {
    const milliseconds shortest = std::min({limits.header_patience, limits.body_patience,
                                            limits.idle_patience, limits.write_patience});
    return std::clamp(shortest / 4, milliseconds(5), milliseconds(250));
}

}  // namespace

class GrpcListener::Loop {
public:
    Loop(Descriptor socket, Handler handler, const Access& access, const ListenerLimits& limits);
    void stop();
    GrpcGauges gauges() const;

private:
    struct Watched {
        Watched(Descriptor socket, GrpcHouse& house, std::function<void(GrpcCall)> deliver,
                Instant now)
            : connection(std::move(socket), house, std::move(deliver), now) {}

        GrpcConnection connection;
        std::uint32_t interest = 0;  // As epoll knows it.
    };

    void run();
    void wait_and_serve();
    void serve(std::uint64_t id);
    void accept_some(Instant now);
    bool make_room();
    void add(Descriptor accepted, Instant now);
    void listen_again(bool listening);
    bool settle(std::uint64_t id, Watched& watched, Instant now);
    void pass_answers_on(Instant now);
    void look_at_the_clock(Instant now);
    void begin_to_stop(Instant now);
    int patience_ms() const;
    void wake();

    GrpcHouse house_;
    milliseconds tick_;
    Descriptor socket_;
    Descriptor wake_;
    Descriptor epoll_;
    Descriptor spare_;  // To be closed when no other descriptor is left.
    std::map<std::uint64_t, Watched> connections_;
    std::uint64_t next_id_ = wake_id + 1;
    Instant looked_at_ = clock_now();
    std::optional<Instant> paused_until_;
    std::optional<Instant> farewell_at_;  // Set once stopping.
    std::vector<char> buffer_ = std::vector<char>(read_bytes);
    std::atomic<std::size_t> connected_ = 0;
    std::atomic<bool> stopping_ = false;
    std::once_flag stopped_;
    GrpcWorkers workers_;
    std::thread thread_;
};

GrpcListener::Loop::Loop(Descriptor socket, Handler handler, const Access& access,
                         const ListenerLimits& limits)
    : house_{access, limits, ByteBudget(limits.in_flight_bytes_max)},
      tick_(tick_of(limits)),
      socket_(std::move(socket)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      spare_(::open("/dev/null", O_RDONLY | O_CLOEXEC)),
      workers_(
          std::clamp<std::size_t>(limits.requests_max, 1, threads_max),
          [this, handler = std::move(handler)](GrpcCall call) {
              return answer_call(std::move(call), handler, house_.limits);
          },
          [this] { wake(); }) {
    ::fcntl(socket_.number(), F_SETFL, ::fcntl(socket_.number(), F_GETFL) | O_NONBLOCK);
    epoll_event event{.events = EPOLLIN, .data = {.u64 = listening_id}};
    ::epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, socket_.number(), &event);
    event.data.u64 = wake_id;
    ::epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, wake_.number(), &event);
    thread_ = std::thread([this] { run(); });
}

void GrpcListener::Loop::stop() {
    std::call_once(stopped_, [this] {
        stopping_ = true;
        wake();
        thread_.join();
        workers_.stop();
    });
}

GrpcGauges GrpcListener::Loop::gauges() const {
    return {.connections = connected_,
            .calls_running = workers_.running(),
            .calls_waiting = workers_.waiting(),
            .in_flight_bytes = house_.budget.held()};
}

void GrpcListener::Loop::wake() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t put = ::write(wake_.number(), &one, sizeof one);
}

void GrpcListener::Loop::run() {
    while (!farewell_at_ || (!connections_.empty() && clock_now() < *farewell_at_)) {
        wait_and_serve();
    }
    connections_.clear();
    connected_ = 0;
}

void GrpcListener::Loop::wait_and_serve() {
    std::array<epoll_event, 64> events{};
    const int count = ::epoll_wait(epoll_.number(), events.data(), static_cast<int>(events.size()),
                                   patience_ms());
    const Instant now = clock_now();
    for (int at = 0; at < count; ++at) {
        const std::uint64_t id = events[static_cast<std::size_t>(at)].data.u64;
        if (id == listening_id) {
            accept_some(now);
        } else if (id == wake_id) {
            std::uint64_t times = 0;
            [[maybe_unused]] const ssize_t got = ::read(wake_.number(), &times, sizeof times);
        } else {
            serve(id);
        }
    }
    pass_answers_on(now);
    if (stopping_ && !farewell_at_) {
        begin_to_stop(now);
    }
    if (paused_until_ && now >= *paused_until_) {
        paused_until_.reset();
        listen_again(true);
    }
    if (now - looked_at_ >= tick_) {
        looked_at_ = now;
        look_at_the_clock(now);
    }
    connected_ = connections_.size();
}

int GrpcListener::Loop::patience_ms() const {
    if (paused_until_) {
        return static_cast<int>(accept_pause.count());
    }
    return connections_.empty() ? -1 : static_cast<int>(tick_.count());
}

void GrpcListener::Loop::serve(std::uint64_t id) {
    const auto found = connections_.find(id);
    if (found == connections_.end()) {
        return;
    }
    const Instant now = clock_now();
    if (!found->second.connection.read(buffer_, reads_in_turn, now) ||
        !settle(id, found->second, now)) {
        connections_.erase(found);
    }
}

// Sends what there is to send, and has epoll watch for what comes next. False when there is nobody
// to speak to any more.
bool GrpcListener::Loop::settle(std::uint64_t id, Watched& watched, Instant now) {
    if (!watched.connection.write(now)) {
        return false;
    }
    const std::uint32_t interest = (watched.connection.wants_to_read() ? EPOLLIN : 0U) |
                                   (watched.connection.wants_to_write() ? EPOLLOUT : 0U);
    if (interest != watched.interest) {
        epoll_event event{.events = interest, .data = {.u64 = id}};
        const int action = watched.interest == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
        if (::epoll_ctl(epoll_.number(), action, watched.connection.number(), &event) != 0) {
            return false;
        }
        watched.interest = interest;
    }
    return true;
}

void GrpcListener::Loop::accept_some(Instant now) {
    for (int turn = 0; turn < accepts_in_turn; ++turn) {
        Descriptor accepted{
            ::accept4(socket_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)};
        if (accepted) {
            add(std::move(accepted), now);
            continue;
        }
        if (errno == EAGAIN) {
            return;
        }
        if (errno == EINTR || errno == ECONNABORTED || (errno == EMFILE && make_room())) {
            continue;
        }
        // Others must finish first, so do not spin.
        listen_again(false);
        paused_until_ = now + accept_pause;
        return;
    }
}

// No descriptor is left. The spare one serves to tell the peer that waits longest to come again
// later.
bool GrpcListener::Loop::make_room() {
    if (!spare_) {
        spare_ = Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        return false;
    }
    spare_ = Descriptor();
    bool turned = false;
    {
        const Descriptor accepted{
            ::accept4(socket_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)};
        turned = static_cast<bool>(accepted);
        if (turned) {
            ::send(accepted.number(), turned_away.data(), turned_away.size(), MSG_NOSIGNAL);
        }
    }
    spare_ = Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    return turned;
}

void GrpcListener::Loop::add(Descriptor accepted, Instant now) {
    if (connections_.size() >= house_.limits.connections_max) {
        ::send(accepted.number(), turned_away.data(), turned_away.size(), MSG_NOSIGNAL);
        return;
    }
    const int yes = 1;
    ::setsockopt(accepted.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const std::uint64_t id = next_id_++;
    const auto deliver = [this, id](GrpcCall call) { workers_.give(id, std::move(call)); };
    const auto added = connections_.try_emplace(id, std::move(accepted), house_, deliver, now);
    if (!settle(id, added.first->second, now)) {
        connections_.erase(added.first);
    }
}

void GrpcListener::Loop::listen_again(bool listening) {
    if (socket_) {
        epoll_event event{.events = listening ? EPOLLIN : 0U, .data = {.u64 = listening_id}};
        ::epoll_ctl(epoll_.number(), EPOLL_CTL_MOD, socket_.number(), &event);
    }
}

void GrpcListener::Loop::pass_answers_on(Instant now) {
    for (const GrpcWorkers::Answered& answered : workers_.take_answered()) {
        const auto found = connections_.find(answered.connection);
        if (found == connections_.end()) {
            continue;
        }
        found->second.connection.session().answer(answered.stream, answered.answer, now);
        if (!settle(found->first, found->second, now)) {
            connections_.erase(found);
        }
    }
}

void GrpcListener::Loop::look_at_the_clock(Instant now) {
    const milliseconds lingering = farewell_at_ ? linger_when_stopping : linger;
    for (auto at = connections_.begin(); at != connections_.end();) {
        const auto here = at++;
        GrpcConnection& connection = here->second.connection;
        if (!connection.look_at_the_clock(house_.limits, lingering, now) ||
            !settle(here->first, here->second, now)) {
            connections_.erase(here);
        }
    }
}

void GrpcListener::Loop::begin_to_stop(Instant now) {
    farewell_at_ = now + house_.limits.farewell;
    socket_ = Descriptor();
    for (auto at = connections_.begin(); at != connections_.end();) {
        const auto here = at++;
        GrpcConnection& connection = here->second.connection;
        const bool there = connection.read(buffer_, reads_at_last, now);
        connection.session().finish(now);
        if (!there || !settle(here->first, here->second, now)) {
            connections_.erase(here);
        }
    }
}

GrpcListener::GrpcListener(Descriptor socket, Handler handler, const Access& access,
                           const ListenerLimits& limits)
    : loop_(std::make_unique<Loop>(std::move(socket), std::move(handler), access, limits)) {}

GrpcListener::~GrpcListener() {
    stop();
}

void GrpcListener::stop() {
    loop_->stop();
}

GrpcGauges GrpcListener::gauges() const {
    return loop_->gauges();
}

}  // namespace hence
