#include "server/mcp/arguments.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/try.h"
#include "model/text.h"

namespace hence {

Error wrong_argument(std::string_view name, std::string_view must) {
    return {Code::invalid, fmt::format("argument {} must be {}", hence::quoted(name), must)};
}

Error of_argument(std::string_view name, const Error& error) {
    return {error.code, fmt::format("argument {}: {}", hence::quoted(name), error.message),
            error.hint};
}

Result<void> ToolArguments::only(std::span<const std::string_view> known) const {
    std::string unknown;
    object_.each_member([&](std::string_view name, Json) {
        if (std::ranges::find(known, name) == known.end()) {
            unknown = hence::quoted(name);
        }
        return unknown.empty();
    });
    if (!unknown.empty()) {
        return Error{Code::invalid, fmt::format("argument {} is not known", unknown),
                     fmt::format("there are {}", fmt::join(known, ", "))};
    }
    return {};
}

Result<std::string> ToolArguments::text(std::string_view name) const {
    const Json value = object_[name];
    if (value.present() && !value.is_string()) {
        return wrong_argument(name, "a string");
    }
    return value.string().value_or("");
}

Result<std::string> ToolArguments::required_text(std::string_view name) const {
    std::string value = TRY(text(name));
    if (value.empty()) {
        return Error{Code::invalid, fmt::format("argument {} is missing", hence::quoted(name))};
    }
    return value;
}

Result<std::string> ToolArguments::one_of(std::string_view name,
                                          std::span<const std::string_view> words) const {
    std::string word = TRY(text(name));
    if (word.empty() || std::ranges::find(words, word) != words.end()) {
        return word;
    }
    return wrong_argument(
        name,
        fmt::format("{} or {}", fmt::join(words.first(words.size() - 1), ", "), words.back()));
}

Result<std::optional<bool>> ToolArguments::boolean(std::string_view name) const {
    const Json value = object_[name];
    if (value.present() && !value.boolean()) {
        return wrong_argument(name, "true or false");
    }
    return value.boolean();
}

Result<std::uint64_t> ToolArguments::whole(std::string_view name, const Range& range) const {
    const Json value = object_[name];
    if (!value.present()) {
        return range.otherwise;
    }
    std::uint64_t number = 0;
    const std::string_view raw = value.raw();
    const auto [stop, error] = std::from_chars(raw.data(), raw.data() + raw.size(), number);
    if (error != std::errc() || stop != raw.data() + raw.size() || number < range.least ||
        number > range.most) {
        return wrong_argument(name,
                              fmt::format("a whole number from {} to {}", range.least, range.most));
    }
    return number;
}

Result<std::optional<double>> ToolArguments::amount(std::string_view name) const {
    const Json value = object_[name];
    if (!value.present()) {
        return std::optional<double>();
    }
    const std::optional<double> number = value.is_number() ? value.number() : std::nullopt;
    if (!number || *number < 0) {
        return wrong_argument(name, "a number that is not negative");
    }
    return number;
}

Result<std::string> ToolArguments::confidence() const {
    const Json value = object_["confidence"];
    if (!value.present()) {
        return std::string();
    }
    if (!value.is_number() || compare_numbers(value.raw(), "0") < 0 ||
        compare_numbers(value.raw(), "1") > 0) {
        return wrong_argument("confidence", "a number from 0 to 1");
    }
    return std::string(value.raw());
}

Result<std::string> ToolArguments::object(std::string_view name) const {
    const Json value = object_[name];
    if (value.present() && !value.is_object()) {
        return wrong_argument(name, "an object");
    }
    return std::string(value.present() ? value.raw() : "");
}

Result<std::vector<std::string>> ToolArguments::list(std::string_view name) const {
    const Json value = object_[name];
    std::vector<std::string> texts;
    bool right = !value.present() || value.is_array() || value.is_string();
    if (const std::optional<std::string> joined = value.string()) {
        for (std::string_view rest = *joined; !rest.empty();) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            texts.emplace_back(rest.substr(0, comma));
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
    }
    value.each_element([&](Json element) {
        right = element.is_string();
        texts.push_back(element.string().value_or(""));
        return right;
    });
    if (!right) {
        return wrong_argument(name, "a list of strings");
    }
    return texts;
}

Result<std::optional<Time>> ToolArguments::time(std::string_view name) const {
    const std::string value = TRY(text(name));
    if (value.empty()) {
        return std::optional<Time>();
    }
    const Result<Time> read = parse_time(value);
    if (!read) {
        return of_argument(name, read.error());
    }
    return std::optional<Time>(*read);
}

Result<std::vector<Alternative>> ToolArguments::alternatives() const {
    const Json value = object_["alternatives"];
    bool right = !value.present() || value.is_array();
    std::vector<Alternative> all;
    value.each_element([&](Json element) {
        Alternative each;
        if (element.is_object()) {
            const Json reason = element["rejected_because"];
            each.option = element["option"].string().value_or("");
            each.rejected_because = reason.string().value_or("");
            right = !reason.present() || reason.is_string();
        } else {
            each.option = element.string().value_or("");
        }
        right = right && !each.option.empty();
        all.push_back(std::move(each));
        return right;
    });
    if (!right) {
        return wrong_argument("alternatives",
                              "a list of strings or of {option, rejected_because}, not empty");
    }
    return all;
}

}  // namespace hence
