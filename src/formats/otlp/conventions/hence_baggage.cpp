// W3C baggage: "key=value;property,key=value". Values are percent-encoded; what follows a semicolon
// says something about the entry and is not part of it.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "formats/otlp/conventions/hence_attributes.h"
#include "formats/otlp/conventions/hence_fields.h"
#include "model/event_rules.h"

namespace hence {
namespace {

constexpr std::string_view entry_name = "hence.correlation";
constexpr std::string_view plain_keys[] = {"hence.correlation", "baggage.hence.correlation",
                                           "traceloop.association.properties.correlation_id"};
constexpr std::string_view baggage_keys[] = {"baggage", "http.request.header.baggage"};

constexpr std::string_view blanks = " \t";

// A per cent sign that begins no byte stays as it is.
std::string percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool room = text[at] == '%' && at + 2 < text.size();
        const int high = room ? hex_value(text[at + 1]) : -1;
        const int low = room ? hex_value(text[at + 2]) : -1;
        if (high >= 0 && low >= 0) {
            decoded += static_cast<char>(high * 16 + low);
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
    const bool fits = text.size() <= name_size_max && unescape(token) == text;
    return fits ? std::move(text) : std::string();
}

std::string correlation_in_baggage(std::string_view baggage) {
    while (!baggage.empty()) {
        const std::size_t comma = std::min(baggage.find(','), baggage.size());
        const std::string_view entry = baggage.substr(0, comma);
        const std::string_view pair = entry.substr(0, entry.find(';'));
        const std::size_t equals = pair.find('=');
        if (equals != std::string_view::npos &&
            trimmed(pair.substr(0, equals), blanks) == entry_name) {
            return if_fit(percent_decoded(trimmed(pair.substr(equals + 1), blanks)));
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
        const Json value = attributes[key];
        std::string text = value.present() ? if_fit(spelled(value)) : std::string();
        if (!text.empty()) {
            return text;
        }
    }
    for (const std::string_view key : baggage_keys) {
        const Json value = attributes[key];
        std::string text = value.present() ? correlation_in(value) : std::string();
        if (!text.empty()) {
            return text;
        }
    }
    return {};
}

}  // namespace hence
