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
        {"--port", "--listen"}, {"--host", "--listen"}, {"--file", "--from"}, {"import", "record"}};
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

void describe(CLI::App& app, Invocation& invocation) {
    app.name("hence");
    // One command at most, so that a session may be called "tree". Options of the program may stand
    // behind the command, too.
    app.require_subcommand(0, 1);
    app.fallthrough();
    app.add_option("--store", invocation.globals.store,
                   "A directory, memory: or http://host:port ($HENCE_STORE)");
    app.add_option("--from", invocation.globals.from,
                   "Answer from this file of events (- is standard input) instead of a store");
    app.add_flag("--json", invocation.globals.json, "Answer in JSON");
    app.footer(
        "Example: hence record events.ndjson && hence sessions && hence tree SESSION\n"
        "Exit status: 0 done, 1 not there or a check failed, 2 wrong usage, 3 the store failed");
    Parser parser(app);
    for (const AddCommand add : commands()) {
        add(parser, invocation.command);
    }
}

int execute(const Invocation& invocation) {
    Output out(STDOUT_FILENO, style_for(STDOUT_FILENO, invocation.globals.json));
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
    try {
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        return print_out({app.help()});
    } catch (const CLI::ParseError& thrown) {
        return print_out({"hence: " + one_line(usage_error(app, thrown)) + "\n", 2});
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
