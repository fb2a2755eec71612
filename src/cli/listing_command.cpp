// `hence sessions`, `runs`, `agents`, `correlations`: what there is, newest first.
#include <memory>
#include <string>

#include "cli/commands.h"

namespace hence {
namespace {

void add_listing(Parser& app, Command& command, const std::string& name) {
    auto limit = std::make_shared<std::string>();
    Parser listing = app.add_subcommand(name, "List " + name + ", newest first");
    listing.add_option("--limit", *limit, "How many at most; 0 is all (100)");
    listing.footer("Example: hence " + name + " --limit 10");
    listing.callback([&command, name, limit] {
        command = [name, limit](Context& context) {
            Request request = get({name});
            with(request, "limit", *limit);
            return context.ask(std::move(request), name);
        };
    });
}

}  // namespace

void add_listing_commands(Parser& app, Command& command) {
    for (const char* name : {"sessions", "runs", "agents", "correlations"}) {
        add_listing(app, command, name);
    }
}

}  // namespace hence
