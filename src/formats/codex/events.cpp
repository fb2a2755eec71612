// The event_msg lines: reports about a turn, and its beginning and end.
#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "formats/codex/reader.h"

namespace hence {
namespace {

// Said by another record as well, except of the work of a script, whose call has such an id as
// "exec-...".
bool is_echo(std::string_view kind) {
    static constexpr std::array<std::string_view, 5> echoes = {
        "agent_reasoning_raw_content", "agent_reasoning_section_break", "web_search_end",
        "image_generation_end", "token_usage_record"};
    return std::ranges::find(echoes, kind) != echoes.end();
}

// How a call ended, as far as its output does not say it.
std::string ending_of(Json ending) {
    Fields fields;
    for (const std::string_view name : {"exit_code", "changes", "process_id", "plugin_id"}) {
        fields.value(name, ending[name]);
    }
    const Json server =
        ending["server"].present() ? ending["server"] : ending["invocation"]["server"];
    fields.value("server", server);
    const Result<std::string> object = std::move(fields).take();
    return object ? *object : std::string();
}

}  // namespace

bool codex_ended_badly(Json ending) {
    const std::string status = ending["status"].string().value_or("");
    const Json result = ending["result"];
    return ending["success"].boolean() == false || ending["exit_code"].number().value_or(0) != 0 ||
           status == "failed" || status == "declined" || result["Err"].present() ||
           result["Ok"]["is_error"].boolean() == true ||
           result["Ok"]["isError"].boolean() == true || ending["error"].present();
}

Result<void> CodexReader::keep(const CodexLine& line, Batch& batch) {
    const std::string kind = kind_from(line.kind.empty() ? line.type : line.kind);
    EventDraft draft = this->draft(line, kind.empty() ? "codex" : kind, "kept");
    Foreign rest(line.payload);
    if (kind == line.kind) {
        rest.take("type");
    }
    rest.leave(draft.fields, codex_name);
    return add_note(std::move(draft), line.number, batch);
}

// The text of an item, told by an event. It may come before the item or behind it.
Result<void> CodexReader::hear(const CodexLine& line,
                               std::vector<std::string> CodexResponse::*where, std::string text,
                               Batch& batch) {
    const bool said = std::ranges::find(response_.texts, text) != response_.texts.end();
    const bool thought = where == &CodexResponse::heard_thoughts;
    const bool echo = thought ? response_.told && response_.thoughts > 0 : said;
    if (text.empty() || (echo && !response_.answered)) {
        return {};
    }
    const bool full = (response_.*where).size() == CodexResponse::items_max;
    if ((response_.told && usage_ == Usage::after) || response_.answered || full) {
        TRY(close_response(batch));
    }
    TRY(settle_prompt(line, batch));
    begin_response(line);
    response_.last_time = line.time;
    (response_.*where).push_back(std::move(text));
    return {};
}

Result<void> CodexReader::read_usage(const CodexLine& line, Batch& batch) {
    const Json info = line.payload["info"];
    const Json last = info["last_token_usage"];
    const Json total = info["total_token_usage"];
    // Limits alone, or the same again.
    if (!last.is_object() ||
        (!total_.empty() && total.present() && same_value(total_, total.raw()))) {
        return {};
    }
    total_ = total.present() ? std::string(total.raw()) : std::string();
    const bool behind = response_.items > 0 && response_.usage.empty();
    if (behind) {
        usage_ = Usage::after;
    } else {
        usage_ = usage_ == Usage::unknown ? Usage::before : usage_;
        // What was only heard so far belongs to this.
        if (response_.items > 0 || !response_.usage.empty() || response_.answered) {
            TRY(close_response(batch));
        }
        TRY(settle_prompt(line, batch));
        begin_response(line);
    }
    response_.usage = last.raw();
    response_.usage_window = info["model_context_window"].raw();
    response_.last_time = response_.answered ? response_.last_time : line.time;
    return usage_ == Usage::after ? tell_response(batch) : Result<void>();
}

Result<void> CodexReader::read_turn_context(const CodexLine& line, Batch& batch) {
    TRY(close_response(batch));
    Foreign rest(line.payload);
    enter_turn(rest.text("turn_id"));
    Fields fields;
    rest.leave(fields, codex_name);
    std::string context = TRY(std::move(fields).take());
    const std::string model = line.payload["model"].string().value_or("");
    const std::string before = std::exchange(model_, model.empty() ? model_ : model);
    effort_ = line.payload["effort"].raw();
    const bool same =
        same_value(context_.empty() ? "{}" : context_, context.empty() ? "{}" : context);
    context_ = std::move(context);
    if (prompt_ && !same) {
        const std::string given = prompt_->fields.empty() ? "{}" : prompt_->fields;
        prompt_->fields = given.substr(0, given.size() - 1) + (given.size() > 2 ? "," : "") +
                          "\"turn_context\":" + (context_.empty() ? "{}" : context_) + "}";
    }
    const bool told = prompt_.has_value();
    TRY(tell_prompt(batch));
    if (!before.empty() && before != model_) {
        EventDraft draft = this->draft(line, "strategy_switch", "model");
        draft.fields.text("from", before);
        draft.fields.text("to", model_);
        draft.fields.text("reason", "turn_context");
        TRY(add_note(std::move(draft), line.number, batch));
    }
    return told || same || !started_ ? Result<void>() : keep(line, batch);
}

// A turn that ended, or was ended.
Result<void> CodexReader::read_turn_end(const CodexLine& line, Batch& batch) {
    TRY(close_response(batch));
    TRY(tell_prompt(batch));
    Foreign rest(line.payload);
    const bool aborted = line.kind == "turn_aborted";
    const std::string reason = aborted ? rest.text("reason") : line.kind;
    TRY(abandon_calls(reason, batch));
    told_calls_.clear();
    if (line.payload["error"].present()) {
        EventDraft error = this->draft(line, "error", "error");
        const Json said = rest.take("error");
        const std::string text = said["message"].string().value_or(std::string(said.raw()));
        error.fields.text("error", text);
        error.fields.value("context", said["codex_error_info"]);
        error.parent = latest_;
        error.flags.push_back(Flag::parent_derived);
        TRY(add_draft(std::move(error), line.number, batch));
    }
    EventDraft draft = this->draft(line, "termination", "end");
    rest.take("type");
    draft.fields.text("reason", reason.empty() ? line.kind : reason);
    draft.fields.value("output", rest.take("last_agent_message"));
    draft.duration_ms = rest.amount("duration_ms");
    rest.leave(draft.fields, codex_name);
    draft.parent = latest_;
    if (!latest_.empty()) {
        draft.flags.push_back(Flag::parent_derived);
    }
    at_ = at_.empty() ? draft.id : at_;
    return add_draft(std::move(draft), line.number, batch);
}

// One compaction is told up to three times.
Result<void> CodexReader::read_compaction(const CodexLine& line, Batch& batch) {
    if (std::exchange(compacted_, true)) {
        return {};
    }
    TRY(close_response(batch));
    EventDraft draft = this->draft(line, "curation", "compaction");
    Foreign rest(line.payload);
    rest.take("type");
    draft.fields.text("action", "compressed");
    draft.fields.text("target", "conversation");
    draft.fields.text("summary", rest.text("message"));
    std::uint64_t items = 0;
    rest.take("replacement_history").each_element([&items](Json) { return ++items > 0; });
    if (items > 0) {
        draft.fields.value("replacement_items", Json(std::to_string(items)));
    }
    rest.take("encrypted_content");
    rest.leave(draft.fields, codex_name);
    return add_note(std::move(draft), line.number, batch);
}

Result<void> CodexReader::read_ending(const CodexLine& line, const std::string& call_id,
                                      Json ending, Batch& batch) {
    const auto call = calls_.find(call_id);
    if (call == calls_.end()) {
        const CodexWork* work = codex_work(line.kind);
        if (told_calls_.contains(call_id)) {
            return {};
        }
        return work == nullptr ? keep(line, batch) : tell_work(line, call_id, *work, ending, batch);
    }
    call->second.duration_ms = codex_duration(ending["duration"]);
    call->second.ending = ending_of(ending);
    call->second.failed = codex_ended_badly(ending);
    return {};
}

Result<void> CodexReader::read_spawn(const CodexLine& line, const std::string& call_id,
                                     Batch& batch) {
    const std::string kind = line.payload["kind"].string().value_or("started");
    const auto call = calls_.find(call_id);
    if (kind != "started") {
        return keep(line, batch);
    }
    if (call != calls_.end()) {
        call->second.spawned = line.payload.raw();
        return {};
    }
    OpenCall spawned;
    spawned.id = id_of(line.time, line.place, "spawn");
    spawned.time = line.time;
    spawned.line = line.number;
    spawned.run = run_;
    spawned.parent = at_;
    spawned.spawned = line.payload.raw();
    return tell_delegation(spawned, {}, batch);
}

Result<void> CodexReader::read_event(const CodexLine& line, Batch& batch) {
    const std::string& kind = line.kind;
    if (kind == "user_message") {
        TRY(input_came(line, batch));
        Prompt prompt{line.payload["message"].string().value_or(""),
                      std::string(line.payload.raw()),
                      line.time,
                      line.place,
                      line.number,
                      line.timed};
        return ask(std::move(prompt), batch);
    }
    if (kind == "agent_message") {
        return hear(line, &CodexResponse::heard, line.payload["message"].string().value_or(""),
                    batch);
    }
    if (kind == "agent_reasoning") {
        return hear(line, &CodexResponse::heard_thoughts,
                    line.payload["text"].string().value_or(""), batch);
    }
    if (kind == "token_count") {
        return read_usage(line, batch);
    }
    if (kind == "task_started" || kind == "turn_started") {
        TRY(close_response(batch));
        TRY(abandon_calls("another turn began", batch));
        told_calls_.clear();
        enter_turn(line.payload["turn_id"].string().value_or(""));
        return {};
    }
    if (kind == "task_complete" || kind == "turn_complete" || kind == "turn_aborted") {
        return read_turn_end(line, batch);
    }
    return read_rest_of_event(line, batch);
}

Result<void> CodexReader::read_rest_of_event(const CodexLine& line, Batch& batch) {
    const std::string& kind = line.kind;
    if (kind == "item_completed") {
        return read_item_completed(line, batch);
    }
    if (kind == "context_compacted") {
        return read_compaction(line, batch);
    }
    if (kind == "sub_agent_activity" || kind == "collab_agent_spawn_end") {
        const std::string_view name = kind == "sub_agent_activity" ? "event_id" : "call_id";
        return read_spawn(line, line.payload[name].string().value_or(""), batch);
    }
    const std::string call_id = line.payload["call_id"].string().value_or("");
    if (is_echo(kind) && !call_id.starts_with("exec-")) {
        return {};
    }
    if ((kind.ends_with("_end") || codex_work(kind) != nullptr) && !call_id.empty()) {
        return read_ending(line, call_id, line.payload, batch);
    }
    if (kind == "error" || kind == "stream_error") {
        EventDraft draft = this->draft(line, "error", "error");
        draft.fields.text("error", line.payload["message"].string().value_or(""));
        draft.fields.value("context", line.payload["codex_error_info"]);
        return add_note(std::move(draft), line.number, batch);
    }
    return keep(line, batch);
}

}  // namespace hence
