// `hence outcome EVENT`: records what came of it, once.
#include <memory>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "model/ids.h"
#include "model/json/writer.h"
#include "model/text.h"

namespace hence {
namespace {

struct OutcomeArguments {
    std::string first;   // EVENT; TEXT when the event is found by its thread.
    std::string second;  // TEXT, otherwise.
    std::string correlation;
    std::string latest_decision;
    std::string agent;
    std::string id;
    bool correct = false;
    bool incorrect = false;
    bool unknown = false;

    bool by_thread() const { return !correlation.empty() || !latest_decision.empty(); }
    const std::string& text() const { return by_thread() ? first : second; }
};

Error usage(std::string message) {
    return {Code::invalid, std::move(message), "hence outcome --help shows how"};
}

Result<void> check(const OutcomeArguments& given) {
    if (given.correct + given.incorrect + given.unknown != 1) {
        return usage("one of --correct, --incorrect and --unknown must be given");
    }
    if (given.by_thread() && (given.correlation.empty() || given.latest_decision.empty())) {
        return usage("--correlation and --latest-decision go together");
    }
    if (!given.by_thread() && given.first.empty()) {
        return usage("no event is named");
    }
    if (given.by_thread() && !given.second.empty()) {
        return usage("--latest-decision stands in place of EVENT");
    }
    return {};
}

Request request_for(const OutcomeArguments& given) {
    Request request =
        given.by_thread() ? get({"outcomes"}) : get({"events", given.first, "outcome"});
    request.method = "POST";
    request.headers["content-type"] = "application/json";
    const bool judged = given.correct || given.incorrect;
    JsonWriter json(request.body);
    json.begin_object().member("correct", judged ? std::optional(given.correct) : std::nullopt);
    json.member_if_any("outcome", {given.text()}).member_if_any("correlation", {given.correlation});
    json.member_if_any("decision_type", {given.latest_decision});
    json.member_if_any("agent", {given.agent});
    // Should the owner of the store vanish before it answers, the request is sent again: the id
    // makes it count once.
    json.member("id", Exact{given.id.empty() ? new_id() : given.id}).end_object();
    return request;
}

Result<int> record(Context& context, const OutcomeArguments& given) {
    TRY(check(given));
    // A store that is not there has nothing to judge, and is not made for that. What a file says
    // would be forgotten with the command.
    const Purpose purpose = context.globals().file.empty() ? Purpose::read : Purpose::write;
    const std::unique_ptr<Door> door = TRY(context.open_door(purpose, "outcome"));
    return context.ask(*door, request_for(given));
}

}  // namespace

void add_outcome_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<OutcomeArguments>();
    Parser outcome = app.add_subcommand("outcome", "Record what came of a decision, once");
    outcome.add_option("EVENT", arguments->first, "Its id, a beginning or an end of it, or latest");
    outcome.add_option("TEXT", arguments->second, "What came of it");
    outcome.add_flag("--correct", arguments->correct, "It turned out right");
    outcome.add_flag("--incorrect", arguments->incorrect, "It turned out wrong");
    outcome.add_flag("--unknown", arguments->unknown, "Nobody knows");
    outcome.add_option("--correlation", arguments->correlation,
                       "Instead of EVENT, with --latest-decision: where to look");
    outcome.add_option("--latest-decision", arguments->latest_decision,
                       "The newest decision of this type there that has no outcome");
    outcome.add_option("--agent", arguments->agent, "Who says so");
    outcome.add_option("--id", arguments->id,
                       "The outcome's own id: a second try under it counts once");
    outcome.footer(
        "Example: hence outcome e2 --incorrect \"the price had moved\"\n"
        "         hence outcome --correlation c-1 --latest-decision sizing --correct");
    runs(outcome, command, record, arguments);
}

}  // namespace hence
