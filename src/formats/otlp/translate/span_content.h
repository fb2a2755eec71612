// The prompt and the completion of a model call, found on a span by the table of sources.
//
// Content may stand in one attribute, in flattened attributes, or in span events; the first source
// that says anything is taken. The attributes that are in it whole are named in `moved`, so that an
// event does not hold a long conversation twice.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "formats/otlp/conventions/conventions.h"
#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/translate/messages.h"

namespace hence {

// One side of an exchange. Views the span, and what SpanContent keeps.
struct SpanChat {
    Chat chat = {};
    std::vector<std::string_view> moved = {};    // Keys of attributes that are in it whole.
    std::string_view half = {};                  // An attribute that the other side has a part of.
    std::vector<std::size_t> moved_events = {};  // Span events that are in it, by position.
    bool truncated = false;
};

class SpanContent {
public:
    explicit SpanContent(const Span& span) : span_(span) {}
    SpanContent(const SpanContent&) = delete;
    SpanContent& operator=(const SpanContent&) = delete;

    // Of the first source that says anything.
    SpanChat prompt();
    SpanChat completion();

    // Where JSON lives that was made of the span's.
    std::deque<std::string>& kept() { return kept_; }

private:
    SpanChat read(const ContentSource& source, std::string_view role);
    SpanChat read_attribute(std::string_view key, std::string_view role);
    SpanChat read_flattened(std::string_view prefix);
    SpanChat read_records(std::string_view key, std::string_view role);
    SpanChat read_events(std::string_view which, std::string_view role);
    SpanChat read_answer(std::string_view prefix);
    void add_instructions(SpanChat& found);

    const Span& span_;
    std::deque<std::string> kept_;
};

}  // namespace hence
