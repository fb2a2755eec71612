// `hence review AGENT`: its decisions that turned out wrong, each with a question.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct ReviewArguments {
    std::string agent;
    std::string high;
};

}  // namespace

void add_review_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<ReviewArguments>();
    Parser review =
        app.add_subcommand("review", "Ask an agent about its decisions that turned out wrong");
    review.add_option("AGENT", arguments->agent, "The agent, or an end of its name").required();
    review.add_option("--high", arguments->high,
                      "From which confidence on an error is one of high confidence (0.8)");
    review.footer("Example: hence review planner --high 0.9");
    review.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"review"});
            with(request, "agent", arguments->agent);
            with(request, "high", arguments->high);
            return context.ask(std::move(request), "review");
        };
    });
}

}  // namespace hence
