// `hence dossier EVENT`: everything about one decision, on one page.
#include <memory>
#include <utility>

#include "cli/commands/commands.h"

namespace hence {

void add_dossier_command(Parser& app, Command& command) {
    auto event = std::make_shared<std::string>();
    auto proof = std::make_shared<bool>(false);
    Parser dossier = app.add_subcommand("dossier", "Write one page of Markdown about a decision");
    dossier.add_option("EVENT", *event, "Its id, a beginning or an end of it, or latest")
        .required();
    dossier.add_flag("--proof", *proof, "With a proof that the decision is in the log");
    dossier.footer("Example: hence dossier e2 > e2.md");
    dossier.callback([&command, event, proof] {
        command = [event, proof](Context& context) {
            Request request = get({"events", *event, "dossier"});
            with_flag(request, "proof", *proof);
            return context.ask(std::move(request), "dossier");
        };
    });
}

}  // namespace hence
