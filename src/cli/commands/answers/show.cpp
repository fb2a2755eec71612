// `hence show ID`: one event whole, as a person reads it.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct ShowArguments {
    std::string event;
    bool raw = false;
};

Result<int> show(Context& context, const ShowArguments& arguments) {
    Request request = get({"events", arguments.event});
    if (!arguments.raw) {
        return context.ask(std::move(request), "show");
    }
    Globals globals = context.globals();
    globals.json = true;
    Context as_json(std::move(globals), context.out());
    return as_json.ask(std::move(request), "show");
}

}  // namespace

void add_show_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<ShowArguments>();
    Parser show_app = app.add_subcommand("show", "Show one event whole, as a person reads it");
    show_app.add_option("ID", arguments->event, "The event's id, an end of it, or latest")
        .required();
    show_app.add_flag("--raw", arguments->raw, "The event's line, as it was recorded");
    show_app.footer("Example: hence show latest");
    runs(show_app, command, show, arguments);
}

}  // namespace hence
