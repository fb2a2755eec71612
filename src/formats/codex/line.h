// One line of a Codex rollout, and what can be told of it without the lines around it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/common/records.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view codex_name = "codex";

struct CodexLine {
    std::string type;   // Of the line.
    std::string kind;   // Of its payload; empty where it has none.
    std::string time;   // RFC 3339.
    bool timed = true;  // Else the time only says the order.
    std::string place;  // What it is called within its thread: its ordinal, or its number.
    std::optional<std::uint64_t> ordinal;
    Json payload;
    std::uint64_t number = 0;

    // Fails with invalid, naming the key. What is returned refers to the record.
    static Result<CodexLine> from(const Record& record);
};

// How long after `from` is `to`, as a JSON number of milliseconds. Empty when it is not later, or
// when either is no time.
std::string codex_ms_between(std::string_view from, std::string_view to);

// The texts of a list of content items, one after the other; of a text, itself.
std::string codex_text(Json content);

// What a user asked for. An editor puts what it knows before it, and marks where the request
// begins; without a mark, that is all of the text.
std::string_view codex_request(std::string_view text);

// What a tool gave back.
struct CodexOutput {
    std::string output = {};  // JSON.
    std::string head = {};    // What Codex says of the run before the output itself.
    std::optional<double> exit_code = {};
    std::string duration_ms = {};  // JSON; empty: not told.
    std::string error = {};        // What it says went wrong, where that is all it says.
    bool rejected = false;         // Somebody did not allow the call.

    bool failed() const { return !error.empty() || exit_code.value_or(0) != 0; }
};

// From `output` of a record: a text, a list of content items, or a text that holds {"output",
// "metadata"}. An exit code and a time may stand at the head of a text, before a line "Output:".
CodexOutput codex_output(Json output);

// How a piece of work is told: the type of its record, and the members that say what was done.
struct CodexWork {
    std::string_view type;
    std::string_view tool;    // What the call is named after; empty: a member `tool` says it.
    std::string_view input;   // The member that says what was asked.
    std::string_view output;  // The one that says what came of it.
};

// Null for a record that is no work.
const CodexWork* codex_work(std::string_view type);
bool codex_ended_badly(Json ending);

// The time that is `ms`, a JSON number, before `time`. `time` itself where either is not known.
std::string codex_time_before(std::string_view time, std::string_view ms);

// A duration as its own text, {"secs","nanos"}, "1.5s", or a number of seconds, in milliseconds.
// Empty for anything else.
std::string codex_duration(Json duration);

}  // namespace hence
