// The tokens that model calls used, by class, so that calls of different emitters can be added up.
//
// Emitters disagree about one thing: whether the input tokens that they report include what was
// read from a cache. OpenAI's and OpenTelemetry's do, Anthropic's do not. Here `input` never does,
// and `total` is everything that was processed. A class that no emitter stated stays unknown, and
// is never zero.
#pragma once

#include <optional>

namespace [[gnu::visibility("default")]] hence {

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

    friend bool operator==(const TokenUse&, const TokenUse&) = default;
};

}  // namespace hence
