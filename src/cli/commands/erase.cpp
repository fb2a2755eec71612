// `hence erase` and `hence retain`: take events out of the store for good, and say so.
#include <array>
#include <memory>

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "cli/console/moment.h"
#include "model/json/writer.h"

namespace hence {
namespace {

struct EraseArguments {
    std::string event;
    std::string session;
    std::string where;
    std::string older_than;
    std::uint64_t quarantine = 0;
    std::string reason;
    std::string by;
    bool dry_run = false;
};

// Whoever runs the command, as the system knows them.
std::string login_name() {
    passwd entry = {};
    passwd* user = nullptr;
    std::array<char, 16'384> texts;
    static_cast<void>(::getpwuid_r(::geteuid(), &entry, texts.data(), texts.size(), &user));
    return user == nullptr ? fmt::format("user {}", ::geteuid()) : user->pw_name;
}

Result<int> ask_to_erase(Context& context, const EraseArguments& given) {
    if (!context.globals().file.empty()) {
        return Error{Code::invalid, "--file answers from a file, and erases nothing",
                     "record the file, and erase from the store"};
    }
    std::optional<Time> older_than;
    if (!given.older_than.empty()) {
        older_than = TRY(parse_moment(given.older_than, moment_now()));
    }
    Request request = get({"erasures"});
    request.method = "POST";
    request.headers["content-type"] = "application/json";
    JsonWriter json(request.body);
    json.begin_object().member_if_any("event", {given.event});
    json.member_if_any("session", {given.session}).member_if_any("where", {given.where});
    if (older_than) {
        json.member("older_than", *older_than);
    }
    if (given.quarantine != 0) {
        json.member("quarantine", given.quarantine);
    }
    json.member("reason", Exact{given.reason});
    json.member("by", Exact{given.by.empty() ? login_name() : given.by});
    json.member("dry_run", given.dry_run).end_object();
    // A store that is not there has nothing to erase, and is not made for that.
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::read, "erase"));
    return context.ask(*door, std::move(request));
}

Result<int> ask_to_retain(Context& context, EraseArguments given) {
    if (given.reason.empty()) {
        given.reason = fmt::format("retention: older than {}", given.older_than);
    }
    return ask_to_erase(context, given);
}

}  // namespace

void add_erase_command(Parser& app, Command& command) {
    auto given = std::make_shared<EraseArguments>();
    Parser erase = app.add_subcommand("erase", "Erase events for good, and say so");
    erase.add_option("EVENT", given->event, "Its id, a beginning or an end of it");
    erase.add_option("--session", given->session, "All events of this session, instead");
    erase.add_option("--where", given->where, "All events that match this expression, instead");
    erase.add_option("--quarantine", given->quarantine,
                     "This row of the quarantine, instead: its number");
    erase.add_option("--reason", given->reason, "Why; answers show it in place of the event");
    erase.add_option("--by", given->by, "Who asks for it; without it, your user name");
    erase.add_flag("--dry-run", given->dry_run, "Only say what would be erased");
    erase.footer(
        "Example: hence erase e2 --reason \"it holds a password\"\n"
        "         hence erase --session s1 --reason \"the customer asked for it\" --dry-run");
    runs(erase, command, ask_to_erase, given);
}

void add_retain_command(Parser& app, Command& command) {
    auto given = std::make_shared<EraseArguments>();
    Parser retain = app.add_subcommand("retain", "Erase events beyond a certain age");
    retain.add_option("--older-than", given->older_than, "Such as 180d, or a date").required();
    retain.add_option("--where", given->where, "Only those that match this expression");
    retain.add_option("--reason", given->reason, "Why; without it, the age");
    retain.add_option("--by", given->by, "Who asks for it; without it, your user name");
    retain.add_flag("--dry-run", given->dry_run, "Only say what would be erased");
    retain.footer("Example: hence retain --older-than 180d --dry-run");
    runs(retain, command, ask_to_retain, given);
}

}  // namespace hence
