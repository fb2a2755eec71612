// `hence trajectory SESSION`: a session step by step, with what went in and what came out.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct TrajectoryArguments {
    std::string session;
    std::string limit;
    std::string cursor;
};

}  // namespace

void add_trajectory_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<TrajectoryArguments>();
    Parser trajectory = app.add_subcommand(
        "trajectory", "Show a session step by step, with inputs, outputs and logs");
    trajectory
        .add_option("SESSION", arguments->session, "Its id, a beginning or an end of it, or latest")
        .required();
    trajectory.add_option("--limit", arguments->limit, "How many steps at most (all)");
    trajectory.add_option("--cursor", arguments->cursor, "Go on where a page ended: its `next`");
    trajectory.footer("Example: hence --json trajectory s1 --limit 100");
    trajectory.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"sessions", arguments->session, "trajectory"});
            with(request, "limit", arguments->limit);
            with(request, "cursor", arguments->cursor);
            return context.ask(std::move(request), "trajectory");
        };
    });
}

}  // namespace hence
