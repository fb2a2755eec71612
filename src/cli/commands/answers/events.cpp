// `hence events`: lists events, in order.
#include <memory>

#include "cli/commands/commands.h"
#include "cli/commands/filters.h"

namespace hence {
namespace {

struct EventsArguments {
    Filters filters;
    std::string correlation;
    std::string kinds;
    std::string where;
    std::string text;
    std::string limit;
    bool newest = false;
};

Result<int> print_events(Context& context, const EventsArguments& arguments) {
    Request request = get({"events"});
    with(request, arguments.filters);
    with(request, "correlation", arguments.correlation);
    with(request, "kinds", arguments.kinds);
    with(request, "where", arguments.where);
    with(request, "text", arguments.text);
    with(request, "limit", arguments.limit);
    with_flag(request, "newest", arguments.newest);
    return context.ask(std::move(request), "events");
}

}  // namespace

void add_events_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<EventsArguments>();
    Parser events = app.add_subcommand("events", "List events in order; with --json as NDJSON");
    add_filters(events, arguments->filters);
    events.add_option("--correlation", arguments->correlation, "Only of this correlation");
    events.add_option("--kinds", arguments->kinds, "Only of these kinds, separated by commas");
    events.add_option("--where", arguments->where, "Only where this holds");
    events.add_option("--text", arguments->text,
                      "Only where this text occurs in the event's JSON, in either case");
    events.add_option("--limit", arguments->limit, "How many at most (all)");
    events.add_flag("--newest", arguments->newest,
                    "With --limit: the newest instead of the oldest");
    events.footer(
        "Example: hence events --kinds tool_call "
        "--where 'fields.tool_name = \"Read\" and duration_ms > 100'\n"
        "         hence --file FILE events --from 2h");
    events.callback([&command, arguments] {
        command = [arguments](Context& context) { return print_events(context, *arguments); };
    });
}

}  // namespace hence
