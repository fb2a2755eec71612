// The files that were not recorded because they are of no known format, grouped by what they look
// like, so that a directory of thousands of them is told in a few lines.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "formats/unknown.h"

namespace hence {

class LeftOut {
public:
    enum class Names : std::uint8_t { first, all };

    explicit LeftOut(Names names) : names_(names) {}

    void add(const std::string& path, const UnknownText& looks);
    // "3 files of no known format skipped", and a line for each group, or for each file.
    std::vector<std::string> lines() const;

private:
    struct Group {
        std::uint64_t count = 0;
        std::vector<std::string> paths = {};  // The first ones.
    };

    Names names_;
    std::uint64_t count_ = 0;
    std::map<std::string, Group, std::less<>> groups_;
    std::vector<std::string> all_;  // A line for each, if all are to be named.
};

}  // namespace hence
