// The head: a small file beside the log that says how far the log is known to be safe.
//
// RocksDB opens without a word after it has lost synced writes (a flipped byte in its write-ahead
// log, a deleted file). A log cannot say itself that its end is missing, so the store keeps this
// second witness, and opening compares the log with it (inspect.cpp). The head is written after
// each synced commit, and synced by a thread of its own about 50 ms later: it may lag behind the
// log, and must never be ahead of what the log has synced. It is two slots of 512 bytes, written
// in turn, so that a torn write leaves the other slot:
//
//     "HENCEHD\n"  format version (4)  generation (8)  last seq (8)  last quarantine number (8)
//     writes (8), RocksDB's own count of them, so that a lost change of a known row shows too
//     the first 16 bytes of the SHA-256 of all bytes before, zeros to 512; big-endian
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <rocksdb/file_system.h>

#include "hence/result.h"
#include "store/format/layout.h"

namespace hence::rocks {

struct Head {
    std::uint64_t generation = 0;
    std::uint64_t last_seq = 0;
    std::uint64_t last_refused = 0;
    std::uint64_t writes = 0;
    std::uint32_t version = plain_format_version;
};

// Makes safe which names there are in a directory.
Result<void> sync_directory(rocksdb::FileSystem& files, const std::string& path);

class HeadFile {
public:
    HeadFile(std::unique_ptr<rocksdb::FSRandomRWFile> file, std::string path, const Head& head)
        : file_(std::move(file)), path_(std::move(path)), head_(head) {}

    // Nothing when there is no such file. Fails with corrupt when neither slot reads, and with
    // unsupported when a newer version wrote it.
    static Result<std::optional<Head>> read(rocksdb::FileSystem& files, const std::string& path);

    // Opens for writing, and creates the file when there is none: then its directory is synced too.
    static Result<std::unique_ptr<HeadFile>> open(rocksdb::FileSystem& files,
                                                  const std::string& path, const Head& head);

    // Writes the next slot. Safe against the death of the process; `sync` against that of the
    // machine. The generation is counted on by itself, and the version stays.
    Result<void> write(const Head& head);
    Result<void> sync();

private:
    std::unique_ptr<rocksdb::FSRandomRWFile> file_;
    std::string path_;
    Head head_;
};

}  // namespace hence::rocks
