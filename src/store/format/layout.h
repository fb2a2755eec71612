// The keys of a store on disk: log/, which is the record, and index/, which is derived from it.
//
// A key is a kind byte and then parts whose byte order is the order in which they are walked:
// numbers and instants big-endian, descending ones inverted. A value of up to 64 bytes stands in a
// key as it is, a longer one by its SHA-256, so that no key grows with what an emitter chose. A
// change of the log's layout needs a new format_version; a change of the index's layout needs only
// a new index_version, since the index is then built again. docs/FORMAT.md describes every byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/hash.h"
#include "hence/result.h"
#include "hence/store.h"

namespace hence {

// What a store's head says: an encrypted store is of version 3, every other one of version 2.
inline constexpr std::uint32_t plain_format_version = 2;
inline constexpr std::uint32_t encrypted_format_version = 3;
inline constexpr std::uint32_t format_version = encrypted_format_version;  // The highest known.
// The version of index/ alone: an index of another version is thrown away and built anew. It rises
// whenever an event gets other keys, or a row other contents.
inline constexpr std::uint32_t index_version = 11;

// An event's place in log/. `cluster` is the seq of the first event of its session (or of its run,
// when it has no session): events of a session lie together, and old sessions lie still. `chunk` is
// the seq of the first event of the value it is in.
struct Place {
    std::uint64_t cluster = 0;
    std::uint64_t chunk = 0;
    std::uint64_t seq = 0;
};

std::string encode_place(const Place& place);
// Fails with corrupt.
Result<Place> decode_place(std::string_view value);

namespace log_key {

// Each begins with its kind, and kinds sort as written here.
inline constexpr char batch = 'B';
inline constexpr char chunk = 'C';
inline constexpr char erasure = 'E';
inline constexpr char refused_hash = 'H';
inline constexpr char refused = 'Q';
inline constexpr char refused_count = 'R';

std::string of_batch(std::uint64_t first_seq);
std::string of_chunk(std::uint64_t cluster, std::uint64_t first_seq);
// An erasure that is not done, by the seq of its event, and a part of the texts that it drops.
std::string of_erasure(std::uint64_t seq);
std::string of_erasure_part(std::uint64_t seq, std::uint32_t part);
std::string of_refused(std::uint64_t n);
std::string of_refused_count(std::uint64_t n);
std::string of_refused_hash(const Hash& hash);

}  // namespace log_key

namespace index_key {

inline constexpr char row_name = 'a';
inline constexpr char sheet = 'c';
inline constexpr char id_tail = 'd';
inline constexpr char name_reversed = 'e';
inline constexpr char failed_call = 'f';
inline constexpr char id = 'i';
inline constexpr char packed_id = 'j';  // Of store/rocks/names/packed_key.h.
inline constexpr char unfinished = 'n';
inline constexpr char cluster = 'o';
inline constexpr char posting = 'p';
inline constexpr char row_order = 'r';
inline constexpr char row = 's';
inline constexpr char text = 't';
inline constexpr char run_of = 'u';
inline constexpr char watermark = 'w';
inline constexpr char completed = 'x';

std::string of_id(std::string_view id);
// An unfinished event, by its id: its seq and the event as JSON.
std::string of_unfinished(std::string_view event);
// That the unfinished event of this seq was completed, and stands in no answer any more.
std::string of_completed(std::uint64_t seq);
std::string of_text(const Hash& hash);
std::string of_cluster(std::string_view name);

// The part that all postings of a key share, then the earliest instant and seq it holds.
void put_posting_prefix(std::string& out, Space space, std::string_view value);
void put_posting(std::string& out, Space space, std::string_view value, const Position& first);

std::string of_row(Space space, std::string_view id, std::string_view session);
std::string of_row_space(Space space);
// What the rows of one run share.
std::string of_rows_of_run(std::string_view run);
// The entry that a session has a run, and the prefix of all such entries of a session.
std::string of_run(std::string_view session, std::string_view run);
std::string of_runs(std::string_view session);
// Sorts by `first` descending, then id, then session.
std::string of_row_order(Space space, const Time& first, std::string_view id,
                         std::string_view session);
std::string of_row_order_space(Space space);
std::string of_failed_call(std::string_view row_key, std::string_view call);

// What the names of a space share: event ids (Space::all) or names of rows, in byte order.
std::string of_names(Space space);
// The same, each name from its last byte to its first: what finds a name by its end.
std::string of_names_reversed(Space space);
// An id of random digits, which is a UUID or 32 hexadecimal digits, is found by its end under a
// shorter key: its last `id_tail_size` bytes in reverse, then its first bytes. These fit one id,
// and hardly ever a second one; a third of the space is enough. Empty for any other id.
inline constexpr std::size_t id_tail_size = 8;
std::string of_id_tail(std::string_view id);

// In place of the size of a posting's value: the 16 bytes of a UUID follow (packed_key.h).
inline constexpr std::uint8_t packed_value = 0xFE;
inline constexpr std::size_t packed_value_size = 16;

// How much of a key decides whether a file can hold it: all of an exact key, a posting's prefix.
// Zero for keys that are only ever walked through.
std::size_t filtered_size(std::string_view key);

}  // namespace index_key

// Twelve bytes whose order is that of instants.
void put_instant(std::string& out, const Time& time);
Time take_instant(ByteReader& in);  // Without digits.

// What events are clustered by: the session, else the run, else nothing.
std::string cluster_name(const Event& event);

}  // namespace hence
