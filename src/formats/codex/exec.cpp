#include "formats/codex/exec.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "formats/codex/line.h"
#include "formats/common/foreign.h"

namespace hence {
namespace {

struct ExecItem {
    std::string_view type;
    std::string_view tool;  // Empty: the item names it.
    std::string_view input;
    std::string_view output;
};

constexpr std::array exec_items = {
    ExecItem{"command_execution", "exec_command", "command", "aggregated_output"},
    ExecItem{"file_change", "apply_patch", "changes", ""},
    ExecItem{"mcp_tool_call", "", "arguments", "result"},
    ExecItem{"collab_tool_call", "", "prompt", "agents_states"},
    ExecItem{"web_search", "web_search", "query", ""},
};

void describe_call(const ExecItem& which, Foreign& item, Json json, Fields& fields) {
    const std::string status = item.text("status");
    const bool failed = status == "failed" || status == "declined" || json["error"].present() ||
                        json["exit_code"].number().value_or(0) != 0;
    fields.text("tool_name", which.tool.empty() ? item.text("tool") : std::string(which.tool));
    fields.value("input", item.take(which.input));
    fields.value("output", which.output.empty() ? Json() : item.take(which.output));
    fields.text("call_id", item.text("id"));
    fields.text("status", failed ? "error" : "ok");
    const Json error = item.take("error");
    fields.value("error", error["message"].present() ? error["message"] : error);
}

}  // namespace

bool is_codex_exec(Json record) {
    static constexpr std::array<std::string_view, 7> types = {
        "thread.started", "turn.started", "turn.completed", "turn.failed",
        "item.started",   "item.updated", "item.completed"};
    const std::string type = record["type"].string().value_or("");
    const bool known = std::ranges::find(types, type) != types.end();
    return known && (record["thread_id"].is_string() || type != "thread.started") &&
           (record["item"].is_object() || !type.starts_with("item."));
}

EventDraft CodexExec::draft(const Record& record, std::string_view kind) const {
    EventDraft draft;
    draft.time = time_of_index(record.line);
    draft.kind = kind;
    draft.id = derived_id(draft.time, {codex_name, thread_, run_, record.json.raw(), kind});
    draft.session = thread_;
    draft.run = run_;
    draft.agent = codex_name;
    draft.flags.push_back(Flag::time_derived);
    return draft;
}

Result<void> CodexExec::add(EventDraft draft, const Record& record,
                            std::vector<CodexHeld>& events) const {
    Event event = TRY(std::move(draft).finish(codex_name));
    events.push_back({std::move(event), record.line});
    return {};
}

Result<void> CodexExec::read_item(const Record& record, std::vector<CodexHeld>& events) {
    const Json json = record.json["item"];
    Foreign item(json);
    const std::string type = item.text("type");
    open_ -= open_ > 0 && type != "agent_message" && type != "reasoning" && type != "error" ? 1 : 0;
    if (type == "agent_message") {
        texts_.push_back(item.text("text"));
        return {};
    }
    EventDraft draft = this->draft(record, "thought");
    draft.parent = turn_;
    const auto* call = std::ranges::find(exec_items, type, &ExecItem::type);
    if (type == "reasoning") {
        draft.fields.text("text", item.text("text"));
    } else if (type == "error") {
        draft.kind = "error";
        draft.fields.text("error", item.text("message"));
    } else if (call != exec_items.end()) {
        draft.kind = "tool_call";
        describe_call(*call, item, json, draft.fields);
    } else {
        const std::string kind = kind_from(type);
        draft.kind = kind.empty() ? "codex" : kind;
    }
    item.leave(draft.fields, codex_name);
    return add(std::move(draft), record, events);
}

// What a turn cost is told once, for all of its model calls.
Result<void> CodexExec::read_end(const Record& record, std::vector<CodexHeld>& events) {
    CodexResponse all;
    all.id = turn_.empty() ? draft(record, "llm_call").id : turn_;
    all.time = turn_.empty() ? time_of_index(record.line) : turn_time_;
    all.run = run_;
    all.parent = start_;
    all.texts = std::exchange(texts_, {});
    all.usage = record.json["usage"].raw();
    EventDraft call = draft(record, "llm_call");
    all.describe(call);
    EventDraft end = draft(record, "termination");
    Foreign rest(record.json);
    end.parent = all.id;
    end.fields.text("reason", rest.text("type"));
    end.fields.text("output", all.texts.empty() ? "" : all.texts.back());
    rest.take("usage");
    const Json error = rest.take("error");
    turn_.clear();
    TRY(add(std::move(call), record, events));
    if (error.present()) {
        EventDraft failure = draft(record, "error");
        failure.parent = all.id;
        failure.fields.text("error", error["message"].string().value_or(std::string(error.raw())));
        TRY(add(std::move(failure), record, events));
    }
    rest.leave(end.fields, codex_name);
    return add(std::move(end), record, events);
}

Result<void> CodexExec::unfinished(std::vector<CodexHeld>& events) const {
    if (turn_.empty()) {
        return {};
    }
    CodexResponse all;
    all.id = turn_;
    all.time = turn_time_;
    all.run = run_;
    all.parent = start_;
    all.texts = texts_;
    EventDraft call;
    call.session = thread_;
    call.agent = codex_name;
    call.flags = {Flag::time_derived, Flag::unfinished};
    all.describe(call);
    return add(std::move(call), {Json(), 0, {}}, events);
}

Result<void> CodexExec::read(const Record& record, std::vector<CodexHeld>& events) {
    const std::string type = record.json["type"].string().value_or("");
    if (type == "thread.started") {
        thread_ = record.json["thread_id"].string().value_or("");
        EventDraft start = draft(record, "session_start");
        start_ = start.id;
        return add(std::move(start), record, events);
    }
    if (type == "turn.started") {
        run_ = thread_ + ":" + std::to_string(++turns_);
        turn_time_ = time_of_index(record.line);
        turn_ = derived_id(turn_time_, {codex_name, thread_, run_, "turn"});
        return {};
    }
    if (type == "item.completed") {
        return read_item(record, events);
    }
    if (type == "turn.completed" || type == "turn.failed") {
        return read_end(record, events);
    }
    open_ += type == "item.started" ? 1 : 0;
    return {};
}

}  // namespace hence
