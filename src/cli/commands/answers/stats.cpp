// `hence stats`: figures over events.
#include <memory>
#include <utility>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "cli/commands/filters.h"
#include "record/block_reader.h"

namespace hence {
namespace {

struct StatsArguments {
    Filters filters;
    std::string slower_than;
    std::string prices;
};

// The prices go along with the question: whoever answers it may not see the file.
Result<Request> request_for(const StatsArguments& given) {
    Request request = get({"stats"});
    with(request, given.filters);
    with(request, "slower_than", given.slower_than);
    if (!given.prices.empty()) {
        request.method = "POST";
        request.headers["content-type"] = "application/json";
        request.body = TRY(read_whole(given.prices));
    }
    return request;
}

}  // namespace

void add_stats_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<StatsArguments>();
    Parser stats = app.add_subcommand("stats", "Count events, calls, tokens, errors and loops");
    add_filters(stats, arguments->filters);
    stats.add_option("--slower-than", arguments->slower_than,
                     "All calls that took more ms, instead of the 10 slowest");
    stats.add_option("--prices", arguments->prices,
                     "A JSON file of prices by model and class, to compute what calls cost");
    stats.footer("Example: hence stats --agent orchestrator --slower-than 500");
    stats.callback([&command, arguments] {
        command = [arguments](Context& context) -> Result<int> {
            Request request = TRY(request_for(*arguments));
            return context.ask(std::move(request), "stats");
        };
    });
}

}  // namespace hence
