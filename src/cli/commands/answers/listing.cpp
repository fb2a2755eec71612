// `hence sessions`, `runs`, `agents`, `correlations`: what there is, newest first.
#include <memory>
#include <string>

#include "cli/commands/commands.h"
#include "cli/commands/filters.h"

namespace hence {
namespace {

struct ListingArguments {
    std::string limit;
    RowFilters filters;
    std::string sort;
    bool status = false;
    bool ascending = false;
    bool totals = false;
};

void add_row_filters(Parser& listing, ListingArguments& arguments) {
    listing.add_option("--agent", arguments.filters.agent, "Only with events of this agent");
    listing.add_option("--kind", arguments.filters.kind, "Only with events of this kind");
    listing.add_flag("--errors", arguments.filters.errors, "Only with errors or failed calls");
    listing.add_option(
        "--from", arguments.filters.from,
        "Only what had not ended by then: 2026-11-15, \"2026-11-15 10:30\", or 2h ago");
    listing.add_option("--to", arguments.filters.to, "Only what had begun by then");
    listing.add_option("--correlation", arguments.filters.correlation,
                       "Only sessions that have a part in this correlation");
    listing.add_option("--text", arguments.filters.text,
                       "Only where this occurs in the id, the goal or an agent, in either case");
    listing.add_flag("--status", arguments.status,
                     "Say how each ended, and what came of its decisions");
}

Result<int> print_listing(Context& context, const std::string& name,
                          const ListingArguments& arguments) {
    Request request = get({name});
    with(request, "limit", arguments.limit);
    with(request, arguments.filters);
    with_flag(request, "status", arguments.status);
    with(request, "sort", arguments.sort);
    with_flag(request, "ascending", arguments.ascending);
    with_flag(request, "totals", arguments.totals);
    return context.ask(std::move(request), name);
}

void add_listing(Parser& app, Command& command, const std::string& name) {
    auto arguments = std::make_shared<ListingArguments>();
    Parser listing = app.add_subcommand(name, "List " + name + ", newest first");
    listing.add_option("--limit", arguments->limit, "How many at most; 0 is all (100)");
    listing.add_option("--sort", arguments->sort,
                       "first (default), last, events, tokens, errors, duration, id, goal or "
                       "agent;\nlargest first");
    listing.add_flag("--ascending", arguments->ascending, "Smallest first");
    listing.add_flag("--totals", arguments->totals, "Add sums over all that fit");
    if (name == "sessions" || name == "runs") {
        add_row_filters(listing, *arguments);
        listing.footer("Example: hence " + name + " --limit 10\n         hence " + name +
                       " --errors --status");
    } else {
        listing.footer("Example: hence " + name + " --limit 10");
    }
    listing.callback([&command, name, arguments] {
        command = [name, arguments](Context& context) {
            return print_listing(context, name, *arguments);
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
