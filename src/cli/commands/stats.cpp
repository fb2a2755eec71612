// `hence stats`: figures over events.
#include <memory>

#include "cli/commands/commands.h"
#include "cli/commands/filters.h"

namespace hence {
namespace {

struct StatsArguments {
    Filters filters;
    std::string slower_than;
};

}  // namespace

void add_stats_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<StatsArguments>();
    Parser stats = app.add_subcommand("stats", "Count events, calls, tokens, errors and loops");
    add_filters(stats, arguments->filters);
    stats.add_option("--slower-than", arguments->slower_than,
                     "All calls that took more ms, instead of the 10 slowest");
    stats.footer("Example: hence stats --agent orchestrator --slower-than 500");
    stats.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"stats"});
            with(request, arguments->filters);
            with(request, "slower_than", arguments->slower_than);
            return context.ask(std::move(request), "stats");
        };
    });
}

}  // namespace hence
