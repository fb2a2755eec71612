#include "formats/common/beginning.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "formats/common/records.h"
#include "model/json/json_scanner.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

// The object that a text is, without white space; empty when it is none.
std::string object_in(std::string_view text) {
    Result<std::string> json = minify(text, record_depth_max);
    return json && Json(*json).is_object() ? std::move(json).take() : std::string();
}

// An array may be long, and need not be whole: only its first element is looked at.
std::string first_element(std::string_view array) {
    const std::size_t begin = std::min(array.find_first_not_of(white_space, 1), array.size());
    return object_in(array.substr(begin, value_end(array, begin) - begin));
}

}  // namespace

bool begins_as_document(std::string_view text) {
    const std::string_view rest = trimmed_front(text);
    if (rest.starts_with('[')) {
        return true;
    }
    // A line that breaks off where something must follow goes on in the next one.
    const std::string_view line = trimmed(rest.substr(0, rest.find('\n')));
    return line.starts_with('{') && line.size() < rest.size() &&
           std::string_view("{[,:").find(line.back()) != std::string_view::npos;
}

DocumentPart document_part(std::string_view text) {
    std::string ignored(text.size(), '\0');
    JsonScanner scanner(text, ignored.data());
    std::string_view slice;
    scanner.peek();
    if (!scanner.value(record_depth_max, slice)) {
        return scanner.at_end() ? DocumentPart::cut : DocumentPart::none;
    }
    scanner.peek();
    return scanner.at_end() ? DocumentPart::whole : DocumentPart::none;
}

Beginning::Beginning(std::string_view text) {
    constexpr std::size_t head_bytes = 256;
    text = trimmed_front(text);
    head_ = text.substr(0, head_bytes);
    if (text.starts_with('[')) {
        record_ = first_element(text);
    } else if (begins_as_document(text)) {
        record_ = object_in(text);
    }
    while (record_.empty() && !text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        record_ = object_in(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

bool Beginning::has(std::initializer_list<std::string_view> names) const {
    return std::ranges::all_of(
        names, [this](std::string_view name) { return !record()[name].raw().empty(); });
}

}  // namespace hence
