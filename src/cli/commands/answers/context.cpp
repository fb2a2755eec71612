// `hence context SESSION`: what led to what, from the incident to the action.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct ContextArguments {
    std::string session;
    std::string by;
};

}  // namespace

void add_context_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<ContextArguments>();
    Parser context = app.add_subcommand(
        "context", "Show a session as request, turns of the model, tool calls and final answer");
    context
        .add_option("SESSION", arguments->session, "Its id, a beginning or an end of it, or latest")
        .required();
    context.add_option("--by", arguments->by, "One thought for each turn (the default), or run")
        .one_of({"turn", "run"});
    context.footer("Example: hence context s1 --by run");
    context.callback([&command, arguments] {
        command = [arguments](Context& world) {
            Request request = get({"sessions", arguments->session, "context"});
            with(request, "by", arguments->by);
            return world.ask(std::move(request), "context");
        };
    });
}

}  // namespace hence
