// The relay format: events that one process has read, on their way to the process that owns the
// store.
//
// A foreign text is read where it lies, by the process that records, because a reader may need
// neighbouring files and must see the text from its beginning. The owner of the store then gets
// events and refused records, with the line numbers and bytes that they had in the text. If the
// text itself were sent, an owner on another machine could not read the neighbouring files.
//
// One JSON object to a line: {"line":3,"event":{...}}, or for a refused record,
// {"line":4,"reason":"...","bytes":"BASE64URL"}. An event whose record may also stand in another
// text, spelled differently, says "copy":true (see Reader::copies). The receiver trusts nothing: it
// parses each event again and refuses lines that it does not understand.
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

// Adds the events and refusals that append_relay wrote, and the ids of the copies. Any other line
// is refused, with the reason.
void read_relay(std::string_view text, const std::string& source, Batch& batch,
                std::set<std::string, std::less<>>& copies);
void read_relay(std::string_view text, const std::string& source, Batch& batch);

}  // namespace hence
