// The leaf of an event in the tree: its number, its time of arrival, and a commitment to its bytes.
//
//     salt       = the first 16 bytes of HMAC-SHA-256(key of the session, seq be64)
//     commitment = SHA-256(01, salt, stored event)
//     leaf       = 01, seq be64, received be64 (milliseconds since 1970), commitment    49 bytes
//     leaf hash  = SHA-256(00, leaf)                                     as RFC 6962 has it
//
// The stored event is the one of docs/FORMAT.md, before it is sealed: it names long texts by their
// SHA-256, so a leaf commits to them, too, and has 49 bytes whatever the event's size. The salt
// keeps a reader of the tree from guessing short events; once the key of the session is destroyed,
// nobody can test a guess any more. An erased event leaves seq, received and commitment behind, so
// its leaf stays what it was. The leaf of event `seq` has the index seq - 1.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/keyed.h"
#include "hence/time.h"

namespace hence {

using Salt = std::array<std::uint8_t, 16>;
inline constexpr std::size_t leaf_size = 49;

struct Leaf {
    std::uint64_t seq = 0;
    std::int64_t received_ms = 0;
    Hash commitment{};
    friend bool operator==(const Leaf&, const Leaf&) = default;
};

std::string_view as_bytes(const Salt& salt);

// The salt of an event, from the key of its session (store/integrity/session_keys.h).
Salt salt_of(const SecretKey& session_key, std::uint64_t seq);
Salt salt_of(const KeyedHash& by_session_key, std::uint64_t seq);
Hash commitment_of(const Salt& salt, std::string_view stored_event);
// Milliseconds since 1970, cut and not rounded.
std::int64_t received_ms(const Time& received);

// The 49 bytes, and what they say; nothing for bytes that are no leaf.
std::string leaf_record(const Leaf& leaf);
std::optional<Leaf> read_leaf(std::string_view record);
// SHA-256 of 00 and the record.
Hash leaf_hash(std::string_view record);

}  // namespace hence
