// JSON as it travels in attributes: as itself, in a text, in a text within a text, or cut off.
//
// Attributes are often limited in length, so a list of messages may end in the middle. The part
// before the cut is still evidence: it is read as far as it goes, and the event says that it was
// truncated.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "model/json/json.h"

namespace hence {

// How deep JSON in a text may nest to count as JSON: a message stands some levels inside `fields`.
inline constexpr std::size_t loose_depth_max = 48;

struct LooseJson {
    Json value = {};         // An object, a list, or what was given.
    bool truncated = false;  // It was cut off: this is what could be read of it.
};

// The object or list that a value is or that its text holds; else the value itself, unless it holds
// a text in quotes: then that. What is not in `value` is kept in `kept`.
LooseJson loosened(Json value, std::deque<std::string>& kept);

// The valid JSON that a text which breaks off begins with: whole members and elements, and what was
// there of a last text. Nothing if it is no JSON that breaks off. A few words about the cut may
// follow it.
std::optional<std::string> json_before_cut(std::string_view text);

}  // namespace hence
