// `hence replay TYPE ID`: a whole affair again, in order.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct ReplayArguments {
    std::string type;
    std::string id;
    std::string limit;
};

}  // namespace

void add_replay_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<ReplayArguments>();
    Parser replay = app.add_subcommand(
        "replay", "Show one correlation (a trade, order or incident) or a session in time order");
    replay
        .add_option("TYPE", arguments->type,
                    "trade, directive: all of a correlation; session: a session without its "
                    "messages; incident: messages, errors and outcomes of a correlation")
        .required()
        .one_of({"trade", "session", "directive", "incident"});
    replay.add_option("ID", arguments->id, "The correlation or session, or an end of its name")
        .required();
    replay.add_option("--limit", arguments->limit,
                      "How many events a list holds at most (100 for trade and session, 500 for "
                      "directive and incident); 0: all");
    replay.footer("Example: hence replay trade trade-7c41");
    replay.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"replay", arguments->type, arguments->id});
            with(request, "limit", arguments->limit);
            return context.ask(std::move(request), "replay");
        };
    });
}

}  // namespace hence
