// Lines of type `user`: prompts, and what the program says in the user's name.
#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/claude_code/reader.h"

namespace hence {
namespace {

bool is_result(Json block) {
    return block["type"].string().value_or("").ends_with("tool_result");
}

bool is_only_text(Json content) {
    bool only = true;
    content.each_element([&only](Json block) { return only = block["type"].string() == "text"; });
    return only;
}

// Members that another event tells, or that are of use to Claude Code only.
void pass_over(Foreign& rest) {
    for (const std::string_view name :
         {"type", "uuid", "parentUuid", "logicalParentUuid", "sessionId", "session_id", "timestamp",
          "isSidechain", "userType", "message", "agentId", "promptId", "forkedFrom", "isMeta"}) {
        rest.take(name);
    }
}

}  // namespace

ClaudeCodeReader::Told ClaudeCodeReader::read_user(const Here& here) {
    const Json content = here.line.json["message"]["content"];
    TRY(check_content(content));
    const std::string text = claude_text(content);
    std::vector<Json> results;
    content.each_element([&results](Json block) {
        if (is_result(block)) {
            results.push_back(block);
        }
        return true;
    });
    std::string told;
    for (std::size_t index = 0; index < results.size(); ++index) {
        told = TRY(read_result(here, results[index], index));
    }
    if (!results.empty()) {
        if (!is_blank(text)) {
            TRY(read_note(here, text, "text"));
        }
        return told;
    }
    switch (what_was_said(here.line, text)) {
        case ClaudeSaid::prompt: return read_prompt(here, text);
        case ClaudeSaid::interrupted: return read_interruption(here, text);
        case ClaudeSaid::summary: return read_summary(here, text);
        case ClaudeSaid::notification: return read_notification(here, text);
        case ClaudeSaid::note: return read_note(here, text);
    }
    return told;
}

// The first of a session is its goal, and so is what a sub-agent was asked.
ClaudeCodeReader::Told ClaudeCodeReader::read_prompt(const Here& here, const std::string& text) {
    const ClaudeLine& line = here.line;
    ClaudeLane& lane = here.lane;
    TRY(close_answer(lane, here.batch));
    const bool main = lane_of(line).empty();
    if (main) {
        lane.run = line.prompt_id.empty() ? line.id : line.prompt_id;
    }
    const bool first = lane.started.empty() || lane.started != line.session;
    const std::string parent = parent_of(here);
    TRY(take_on(here, line.id, main ? "session_rewind" : "branch"));
    EventDraft draft = place(here).draft(first ? "session_start" : "prompt", line.id);
    draft.parent = parent;
    if (line.embedded && !parent.empty()) {
        draft.flags.push_back(Flag::parent_derived);
    }
    const std::string typed = as_typed(users_words(text));
    draft.fields.text(first ? "goal" : "text", typed);
    const Json content = line.json["message"]["content"];
    const std::string whole = claude_output(content);
    if (typed != text || !is_only_text(content)) {
        draft.fields.value("content", Json(whole));
    }
    Foreign rest(line.json);
    pass_over(rest);
    rest.leave(draft.fields, claude_code_name);
    TRY(give(std::move(draft), line.number, here.batch));
    lane.started = line.session.empty() ? "-" : line.session;
    lane.last_event = line.id;
    lane.ended = false;
    lane.answer.clear();
    lane.ask(typed);
    TRY(switch_mode(here, line.id));
    return line.id;
}

Result<void> ClaudeCodeReader::switch_mode(const Here& here, const std::string& parent) {
    const std::string mode = here.line.json["permissionMode"].string().value_or("");
    if (mode.empty()) {
        return {};
    }
    const std::string before = std::exchange(here.lane.mode, mode);
    if (before.empty() || before == mode) {
        return {};
    }
    EventDraft draft = place(here).draft("strategy_switch", part_id(here.line, "mode"));
    draft.parent = parent;
    draft.fields.text("from", before);
    draft.fields.text("to", mode);
    draft.fields.text("reason", "permission mode");
    return give(std::move(draft), here.line.number, here.batch);
}

ClaudeCodeReader::Told ClaudeCodeReader::read_interruption(const Here& here,
                                                           const std::string& text) {
    const std::string parent = parent_of(here);
    TRY(close_lane(here.lane, here.batch));
    EventDraft draft = place(here).draft("termination", here.line.id);
    draft.parent = parent;
    draft.fields.text("reason", "interrupted by user");
    draft.fields.text("text", text);
    TRY(give(std::move(draft), here.line.number, here.batch));
    here.lane.ended = true;
    return here.line.id;
}

ClaudeCodeReader::Told ClaudeCodeReader::read_summary(const Here& here, const std::string& text) {
    TRY(close_answer(here.lane, here.batch));
    EventDraft draft = place(here).draft("observation", here.line.id);
    draft.parent = parent_of(here);
    draft.fields.text("key", "compact summary");
    draft.fields.text("content", text);
    TRY(give(std::move(draft), here.line.number, here.batch));
    here.lane.ask(text);
    return here.line.id;
}

// That a task in the background came to an end: the model goes on because of it.
ClaudeCodeReader::Told ClaudeCodeReader::read_notification(const Here& here,
                                                           const std::string& text) {
    EventDraft draft = place(here).draft("observation", here.line.id);
    draft.parent = parent_of(here);
    draft.fields.text("key", "task notification");
    draft.fields.text("content", text);
    TRY(give(std::move(draft), here.line.number, here.batch));
    here.lane.ask(text);
    return here.line.id;
}

ClaudeCodeReader::Told ClaudeCodeReader::read_note(const Here& here, const std::string& text,
                                                   std::string_view part) {
    TRY(log(here, "info", text, part));
    return std::string();
}

}  // namespace hence
