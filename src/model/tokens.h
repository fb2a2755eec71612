// The tokens of one model call, by class, so that calls of different emitters can be added up.
//
// Emitters disagree about one thing: whether the input tokens that they report include what was
// read from a cache. OpenAI's and OpenTelemetry's do, Anthropic's do not. Here `input` never does,
// and `total` is everything that was processed. Which of the two an event means is decided by what
// it states (a total that adds up one way only, a cache larger than the input), and where both ways
// are possible by who sent it. A class that the emitter did not state stays unknown, never zero.
#pragma once

#include <optional>

#include "hence/event.h"
#include "model/json/writer.h"

namespace hence {

struct TokenUse {
    std::optional<double> input = {};  // Without what came from or went into a cache.
    std::optional<double> output = {};
    std::optional<double> cache_read = {};
    std::optional<double> cache_write = {};
    std::optional<double> reasoning = {};  // Part of the output.
    std::optional<double> total = {};      // All that was processed.

    bool known() const { return total.has_value(); }
    // A class is known when any of those added up was.
    void add(const TokenUse& other);
    // {"input","output","cache_read","cache_write","reasoning","total"}
    void write(JsonWriter& json) const;
};

// Of a model call, or of an event that states totals (session_end, termination); else nothing.
TokenUse tokens_used(const Event& event);

}  // namespace hence
