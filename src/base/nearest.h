// The known name that somebody most likely meant by an unknown one.
//
// A name that the unknown one begins comes first (`duration` is `duration_ms`), then the one that
// takes the fewest edits. A name that takes too many is not offered: a wrong guess is worse than
// none.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hence {

// Levenshtein's distance. Long texts are compared by their beginning.
std::size_t edits_between(std::string_view a, std::string_view b);

// Nothing when no candidate is near.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

}  // namespace hence
