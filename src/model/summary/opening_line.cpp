#include "model/summary/opening_line.h"

#include "model/summary/said.h"
#include "model/text.h"

namespace hence {

std::string opening_line(std::string_view text) {
    constexpr std::string_view blank = " \t\r\n";
    for (std::size_t begin = text.find_first_not_of(blank); begin != text.npos;
         begin = text.find_first_not_of(blank)) {
        text.remove_prefix(begin);
        const std::string_view line = text.substr(0, text.find('\n'));
        if (line.find('\x1b') == line.npos) {
            return first_line(line, first_line_max);
        }
        const std::string plain = without_colours(line);
        const std::size_t said = plain.find_first_not_of(blank);
        if (said != plain.npos) {
            return first_line(std::string_view(plain).substr(said), first_line_max);
        }
        text.remove_prefix(line.size());
    }
    return {};
}

std::string opening_line_of(Json value) {
    if (!value.present()) {
        return {};
    }
    if (value.is_string()) {
        return opening_line(JsonString(value).view());
    }
    const std::string said = said_in(value);
    return said.empty() ? first_line(value.raw(), first_line_max) : opening_line(said);
}

Json message_of(Json error) {
    constexpr int depth_max = 3;
    for (int depth = 0; depth < depth_max && error.is_object(); ++depth) {
        const Json message = error["message"];
        const Json inner = message.present() ? message : error["error"];
        if (!inner.present() || inner.raw() == "true" || inner.raw() == "\"\"") {
            break;
        }
        error = inner;
    }
    return error;
}

}  // namespace hence
