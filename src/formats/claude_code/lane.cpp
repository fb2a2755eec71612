#include "formats/claude_code/lane.h"

#include <utility>

#include "model/rationale/rationale.h"

namespace hence {
namespace {

// More than this is not told again with the model call: it stands in events of its own.
constexpr std::size_t asked_bytes_max = std::size_t{1} << 20;

// Of values that are JSON.
void put_list(Fields& fields, std::string_view name, const std::vector<std::string>& values) {
    if (values.empty()) {
        return;
    }
    std::string list;
    for (const std::string& value : values) {
        list += (list.empty() ? "[" : ",") + value;
    }
    list += ']';
    fields.value(name, Json(list));
}

}  // namespace

EventDraft ClaudePlace::draft(std::string_view kind, std::string id) const {
    EventDraft draft;
    draft.id = std::move(id);
    draft.kind = kind;
    draft.time = time;
    draft.session = session;
    draft.run = run;
    draft.agent = agent;
    if (time_derived) {
        draft.flags.push_back(Flag::time_derived);
    }
    return draft;
}

std::size_t ClaudeCall::bytes() const {
    constexpr std::size_t of_the_rest = 512;
    return of_the_rest + input.size();
}

std::string ClaudeCall::text_of_input(std::string_view name_of_text) const {
    return Json(input)[name_of_text].string().value_or("");
}

EventDraft ClaudeCall::draft() const {
    EventDraft draft = place.draft("tool_call", event);
    draft.parent = message;
    draft.rationale = rationale;
    draft.fields.text("tool_name", name);
    draft.fields.text("call_id", id);
    draft.fields.value("input", Json(input));
    put_list(draft.fields, "hooks", hooks);
    return draft;
}

ClaudeMessage::ClaudeMessage(std::string id, std::string parent, ClaudePlace place,
                             std::string asked_at)
    : id_(std::move(id)), parent_(std::move(parent)), place_(std::move(place)) {
    if (!milliseconds_between(asked_at, place_.time).empty()) {
        begun_ = true;
        place_.time = std::move(asked_at);
    }
}

void ClaudeMessage::take_envelope(const ClaudeLine& of) {
    const Json line = of.json;
    const Json message = line["message"];
    const auto keep = [](std::string& kept, Json value) {
        if (value.present()) {
            kept = value.string().value_or("");
        }
    };
    keep(model_, message["model"]);
    keep(message_id_, message["id"]);
    keep(stop_reason_, message["stop_reason"]);
    keep(request_id_, line["requestId"]);
    if (message["usage"].is_object()) {
        usage_ = message["usage"].raw();
    }
    if (line["costUSD"].is_number()) {
        cost_ = line["costUSD"].raw();
    }
    if (line["durationMs"].is_number()) {
        duration_ = line["durationMs"].raw();
    }
    parent_derived_ = of.embedded;
    end_ = of.time;
}

ClaudePlace ClaudeMessage::end() const {
    ClaudePlace end = place_;
    end.time = end_;
    return end;
}

// Where a number is taken, the next that is free: each text of an answer counts from 1.
std::uint64_t ClaudeMessage::free_number(std::uint64_t wanted) {
    if (!rationales_.contains(wanted)) {
        return wanted;
    }
    while (rationales_.contains(next_free_)) {
        ++next_free_;
    }
    return next_free_;
}

std::map<std::string, std::string> ClaudeMessage::take_text(std::string_view text) {
    text_ += text_.empty() ? "" : "\n\n";
    text_ += text;
    std::map<std::string, std::string> late;
    for (auto& [wanted, rationale] : rationale_blocks(text).by_call) {
        const std::uint64_t number = free_number(wanted);
        if (number <= call_ids_.size()) {
            late[call_ids_[number - 1]] = rationale;
        }
        rationales_[number] = std::move(rationale);
    }
    return late;
}

std::string ClaudeMessage::take_call(const std::string& call_id) {
    call_ids_.push_back(call_id);
    const auto found = rationales_.find(call_ids_.size());
    return found == rationales_.end() ? std::string() : found->second;
}

EventDraft ClaudeMessage::draft() const {
    EventDraft draft = place_.draft("llm_call", id_);
    draft.parent = parent_;
    draft.duration = !duration_.empty() ? duration_
                     : begun_           ? milliseconds_between(place_.time, end_)
                                        : std::string();
    if (parent_derived_ && !parent_.empty()) {
        draft.flags.push_back(Flag::parent_derived);
    }
    const Json usage(usage_);
    draft.fields.text("model", model_);
    draft.fields.value("prompt_tokens", usage["input_tokens"]);
    draft.fields.value("completion_tokens", usage["output_tokens"]);
    draft.fields.value("cache_read_tokens", usage["cache_read_input_tokens"]);
    draft.fields.value("cache_write_tokens", usage["cache_creation_input_tokens"]);
    draft.fields.value("cost_usd", Json(cost_));
    const std::string messages = messages_.empty() ? "" : "[" + messages_ + "]";
    draft.fields.value("messages", Json(messages));
    put_list(draft.fields, "reminders", reminders_);
    draft.fields.text("completion", text_);
    draft.fields.text("finish_reason", stop_reason_);
    draft.fields.list("call_ids", call_ids_);
    draft.fields.text("message_id", message_id_);
    draft.fields.text("request_id", request_id_);
    draft.fields.value("usage", usage);
    return draft;
}

void ClaudeLane::ask(std::string_view text) {
    if (text.empty() || asked.size() + text.size() > asked_bytes_max) {
        return;
    }
    asked += asked.empty() ? "" : ",";
    asked += R"({"role":"user","content":)";
    append_token(asked, text);
    asked += '}';
}

std::optional<ClaudeCall> ClaudeLane::take_call(std::string_view id) {
    const auto found = calls.find(id);
    if (found == calls.end()) {
        return std::nullopt;
    }
    ClaudeCall call = std::move(found->second);
    calls.erase(found);
    call_bytes -= call.bytes();
    return call;
}

}  // namespace hence
