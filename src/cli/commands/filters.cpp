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

void with(Request& request, const Filters& filters) {
    with(request, "agent", filters.agent);
    with(request, "session", filters.session);
    with(request, "run", filters.run);
    with(request, "from", filters.from);
    with(request, "to", filters.to);
}

}  // namespace hence
