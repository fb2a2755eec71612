// The frame of the reader, and what people and the program said.
#include "formats/qwen_code/qwen_code.h"

#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/qwen_code/reader.h"

namespace hence {
namespace {

constexpr std::size_t id_bytes_max = 200;
constexpr std::size_t asked_bytes_max = std::size_t{1} << 20;

// Members that the event itself tells.
void pass_over(Foreign& rest) {
    for (const std::string_view name : {"uuid", "parentUuid", "sessionId", "timestamp", "type",
                                        "message", "isSidechain", "agentId", "forkedFrom"}) {
        rest.take(name);
    }
}

bool is_only_text(Json parts) {
    bool only = true;
    parts.each_element([&only](Json part) { return only = part["text"].is_string(); });
    return only;
}

// What woke the model without anybody having asked for it.
bool is_notice(std::string_view subtype) {
    return subtype == "notification" || subtype == "goal_runtime" || subtype == "agent_retry";
}

}  // namespace

Result<QwenLine> QwenLine::from(const Record& record) {
    QwenLine line{.json = record.json, .number = record.line};
    const Json json = record.json;
    const auto text = [json](std::string_view name) { return json[name].string().value_or(""); };
    line.type = text("type");
    line.subtype = text("subtype");
    line.uuid = text("uuid");
    line.parent_uuid = text("parentUuid");
    line.session = json["forkedFrom"]["sessionId"].string().value_or(text("sessionId"));
    line.agent_id = text("agentId");
    line.agent = text("agentName").empty() ? line.agent_id : text("agentName");
    if (line.type.empty() || line.uuid.empty()) {
        return Error{Code::invalid, line.type.empty() ? "type is missing" : "uuid is missing"};
    }
    if (line.uuid.size() > id_bytes_max || line.parent_uuid.size() > id_bytes_max ||
        line.agent_id.size() > id_bytes_max) {
        return Error{Code::invalid, "an id is too long"};
    }
    const std::optional<std::string> time = time_from(json["timestamp"]);
    if (!time) {
        return Error{Code::invalid, "timestamp is no time"};
    }
    line.time = *time;
    return line;
}

std::string QwenLine::part(std::string_view name) const {
    return derived_id(time, {qwen_code_name, uuid, name});
}

std::string qwen_text(Json parts) {
    std::string text;
    parts.each_element([&text](Json part) {
        const std::string one = part["text"].string().value_or("");
        const bool words = part["thought"].boolean() != true && !is_blank(one) &&
                           !one.starts_with("<qwen:user-prompt-submit-context>") &&
                           !one.starts_with("<system-reminder>");
        text += words && !text.empty() ? "\n" : "";
        text += words ? one : "";
        return true;
    });
    return text;
}

std::uint64_t QwenCodeReader::finish(Batch& batch) {
    unfinished(batch);
    return 0;
}

std::vector<std::string> QwenCodeReader::copies() {
    return std::exchange(copies_, {});
}

// A forked session begins with copies of the lines that it goes on from.
Result<void> QwenCodeReader::give(EventDraft draft, std::uint64_t line, Batch& batch) {
    std::string id = draft.id;
    Event event = TRY(conversation_.finish(std::move(draft)));
    add(std::move(event), {Json(), line, {}}, batch);
    copies_.push_back(std::move(id));
    return {};
}

std::string QwenCodeReader::parent_of(const QwenLine& line) {
    const ClaudeChain::Node* parent = chain_.find(line.parent_uuid);
    // A sub-agent's first line may name a line of the file of its caller.
    return parent != nullptr ? parent->event : line.agent_id.empty() ? line.parent_uuid : "";
}

void QwenCodeReader::enter(const QwenLine& line, const std::string& run) {
    const ConversationPlace& here = conversation_.place();
    const std::string agent = line.agent.empty() ? "qwen" : line.agent;
    if (here.session != line.session || here.run != run || here.agent != agent) {
        conversation_ = Conversation(
            {.format = qwen_code_name, .agent = agent, .session = line.session, .run = run});
    }
}

Result<void> QwenCodeReader::read(const Record& record, Batch& batch) {
    const QwenLine line = TRY(QwenLine::from(record));
    if (answer_ && answer_->uuid != line.uuid) {
        TRY(close_answer(batch));
    }
    if (!answer_ && chain_.find(line.uuid) != nullptr) {
        return {};
    }
    enter(line, line.agent_id.empty() ? run_ : line.agent_id);
    const Result<std::string> told = read_typed(line, batch);
    // A line that could not be read still stands in the chain.
    const bool own = told && !told->empty();
    const ClaudeChain::Node* before = chain_.find(line.parent_uuid);
    // One that stands for the line before it has that line's time: what follows began then.
    std::string time = own || before == nullptr ? line.time : before->time;
    chain_.add(line.uuid, {own ? *told : parent_of(line), std::move(time), {}, {}});
    return told ? Result<void>() : Result<void>(told.error());
}

Result<std::string> QwenCodeReader::read_typed(const QwenLine& line, Batch& batch) {
    const bool talks = line.type == "user" || line.type == "assistant";
    if ((talks || line.type == "tool_result") && !line.json["message"]["parts"].is_array()) {
        return Error{Code::invalid, "message.parts is not a list"};
    }
    if (line.type == "user") {
        return read_user(line, batch);
    }
    if (line.type == "assistant") {
        return read_assistant(line, batch);
    }
    if (line.type == "tool_result") {
        return read_results(line, batch);
    }
    return read_system(line, batch);
}

Result<std::string> QwenCodeReader::read_user(const QwenLine& line, Batch& batch) {
    const Json parts = line.json["message"]["parts"];
    const std::string shown = line.json["systemPayload"]["displayText"].string().value_or("");
    const std::string text = shown.empty() ? qwen_text(parts) : shown;
    const bool notice = is_notice(line.subtype);
    if (!notice && line.subtype != "mid_turn_user_message") {
        TRY(abandon_calls(batch));
        run_ = line.agent_id.empty() ? line.uuid : run_;
        enter(line, line.agent_id.empty() ? run_ : line.agent_id);
    }
    const bool first = !notice && started_.insert(line.session + '\0' + line.agent_id).second;
    const std::string_view kind = notice ? "observation" : first ? "session_start" : "prompt";
    EventDraft draft = conversation_.draft(kind, line.uuid, moment(line));
    draft.parent = parent_of(line);
    draft.fields.text("key", notice ? line.subtype : "");
    draft.fields.text(notice ? "content" : first ? "goal" : "text", text);
    if (text != qwen_text(parts) || !is_only_text(parts)) {
        draft.fields.value("parts", parts);
    }
    Foreign rest(line.json);
    pass_over(rest);
    rest.leave(draft.fields, qwen_code_name);
    TRY(give(std::move(draft), line.number, batch));
    if (asked_.size() + text.size() < asked_bytes_max && !text.empty()) {
        asked_ += (asked_.empty() ? "" : ",") + std::string(R"({"role":"user","content":)");
        append_token(asked_, text);
        asked_ += '}';
    }
    return line.uuid;
}

Result<std::string> QwenCodeReader::read_system(const QwenLine& line, Batch& batch) {
    const Json payload = line.json["systemPayload"];
    if (line.subtype == "ui_telemetry") {
        return read_telemetry(line, batch);
    }
    if (line.subtype == "chat_compression") {
        EventDraft draft = conversation_.draft("curation", line.uuid, moment(line));
        draft.parent = parent_of(line);
        draft.fields.text("action", "compressed");
        draft.fields.text("target", "conversation");
        Foreign rest(payload);
        std::uint64_t messages = 0;
        rest.take("compressedHistory").each_element([&messages](Json) { return ++messages > 0; });
        draft.fields.value("messages_left", Json(std::to_string(messages)));
        rest.leave(draft.fields, qwen_code_name);
        TRY(give(std::move(draft), line.number, batch));
        return line.uuid;
    }
    if (line.subtype == "turn_result") {
        EventDraft draft = conversation_.draft("termination", line.uuid, moment(line));
        draft.parent = parent_of(line);
        Foreign rest(payload);
        draft.fields.text("reason", rest.text("state"));
        draft.fields.value("output", rest.take("resultText"));
        rest.leave(draft.fields, qwen_code_name);
        TRY(give(std::move(draft), line.number, batch));
        return std::string();
    }
    return note(line, line.subtype.empty() ? line.type : line.subtype, batch);
}

Result<std::string> QwenCodeReader::note(const QwenLine& line, std::string_view body,
                                         Batch& batch) {
    EventDraft draft = conversation_.draft("log", line.uuid, moment(line));
    draft.parent = parent_of(line);
    draft.fields.text("severity", "info");
    draft.fields.text("body", body);
    Foreign rest(line.json);
    pass_over(rest);
    rest.leave(draft.fields, qwen_code_name);
    TRY(give(std::move(draft), line.number, batch));
    return std::string();
}

// Says how long the answer or the call took that follows.
Result<std::string> QwenCodeReader::read_telemetry(const QwenLine& line, Batch& batch) {
    const Json event = line.json["systemPayload"]["uiEvent"];
    const std::string name = event["event.name"].string().value_or("");
    const Json took = event["duration_ms"];
    const std::string duration = took.number().value_or(-1) >= 0 ? std::string(took.raw()) : "";
    if (name.ends_with("api_response")) {
        answer_ms_ = duration;
        return std::string();
    }
    if (name.ends_with("tool_call") && ran_.size() < calls_max) {
        ran_[event["function_name"].string().value_or("")] = {
            duration, event["decision"].string().value_or("")};
        return std::string();
    }
    if (!name.ends_with("api_error")) {
        return note(line, name.empty() ? line.subtype : name, batch);
    }
    EventDraft draft = conversation_.draft("error", line.uuid, moment(line));
    draft.parent = parent_of(line);
    draft.duration = duration;
    Foreign rest(event);
    const std::string message = rest.text("error_message");
    const std::string text = message.empty() ? rest.text("error") : message;
    rest.take("duration_ms");
    draft.fields.text("error", text.empty() ? "API error" : text);
    rest.leave(draft.fields, qwen_code_name);
    TRY(give(std::move(draft), line.number, batch));
    return std::string();
}

bool is_qwen_code(const Beginning& beginning) {
    const Json record = beginning.record();
    return beginning.has({"uuid", "sessionId", "parentUuid", "type"}) &&
           (record["message"]["parts"].is_array() || record["systemPayload"].is_object());
}

std::unique_ptr<Reader> read_qwen_code(const ReadOptions& options) {
    return std::make_unique<QwenCodeReader>(options);
}

}  // namespace hence
