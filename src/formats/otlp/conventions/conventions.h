// Which attribute means what, in every convention at once: tables, and how they are read.
//
// GenAI, OpenInference, Traceloop, Vercel and others name the same facts differently, and one span
// may carry several conventions. A table has, for each meaning, the attributes that carry it in
// order of precedence; the first that says something is taken. Code for each convention would have
// to be combined for each mixture of them. An attribute that loses is never lost: all attributes
// stay in the event under their own keys.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/otlp/decode/telemetry.h"
#include "model/json/json.h"

namespace hence {

enum class Meaning : std::uint8_t {
    session,
    agent,
    agent_of_resource,
    call_id,
    response_id,
    model,
    provider,
    prompt_tokens,
    completion_tokens,
    total_tokens,
    cache_read_tokens,
    cache_write_tokens,
    reasoning_tokens,
    cost_usd,
    finish_reason,
    tool_name,
    tool_input,
    tool_output,
    retrieved,
    query,
    handoff_from,
    handoff_to,
    routed_from,
    routed_to,
    error,
};

// What a marker says that a span is.
enum class SpanRole : std::uint8_t {
    unknown,
    plumbing,  // A step, a request, anything that says nothing of its own.
    wrapper,   // Agents, workflows and chains: plumbing that may hold the prompt that began it all.
    model_call,
    tool_call,
    retrieval,
    decision,
    handoff,
};

// How content is laid out under an attribute, or under a family of them.
enum class ContentShape : std::uint8_t {
    messages,        // A list of messages, or an object that holds one, or plain text.
    openinference,   // PREFIX.N.message.role and so on.
    numbered,        // PREFIX.N.role and so on.
    numbered_texts,  // PREFIX.N.prompt.text, PREFIX.N.completion.text.
    log_records,     // A list of what otherwise are log records, prompt and answer in one.
    span_events,     // Span events that are messages: `key` says which.
    vercel_answer,   // Several attributes under PREFIX: text, toolCalls, object, reasoning.
};

struct ContentSource {
    std::string_view key;  // Ends with a dot: a prefix.
    ContentShape shape;
};

// In order of precedence.
std::span<const ContentSource> prompt_sources();
std::span<const ContentSource> completion_sources();

// Whether a value is one of those that emitters send for nothing: empty, redacted, "N/A".
bool says_nothing(Json value);

// The text of a value, or a number's spelling; trimmed. Of a list, of its first. Else empty.
std::string scalar_text(Json value);

// The attributes of one span or record by what they mean. Views the attributes.
class Meanings {
public:
    explicit Meanings(const Attributes& attributes);

    struct Found {
        std::string_view key = {};
        Json value = {};     // Absent: nobody said it.
        bool whole = false;  // The attribute's value, and not a part of it.
    };
    // The first attribute that says something. The result lives as long as this.
    Found first(Meaning meaning) const;
    // The first that is a text, or a number's spelling; trimmed. Empty: there is none.
    std::string text(Meaning meaning) const;
    // The first attribute that is a number of at least 0, also if it is spelled as a text.
    Json amount(Meaning meaning) const;
    // All that say something, in order.
    std::vector<Found> all(Meaning meaning) const;

private:
    struct Hit {
        std::uint16_t row;
        Json value;
    };

    struct Held {
        const char* text;  // Where it begins.
        Json value;        // Absent: no JSON, or cut off.
    };

    Found found(const Hit& hit) const;
    Json held_in(Json text) const;
    std::span<const Hit> hits(Meaning meaning) const;

    std::vector<Hit> hits_;  // By row, which is by meaning and precedence.
    mutable std::optional<std::deque<std::string>> kept_;  // JSON that stood in texts.
    mutable std::vector<Held> held_;
};

// The session that is stated, `hence.session` first, or empty. It may be stated of the resource.
std::string stated_session(const Meanings& own, const Attributes& resource);

// A thread of conversation, where a thread has such a name: that of a processor is a number.
std::string thread_session(const Attributes& attributes);

// The agent: by the attributes; else, of a span that is one, by its name; else by the resource,
// unless that says `unknown_service`.
struct AgentClues {
    const Meanings& own;
    const Attributes& attributes;
    const Attributes& resource;
    std::string_view span_name = {};
};
std::string stated_agent(const AgentClues& clues);

// Why an answer ended: the first reason, also of a list in a text.
std::string why_finished(const Meanings& meanings);

// What a span's markers say of it: the first marker that is understood counts.
SpanRole marked_role(const Span& span);

}  // namespace hence
