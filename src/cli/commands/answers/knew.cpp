// `hence knew EVENT`: what the agent had before it when it did this.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct KnewArguments {
    std::string event;
    std::string limit;
    std::string items;
    std::string search;
};

}  // namespace

void add_knew_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<KnewArguments>();
    Parser knew = app.add_subcommand("knew", "Show what an agent knew when it did something");
    knew.add_option("EVENT", arguments->event, "Its id, a beginning or an end of it, or latest")
        .required();
    knew.add_option("--limit", arguments->limit, "Bytes that the texts may take; 0 is any (65536)");
    knew.add_option("--items", arguments->items, "So many items, the newest; 0 is all (200)");
    knew.add_option("--search", arguments->search, "Only what holds this text");
    knew.footer("Example: hence knew e2 --search profile");
    knew.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"events", arguments->event, "knew"});
            with(request, "limit", arguments->limit);
            with(request, "items", arguments->items);
            with(request, "search", arguments->search);
            return context.ask(std::move(request), "knew");
        };
    });
}

}  // namespace hence
