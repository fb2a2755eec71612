// `hence diff RUN_A RUN_B`: where two runs part.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct DiffArguments {
    std::string a;
    std::string b;
    std::string session;
    std::string session_a;
    std::string session_b;
};

}  // namespace

void add_diff_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<DiffArguments>();
    Parser diff = app.add_subcommand("diff", "Compare two runs step by step: where they part");
    diff.add_option("RUN_A", arguments->a, "A run, an end of its name, or latest").required();
    diff.add_option("RUN_B", arguments->b, "The run to compare it with").required();
    diff.add_option("--session", arguments->session, "The session of both");
    diff.add_option("--session-a", arguments->session_a, "The session of the first");
    diff.add_option("--session-b", arguments->session_b, "The session of the second");
    diff.footer("Example: hence diff turn-1 turn-2 --session s1");
    diff.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"diff"});
            with(request, "a", arguments->a);
            with(request, "b", arguments->b);
            with(request, "session", arguments->session);
            with(request, "session_a", arguments->session_a);
            with(request, "session_b", arguments->session_b);
            return context.ask(std::move(request), "diff");
        };
    });
}

}  // namespace hence
