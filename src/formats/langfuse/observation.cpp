// Most of what Langfuse holds came to it as OpenTelemetry, and an export still has the attributes.
// So an observation becomes a span again: its attributes, and its own members under the names that
// Langfuse's own SDK sends them with. What kind of call it is, the attributes know better than the
// type, which calls a wrapper of a model call a generation too.
#include "formats/langfuse/observation.h"

#include <deque>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/otlp/conventions/conventions.h"
#include "formats/otlp/decode/loose_json.h"
#include "formats/spans/span_draft.h"

namespace hence {
namespace {

constexpr std::string_view type_key = "langfuse.observation.type";

// The JSON that a text holds, or the value itself.
std::string unpacked(Json value) {
    std::deque<std::string> kept;
    return std::string(loosened(value, kept).value.raw());
}

void add_attributes(SpanDraft& draft, const LangfuseObservation& observation) {
    const Json metadata(observation.metadata);
    draft.add_each(metadata["attributes"]);
    // A list that became a text.
    constexpr std::string_view reasons = "gen_ai.response.finish_reasons";
    draft.add(reasons, Json(draft.keep(unpacked(metadata["attributes"][reasons]))));
    draft.set_resource(metadata["resourceAttributes"]);
    draft.set_scope(metadata["scope"]);
    if (!metadata.is_object()) {
        return draft.add("langfuse.observation.metadata", metadata);
    }
    metadata.each_member([&](std::string_view name, Json value) {
        if (name != "attributes" && name != "resourceAttributes" && name != "scope") {
            draft.add("langfuse.observation.metadata." + std::string(name), value);
        }
        return true;
    });
}

// The calls that the AI SDK's model asked for, which Langfuse moved away from their attribute.
bool is_list_of_calls(Json output) {
    const Json first = output.at(0);
    return output.is_array() && first["toolCallId"].is_string() && first["toolName"].is_string();
}

void add_content(SpanDraft& draft, const LangfuseObservation& observation) {
    const Json input = observation.json["input"];
    const Json output = observation.json["output"];
    draft.add("langfuse.observation.input", input);
    if (observation.returned && !observation.returned->content.empty()) {
        return draft.add("langfuse.observation.output", Json(observation.returned->content));
    }
    std::deque<std::string> kept;
    const bool calls = is_list_of_calls(loosened(output, kept).value);
    draft.add(calls ? "ai.response.toolCalls" : "langfuse.observation.output", output);
}

void add_amounts(SpanDraft& draft, Json json) {
    const Json usage = json["usageDetails"];
    draft.add("langfuse.observation.usage_details", says_empty(usage) ? json["usage"] : usage);
    if (!says_empty(json["costDetails"])) {
        draft.add("langfuse.observation.cost_details", json["costDetails"]);
    } else if (json["totalCost"].number().value_or(0) > 0) {
        draft.add("cost_usd", json["totalCost"]);
    }
}

void add_members(SpanDraft& draft, const LangfuseObservation& observation) {
    const Json json = observation.json;
    add_content(draft, observation);
    add_amounts(draft, json);
    draft.add("langfuse.observation.model.name", json["model"]);
    draft.add("langfuse.observation.status_message", json["statusMessage"]);
    if (json["level"].string() != "DEFAULT") {
        draft.add("langfuse.observation.level", json["level"]);
    }
}

// Nothing says what kind of span it is, but it names the tool that was called.
bool names_tool(const LangfuseObservation& observation) {
    const Json attributes = observation.attributes();
    return observation.type == "span" && attributes["gen_ai.tool.name"].is_string() &&
           !attributes["gen_ai.operation.name"].present() &&
           !attributes["openinference.span.kind"].present();
}

// Of a type that is only a guess, what the observation really is.
std::string type_of(const LangfuseObservation& observation, const ObservationPlace& place) {
    const bool model = observation.type == "generation" || observation.type == "embedding";
    if ((model && place.holds_models) || place.part_of_call) {
        return "span";
    }
    return observation.type == "span" && is_tool(observation) ? "tool" : observation.type;
}

void settle_tool(SpanDraft& draft, const LangfuseObservation& observation,
                 const ObservationPlace& place) {
    if (observation.returned && observation.returned->failed) {
        draft.span().status = SpanStatus::error;
        draft.span().status_message =
            draft.keep(Json(observation.returned->content).string().value_or(""));
    }
    const std::string own = call_id_in(observation);
    const std::string& found = observation.returned ? observation.returned->call_id : place.call_id;
    draft.add_text("tool_call_id", own.empty() || own == found ? found : std::string());
}

// A thread that LangGraph keeps, or a session that was put where Langfuse does not look.
std::string session_in(Json metadata) {
    for (const std::string_view name :
         {"thread_id", "session_id", "sessionId", "conversation_id"}) {
        std::string session = metadata[name].string().value_or("");
        if (!session.empty()) {
            return session;
        }
    }
    return {};
}

void take_place(Translation& told, const ObservationPlace& place) {
    const std::string root = told.main.parent.empty() ? place.parent : std::string();
    each_draft(told, [&](EventDraft& draft) {
        draft.agent = place.agent.empty() ? draft.agent : place.agent;
    });
    if (!root.empty()) {
        told.main.parent = root;
    }
    // The trace tells where it began and ended.
    std::erase_if(told.more, [](const EventDraft& draft) {
        return draft.kind == "session_start" || draft.kind == "session_end";
    });
}

// What Langfuse alone knows.
void add_rest(EventDraft& draft, Json json) {
    const std::string rest = members_besides(
        json, {"id", "traceId", "parentObservationId", "name", "startTime", "endTime", "input",
               "output", "metadata", "model", "statusMessage", "usageDetails"});
    draft.fields.value("langfuse", Json(rest));
}

// Something that happened at one time.
Result<Translation> translate_event(const LangfuseObservation& observation,
                                    const ObservationPlace& place) {
    const Json json = observation.json;
    if (observation.start.empty()) {
        return Error{Code::invalid, "startTime is no time"};
    }
    Translation told;
    EventDraft& draft = told.main;
    const bool failed = json["level"].string() == "ERROR";
    const std::string said = json["statusMessage"].string().value_or("");
    draft.id = span_event_id(observation.trace_id, observation.id);
    draft.kind = failed ? "error" : "log";
    draft.time = observation.start;
    draft.run = observation.trace_id;
    draft.flags.push_back(Flag::session_derived);
    if (!observation.parent_id.empty()) {
        draft.parent = span_event_id(observation.trace_id, observation.parent_id);
    }
    draft.fields.text(failed ? "error" : "body", said.empty() ? observation.name : said);
    draft.fields.text(failed ? "context" : "severity",
                      failed ? observation.name : json["level"].string().value_or(""));
    draft.fields.text("name", observation.name);
    draft.fields.unpacked("input", json["input"], JsonText::any);
    draft.fields.unpacked("output", json["output"], JsonText::any);
    if (!says_empty(Json(observation.metadata))) {
        draft.fields.value("metadata", Json(observation.metadata));
    }
    add_rest(draft, json);
    take_place(told, place);
    state_session(told, place.session);
    return told;
}

}  // namespace

Result<LangfuseObservation> read_observation(Json json, const std::string& trace_id) {
    LangfuseObservation observation;
    observation.json = json;
    observation.id = json["id"].string().value_or("");
    observation.trace_id = json["traceId"].string().value_or(trace_id);
    observation.parent_id = json["parentObservationId"].string().value_or("");
    observation.name = json["name"].string().value_or("");
    observation.type = lower_case(json["type"].string().value_or(""));
    observation.start = time_from(json["startTime"]).value_or("");
    observation.metadata = unpacked(json["metadata"]);
    if (observation.type == "span" || observation.type == "tool") {
        observation.returned = tool_message_in(json["output"]);
    }
    if (observation.id.empty() || observation.trace_id.empty()) {
        return Error{Code::invalid, observation.id.empty() ? "the observation has no id"
                                                           : "the observation names no trace"};
    }
    return observation;
}

std::optional<LangfuseStage> stage_in(std::string_view name) {
    const std::size_t dash = name.rfind('-');
    const std::size_t dot = name.substr(0, dash).rfind('.');
    if (dash == std::string_view::npos || dot == std::string_view::npos || dot == 0) {
        return std::nullopt;
    }
    const LangfuseStage found{name.substr(0, dot), name.substr(dot + 1, dash - dot - 1),
                              name.substr(dash + 1)};
    const bool counted = !found.number.empty() &&
                         found.number.find_first_not_of("0123456789") == std::string_view::npos;
    for (const std::string_view stage : {"start", "success", "error", "finish"}) {
        if (counted && found.stage == stage) {
            return found;
        }
    }
    return std::nullopt;
}

std::string agent_named_by(const LangfuseObservation& observation) {
    SpanDraft draft;
    draft.add_each(observation.attributes());
    const Attributes& attributes = draft.seal().attributes;
    const Meanings meanings(attributes);
    const Attributes resource;
    std::string stated = stated_agent({meanings, attributes, resource, observation.name});
    if (!stated.empty() || observation.type != "agent") {
        return stated;
    }
    std::string_view name = observation.name;
    for (const std::string_view verb : {"agent_run [", "invoke_agent "}) {
        if (name.starts_with(verb)) {
            name.remove_prefix(verb.size());
            name.remove_suffix(verb.ends_with('[') && name.ends_with(']') ? 1 : 0);
        }
    }
    return std::string(name);
}

std::string call_id_in(const LangfuseObservation& observation) {
    SpanDraft draft;
    draft.add_each(observation.attributes());
    std::string stated = Meanings(draft.seal().attributes).text(Meaning::call_id);
    return stated.empty() && observation.returned ? observation.returned->call_id : stated;
}

bool is_tool(const LangfuseObservation& observation) {
    return observation.type == "tool" || names_tool(observation) ||
           (observation.type == "span" && observation.returned.has_value());
}

Result<Translation> translate(const LangfuseObservation& observation,
                              const ObservationPlace& place) {
    if (observation.type == "event") {
        return translate_event(observation, place);
    }
    SpanDraft draft;
    Span& span = draft.span();
    span.trace_id = observation.trace_id;
    span.span_id = observation.id;
    span.parent_id = observation.parent_id;
    span.name = observation.name;
    draft.set_start(observation.json["startTime"]);
    draft.set_end(observation.json["endTime"]);
    add_attributes(draft, observation);
    add_members(draft, observation);
    draft.remove(type_key);
    if (place.part_of_call) {
        draft.remove("openinference.span.kind");
    }
    if (!place.tool.empty()) {
        draft.add_text("tool.name", place.tool);
    }
    if (marked_role(draft.seal()) == SpanRole::unknown) {
        draft.add_text(type_key, type_of(observation, place));
    }
    if (is_tool(observation)) {
        settle_tool(draft, observation, place);
    }
    Translation told = TRY(draft.translate());
    if (observation.returned) {
        told.main.fields.value("tool_message", Json(observation.returned->message));
    }
    add_rest(told.main, observation.json);
    take_place(told, place);
    state_session(told,
                  place.session.empty() ? session_in(Json(observation.metadata)) : place.session);
    return told;
}

}  // namespace hence
