// W3C baggage: "key=value;property,key=value". Values are percent-encoded; what follows a semicolon
// says something about the entry and is not part of it.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "formats/otlp/hence_attributes.h"
#include "formats/otlp/hence_fields.h"
#include "model/event_rules.h"

namespace hence {
namespace {

constexpr std::string_view entry_name = "hence.correlation";
constexpr std::string_view plain_keys[] = {"hence.correlation", "baggage.hence.correlation",
                                           "traceloop.association.properties.correlation_id"};
constexpr std::string_view baggage_keys[] = {"baggage", "http.request.header.baggage"};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    const std::size_t last = text.find_last_not_of(" \t");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, last - first + 1);
}

std::optional<int> digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char small = static_cast<char>(c | 0x20);
    return small >= 'a' && small <= 'f' ? std::optional(small - 'a' + 10) : std::nullopt;
}

// A per cent sign that begins no byte stays as it is.
std::string percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool room = text[at] == '%' && at + 2 < text.size();
        const std::optional<int> high = room ? digit(text[at + 1]) : std::nullopt;
        const std::optional<int> low = room ? digit(text[at + 2]) : std::nullopt;
        if (high && low) {
            decoded += static_cast<char>(*high * 16 + *low);
            at += 2;
        } else {
            decoded += text[at];
        }
    }
    return decoded;
}

// A correlation must be text: bytes that are none, once decoded, are no correlation.
std::string if_fit(std::string text) {
    std::string token;
    append_token(token, text);
    return text.size() <= name_size_max && unescape(token) == text ? text : std::string();
}

std::string correlation_in_baggage(std::string_view baggage) {
    while (!baggage.empty()) {
        const std::size_t comma = std::min(baggage.find(','), baggage.size());
        const std::string_view entry = baggage.substr(0, comma);
        const std::string_view pair = entry.substr(0, entry.find(';'));
        const std::size_t equals = pair.find('=');
        if (equals != std::string_view::npos && trimmed(pair.substr(0, equals)) == entry_name) {
            return if_fit(percent_decoded(trimmed(pair.substr(equals + 1))));
        }
        baggage.remove_prefix(std::min(comma + 1, baggage.size()));
    }
    return {};
}

std::string correlation_in(Json value) {
    if (!value.is_array()) {
        return correlation_in_baggage(spelled(value));
    }
    std::string found;
    value.each_element([&found](Json each) {
        found = correlation_in_baggage(spelled(each));
        return found.empty();
    });
    return found;
}

}  // namespace

std::string correlation_from(const Attributes& attributes) {
    for (const std::string_view key : plain_keys) {
        std::string text = if_fit(spelled(attributes[key]));
        if (!text.empty()) {
            return text;
        }
    }
    for (const std::string_view key : baggage_keys) {
        std::string text = correlation_in(attributes[key]);
        if (!text.empty()) {
            return text;
        }
    }
    return {};
}

}  // namespace hence
