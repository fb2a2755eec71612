// The log: a RocksDB database that holds the record itself, and never changes an event.
//
// It holds chunks of events (chunk.h), a description of each batch, and the quarantine; layout.h
// names the keys. The index can be derived from it. RocksDB brings a write-ahead log with
// checksums, compression and years of use; a file format of our own would need all three. The head
// beside the log says how much must be there (head.h), because RocksDB opens a log whose last
// writes are lost without an error.
// Must never happen: a write after a failed write. RocksDB may abort the process then, and whether
// the failed batch is there shows only when the log is opened again. One thread writes; any thread
// reads. The chunks that were read last are kept in memory, up to 48 MiB, and the lists of the last
// 32 batches. The log of an encrypted store has a LogSeal, through which everything is written
// and read.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/write_batch.h>

#include "hence/result.h"
#include "hence/store.h"
#include "store/format/chunk.h"
#include "store/format/chunk_cache.h"
#include "store/format/cursors.h"
#include "store/format/layout.h"
#include "store/rocks/files/head.h"

namespace hence::rocks {

class LogSeal;

// An Error with our code for RocksDB's status, and RocksDB's words, which name the file.
Error to_error(const rocksdb::Status& status, std::string_view doing);

// Empties the cache of blocks of a database. Returns how many bytes that were.
std::size_t drop_blocks(rocksdb::DB& db);

// What log and index share: quiet, on few threads, quick to open.
rocksdb::Options common_options(rocksdb::Env* env);
// Tables are never put together because of what was deleted in them: that is little.
inline constexpr unsigned never = std::numeric_limits<unsigned>::max();
rocksdb::Options log_options(rocksdb::Env* env);

// What a log turned out to hold when it was looked at before it is opened.
struct Inspection {
    std::uint64_t writes = 0;     // As RocksDB counts them: one for each key.
    std::optional<Error> damage;  // Corrupt, or io when the files could not be read.
};

// Reads the files of the log at `path`, changes none, and compares what they hold with the head.
Inspection inspect(const std::string& path, const Head& head, rocksdb::Env* env);

class Log final : public BatchSource {
public:
    explicit Log(std::unique_ptr<rocksdb::DB> db, std::shared_ptr<LogSeal> seal = nullptr)
        : db_(std::move(db)), seal_(std::move(seal)), recent_(recent_bytes_max) {}

    // Opens for writing, and creates a log that is not there. The log must have been inspected.
    // `write_buffer_bytes` of 0 is the usual size. With a seal, the log is an encrypted one.
    static Result<std::unique_ptr<Log>> open(const std::string& path, rocksdb::Env* env,
                                             std::size_t write_buffer_bytes = 0,
                                             std::shared_ptr<LogSeal> seal = nullptr);

    std::uint64_t last_seq() const { return last_seq_; }
    std::uint64_t last_refused() const { return last_refused_; }
    // How many writes the log holds, as RocksDB counts them: one for each key.
    std::uint64_t writes() const { return db_->GetLatestSequenceNumber(); }

    // Atomic; durable when `sync`. After an error the log takes nothing more: whether the batch is
    // there shows only when it is opened again.
    Result<void> write(rocksdb::WriteBatch& batch, bool sync);
    Result<void> sync();
    // Writes everything that the write-ahead logs hold to tables, synced.
    Result<void> flush();
    // Names this log, wherever it is copied to; another log has another name.
    Result<std::string> identity() const;

    Result<std::shared_ptr<const Chunk>> chunk(std::uint64_t cluster,
                                               std::uint64_t first_seq) const;
    // The same, past the chunks that are kept: for whoever reads each once.
    Result<std::shared_ptr<const Chunk>> read_chunk(std::uint64_t cluster,
                                                    std::uint64_t first_seq) const;
    // Drops all that is kept of what was read. Returns how many bytes that were.
    std::size_t drop_kept() const;
    // The chunk that was asked for last, or null.
    std::shared_ptr<const Chunk> latest_chunk() const;
    // The batch that `seq` lies in, or the first one behind it; nothing behind the end.
    Result<std::optional<BatchEntry>> batch_at(std::uint64_t seq) const;
    // The same for whoever reads events by their numbers: the batches read last are kept. Null
    // behind the end.
    Result<std::shared_ptr<const BatchPlaces>> places_at(std::uint64_t seq) const override;
    Result<std::optional<std::string>> get(const std::string& key) const;
    // A value that an iterator of `db` met, as it was before it was sealed.
    Result<std::string> plain(std::string_view key, std::string_view value) const;
    // The name under which a text of a cluster is found: its hash, unless texts are not shared.
    Hash text_name(std::uint64_t cluster, const Hash& hash) const;
    // Null when the log is not encrypted.
    const std::shared_ptr<LogSeal>& seal() const { return seal_; }
    rocksdb::DB& db() const { return *db_; }

private:
    static constexpr std::size_t recent_bytes_max = std::size_t{48} << 20;

    std::unique_ptr<rocksdb::DB> db_;
    std::shared_ptr<LogSeal> seal_;
    std::atomic<bool> failed_ = false;  // RocksDB may abort when it is asked to write once more.
    std::uint64_t last_seq_ = 0;
    std::uint64_t last_refused_ = 0;

    mutable ChunkCache recent_;

    // The batches whose places were asked for last, most recent first.
    mutable std::mutex batches_mutex_;
    mutable std::list<std::shared_ptr<const BatchPlaces>> batches_;
};

// The last key of a kind that has a seq, or 0.
Result<std::uint64_t> last_batch_seq(rocksdb::DB& db);
Result<std::uint64_t> last_refused_number(rocksdb::DB& db);

}  // namespace hence::rocks
