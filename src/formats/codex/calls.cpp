// Tool calls, from the item that asks for a call to its output.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "formats/codex/reader.h"

namespace hence {
namespace {

// The object that a value is, or that a text holds.
std::string object_in(Json value) {
    if (value.is_object()) {
        return std::string(value.raw());
    }
    const std::string text = value.string().value_or("");
    const Result<std::string> held =
        text.starts_with('{') ? minify(text, record_depth_max) : Result<std::string>(std::string());
    return held ? *held : std::string();
}

std::string first_text(std::initializer_list<Json> values) {
    for (const Json value : values) {
        if (std::string text = value.string().value_or(""); !text.empty()) {
            return text;
        }
    }
    return {};
}

}  // namespace

Result<void> CodexReader::open_call(const CodexLine& line, const std::string& call_id,
                                    OpenCall call, Batch& batch) {
    call.time = line.time;
    call.timed = line.timed;
    call.line = line.number;
    call.run = run_;
    call.parent = response_.id;
    call.id = id_of(line.time, line.place, "call");
    call.rationale = response_.rationale_of_call(call_id);
    if (calls_.size() == calls_max) {
        TRY(abandon_calls("too many calls are open", batch));
    }
    calls_.insert_or_assign(call_id, std::move(call));
    return {};
}

Result<void> CodexReader::tell_call(const std::string& call_id, const CodexOutput& output,
                                    std::string_view ended_at, Batch& batch) {
    const auto found = calls_.find(call_id);
    const OpenCall call = std::move(found->second);
    calls_.erase(found);
    if (told_calls_.size() == calls_max) {
        told_calls_.clear();
    }
    told_calls_.insert(call_id);
    EventDraft draft;
    draft.id = call.id;
    draft.kind = "tool_call";
    draft.time = call.time;
    draft.run = call.run;
    draft.parent = call.parent;
    draft.rationale = call.rationale;
    if (!call.timed) {
        draft.flags.push_back(Flag::time_derived);
    }
    draft.duration = !output.duration_ms.empty() ? output.duration_ms
                     : !call.duration_ms.empty() ? call.duration_ms
                                                 : codex_ms_between(call.time, ended_at);
    const bool failed = output.failed() || call.failed;
    Fields& fields = draft.fields;
    fields.text("tool_name", call.name);
    fields.unpacked("input", Json(call.input), JsonText::any);
    fields.value("output", Json(output.output));
    fields.text("output_head", output.head);
    fields.text("call_id", call_id);
    fields.text("status", failed ? "error" : output.output.empty() ? "" : "ok");
    fields.text("error", output.error);
    if (output.exit_code) {
        std::string code;
        append_number(code, *output.exit_code);
        fields.value("exit_code", Json(code));
    }
    const Foreign ending{Json(call.ending)};
    ending.leave(fields, codex_name);
    const Foreign rest{Json(call.rest)};
    rest.leave(fields, codex_name);
    if (!call.inner) {
        reach(call.id);
    }
    TRY(add_held(std::move(draft), call.line, batch));
    TRY(tell_refusal(call, call_id, output, batch));
    return tell_delegation(call, output, batch);
}

// Only the output of a call says that the call was not allowed.
Result<void> CodexReader::tell_refusal(const OpenCall& call, const std::string& call_id,
                                       const CodexOutput& output, Batch& batch) {
    if (!output.rejected) {
        return {};
    }
    EventDraft draft;
    draft.id = derived_id(call.time, {codex_name, call.id, "decision"});
    draft.kind = "decision";
    draft.time = call.time;
    draft.run = call.run;
    draft.parent = call.id;
    draft.fields.text("description", output.error);
    draft.fields.text("decision_type", "permission");
    draft.fields.text("chosen", "rejected");
    draft.fields.text("status", "declined");
    draft.fields.text("call_id", call_id);
    draft.flags.push_back(Flag::derived);
    return add_held(std::move(draft), call.line, batch);
}

Result<void> CodexReader::tell_delegation(const OpenCall& call, const CodexOutput& output,
                                          Batch& batch) {
    if (call.name != "spawn_agent" && call.spawned.empty()) {
        return {};
    }
    const Json spawned(call.spawned);
    const std::string held = object_in(Json(output.output));
    const Json told(held);
    const std::string asked = object_in(Json(call.input));
    const std::string thread =
        first_text({spawned["agent_thread_id"], spawned["new_thread_id"], told["agent_id"]});
    std::string child = first_text({spawned["agent_path"], told["task_name"],
                                    spawned["new_agent_nickname"], told["nickname"]});
    child = child.empty() ? thread : child;
    if (child.empty()) {
        return {};  // It came to nothing.
    }
    EventDraft draft;
    draft.id = derived_id(call.time, {codex_name, call.id, "delegation"});
    draft.kind = "delegation";
    draft.time = call.time;
    draft.run = call.run;
    draft.parent = call.name.empty() ? call.parent : call.id;
    draft.fields.text("parent_id", thread_.agent());
    draft.fields.text("child_id", child);
    draft.fields.text(
        "task", first_text({Json(asked)["message"], spawned["prompt"], Json(asked)["task_name"]}));
    draft.fields.text("run_id", thread);
    return add_held(std::move(draft), call.line, batch);
}

Result<void> CodexReader::abandon_calls(std::string_view why, Batch& batch) {
    std::vector<std::pair<std::uint64_t, std::string>> open;
    for (auto& [call_id, call] : calls_) {
        open.emplace_back(call.line, call_id);
        std::string reason = "{\"abandoned\":";
        append_token(reason, why);
        call.ending = call.ending.empty() ? reason + "}" : call.ending;
    }
    std::ranges::sort(open);
    for (const auto& [line, call_id] : open) {
        TRY(tell_call(call_id, {}, {}, batch));
    }
    return {};
}

}  // namespace hence
