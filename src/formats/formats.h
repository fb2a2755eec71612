// The formats that can be read: their names, how each is detected, and its reader.
//
// A text is of the first format in the table whose `fits` accepts its first record. A text that
// fits none and looks like Hence events is read as such, and the reader says what is wrong with
// each line; any other is of no known format (formats/unknown.h). Detection
// looks at the members of one record and never at a file's name, since a name may be wrong and a
// pipe has none. The order in the table matters where one format's members include another's. A new
// format needs a folder with its reader and tests, and a row in formats.cpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"
#include "hence/result.h"

namespace hence {

struct Format {
    std::string_view name;
    std::string_view description;   // One line.
    std::string_view version = {};  // Of what was looked at.
    std::string_view maps = {};     // What becomes of what: "theirs -> ours", comma-separated.
    bool (*fits)(const Beginning& beginning) = nullptr;
    // Null for Hence's own format: see formats/common/native.h.
    std::unique_ptr<Reader> (*reader)(const ReadOptions& options) = nullptr;
    // Some keys of its records, separated by spaces: by these a text of no known format is told
    // how near it came. Detection is `fits` alone.
    std::string_view marks = {};

    bool is_native() const { return reader == nullptr; }
};

std::span<const Format> formats();

// The format that `text` begins like; nothing when it is of no known format.
std::optional<Format> detect_format(const Beginning& beginning, std::string_view text);

// The format of that name, or for an empty name the one that `text` begins like; what begins like
// none is taken for our own, whose reader says what is wrong. Fails with invalid, listing what
// there is.
Result<Format> choose_format(std::string_view name, std::string_view text);

}  // namespace hence
