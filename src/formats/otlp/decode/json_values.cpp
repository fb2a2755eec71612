#include "formats/otlp/decode/json_values.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"
#include "model/json/json_number.h"

namespace hence {

std::string_view number_text(Json value) {
    return value.is_string() ? inside_quotes(value.raw()) : value.raw();
}

Json number_in(std::string_view text) {
    return Json(text).is_number() && minify(text, 1) && text.find(' ') == std::string_view::npos
               ? Json(text)
               : Json();
}

bool spells(std::string_view name, std::string_view camel) {
    std::size_t at = 0;
    for (const char c : camel) {
        if (is_upper(c) && at + 1 < name.size() && name[at] == '_' && name[at + 1] == lower(c)) {
            at += 2;
        } else if (at < name.size() && name[at] == c) {
            ++at;
        } else {
            return false;
        }
    }
    return at == name.size();
}

bool token_spells(std::string_view token, std::string_view camel) {
    return has_backslash(token) ? spells(unescape(token), camel)
                                : spells(inside_quotes(token), camel);
}

Result<std::string_view> json_text(Json value, Arena& arena) {
    if (!value.is_string()) {
        return Error{Code::invalid, " is no text"};
    }
    return has_backslash(value.raw()) ? arena.keep(unescape(value.raw()))
                                      : inside_quotes(value.raw());
}

Result<std::uint64_t> json_unsigned(Json value) {
    const std::string_view text = number_text(value);
    if (value.is_string() && text.empty()) {
        return std::uint64_t{0};
    }
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) {
        return number;
    }
    const Json json = number_in(text);
    const std::optional<std::int64_t> integer =
        json.present() ? integer_value(json.raw()) : std::nullopt;
    if (!integer || *integer < 0) {
        return Error{Code::invalid, " is no whole number of at least 0"};
    }
    return static_cast<std::uint64_t>(*integer);
}

Result<std::uint32_t> json_count(Json value) {
    const std::uint64_t count = TRY(json_unsigned(value));
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::min(count, most));
}

Result<std::size_t> json_enum(Json value, std::string_view prefix,
                              std::initializer_list<std::string_view> names) {
    if (!value.is_number() && !value.is_string()) {
        return Error{Code::invalid, " is neither a number nor a name"};
    }
    std::string_view text = number_text(value);
    const std::optional<std::int64_t> number =
        number_in(text).present() ? integer_value(text) : std::nullopt;
    if (number) {
        const bool known = *number > 0 && static_cast<std::uint64_t>(*number) < names.size();
        return known ? static_cast<std::size_t>(*number) : std::size_t{0};
    }
    if (text.size() > prefix.size() && same_letters(text.substr(0, prefix.size()), prefix)) {
        text.remove_prefix(prefix.size());
    }
    const auto found = std::find_if(names.begin(), names.end(), [text](std::string_view name) {
        return same_letters(name, text);
    });
    return found == names.end() ? std::size_t{0} : static_cast<std::size_t>(found - names.begin());
}

Result<std::string> json_id(Json value, IdOf of, Arena& arena) {
    const std::string_view text = TRY(json_text(value, arena));
    std::optional<std::string> id = id_from_text(of, text);
    if (!id) {
        return Error{Code::invalid,
                     fmt::format(" is no id: neither {} digits in hex nor base64 of them",
                                 of == IdOf::trace ? 32 : 16)};
    }
    return std::move(*id);
}

}  // namespace hence
