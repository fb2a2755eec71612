// How ownership moves.
//
// Between processes, the lock decides and the socket only serves: whoever holds
// DIRECTORY/owner.lock may replace DIRECTORY/hence.sock and open the store. An owner leaves in this
// order: it stops accepting and removes the socket, answers what has arrived, closes the store, and
// gives the lock back. Everybody else goes round in a circle: connect; else lock; else wait a
// little. A connection that breaks before its answer began is simply one more turn. A killed owner
// leaves its socket behind, where connecting is refused, and no lock.
//
// Within a process, a door is in one of four states, and one mutex guards the state:
//
//                 take the lock           the store is open
//        away ───────────────▶ arriving ───────────────▶ here
//         ▲                       │                        │  somebody asks for the directory,
//         │◀──────────────────────┘ failed                 │  or the door is destroyed
//         │                                                ▼
//         └────────────────────────────────────────────leaving
//
// The thread that moves the state from away to arriving does the opening. The thread that moves it
// from here to leaving only says so: a request that asks for the directory must itself be answered
// before the owner can leave. The keeper, a thread of its own, does the leaving.
//
// Lock order: state_mutex_ is the only lock of a door. No thread holds it while it opens or closes
// anything, answers a request, joins a thread, or waits for anything but a change of the state.
#include "server/door/owner.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/try.h"
#include "intake/redaction.h"
#include "record/spool/spool.h"
#include "server/door/client.h"
#include "server/door/owner_lock.h"
#include "server/http/listener.h"
#include "server/router/router.h"

namespace hence {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds turn_pause{5};
// After a handover, how long the one who left lets others take the lock.
constexpr std::chrono::milliseconds modesty{5'000};
constexpr std::chrono::milliseconds answer_patience{600'000};
// An owner that is stopped answers nobody until somebody continues it.
constexpr std::chrono::milliseconds stopped_patience{2'000};

// Whoever holds this owns the directory. Built only when everything is in place, and destroyed in
// the opposite order: nobody accepts any more, nothing is taken from the spool, the store is
// closed, the lock is given back.
struct Ownership {
    DirectoryLock lock;
    std::unique_ptr<Store> store;
    std::unique_ptr<Spool> spool;
    std::unique_ptr<Listener> listener;  // None on a disk that takes no socket.
};

class DirectoryDoor : public Door {
public:
    DirectoryDoor(std::filesystem::path directory, OwnerOptions options)
        : directory_(std::move(directory)), options_(std::move(options)), redaction_(directory_) {}
    DirectoryDoor(const DirectoryDoor&) = delete;
    DirectoryDoor& operator=(const DirectoryDoor&) = delete;
    ~DirectoryDoor() override;

    Result<Reply> send(const Request& request, const Sink& sink) override;
    Result<void> insist();
    Spool* spool() override {
        const std::lock_guard lock(state_mutex_);
        return options_.insists && state_ == State::here ? own_->spool.get() : nullptr;
    }

private:
    enum class State : std::uint8_t { away, arriving, here, leaving };

    // Counts an answer while it is given, also where giving it throws (no memory is left): the
    // keeper waits for all answers before it leaves, and would wait for ever. To be made under
    // `state_mutex_`, which must be free again when the answer is over.
    class Answering {
    public:
        explicit Answering(DirectoryDoor& door) : door_(door) { ++door_.answering_; }
        Answering(const Answering&) = delete;
        Answering& operator=(const Answering&) = delete;
        ~Answering() {
            {
                const std::lock_guard lock(door_.state_mutex_);
                --door_.answering_;
            }
            door_.state_changed_.notify_all();
        }

    private:
        DirectoryDoor& door_;
    };

    App app(const Ownership& own) {
        return {.store = *own.store,
                .metrics = options_.metrics,
                .live = options_.live,
                .kept = options_.kept,
                .address = options_.address,
                .spool = own.spool.get(),
                .redaction = options_.redaction == nullptr ? &redaction_ : options_.redaction};
    }
    std::optional<Result<Reply>> answer_here(const Request& request, const Sink& sink);
    // What became of asking an owner that gave no answer.
    struct Meeting {
        bool met = false;      // There was one.
        bool stopped = false;  // It is stopped, and will not answer.
    };
    std::optional<Result<Reply>> ask_owner(const Request& request, const Sink& sink,
                                           Meeting& meeting);
    Result<bool> try_own();
    Result<std::unique_ptr<Ownership>> open_and_listen();
    Result<void> hand_over();
    void keep();
    void leave(std::unique_lock<std::mutex>& lock);
    Error stuck() const;
    Error stopped(int process_id) const;

    const std::filesystem::path directory_;
    const OwnerOptions options_;
    Redaction redaction_;

    std::mutex state_mutex_;
    std::condition_variable state_changed_;
    State state_ = State::away;
    bool closing_ = false;            // The door is being destroyed.
    std::unique_ptr<Ownership> own_;  // While here or leaving.
    std::size_t answering_ = 0;       // Threads of this process that use own_->store.
    Clock::time_point modest_until_;  // Until then others may have the directory.
    std::thread keeper_;              // Begun with the first arrival.
};

DirectoryDoor::~DirectoryDoor() {
    std::unique_lock lock(state_mutex_);
    closing_ = true;
    if (state_ == State::here) {
        state_ = State::leaving;
    }
    lock.unlock();
    state_changed_.notify_all();
    if (keeper_.joinable()) {
        keeper_.join();
    }
}

Result<Reply> DirectoryDoor::send(const Request& request, const Sink& sink) {
    auto deadline = Clock::now() + options_.patience;
    while (true) {
        if (std::optional<Result<Reply>> reply = answer_here(request, sink)) {
            return std::move(*reply);
        }
        Meeting meeting;
        if (std::optional<Result<Reply>> reply = ask_owner(request, sink, meeting)) {
            return std::move(*reply);
        }
        if (meeting.met) {
            deadline = Clock::now() + options_.patience;
        }
        const bool owned = TRY(try_own());
        if (!owned) {
            if (Clock::now() > deadline) {
                return stuck();
            }
            std::this_thread::sleep_for(turn_pause);
        }
    }
}

// The answer of the store that this process owns. Nothing when it owns none.
std::optional<Result<Reply>> DirectoryDoor::answer_here(const Request& request, const Sink& sink) {
    std::unique_lock lock(state_mutex_);
    if (state_ != State::here) {
        return std::nullopt;
    }
    const Answering answering(*this);
    const Ownership& own = *own_;
    lock.unlock();
    return deliver(handle(app(own), request), sink);
}

// Nothing when there is no owner to ask, or it vanished before it answered.
std::optional<Result<Reply>> DirectoryDoor::ask_owner(const Request& request, const Sink& sink,
                                                      Meeting& meeting) {
    Result<Descriptor> socket = connect_in(directory_);
    if (!socket) {
        if (socket.error().code == Code::not_found) {
            return std::nullopt;
        }
        return Result<Reply>(socket.error());
    }
    meeting.met = true;
    Stream stream(std::move(socket).take(), answer_patience);
    stream.stopped_patience(stopped_patience);
    Exchange asked = exchange(stream, request, "hence", sink);
    if (stream.stopped_peer() != 0) {
        meeting.stopped = true;
        return Result<Reply>(stopped(stream.stopped_peer()));
    }
    if (!asked.began) {
        return std::nullopt;
    }
    return std::move(asked.reply);
}

// True when this process owns the directory.
Result<bool> DirectoryDoor::try_own() {
    std::unique_lock lock(state_mutex_);
    if (state_ != State::away || closing_ || Clock::now() < modest_until_) {
        return state_ == State::here;
    }
    state_ = State::arriving;
    lock.unlock();
    Result<std::unique_ptr<Ownership>> opened = open_and_listen();
    lock.lock();
    const bool owned = opened && *opened != nullptr;
    const std::optional<Error> failure = opened ? std::nullopt : std::optional(opened.error());
    if (owned) {
        own_ = std::move(opened).take();
        if (!keeper_.joinable()) {
            keeper_ = std::thread([this] { keep(); });
        }
    }
    state_ = owned ? State::here : State::away;
    lock.unlock();
    state_changed_.notify_all();
    if (failure) {
        return *failure;
    }
    return owned;
}

// Null when another process has the lock.
Result<std::unique_ptr<Ownership>> DirectoryDoor::open_and_listen() {
    auto own = std::make_unique<Ownership>();
    std::optional<DirectoryLock> lock = TRY(DirectoryLock::take(directory_, options_.command));
    if (!lock) {
        return std::unique_ptr<Ownership>();
    }
    own->lock = std::move(*lock);
    // Those who connect from here on wait in the queue until the store is open.
    Descriptor socket = TRY(listen_in(directory_));
    Result<std::unique_ptr<Store>> store = options_.open(directory_);
    if (!store) {
        if (socket) {
            ::unlink((directory_ / socket_name).c_str());
        }
        return store.error();
    }
    own->store = std::move(store).take();
    own->spool = std::make_unique<Spool>(directory_, *own->store);
    if (socket) {
        App served = app(*own);
        served.hand_over = [this] { return hand_over(); };
        own->listener = std::make_unique<Listener>(
            std::move(socket), [served](const Request& request) { return handle(served, request); },
            local_limits());
    }
    return own;
}

// Runs inside a request. Says that the owner is to leave, and does not wait until it has left.
Result<void> DirectoryDoor::hand_over() {
    if (options_.insists) {
        return Error{Code::conflict, fmt::format("{} keeps the store", options_.command),
                     "send requests to it instead"};
    }
    {
        const std::lock_guard lock(state_mutex_);
        // Requests may come before the arrival is complete. The one who asks comes again.
        if (state_ == State::here) {
            state_ = State::leaving;
        }
    }
    state_changed_.notify_all();
    return {};
}

// The keeper: leaves when the door is to leave, for as long as there is a door.
void DirectoryDoor::keep() {
    std::unique_lock lock(state_mutex_);
    while (true) {
        state_changed_.wait(lock, [this] {
            return state_ == State::leaving || (closing_ && state_ == State::away);
        });
        if (state_ == State::away) {
            return;
        }
        leave(lock);
    }
}

void DirectoryDoor::leave(std::unique_lock<std::mutex>& lock) {
    modest_until_ = Clock::now() + modesty;
    std::unique_ptr<Listener> listener = std::move(own_->listener);
    lock.unlock();
    if (listener) {
        ::unlink((directory_ / socket_name).c_str());
        listener = nullptr;
    }
    lock.lock();
    state_changed_.wait(lock, [this] { return answering_ == 0; });
    std::unique_ptr<Ownership> own = std::move(own_);
    lock.unlock();
    own = nullptr;
    lock.lock();
    modest_until_ = Clock::now() + modesty;
    state_ = State::away;
    state_changed_.notify_all();
}

Result<void> DirectoryDoor::insist() {
    const auto deadline = Clock::now() + options_.patience;
    Request request{.method = "POST", .path = {"api", "v1", "handover"}};
    request.headers["accept"] = "application/json";
    while (true) {
        const bool owned = TRY(try_own());
        if (owned) {
            return {};
        }
        Meeting meeting;
        std::optional<Result<Reply>> reply = ask_owner(
            request, [](std::string_view) -> Result<void> { return {}; }, meeting);
        if (reply && *reply && (*reply)->refused) {
            return *(*reply)->refused;
        }
        if (meeting.stopped) {
            return reply->error();
        }
        if (Clock::now() > deadline) {
            return stuck();
        }
        std::this_thread::sleep_for(turn_pause);
    }
}

Error DirectoryDoor::stuck() const {
    return {Code::io,
            fmt::format("the store {} is held by {}, which does not answer", directory_.string(),
                        describe_owner(directory_)),
            "end that process and try again"};
}

Error DirectoryDoor::stopped(int process_id) const {
    return {
        Code::io,
        fmt::format("the store {} is held by {}, which is stopped", directory_.string(),
                    describe_owner(directory_)),
        fmt::format("continue it with kill -CONT {}, or end it with kill -KILL {}; continued, it "
                    "may still do what was asked of it",
                    process_id, process_id)};
}

}  // namespace

Result<std::unique_ptr<Door>> open_directory_door(const std::filesystem::path& directory,
                                                  OwnerOptions options) {
    const bool insists = options.insists;
    auto door = std::make_unique<DirectoryDoor>(directory, std::move(options));
    if (insists) {
        TRY(door->insist());
    }
    return std::unique_ptr<Door>(std::move(door));
}

}  // namespace hence
