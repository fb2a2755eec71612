// Looking before opening: does the log hold everything that was acknowledged, and can RocksDB open
// it without harm?
//
// RocksDB opens without a word after losing writes, and a read-write opening makes the loss
// permanent. Debian's RocksDB also has its assertions on, so some damaged files abort the process
// that opens them. So `inspect` reads the log's files itself, changes nothing, and lets RocksDB
// open only a log that is whole:
//
//  - CURRENT names a manifest, every record of which has the right checksum.
//  - Every table that the manifest names is there, as long as it says, and its footer points inside
//    the file. (RocksDB checks each block of a table by its checksum when it reads the block, and
//    answers with an error. The footer has no checksum.)
//  - The write-ahead logs hold records with right checksums whose numbers follow each other, from
//    what the manifest knows to at least what the head says was acknowledged.
//
// Opening the log read-only in a child process is no alternative: in a forked child of a program
// with threads, a lock may be held for ever by a thread that the child does not have.
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "store/rocks/log_files.h"
#include "store/rocks/files/manifest.h"
#include "store/rocks/files/record_file.h"
#include "store/rocks/log.h"

namespace hence::rocks {
namespace {

constexpr std::size_t batch_header_size = 12;  // Sequence (8), count (4).

Error damaged(const std::string& file, std::string_view how) {
    return {Code::corrupt, fmt::format("{} is damaged: {}", file, how)};
}

Result<Manifest> read_current_manifest(const std::string& path, rocksdb::Env& env) {
    std::string name = TRY(read_whole(env, path + "/CURRENT"));
    while (!name.empty() && name.back() == '\n') {
        name.pop_back();
    }
    if (!name.starts_with("MANIFEST-") || name.find('/') != std::string::npos) {
        return damaged(path + "/CURRENT", "it names no manifest");
    }
    const std::string file = fmt::format("{}/{}", path, name);
    const std::string bytes = TRY(read_whole(env, file));
    Result<Manifest> manifest = read_manifest(bytes);
    if (!manifest) {
        return Error{manifest.error().code,
                     fmt::format("{} is damaged: {}", file, manifest.error().message)};
    }
    return manifest;
}

Result<void> check_tables(const std::string& path, const Manifest& manifest, rocksdb::Env& env) {
    for (const auto& [number, size] : manifest.tables) {
        const std::string file = fmt::format("{}/{:06}.sst", path, number);
        std::uint64_t found = 0;
        const rocksdb::Status status = env.GetFileSize(file, &found);
        if (status.IsNotFound() || status.IsPathNotFound()) {
            return Error{Code::corrupt, fmt::format("{} is missing", file)};
        }
        if (!status.ok()) {
            return to_error(status, fmt::format("cannot read {}", file));
        }
        if (found != size) {
            return damaged(file, fmt::format("it has {} bytes of {}", found, size));
        }
        TRY(check_footer(env, file));
    }
    return {};
}

// How far the write-ahead logs lead. A log that breaks off is what a process that died leaves
// behind; the next log must then go on with the very next write.
struct Replay {
    std::uint64_t writes = 0;
    std::string broken;  // The file in which a record does not read, or a number is missing.
};

Result<Replay> replay(const std::string& path, const Manifest& manifest, rocksdb::Env& env) {
    Replay replay{manifest.last_sequence, {}};
    std::optional<std::uint64_t> next;
    const std::vector<std::uint64_t> logs = TRY(numbered_files(env, path, ".log"));
    for (const std::uint64_t number : logs) {
        if (number < manifest.first_log) {
            continue;
        }
        const std::string file = fmt::format("{}/{:06}.log", path, number);
        const std::string bytes = TRY(read_whole(env, file));
        RecordFile records(bytes);
        while (const std::optional<std::string_view> record = records.next()) {
            if (record->size() < batch_header_size) {
                replay.broken = file;
                break;
            }
            const std::uint64_t sequence = little_endian64(*record);
            const std::uint64_t count = little_endian32(record->substr(8));
            // The first record may repeat what is in tables already, and may leave out nothing.
            if (next ? sequence != *next : sequence > manifest.last_sequence + 1) {
                replay.broken = file;
                break;
            }
            next = sequence + count;
            replay.writes = std::max(replay.writes, *next - 1);
        }
        if (records.end() != RecordFile::End::clean) {
            replay.broken = file;
        }
    }
    return replay;
}

Result<Inspection> look(const std::string& path, const Head& head, rocksdb::Env& env) {
    const Manifest manifest = TRY(read_current_manifest(path, env));
    TRY(check_tables(path, manifest, env));
    const Replay found = TRY(replay(path, manifest, env));
    Inspection inspection;
    inspection.writes = found.writes;
    if (found.writes < head.writes) {
        const std::string file = found.broken.empty()
                                     ? fmt::format("{} (its write-ahead log is gone)", path)
                                     : found.broken;
        inspection.damage = damaged(
            file, fmt::format("its last {} writes are missing", head.writes - found.writes));
    }
    return inspection;
}

}  // namespace

Inspection inspect(const std::string& path, const Head& head, rocksdb::Env* env) {
    Result<Inspection> found = look(path, head, *env);
    if (!found) {
        Inspection failed;
        failed.damage = found.error();
        return failed;
    }
    return std::move(found).take();
}

}  // namespace hence::rocks
