// Lines that Claude Code writes about itself: system lines, progress, attachments and bookkeeping.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/claude_code/reader.h"

namespace hence {
namespace {

std::string first_text(std::initializer_list<Json> values) {
    for (const Json value : values) {
        std::string text = value.string().value_or("");
        if (!text.empty()) {
            return text;
        }
    }
    return {};
}

// Members that every line has, or that the event itself tells.
void pass_over(Foreign& rest) {
    for (const std::string_view name :
         {"type",      "uuid",        "parentUuid", "logicalParentUuid", "sessionId", "session_id",
          "timestamp", "isSidechain", "userType",   "agentId",           "promptId",  "forkedFrom",
          "isMeta",    "cwd",         "version",    "gitBranch",         "slug",      "entrypoint",
          "message",   "requestId",   "level"}) {
        rest.take(name);
    }
}

bool is_one_of(std::string_view type, std::initializer_list<std::string_view> types) {
    return std::ranges::find(types, type) != types.end();
}

std::string api_error(Json line) {
    const Json error = line["error"];
    const std::string text =
        first_text({error["message"], error["error"]["error"]["message"], error["error"]["message"],
                    error["cause"]["code"], error, line["content"]});
    const Json status = error["status"];
    const std::string number = status.is_number() ? " " + std::string(status.raw()) : "";
    return text.empty() ? "API error" + number : text;
}

}  // namespace

Result<void> ClaudeCodeReader::log(const Here& here, std::string_view severity,
                                   std::string_view body, std::string_view part) {
    EventDraft draft =
        place(here).draft("log", part.empty() ? here.line.id : part_id(here.line, part));
    draft.parent = parent_of(here);
    // A note that names no line hangs on what came before it, so that a run has one beginning.
    const bool elsewhere = here.line.type == "summary";
    if (draft.parent.empty() && here.line.parent_uuid.empty() && !elsewhere &&
        !here.lane.last_event.empty()) {
        draft.parent = here.lane.last_event;
        draft.flags.push_back(Flag::parent_derived);
    }
    draft.fields.text("severity", severity);
    draft.fields.text("body", body);
    Foreign rest(here.line.json);
    pass_over(rest);
    for (const std::string_view name : {"content", "toolUseResult"}) {
        if (here.line.json[name].string() == body || name == "toolUseResult") {
            rest.take(name);
        }
    }
    rest.leave(draft.fields, claude_code_name);
    return give(std::move(draft), here.line.number, here.batch);
}

ClaudeCodeReader::Told ClaudeCodeReader::read_system(const Here& here) {
    const Json json = here.line.json;
    const std::string subtype = json["subtype"].string().value_or("");
    if (subtype.ends_with("compact_boundary")) {
        return read_compaction(here);
    }
    if (subtype == "api_error") {
        return read_api_error(here);
    }
    if (subtype == "turn_duration" || subtype == "stop_hook_summary") {
        return read_end_of_turn(here);
    }
    const std::string level = json["level"].string().value_or("info");
    TRY(log(here, level, first_text({json["content"], json["subtype"], json["type"]})));
    return std::string();
}

ClaudeCodeReader::Told ClaudeCodeReader::read_compaction(const Here& here) {
    const std::string parent = parent_of(here);
    TRY(close_answer(here.lane, here.batch));
    EventDraft draft = place(here).draft("curation", here.line.id);
    draft.parent = parent;
    draft.fields.text("action", "compressed");
    draft.fields.text("target", "conversation");
    Foreign rest(here.line.json);
    pass_over(rest);
    rest.leave(draft.fields, claude_code_name);
    TRY(give(std::move(draft), here.line.number, here.batch));
    return here.line.id;
}

// The program tries again by itself.
ClaudeCodeReader::Told ClaudeCodeReader::read_api_error(const Here& here) {
    EventDraft draft = place(here).draft("error", here.line.id);
    draft.parent = parent_of(here);
    draft.fields.text("error", api_error(here.line.json));
    Foreign rest(here.line.json);
    pass_over(rest);
    draft.fields.value("context", rest.take("error"));
    rest.leave(draft.fields, claude_code_name);
    TRY(give(std::move(draft), here.line.number, here.batch));
    return std::string();
}

// Several lines may say so. A hook that failed makes the model go on.
ClaudeCodeReader::Told ClaudeCodeReader::read_end_of_turn(const Here& here) {
    const Json json = here.line.json;
    TRY(close_answer(here.lane, here.batch));
    const bool goes_on = json["hookErrors"].at(0).present();
    if (here.lane.ended || goes_on) {
        TRY(log(here, "info", json["subtype"].string().value_or("")));
    } else {
        TRY(end_turn(here, "end of turn"));
    }
    return std::string();
}

ClaudeCodeReader::Told ClaudeCodeReader::read_progress(const Here& here) {
    const Json data = here.line.json["data"];
    const std::string type = data["type"].string().value_or("");
    if (type == "agent_progress") {
        return read_agent_progress(here);
    }
    // What a command has printed so far, again and again: its result says it all.
    if (type == "bash_progress" || type == "powershell_progress") {
        return std::string();
    }
    const std::string call = here.line.json["toolUseID"].string().value_or("");
    if (type == "hook_progress" && keep_hook(here, data, call)) {
        return std::string();
    }
    if (data["hookEvent"].string() == "Stop") {
        TRY(close_answer(here.lane,
                         here.batch));  // Hooks of this kind run when the answer is over.
    }
    const std::string name = first_text({data["hookName"], data["type"]});
    const std::string command = data["command"].string().value_or("");
    TRY(log(here, "info", name + (command.empty() ? "" : ": ") + command));
    return std::string();
}

// A line of a sub-agent, within one of its caller.
ClaudeCodeReader::Told ClaudeCodeReader::read_agent_progress(const Here& here) {
    const Json data = here.line.json["data"];
    const std::string child = data["agentId"].string().value_or("");
    const std::string type = data["message"]["type"].string().value_or("");
    if (child.empty() || (type != "user" && type != "assistant")) {
        TRY(log(here, "info", "agent_progress"));
        return std::string();
    }
    ClaudeLine line = TRY(ClaudeLine::from(data["message"], here.line.number));
    if (!line.uuid.empty() && chain_.find(line.uuid) != nullptr) {
        return std::string();
    }
    line.session = here.line.session;
    line.time_derived = line.time.empty() && here.line.time_derived;
    line.time = line.time.empty() ? here.line.time : line.time;
    line.agent_id = child;
    line.embedded = true;
    const bool first = !lanes_.contains(child);
    ClaudeLane* lane = TRY(lane_at(child, line, here.batch));
    const auto call = here.lane.calls.find(here.line.json["parentToolUseID"].string().value_or(""));
    if (first && call != here.lane.calls.end()) {
        const std::string agent = call->second.text_of_input("subagent_type");
        lane->agent = agent.empty() ? lane->agent : agent;
        TRY(delegate(call->second, child, here.batch));
    }
    if (!lane->told_elsewhere) {
        TRY(read_in_lane(line, child, here.batch));
    }
    return std::string();
}

// What the program tells the model with every request is told with the answer.
bool ClaudeCodeReader::keep_reminder(const Here& here, Json attachment) {
    const std::string type = attachment["type"].string().value_or("");
    const bool reminds = type.find("reminder") != std::string::npos || type == "budget_usd";
    if (!reminds || attachment.raw().size() > limits_.reminder_bytes ||
        here.lane.reminders.size() >= limits_.reminders ||
        !minify(attachment.raw(), fields_depth_max - 2)) {
        return false;
    }
    here.lane.reminders.emplace_back(attachment.raw());
    return true;
}

ClaudeCodeReader::Told ClaudeCodeReader::read_attachment(const Here& here) {
    const Json attachment = here.line.json["attachment"];
    const std::string type = attachment["type"].string().value_or("");
    const std::string by = attachment["origin"]["kind"].string().value_or("human");
    const std::string text = claude_text(attachment["prompt"]);
    if (type == "queued_command" && by == "human" && !text.empty()) {
        // Typed while the model was at work, which goes on with it.
        EventDraft draft = place(here).draft("prompt", here.line.id);
        draft.parent = parent_of(here);
        draft.fields.text("text", text);
        TRY(give(std::move(draft), here.line.number, here.batch));
        here.lane.ask(text);
        return here.line.id;
    }
    if (keep_reminder(here, attachment)) {
        return std::string();
    }
    const std::string call = attachment["toolUseID"].string().value_or("");
    if (!type.starts_with("hook_") || !keep_hook(here, attachment, call)) {
        TRY(log(here, "info", type.empty() ? "attachment" : "attachment: " + type));
    }
    return std::string();
}

ClaudeCodeReader::Told ClaudeCodeReader::read_other(const Here& here) {
    const Json json = here.line.json;
    const std::string& type = here.line.type;
    if (type == "permission-mode") {
        TRY(switch_mode(here, here.lane.last_event));
        return std::string();
    }
    // Said by the prompts themselves; or where the program keeps copies of files.
    if (is_one_of(type, {"last-prompt", "mode", "file-history-snapshot"})) {
        return std::string();
    }
    if (type == "queue-operation") {
        const std::string what = first_text({json["operation"], json["type"]});
        const std::string text = json["content"].string().value_or("");
        TRY(log(here, "info", "queue: " + what + (text.empty() ? "" : ": ") + text));
        return std::string();
    }
    const std::string title = first_text(
        {json["summary"], json["aiTitle"], json["customTitle"], json["title"], json["agentName"]});
    TRY(log(here, "info", title.empty() ? type : title));
    return std::string();
}

}  // namespace hence
