// Turns, answers and calls: what has been gathered from the lines, on its way to an event.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "formats/codex/reader.h"
#include "model/rationale/rationale.h"

namespace hence {

std::string CodexReader::id_of(std::string_view time, std::string_view place,
                               std::string_view part) const {
    return derived_id(time, {codex_name, thread_.id(), place, part});
}

EventDraft CodexReader::draft(const CodexLine& line, std::string_view kind,
                              std::string_view part) const {
    EventDraft draft;
    draft.id = id_of(line.time, line.place, part);
    draft.kind = kind;
    draft.time = line.time;
    draft.run = run_;
    if (!line.timed) {
        draft.flags.push_back(Flag::time_derived);
    }
    return draft;
}

Result<void> CodexReader::add_draft(EventDraft draft, std::uint64_t line, Batch& batch) {
    TRY(tell_notes(batch));
    draft.session = thread_.session();
    draft.agent = thread_.agent();
    if (closing_) {
        draft.flags.push_back(Flag::unfinished);
    }
    Event event = TRY(std::move(draft).finish(codex_name));
    add(std::move(event), {Json(), line, {}}, batch);
    return {};
}

Result<void> CodexReader::add_held(EventDraft draft, std::uint64_t line, Batch& batch) {
    if (!response_.begun() || response_.told) {
        return add_draft(std::move(draft), line, batch);
    }
    draft.session = thread_.session();
    draft.agent = thread_.agent();
    Event event = TRY(std::move(draft).finish(codex_name));
    response_.held.push_back({std::move(event), line});
    return {};
}

// A sub-agent's thread is one run, named as the thread is: its parent knows it by no other name.
void CodexReader::enter_turn(const std::string& turn_id) {
    if (!turn_id.empty()) {
        turn_ids_ = true;
        usage_ = Usage::after;
        enter_run(thread_.is_subagent() ? thread_.id() : turn_id);
    }
}

Result<void> CodexReader::ask(Prompt prompt, Batch& batch) {
    TRY(close_response(batch));
    TRY(tell_prompt(batch));
    if (!turn_ids_) {
        TRY(abandon_calls("the user went on", batch));
        ++turns_;
        const std::string& thread = thread_.id();
        enter_run(thread_.is_subagent() ? thread : thread + ":" + std::to_string(turns_));
        told_calls_.clear();
    }
    said_.reset();
    prompt_ = std::move(prompt);
    return {};
}

Result<void> CodexReader::tell_prompt(Batch& batch) {
    if (!prompt_) {
        return {};
    }
    const Prompt prompt = *std::exchange(prompt_, std::nullopt);
    EventDraft draft;
    draft.id = id_of(prompt.time, prompt.place, "prompt");
    draft.kind = started_ ? "prompt" : "session_start";
    draft.time = prompt.time;
    draft.run = run_;
    if (!prompt.timed) {
        draft.flags.push_back(Flag::time_derived);
    }
    const std::string_view request = codex_request(prompt.text);
    draft.fields.text(started_ ? "text" : "goal", request);
    draft.fields.text("message", request.size() < prompt.text.size() ? prompt.text : "");
    Foreign rest{Json(prompt.fields)};
    rest.take("type");
    rest.take("message");
    rest.leave(draft.fields, codex_name);
    const Foreign meta{Json(meta_)};
    meta.leave(draft.fields, codex_name);
    // Lines copied from another thread are not recorded again; only their number is.
    if (!started_ && thread_.copies() > 0) {
        draft.fields.value("records_copied", Json(std::to_string(thread_.copies())));
    }
    meta_.clear();
    started_ = true;
    reach(draft.id);
    return add_draft(std::move(draft), prompt.line, batch);
}

void CodexReader::begin_response(const CodexLine& line) {
    if (response_.begun()) {
        return;
    }
    response_.id = id_of(line.time, line.place, "response");
    const bool later =
        input_time_ == line.time || !codex_ms_between(input_time_, line.time).empty();
    response_.time = later ? input_time_ : line.time;
    response_.last_time = line.time;
    response_.timed = line.timed;
    response_.line = line.number;
    response_.run = run_;
    response_.parent = latest_;
    response_.model = model_;
    response_.effort = effort_;
    response_.messages = std::exchange(messages_, {});
    response_.messages_left_out = std::exchange(messages_left_out_, 0);
    messages_bytes_ = 0;
    reach(response_.id);
}

// Before an answer begins, what it was asked is told. Where no event says which message was the
// prompt, the last one was; there may be none at all.
Result<void> CodexReader::settle_prompt(const CodexLine& line, Batch& batch) {
    if (response_.begun()) {
        return {};
    }
    if (!prompt_ && (said_ || !started_)) {
        const Prompt none{{}, {}, line.time, line.place, line.number, line.timed};
        TRY(ask(said_.value_or(none), batch));
    }
    said_.reset();
    return tell_prompt(batch);
}

// Something that the model gave.
Result<void> CodexReader::item_came(const CodexLine& line, Batch& batch) {
    const bool whole = response_.told && usage_ == Usage::after;
    if (whole || response_.answered || response_.items == CodexResponse::items_max) {
        TRY(close_response(batch));
    }
    TRY(settle_prompt(line, batch));
    begin_response(line);
    response_.last_time = line.time;
    ++response_.items;
    compacted_ = false;
    return {};
}

// Something that the model will be given. An answer whose cost is known is whole then.
Result<void> CodexReader::input_came(const CodexLine& line, Batch& batch) {
    input_time_ = line.time;
    response_.answered = response_.begun();
    return response_.usage.empty() ? Result<void>() : tell_response(batch);
}

Result<void> CodexReader::tell_response(Batch& batch) {
    if (!response_.begun() || response_.told) {
        return {};
    }
    response_.told = true;
    EventDraft draft;
    response_.describe(draft);
    draft.fields.text("provider", provider_);
    draft.duration = codex_ms_between(response_.time, response_.last_time);
    if (!response_.timed) {
        draft.flags.push_back(Flag::time_derived);
    }
    const std::vector<CodexHeld> held = std::exchange(response_.held, {});
    Result<void> told = add_draft(std::move(draft), response_.line, batch);
    if (!closing_) {  // Later lines may tell these in other words, under other ids.
        TRY(tell_thoughts_heard(batch));
        TRY(tell_assumptions(batch));
    }
    for (const CodexHeld& each : held) {
        add(each.event, {Json(), each.line, {}}, batch);
    }
    return told;
}

Result<void> CodexReader::close_response(Batch& batch) {
    Result<void> told = tell_response(batch);
    response_ = {};
    return told;
}

Result<void> CodexReader::tell_thoughts_heard(Batch& batch) {
    if (response_.thoughts > 0) {
        return {};
    }
    for (std::size_t number = 0; number < response_.heard_thoughts.size(); ++number) {
        EventDraft draft;
        draft.kind = "thought";
        draft.time = response_.last_time;
        draft.run = response_.run;
        draft.parent = response_.id;
        draft.id =
            derived_id(draft.time, {codex_name, response_.id, "thought", std::to_string(number)});
        draft.fields.text("text", response_.heard_thoughts[number]);
        TRY(add_draft(std::move(draft), response_.line, batch));
    }
    return {};
}

Result<void> CodexReader::tell_assumptions(Batch& batch) {
    const std::string text = without_rationale_blocks(response_.completion());
    for (const StatedAssumption& stated : stated_assumptions(text)) {
        EventDraft draft;
        draft.kind = "assumption";
        draft.time = response_.last_time;
        draft.run = response_.run;
        draft.parent = response_.id;
        draft.id =
            derived_id(draft.time, {codex_name, response_.id, "assumption", stated.assumption});
        tell_assumption(draft, stated);
        TRY(add_draft(std::move(draft), response_.line, batch));
    }
    return {};
}

std::uint64_t CodexReader::finish(Batch& batch) {
    unfinished(batch);
    return exec_.pending();
}

// On a copy: what is told here is told again when it is final.
void CodexReader::unfinished(Batch& batch) {
    CodexReader rest(*this);
    rest.closing_ = true;
    const Result<void> told = rest.tell_open(batch);
    if (!told) {
        batch.refused.push_back({batch.source, response_.line, told.error().message, {}});
    }
}

Result<void> CodexReader::tell_open(Batch& batch) {
    std::vector<CodexHeld> of_exec;
    TRY(exec_.unfinished(of_exec));
    for (CodexHeld& each : of_exec) {
        add(std::move(each.event), {Json(), each.line, {}}, batch);
    }
    TRY(tell_prompt(batch));
    TRY(tell_response(batch));
    if (at_.empty() && !notes_.empty()) {
        reach(notes_.front().draft.id);
        TRY(tell_notes(batch));
    }
    std::vector<std::pair<std::uint64_t, std::string>> open;
    for (const auto& [call_id, call] : calls_) {
        open.emplace_back(call.line, call_id);
    }
    std::ranges::sort(open);
    for (const auto& [line, call_id] : open) {
        TRY(tell_call(call_id, {}, {}, batch));
    }
    return {};
}

}  // namespace hence
