// `hence outline SESSION`: a window of a session's tree, or of its order.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct OutlineArguments {
    std::string session;
    std::string order;
    std::string offset;
    std::string limit;
    std::string at;
    std::string after;
    std::string before;
    std::string closed;
    std::string levels;
    std::string open;
    std::string kinds;
    bool errors = false;
    std::string fields;
};

void add_options(Parser& outline, OutlineArguments& arguments) {
    outline
        .add_option("SESSION", arguments.session, "Its id, a beginning or an end of it, or latest")
        .required();
    outline
        .add_option("--order", arguments.order,
                    "Each event below its parent (the default), all by time, or turn by turn")
        .one_of({"tree", "time", "turns"});
    outline.add_option("--offset", arguments.offset, "The first row that is shown (0)");
    outline.add_option("--limit", arguments.limit, "How many rows, at most 2000 (200)");
    outline.add_option("--at", arguments.at, "Show the rows around this event");
    outline.add_option("--after", arguments.after, "Only what stands behind this place");
    outline.add_option("--before", arguments.before,
                       "Only what stands before it; the last rows, without --offset");
    outline.add_option("--closed", arguments.closed,
                       "Hide what is below these events: their seqs, with commas");
    outline.add_option("--levels", arguments.levels, "Hide what is deeper");
    outline.add_option("--open", arguments.open,
                       "But show what hangs on these events: their seqs, with commas");
    outline.add_option("--kinds", arguments.kinds, "Only these kinds, with commas");
    outline.add_flag("--errors", arguments.errors, "Only what failed");
    outline.add_option("--fields", arguments.fields,
                       "With --json: give fields of at most so many bytes");
}

}  // namespace

void add_outline_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<OutlineArguments>();
    Parser outline =
        app.add_subcommand("outline", "Show a window of a session, as a tree or in order");
    add_options(outline, *arguments);
    outline.footer("Example: hence outline s1 --kinds decision,error --levels 3");
    outline.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"sessions", arguments->session, "outline"});
            with(request, "order", arguments->order);
            with(request, "offset", arguments->offset);
            with(request, "limit", arguments->limit);
            with(request, "at", arguments->at);
            with(request, "after", arguments->after);
            with(request, "before", arguments->before);
            with(request, "closed", arguments->closed);
            with(request, "levels", arguments->levels);
            with(request, "open", arguments->open);
            with(request, "kinds", arguments->kinds);
            with_flag(request, "errors", arguments->errors);
            with(request, "fields", arguments->fields);
            return context.ask(std::move(request), "outline");
        };
    });
}

}  // namespace hence
