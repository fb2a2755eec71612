// A manifest is a sequence of edits, each a list of tagged members. RocksDB names the tags in
// db/version_edit.h; they have been the same since 2013, and new ones have only been added. Members
// that do not matter here are read past.
#include "store/rocks/files/manifest.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/try.h"
#include "store/rocks/files/record_file.h"

namespace hence::rocks {
namespace {

enum Tag : std::uint64_t {
    comparator = 1,
    log_number = 2,
    next_file_number = 3,
    last_sequence = 4,
    compact_cursor = 5,
    deleted_file = 6,
    previous_log_number = 9,
    min_log_number = 10,
    new_file = 103,
    column_family = 200,
    max_column_family = 203,
    in_atomic_group = 300,
    safe_to_ignore = 1 << 13,  // From here on each member states its length.
    wal_addition_bare = safe_to_ignore + 4,
    wal_deletion_bare = safe_to_ignore + 5,
};

constexpr std::uint64_t end_of_members = 1;
constexpr std::uint64_t synced_size = 2;

void read_new_file(ByteReader& in, Manifest& manifest) {
    in.varint();  // Level.
    const std::uint64_t number = in.varint();
    const std::uint64_t size = in.varint();
    in.text();    // Smallest key.
    in.text();    // Largest key.
    in.varint();  // Smallest sequence.
    in.varint();  // Largest sequence.
    while (in.ok() && in.varint() != end_of_members) {
        in.text();
    }
    manifest.tables[number] = size;
}

void read_wal_addition(ByteReader& in) {
    in.varint();
    while (in.ok() && in.varint() == synced_size) {
        in.varint();
    }
}

// One member of an edit. Fails with unsupported when the tag is none that is known here.
Result<void> read_member(ByteReader& in, Manifest& manifest) {
    const std::uint64_t tag = in.varint();
    switch (tag) {
        case comparator: in.text(); break;
        case log_number:
        case min_log_number: manifest.first_log = std::max(manifest.first_log, in.varint()); break;
        case last_sequence:
            manifest.last_sequence = std::max(manifest.last_sequence, in.varint());
            break;
        case next_file_number:
        case previous_log_number:
        case column_family:
        case max_column_family:
        case in_atomic_group:
        case wal_deletion_bare: in.varint(); break;
        case compact_cursor:
            in.varint();
            in.text();
            break;
        case deleted_file:
            in.varint();
            manifest.tables.erase(in.varint());
            break;
        case new_file: read_new_file(in, manifest); break;
        case wal_addition_bare: read_wal_addition(in); break;
        default:
            if (tag < safe_to_ignore) {
                return Error{Code::unsupported, fmt::format("a member {} is not known", tag)};
            }
            in.text();
    }
    return {};
}

}  // namespace

Result<Manifest> read_manifest(std::string_view bytes) {
    Manifest manifest;
    RecordFile file(bytes);
    std::uint64_t edits = 0;
    while (const std::optional<std::string_view> record = file.next()) {
        ByteReader in(*record);
        while (in.ok() && !in.at_end()) {
            TRY(read_member(in, manifest));
        }
        if (!in.ok()) {
            return Error{Code::corrupt, fmt::format("its edit {} does not read", edits + 1)};
        }
        ++edits;
    }
    if (file.end() == RecordFile::End::bad || edits == 0) {
        return Error{Code::corrupt, fmt::format("what follows its edit {} does not read", edits)};
    }
    return manifest;
}

}  // namespace hence::rocks
