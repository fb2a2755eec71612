// `hence debrief RUN`: which way a run went, why, and how it ended.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct DebriefArguments {
    std::string run;
    std::string session;
    bool markdown = false;
};

}  // namespace

void add_debrief_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<DebriefArguments>();
    Parser debrief = app.add_subcommand(
        "debrief", "Tell a run by its decisions: its path, the reasons, the end");
    debrief.add_option("RUN", arguments->run, "The run, an end of its name, or latest").required();
    debrief.add_option("--session", arguments->session, "The session, where several have the run");
    debrief.add_flag("--markdown", arguments->markdown, "Print a page of Markdown");
    debrief.footer("Example: hence debrief latest");
    debrief.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"runs", arguments->run, "debrief"});
            with(request, "session", arguments->session);
            with_flag(request, "markdown", arguments->markdown);
            return context.ask(std::move(request), "debrief");
        };
    });
}

}  // namespace hence
