// `hence events`: lists events, in order.
#include <memory>

#include "cli/commands/commands.h"
#include "cli/commands/filters.h"

namespace hence {
namespace {

struct EventsArguments {
    EventFilters filters;
    std::string limit;
    bool newest = false;
};

Result<int> print_events(Context& context, const EventsArguments& arguments) {
    Request request = get({"events"});
    with(request, arguments.filters);
    with(request, "limit", arguments.limit);
    with_flag(request, "newest", arguments.newest);
    return context.ask(std::move(request), "events");
}

}  // namespace

void add_events_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<EventsArguments>();
    Parser events = app.add_subcommand("events", "List events in order; with --json as NDJSON");
    add_event_filters(events, arguments->filters);
    events.add_option("--limit", arguments->limit, "How many at most (all)");
    events.add_flag("--newest", arguments->newest,
                    "With --limit: the newest instead of the oldest");
    events.footer(
        "Example: hence events --kinds tool_call "
        "--where 'fields.tool_name = \"Read\" and duration_ms > 100'\n"
        "         hence --file FILE events --from 2h");
    runs(events, command, print_events, arguments);
}

}  // namespace hence
