#include "server/wire/http_headers.h"

#include <algorithm>

#include "base/ascii.h"

namespace hence {
namespace {

constexpr std::string_view blanks = " \t";

// Cuts off and gives what stands before the first separator.
std::string_view cut(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return trimmed(part, blanks);
}

// Of "gzip;q=0.5": whether the weight is above zero.
bool weighs(std::string_view parameters) {
    while (!parameters.empty()) {
        const std::string_view parameter = cut(parameters, ';');
        if (parameter.size() >= 2 && lower(parameter[0]) == 'q' && parameter[1] == '=') {
            return parameter.find_first_of("123456789", 2) != std::string_view::npos;
        }
    }
    return true;
}

std::string_view without_weakness(std::string_view etag) {
    return etag.starts_with("W/") ? etag.substr(2) : etag;
}

}  // namespace

std::string as_field(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
    return text;
}

bool takes_gzip(std::string_view accept_encoding) {
    bool any = false;
    while (!accept_encoding.empty()) {
        std::string_view parameters = cut(accept_encoding, ',');
        const std::string_view name = cut(parameters, ';');
        if (same_letters(name, "gzip") || same_letters(name, "x-gzip")) {
            return weighs(parameters);
        }
        any = any || (name == "*" && weighs(parameters));
    }
    return any;
}

bool names_etag(std::string_view if_none_match, std::string_view etag) {
    if (trimmed(if_none_match, blanks) == "*") {
        return true;
    }
    const std::string_view wanted = without_weakness(etag);
    // A tag may hold commas, so the list is read by its quotes.
    while (true) {
        const std::size_t open = if_none_match.find('"');
        const std::size_t close = if_none_match.find('"', open + 1);
        if (open == std::string_view::npos || close == std::string_view::npos) {
            return false;
        }
        if (if_none_match.substr(open, close - open + 1) == wanted) {
            return true;
        }
        if_none_match.remove_prefix(close + 1);
    }
}

bool lists_word(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        std::string_view parameters = cut(list, ',');
        if (same_letters(cut(parameters, ';'), word)) {
            return true;
        }
    }
    return false;
}

}  // namespace hence
