// The frame of the reader: finds the agent (lane) of each line, reads the line by its type, and
// notes in the chain which event it led to.
#include "formats/claude_code/claude_code.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/claude_code/reader.h"
#include "formats/claude_code/started_by.h"

namespace hence {
namespace {

// The later of two times. A text that is no time says nothing.
std::string later_of(const std::string& one, const std::string& other) {
    const Result<Time> first = parse_time(one);
    const Result<Time> second = parse_time(other);
    return second && (!first || *first < *second) ? other : one;
}

// Lines that have no uuid, and may stand at the beginning of a file.
constexpr std::array<std::string_view, 16> bookkeeping{
    "queue-operation", "ai-title",       "custom-title", "agent-name",
    "agent-color",     "agent-setting",  "last-prompt",  "mode",
    "permission-mode", "cost-state",     "pr-link",      "tag",
    "worktree-state",  "bridge-session", "task-summary", "content-replacement",
};

// A name that is safe as a part of a file's name.
bool is_plain(std::string_view name) {
    const auto plain = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; };
    return !name.empty() && name.size() <= 128 && std::ranges::all_of(name, plain);
}

}  // namespace

std::uint64_t ClaudeCodeReader::finish(Batch& batch) {
    unfinished(batch);
    std::uint64_t waiting = early_.size();
    for (const auto& [name, lane] : lanes_) {
        waiting += lane.reminders.size();
    }
    return waiting;
}

// The answer comes first, since its calls hang on it. None of these can fail: each was checked when
// it was begun.
void ClaudeCodeReader::unfinished(Batch& batch) {
    for (const auto& [name, lane] : lanes_) {
        if (lane.message) {
            give_unfinished(lane.message->draft(), lane.message->place().line, batch);
        }
        for (const auto& [id, call] : lane.calls) {
            give_unfinished(call.draft(), call.place.line, batch);
        }
    }
}

void ClaudeCodeReader::give_unfinished(EventDraft draft, std::uint64_t line, Batch& batch) {
    draft.flags.push_back(Flag::unfinished);
    const Result<void> given = give(std::move(draft), line, batch);
    if (!given) {
        batch.refused.push_back({batch.source, line, given.error().message, {}});
    }
}

std::vector<std::string> ClaudeCodeReader::copies() {
    return std::exchange(copies_, {});
}

Result<void> ClaudeCodeReader::give(EventDraft draft, std::uint64_t line, Batch& batch) {
    std::string id = draft.id;
    Event event = TRY(std::move(draft).finish(claude_code_name));
    // What is told before it is final must change nothing.
    if (!event.has(Flag::unfinished)) {
        given_[event.time()] = id;
    }
    if (given_.size() > limits_.nodes) {
        given_.erase(given_.begin());
    }
    add(std::move(event), {Json(), line, {}}, batch);
    // A session that was resumed or forked begins with a copy of the lines that it goes on from,
    // and a sub-agent's lines stand in its own file and in that of whoever called it.
    copies_.push_back(std::move(id));
    return {};
}

// A line without a time gets that of the line before it, or of the first that has one.
Result<void> ClaudeCodeReader::read(const Record& record, Batch& batch) {
    ClaudeLine line = TRY(ClaudeLine::from(record.json, record.line));
    if (line.time.empty() && time_.empty() && early_.size() < limits_.early_lines &&
        early_bytes_ + record.json.raw().size() <= limits_.early_bytes) {
        early_bytes_ += record.json.raw().size();
        early_.push_back({std::string(record.json.raw()), record.line});
        return {};
    }
    if (!line.time.empty()) {
        time_ = line.time;
    } else if (time_.empty()) {
        time_ = time_of_index(record.line);
    }
    for (const Early& each : std::exchange(early_, {})) {
        const Result<ClaudeLine> early = ClaudeLine::from(Json(each.json), each.number);
        const Result<void> done = early ? read_timed(*early, batch) : Result<void>(early.error());
        if (!done) {
            batch.refused.push_back({batch.source, each.number, done.error().message, each.json});
        }
    }
    return read_timed(line, batch);
}

Result<void> ClaudeCodeReader::read_timed(const ClaudeLine& given, Batch& batch) {
    if (!given.uuid.empty() && chain_.find(given.uuid) != nullptr) {
        return {};
    }
    TRY(forget_lanes(batch));
    ClaudeLine line = given;
    line.time_derived = line.time.empty();
    line.time = line.time_derived ? time_ : line.time;
    session_ = line.session.empty() ? session_ : line.session;
    line.session = session_;
    return read_in_lane(line, lane_of(line), batch);
}

Result<void> ClaudeCodeReader::read_in_lane(const ClaudeLine& line, const std::string& name,
                                            Batch& batch) {
    ClaudeLane* lane = TRY(lane_at(name, line, batch));
    const Here here{line, *lane, batch};
    if (name.empty() && !line.uuid.empty()) {
        TRY(note_fork(here));
    }
    const Told told = read_typed(here);
    if (!line.uuid.empty()) {
        // A line that could not be read still stands in the chain.
        const std::string event = told && !told->empty() ? *told : parent_of(here);
        chain_.add(line.uuid, {event, later_of(line.time, time_before(here)), name, {}});
    }
    lane->last_time = later_of(line.time, lane->last_time);
    return told ? Result<void>() : Result<void>(told.error());
}

ClaudeCodeReader::Told ClaudeCodeReader::read_typed(const Here& here) {
    const std::string& type = here.line.type;
    if (type == "user") {
        return read_user(here);
    }
    if (type == "assistant") {
        return read_assistant(here);
    }
    if (type == "system") {
        return read_system(here);
    }
    if (type == "progress") {
        return read_progress(here);
    }
    return type == "attachment" ? read_attachment(here) : read_other(here);
}

// Sub-agents of old did not have an id: what they said hangs together by its parents.
std::string ClaudeCodeReader::lane_of(const ClaudeLine& line) {
    if (!line.agent_id.empty() || !line.sidechain) {
        return line.agent_id;
    }
    const ClaudeChain::Node* parent = chain_.find(line.parent_uuid);
    return parent != nullptr && !parent->lane.empty() ? parent->lane : line.id;
}

Result<ClaudeLane*> ClaudeCodeReader::lane_at(const std::string& name, const ClaudeLine& line,
                                              Batch& batch) {
    const auto found = lanes_.find(name);
    if (found != lanes_.end()) {
        return &found->second;
    }
    ClaudeLane& lane = lanes_[name];
    if (!name.empty()) {
        lane_order_.push_back(name);
        introduce(lane, name, line);
        if (line.agent_id.empty()) {
            TRY(claim_by_prompt(lane, line, batch));
        }
    }
    return &lane;
}

// The main one is not among those that are forgotten.
Result<void> ClaudeCodeReader::forget_lanes(Batch& batch) {
    while (lanes_.size() > limits_.lanes) {
        const auto earliest = lanes_.find(lane_order_.front());
        lane_order_.pop_front();
        ClaudeLane closed = std::move(earliest->second);
        lanes_.erase(earliest);
        TRY(close_lane(closed, batch));
    }
    return {};
}

std::optional<std::string> ClaudeCodeReader::text_beside(const std::string& name) const {
    return beside_ ? beside_(name) : std::nullopt;
}

// Who a sub-agent is stands in a file beside its own. Its lines that stand in those of its caller
// are less than its own file has: where there is one, that is read instead.
void ClaudeCodeReader::introduce(ClaudeLane& lane, const std::string& name,
                                 const ClaudeLine& line) {
    lane.agent = name;
    lane.run = name;
    if (!is_plain(name)) {
        return;
    }
    const std::string file = "agent-" + name;
    if (line.embedded) {
        const std::string folder = is_plain(line.session) ? line.session + "/subagents/" : "";
        lane.told_elsewhere = text_beside(file + ".jsonl").has_value() ||
                              (!folder.empty() && text_beside(folder + file + ".jsonl"));
        return;
    }
    const std::string type = agent_type(file, name, line);
    lane.agent = type.empty() ? name : type;
}

// Newer versions write it into a file beside that of the agent. Before that, only the transcript of
// the session said it.
std::string ClaudeCodeReader::agent_type(const std::string& file, const std::string& name,
                                         const ClaudeLine& line) const {
    const std::optional<std::string> text = text_beside(file + ".meta.json");
    const Result<std::string> meta = minify(text.value_or(""), record_depth_max);
    std::string type = meta ? Json(*meta)["agentType"].string().value_or("") : std::string();
    if (!type.empty() || line.agent_id.empty() || !is_plain(line.session)) {
        return type;
    }
    for (const std::string_view folder : {"", "../../"}) {
        const std::optional<std::string> caller =
            text_beside(std::string(folder) + line.session + ".jsonl");
        type = caller ? agent_type_in(*caller, name) : "";
        if (!type.empty()) {
            break;
        }
    }
    return type;
}

Result<void> ClaudeCodeReader::close_lane(ClaudeLane& lane, Batch& batch) {
    TRY(abandon_calls(lane, batch));
    return close_answer(lane, batch);
}

ClaudePlace ClaudeCodeReader::place(const Here& here) const {
    return {.time = here.line.time,
            .session = here.line.session,
            .run = here.lane.run,
            .agent = here.lane.agent,
            .line = here.line.number,
            .time_derived = here.line.time_derived};
}

std::string ClaudeCodeReader::parent_of(const Here& here) {
    if (here.line.embedded || here.line.parent_uuid.empty()) {
        return here.line.embedded ? here.lane.last_event : std::string();
    }
    const ClaudeChain::Node* parent = chain_.find(here.line.parent_uuid);
    if (parent == nullptr) {
        // A title may be that of another session. An agent in a file of its own may go on from a
        // line of its caller's file, which an event of another id tells: a result is told with its
        // call. Whose it is, the delegation says.
        const bool first = here.lane.last_time.empty() && !here.line.agent_id.empty();
        const bool elsewhere = here.line.type == "summary" || first;
        return elsewhere ? std::string() : here.line.parent_uuid;
    }
    return parent->event;
}

// When all was written that this line follows. What a prompt brings with it is stamped a moment
// before it at times, and the answer follows both.
std::string ClaudeCodeReader::time_before(const Here& here) {
    if (here.line.embedded) {
        return here.lane.last_time;
    }
    const ClaudeChain::Node* parent = chain_.find(here.line.parent_uuid);
    return parent == nullptr ? std::string() : parent->time;
}

// The last event by the clock that was told up to the line that this one follows.
std::string ClaudeCodeReader::told_before(const Here& here) {
    const ClaudeChain::Node* const parent = chain_.find(here.line.parent_uuid);
    const Result<Time> time = parse_time(parent == nullptr ? "" : parent->time);
    const auto behind = time ? given_.upper_bound(*time) : given_.begin();
    return behind == given_.begin() ? std::string() : std::prev(behind)->second;
}

// A session that was resumed or forked under a name of its own goes on from a line of the one
// before, which the file has as a copy.
Result<void> ClaudeCodeReader::note_fork(const Here& here) {
    const std::string& session = here.line.session;
    const std::string origin = std::exchange(here.lane.session, session);
    if (origin.empty() || origin == session || !forks_.insert(session).second) {
        return {};
    }
    TRY(close_answer(here.lane, here.batch));
    const std::string point = told_before(here);
    if (point.empty() || forks_.size() > limits_.forks) {
        return {};
    }
    EventDraft draft =
        place(here).draft("session_fork", derived_id(Time(), {claude_code_name, session, "fork"}));
    draft.run.clear();  // Of the origin, still.
    draft.parent = point;
    draft.fields.text("origin", origin);
    draft.fields.text("at", point);
    return give(std::move(draft), here.line.number, here.batch);
}

// Where the conversation had gone on from the same line before, that branch is given up. What a
// person says after an earlier line rewinds the whole session.
Result<void> ClaudeCodeReader::take_on(const Here& here, const std::string& event,
                                       std::string_view kind) {
    ClaudeChain::Node* parent = chain_.find(here.line.parent_uuid);
    if (parent == nullptr) {
        return {};
    }
    const std::string abandoned = std::exchange(parent->continued_by, event);
    if (abandoned.empty() || abandoned == event) {
        return {};
    }
    const std::string point = told_before(here);
    kind = point.empty() ? "branch" : kind;
    // A rewind has another id than the branch that earlier versions told: both may be recorded.
    EventDraft draft = place(here).draft(kind, part_id(here.line, kind));
    draft.parent = parent->event;
    if (draft.kind == "session_rewind") {
        draft.fields.text("to", point);
    }
    draft.fields.text("abandoned", abandoned);
    draft.fields.text("taken", event);
    return give(std::move(draft), here.line.number, here.batch);
}

void ClaudeCodeReader::remember_answer(const std::string& id) {
    if (answers_.insert(id).second) {
        answer_order_.push_back(id);
    }
    if (answers_.size() > limits_.answers) {
        answers_.erase(answer_order_.front());
        answer_order_.pop_front();
    }
}

bool is_claude_code(const Beginning& beginning) {
    const std::string type = beginning.record()["type"].string().value_or("");
    // Qwen Code writes such lines too, with other messages in them.
    if (type.empty() || beginning.record()["message"]["parts"].present() ||
        beginning.record()["systemPayload"].present()) {
        return false;
    }
    if (beginning.has({"uuid", "sessionId", "parentUuid"}) ||
        (type == "summary" && beginning.has({"leafUuid"})) ||
        (type == "file-history-snapshot" && beginning.has({"messageId"}))) {
        return true;
    }
    return beginning.has({"sessionId"}) &&
           std::ranges::find(bookkeeping, type) != bookkeeping.end();
}

std::unique_ptr<Reader> read_claude_code(const ReadOptions& options) {
    return std::make_unique<ClaudeCodeReader>(options);
}

}  // namespace hence
