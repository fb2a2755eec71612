// Whose file a rollout is, and which of its lines are only copied from another thread.
//
// The file of a fork or of a sub-agent may begin with the history of the thread that it came from:
// its own session_meta, that of the other thread, then the other's lines, stamped anew or not.
// These lines were recorded with the other thread, so they are passed over here. The end of the
// copy is found, in this order:
//
// - by `subagent_history_start_ordinal` (or `history_base.end_ordinal_exclusive`), where the lines
//   have ordinals;
// - after the copied session_meta, by the first turn that began no earlier than the thread itself:
//   the ids of turns and threads are UUIDs of version 7, which say when they were made; a
//   task_started may say it as well; else the line's own time has to;
// - without a copied session_meta, only lines older than the thread are copies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/codex/line.h"

namespace hence {

class CodexThread {
public:
    // Every line goes through here, in order. Whether it is a copy.
    bool is_copy(const CodexLine& line);

    bool known() const { return !id_.empty(); }
    const std::string& id() const { return id_; }  // The thread's.
    const std::string& session() const {
        return session_;
    }  // Shared by a thread and those it started.
    const std::string& agent() const { return agent_; }
    const std::string& origin() const { return origin_; }  // The thread it came from, if any.
    bool is_subagent() const { return subagent_; }
    std::uint64_t copies() const { return copies_; }

private:
    void begin(const CodexLine& line);
    bool begins_own_turn(const CodexLine& line) const;
    bool is_older(const CodexLine& line) const;

    std::string id_;
    std::string session_;
    std::string agent_ = "codex";
    std::string origin_;
    std::string created_;  // RFC 3339; empty: not told.
    std::optional<std::uint64_t> first_ordinal_;
    bool subagent_ = false;
    bool copying_ = false;
    std::uint64_t copies_ = 0;
};

}  // namespace hence
