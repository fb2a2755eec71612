// What a host says of one event when it records it through a Scope. Empty means absent.
//
// Each struct holds the members that its kind of event has. They are plain values: nothing is
// checked here, and a wrong one fails when it is recorded, in the Step that recording returns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hence/result.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

// A value of any shape: JSON that the host has at hand, or plain text. Which of the two it is must
// be said, so that the text `null` is never taken for nothing.
class Value {
public:
    enum class Form : std::uint8_t { absent, json, text };

    Value() = default;
    // One JSON value, checked when it is recorded.
    static Value json(std::string bytes) { return Value(Form::json, std::move(bytes)); }
    // Any bytes. What is not UTF-8 is recorded as U+FFFD.
    static Value text(std::string bytes) { return Value(Form::text, std::move(bytes)); }

    Form form() const { return form_; }
    const std::string& bytes() const { return bytes_; }

private:
    Value(Form form, std::string bytes) : form_(form), bytes_(std::move(bytes)) {}

    Form form_ = Form::absent;
    std::string bytes_;
};

// An option that was considered and not chosen.
struct Alternative {
    std::string option;
    std::string rejected_because;
};

// Why. If any of it is given, `why` must be.
struct Rationale {
    std::string why = {};
    std::vector<std::string> refs = {};  // Ids of events, or keys of observations.
    std::vector<Alternative> alternatives = {};
    std::optional<double> confidence = {};  // From 0 to 1.
};

// Members that an event of any kind may carry.
struct Also {
    std::string id = {};                     // Absent: one is made.
    std::optional<Time> time = {};           // Absent: the recorder's clock is asked.
    std::optional<double> duration_ms = {};  // At least 0.
    std::vector<std::string> causes = {};    // Ids, besides the parent.
};

// A call that has an output, an error or `ended` is recorded whole, as one event. Any other is
// open: its handle records the end as a second event.
struct ToolCall {
    std::string tool_name = {};
    Value input = {};
    Value output = {};
    std::string error = {};
    bool ended = false;
    std::string call_id = {};  // As the model named it. Absent: the event's own id.
    Rationale rationale = {};
    Also also = {};
};

struct LlmCall {
    std::string model = {};
    std::string provider = {};
    std::optional<std::int64_t> prompt_tokens = {};
    std::optional<std::int64_t> completion_tokens = {};
    std::optional<std::int64_t> total_tokens = {};
    std::optional<std::int64_t> cache_read_tokens = {};
    std::optional<std::int64_t> cache_write_tokens = {};
    std::optional<std::int64_t> reasoning_tokens = {};
    std::optional<double> cost_usd = {};
    Value messages = {};
    Value completion = {};
    std::string finish_reason = {};
    std::vector<std::string> call_ids = {};  // The tool calls that it asked for.
    Also also = {};
};

struct Decision {
    std::string description = {};
    std::string decision_type = {};
    std::string chosen = {};
    std::vector<std::string> alternatives = {};
    Value inputs = {};
    Rationale rationale = {};
    std::string reasoning = {};
    std::string status = {};  // made, declined or deferred.
    std::string node = {};
    // Makes a correlation that this decision and everything beneath it carry, in place of the
    // scope's.
    bool new_correlation = false;
    Also also = {};
};

struct Delegation {
    std::string child_id = {};  // The child's name as an agent.
    std::string task = {};
    std::string run = {};      // The child's run. Absent: one is made.
    std::string session = {};  // The child's session. Absent: the same.
    Also also = {};
};

// The audit entry of one message between agents; without `to`, an action of the system.
struct Message {
    std::string message_id = {};
    std::string from = {};  // Absent: the scope's agent.
    std::vector<std::string> to = {};
    std::string subtype = {};
    std::string status = {};
    std::string route = {};
    Value payload = {};
    Also also = {};
};

struct Observation {
    std::string key = {};  // What a rationale refers to it by.
    Value content = {};
    Also also = {};
};

// What came of something.
enum class Verdict : std::uint8_t { correct, incorrect, unknown };

// How a session ended.
enum class Ending : std::uint8_t { success, failure, cancelled };

}  // namespace hence
