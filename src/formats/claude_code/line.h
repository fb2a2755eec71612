// One line of a Claude Code transcript: who said it, when, and which line it follows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view claude_code_name = "claude-code";

struct ClaudeLine {
    Json json;
    std::uint64_t number = 0;
    std::string type = {};
    std::string id = {};           // Its uuid; without one, derived from what it says.
    std::string uuid = {};         // Empty: others cannot name it.
    std::string parent_uuid = {};  // Over a compaction, the one that it follows in truth.
    std::string session = {};      // Of a copy in a forked session, the one that it came from.
    std::string time = {};         // Empty: it says none.
    std::string prompt_id = {};
    std::string agent_id = {};  // Of a sub-agent.
    bool sidechain = false;
    bool time_derived = false;
    bool embedded = false;  // In another line: then it names no parent.

    // Fails with invalid, naming the key. `json` must outlive what is returned.
    static Result<ClaudeLine> from(Json json, std::uint64_t number);
};

// The event of the answer that an `assistant` line is a part of: the same wherever it stands.
std::string answer_id(const ClaudeLine& line);

// The id of a further event of a line, or of one of its blocks but the first.
std::string part_id(const ClaudeLine& line, std::string_view part);
std::string block_id(const ClaudeLine& line, std::size_t index);

// As JSON; empty when the end is before the beginning.
std::string milliseconds_between(const std::string& begin, const std::string& end);

// What the text of a `user` line is.
enum class ClaudeSaid : std::uint8_t {
    prompt,
    interrupted,   // The user stopped it.
    summary,       // What a compaction left.
    notification,  // A task in the background has ended.
    note,          // Written by the program: commands of its own, their output, reminders.
};
ClaudeSaid what_was_said(const ClaudeLine& line, std::string_view text);

// Fails with invalid unless it is a text or a list of blocks.
Result<void> check_content(Json content);

// The text of a content: itself, or its text blocks.
std::string claude_text(Json content);

// A prompt without what the program put before or behind it: reminders, and what an editor shows.
std::string_view users_words(std::string_view text);

// What the user typed: of a command that became a prompt, its name and arguments.
std::string as_typed(std::string_view text);

// What a tool gave back, as JSON: text wherever it is only that.
std::string claude_output(Json content);

// Why the user declined, in the text that the model was told instead of a result; empty when none
// was given.
std::string why_declined(std::string_view text);
bool declined_by_user(std::string_view text);
// Whether the user wants to talk about questions before answering them, which the program says in
// words of its own; and the answer that it gives for one of them, empty when there is none.
bool wants_to_clarify(std::string_view text);
std::string answer_before_clarifying(std::string_view text, const std::string& question);
bool denied_by_rule(std::string_view text);

}  // namespace hence
