#include "formats/formats.h"

#include <algorithm>
#include <array>
#include <string>

namespace hence {
namespace {

constexpr std::array known = {
    Format{"native", "Hence events: one JSON object per line (NDJSON), or a JSON array of them"},
};

}  // namespace

std::span<const Format> formats() {
    return known;
}

Result<Format> choose_format(std::string_view name, std::string_view /*text*/) {
    // While there is one format, every text is taken for it: its reader says what is wrong.
    if (name.empty()) {
        return known.front();
    }
    const auto found = std::ranges::find(known, name, &Format::name);
    if (found != known.end()) {
        return *found;
    }
    std::string names;
    for (const Format& format : known) {
        names += (names.empty() ? "" : ", ") + std::string(format.name);
    }
    return Error{Code::invalid, "there is no format \"" + std::string(name) + "\"",
                 "these can be read: " + names};
}

}  // namespace hence
