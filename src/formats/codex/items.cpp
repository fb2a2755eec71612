// The response_item lines: the input of the model and its answers.
#include <algorithm>
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

// What one agent wrote to another. Newer versions put a head before it:
// "Message Type: FINAL_ANSWER\nTask name: /a\nSender: /a/audit\nPayload:\nAll is well."
struct Letter {
    std::string sort = {};  // "new_task", "message", "final_answer"; empty without a head.
    std::string task = {};  // The last name of the path of the agent that it is for.
    std::string text = {};  // What was written; empty where it was sealed.
};

Letter letter_of(std::string_view text) {
    constexpr std::string_view sort_mark = "Message Type: ";
    constexpr std::string_view task_mark = "\nTask name: ";
    constexpr std::string_view text_mark = "\nPayload:";
    const auto line_at = [text](std::size_t at) {
        return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
    };
    const std::size_t told = text.starts_with(sort_mark) ? text.find(text_mark) : text.npos;
    if (told == text.npos) {
        return {.text = std::string(text)};
    }
    Letter letter;
    letter.sort = lower_case(line_at(sort_mark.size()));
    const std::size_t task = text.find(task_mark);
    if (task < told) {
        const std::string_view path = line_at(task + task_mark.size());
        letter.task = path.substr(path.rfind('/') + 1);
    }
    letter.text = trimmed_front(text.substr(told + text_mark.size()));
    return letter;
}

bool is_text_alone(Json content) {
    bool alone = true;
    content.each_element([&](Json item) { return alone = item["text"].is_string(); });
    return alone;
}

// The first agent of a team is "root" to the others, and its own thread gives it no path.
std::string agent_at(const std::string& path) {
    return path.starts_with('/') && path.substr(1) == "root" ? "codex" : path;
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

// A message from one agent to another. The first message to a sub-agent is its task; where that is
// sealed, the name of the task is all that is known of it.
Result<void> CodexReader::read_agent_message(const CodexLine& line, Batch& batch) {
    TRY(input_came(line, batch));
    Foreign rest(line.payload);
    const Letter letter = letter_of(codex_text(line.payload["content"]));
    const std::string recipient = rest.text("recipient");
    const bool begins = !started_ && !prompt_ && recipient == thread_.agent();
    if (begins) {
        const std::string task = letter.text.empty() ? letter.task : letter.text;
        TRY(ask({task, {}, line.time, line.place, line.number, line.timed}, batch));
        TRY(tell_prompt(batch));
    }
    EventDraft draft = this->draft(line, "message", "message");
    std::vector<std::string> to;
    if (!recipient.empty()) {
        to.push_back(agent_at(recipient));
    }
    rest.take("other_recipients").each_element([&to](Json other) {
        to.push_back(agent_at(other.string().value_or("")));
        return true;
    });
    std::erase(to, "");
    rest.take("type");
    draft.fields.text("message_id", rest.text("id"));
    const Json content = rest.take("content");
    draft.fields.text("from", agent_at(rest.text("author")));
    draft.fields.list("to", to);
    draft.fields.text("subtype", letter.sort);
    if (!letter.sort.empty() && !letter.text.empty() && is_text_alone(content)) {
        draft.fields.text("payload", letter.text);
    } else {
        draft.fields.value("payload", content);
    }
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
