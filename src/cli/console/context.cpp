#include "cli/console/context.h"

#include <chrono>
#include <cstdio>
#include <thread>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "base/try.h"
#include "cli/console/moment.h"
#include "cli/console/record_host.h"
#include "hence/store.h"
#include "model/text.h"
#include "record/record.h"
#include "record/store_receiver.h"
#include "server/door/owner.h"
#include "server/door/owner_lock.h"
#include "store/directory.h"
#include "store/engine.h"
#include "store/integrity/signing_keys.h"

namespace hence {
namespace {

constexpr int standby_attempts_max = 20;
constexpr std::chrono::milliseconds standby_pause{100};

// Shows on a terminal how far a rebuild is, since it can take a while and needs no command.
void show_rebuild(std::uint64_t done, std::uint64_t all) {
    if (::isatty(STDERR_FILENO) == 1) {
        fmt::print(stderr, "\rhence: rebuilding the index: {} of {} events{}", done, all,
                   done == all ? "\n" : "");
        std::fflush(stderr);
    }
}

}  // namespace

Result<std::string> default_store() {
    if (std::string store = environment("HENCE_STORE"); !store.empty()) {
        return store;
    }
    if (const std::string data = environment("XDG_DATA_HOME"); data.starts_with('/')) {
        return data + "/hence";
    }
    if (const std::string home = environment("HOME"); !home.empty()) {
        return home + "/.local/share/hence";
    }
    return Error{Code::invalid, "no store was named and there is no home directory",
                 "name one with --store or HENCE_STORE"};
}

Result<std::string> Context::store_named() const {
    std::string store =
        TRY(globals_.store.empty() ? default_store() : Result<std::string>(globals_.store));
    if (!globals_.stale_reads.empty() &&
        (!is_engine_address(store) || !is_engine_address(globals_.stale_reads))) {
        return Error{Code::invalid, "--stale-reads names a standby of a postgres:// store",
                     "write postgres://host/database, as for --store"};
    }
    if (!globals_.log.empty()) {
        if (!is_engine_address(store)) {
            return Error{Code::invalid, "--log chooses a log of a postgres:// store",
                         "a directory is one log; choose another directory with --store"};
        }
        store += (store.find('?') == std::string::npos ? "?log=" : "&log=") + globals_.log;
    }
    return store;
}

Result<std::unique_ptr<Store>> Context::open_standby() const {
    if (globals_.stale_reads.empty()) {
        return std::unique_ptr<Store>();
    }
    const std::string store = TRY(store_named());
    const std::string log = TRY(engine_log_of(store));
    const EngineOptions options{.log = log, .standby = true};
    for (int attempt = 1;; ++attempt) {
        Result<std::unique_ptr<Store>> opened = open_engine_store(globals_.stale_reads, options);
        // A log that was begun a moment ago is on its way.
        const bool wait = !opened && opened.error().code == Code::not_found;
        if (!wait || attempt == standby_attempts_max) {
            return opened;
        }
        std::this_thread::sleep_for(standby_pause);
    }
}

Result<std::unique_ptr<Store>> open_store_in(const std::filesystem::path& directory) {
    return open_directory_store(directory, show_rebuild);
}

Result<std::unique_ptr<Door>> Context::open_door(Purpose purpose, const std::string& command) {
    if (!globals_.file.empty()) {
        if (purpose == Purpose::write) {
            return Error{Code::invalid, "--file answers from a file and keeps nothing",
                         "name a store with --store instead"};
        }
        return open_file_door();
    }
    const std::string store = TRY(store_named());
    if (store == "memory:") {
        return open_local_door(open_memory_store());
    }
    if (store.starts_with("http://")) {
        // From the environment only: everybody on a machine can read a command line.
        return open_remote_door(store, environment("HENCE_TOKEN"));
    }
    if (store.starts_with("https://")) {
        return Error{Code::unsupported, "a server cannot be asked by https:// yet",
                     "reach it through an ssh tunnel or a local proxy, and by http://"};
    }
    if (is_engine_address(store)) {
        std::unique_ptr<Store> standby;
        if (purpose == Purpose::read) {
            standby = TRY(open_standby());
        }
        if (standby != nullptr) {
            return open_standby_door(std::move(standby), [store] {
                return open_engine_store(store,
                                         {.make = false, .signing_keys = signing_directory()});
            });
        }
        std::unique_ptr<Store> opened = TRY(open_engine_store(
            store, {.make = purpose == Purpose::write, .signing_keys = signing_directory()}));
        return open_local_door(std::move(opened));
    }
    if (store.find("://") != std::string::npos) {
        return Error{Code::unsupported,
                     fmt::format("no store of the kind {} is known", hence::quoted(store)),
                     "use a directory, memory:, http://host:port or postgres://host/database"};
    }
    return open_directory(store, purpose, command);
}

Result<std::unique_ptr<Door>> Context::open_directory(const std::filesystem::path& directory,
                                                      Purpose purpose, const std::string& command) {
    std::error_code error;
    const bool there = std::filesystem::exists(directory, error);
    if (there && !std::filesystem::is_directory(directory, error)) {
        return Error{Code::io, fmt::format("the store {} is not a directory", directory.string()),
                     "choose another one with --store"};
    }
    if (!there && purpose == Purpose::read) {
        return open_absent(directory);
    }
    TRY(make_directory(directory));
    OwnerOptions options;
    options.command = "hence " + command;
    options.open = open_store_in;
    return open_directory_door(directory, std::move(options));
}

Result<std::unique_ptr<Door>> Context::open_absent(const std::filesystem::path& directory) const {
    const bool named = !globals_.store.empty() || !environment("HENCE_STORE").empty();
    if (named) {
        return Error{Code::not_found, fmt::format("the store {} is not there", directory.string()),
                     "record into it first, or choose another one with --store"};
    }
    return open_local_door(open_memory_store());
}

Result<std::unique_ptr<Door>> Context::open_file_door() {
    std::unique_ptr<Store> store = open_memory_store();
    StoreReceiver receiver(*store);
    ConsoleRecordHost host;
    Account account;
    RecordOptions options;
    options.files = {globals_.file};
    options.listed_by = "hence --file " + globals_.file + " quarantine";
    TRY(record_files(receiver, host, options, account));
    if (account.unknown_files > 0 && account.accepted + account.quarantined == 0) {
        return Error{Code::invalid, fmt::format("nothing in {} could be read", globals_.file)};
    }
    return open_local_door(std::move(store));
}

Result<int> Context::ask(Request request, const std::string& command) {
    TRY(translate_times(request, moment_now()));  // A mistake is told before a store is opened.
    const std::unique_ptr<Door> door = TRY(open_door(Purpose::read, command));
    return ask(*door, std::move(request));
}

Result<std::string> Context::fetch(Door& door, Request request) {
    request.headers["accept"] = command_json;
    std::string body;
    const Reply reply = TRY(door.send(request, [&body](std::string_view piece) -> Result<void> {
        body += piece;
        return {};
    }));
    if (reply.refused) {
        return *reply.refused;
    }
    return body;
}

// See server/router/laid_out.h.
std::string Context::accepted() const {
    if (globals_.json) {
        return std::string(command_json);
    }
    std::string accept = "text/plain";
    if (out_.style().columns > 0 && !globals_.wide) {
        accept += fmt::format("; columns={}", out_.style().columns);
    }
    return globals_.local ? accept + "; times=marked" : accept;
}

Result<int> Context::ask(Door& door, Request request) {
    TRY(translate_times(request, moment_now()));
    request.headers["accept"] = accepted();
    const Result<Reply> reply = door.send(request, out_.sink());
    if (const Result<void> finished = out_.finish(); !finished) {
        // Nobody reads on: that is the reader's business, and no fault of the store.
        if (out_.reader_gone()) {
            return 0;
        }
        return finished.error();
    }
    if (!reply) {
        return reply.error();
    }
    if (!reply->warning.empty()) {
        note("warning: " + reply->warning);
    }
    if (reply->refused) {
        complain(*reply->refused);
    }
    return reply->exit_status;
}

void complain(const Error& error) {
    note(one_line(error));
}

void note(std::string_view line) {
    const std::string whole = "hence: " + printable(line) + "\n";
    std::fwrite(whole.data(), 1, whole.size(), stderr);
}

Request get(std::initializer_list<std::string_view> segments) {
    Request request;
    request.path = {"api", "v1"};
    for (const std::string_view segment : segments) {
        request.path.emplace_back(segment);
    }
    return request;
}

void with(Request& request, std::string_view name, const std::string& value) {
    if (!value.empty()) {
        request.query.emplace(name, value);
    }
}

void with_flag(Request& request, std::string_view name, bool set) {
    if (set) {
        request.query.emplace(name, "1");
    }
}

}  // namespace hence
