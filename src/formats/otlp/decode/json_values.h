// Attributes and values as the JSON of OpenTelemetry has them, in every spelling.
//
// Names occur in camelCase and in snake_case, numbers as numbers and as texts, enums as numbers and
// as names; all are accepted. The message of an error continues the name of the value, " is no
// text", and each caller puts its own part of the path before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "formats/otlp/decode/arena.h"
#include "formats/otlp/decode/ids.h"
#include "formats/otlp/decode/telemetry.h"
#include "model/json/json_slices.h"

namespace hence {

// Whether a name, as a token or not, is `camel` in camelCase or in snake_case.
bool spells(std::string_view name, std::string_view camel);
bool token_spells(std::string_view token, std::string_view camel);

// The text of a number, also if the number is in a string.
std::string_view number_text(Json value);
// A JSON number that a text is; absent when it is none.
Json number_in(std::string_view text);

// The text of a string, unescaped.
Result<std::string_view> json_text(Json value, Arena& arena);
// A number of at least 0, or a text that spells one; empty text is 0.
Result<std::uint64_t> json_unsigned(Json value);
Result<std::uint32_t> json_count(Json value);  // The largest there is for what is larger.
// A number, or a name from `names`, by its place there; a prefix that they all may have, and case,
// do not matter. What is not among them is 0, as an unknown number is.
Result<std::size_t> json_enum(Json value, std::string_view prefix,
                              std::initializer_list<std::string_view> names);
Result<std::string> json_id(Json value, IdOf of, Arena& arena);  // May be empty: none.
Result<Json> json_value(Json any_value, Arena& arena);
Result<Attributes> json_attributes(Json list, Arena& arena);

// A member of an object, and what is done with it.
template <class T>
struct JsonMember {
    std::string_view name;  // In camelCase.
    Result<void> (*take)(Json value, T& into, Arena& arena);
};

// Takes the members that are listed; a member that is null or not listed is passed over.
template <class T, std::size_t n>
Result<void> take_members(Json object, const std::array<JsonMember<T>, n>& members, T& into,
                          Arena& arena) {
    if (!object.is_object()) {
        return Error{Code::invalid, " is no object"};
    }
    MemberReader reader(object.raw());
    std::string_view token;
    std::string_view value;
    while (reader.next(token, value)) {
        for (const JsonMember<T>& member : members) {
            if (!Json(value).present() || !token_spells(token, member.name)) {
                continue;
            }
            const Result<void> taken = member.take(Json(value), into, arena);
            if (!taken) {
                return Error{taken.error().code,
                             "." + std::string(member.name) + taken.error().message};
            }
            break;
        }
    }
    return {};
}

// Takes the elements of a list, each by `take`.
template <class Take>
Result<void> take_elements(Json list, const Take& take) {
    if (!list.is_array()) {
        return Error{Code::invalid, " is no list"};
    }
    ElementReader reader(list.raw());
    std::string_view element;
    for (std::size_t index = 0; reader.next(element); ++index) {
        const Result<void> taken = take(Json(element));
        if (!taken) {
            return Error{taken.error().code,
                         "[" + std::to_string(index) + "]" + taken.error().message};
        }
    }
    return {};
}

}  // namespace hence
