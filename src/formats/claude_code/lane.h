// A lane: what the reader must remember of one agent of a transcript, which is its answer in the
// making and the tool calls whose results are still to come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/claude_code/line.h"
#include "formats/common/foreign.h"
#include "model/json/json.h"

namespace hence {

// Where an event stands.
struct ClaudePlace {
    std::string time = {};
    std::string session = {};
    std::string run = {};
    std::string agent = {};
    std::uint64_t line = 0;
    bool time_derived = false;

    EventDraft draft(std::string_view kind, std::string id) const;
};

// One tool call that was asked for.
struct ClaudeCall {
    std::string event;
    std::string id;
    std::string name;
    std::string input;  // JSON.
    std::string message;
    std::string rationale;
    std::vector<std::string> hooks;  // That ran for it; JSON.
    ClaudePlace place;
    bool delegated = false;

    std::size_t bytes() const;
    std::string text_of_input(std::string_view name) const;
    // With what came of it still to be added.
    EventDraft draft() const;
};

// One answer of the model. It comes in several lines, one for each block, and its usage grows from
// line to line: the last one counts.
class ClaudeMessage {
public:
    // `asked_at` is when that was said which it answers.
    ClaudeMessage(std::string id, std::string parent, ClaudePlace place, std::string asked_at);

    const std::string& id() const { return id_; }
    const std::string& model() const { return model_; }
    const std::string& text() const { return text_; }
    const std::string& stop_reason() const { return stop_reason_; }
    const ClaudePlace& place() const { return place_; }
    ClaudePlace end() const;  // Where its last line stands.
    bool has_calls() const { return !call_ids_.empty(); }
    std::size_t assumptions() const { return assumptions_; }
    void count_assumption() { ++assumptions_; }

    // What a line says of the answer as a whole.
    void take_envelope(const ClaudeLine& of);
    // Returns the rationales of calls that were asked for already.
    std::map<std::string, std::string> take_text(std::string_view text);
    // Returns the rationale that was given for it; empty when there is none.
    std::string take_call(const std::string& call_id);
    void take_messages(std::string messages) { messages_ = std::move(messages); }
    void take_reminders(std::vector<std::string> reminders) { reminders_ = std::move(reminders); }

    EventDraft draft() const;

private:
    std::uint64_t free_number(std::uint64_t wanted);

    std::string id_;
    std::string parent_;
    ClaudePlace place_;
    bool parent_derived_ = false;
    bool begun_ = false;  // Its place says when, not when its first line was written.
    std::string end_;
    std::string message_id_;
    std::string model_;
    std::string text_;
    std::string stop_reason_;
    std::string request_id_;
    std::string usage_;  // JSON, as are the next three.
    std::string cost_;
    std::string duration_;
    std::string messages_;
    std::vector<std::string> reminders_;  // JSON.
    std::vector<std::string> call_ids_;
    std::map<std::uint64_t, std::string> rationales_;  // By the number of the call.
    std::uint64_t next_free_ = 1;
    std::size_t assumptions_ = 0;
};

struct ClaudeLane {
    std::string agent = "main";
    std::string run = {};
    std::string started = {};     // The session whose first prompt was seen.
    std::string session = {};     // Of the last line.
    std::string last_event = {};  // What an embedded line follows, and when that was.
    std::string last_time = {};
    std::string mode = {};  // Of permissions.
    std::string model = {};
    std::string asked = {};  // What is new in the prompt: messages, joined by commas.
    std::vector<std::string> reminders = {};  // By the program, for the next answer; JSON.
    std::string answer = {};                  // The text of the last answer that called no tool.
    bool ended = true;                        // The turn, or none has begun.
    bool told_elsewhere = false;
    std::optional<ClaudeMessage> message = {};
    std::map<std::string, ClaudeCall, std::less<>> calls = {};
    std::map<std::string, std::string, std::less<>> tasks =
        {};  // Calls that start agents, by prompt.
    std::size_t call_bytes = 0;
    std::set<std::string, std::less<>> early_results = {};  // Of calls that were not met yet.

    void ask(std::string_view text);
    std::optional<ClaudeCall> take_call(std::string_view id);
};

}  // namespace hence
