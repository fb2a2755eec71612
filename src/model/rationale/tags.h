// The tags around a block of rationale in a model's text: where they stand, and which call they
// name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hence {

// A larger number of a call counts as none: no turn has that many.
inline constexpr std::size_t call_digits_max = 9;

struct RationaleTag {
    enum class Kind : std::uint8_t { opening, closing };
    Kind kind = Kind::opening;
    bool names_call = false;            // It has `call=` and digits.
    std::optional<std::uint64_t> call;  // The number, if it is small enough to be one.
};

// Whether `text`, which begins with '<' and ends with the first '>' after it, is such a tag. Case
// does not matter, nor do quotes around the number, spaces and other attributes.
std::optional<RationaleTag> rationale_tag(std::string_view text);

// The next tag of a text at or behind `at`; `begin` and `end` are its place.
struct FoundTag {
    RationaleTag tag;
    std::size_t begin = 0;
    std::size_t end = 0;
};
std::optional<FoundTag> next_rationale_tag(std::string_view text, std::size_t at);

// What counts as white space in a model's text: more than in JSON.
inline constexpr std::string_view all_white_space = " \t\n\v\f\r";
bool is_white_space(char c);
// Whether `text` begins with `word`, which is in lower case, in any case.
bool begins_with_word(std::string_view text, std::string_view word);

}  // namespace hence
