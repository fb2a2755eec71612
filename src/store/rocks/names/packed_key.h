// Keys of the index as RocksDB holds them: a UUID takes 16 bytes instead of 36 characters.
//
// Half of the index are ids and the postings of parents, and most ids are UUIDs. Random digits do
// not compress, so as text they would take twice their bytes on disk, and as much more in memory.
// Only a UUID in small letters is packed, so that it can be read back; packed UUIDs sort as their
// texts do. layout.h names the keys, and knows nothing of this.
//
//     id        index_key::packed_id, UUID (16)
//     posting   index_key::posting, space byte, index_key::packed_value, UUID (16), the rest
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hence::rocks {

// The key, or the beginning of a key that ends behind its value, as RocksDB has it.
std::string packed_key(std::string_view key);

// Of a packed id, the text. Nothing for other keys.
std::optional<std::string> unpacked_id(std::string_view key);

// All packed ids whose text comes at or behind `text` have keys at or behind this one.
std::string packed_id_from(std::string_view text);

}  // namespace hence::rocks
