// `hence status`: where the store is, what is in it, and who has it.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "cli/console/local_times.h"
#include "model/json/json.h"
#include "model/json/writer.h"
#include "model/text.h"
#include "server/door/owner_lock.h"
#include "store/engine.h"

namespace hence {
namespace {

struct Status {
    std::string store;
    std::optional<std::uint64_t> bytes;  // Of a directory only.
    std::uint64_t events = 0;
    std::uint64_t sessions = 0;
    std::uint64_t quarantined = 0;
    std::optional<Time> newest;
    std::string owner;                      // Empty: no other process.
    std::string server;                     // Empty: none.
    std::vector<std::string> shortcomings;  // What an engine cannot promise.
};

// Files may come and go meanwhile, so what cannot be looked at counts nothing.
std::uint64_t bytes_in(const std::filesystem::path& directory) {
    std::uint64_t bytes = 0;
    std::error_code failed;
    std::filesystem::recursive_directory_iterator entry(directory, failed);
    for (; !failed && entry != std::filesystem::recursive_directory_iterator();
         entry.increment(failed)) {
        std::error_code unreadable;
        const bool file = entry->is_regular_file(unreadable);
        const std::uintmax_t size = file ? entry->file_size(unreadable) : 0;
        bytes += unreadable ? 0 : size;
    }
    return bytes;
}

std::uint64_t count_in(const Json& answer, std::string_view name) {
    return static_cast<std::uint64_t>(answer[name].number().value_or(0));
}

Result<Status> find_out(Context& context) {
    Status status;
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::read, "status"));
    const std::string body = TRY(Context::fetch(*door, get({"status"})));
    const Json answer(body);
    status.events = count_in(answer, "events");
    status.sessions = count_in(answer, "sessions");
    status.quarantined = count_in(answer, "quarantined");
    status.server = answer["server"].string().value_or("");
    if (const std::optional<std::string> newest = answer["newest"].string()) {
        status.newest = TRY(parse_time(*newest));
    }
    if (!context.globals().file.empty()) {
        status.store = context.globals().file;
        return status;
    }
    status.store = TRY(context.store_named());
    if (is_engine_address(status.store)) {
        status.shortcomings = TRY(engine_shortcomings(status.store));
        status.store = engine_address_shown(status.store);
        return status;
    }
    const bool directory = status.store.find("://") == std::string::npos;
    if (directory && status.store != "memory:") {
        status.bytes = bytes_in(status.store);
        // Whoever answered has the store; if that was this process, nobody else has.
        if (count_in(answer, "pid") != static_cast<std::uint64_t>(::getpid())) {
            status.owner = describe_owner(status.store);
        }
    }
    return status;
}

// "12.3 MiB"
std::string size_text(std::uint64_t bytes) {
    constexpr std::string_view units[] = {"KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024) {
        return fmt::format("{} bytes", bytes);
    }
    double size = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (size >= 1024 && unit + 1 < std::size(units)) {
        size /= 1024;
        ++unit;
    }
    return fmt::format("{:.1f} {}", size, units[unit]);
}

std::string in_words(const Status& status, bool local) {
    std::string text = "Store: " + printable(status.store);
    text += status.bytes ? fmt::format(" ({})\n", size_text(*status.bytes)) : "\n";
    text += fmt::format("Events: {}", status.events);
    if (status.newest) {
        text += ", newest " + (local ? local_text(*status.newest) : to_text(*status.newest));
    }
    text += fmt::format("\nSessions: {}\nQuarantined: {}{}\n", status.sessions, status.quarantined,
                        status.quarantined > 0 ? " (hence quarantine lists them)" : "");
    text += "Owner: " + (status.owner.empty() ? "nobody" : printable(status.owner)) + "\n";
    text += "Server: " + (status.server.empty() ? "none (hence serve starts one)" : status.server);
    for (const std::string& shortcoming : status.shortcomings) {
        text += "\nWarning: " + printable(shortcoming);
    }
    return text + "\n";
}

std::string as_json(const Status& status) {
    std::string text;
    JsonWriter json(text);
    json.begin_object().member("store", status.store).member("bytes", status.bytes);
    json.member("events", status.events).member("sessions", status.sessions);
    json.member("quarantined", status.quarantined).member("newest", status.newest);
    json.member("owner", OrNull{status.owner}).member("server", OrNull{status.server});
    if (!status.shortcomings.empty()) {
        json.key("warnings").begin_list();
        for (const std::string& shortcoming : status.shortcomings) {
            json.value(shortcoming);
        }
        json.end_list();
    }
    json.end_object().end_line();
    return text;
}

Result<int> print_status(Context& context) {
    const Status status = TRY(find_out(context));
    TRY(context.out().write(context.globals().json ? as_json(status)
                                                   : in_words(status, context.globals().local)));
    TRY(context.out().finish());
    return 0;
}

}  // namespace

void add_status_command(Parser& app, Command& command) {
    Parser status =
        app.add_subcommand("status", "Say where the store is, what is in it, and who has it");
    status.footer("Example: hence status");
    status.callback([&command] { command = print_status; });
}

}  // namespace hence
