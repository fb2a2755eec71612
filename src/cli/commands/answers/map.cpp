// `hence map SESSION`: the context graph, folded to what a screen can hold.
#include <algorithm>
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct MapArguments {
    std::string session;
    std::string by;
    std::string limit;
    std::string fan;
    std::string open;
    std::string closed;
};

// One parameter for each of the ids between commas.
void with_each(Request& request, std::string_view name, std::string_view ids) {
    while (!ids.empty()) {
        const std::size_t end = std::min(ids.find(','), ids.size());
        with(request, name, std::string(ids.substr(0, end)));
        ids.remove_prefix(std::min(end + 1, ids.size()));
    }
}

void add_options(Parser& map, MapArguments& arguments) {
    map.add_option("SESSION", arguments.session, "Its id, a beginning or an end of it, or latest")
        .required();
    map.add_option("--by", arguments.by, "One thought for each turn (the default), or run")
        .one_of({"turn", "run"});
    map.add_option("--limit", arguments.limit, "How many nodes, at most 5000 (300)");
    map.add_option("--fan", arguments.fan, "How many calls of a thought are shown (6)");
    map.add_option("--open", arguments.open,
                   "Show what these stacks and nodes stand for or hide: ids, with commas");
    map.add_option("--closed", arguments.closed,
                   "Hide what hangs under these nodes: ids, with commas");
}

}  // namespace

void add_map_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<MapArguments>();
    Parser map = app.add_subcommand(
        "map", "Show what context shows, folded: turns and calls in stacks that can be opened");
    add_options(map, *arguments);
    map.footer("Example: hence map s1 --limit 50 --open stack:turns:1.0:e1");
    map.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"sessions", arguments->session, "map"});
            with(request, "by", arguments->by);
            with(request, "limit", arguments->limit);
            with(request, "fan", arguments->fan);
            with_each(request, "open", arguments->open);
            with_each(request, "closed", arguments->closed);
            return context.ask(std::move(request), "map");
        };
    });
}

}  // namespace hence
