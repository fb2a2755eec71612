// Lines of type `assistant`: each holds a block or more of one answer of the model.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/claude_code/reader.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

constexpr std::size_t usage_depth_max = fields_depth_max - 1;

// After these the model waits for the user.
bool ends_turn(std::string_view stop_reason) {
    static constexpr std::array<std::string_view, 3> reasons{"end_turn", "stop_sequence",
                                                             "refusal"};
    return std::ranges::find(reasons, stop_reason) != reasons.end();
}

bool ends_in_text(Json content) {
    Json last;
    content.each_element([&last](Json block) {
        last = block;
        return true;
    });
    return content.is_string() || last["type"].string() == "text";
}

}  // namespace

ClaudeCodeReader::Told ClaudeCodeReader::read_assistant(const Here& here) {
    const Json json = here.line.json;
    const Json message = json["message"];
    if (json["isApiErrorMessage"].boolean().value_or(false) ||
        message["model"].string() == "<synthetic>") {
        return read_synthetic(here);
    }
    TRY(check_content(message["content"]));
    // An answer is told later, and must not fail then: its usage is checked here.
    TRY(minify(message["usage"].raw().empty() ? "{}" : message["usage"].raw(), usage_depth_max));
    const std::string id = answer_id(here.line);
    if (!answers_.contains(id)) {
        TRY(begin_answer(here, id));
    }
    const Json content = message["content"];
    if (content.is_string()) {
        TRY(read_text(here, content.string().value_or(""), 0));
    }
    std::vector<Json> blocks;
    content.each_element([&blocks](Json block) {
        blocks.push_back(block);
        return true;
    });
    for (std::size_t index = 0; index < blocks.size(); ++index) {
        TRY(read_block(here, blocks[index], index));
    }
    here.lane.last_event = id;
    if (const auto& open = here.lane.message; open && open->id() == id) {
        const bool last = ends_turn(open->stop_reason()) && ends_in_text(content);
        if (last || open->text().size() > limits_.answer_bytes) {
            TRY(close_answer(here.lane, here.batch));
        }
    }
    return id;
}

// Lines that Claude Code writes in the model's name: that a request failed, or that there was
// nothing to say.
ClaudeCodeReader::Told ClaudeCodeReader::read_synthetic(const Here& here) {
    const std::string text = claude_text(here.line.json["message"]["content"]);
    if (!here.line.json["isApiErrorMessage"].boolean().value_or(false)) {
        return read_note(here, text);
    }
    EventDraft draft = place(here).draft("error", here.line.id);
    draft.parent = parent_of(here);
    draft.fields.text("error", text.empty() ? "API error" : text);
    draft.fields.value("status", here.line.json["apiErrorStatus"]);
    draft.fields.value("context", here.line.json["error"]);
    TRY(give(std::move(draft), here.line.number, here.batch));
    return std::string();
}

Result<void> ClaudeCodeReader::begin_answer(const Here& here, const std::string& id) {
    ClaudeLane& lane = here.lane;
    if (!lane.message || lane.message->id() != id) {
        const std::string parent = parent_of(here);
        TRY(close_lane(lane, here.batch));
        TRY(take_on(here, id, "branch"));
        lane.message.emplace(id, parent == id ? std::string() : parent, place(here),
                             time_before(here));
        lane.message->take_messages(std::exchange(lane.asked, {}));
        lane.message->take_reminders(std::exchange(lane.reminders, {}));
        lane.message->take_envelope(here.line);
        lane.ended = false;
        lane.answer.clear();
    } else {
        lane.message->take_envelope(here.line);
    }
    return {};
}

Result<void> ClaudeCodeReader::read_block(const Here& here, Json block, std::size_t index) {
    const std::string type = block["type"].string().value_or("");
    if (type == "text") {
        return read_text(here, block["text"].string().value_or(""), index);
    }
    if (type.ends_with("tool_use")) {
        return open_call(here, block, index);
    }
    if (type.ends_with("tool_result")) {
        TRY(read_result(here, block, index));
        return {};
    }
    const std::string thinking = block["thinking"].string().value_or("");
    if (type == "thinking" && !is_blank(thinking)) {
        EventDraft draft = place(here).draft("thought", block_id(here.line, index));
        draft.parent = answer_id(here.line);
        draft.fields.text("text", thinking);
        return give(std::move(draft), here.line.number, here.batch);
    }
    return type.ends_with("thinking") ? Result<void>() : read_odd_block(here, block, index);
}

Result<void> ClaudeCodeReader::read_odd_block(const Here& here, Json block, std::size_t index) {
    EventDraft draft = place(here).draft("log", block_id(here.line, index));
    draft.parent = answer_id(here.line);
    draft.fields.text("severity", "info");
    draft.fields.text("body", block["type"].string().value_or("block"));
    const std::string list = claude_output(Json("[" + std::string(block.raw()) + "]"));
    draft.fields.value("block", Json(list).at(0));
    return give(std::move(draft), here.line.number, here.batch);
}

Result<void> ClaudeCodeReader::read_text(const Here& here, const std::string& text,
                                         std::size_t index) {
    ClaudeLane& lane = here.lane;
    if (is_blank(text)) {
        return {};
    }
    if (!lane.message || lane.message->id() != answer_id(here.line)) {
        // More of an answer that was told already.
        return log(here, "info", text, fmt::format("text {}", index));
    }
    for (auto& [call, rationale] : lane.message->take_text(text)) {
        const auto found = lane.calls.find(call);
        if (found != lane.calls.end()) {
            found->second.rationale = rationale;
        }
    }
    for (const StatedAssumption& stated : stated_assumptions(without_rationale_blocks(text))) {
        if (lane.message->assumptions() >= assumptions_max) {
            break;
        }
        lane.message->count_assumption();
        const std::string part = fmt::format("assumption {}", lane.message->assumptions());
        EventDraft draft = place(here).draft("assumption", part_id(here.line, part));
        draft.parent = lane.message->id();
        tell_assumption(draft, stated);
        TRY(give(std::move(draft), here.line.number, here.batch));
    }
    return {};
}

Result<void> ClaudeCodeReader::close_answer(ClaudeLane& lane, Batch& batch) {
    if (!lane.message) {
        return {};
    }
    const ClaudeMessage message = std::move(*lane.message);
    lane.message.reset();
    remember_answer(message.id());
    const std::string before = std::exchange(lane.model, message.model());
    TRY(give(message.draft(), message.place().line, batch));
    if (!before.empty() && before != message.model()) {
        EventDraft draft = message.place().draft(
            "strategy_switch", derived_id(Time(), {claude_code_name, message.id(), "model"}));
        draft.parent = message.id();
        draft.fields.text("from", before);
        draft.fields.text("to", message.model());
        draft.fields.text("reason", "model");
        draft.flags.push_back(Flag::derived);
        TRY(give(std::move(draft), message.place().line, batch));
    }
    if (message.has_calls()) {
        return {};
    }
    lane.answer = message.text();
    if (!ends_turn(message.stop_reason())) {
        return {};
    }
    EventDraft draft = message.end().draft(
        "termination", derived_id(Time(), {claude_code_name, message.id(), "end"}));
    draft.parent = message.id();
    draft.fields.text("reason", message.stop_reason());
    draft.fields.text("output", message.text());
    lane.ended = true;
    return give(std::move(draft), message.place().line, batch);
}

// As a line of its own says it.
Result<void> ClaudeCodeReader::end_turn(const Here& here, std::string_view reason) {
    EventDraft draft = place(here).draft("termination", here.line.id);
    draft.parent = parent_of(here);
    draft.duration_ms = here.line.json["durationMs"];
    draft.fields.text("reason", reason);
    draft.fields.text("output", here.lane.answer);
    here.lane.ended = true;
    return give(std::move(draft), here.line.number, here.batch);
}

}  // namespace hence
