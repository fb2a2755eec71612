// The names in a row's counts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hence {

inline std::vector<std::string> names_in(const std::map<std::string, std::uint64_t>& counts) {
    std::vector<std::string> names;
    names.reserve(counts.size());
    for (const auto& [name, count] : counts) {
        names.push_back(name);
    }
    return names;
}

}  // namespace hence
