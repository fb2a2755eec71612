// `hence tree SESSION`: a session's events, each below its parent.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct TreeArguments {
    std::string session;
    bool delegations = false;
    bool flat = false;
    bool steps = false;
};

}  // namespace

void add_tree_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<TreeArguments>();
    Parser tree = app.add_subcommand("tree", "Show a session, each event below its parent");
    tree.add_option("SESSION", arguments->session, "Its id, a beginning or an end of it, or latest")
        .required();
    tree.add_flag("--delegations", arguments->delegations,
                  "Go on below a delegation with what the child did");
    tree.add_flag("--flat", arguments->flat, "With --json: a list with parent and level");
    tree.add_flag("--steps", arguments->steps, "The bare tree, instead of turn by turn");
    tree.footer("Example: hence tree s1");
    tree.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"sessions", arguments->session, "tree"});
            with_flag(request, "delegations", arguments->delegations);
            with_flag(request, "flat", arguments->flat);
            with_flag(request, "steps", arguments->steps);
            return context.ask(std::move(request), "tree");
        };
    });
}

}  // namespace hence
