// Answers of the model, the calls that they ask for, and the results of these.
#include <utility>

#include "base/try.h"
#include "formats/qwen_code/reader.h"

namespace hence {
namespace {

constexpr std::size_t held_depth_max = fields_depth_max - 2;

// Some senders count thoughts among the output tokens, and others beside them. Output tokens of an
// event include them.
void put_usage(Fields& fields, Json usage) {
    const double prompt = usage["promptTokenCount"].number().value_or(0);
    const double given = usage["candidatesTokenCount"].number().value_or(0);
    const double thought = usage["thoughtsTokenCount"].number().value_or(0);
    const bool beside =
        thought > 0 && usage["totalTokenCount"].number().value_or(0) == prompt + given + thought;
    std::string all;
    append_number(all, given + thought);
    fields.value("prompt_tokens", number_from(usage["promptTokenCount"]));
    fields.value("completion_tokens",
                 beside ? Json(all) : number_from(usage["candidatesTokenCount"]));
    fields.value("total_tokens", number_from(usage["totalTokenCount"]));
    fields.value("cache_read_tokens", number_from(usage["cachedContentTokenCount"]));
    fields.value("reasoning_tokens", number_from(usage["thoughtsTokenCount"]));
}

std::string error_of(Json response, Json told) {
    const std::string text = response["error"].string().value_or("");
    const std::string status = told["status"].string().value_or("");
    const bool failed = status == "error" || status == "cancelled" || response["error"].present();
    const std::string also = told["error"]["message"].string().value_or(status);
    return !failed ? std::string() : !text.empty() ? text : also.empty() ? "error" : also;
}

}  // namespace

Result<std::string> QwenCodeReader::read_assistant(const QwenLine& line, Batch& batch) {
    if (!answer_) {
        Answer answer;
        const ClaudeChain::Node* before = chain_.find(line.parent_uuid);
        const bool later = before != nullptr && !duration_between(before->time, line.time).empty();
        answer.uuid = line.uuid;
        answer.line = line.number;
        answer.draft =
            conversation_.draft("llm_call", line.uuid, {later ? before->time : line.time, false});
        answer.draft.parent = parent_of(line);
        answer.duration = std::exchange(answer_ms_, {});
        answer_ = std::move(answer);
    }
    const auto keep = [](std::string& kept, std::string value) {
        kept = value.empty() ? std::move(kept) : std::move(value);
    };
    keep(answer_->model, line.json["model"].string().value_or(""));
    keep(answer_->usage, std::string(line.json["usageMetadata"].raw()));
    keep(answer_->window, std::string(line.json["contextWindowSize"].raw()));
    answer_->end = line.time;
    std::vector<Json> parts;
    line.json["message"]["parts"].each_element([&parts](Json part) {
        parts.push_back(part);
        return true;
    });
    for (const Json part : parts) {
        TRY(read_part(line, part));
    }
    if (answer_->calls.size() >= calls_max) {
        TRY(close_answer(batch));
    }
    return line.uuid;
}

Result<void> QwenCodeReader::read_part(const QwenLine& line, Json part) {
    const std::string text = part["text"].string().value_or("");
    const Json asked = part["functionCall"];
    if (asked.is_object()) {
        // A call is told later, and must not fail then.
        const std::string input =
            TRY(minify(asked["args"].present() ? asked["args"].raw() : "{}", held_depth_max));
        Call call;
        const std::string number = std::to_string(answer_->calls.size() + 1);
        const std::string own = asked["id"].string().value_or("");
        call.id = own.empty() ? line.uuid + ":" + number : own;
        call.name = asked["name"].string().value_or("");
        call.line = line.number;
        const std::string event =
            derived_id(answer_->draft.time, {qwen_code_name, line.uuid, number});
        call.draft = conversation_.draft("tool_call", event, moment(line));
        call.draft.fields.text("tool_name", call.name);
        call.draft.fields.text("call_id", call.id);
        call.draft.fields.value("input", Json(input));
        answer_->calls.push_back(std::move(call));
    } else if (part["thought"].boolean() == true) {
        answer_->thoughts.push_back(text);
    } else {
        answer_->text += answer_->text.empty() || text.empty() ? text : "\n\n" + text;
    }
    return {};
}

Result<std::vector<Event>> QwenCodeReader::events_of(Answer& answer,
                                                     Conversation& conversation) const {
    Turn turn;
    EventDraft& draft = answer.draft;
    draft.fields.text("model", answer.model);
    put_usage(draft.fields, Json(answer.usage));
    const std::string messages = asked_.empty() ? "" : "[" + asked_ + "]";
    draft.fields.value("messages", Json(messages));
    draft.fields.value("context_window", number_from(Json(answer.window)));
    draft.duration =
        answer.duration.empty() ? duration_between(draft.time, answer.end) : answer.duration;
    std::vector<std::string> ids;
    for (Call& call : answer.calls) {
        ids.push_back(call.id);
        turn.calls.push_back(&call.draft);
    }
    draft.fields.list("call_ids", ids);
    turn.model_call = std::move(draft);
    turn.completion = answer.text;
    turn.thoughts = answer.thoughts;
    return conversation.tell(std::move(turn));
}

Result<void> QwenCodeReader::close_answer(Batch& batch) {
    if (!answer_) {
        return {};
    }
    Answer answer = *std::exchange(answer_, std::nullopt);
    const Result<std::vector<Event>> events = events_of(answer, conversation_);
    asked_.clear();
    for (Call& call : answer.calls) {
        if (calls_.size() >= calls_max) {
            TRY(abandon_calls(batch));
        }
        std::string id = call.id;
        calls_.insert_or_assign(std::move(id), std::move(call));
    }
    if (!events) {
        return events.error();
    }
    for (const Event& event : *events) {
        copies_.emplace_back(event.id());
        add(event, {Json(), answer.line, {}}, batch);
    }
    return {};
}

Result<std::string> QwenCodeReader::read_results(const QwenLine& line, Batch& batch) {
    std::vector<Json> responses;
    line.json["message"]["parts"].each_element([&responses](Json part) {
        if (part["functionResponse"].is_object()) {
            responses.push_back(part["functionResponse"]);
        }
        return true;
    });
    if (responses.empty()) {
        return note(line, "tool_result", batch);
    }
    std::string told;
    for (const Json response : responses) {
        told = TRY(read_result(line, response, batch));
    }
    return told;
}

Result<std::string> QwenCodeReader::read_result(const QwenLine& line, Json response, Batch& batch) {
    const Json told = line.json["toolCallResult"];
    const std::string own = response["id"].string().value_or("");
    const std::string id = own.empty() ? told["callId"].string().value_or("") : own;
    const Json given = response["response"];
    const std::string error = error_of(given, told);
    const auto found = calls_.find(id);
    const bool known = found != calls_.end();
    Call call;
    if (known) {
        call = std::move(found->second);
        calls_.erase(found);
    } else {
        call.draft = conversation_.draft("observation", line.part("result " + id), moment(line));
        call.draft.parent = parent_of(line);
        call.draft.fields.text("call_id", id);
        call.line = line.number;
    }
    const std::string event = call.draft.id;
    const auto ran = ran_.find(response["name"].string().value_or(call.name));
    const Ran how = ran == ran_.end() ? Ran{} : ran->second;
    if (ran != ran_.end()) {
        ran_.erase(ran);
    }
    call.draft.duration =
        how.duration.empty() && known ? duration_between(call.draft.time, line.time) : how.duration;
    Fields& fields = call.draft.fields;
    const Json output = given["output"].present() ? given["output"] : given;
    fields.value(known ? "output" : "content", output);
    fields.text("status", error.empty() ? "ok" : "error");
    fields.text("error", error);
    fields.text("decision", how.decision);
    Foreign rest(told);
    rest.take("callId");
    rest.take("status");
    rest.take("responseParts");
    fields.value("result", rest.take("resultDisplay"));
    rest.leave(fields, qwen_code_name);
    TRY(give(std::move(call.draft), call.line, batch));
    call.draft.id = event;
    if (known && error.find("User did not allow tool call") != std::string::npos) {
        TRY(refuse_call(line, call, error, batch));
    }
    if (known && told["resultDisplay"]["type"].string() == "task_execution") {
        TRY(delegate(line, call, batch));
    }
    return event;
}

Result<void> QwenCodeReader::refuse_call(const QwenLine& line, const Call& call,
                                         std::string_view why, Batch& batch) {
    EventDraft draft =
        conversation_.draft("decision", line.part("permission " + call.id), moment(line));
    draft.agent = "user";
    draft.parent = call.draft.id;
    draft.fields.text("description", "allow " + call.name);
    draft.fields.text("decision_type", "permission");
    draft.fields.text("chosen", "rejected");
    draft.fields.text("status", "declined");
    draft.fields.text("message", why);
    draft.flags.push_back(Flag::derived);
    return give(std::move(draft), line.number, batch);
}

Result<void> QwenCodeReader::delegate(const QwenLine& line, const Call& call, Batch& batch) {
    const Json shown = line.json["toolCallResult"]["resultDisplay"];
    EventDraft draft =
        conversation_.draft("delegation", line.part("delegation " + call.id), moment(line));
    draft.parent = call.draft.id;
    draft.fields.text("parent_id", draft.agent);
    draft.fields.value("child_id", shown["subagentName"]);
    draft.fields.value("task", shown["taskDescription"]);
    draft.fields.value("run_id", shown["agentId"]);
    return give(std::move(draft), line.number, batch);
}

// A prompt that came later shows that nobody waits for them any more.
Result<void> QwenCodeReader::abandon_calls(Batch& batch) {
    for (auto& [id, call] : std::exchange(calls_, {})) {
        call.draft.fields.value("abandoned", Json("true"));
        TRY(give(std::move(call.draft), call.line, batch));
    }
    return {};
}

// On copies: all of this is told again when it is final.
void QwenCodeReader::unfinished(Batch& batch) {
    std::vector<Call> open;
    for (const auto& [id, call] : calls_) {
        open.push_back(call);
    }
    const auto refuse = [&batch](std::uint64_t line, const Error& error) {
        batch.refused.push_back({batch.source, line, error.message, {}});
    };
    if (answer_) {
        Answer answer = *answer_;
        Conversation conversation = conversation_;
        answer.draft.flags.push_back(Flag::unfinished);
        const Result<std::vector<Event>> events = events_of(answer, conversation);
        if (events) {
            add(events->front(), {Json(), answer.line, {}}, batch);
            open.insert(open.end(), answer.calls.begin(), answer.calls.end());
        } else {
            refuse(answer.line, events.error());
        }
    }
    for (Call& call : open) {
        call.draft.flags.push_back(Flag::unfinished);
        Result<Event> event = conversation_.finish(std::move(call.draft));
        if (event) {
            add(std::move(event).take(), {Json(), call.line, {}}, batch);
        } else {
            refuse(call.line, event.error());
        }
    }
}

}  // namespace hence
