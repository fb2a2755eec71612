// A store that this process keeps, and serves until it is told to end.
//
// A server must keep its directory for as long as it runs, so it insists: it asks the present owner
// to hand over, and hands over to nobody itself. The store is wrapped so that metrics and live
// readers see every append, also those that come through the socket of the directory. The first
// SIGINT or SIGTERM lets requests that have arrived be finished; a second one ends the process at
// once.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "intake/redaction.h"
#include "server/door/door.h"
#include "server/serve/serve.h"
#include "server/watch/address.h"
#include "server/watch/follower.h"
#include "server/watch/live.h"
#include "server/watch/metrics.h"
#include "server/wire/log.h"
#include "views/kept/kept_answers.h"

namespace hence {

class KeptStore {
public:
    // Opens a directory, an engine's log or "memory:". An engine's log is shared with every other
    // server before it. The process that owns the directory is asked to hand it over;
    // from then on other commands ask this process, through the socket there. Fails with invalid
    // for a place elsewhere, with conflict when the owner keeps it, and as open_directory_door
    // does.
    static Result<std::unique_ptr<KeptStore>> open(const std::string& place,
                                                   const std::string& command);

    KeptStore() = default;  // For open().
    KeptStore(const KeptStore&) = delete;
    KeptStore& operator=(const KeptStore&) = delete;

    App app() {
        return {.store = *store_,
                .metrics = &metrics_,
                .live = &live_,
                .kept = &answers_,
                .address = &address_,
                .spool = door_->spool(),
                .redaction = &redaction_,
                .standby = standby_.get()};
    }
    // A copy of the log that may answer questions; before anything is asked.
    void answers_from(std::unique_ptr<Store> standby) { standby_ = std::move(standby); }
    // Tells those who ask for the store's status where its server listens; empty: nowhere.
    void listens_at(std::string address) { address_.set(std::move(address)); }
    Door& door() { return *door_; }
    // What the engine behind the store cannot promise.
    const std::vector<std::string>& shortcomings() const { return shortcomings_; }
    // What is redacted of what is sent; before anything is.
    void redacts(const RedactPolicy& policy) { redaction_.set_policy(policy); }

private:
    std::unique_ptr<Store> observed(std::unique_ptr<Store> store);

    Metrics metrics_;
    LiveHub live_;
    KeptAnswers answers_;
    ServerAddress address_;
    Redaction redaction_;
    Store* store_ = nullptr;  // The door's.
    std::unique_ptr<Door> door_;
    std::unique_ptr<LogFollower> follower_;  // Null: nobody else writes to the store.
    std::vector<std::string> shortcomings_;
    std::unique_ptr<Store> standby_;
};

struct Serving {
    ServeOptions options = {};
    LogForm log_form = LogForm::text;
    LogLevel log_level = LogLevel::info;
    bool any_port = false;        // A port that is taken is replaced by a free one.
    std::string retain = {};      // After which time events are erased; empty: never.
    std::string said_first = {};  // A choice that whoever reads the log should know of.
    // Said when it listens, with its address.
    std::function<void(const std::string& address)> listening = {};
};

// Serves until SIGINT or SIGTERM comes, then finishes what has arrived; a second signal ends the
// process at once. Says on standard error where it listens. Fails as Server::start does.
Result<void> serve_until_told(KeptStore& kept, const Serving& serving);

}  // namespace hence
