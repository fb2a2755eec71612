// An event as stored bytes, and back.
//
// The bytes do not depend on any other event. Long text is not in them: a JSON value is stored as
// pieces, and a piece may be the SHA-256 of a text or of a list of texts (text_pieces.h), so that
// an agent that resends its conversation with every call costs a reference and no copy. The time
// stands first and the id and the parent stand early, so that a scan can test them without decoding
// the rest. Numbers and escaped strings keep the spelling of their emitter.
// Must never happen: a decoded event says something else than the encoded one, in value or in
// spelling. A decoded event views its chunk and keeps the chunk alive.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "hence/event.h"
#include "hence/result.h"
#include "store/format/text_pieces.h"

namespace hence {

// Appends the stored form of `event`. New texts are handed to `texts`.
void encode_event(std::string& out, const Event& event, TextWriter& texts);

// The instant alone, which stands first. Fails with corrupt.
Result<Time> decode_time(std::string_view stored);

// Whether the event's id, or its parent, is `text`, without reading the rest of it.
bool has_id(std::string_view stored, std::string_view text);
bool has_parent(std::string_view stored, std::string_view text);
// Whether the event has any flag: without one, no other event takes its place.
bool has_flags(std::string_view stored);

// Reads the stored form. `owner` keeps `stored`; what was given by hash is fetched from `texts`.
// Fails with corrupt on bytes that encode_event never writes.
Result<Event> decode_event(std::string_view stored, const std::shared_ptr<const void>& owner,
                           TextReader& texts);

// The same without the texts: what was given by hash reads as null. For whoever needs the event's
// ids and names only, and must not depend on texts that may be gone.
Result<Event> decode_outline(std::string_view stored, const std::shared_ptr<const void>& owner);

// The texts and lists that the event names. Fails with corrupt.
Result<std::vector<Hash>> hashes_in_event(std::string_view stored);

}  // namespace hence
