#include "formats/agents/opencode_storage.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "formats/common/blocks.h"
#include "formats/common/conversation.h"
#include "formats/common/foreign.h"

namespace hence {
namespace {

constexpr UsageNames stored_usage = {.prompt = "input",
                                     .completion = "output",
                                     .cache_read = "cache/read",
                                     .cache_write = "cache/write",
                                     .reasoning = "reasoning",
                                     .prompt_excludes_cache = true,
                                     .completion_excludes_reasoning = true};

std::string text_of(Json json, std::string_view name) {
    return json[name].string().value_or("");
}

// The id depends on the file's id alone, since a part knows no time of its message.
std::string event_id(std::string_view kind, std::string_view id) {
    return derived_id(Time(), {opencode_name, kind, id});
}

EventDraft draft_of(std::string_view kind, Json time, Json record) {
    EventDraft draft;
    draft.kind = kind;
    draft.agent = opencode_name;
    draft.session = text_of(record, "sessionID");
    const std::optional<std::string> when = time_from_ms(time);
    draft.time = when.value_or(time_of_index(0));
    if (!when) {
        draft.flags.push_back(Flag::time_derived);
    }
    return draft;
}

EventDraft session_of(Json record) {
    EventDraft draft = draft_of("session_start", record["time"]["created"], record);
    draft.session = text_of(record, "id");
    draft.id = event_id("session", draft.session);
    for (const std::string_view name : {"version", "projectID", "directory", "parentID"}) {
        draft.fields.value(name, record[name]);
    }
    return draft;
}

EventDraft message_of(Json record) {
    const bool answer = record["role"].string() == "assistant";
    EventDraft draft = draft_of(answer ? "llm_call" : "prompt", record["time"]["created"], record);
    Foreign rest(record);
    const std::string id = rest.text("id");
    draft.id = event_id("message", id);
    draft.fields.text("message_id", id);
    const std::string asked = rest.text("parentID");
    draft.parent = asked.empty() ? "" : event_id("message", asked);
    draft.run = answer && !asked.empty() ? draft.parent : draft.id;
    const Json model = rest.take("model");
    const std::string name = rest.text("modelID");
    if (answer) {
        draft.fields.text("model", name.empty() ? text_of(model, "modelID") : name);
        draft.fields.text("provider", rest.text("providerID"));
        put_usage(draft.fields, rest.take("tokens"), stored_usage);
        draft.fields.value("cost_usd", rest.amount("cost"));
        draft.fields.text("finish_reason", rest.text("finish"));
        const Json error = rest.take("error");
        draft.fields.text("error",
                          error["data"]["message"].string().value_or(text_of(error, "name")));
        const Json completed = record["time"]["completed"];
        draft.duration = duration_between(draft.time, time_from_ms(completed).value_or(""));
        if (!completed.present() && !error.present()) {
            draft.flags.push_back(Flag::unfinished);
        }
    } else {
        draft.fields.text("text", text_of(record["summary"], "body"));
    }
    for (const std::string_view said : {"sessionID", "role", "time", "summary"}) {
        rest.take(said);
    }
    rest.leave(draft.fields, opencode_name);
    return draft;
}

EventDraft tool_of(Json record) {
    const Json state = record["state"];
    EventDraft draft = draft_of("tool_call", state["time"]["start"], record);
    draft.fields.text("tool_name", text_of(record, "tool"));
    draft.fields.text("call_id", text_of(record, "callID"));
    draft.fields.value("input", state["input"]);
    draft.fields.value("output", state["output"]);
    draft.fields.text("error", text_of(state, "error"));
    draft.fields.value("metadata", state["metadata"]);
    const std::string status = text_of(state, "status");
    if (status == "pending" || status == "running") {
        draft.flags.push_back(Flag::unfinished);
    } else {
        const bool failed =
            status == "error" || state["metadata"]["exit"].number().value_or(0) != 0;
        draft.fields.text("status", failed ? "error" : "ok");
    }
    draft.duration = duration_between(time_from_ms(state["time"]["start"]).value_or(""),
                                      time_from_ms(state["time"]["end"]).value_or(""));
    return draft;
}

// A part does not say whose words it holds: those of the user or those of the model.
EventDraft part_of(Json record, const std::string& type) {
    if (type == "tool") {
        return tool_of(record);
    }
    EventDraft draft =
        draft_of(type == "reasoning" ? "thought" : "part", record["time"]["start"], record);
    if (type == "text" || type == "reasoning") {
        draft.fields.value("text", record["text"]);
        draft.fields.text("message_id", text_of(record, "messageID"));
    } else {
        draft.fields.value("part", record);
    }
    return draft;
}

}  // namespace

bool is_opencode_stored(Json record) {
    const bool part = record["messageID"].is_string() && record["type"].is_string();
    const bool message =
        record["sessionID"].is_string() && record["role"].is_string() && record["time"].is_object();
    const bool session = record["projectID"].is_string() && record["directory"].is_string() &&
                         record["time"].is_object();
    return record["id"].is_string() && (part || message || session);
}

Result<std::optional<Event>> opencode_stored_event(Json record) {
    const std::string type = text_of(record, "type");
    const std::string message = text_of(record, "messageID");
    if (type == "step-start" || type == "step-finish") {
        return std::optional<Event>();  // The message has its tokens.
    }
    EventDraft draft = record["role"].is_string() ? message_of(record)
                       : message.empty()          ? session_of(record)
                                                  : part_of(record, type);
    if (!message.empty()) {
        draft.id = event_id("part", text_of(record, "id"));
        draft.parent = event_id("message", message);
    }
    Event event = TRY(std::move(draft).finish(opencode_name));
    return std::optional<Event>(std::move(event));
}

}  // namespace hence
