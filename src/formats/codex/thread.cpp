#include "formats/codex/thread.h"

#include <charconv>

#include "formats/common/foreign.h"
#include "hence/time.h"
#include "model/ids.h"

namespace hence {
namespace {

// The first of these that is there.
std::string first_text(std::initializer_list<Json> values) {
    for (const Json value : values) {
        if (std::string text = value.string().value_or(""); !text.empty()) {
            return text;
        }
    }
    return {};
}

// When a UUID of version 7 was made, in milliseconds.
std::optional<std::uint64_t> made_at_ms(const std::string& id) {
    if (!is_uuid7(id)) {
        return std::nullopt;
    }
    const std::string digits = id.substr(0, 8) + id.substr(9, 4);
    std::uint64_t ms = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), ms, 16);
    return ms;
}

}  // namespace

void CodexThread::begin(const CodexLine& line) {
    const Json meta = line.payload;
    const Json spawn = meta["source"]["subagent"]["thread_spawn"];
    id_ = first_text({meta["id"], meta["session_id"]});
    session_ = first_text({meta["session_id"], meta["id"]});
    const std::string named =
        first_text({meta["agent_path"], spawn["agent_path"], meta["agent_nickname"],
                    spawn["agent_nickname"], meta["agent_role"], spawn["agent_role"]});
    agent_ = named.empty() ? agent_ : named;
    const std::string parent = first_text({meta["parent_thread_id"], spawn["parent_thread_id"]});
    subagent_ = !parent.empty() || meta["source"]["subagent"].present();
    origin_ = parent.empty() ? first_text({meta["forked_from_id"]}) : parent;
    created_ = time_from(meta["timestamp"]).value_or(line.timed ? line.time : "");
    const Json own = meta["subagent_history_start_ordinal"].present()
                         ? meta["subagent_history_start_ordinal"]
                         : meta["history_base"]["end_ordinal_exclusive"];
    if (const double number = own.number().value_or(-1); number >= 0 && number < 1e15) {
        first_ordinal_ = static_cast<std::uint64_t>(number);
    }
}

bool CodexThread::is_older(const CodexLine& line) const {
    const Result<Time> there = parse_time(line.time);
    const Result<Time> here = parse_time(created_);
    return line.timed && there && here && *there < *here;
}

bool CodexThread::begins_own_turn(const CodexLine& line) const {
    const bool started = line.kind == "task_started" || line.kind == "turn_started";
    if (line.type != "turn_context" && !(line.type == "event_msg" && started)) {
        return false;
    }
    const auto turn = made_at_ms(line.payload["turn_id"].string().value_or(""));
    const auto thread = made_at_ms(id_);
    if (turn && thread) {
        return *turn >= *thread;
    }
    const Result<Time> created = parse_time(created_);
    const std::optional<double> at = line.payload["started_at"].number();
    if (at && created) {
        return *at >= static_cast<double>(created->seconds);
    }
    return !is_older(line);
}

bool CodexThread::is_copy(const CodexLine& line) {
    if (line.type == "session_meta") {
        if (!known()) {
            begin(line);
            return false;
        }
        // Its own again, as it is written when a thread is resumed, or another's.
        copying_ = copying_ || line.payload["id"].string().value_or("") != id_;
        copies_ += copying_ ? 1 : 0;
        return true;
    }
    bool copy = false;
    if (first_ordinal_ && line.ordinal) {
        copy = *line.ordinal < *first_ordinal_;
        copying_ = false;
    } else if (copying_) {
        copying_ = !begins_own_turn(line);
        copy = copying_;
    } else {
        copy = !origin_.empty() && is_older(line);
    }
    copies_ += copy ? 1 : 0;
    return copy;
}

}  // namespace hence
