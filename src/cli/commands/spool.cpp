// `hence spool`: what agents have written to the spool, and how much of it is in the store.
#include "cli/commands/commands.h"

namespace hence {

void add_spool_command(Parser& app, Command& command) {
    Parser spool = app.add_subcommand(
        "spool", "Take what agents wrote to the spool, and list the files that lie there");
    spool.footer("Example: hence spool");
    spool.callback([&command] {
        command = [](Context& context) { return context.ask(get({"spool"}), "spool"); };
    });
}

}  // namespace hence
