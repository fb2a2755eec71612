// `hence ask PATH`: any answer by its address. A client that finds no server asks so, and needs to
// know no command.
#include <memory>

#include "base/try.h"
#include "cli/commands/commands.h"

namespace hence {
namespace {

struct AskArguments {
    std::string path;
};

Result<int> ask(Context& context, const AskArguments& arguments) {
    Request request;
    const bool whole = arguments.path.starts_with("/");
    TRY(parse_target(whole ? arguments.path : "/api/v1/" + arguments.path, request));
    return context.ask(std::move(request), "ask");
}

}  // namespace

void add_ask_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<AskArguments>();
    Parser ask_app = app.add_subcommand("ask", "Ask for any answer by its HTTP address");
    ask_app
        .add_option("PATH", arguments->path,
                    "What stands behind /api/v1/, with its parameters; or a whole path")
        .required();
    ask_app.footer("Example: hence ask 'events?kinds=decision&limit=3'");
    runs(ask_app, command, ask, arguments);
}

}  // namespace hence
