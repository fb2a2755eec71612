// How ownership moves.
//
// The lock decides, the socket only serves: whoever holds DIRECTORY/owner.lock may replace
// DIRECTORY/hence.sock and open the store. An owner leaves in this order: it stops accepting and
// removes the socket, answers what has arrived, closes the store, and gives the lock back.
// Everybody else goes round in a circle: connect; else lock; else wait a little. A connection that
// breaks before its answer began is simply one more turn. A killed owner leaves its socket behind,
// where connecting is refused, and no lock.
#include "server/owner.h"

#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/try.h"
#include "server/client.h"
#include "server/listener.h"
#include "server/owner_lock.h"
#include "server/router.h"

namespace hence {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds turn_pause{5};
// After a handover, how long the one who left lets others take the lock.
constexpr std::chrono::milliseconds modesty{5'000};
constexpr std::chrono::milliseconds answer_patience{600'000};

// Whoever holds this owns the directory. Built only when everything is in place.
struct Ownership {
    Descriptor lock;
    std::unique_ptr<Store> store;
    std::unique_ptr<Listener> listener;
};

class DirectoryDoor : public Door {
public:
    DirectoryDoor(std::filesystem::path directory, OwnerOptions options)
        : directory_(std::move(directory)), options_(std::move(options)) {}
    DirectoryDoor(const DirectoryDoor&) = delete;
    DirectoryDoor& operator=(const DirectoryDoor&) = delete;
    ~DirectoryDoor() override {
        // From here on no handover can begin; one that has begun is waited for.
        leaving_ = true;
        {
            const std::lock_guard guard(leaver_mutex_);
            if (leaver_.joinable()) {
                leaver_.join();
            }
        }
        leave();
    }

    Result<Reply> send(const Request& request, const Sink& sink) override;
    Result<void> insist();

private:
    bool leaving() const { return leaving_.load(); }
    App app() const {
        return {.store = *own_.store,
                .metrics = options_.metrics,
                .live = options_.live,
                .kept = options_.kept};
    }
    Result<bool> try_own();
    Result<bool> open_and_listen(Descriptor lock);
    Result<void> hand_over();
    void leave();
    std::optional<Result<Reply>> ask_owner(const Request& request, const Sink& sink, bool& met);
    Error stuck() const;

    std::filesystem::path directory_;
    OwnerOptions options_;
    // Held shared while this process answers itself, so that the store is not closed beneath it.
    std::shared_mutex own_mutex_;
    Ownership own_;
    std::atomic<bool> leaving_ = false;
    std::mutex leaver_mutex_;
    std::thread leaver_;
    std::atomic<Clock::rep> modest_until_ = 0;
};

Result<Reply> DirectoryDoor::send(const Request& request, const Sink& sink) {
    auto deadline = Clock::now() + options_.patience;
    while (true) {
        if (!leaving()) {
            const std::shared_lock lock(own_mutex_);
            if (own_.store) {
                return deliver(handle(app(), request), sink);
            }
        }
        bool met = false;
        if (std::optional<Result<Reply>> reply = ask_owner(request, sink, met)) {
            return std::move(*reply);
        }
        if (met) {
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

// Nothing when there is no owner to ask, or (`met`) it vanished before it answered.
std::optional<Result<Reply>> DirectoryDoor::ask_owner(const Request& request, const Sink& sink,
                                                      bool& met) {
    Result<Descriptor> socket = connect_in(directory_);
    if (!socket) {
        if (socket.error().code == Code::not_found) {
            return std::nullopt;
        }
        return Result<Reply>(socket.error());
    }
    met = true;
    Stream stream(std::move(socket).take(), answer_patience);
    Exchange asked = exchange(stream, request, "hence", sink);
    if (!asked.began) {
        return std::nullopt;
    }
    return std::move(asked.reply);
}

Result<bool> DirectoryDoor::try_own() {
    if (leaving() || Clock::now().time_since_epoch().count() < modest_until_.load()) {
        return false;
    }
    std::optional<Descriptor> lock = TRY(take_lock(directory_, options_.command));
    if (!lock) {
        return false;
    }
    return open_and_listen(std::move(*lock));
}

Result<bool> DirectoryDoor::open_and_listen(Descriptor lock) {
    // Those who connect from here on wait in the queue until the store is open.
    Descriptor socket = TRY(listen_in(directory_));
    Result<std::unique_ptr<Store>> store = options_.open(directory_);
    if (!store) {
        ::unlink((directory_ / socket_name).c_str());
        return store.error();
    }
    const std::unique_lock guard(own_mutex_);
    own_.lock = std::move(lock);
    own_.store = std::move(store).take();
    App served = app();
    served.hand_over = [this] { return hand_over(); };
    own_.listener = std::make_unique<Listener>(
        std::move(socket), [served](const Request& request) { return handle(served, request); },
        local_limits());
    return true;
}

// Runs inside a request, so that the leaving itself, which waits for requests, is another thread's.
Result<void> DirectoryDoor::hand_over() {
    if (options_.insists) {
        return Error{Code::conflict, fmt::format("{} keeps the store", options_.command),
                     "send requests to it instead"};
    }
    const std::lock_guard guard(leaver_mutex_);
    if (!leaving_.exchange(true)) {
        if (leaver_.joinable()) {
            leaver_.join();
        }
        modest_until_ = (Clock::now() + modesty).time_since_epoch().count();
        leaver_ = std::thread([this] {
            leave();
            modest_until_ = (Clock::now() + modesty).time_since_epoch().count();
            leaving_ = false;
        });
    }
    return {};
}

void DirectoryDoor::leave() {
    std::unique_ptr<Listener> listener;
    {
        const std::unique_lock guard(own_mutex_);
        if (!own_.store) {
            return;
        }
        listener = std::move(own_.listener);
    }
    ::unlink((directory_ / socket_name).c_str());
    listener.reset();
    const std::unique_lock guard(own_mutex_);
    own_.store.reset();
    own_.lock = {};
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
        bool met = false;
        std::optional<Result<Reply>> reply = ask_owner(
            request, [](std::string_view) -> Result<void> { return {}; }, met);
        if (reply && *reply && (*reply)->refused) {
            return *(*reply)->refused;
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
