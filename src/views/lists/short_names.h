// Names of a list, shortened so that no two different ones look alike and each can be typed again:
// a name may be given by its beginning or its end.
#pragma once

#include <string>
#include <vector>

namespace hence {

// For each name its first 8 characters (of a UUIDv7 the last 8); where another name of the list
// shows the same, its last 8; where that does not help, the whole name.
std::vector<std::string> short_names(const std::vector<std::string>& names);

}  // namespace hence
