// The line by which a text is told: the first one that says something.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model/json/json.h"

namespace hence {

inline constexpr std::size_t first_line_max = 80;

// Models like to begin with an empty line, which would say nothing. Programs colour what they
// print: a line of nothing but colours is empty, too.
std::string opening_line(std::string_view text);

// Content may be anything: its text, or the JSON that it is.
std::string opening_line_of(Json value);

// What an error says: providers wrap it as {"error":{"message":"…"}}.
Json message_of(Json error);

}  // namespace hence
