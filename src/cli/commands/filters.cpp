#include "cli/commands/filters.h"

#include "cli/console/context.h"

namespace hence {

void add_filters(Parser& command, Filters& filters) {
    command.add_option("--agent", filters.agent, "Only of this agent");
    command.add_option("--session", filters.session, "Only of this session; or latest");
    command.add_option("--run", filters.run, "Only of this run; or latest");
    command.add_option("--from", filters.from,
                       "Only since then: 2026-11-15, \"2026-11-15 10:30\", or 2h ago");
    command.add_option("--to", filters.to, "Only until then; a day is meant whole");
}

void add_event_filters(Parser& command, EventFilters& filters) {
    add_filters(command, filters);
    command.add_option("--correlation", filters.correlation, "Only of this correlation");
    command.add_option("--kinds", filters.kinds, "Only of these kinds, separated by commas");
    command.add_option("--where", filters.where, "Only where this holds");
    command.add_option("--text", filters.text,
                       "Only where this text occurs in the event's JSON, in either case");
}

void with(Request& request, const Filters& filters) {
    with(request, "agent", filters.agent);
    with(request, "session", filters.session);
    with(request, "run", filters.run);
    with(request, "from", filters.from);
    with(request, "to", filters.to);
}

void with(Request& request, const EventFilters& filters) {
    with(request, static_cast<const Filters&>(filters));
    with(request, "correlation", filters.correlation);
    with(request, "kinds", filters.kinds);
    with(request, "where", filters.where);
    with(request, "text", filters.text);
}

void with(Request& request, const RowFilters& filters) {
    with(request, "agent", filters.agent);
    with(request, "kind", filters.kind);
    with_flag(request, "errors", filters.errors);
    with(request, "from", filters.from);
    with(request, "to", filters.to);
    with(request, "correlation", filters.correlation);
    with(request, "text", filters.text);
}

}  // namespace hence
