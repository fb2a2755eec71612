// `hence timeline SESSION`: who did what when, and what the session waited for.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct TimelineArguments {
    std::string session;
    std::string from;
    std::string to;
    std::string buckets;
    std::string limit;
    std::string lanes;
};

}  // namespace

void add_timeline_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<TimelineArguments>();
    Parser timeline =
        app.add_subcommand("timeline", "Show a session by the clock, and what it waited for");
    timeline
        .add_option("SESSION", arguments->session, "Its id, a beginning or an end of it, or latest")
        .required();
    timeline.add_option("--from", arguments->from,
                        "Not before then: 2026-11-15, \"2026-11-15 10:30\", or 2h ago");
    timeline.add_option("--to", arguments->to, "Not after this time");
    timeline.add_option("--buckets", arguments->buckets,
                        "With --json: into how many parts a long stretch is cut (600)");
    timeline.add_option("--limit", arguments->limit,
                        "With --json: up to how many events each is told by itself (1000)");
    timeline.add_option("--lanes", arguments->lanes, "A lane for each agent (the default), or run")
        .one_of({"agent", "run"});
    timeline.footer("Example: hence timeline s1 --lanes run");
    timeline.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"sessions", arguments->session, "timeline"});
            with(request, "from", arguments->from);
            with(request, "to", arguments->to);
            with(request, "buckets", arguments->buckets);
            with(request, "limit", arguments->limit);
            with(request, "lanes", arguments->lanes);
            return context.ask(std::move(request), "timeline");
        };
    });
}

}  // namespace hence
