// What can be read, by name, and how it is known.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "formats/beginning.h"
#include "formats/reader.h"
#include "hence/result.h"

namespace hence {

struct Format {
    std::string_view name;
    std::string_view description;   // One line.
    std::string_view version = {};  // Of what was looked at.
    std::string_view maps = {};     // What becomes of what: "theirs -> ours", comma-separated.
    bool (*fits)(const Beginning& beginning) = nullptr;
    // Of our own format there is none: see formats/native.h.
    std::unique_ptr<Reader> (*reader)(const ReadOptions& options) = nullptr;

    bool is_native() const { return reader == nullptr; }
};

std::span<const Format> formats();

// The format of that name, or for an empty name the one that `text` begins like; what begins like
// none is taken for our own, whose reader says what is wrong. Fails with invalid, listing what
// there is.
Result<Format> choose_format(std::string_view name, std::string_view text);

}  // namespace hence
