// A span on its way to events: what the steps of its translation hand to each other.
//
// The steps run in one order (span_translation.cpp) and share one SpanWork. Each step notes in
// `moved` the attributes that it has put into a field whole; all others stay under `attributes`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/otlp/conventions/conventions.h"
#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/translate/messages.h"
#include "formats/otlp/translate/span_content.h"
#include "formats/otlp/translate/translation.h"

namespace hence {

struct SpanWork {
    const Span& span;
    const Meanings& meanings;
    SpanRole role;
    Translation& told;

    SpanContent content{span};
    std::vector<std::string_view> moved = {};    // Attributes that are in a field whole.
    std::vector<std::size_t> moved_events = {};  // Span events that are told already.
    bool truncated = false;                      // Some JSON was cut off by its emitter.
    std::vector<ChatMessage> answers = {};       // Of a model call.
    bool result_failed = false;                  // The output of a tool says that it failed.
};

// The kind of event that a role makes of a span: `span` for plumbing.
std::string_view kind_of(SpanRole role);

// Whether a span tells that it failed, and in which words.
struct Failure {
    bool failed = false;
    std::string text = {};
};
Failure failure_of(const SpanWork& work);
// "TYPE: MESSAGE" of an exception, as far as either is there.
std::string exception_text(const Attributes& attributes);

// The fields of each kind.
void add_model_call(SpanWork& work);
void add_tool_call(SpanWork& work);
void add_retrieval(SpanWork& work);
void add_decision(SpanWork& work);
void add_handoff(SpanWork& work);
// The tokens and the cost that a span states.
void add_tokens(SpanWork& work, Fields& fields);
// `status` and `error` of what is a call, or of plumbing.
void add_status(SpanWork& work);

// A value under its own name, as the JSON that its text may hold.
void add_content(SpanWork& work, std::string_view name, const Meanings::Found& found);

// Events beside: all of them are children of the main one.
void add_thoughts(SpanWork& work);
void add_beginning_and_end(SpanWork& work);
void add_span_events(SpanWork& work);
void add_errors(SpanWork& work);

}  // namespace hence
