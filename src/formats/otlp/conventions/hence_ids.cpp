#include <algorithm>

#include <fmt/format.h>

#include "base/ascii.h"
#include "formats/otlp/conventions/hence_attributes.h"
#include "model/event_rules.h"

namespace hence {
namespace {

constexpr std::string_view prefix = "hence.";
constexpr std::size_t span_id_size = 16;
constexpr std::size_t trace_id_size = 32;

bool is_hex_of(std::string_view text, std::size_t size) {
    return text.size() == size && std::ranges::all_of(text, is_hex);
}

}  // namespace

std::string_view hence_kind_of(std::string_view name) {
    const std::string_view kind =
        name.starts_with(prefix) ? name.substr(prefix.size()) : std::string_view();
    return is_kind(kind) ? kind : std::string_view();
}

std::string event_id_meant(std::string_view text, std::string_view trace_id) {
    const auto id = [](std::string_view span, std::string_view trace) {
        return lower_case(fmt::format("{}-{}", span, trace));
    };
    constexpr std::size_t traceparent_size = 55;
    if (is_hex_of(text, span_id_size) && !trace_id.empty()) {
        return id(text, trace_id);
    }
    if (text.size() == span_id_size + 1 + trace_id_size && text[span_id_size] == '-' &&
        is_hex_of(text.substr(0, span_id_size), span_id_size) &&
        is_hex_of(text.substr(span_id_size + 1), trace_id_size)) {
        return lower_case(text);
    }
    if (text.size() == traceparent_size && text.starts_with("00-") && text[35] == '-' &&
        text[52] == '-' && is_hex_of(text.substr(3, trace_id_size), trace_id_size) &&
        is_hex_of(text.substr(36, span_id_size), span_id_size)) {
        return id(text.substr(36, span_id_size), text.substr(3, trace_id_size));
    }
    return std::string(text);
}

}  // namespace hence
