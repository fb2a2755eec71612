// Tool calls: asked for in one line, answered in a later one.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/claude_code/reader.h"

namespace hence {
namespace {

// Ids of parts are longer.
constexpr std::size_t id_bytes_max = 200;

bool starts_agents(std::string_view tool) {
    return tool == "Task" || tool == "Agent";
}

Json recorded_duration(Json result) {
    const Json own = result["durationMs"];
    return own.is_number() ? own : result["totalDurationMs"];
}

bool is_error(Json block) {
    return block["is_error"].boolean().value_or(false);
}

void add_outcome(Fields& fields, Json block, std::string_view name_of_output) {
    const std::string output = claude_output(block["content"]);
    fields.text("status", is_error(block) ? "error" : "ok");
    if (is_error(block)) {
        const bool said = Json(output).present() && output != "\"\"";
        fields.value("error", Json(said ? std::string_view(output) : "\"error\""));
    } else {
        fields.value(name_of_output, Json(output));
    }
}

// What the user gave as the reason, if anything.
void put_why(EventDraft& draft, const std::string& why) {
    if (!why.empty()) {
        draft.rationale = "{\"why\":";
        append_token(draft.rationale, why);
        draft.rationale += '}';
    }
}

}  // namespace

Result<void> ClaudeCodeReader::open_call(const Here& here, Json block, std::size_t index) {
    ClaudeLane& lane = here.lane;
    const std::string given = block["id"].string().value_or("");
    ClaudeCall call{.event = block_id(here.line, index),
                    .id = given.empty() ? block_id(here.line, index) : given,
                    .name = block["name"].string().value_or(""),
                    .input = std::string(block["input"].raw()),
                    .message = answer_id(here.line),
                    .rationale = {},
                    .hooks = {},
                    .place = place(here)};
    if (lane.calls.contains(call.id)) {
        return {};
    }
    TRY(call.draft().finish(claude_code_name));  // What is only told later must not fail then.
    if (call.id.size() > id_bytes_max) {
        return Error{Code::invalid, "the id of a tool call is too long"};
    }
    if (lane.message && lane.message->id() == call.message) {
        call.rationale = lane.message->take_call(call.id);
    }
    if (lane.calls.size() >= limits_.calls || lane.call_bytes + call.bytes() > limits_.call_bytes) {
        TRY(abandon_calls(lane, here.batch));
    }
    if (lane.early_results.contains(call.id)) {
        return give(call.draft(), here.line.number, here.batch);
    }
    lane.call_bytes += call.bytes();
    if (starts_agents(call.name)) {
        lane.tasks[call.text_of_input("prompt")] = call.id;
    }
    std::string id = call.id;
    lane.calls.emplace(std::move(id), std::move(call));
    return {};
}

ClaudeCodeReader::Told ClaudeCodeReader::read_result(const Here& here, Json block,
                                                     std::size_t index) {
    std::optional<ClaudeCall> call =
        here.lane.take_call(block["tool_use_id"].string().value_or(""));
    if (!call) {
        return read_stray_result(here, block, index);
    }
    if (starts_agents(call->name)) {
        here.lane.tasks.erase(call->text_of_input("prompt"));
    }
    const Json result = here.line.json["toolUseResult"];
    EventDraft draft = call->draft();
    add_outcome(draft.fields, block, "output");
    const Json took = recorded_duration(result);
    draft.duration_ms = took.is_number() ? took : Json();
    draft.duration = milliseconds_between(call->place.time, here.line.time);
    // Of several results in one line, it cannot be told whose it is.
    const std::string bytes = std::to_string(result.raw().size());
    if (result.raw().size() > limits_.result_bytes) {
        draft.fields.value("result_bytes", Json(bytes));
    } else if (index == 0 && (result.is_object() || result.is_array())) {
        draft.fields.value("result", result);
    }
    TRY(give(std::move(draft), call->place.line, here.batch));
    here.lane.last_event = call->event;
    TRY(decide(here, *call, block, index));
    if (here.line.json["toolEndsTurn"].boolean().value_or(false)) {
        TRY(close_answer(here.lane, here.batch));
    }
    const std::string child = result["agentId"].string().value_or("");
    if (!child.empty()) {
        TRY(delegate(*call, child, here.batch));
        const auto lane = lanes_.find(child);
        if (lane != lanes_.end() && result["status"].string() != "async_launched") {
            TRY(close_lane(lane->second, here.batch));
        }
    }
    return call->event;
}

// The call was told without it, stands in another file, or in a later line: agents that work side
// by side do not wait for each other.
ClaudeCodeReader::Told ClaudeCodeReader::read_stray_result(const Here& here, Json block,
                                                           std::size_t index) {
    const std::string id = block_id(here.line, index);
    EventDraft draft = place(here).draft("observation", id);
    draft.parent = parent_of(here);
    draft.fields.text("call_id", block["tool_use_id"].string().value_or(""));
    add_outcome(draft.fields, block, "content");
    TRY(give(std::move(draft), here.line.number, here.batch));
    here.lane.last_event = id;
    if (here.lane.early_results.size() < limits_.calls) {
        here.lane.early_results.insert(block["tool_use_id"].string().value_or(""));
    }
    return id;
}

// The decision of the user, or of a permission rule, about a call.
Result<void> ClaudeCodeReader::decide(const Here& here, const ClaudeCall& call, Json block,
                                      std::size_t index) {
    const std::string text = claude_text(block["content"]);
    const bool declined = is_error(block) && declined_by_user(text);
    const bool denied = is_error(block) && denied_by_rule(text);
    const bool plan = call.name == "ExitPlanMode";
    if (call.name == "AskUserQuestion" && (declined || !is_error(block))) {
        return decide_questions(here, call, block);
    }
    if (!declined && !denied && (!plan || is_error(block))) {
        return {};
    }
    EventDraft draft = place(here).draft("decision", block_id(here.line, index));
    draft.agent = denied ? draft.agent : "user";
    draft.parent = call.event;
    draft.fields.text("description", plan ? "approve the plan" : "allow " + call.name);
    draft.fields.text("decision_type", plan ? "plan" : "permission");
    draft.fields.text("chosen", declined ? "rejected" : denied ? "denied by a rule" : "approved");
    draft.fields.text("status", declined || denied ? "declined" : "made");
    if (declined) {
        put_why(draft, why_declined(text));
    }
    return give(std::move(draft), here.line.number, here.batch);
}

// The answers stand one by one beside the result. Without that, all of them are in its text; a user
// who declined may have answered some before.
Result<void> ClaudeCodeReader::decide_questions(const Here& here, const ClaudeCall& call,
                                                Json block) {
    const Json answers = here.line.json["toolUseResult"]["answers"];
    const std::string whole = claude_output(block["content"]);
    const std::string text = claude_text(block["content"]);
    const bool declined = is_error(block);
    std::vector<Json> questions;
    Json(call.input)["questions"].each_element([&questions](Json question) {
        questions.push_back(question);
        return true;
    });
    for (std::size_t index = 0; index < questions.size(); ++index) {
        const std::string asked = questions[index]["question"].string().value_or("");
        std::vector<std::string> options;
        questions[index]["options"].each_element([&options](Json option) {
            options.push_back(option["label"].string().value_or(""));
            return true;
        });
        const std::string part = fmt::format("question {} {}", call.id, index);
        EventDraft draft = place(here).draft("decision", part_id(here.line, part));
        draft.agent = "user";
        draft.parent = call.event;
        draft.fields.text("description", asked);
        draft.fields.text("decision_type", "question");
        draft.fields.list("alternatives", options);
        if (declined) {
            const std::string answer = answer_before_clarifying(text, asked);
            draft.fields.text("chosen", answer);
            draft.fields.text("status", !answer.empty()          ? "made"
                                        : wants_to_clarify(text) ? "deferred"
                                                                 : "declined");
            put_why(draft, why_declined(text));
        } else {
            draft.fields.value("chosen", answers.is_object() ? answers[asked] : Json(whole));
            const bool open = answers.is_object() && !answers[asked].present();
            draft.fields.text("status", open ? "deferred" : "made");
        }
        TRY(give(std::move(draft), here.line.number, here.batch));
    }
    return {};
}

Result<void> ClaudeCodeReader::delegate(ClaudeCall& call, const std::string& child, Batch& batch) {
    if (std::exchange(call.delegated, true)) {
        return {};
    }
    EventDraft draft = call.place.draft(
        "delegation", derived_id(Time(), {claude_code_name, call.event, "delegation"}));
    draft.parent = call.event;
    draft.fields.text("parent_id", call.place.agent);
    draft.fields.text("child_id", child);
    const std::string task = call.text_of_input("description");
    draft.fields.text("task", task.empty() ? call.text_of_input("prompt") : task);
    draft.fields.text("run_id", child);
    draft.fields.text("agent_type", call.text_of_input("subagent_type"));
    return give(std::move(draft), call.place.line, batch);
}

// A sub-agent without an id was started by the call that asked just that.
Result<void> ClaudeCodeReader::claim_by_prompt(ClaudeLane& lane, const ClaudeLine& line,
                                               Batch& batch) {
    const auto caller = lanes_.find(std::string_view());
    if (caller == lanes_.end() || line.type != "user") {
        return {};
    }
    const auto asked = caller->second.tasks.find(claude_text(line.json["message"]["content"]));
    if (asked == caller->second.tasks.end()) {
        return {};
    }
    const auto call = caller->second.calls.find(asked->second);
    caller->second.tasks.erase(asked);
    if (call == caller->second.calls.end() || call->second.delegated) {
        return {};
    }
    const std::string type = call->second.text_of_input("subagent_type");
    lane.agent = type.empty() ? lane.agent : type;
    return delegate(call->second, line.id, batch);
}

// An answer that came later shows that nobody waits for them any more.
Result<void> ClaudeCodeReader::abandon_calls(ClaudeLane& lane, Batch& batch) {
    std::vector<ClaudeCall> calls;
    for (auto& [id, call] : std::exchange(lane.calls, {})) {
        calls.push_back(std::move(call));
    }
    lane.call_bytes = 0;
    lane.tasks.clear();
    std::ranges::stable_sort(calls, {}, [](const ClaudeCall& call) { return call.place.line; });
    for (const ClaudeCall& call : calls) {
        EventDraft draft = call.draft();
        draft.fields.value("abandoned", Json("true"));
        TRY(give(std::move(draft), call.place.line, batch));
    }
    return {};
}

// Told with the call that it ran for, while that is open.
bool ClaudeCodeReader::keep_hook(const Here& here, Json hook, std::string_view call_id) {
    const auto found = here.lane.calls.find(call_id);
    if (found == here.lane.calls.end() || found->second.hooks.size() >= limits_.hooks ||
        hook.raw().size() > limits_.result_bytes / limits_.hooks) {
        return false;
    }
    found->second.hooks.emplace_back(hook.raw());
    return true;
}

}  // namespace hence
