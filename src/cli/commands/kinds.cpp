// `hence kinds`: the kinds of events that have known fields. It needs no store.
#include "cli/commands/commands.h"
#include "hence/store.h"

namespace hence {

void add_kinds_command(Parser& app, Command& command) {
    Parser kinds = app.add_subcommand("kinds", "List the kinds of events that have known fields");
    kinds.footer("Example: hence kinds");
    kinds.callback([&command] {
        command = [](Context& context) {
            const std::unique_ptr<Door> door = open_local_door(open_memory_store());
            return context.ask(*door, get({"kinds"}));
        };
    });
}

}  // namespace hence
