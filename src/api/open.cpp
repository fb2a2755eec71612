// open_store for an embedding program: this process becomes the owner of the directory.
//
// server/door/owner.cpp describes how ownership moves between processes. A command gives ownership
// up when another asks; a host does not, because its store must not be closed beneath it. While it
// owns the directory, the host answers the commands of others through a socket. Where another host
// or a server keeps the directory, the store is a client of that process (client_store.h).
#include "hence/open.h"

#include <thread>
#include <utility>

#include <errno.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/guarded.h"
#include "api/host_door.h"
#include "base/at_exit.h"
#include "base/process.h"
#include "base/try.h"
#include "intake/redaction.h"
#include "record/spool/spool.h"
#include "server/door/client.h"
#include "server/door/client_store.h"
#include "server/door/owner_lock.h"
#include "server/http/listener.h"
#include "server/router/router.h"
#include "store/common/forwarding_store.h"
#include "store/directory.h"
#include "store/engine.h"
#include "store/integrity/signing_keys.h"

namespace hence {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds turn_pause{5};
constexpr std::chrono::milliseconds answer_patience{2'000};

Error kept_by(const std::filesystem::path& directory) {
    return {
        Code::io,
        fmt::format("the store {} is kept by {}", directory.string(), describe_owner(directory)),
        "end that process, open the store without `alone`, or choose another directory"};
}

// Answers others through the socket for as long as it lives, or until the program exits. In a
// forked child it answers nobody: the lock and the socket were closed when the child was made, and
// the store below refuses every call.
class OwnedStore final : public ForwardingStore {
public:
    OwnedStore(std::filesystem::path directory, DirectoryLock lock, std::unique_ptr<Store> store,
               Descriptor socket)
        : ForwardingStore(std::move(store)),
          directory_(std::move(directory)),
          lock_(std::move(lock)),
          spool_(std::make_unique<Spool>(directory_, inner())) {
        at_exit_ = std::make_unique<AtExit>([this] { stop_answering(); });
        if (!socket) {
            return;
        }
        socket_closed_in_child_ = std::make_unique<ClosedInChild>(socket.number());
        const App app{.store = inner(),
                      .hand_over = [this]() -> Result<void> { return refuse_to_leave(); },
                      .spool = spool_.get(),
                      .redaction = &redaction_};
        listener_ = std::make_unique<Listener>(
            std::move(socket), [app](const Request& request) { return handle(app, request); },
            local_limits());
    }
    OwnedStore(const OwnedStore&) = delete;
    OwnedStore& operator=(const OwnedStore&) = delete;
    // The lock is given back last, when nobody here uses the directory any more.
    ~OwnedStore() override {
        if (!opened_in_.is_here()) {
            static_cast<void>(listener_.release());  // Its threads are not here to be waited for.
            static_cast<void>(at_exit_.release());
            static_cast<void>(spool_.release());
            return;
        }
        at_exit_ = nullptr;
        stop_answering();
        close();
    }

    Result<Receipt> erase_all(const std::vector<Erasure>& erasures) override {
        Receipt receipt = TRY(ForwardingStore::erase_all(erasures));
        if (spool_ != nullptr) {
            TRY(spool_->wipe_taken());
        }
        return receipt;
    }

private:
    void stop_answering() {
        if (listener_) {
            ::unlink((directory_ / socket_name).c_str());
            socket_closed_in_child_ = nullptr;
            listener_ = nullptr;
        }
        spool_ = nullptr;
    }

    Error refuse_to_leave() const {
        Error error = kept_by(directory_);
        error.code = Code::conflict;
        return error;
    }

    std::filesystem::path directory_;
    Redaction redaction_{directory_};
    ProcessMark opened_in_;
    DirectoryLock lock_;
    std::unique_ptr<Spool> spool_;  // Outlives the listener, whose answers use it.
    std::unique_ptr<ClosedInChild> socket_closed_in_child_;
    std::unique_ptr<Listener> listener_;
    std::unique_ptr<AtExit> at_exit_;
};

// Redacts what the host program appends.
class RedactingStore final : public ForwardingStore {
public:
    RedactingStore(std::shared_ptr<Store> store, std::filesystem::path directory)
        : ForwardingStore(std::move(store)), redaction_(std::move(directory)) {
        redaction_.keep_key_with(inner());
    }

    Result<Receipt> append(const Batch& batch, const Check& check) override {
        Batch redacted = batch;
        TRY(redact_batch(redacted, redactor_, redaction_));
        TRY(take_stored_twins(inner(), redactor_, redacted));
        return inner().append(redacted, check);
    }

private:
    Redactor redactor_;
    Redaction redaction_;
};

// True when the owner has said that it stays. An owner that does not answer may be about to leave.
bool stays(const std::filesystem::path& directory) {
    Result<Descriptor> socket = connect_in(directory);
    if (!socket) {
        return false;
    }
    Stream stream(std::move(socket).take(), answer_patience);
    Request request{.method = "POST", .path = {"api", "v1", "handover"}};
    request.headers["accept"] = "application/json";
    const Exchange asked =
        exchange(stream, request, "hence", [](std::string_view) -> Result<void> { return {}; });
    return asked.began && asked.reply && asked.reply->refused;
}

// Nothing when another process keeps the directory and answers.
Result<std::optional<DirectoryLock>> own(const std::filesystem::path& directory,
                                         const OpenOptions& options) {
    const std::string name = options.name.empty() ? program_invocation_short_name : options.name;
    const auto deadline = Clock::now() + options.patience;
    while (true) {
        std::optional<DirectoryLock> lock = TRY(DirectoryLock::take(directory, name));
        if (lock) {
            return lock;
        }
        if (stays(directory)) {
            return std::optional<DirectoryLock>();
        }
        if (Clock::now() > deadline) {
            return kept_by(directory);
        }
        std::this_thread::sleep_for(turn_pause);
    }
}

Result<std::unique_ptr<Store>> open_as_client(const std::string& place,
                                              const OpenOptions& options) {
    std::unique_ptr<Door> door =
        TRY(open_host_door({.place = place, .name = options.name, .token = options.token}));
    return open_client_store(std::move(door));
}

Result<std::unique_ptr<Store>> open_directory(const std::filesystem::path& directory,
                                              const OpenOptions& options) {
    TRY(make_directory(directory));
    std::optional<DirectoryLock> lock = TRY(own(directory, options));
    if (!lock) {
        if (options.alone) {
            return kept_by(directory);
        }
        return open_as_client(directory.string(), options);
    }
    // Clients that connect from here on wait in the socket's queue until the store is open.
    Descriptor socket = TRY(listen_in(directory));
    Result<std::unique_ptr<Store>> store = open_directory_store(directory);
    if (!store) {
        if (socket) {
            ::unlink((directory / socket_name).c_str());
        }
        return store.error();
    }
    return std::unique_ptr<Store>(std::make_unique<OwnedStore>(
        directory, std::move(*lock), std::move(store).take(), std::move(socket)));
}

}  // namespace

Result<std::unique_ptr<Store>> open_store(const std::filesystem::path& place,
                                          const OpenOptions& options) noexcept {
    return guarded([&]() -> Result<std::unique_ptr<Store>> {
        if (place == "memory:") {
            std::unique_ptr<Store> store = open_memory_store();
            return options.redact ? std::make_unique<RedactingStore>(std::move(store), "")
                                  : std::move(store);
        }
        // An address is no path: it has its own slashes.
        const bool elsewhere = place.string().find("://") != std::string::npos;
        Result<std::unique_ptr<Store>> opened =
            is_engine_address(place.string())
                ? open_engine_store(place.string(), {.signing_keys = signing_directory()})
            : elsewhere ? open_as_client(place.string(), options)
                        : open_directory(place, options);
        if (!opened || !options.redact) {
            return opened;
        }
        return std::unique_ptr<Store>(std::make_unique<RedactingStore>(
            std::move(opened).take(), elsewhere ? std::filesystem::path() : place));
    });
}

}  // namespace hence
