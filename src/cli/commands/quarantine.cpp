// `hence quarantine [list|show N|retry]`: what was refused, and a second try.
#include <memory>

#include "base/try.h"
#include "cli/commands/commands.h"

namespace hence {
namespace {

Result<int> retry(Context& context) {
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::read, "quarantine"));
    Request request = get({"quarantine", "retry"});
    request.method = "POST";
    return context.ask(*door, std::move(request));
}

}  // namespace

void add_quarantine_command(Parser& app, Command& command) {
    Parser quarantine =
        app.add_subcommand("quarantine", "Show the lines that were refused, and why");
    quarantine.require_subcommand(0, 1);
    quarantine.footer("Example: hence quarantine show 1");
    const auto list = [&command] {
        command = [](Context& context) { return context.ask(get({"quarantine"}), "quarantine"); };
    };
    // Runs before the subcommand's own, which then decides.
    quarantine.preparse_callback([list](std::size_t) { list(); });
    Parser list_app = quarantine.add_subcommand("list", "One row for each line (the default)");
    list_app.footer("Example: hence quarantine list");
    list_app.callback(list);

    auto number = std::make_shared<std::string>();
    Parser show = quarantine.add_subcommand("show", "Print the bytes of one line as they came");
    show.add_option("N", *number, "The number of the row").required();
    show.footer("Example: hence quarantine show 1 > line.json");
    show.callback([&command, number] {
        command = [number](Context& context) {
            return context.ask(get({"quarantine", *number}), "quarantine");
        };
    });

    Parser retry_app = quarantine.add_subcommand("retry", "Try all of them once more");
    retry_app.footer("Example: hence quarantine retry");
    retry_app.callback([&command] { command = retry; });
}

}  // namespace hence
