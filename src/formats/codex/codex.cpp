// The frame of the Codex reader. Codex writes a rollout while the agent works, for Codex's own use:
// to show a conversation again and to go on with it. A rollout says the same thing in several ways,
// and much of what an event needs (the model call, its beginning, its end) follows only from the
// order of its lines. The parts:
//
// - line: one line, and what can be told of it alone;
// - thread: whose file it is, and which lines are copied from another thread;
// - response: one answer of the model, gathered;
// - turns, calls: from the gathered parts to events;
// - items, events, work_items: the records, one by one;
// - exec: the output of `codex exec --json`, which is another format.
#include "formats/codex/codex.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "formats/codex/exec.h"
#include "formats/codex/reader.h"

namespace hence {
namespace {

bool is_line_type(std::string_view type) {
    static constexpr std::array<std::string_view, 6> types = {
        "session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state"};
    return std::ranges::find(types, type) != types.end();
}

}  // namespace

Result<void> CodexReader::read(const Record& record, Batch& batch) {
    if (is_codex_exec(record.json)) {
        std::vector<CodexHeld> events;
        Result<void> done = exec_.read(record, events);
        for (const CodexHeld& each : events) {
            add(each.event, record, batch);
        }
        return done;
    }
    const CodexLine line = TRY(CodexLine::from(record));
    const bool first = !thread_.known();
    if (thread_.is_copy(line)) {
        return {};
    }
    if (line.type == "session_meta" && first) {
        provider_ = line.payload["model_provider"].string().value_or("");
        meta_ = line.payload.raw();
        run_ = thread_.is_subagent() ? thread_.id() : "";
        return {};
    }
    return read_line(line, batch);
}

Result<void> CodexReader::read_line(const CodexLine& line, Batch& batch) {
    if (line.type == "response_item") {
        return read_item(line, batch);
    }
    if (line.type == "event_msg") {
        return read_event(line, batch);
    }
    if (line.type == "turn_context") {
        return read_turn_context(line, batch);
    }
    if (line.type == "compacted") {
        return read_compaction(line, batch);
    }
    if (line.type == "inter_agent_communication") {
        return read_agent_message(line, batch);
    }
    if (line.type == "token_usage_record") {
        return {};  // A token_count says it.
    }
    return keep(line, batch);
}

bool is_codex(const Beginning& beginning) {
    const Json record = beginning.record();
    return (is_line_type(record["type"].string().value_or("")) && record["payload"].is_object()) ||
           is_codex_exec(record);
}

std::unique_ptr<Reader> read_codex(const ReadOptions& options) {
    return std::make_unique<CodexReader>(options);
}

}  // namespace hence
