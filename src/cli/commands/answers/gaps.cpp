// `hence gaps SESSION_OR_CORRELATION`: what its record lacks, as a checklist.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct GapsArguments {
    std::string id;
    std::string scope;
};

}  // namespace

void add_gaps_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<GapsArguments>();
    Parser gaps = app.add_subcommand(
        "gaps", "Check what the record of a session or correlation lacks; exit 1 if anything");
    gaps.add_option("SESSION_OR_CORRELATION", arguments->id, "Its name, or an end of it")
        .required();
    gaps.add_option("--scope", arguments->scope,
                    "session or correlation (a session of that name, else a correlation)")
        .one_of({"session", "correlation"});
    gaps.footer("Example: hence gaps trade-7c41 --scope correlation");
    gaps.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"gaps", arguments->id});
            with(request, "scope", arguments->scope);
            return context.ask(std::move(request), "gaps");
        };
    });
}

}  // namespace hence
