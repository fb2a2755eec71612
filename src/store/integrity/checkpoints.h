// DIR/tree/checkpoints: every root that was kept, signed or not, with what others added to it.
//
// The file is only appended to. A record says what it is in its first byte:
//
//     record     = "HC", size be32, payload, the first 8 bytes of the SHA-256 of the payload, size
//                  be32; the size stands at both ends, so that the last records are found at once
//     checkpoint = 'C', be64 milliseconds since 1970, be64 size, root (32), text of the signed
//     note;
//                  empty where no key was at hand
//     cosigned   = 'W', be64 milliseconds, be64 size, root (32), signature lines of a witness
//     timestamp  = 'T', be64 milliseconds, be64 size, root (32), an RFC 3161 answer (DER)
//
// Must never happen: a checkpoint is written before the hashes, the keys and the events that it
// speaks of are synced. One thread at a time writes; any thread may read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "hence/result.h"
#include "store/integrity/merkle.h"

namespace hence {

enum class CheckpointKind : char { checkpoint = 'C', cosigned = 'W', timestamp = 'T' };

struct CheckpointRecord {
    CheckpointKind kind = CheckpointKind::checkpoint;
    std::int64_t at_ms = 0;
    TreeHead head;
    std::string text;
};

// The payload of a record, and what it says; nothing for bytes that are none.
std::string checkpoint_payload(const CheckpointRecord& record);
std::optional<CheckpointRecord> read_checkpoint(std::string_view payload);
// The whole record, as the file has it.
std::string checkpoint_bytes(const CheckpointRecord& record);

class CheckpointFile {
public:
    enum class Access : std::uint8_t { read, write };
    // To write, a last record that was not written whole is cut off. Nothing to read: an empty
    // file.
    static Result<std::unique_ptr<CheckpointFile>> open(const std::filesystem::path& file,
                                                        Access access);
    CheckpointFile(Descriptor file, std::filesystem::path path, std::uint64_t size)
        : file_(std::move(file)), path_(std::move(path)), size_(size) {}

    // Durable on return.
    Result<void> append(const CheckpointRecord& record);

    // Reads forward from byte `at`, and moves it. Nothing at the end. Fails with corrupt.
    Result<std::optional<CheckpointRecord>> next(std::uint64_t& at) const;
    // Reads backward: the record that ends at byte `end`, and moves it. Nothing at the beginning.
    Result<std::optional<CheckpointRecord>> before(std::uint64_t& end) const;
    std::uint64_t size() const;

private:
    Result<std::string> bytes(std::uint64_t at, std::uint64_t size) const;
    Error damaged(std::uint64_t at) const;
    Result<void> cut_torn_end();

    Descriptor file_;
    std::filesystem::path path_;
    mutable std::mutex mutex_;
    std::uint64_t size_;
};

}  // namespace hence
