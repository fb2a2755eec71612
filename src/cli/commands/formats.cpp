// `hence formats`: what `record` can read. It needs no store.
#include "cli/commands/commands.h"
#include "hence/store.h"

namespace hence {

void add_formats_command(Parser& app, Command& command) {
    Parser formats = app.add_subcommand("formats", "List the formats that can be recorded");
    formats.footer("Example: hence formats");
    formats.callback([&command] {
        command = [](Context& context) {
            const std::unique_ptr<Door> door = open_local_door(open_memory_store());
            return context.ask(*door, get({"formats"}));
        };
    });
}

}  // namespace hence
