// `hence demo`: records the stories that the program carries, and walks through a few answers.
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "cli/commands/examples.h"
#include "cli/commands/serving.h"
#include "intake/ingest.h"

namespace hence {
namespace {

struct Step {
    std::string remark;
    std::string command;  // As a user would type it, after the store.
    Request request;
};

std::vector<Step> walk() {
    Request compared = get({"diff"});
    with(compared, "a", "answer-1");
    with(compared, "b", "answer-2");
    return {
        {"What is there?", "sessions", get({"sessions"})},
        {"What did an agent do, and on whose account? A session as a tree:", "tree pr-218",
         get({"sessions", "pr-218", "tree"})},
        {"Why was this position closed? Its causes, oldest first:", "explain pos-18",
         get({"events", "pos-18", "explain"})},
        {"A run told by its decisions:", "debrief answer-1", get({"runs", "answer-1", "debrief"})},
        {"Everything that belongs to one trade, across agents:", "replay trade trade-7c41",
         get({"replay", "trade", "trade-7c41"})},
        {"What is missing from the record of an incident?", "gaps incident-0519",
         get({"gaps", "incident-0519"})},
        {"The same question twice: where did the two runs part?", "diff answer-1 answer-2",
         std::move(compared)},
        {"Is their confidence worth anything?", "calibration", get({"calibration"})},
    };
}

Result<std::string> make_temporary() {
    std::error_code error;
    const std::filesystem::path base = std::filesystem::temp_directory_path(error);
    std::string path =
        ((error ? std::filesystem::path("/tmp") : base) / "hence-demo-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) {
        return Error{Code::io, "cannot make a temporary directory", "name one with --store"};
    }
    return path;
}

Result<void> record_examples(Door& door, Account& account) {
    for (const Example& example : examples()) {
        Request request = get({"events"});
        request.method = "POST";
        with(request, "source", std::string(example.name));
        request.body = std::string(example.events);
        std::string answer;
        const Reply reply =
            TRY(door.send(request, [&answer](std::string_view piece) -> Result<void> {
                answer.append(piece);
                return {};
            }));
        if (reply.refused) {
            return *reply.refused;
        }
        const Account part = TRY(account_from_json(answer));
        account.add(part);
    }
    return {};
}

// Prints the walk, and returns an exit status.
Result<int> walk_through(Context& context, Door& door) {
    Output& out = context.out();
    const std::string& store = context.globals().store;
    Account account;
    TRY(record_examples(door, account));
    TRY(out.write(fmt::format("{} stories, {}", examples().size(), account.to_text())));
    for (const Step& step : walk()) {
        TRY(out.write(
            fmt::format("\n{}\n$ hence --store {} {}\n\n", step.remark, store, step.command)));
        const int status = TRY(context.ask(door, step.request));
        if (status > 1) {  // 1 is an answer, too: a check that found something.
            return status;
        }
    }
    TRY(out.write(fmt::format(
        "\nThe store stays at {}; hence --help says what else can be asked.\n", store)));
    TRY(out.finish());
    return 0;
}

Result<int> demonstrate_and_serve(Context& context, KeptStore& kept) {
    const int status = TRY(walk_through(context, kept.door()));
    if (status != 0) {
        return status;
    }
    Serving serving{.any_port = true};
    serving.listening = [](const std::string&) { note("Ctrl-C ends it"); };
    TRY(serve_until_told(kept, serving));
    return 0;
}

Result<int> demonstrate(const Context& outer, Output& out, bool serves) {
    Globals globals = outer.globals();
    globals.json = false;
    globals.file.clear();
    if (globals.store.empty()) {
        globals.store = TRY(make_temporary());
    }
    Context context(globals, out);
    // What is served already, here or elsewhere, needs no second server.
    if (serves && !globals.store.starts_with("http://")) {
        Result<std::unique_ptr<KeptStore>> kept = KeptStore::open(globals.store, "demo");
        if (kept) {
            return demonstrate_and_serve(context, **kept);
        }
        if (kept.error().code != Code::conflict) {
            return kept.error();
        }
    }
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::write, "demo"));
    return walk_through(context, *door);
}

}  // namespace

void add_demo_command(Parser& app, Command& command) {
    auto no_serve = std::make_shared<bool>(false);
    Parser demo =
        app.add_subcommand("demo", "Record the bundled examples, ask about them, and serve them");
    demo.add_flag("--no-serve", *no_serve, "Print and end, without serving");
    demo.footer("Example: hence demo --no-serve");
    demo.callback([&command, no_serve] {
        command = [no_serve](Context& context) {
            return demonstrate(context, context.out(), !*no_serve);
        };
    });
}

}  // namespace hence
