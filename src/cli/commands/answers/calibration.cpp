// `hence calibration`: how often decisions were right, against how sure their makers were.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct CalibrationArguments {
    std::string decision_type;
    std::string agent;
    std::string bins;
    std::string max_brier;
};

}  // namespace

void add_calibration_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<CalibrationArguments>();
    Parser calibration =
        app.add_subcommand("calibration", "Compare confidences with how often they were right");
    calibration.add_option("--decision-type", arguments->decision_type,
                           "Only decisions of this type");
    calibration.add_option("--agent", arguments->agent, "Only decisions of this agent");
    calibration.add_option("--bins", arguments->bins, "How many bins of equal width (10)");
    calibration.add_option("--max-brier", arguments->max_brier,
                           "Exit with 1 when the Brier score is above this");
    calibration.footer("Example: hence calibration --decision-type sizing --max-brier 0.25");
    calibration.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"calibration"});
            with(request, "decision_type", arguments->decision_type);
            with(request, "agent", arguments->agent);
            with(request, "bins", arguments->bins);
            with(request, "max_brier", arguments->max_brier);
            return context.ask(std::move(request), "calibration");
        };
    });
}

}  // namespace hence
