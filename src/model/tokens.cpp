#include "model/tokens.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"

namespace hence {
namespace {

struct Sender {
    std::string_view source;
    std::string provider;
    std::string model;
    std::string scope;  // Of a span or a log record.
};

// Whether the input of this sender leaves out the cache. Anthropic's API does so, and with it
// whatever passes its counts on as they are. OpenTelemetry's conventions include the cache whatever
// the provider, and so do the formats that follow OpenAI's.
bool leaves_out_cache(const Sender& sender) {
    if (sender.source == "claude-code" || sender.scope.starts_with("com.anthropic.claude_code")) {
        return true;
    }
    const bool passed_on =
        sender.source.empty() || sender.source == "native" || sender.source == "inspect";
    return passed_on && (sender.provider == "anthropic" || sender.model.starts_with("claude"));
}

// Whether the input that was stated leaves out the cache.
bool excludes_cache(const TokenUse& stated, const Sender& sender) {
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
    return leaves_out_cache(sender);
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

void write_tokens(JsonWriter& json, const TokenUse& tokens) {
    json.begin_object();
    append_token_members(json, tokens);
    json.end_object();
}

void append_token_members(JsonWriter& json, const TokenUse& tokens) {
    json.member("input", tokens.input).member("output", tokens.output);
    json.member("cache_read", tokens.cache_read).member("cache_write", tokens.cache_write);
    json.member("reasoning", tokens.reasoning).member("total", tokens.total);
}

std::string token_classes(const TokenUse& tokens) {
    std::string told;
    const auto add = [&](std::string_view name, const std::optional<double>& count) {
        if (count) {
            told += fmt::format("{}{} ", told.empty() ? "" : ", ", name);
            append_number(told, *count);
        }
    };
    add("input", tokens.input);
    add("output", tokens.output);
    add("cache read", tokens.cache_read);
    add("cache write", tokens.cache_write);
    add("reasoning", tokens.reasoning);
    return told;
}

namespace {

constexpr std::array<std::string_view, 9> token_fields = {"prompt_tokens",
                                                          "completion_tokens",
                                                          "total_tokens",
                                                          "cache_read_tokens",
                                                          "cache_write_tokens",
                                                          "reasoning_tokens",
                                                          "provider",
                                                          "model",
                                                          "scope"};

TokenUse worked_out(const std::array<Json, token_fields.size()>& stated, std::string_view source) {
    const auto& [prompt, completion, total, read, write, reasoning, provider, model, scope] =
        stated;
    TokenUse tokens{.input = prompt.number(),
                    .output = completion.number(),
                    .cache_read = read.number(),
                    .cache_write = write.number(),
                    .reasoning = reasoning.number(),
                    .total = total.number()};
    const double cached = tokens.cache_read.value_or(0) + tokens.cache_write.value_or(0);
    const bool apart =
        cached != 0 &&
        excludes_cache(tokens, {source, provider.string().value_or(""), model.string().value_or(""),
                                scope["name"].string().value_or("")});
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

}  // namespace

TokenUse tokens_used(const Event& event) {
    return worked_out(members(event.fields(), token_fields), event.source());
}

TokenUse tokens_used(const ObjectMembers& fields, std::string_view source) {
    std::array<Json, token_fields.size()> stated;
    std::ranges::transform(token_fields, stated.begin(),
                           [&](std::string_view name) { return fields[name]; });
    return worked_out(stated, source);
}

void Spent::add(const Event& event) {
    const bool call = event.kind() == Kind::llm_call;
    if (!call && event.kind() != Kind::session_end) {
        return;
    }
    const std::optional<double> usd = field(event, "cost_usd").number();
    if (call) {
        of_calls_.add(tokens_used(event));
        calls_usd_ = sum(calls_usd_, usd);
    } else {
        of_ends_.add({.total = field(event, "total_tokens").number()});
        ends_usd_ = sum(ends_usd_, usd);
    }
}

}  // namespace hence
