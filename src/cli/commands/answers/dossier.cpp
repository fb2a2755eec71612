// `hence dossier EVENT`: everything about one decision, on one page.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {

void add_dossier_command(Parser& app, Command& command) {
    auto event = std::make_shared<std::string>();
    Parser dossier = app.add_subcommand("dossier", "Write one page of Markdown about a decision");
    dossier.add_option("EVENT", *event, "Its id, a beginning or an end of it, or latest")
        .required();
    dossier.footer("Example: hence dossier e2 > e2.md");
    dossier.callback([&command, event] {
        command = [event](Context& context) {
            return context.ask(get({"events", *event, "dossier"}), "dossier");
        };
    });
}

}  // namespace hence
