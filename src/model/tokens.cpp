#include "model/tokens.h"

#include <algorithm>

#include "model/json/members.h"

namespace hence {
namespace {

// Whether the input that was stated leaves out the cache.
bool excludes_cache(const Event& event, const TokenUse& stated, std::string_view provider,
                    std::string_view model) {
    const double cached = stated.cache_read.value_or(0) + stated.cache_write.value_or(0);
    const double input = stated.input.value_or(0);
    if (cached == 0) {
        return false;
    }
    if (cached > input) {
        return true;
    }
    if (stated.total) {
        const double plain = input + stated.output.value_or(0);
        if (*stated.total == plain + cached) {
            return true;
        }
        if (*stated.total == plain) {
            return false;
        }
    }
    return event.source() == "claude-code" || provider == "anthropic" ||
           model.starts_with("claude");
}

std::optional<double> sum(const std::optional<double>& a, const std::optional<double>& b) {
    return a || b ? std::optional(a.value_or(0) + b.value_or(0)) : std::nullopt;
}

}  // namespace

void TokenUse::add(const TokenUse& other) {
    input = sum(input, other.input);
    output = sum(output, other.output);
    cache_read = sum(cache_read, other.cache_read);
    cache_write = sum(cache_write, other.cache_write);
    reasoning = sum(reasoning, other.reasoning);
    total = sum(total, other.total);
}

void TokenUse::write(JsonWriter& json) const {
    json.begin_object().member("input", input).member("output", output);
    json.member("cache_read", cache_read).member("cache_write", cache_write);
    json.member("reasoning", reasoning).member("total", total).end_object();
}

TokenUse tokens_used(const Event& event) {
    const auto [prompt, completion, total, read, write, reasoning, provider, model] = members<8>(
        event.fields(), {"prompt_tokens", "completion_tokens", "total_tokens", "cache_read_tokens",
                         "cache_write_tokens", "reasoning_tokens", "provider", "model"});
    TokenUse tokens{.input = prompt.number(),
                    .output = completion.number(),
                    .cache_read = read.number(),
                    .cache_write = write.number(),
                    .reasoning = reasoning.number(),
                    .total = total.number()};
    const double cached = tokens.cache_read.value_or(0) + tokens.cache_write.value_or(0);
    const bool apart =
        excludes_cache(event, tokens, provider.string().value_or(""), model.string().value_or(""));
    const bool any = tokens.input || tokens.output || tokens.cache_read || tokens.cache_write;
    const double plain = tokens.input.value_or(0) + tokens.output.value_or(0);
    // A total that leaves the cache out, too, is less than what was processed.
    if (any && (!tokens.total || (apart && *tokens.total == plain))) {
        tokens.total = plain + (apart ? cached : 0.0);
    }
    if (tokens.input && !apart) {
        tokens.input = *tokens.input - cached;
    }
    return tokens;
}

}  // namespace hence
