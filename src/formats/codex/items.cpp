// The response_item lines: the input of the model and its answers.
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/codex/reader.h"

namespace hence {
namespace {

// What Codex itself tells the model in the user's name begins so.
bool is_injected(std::string_view text) {
    text = trimmed_front(text);
    return text.empty() || text.front() == '<' || text.starts_with("# AGENTS.md instructions");
}

// A message as {"role","content"}.
std::string as_message(Json payload) {
    std::string message = R"({"role":)" + std::string(payload["role"].raw());
    message += R"(,"content":)" + std::string(payload["content"].raw()) + '}';
    return message;
}

std::string call_id_of(const CodexLine& line) {
    for (const std::string_view name : {"call_id", "id"}) {
        if (std::string id = line.payload[name].string().value_or(""); !id.empty()) {
            return id;
        }
    }
    return line.place;
}

std::string named(Json payload) {
    const std::string name = payload["name"].string().value_or("");
    const std::string space = payload["namespace"].string().value_or("");
    return space.empty() || name.empty() || space == "collaboration" || space == "functions"
               ? name
               : space + "." + name;
}

std::string without(Json payload, std::initializer_list<std::string_view> names) {
    Foreign rest(payload);
    for (const std::string_view name : names) {
        rest.take(name);
    }
    Fields fields;
    rest.leave(fields, codex_name);
    const Result<std::string> object = std::move(fields).take();
    return object ? *object : std::string();
}

}  // namespace

Result<void> CodexReader::read_message(const CodexLine& line, Batch& batch) {
    const std::string role = line.payload["role"].string().value_or("");
    std::string text = codex_text(line.payload["content"]);
    if (role == "assistant") {
        TRY(item_came(line, batch));
        response_.add_text(std::move(text));
        // Where the cost stands before the items, nothing else tells that the last answer is whole.
        return usage_ == Usage::before && !response_.usage.empty() ? tell_response(batch)
                                                                   : Result<void>();
    }
    TRY(input_came(line, batch));
    if (line.payload["role"].is_string() && line.payload["content"].present()) {
        std::string message = as_message(line.payload);
        messages_bytes_ += message.size();
        if (messages_bytes_ <= messages_bytes_max) {
            messages_.push_back(std::move(message));
        } else {
            ++messages_left_out_;
        }
    }
    const bool known = prompt_ && prompt_->text == text;
    if (role == "user" && !is_injected(text) && !known) {
        said_ = Prompt{std::move(text), {}, line.time, line.place, line.number, line.timed};
    }
    return {};
}

Result<void> CodexReader::read_reasoning(const CodexLine& line, Batch& batch) {
    TRY(item_came(line, batch));
    const std::string content = codex_text(line.payload["content"]);
    const std::string summary = codex_text(line.payload["summary"]);
    if (content.empty() && summary.empty()) {
        return {};  // Only what nobody but the model can read.
    }
    EventDraft draft = this->draft(line, "thought", "thought");
    draft.parent = response_.id;
    draft.fields.text("text", content.empty() ? summary : content);
    draft.fields.text("summary", content.empty() ? "" : summary);
    ++response_.thoughts;
    return add_held(std::move(draft), line.number, batch);
}

// A call that was made by the model's own side comes with its end.
Result<void> CodexReader::read_call(const CodexLine& line, Batch& batch) {
    TRY(item_came(line, batch));
    const Json payload = line.payload;
    const std::string call_id = call_id_of(line);
    OpenCall call;
    if (line.kind == "function_call" || line.kind == "custom_tool_call") {
        call.name = named(payload);
        const Json input = payload["input"].present() ? payload["input"] : payload["arguments"];
        call.input = input.raw();
        call.rest = without(payload, {"type", "id", "call_id", "name", "namespace", "input",
                                      "arguments", "status"});
    } else {
        call.name = line.kind.substr(0, line.kind.rfind("_call"));
        const std::string_view input = payload["action"].present()      ? "action"
                                       : payload["arguments"].present() ? "arguments"
                                                                        : "revised_prompt";
        call.input = payload[input].raw();
        call.rest = without(payload, {"type", "id", "call_id", input, "status", "result"});
    }
    TRY(open_call(line, call_id, std::move(call), batch));
    if (line.kind != "web_search_call" && line.kind != "image_generation_call") {
        return {};
    }
    CodexOutput output;
    output.output = payload["result"].raw();
    const std::string status = payload["status"].string().value_or("");
    output.error = status == "failed" ? status : "";
    return tell_call(call_id, output, line.time, batch);
}

Result<void> CodexReader::read_output(const CodexLine& line, Batch& batch) {
    TRY(input_came(line, batch));
    const std::string call_id = call_id_of(line);
    const Json given =
        line.kind == "tool_search_output" ? line.payload["tools"] : line.payload["output"];
    CodexOutput output = codex_output(given);
    if (line.payload["success"].boolean() == false && !output.failed()) {
        output.error = codex_text(given);
    }
    if (calls_.contains(call_id)) {
        return tell_call(call_id, output, line.time, batch);
    }
    EventDraft draft = this->draft(line, "observation", "output");
    draft.fields.value("content", Json(output.output));
    draft.fields.text("output_head", output.head);
    draft.fields.text("call_id", call_id);
    draft.fields.text("status", output.failed() ? "error" : "ok");
    draft.fields.text("error", output.error);
    hang(draft);
    reach(draft.id);
    return add_held(std::move(draft), line.number, batch);
}

// A message from one agent to another. The first message to a sub-agent is its task.
Result<void> CodexReader::read_agent_message(const CodexLine& line, Batch& batch) {
    TRY(input_came(line, batch));
    Foreign rest(line.payload);
    const std::string content = codex_text(line.payload["content"]);
    const std::string recipient = rest.text("recipient");
    const bool begins = !started_ && !prompt_ && recipient == thread_.agent();
    if (begins) {
        TRY(ask({content, {}, line.time, line.place, line.number, line.timed}, batch));
        TRY(tell_prompt(batch));
    }
    EventDraft draft = this->draft(line, "message", "message");
    std::vector<std::string> to;
    if (!recipient.empty()) {
        to.push_back(recipient);
    }
    rest.take("other_recipients").each_element([&to](Json other) {
        to.push_back(other.string().value_or(""));
        return true;
    });
    std::erase(to, "");
    rest.take("type");
    draft.fields.text("message_id", rest.text("id"));
    draft.fields.text("from", rest.text("author"));
    draft.fields.list("to", to);
    draft.fields.value("payload", rest.take("content"));
    rest.leave(draft.fields, codex_name);
    hang(draft);
    reach(draft.id);
    return add_held(std::move(draft), line.number, batch);
}

Result<void> CodexReader::read_item(const CodexLine& line, Batch& batch) {
    if (line.kind == "message") {
        return read_message(line, batch);
    }
    if (line.kind == "reasoning") {
        return read_reasoning(line, batch);
    }
    if (line.kind.ends_with("_output")) {
        return read_output(line, batch);
    }
    if (line.kind.ends_with("_call")) {
        return read_call(line, batch);
    }
    if (line.kind == "agent_message") {
        return read_agent_message(line, batch);
    }
    if (line.kind == "compaction" || line.kind == "compaction_summary" ||
        line.kind == "context_compaction") {
        return read_compaction(line, batch);
    }
    return keep(line, batch);
}

}  // namespace hence
