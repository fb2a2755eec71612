// Text that is stored once: JSON values as pieces, with long strings and conversations by hash.
//
// Agents send the whole conversation with every model call, so storing each call as it comes costs
// the square of the conversation. A unit is any JSON string of 512 bytes or more, and each element
// of a top-level `messages` list. A unit is known by the SHA-256 of its JSON bytes. A list is a
// chain: its hash is that of (the hash of the list before its last element, the hash of that
// element), so a conversation that was sent before and has grown by two messages is one reference
// and two new elements. RocksDB compresses block by block, so it cannot find a repetition that lies
// further back. Must never happen: joining the pieces gives other bytes than were stored.
//
//     pieces   = count varint, piece*
//     piece    = varint (size << 2 | 0), size bytes           as they are
//              | varint (size << 2 | 1), 32 bytes             the text of this hash and size
//              | varint (elements << 2 | 2), 32 bytes         the list of this hash
//     text     = the bytes of a string token, or the pieces of an element; an element that is
//                itself a string of 512 bytes or more is stored as a string token
//     list     = base hash (32), base elements varint, count varint, count element hashes (32 each)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "hence/result.h"

namespace hence {

inline constexpr std::size_t unit_size_min = 512;

enum class UnitKind : std::uint8_t { string = 0, element = 1, list = 2 };

struct Unit {
    UnitKind kind = UnitKind::string;
    std::string_view payload;  // As laid out above.
};

// Takes units that an event is made of.
class TextWriter {
public:
    virtual ~TextWriter() = default;
    // Whether the unit is stored already; then it need not be described.
    virtual bool knows(const Hash& hash) = 0;
    virtual void add(const Hash& hash, UnitKind kind, std::string_view payload) = 0;
};

// Finds units again.
class TextReader {
public:
    virtual ~TextReader() = default;
    // The unit stays valid as long as the reader. Fails with corrupt when there is no such unit.
    virtual Result<Unit> unit(const Hash& hash) = 0;
};

enum class Lists : std::uint8_t { none, messages };  // Whether a top-level `messages` is a list.

// Appends the pieces of a valid, minified JSON value.
void put_pieces(std::string& out, std::string_view json, Lists lists, TextWriter& texts);

// Appends the JSON that `pieces` stand for. At most `size_max` bytes; more is corrupt.
Result<void> join_pieces(std::string& json, std::string_view pieces, std::size_t size_max,
                         TextReader& texts);

// Whether a unit is the one that `name` names: its bytes hash to it. Fails with corrupt when a text
// inside it is missing.
Result<bool> has_name(const Unit& unit, const Hash& name, TextReader& texts);

// The JSON itself when it is one literal piece, which is the usual case; else nothing.
std::string_view sole_literal(std::string_view pieces);

// The same without texts and lists: each reads as null.
Result<void> join_literals(std::string& json, std::string_view pieces);

// Appends the hashes that pieces name, and those that a unit names: the texts of an element, the
// list that a list continues and its elements. Each fails with corrupt.
Result<void> hashes_in_pieces(std::string_view pieces, std::vector<Hash>& hashes);
Result<void> hashes_in_unit(const Unit& unit, std::vector<Hash>& hashes);

}  // namespace hence
