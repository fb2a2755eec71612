// Values as Python prints them: {'city': 'Paris', 'again': None}. Many frameworks in Python send
// what `str` makes of their arguments and answers instead of JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hence {

// The JSON of a printed dict, list or tuple. Nothing for any other text, for objects that Python
// prints by their class, and for values that are nested deeper than `depth_max`.
std::optional<std::string> json_of_python(std::string_view text, std::size_t depth_max);

}  // namespace hence
