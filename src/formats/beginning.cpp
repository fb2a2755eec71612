#include "formats/beginning.h"

#include <algorithm>

#include "formats/records.h"

namespace hence {
namespace {

constexpr std::size_t lines_looked_at = 20;
constexpr std::string_view white = " \t\r\n";

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(white);
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(white) + 1 - begin);
}

std::string first_object(Json document) {
    if (document.is_array()) {
        document = document.at(0);
    }
    return document.is_object() ? std::string(document.raw()) : std::string();
}

}  // namespace

bool begins_as_document(std::string_view text) {
    const std::string_view rest = text.substr(std::min(text.find_first_not_of(white), text.size()));
    if (rest.starts_with('[')) {
        return true;
    }
    // A line that breaks off where something must follow goes on in the next one.
    const std::string_view line = trimmed(rest.substr(0, rest.find('\n')));
    return line.starts_with('{') && line.size() < rest.size() &&
           std::string_view("{[,:").find(line.back()) != std::string_view::npos;
}

Beginning::Beginning(std::string_view text) {
    if (begins_as_document(text)) {
        const Result<std::string> document = minify(text, record_depth_max);
        if (document) {
            record_ = first_object(Json(*document));
        }
        return;
    }
    for (std::size_t lines = 0; lines < lines_looked_at && !text.empty() && record_.empty();
         ++lines) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const Result<std::string> line = minify(text.substr(0, end), record_depth_max);
        if (line) {
            record_ = first_object(Json(*line));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

bool Beginning::has(std::initializer_list<std::string_view> names) const {
    return std::ranges::all_of(
        names, [this](std::string_view name) { return !record()[name].raw().empty(); });
}

}  // namespace hence
