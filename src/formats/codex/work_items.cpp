// The item_completed events: how newer rollouts report each piece of work.
#include <array>
#include <utility>

#include "base/try.h"
#include "formats/codex/reader.h"

namespace hence {
namespace {

struct WorkItem {
    std::string_view type;
    std::string_view tool;    // What the call is named after, or the name of a member in `name`.
    std::string_view input;   // The member that says what was asked.
    std::string_view output;  // The one that says what came of it.
};

constexpr std::array work_items = {
    WorkItem{"CommandExecution", "exec_command", "command", "aggregated_output"},
    WorkItem{"McpToolCall", "", "arguments", "result"},
    WorkItem{"DynamicToolCall", "", "arguments", "content_items"},
    WorkItem{"FileChange", "apply_patch", "changes", "stdout"},
    WorkItem{"ImageView", "view_image", "path", ""},
};

}  // namespace

// Several of these may hide in one call of the model: each that is no call itself is told as one.
Result<void> CodexReader::read_work_item(const CodexLine& line, Json item, Batch& batch) {
    const std::string type = item["type"].string().value_or("");
    const std::string id = item["id"].string().value_or(line.place);
    if (calls_.contains(id) || told_calls_.contains(id)) {
        return read_ending(line, id, item, batch);
    }
    for (const WorkItem& work : work_items) {
        if (work.type != type) {
            continue;
        }
        if (!response_.begun()) {
            TRY(item_came(line, batch));
        }
        OpenCall call;
        call.name = work.tool.empty() ? item["tool"].string().value_or("") : work.tool;
        call.input = item[work.input].raw();
        call.time = line.time;
        call.timed = line.timed;
        call.line = line.number;
        call.run = run_;
        call.parent = response_.id;
        call.id = id_of(line.time, line.place, "work");
        calls_.insert_or_assign(id, std::move(call));
        TRY(read_ending(line, id, item, batch));
        CodexOutput output;
        output.output = item[work.output].present() ? item[work.output].raw() : "";
        output.error =
            item["error"]["message"].string().value_or(item["error"].string().value_or(""));
        if (item["status"].string().value_or("") == "declined") {
            output.rejected = true;
            output.error = output.error.empty() ? "declined" : output.error;
        }
        return tell_call(id, output, line.time, batch);
    }
    return keep(line, batch);
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
        return add_held(std::move(draft), line.number, batch);
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
