#include "formats/langfuse/trace.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/by_text.h"
#include "formats/common/foreign.h"
#include "formats/spans/asked_calls.h"
#include "formats/spans/span_draft.h"

namespace hence {
namespace {

constexpr std::size_t nobody = static_cast<std::size_t>(-1);

bool asks_model(const LangfuseObservation& observation) {
    return observation.type == "generation" || observation.type == "embedding";
}

// Who stands around whom. A parent that is not there is nobody, and so is one in a circle.
std::vector<std::size_t> parents_of(const std::vector<LangfuseObservation>& observations) {
    ByTextView<std::size_t> by_id;
    for (std::size_t i = 0; i < observations.size(); ++i) {
        by_id.emplace(observations[i].id, i);
    }
    std::vector<std::size_t> parents;
    for (const LangfuseObservation& each : observations) {
        const auto known = by_id.find(each.parent_id);
        parents.push_back(each.parent_id.empty() || known == by_id.end() ? nobody : known->second);
    }
    return parents;
}

void mark_holders(const std::vector<LangfuseObservation>& observations,
                  const std::vector<std::size_t>& parents, std::vector<ObservationPlace>& places) {
    for (std::size_t i = 0; i < observations.size(); ++i) {
        if (!asks_model(observations[i])) {
            continue;
        }
        // One that is marked has marked all around it.
        for (std::size_t at = parents[i]; at != nobody && !places[at].holds_models;
             at = parents[at]) {
            places[at].holds_models = true;
        }
    }
}

// BeeAI tells each stage of a call as a span. A model call is told by its beginning, which has the
// prompt and the tokens; a call of a tool by its success, which has the result.
void find_stages(const std::vector<LangfuseObservation>& observations,
                 const std::vector<std::size_t>& parents, std::vector<ObservationPlace>& places) {
    std::map<std::pair<std::string_view, std::string_view>, std::vector<std::size_t>> calls;
    for (std::size_t i = 0; i < observations.size(); ++i) {
        const std::string kind =
            observations[i].attributes()["openinference.span.kind"].string().value_or("");
        const std::optional<LangfuseStage> stage = stage_in(observations[i].name);
        if (stage && (kind == "TOOL" || kind == "LLM")) {
            calls[{stage->call, stage->number}].push_back(i);
        }
    }
    for (const auto& [call, stages] : calls) {
        const bool model = asks_model(observations[stages.front()]);
        const auto rank = [&](std::size_t i) {
            const std::string_view stage = stage_in(observations[i].name)->stage;
            const bool best = stage == (model ? "start" : "success");
            return best ? 0 : stage == "error" ? 1 : stage == "finish" ? 3 : 2;
        };
        const std::size_t told = *std::ranges::min_element(stages, {}, rank);
        for (const std::size_t i : stages) {
            places[i].part_of_call = i != told;
        }
        if (!model && !observations[told].attributes()["tool.name"].is_string()) {
            const std::size_t around = parents[told];
            const std::string named =
                around == nobody
                    ? std::string()
                    : observations[around].attributes()["tool.name"].string().value_or("");
            places[told].tool = named.empty() ? std::string(call.first) : named;
        }
    }
}

// What was asked, where the input is an object of many things.
std::string asked_in(Json input) {
    std::string goal = goal_in(input);
    if (!goal.starts_with('{')) {
        return goal;
    }
    const Result<std::string> json = minify(goal, fields_depth_max);
    const Json object(json ? std::string_view(*json) : std::string_view());
    for (const std::string_view name :
         {"message", "input", "query", "question", "prompt", "task"}) {
        std::string text = object[name].string().value_or("");
        if (!text.empty()) {
            return text;
        }
    }
    return goal;
}

// Each is walked over once: who was asked already knows.
void name_agents(const std::vector<LangfuseObservation>& observations,
                 const std::vector<std::size_t>& parents, std::vector<ObservationPlace>& places) {
    std::vector<bool> asked(observations.size());
    std::vector<std::size_t> path;
    for (std::size_t i = 0; i < observations.size(); ++i) {
        std::size_t at = i;
        for (; at != nobody && !asked[at]; at = parents[at]) {
            asked[at] = true;
            path.push_back(at);
        }
        std::string agent = at == nobody ? std::string() : places[at].agent;
        for (; !path.empty(); path.pop_back()) {
            const std::string named = agent_named_by(observations[path.back()]);
            agent = named.empty() ? agent : named;
            places[path.back()].agent = agent;
        }
    }
}

void find_calls(const std::vector<LangfuseObservation>& observations,
                std::vector<ObservationPlace>& places) {
    AskedCalls asked;
    std::vector<std::size_t> order(observations.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::ranges::stable_sort(
        order, {}, [&](std::size_t i) { return std::string_view(observations[i].start); });
    for (const std::size_t i : order) {
        if (asks_model(observations[i]) && !places[i].holds_models) {
            asked.add("", observations[i].json["output"]);
        }
    }
    for (const std::size_t i : order) {
        if (is_tool(observations[i]) && call_id_in(observations[i]).empty()) {
            places[i].call_id = asked.take("", observations[i].name, observations[i].json["input"]);
        }
    }
}

// The model calls that a trace began and ended with, where it does not say itself what was asked
// and answered.
struct FirstAndLast {
    Json asked;
    Json answered;
};

FirstAndLast first_and_last(const std::vector<LangfuseObservation>& within) {
    const LangfuseObservation* first = nullptr;
    const LangfuseObservation* last = nullptr;
    for (const LangfuseObservation& each : within) {
        if (asks_model(each)) {
            first = first == nullptr || each.start < first->start ? &each : first;
            last = last == nullptr || each.start >= last->start ? &each : last;
        }
    }
    return first == nullptr ? FirstAndLast{}
                            : FirstAndLast{first->json["input"], last->json["output"]};
}

struct TraceEnd {
    std::string time;
    bool failed = false;
};

// When the last observation without a parent was over; nothing while one is not.
std::optional<TraceEnd> ending_of(const std::vector<LangfuseObservation>& within) {
    std::optional<TraceEnd> last;
    std::optional<Time> when;
    for (const LangfuseObservation& each : within) {
        if (!each.parent_id.empty() || each.type == "event") {
            continue;
        }
        const std::optional<std::string> time = time_from(each.json["endTime"]);
        if (!time) {
            return std::nullopt;
        }
        const Time parsed = *parse_time(*time);
        last = last ? last : TraceEnd{};
        last->failed = last->failed || each.json["level"].string() == "ERROR";
        if (!when || parsed > *when) {
            when = parsed;
            last->time = *time;
        }
    }
    return last;
}

EventDraft draft_in(Json trace, std::string_view kind, std::string_view trace_id) {
    EventDraft draft;
    draft.kind = kind;
    draft.run = trace_id;
    draft.session = trace["sessionId"].string().value_or("");
    if (draft.session.empty()) {
        draft.flags.push_back(Flag::session_derived);
    }
    return draft;
}

}  // namespace

std::string trace_start_id(std::string_view trace_id) {
    return fmt::format("{}~start", trace_id);
}

std::vector<ObservationPlace> places_of(const std::vector<LangfuseObservation>& observations) {
    std::vector<ObservationPlace> places(observations.size());
    const std::vector<std::size_t> parents = parents_of(observations);
    mark_holders(observations, parents, places);
    find_stages(observations, parents, places);
    name_agents(observations, parents, places);
    find_calls(observations, places);
    return places;
}

Result<Translation> translate_trace(Json trace, const std::vector<LangfuseObservation>& within) {
    const std::string id = trace["id"].string().value_or("");
    std::string time = time_from(trace["timestamp"]).value_or("");
    for (std::size_t i = 0; i < within.size() && time.empty(); ++i) {
        time = within[i].start;
    }
    if (id.empty() || time.empty()) {
        return Error{Code::invalid, id.empty() ? "the trace has no id" : "timestamp is no time"};
    }
    Translation told;
    told.main = draft_in(trace, "session_start", id);
    told.main.id = trace_start_id(id);
    told.main.time = time;
    const FirstAndLast calls = first_and_last(within);
    std::string goal = asked_in(trace["input"]);
    if (goal.empty() && calls.asked.present()) {
        goal = asked_in(calls.asked);
        told.main.flags.push_back(Flag::derived);
    }
    told.main.fields.text("goal", goal);
    told.main.fields.text("name", trace["name"].string().value_or(""));
    const std::string rest =
        members_besides(trace, {"id", "name", "timestamp", "sessionId", "observations", "scores",
                                "input", "output", "metadata"});
    told.main.fields.value("langfuse", Json(rest));
    told.main.fields.unpacked("metadata", trace["metadata"], JsonText::any);
    told.main.fields.unpacked("input", trace["input"], JsonText::any);

    const std::optional<TraceEnd> ending = ending_of(within);
    const Json output_of_trace = trace["output"];
    const std::string output =
        output_in(output_of_trace.present() || !ending ? output_of_trace : calls.answered);
    if (ending || !output.empty()) {
        EventDraft end = draft_in(trace, "session_end", id);
        end.id = fmt::format("{}~end", id);
        end.time = ending ? ending->time : time;
        end.parent = told.main.id;
        end.flags.push_back(Flag::derived);
        end.fields.text("status", ending && ending->failed ? "failure" : "");
        end.fields.value("output", Json(output));
        told.more.push_back(std::move(end));
    }
    return told;
}

Result<Translation> translate_score(Json score, Json trace) {
    Foreign foreign(score);
    const std::string trace_id =
        score["traceId"].string().value_or(trace["id"].string().value_or(""));
    const std::optional<std::string> said = time_from(score["timestamp"]);
    const std::optional<std::string> time = said ? said : time_from(score["createdAt"]);
    if (!time) {
        return Error{Code::invalid, "timestamp is no time"};
    }
    Translation told;
    EventDraft& draft = told.main;
    draft = draft_in(trace, "observation", trace_id);
    foreign.take("traceId");
    foreign.take(said ? "timestamp" : "createdAt");
    draft.id = foreign.text("id");
    draft.time = *time;
    const std::string scored = foreign.text("observationId");
    draft.parent = scored.empty() ? trace_start_id(trace_id) : span_event_id(trace_id, scored);
    const std::string name = foreign.text("name");
    if (draft.id.empty()) {
        draft.id = derived_id(*time, {langfuse_format, "score", trace_id, scored, name});
    }
    draft.fields.text("key", "score:" + name);
    const Json value = foreign.take("value");
    const std::string words = foreign.text("stringValue");
    const std::string comment = foreign.text("comment");
    draft.fields.text("content",
                      fmt::format("{}: {}{}{}", name, words.empty() ? value.raw() : words,
                                  comment.empty() ? "" : ", ", comment));
    draft.fields.value("value", value);
    draft.fields.text("stringValue", words);
    draft.fields.text("comment", comment);
    foreign.leave(draft.fields, langfuse_format);
    return told;
}

}  // namespace hence
