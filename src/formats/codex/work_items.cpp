// Pieces of work, as Codex reports them when they have ended: item_completed events in newer
// rollouts, "..._end" events in older ones. The model asks for a piece of work by a call, or runs a
// script that does several.
#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "formats/codex/reader.h"

namespace hence {
namespace {

// Members that the event says elsewhere, or that other members of the same record repeat.
constexpr std::array<std::string_view, 14> said_elsewhere = {
    "type",    "id",     "call_id", "turn_id", "thread_id",        "tool",     "invocation",
    "success", "status", "error",   "result",  "formatted_output", "duration", "completed_at_ms"};

std::string work_error(Json told) {
    for (const Json said :
         {told["error"]["message"], told["error"], told["result"]["Err"], told["stderr"]}) {
        if (std::string text = said.string().value_or(""); !text.empty()) {
            return text;
        }
    }
    const std::string content = codex_text(told["result"]["Ok"]["content"]);
    return !content.empty()                                     ? content
           : told["status"].string().value_or("") == "declined" ? "declined"
                                                                : "";
}

std::string rest_of_work(const CodexWork& work, Json told) {
    Foreign rest(told);
    for (const std::string_view name : said_elsewhere) {
        rest.take(name);
    }
    rest.take(work.input);
    rest.take(work.output);
    if (work.output == "aggregated_output") {
        rest.take("stdout");
        rest.take("stderr");
    }
    Fields fields;
    fields.value("server", told["invocation"]["server"]);
    rest.leave(fields, codex_name);
    const Result<std::string> object = std::move(fields).take();
    return object ? *object : std::string();
}

Json output_of_work(const CodexWork& work, Json told) {
    const Json output = told[work.output];
    return output["Ok"].present() ? output["Ok"] : output["Err"].present() ? Json() : output;
}

}  // namespace

const CodexWork* codex_work(std::string_view type) {
    // The types of items, then the kinds of older events.
    static constexpr std::array known = {
        CodexWork{"CommandExecution", "exec_command", "command", "aggregated_output"},
        CodexWork{"McpToolCall", "", "arguments", "result"},
        CodexWork{"DynamicToolCall", "", "arguments", "content_items"},
        CodexWork{"FileChange", "apply_patch", "changes", "stdout"},
        CodexWork{"ImageView", "view_image", "path", ""},
        CodexWork{"exec_command_end", "exec_command", "command", "aggregated_output"},
        CodexWork{"mcp_tool_call_end", "", "arguments", "result"},
        CodexWork{"dynamic_tool_call_response", "", "arguments", "content_items"},
        CodexWork{"patch_apply_end", "apply_patch", "changes", "stdout"},
        CodexWork{"web_search_end", "web_search", "action", "results"},
        CodexWork{"image_generation_end", "image_generation", "revised_prompt", "result"},
    };
    const auto* work = std::ranges::find(known, type, &CodexWork::type);
    return work == known.end() ? nullptr : work;
}

std::string CodexReader::where_work_hangs() const {
    const OpenCall* script = nullptr;
    for (const auto& [call_id, call] : calls_) {
        const bool runs = call.name == "exec" || call.name == "wait";
        if (runs && (script == nullptr || script->line < call.line)) {
            script = &call;
        }
    }
    return script != nullptr ? script->id : response_.begun() ? response_.id : at_;
}

// Such a record comes when the work has ended, and says how long it took.
Result<void> CodexReader::tell_work(const CodexLine& line, const std::string& call_id,
                                    const CodexWork& work, Json told, Batch& batch) {
    TRY(settle_prompt(line, batch));
    const Json asked = told["invocation"].is_object() ? told["invocation"] : told;
    OpenCall call;
    call.name = work.tool.empty() ? asked["tool"].string().value_or("") : work.tool;
    call.input = asked[work.input].present() ? asked[work.input].raw() : told["query"].raw();
    call.duration_ms = codex_duration(told["duration"]);
    call.time = codex_time_before(line.time, call.duration_ms);
    call.timed = line.timed;
    call.line = line.number;
    call.run = run_;
    call.parent = where_work_hangs();
    call.id = id_of(line.time, line.place, "work");
    call.rest = rest_of_work(work, told);
    call.failed = codex_ended_badly(told);
    call.inner = true;
    CodexOutput output;
    output.output = output_of_work(work, told).raw();
    output.error = call.failed ? work_error(told) : "";
    output.rejected = told["status"].string().value_or("") == "declined";
    calls_.insert_or_assign(call_id, std::move(call));
    return tell_call(call_id, output, {}, batch);
}

// Several of these may hide in one call of the model: each that is no call itself is told as one.
Result<void> CodexReader::read_work_item(const CodexLine& line, Json item, Batch& batch) {
    const std::string id = item["id"].string().value_or(line.place);
    if (calls_.contains(id) || told_calls_.contains(id)) {
        return read_ending(line, id, item, batch);
    }
    const CodexWork* work = codex_work(item["type"].string().value_or(""));
    return work == nullptr ? keep(line, batch) : tell_work(line, id, *work, item, batch);
}

Result<void> CodexReader::read_item_completed(const CodexLine& line, Batch& batch) {
    const Json item = line.payload["item"];
    const std::string type = item["type"].string().value_or("");
    if (type == "UserMessage") {
        TRY(input_came(line, batch));
        Prompt prompt{
            codex_text(item["content"]), {}, line.time, line.place, line.number, line.timed};
        return ask(std::move(prompt), batch);
    }
    if (type == "AgentMessage") {
        return hear(line, &CodexResponse::heard, codex_text(item["content"]), batch);
    }
    if (type == "Reasoning") {
        return hear(line, &CodexResponse::heard_thoughts, codex_text(item["summary_text"]), batch);
    }
    if (type == "Plan") {
        EventDraft draft = this->draft(line, "decision", "plan");
        draft.parent = response_.id;
        draft.fields.value("description", item["text"]);
        draft.fields.text("decision_type", "plan");
        return add_note(std::move(draft), line.number, batch);
    }
    if (type == "ContextCompaction") {
        return read_compaction(line, batch);
    }
    if (type == "WebSearch" || type == "ImageGeneration") {
        return {};  // A response_item says it.
    }
    if (type == "SubAgentActivity" && item["kind"].string() == "started") {
        const std::string id = item["id"].string().value_or("");
        const auto call = calls_.find(id);
        CodexLine inner = line;
        inner.payload = item;
        return call == calls_.end() && told_calls_.contains(id) ? Result<void>()
                                                                : read_spawn(inner, id, batch);
    }
    return read_work_item(line, item, batch);
}

}  // namespace hence
