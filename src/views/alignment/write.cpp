#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/across/alignment.h"
#include "hence/store.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/find/event_reader.h"
#include "views/find/session_events.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t goal_columns_max = 100;

// Reads the steps of an answer again, in order.
class StepReader {
public:
    StepReader(const Alignment& answer, const Store& store)
        : reader_(store, seqs(answer)), sessions_(store) {}

    Result<Event> next() { return reader_.next(); }
    Result<std::string> summary(const Event& event) { return summary_of(sessions_, event); }

private:
    static std::vector<std::uint64_t> seqs(const Alignment& answer) {
        std::vector<std::uint64_t> numbers;
        for (const AlignmentStep& step : answer.steps) {
            numbers.push_back(step.seq);
        }
        return numbers;
    }

    EventReader reader_;
    Sessions sessions_;
};

void append_link(JsonWriter& json, const std::optional<Via>& link) {
    json.key("link");
    if (!link) {
        json.null();
        return;
    }
    json.begin_object().member("from", link->from).member("type", to_string(link->type));
    json.member("provenance", to_string(link->provenance)).end_object();
}

std::string_view mark_of(PathStanding standing) {
    switch (standing) {
        case PathStanding::on_path: return "+";
        case PathStanding::off_path: return "-";
        case PathStanding::unknown: break;
    }
    return "?";
}

std::string link_line(const AlignmentStep& step, ShownIds& ids) {
    if (!step.link) {
        return step.standing == PathStanding::unknown ? "      no recorded link leads to a goal\n"
                                                      : "      is what was asked for\n";
    }
    std::string line = fmt::format("      {} {} [{}]", to_string(step.link->type),
                                   ids.of(step.link->from), to_string(step.link->provenance));
    if (step.leads_to != step.link->from) {
        line += fmt::format(", leads to {}", ids.of(step.leads_to));
    }
    return line + "\n";
}

std::string heading(const Alignment& answer, ShownIds& ids) {
    std::string out =
        fmt::format("Alignment: {} {}\n", to_string(answer.scope), printable(answer.id));
    for (const AlignmentGoal& goal : answer.goals) {
        out += fmt::format("Goal: {}  ({}{})\n", first_line(goal.text, goal_columns_max),
                           ids.of(goal.event),
                           goal.node.empty() ? "" : ", node " + printable(goal.node));
    }
    out += answer.goals.empty() ? "Goal: none was stated\n" : "";
    const auto& [on, off, unknown] = answer.counts;
    out += fmt::format("{} step{}: {} on the path (+), {} off the path (-), {} unknown (?)\n",
                       on + off + unknown, on + off + unknown == 1 ? "" : "s", on, off, unknown);
    return out;
}

}  // namespace

Result<void> write_json(const Alignment& answer, const Store& store, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object().member("id", answer.id).member("scope", to_string(answer.scope));
    TRY(out.list("goals", answer.goals, [](JsonWriter& json, const AlignmentGoal& goal) {
        json.begin_object().member("event", goal.event).member("node", OrNull{goal.node});
        json.member("text", goal.text).end_object();
    }));
    for (std::size_t i = 0; i < standings; ++i) {
        out.json.member(to_string(static_cast<PathStanding>(i)), answer.counts[i]);
    }
    StepReader reader(answer, store);
    out.json.key("steps").begin_list();
    for (const AlignmentStep& step : answer.steps) {
        const Event event = TRY(reader.next());
        const std::string line = TRY(reader.summary(event));
        out.json.begin_object().member("event", event.id()).member("kind", event.kind());
        out.json.member("agent", OrNull{event.agent()}).member("time", event.time());
        out.json.member("summary", line).member("standing", to_string(step.standing));
        out.json.member("leads_to", OrNull{step.leads_to});
        append_link(out.json, step.link);
        out.json.end_object();
        TRY(out.pass_on());
    }
    out.json.end_list().end_object().end_line();
    return out.finish();
}

Result<void> write_text(const Alignment& answer, const Store& store, const Sink& sink) {
    Pieces out(sink);
    ShownIds ids;
    out.text += heading(answer, ids);
    out.text += answer.steps.empty() ? "" : "\n";
    StepReader reader(answer, store);
    for (const AlignmentStep& step : answer.steps) {
        const Event event = TRY(reader.next());
        const std::string line = TRY(reader.summary(event));
        out.text += fmt::format("  {} {} {}  ({})\n", mark_of(step.standing), when(event), line,
                                ids.of(event.id()));
        out.text += link_line(step, ids);
        TRY(out.pass_on());
    }
    return out.finish();
}

}  // namespace hence
