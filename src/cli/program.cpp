#include "cli/program.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "base/nearest.h"
#include "cli/commands/commands.h"
#include "cli/commands/licenses.h"
#include "model/text.h"
#include "store/directory.h"

#ifndef HENCE_VERSION
#define HENCE_VERSION "0.0.0"
#endif
#ifndef HENCE_BUILD
#define HENCE_BUILD "unknown build"
#endif

namespace hence {
namespace {

std::vector<std::string> options_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

std::vector<std::string> commands_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

Error unknown(const std::string& what, const std::string& word,
              const std::vector<std::string>& candidates, const std::string& help) {
    // What other programs call otherwise.
    static const std::map<std::string, std::string, std::less<>> others = {
        {"--port", "--listen"}, {"--host", "--listen"}, {"import", "record"},
        {"info", "status"},     {"grep", "events"},     {"find", "events"},
        {"log", "events"},      {"ls", "sessions"},     {"browse", "open"}};
    std::optional<std::string> meant = nearest(word, candidates);
    if (const auto other = others.find(word);
        other != others.end() && std::ranges::find(candidates, other->second) != candidates.end()) {
        meant = other->second;
    }
    return {Code::invalid, fmt::format("unknown {} {}", what, hence::quoted(word)),
            meant ? fmt::format("did you mean {}?", *meant) : fmt::format("{} lists them", help)};
}

// What is wrong with the arguments, in our words.
Error usage_error(const CLI::App& app, const CLI::ParseError& thrown) {
    const std::vector<CLI::App*> parsed = app.get_subcommands();
    const CLI::App* command = parsed.empty() ? nullptr : parsed.front();
    const std::string help =
        command == nullptr ? "hence --help" : "hence " + command->get_name() + " --help";
    if (const std::vector<std::string> extras = app.remaining(true); !extras.empty()) {
        const std::string& word = extras.front();
        if (word.size() > 1 && word.front() == '-') {
            std::vector<std::string> options = options_of(app);
            if (command != nullptr) {
                const std::vector<std::string> own = options_of(*command);
                options.insert(options.end(), own.begin(), own.end());
            }
            return unknown("option", word.substr(0, word.find('=')), options, help);
        }
        if (command == nullptr) {
            return unknown("command", word, commands_of(app), help);
        }
        return {Code::invalid, fmt::format("unexpected argument {}", hence::quoted(word)),
                help + " shows what goes there"};
    }
    return {Code::invalid, thrown.what(), help + " shows how"};
}

// Those that have just been added stand under no heading of ours yet.
void put_new_commands_under(const std::string& heading, CLI::App& app) {
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (command->get_group() == "Subcommands") {
            command->group(heading);
        }
    }
}

void describe(CLI::App& app, Invocation& invocation) {
    app.name("hence");
    // One command at most, so that a session may be called "tree". Options of the program may stand
    // behind the command, too.
    app.require_subcommand(0, 1);
    app.fallthrough();
    Parser parser(app);
    Globals& globals = invocation.globals;
    parser.add_option("--store", globals.store,
                      "A directory, memory:, http://host:port or postgres://host/database "
                      "($HENCE_STORE)");
    parser.add_option("--log", globals.log,
                      "The log in a postgres:// store, which keeps many (default)");
    parser.add_option("--stale-reads", globals.stale_reads,
                      "A standby of a postgres:// store: it may answer questions, and says so");
    // Several commands have a --from of their own, which is a time.
    parser.add_option("--file,--from", globals.file,
                      "Answer from this file of events (- is standard input) instead of a store");
    parser.add_flag("--json", globals.json, "Answer in JSON");
    parser.add_flag("--wide", globals.wide, "On a terminal: do not cut what is too wide for it");
    parser.add_flag("--local", globals.local, "Show times in your time zone, instead of UTC");
    app.footer(
        "Example: hence record events.ndjson && hence sessions && hence tree SESSION\n"
        "Exit status: 0 done, 1 not there or a check failed, 2 wrong usage, 3 the store failed");
    for (const CommandGroup& group : command_groups()) {
        for (const AddCommand add : group.commands) {
            add(parser, invocation.command);
        }
        put_new_commands_under(group.heading, app);
    }
}

// `hence help tree` is `hence tree --help`. Nothing when these words are no command.
std::optional<std::vector<std::string>> asked_help(const CLI::App& app,
                                                   const std::vector<std::string>& words) {
    const CLI::App* at = &app;
    for (const std::string& word : words) {
        const std::vector<const CLI::App*> named =
            at->get_subcommands([&word](const CLI::App* each) { return each->check_name(word); });
        if (named.empty()) {
            return std::nullopt;
        }
        at = named.front();
    }
    std::vector<std::string> arguments = words;
    arguments.emplace_back("--help");
    return arguments;
}

int execute(const Invocation& invocation) {
    Output::Style style = style_for(STDOUT_FILENO, invocation.globals.json);
    style.local = invocation.globals.local && !invocation.globals.json;
    Output out(STDOUT_FILENO, style);
    Context context(invocation.globals, out);
    const Result<int> status = invocation.command(context);
    if (status) {
        return *status;
    }
    if (out.reader_gone()) {
        return 0;
    }
    complain(status.error());
    return exit_status_of(status.error().code);
}

int print(const Printout& printout) {
    Output out(printout.exit_status == 0 ? STDOUT_FILENO : STDERR_FILENO, {});
    const Result<void> written = out.write(printout.text);
    const Result<void> finished = out.finish();
    return written && finished ? printout.exit_status : out.reader_gone() ? 0 : 3;
}

}  // namespace

std::string version_line() {
    return fmt::format("hence {} (store format {}; {})", HENCE_VERSION, directory_format_version(),
                       HENCE_BUILD);
}

int with_arguments(const std::vector<std::string>& arguments,
                   const std::function<int(const Invocation&)>& use,
                   const std::function<int(const Printout&)>& print_out) {
    CLI::App app("Hence: a flight recorder for AI agents");
    Invocation invocation;
    describe(app, invocation);
    bool version = false;
    app.add_flag("--version", version, "Print the version, the store's format and the build");
    bool notices = false;
    app.add_flag("--licenses", notices, "Print the licences of everything that the program holds");
    std::vector<std::string> helped;
    CLI::App* const help = app.add_subcommand("help", "Describe a command, as its --help does");
    help->add_option("COMMAND", helped, "The command; none: all of them")->type_name("");
    help->footer("Example: hence help tree");
    help->group(command_groups().back().heading);
    try {
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        return print_out({app.help()});
    } catch (const CLI::ParseError& thrown) {
        return print_out({"hence: " + one_line(usage_error(app, thrown)) + "\n", 2});
    }
    if (help->parsed()) {
        const std::optional<std::vector<std::string>> words = asked_help(app, helped);
        return words ? with_arguments(*words, use, print_out)
                     : print_out({"hence: " +
                                      one_line(unknown("command", helped.front(), commands_of(app),
                                                       "hence --help")) +
                                      "\n",
                                  2});
    }
    if (notices) {
        const Result<std::string> texts = licenses();
        return texts ? print_out({version_line() + "\n\n" + *texts})
                     : print_out({"hence: " + one_line(texts.error()) + "\n", 3});
    }
    if (version) {
        return print_out({version_line() + "\n"});
    }
    if (!invocation.command) {
        return print_out({app.help(), 2});
    }
    return use(invocation);
}

int run(const std::vector<std::string>& arguments) {
    return with_arguments(arguments, execute, print);
}

}  // namespace hence
