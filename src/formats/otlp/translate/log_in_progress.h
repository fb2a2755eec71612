// A log record on its way to events: what the steps of its translation hand to each other.
//
// Coding agents (Claude Code, Codex) send their whole story as log records, and the GenAI
// conventions send messages as log records. The name of a record decides what it becomes; a record
// of no known name is a `log`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "formats/otlp/conventions/conventions.h"
#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/translate/translation.h"

namespace hence {

// Who a record is from, where that decides what it means, and what it is called, with the emitter's
// prefix: "claude_code.tool_result", "gen_ai.choice". Empty: it has no name.
std::string record_name(const LogRecord& record);

struct LogWork {
    const LogRecord& record;
    std::string name;
    const Meanings& meanings;
    std::uint64_t time_ns;
    Translation& told;

    std::deque<std::string> kept = {};         // JSON that was made of the record's.
    std::vector<std::string_view> moved = {};  // Attributes that are in a field whole.
    bool moved_body = false;
    bool truncated = false;

    bool is_moved(std::string_view key) const {
        return std::ranges::find(moved, key) != moved.end();
    }
    Json attribute(std::string_view key) const { return record.attributes[key]; }
    // Its text, or the spelling of a number; empty when it says nothing.
    std::string text(std::string_view key) const;
    bool says(std::string_view key, std::string_view text) const;
};

// Whether records of that name become something else than a log.
bool is_agent_record(std::string_view name);
// What a record of a coding agent is, by its name and what it says. `log` for any other.
std::string_view kind_of_record(const LogWork& work);
// The prompt that a record belongs to (`prompt.id`, `prompt_id`), or empty.
std::string prompt_of(const LogWork& work);
// The event of that prompt, or empty. The draft's session is known by then.
std::string prompt_event_id(const LogWork& work);
// The fields of that kind. The draft's agent is known by then.
void add_record_fields(LogWork& work);

// Records of the GenAI conventions that tell what was said: a `log` that carries it. False: it is
// none of them.
bool add_said(LogWork& work);
// The same for an evaluation, which is an observation.
bool is_evaluation(const LogWork& work);
void add_evaluation(LogWork& work);
// Whether it tells of a whole model call.
bool is_details(const LogWork& work);
// The model call that a record tells of which is on no span, and what it told besides.
Result<Translation> translate_details(const LogWork& work);

// An exception is an error, once for all spans and records that tell of it.
void add_exception(LogWork& work);

// "INFO" and so on: as it was sent, or else by its number.
std::string severity_of(const LogRecord& record);

// A child of the span that a record is on: what its events have in common.
EventDraft record_child(const LogWork& work, std::string_view kind);

// The span that a model call would have been, had it been one.
Span span_of_record(const LogWork& work);

}  // namespace hence
