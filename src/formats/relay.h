// What a reader gave, on its way from the process that read a text to the one that owns the store.
//
// One JSON object to a line: {"line":3,"event":{...}}, or what was refused,
// {"line":4,"reason":"...","bytes":"BASE64URL"}. A foreign text is read as a whole where it lies,
// and may be sent in many parts; its line numbers and refused bytes stay what they were. An event
// whose record may stand in other texts as well, in other words, says "copy":true.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "hence/store.h"

namespace hence {

inline constexpr std::string_view relay_format = "relay";

enum class Standing : std::uint8_t {
    original,
    copy,  // See Reader::copies.
};

void append_relay(const Incoming& incoming, std::string& out,
                  Standing standing = Standing::original);
void append_relay(const Refused& refused, std::string& out);

// Adds what append_relay wrote, and the ids of the copies. What it did not write is refused, with
// the reason.
void read_relay(std::string_view text, const std::string& source, Batch& batch,
                std::set<std::string, std::less<>>& copies);
void read_relay(std::string_view text, const std::string& source, Batch& batch);

}  // namespace hence
