// What a refused line says that it is: erasing an event or a session takes such lines along.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hence {

struct RefusedNames {
    std::vector<std::string> ids;
    std::vector<std::string> sessions;
};

// The values of `id` and `session` of a line that is a JSON object, whatever rule of an event it
// breaks: a key may even be there twice. Nothing of a line that is no JSON object.
RefusedNames names_in_refused(std::string_view line);

// In place of the reason of a row that was emptied: a reason quotes the line.
inline constexpr std::string_view emptied_reason = "erased";

}  // namespace hence
