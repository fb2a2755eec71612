#include "hence/stats.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/json.h"
#include "views/pieces.h"
#include "views/query_match.h"
#include "views/stats_tally.h"

namespace hence {
namespace {

void append_ms(std::string& out, std::string_view name, const std::optional<double>& ms) {
    out += fmt::format(R"(,"{}":)", name);
    ms ? append_number(out, *ms) : void(out += "null");
}

void append_calls(std::string& out, std::string_view name, const CallStats& calls) {
    out += fmt::format(R"(,"{}":{{"n":{})", name, calls.n);
    append_ms(out, "mean_ms", calls.mean_ms);
    append_ms(out, "p50_ms", calls.p50_ms);
    append_ms(out, "p95_ms", calls.p95_ms);
    append_ms(out, "max_ms", calls.max_ms);
    out += '}';
}

void append_item(std::string& out, const SlowCall& call) {
    out += R"({"event":)";
    append_string(out, call.event);
    out += R"(,"summary":)";
    append_string(out, call.summary);
    out += R"(,"duration_ms":)";
    append_number(out, call.duration_ms);
    out += '}';
}

void append_item(std::string& out, const ErrorGroup& group) {
    out += R"({"error":)";
    append_string(out, group.error);
    out += fmt::format(R"(,"count":{},"last_seen":"{}","agents":)", group.count,
                       to_string(group.last_seen));
    append_strings(out, group.agents);
    out += '}';
}

void append_item(std::string& out, const ToolLoop& loop) {
    out += R"({"run":)";
    loop.run.empty() ? void(out += "null") : append_string(out, loop.run);
    out += R"(,"steps":)";
    append_strings(out, loop.steps);
    out += fmt::format(R"(,"repeats":{},"first_event":)", loop.repeats);
    append_string(out, loop.first_event);
    out += '}';
}

template <class Item>
Result<void> write_items(Pieces& out, std::string_view name, const std::vector<Item>& items) {
    out.text += fmt::format(R"(,"{}":[)", name);
    for (std::size_t i = 0; i < items.size(); ++i) {
        out.text += i == 0 ? "" : ",";
        append_item(out.text, items[i]);
        TRY(out.pass_on());
    }
    out.text += ']';
    return {};
}

void append_figures(std::string& out, const Stats& stats) {
    out += R"({"agent":)";
    stats.agent.empty() ? void(out += "null") : append_string(out, stats.agent);
    out += fmt::format(R"(,"events":{},"kinds":{{)", stats.events);
    bool first = true;
    for (const auto& [kind, count] : stats.kinds) {
        out += fmt::format(R"({}"{}":{})", first ? "" : ",", kind, count);
        first = false;
    }
    out += '}';
    append_calls(out, "tool_calls", stats.tool_calls);
    append_calls(out, "llm_calls", stats.llm_calls);
    out += R"(,"tokens":{"prompt":)";
    append_number(out, stats.prompt_tokens);
    out += R"(,"completion":)";
    append_number(out, stats.completion_tokens);
    out += R"(,"total":)";
    append_number(out, stats.total_tokens);
    out += fmt::format(R"(}},"rationale":{{"given":{},"missing":{}}})", stats.rationale_given,
                       stats.rationale_missing);
}

}  // namespace

Result<void> Stats::write_json(const Sink& sink) const {
    Pieces out(sink);
    append_figures(out.text, *this);
    TRY(write_items(out, "slow", slow));
    TRY(write_items(out, "errors", errors));
    TRY(write_items(out, "loops", loops));
    out.text += "}\n";
    return out.finish();
}

Result<Stats> stats(const Store& store, const StatsRequest& request) {
    EventQuery asked{.agent = request.agent, .session = request.session, .run = request.run};
    asked.from = request.from;
    asked.to = request.to;
    const EventQuery whole = TRY(with_whole_names(store, std::move(asked)));
    const std::unique_ptr<Cursor> events = TRY(matching(store, whole, {}));
    StatsTally tally(store, request);
    while (true) {
        const std::optional<Event> event = TRY(events->next());
        if (!event) {
            return tally.finish();
        }
        TRY(tally.add(*event));
    }
}

}  // namespace hence
