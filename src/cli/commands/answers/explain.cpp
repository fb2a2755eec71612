// `hence explain EVENT`: what led to an event, or what it led to.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct ExplainArguments {
    std::string event;
    std::string limit;
    bool down = false;
    bool graph = false;
    bool known = false;
    bool recorded = false;
    bool assumed = false;
    bool all = false;
};

}  // namespace

void add_explain_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<ExplainArguments>();
    Parser explain =
        app.add_subcommand("explain", "Say why an event happened: its causes, oldest first");
    explain.add_option("EVENT", arguments->event, "Its id, a beginning or an end of it, or latest")
        .required();
    explain.add_flag("--down", arguments->down, "What it led to, instead of what led to it");
    explain.add_flag("--graph", arguments->graph, "All known links, besides the chain");
    explain.add_flag("--known", arguments->known, "Without links that order and time suggest");
    explain.add_flag("--recorded", arguments->recorded, "Only links that were recorded as such");
    explain.add_flag("--assumed", arguments->assumed, "With all links, which is the default");
    explain.add_flag("--all", arguments->all, "Every link, instead of folding those far away");
    explain.add_option("--limit", arguments->limit, "How many links at most (all)");
    explain.alias("why");
    explain.footer("Example: hence why e2");
    explain.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"events", arguments->event, "explain"});
            with(request, "direction", arguments->down ? "down" : "");
            with(request, "limit", arguments->limit);
            with_flag(request, "graph", arguments->graph);
            with(request, "follow",
                 arguments->recorded ? "recorded"
                 : arguments->known  ? "known"
                                     : "");
            with_flag(request, "all", arguments->all);
            return context.ask(std::move(request), "explain");
        };
    });
}

}  // namespace hence
