// Lists that were flattened into attributes, `llm.input_messages.0.message.role` and the like, put
// together again.
//
// An index comes from outside and may be 4,000,000,000. So elements are sorted by their index and
// written one after the other; no list is ever made as long as its largest index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/otlp/decode/telemetry.h"

namespace hence {

// An index above this is no index, and what has one stays where it is.
inline constexpr std::uint32_t flattened_index_max = 10'000;
// Of more attributes than this, the rest stays where it is.
inline constexpr std::size_t flattened_slots_max = 10'001;

struct Unflattened {
    std::string list = {};                     // JSON; empty: there was nothing to put together.
    std::vector<std::string_view> taken = {};  // The keys that are in it, in order.
    bool gaps = false;                         // The outermost indexes are not 0, 1, 2, and so on.
};

// Of attributes whose keys all begin with `prefix`: "PREFIX.N.NAME…" is a member of the Nth
// element. The names that only say what an element is (`message`, `tool_call`, `document`, …) are
// left out. Elements stand in the order of their indexes, with no room for those that are missing.
Unflattened unflattened(std::span<const Attribute> attributes, std::string_view prefix);

}  // namespace hence
