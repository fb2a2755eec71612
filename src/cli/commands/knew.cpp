// `hence knew EVENT`: what the agent had before it when it did this.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct KnewArguments {
    std::string event;
    std::string limit;
};

}  // namespace

void add_knew_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<KnewArguments>();
    Parser knew = app.add_subcommand("knew", "Show what an agent knew when it did something");
    knew.add_option("EVENT", arguments->event, "Its id, a beginning or an end of it, or latest")
        .required();
    knew.add_option("--limit", arguments->limit,
                    "Bytes that the texts of messages may take; 0 is any (65536)");
    knew.footer("Example: hence knew e2");
    knew.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"events", arguments->event, "knew"});
            with(request, "limit", arguments->limit);
            return context.ask(std::move(request), "knew");
        };
    });
}

}  // namespace hence
