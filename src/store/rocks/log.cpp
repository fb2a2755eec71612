// The log on RocksDB: its options, opening, writing, and reading chunks through a small cache.
#include "store/rocks/log.h"

#include <algorithm>
#include <cstdarg>

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/file_checksum.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>

#include "base/try.h"
#include "store/rocks/files/overlay_fs.h"
#include "store/rocks/sealed/log_seal.h"

namespace hence::rocks {
namespace {

constexpr std::size_t recent_batches_max = 32;

constexpr std::size_t wals_max = 8;

// RocksDB's info log is thrown away. Writing it to a full disk would abort the process.
class Silence : public rocksdb::Logger {
public:
    Silence() : Logger(rocksdb::InfoLogLevel::NUM_INFO_LOG_LEVELS) {}
    using Logger::Logv;
    void Logv(const char* /*format*/, va_list /*arguments*/) override {}
};

std::size_t count_wals(const std::string& path, rocksdb::Env& env) {
    std::vector<std::string> names;
    if (!env.GetChildren(path, &names).ok()) {
        return 0;
    }
    return static_cast<std::size_t>(std::ranges::count_if(
        names, [](const std::string& name) { return name.ends_with(".log"); }));
}

// RocksDB writes down its options with each opening. Nobody reads them here, and they have no
// checksum: they go, so that every file of the log is one in which a change is noticed.
void remove_options(const std::string& path, rocksdb::Env& env) {
    std::vector<std::string> names;
    if (!env.GetChildren(path, &names).ok()) {
        return;
    }
    for (const std::string& name : names) {
        if (name.starts_with("OPTIONS-")) {
            env.DeleteFile(path + "/" + name).PermitUncheckedError();
        }
    }
}

std::optional<std::uint64_t> seq_in(const rocksdb::Slice& key, char kind) {
    if (key.size() != 9 || key[0] != kind) {
        return std::nullopt;
    }
    ByteReader in(std::string_view(key.data() + 1, 8));
    return in.be64();
}

}  // namespace

Error to_error(const rocksdb::Status& status, std::string_view doing) {
    Code code = Code::io;
    if (status.IsCorruption()) {
        code = Code::corrupt;
    } else if (status.IsNotSupported()) {
        code = Code::unsupported;
    }
    // For a missing table RocksDB names the spelling it tried last, .ldb, which no store ever has.
    std::string words = status.ToString();
    for (std::size_t at = words.find(".ldb"); at != std::string::npos; at = words.find(".ldb")) {
        words.replace(at, 4, ".sst");
    }
    return Error{code, fmt::format("{}: {}", doing, words)};
}

std::size_t drop_blocks(rocksdb::DB& db) {
    const auto* const table =
        db.GetOptions().table_factory->GetOptions<rocksdb::BlockBasedTableOptions>();
    if (table == nullptr || table->block_cache == nullptr) {
        return 0;
    }
    const std::size_t before = table->block_cache->GetUsage();
    table->block_cache->EraseUnRefEntries();
    return before - std::min(before, table->block_cache->GetUsage());
}

rocksdb::Options common_options(rocksdb::Env* env) {
    rocksdb::Options options;
    options.env = env;
    options.info_log = std::make_shared<Silence>();
    // An overlay stays in memory until it is thrown away: its tables need no compaction.
    options.disable_auto_compactions = is_overlay(*env);
    options.max_background_jobs = 2;
    options.max_file_opening_threads = 1;
    options.skip_stats_update_on_db_open = true;
    options.stats_dump_period_sec = 0;
    options.stats_persist_period_sec = 0;
    return options;
}

rocksdb::Options log_options(rocksdb::Env* env) {
    rocksdb::Options options = common_options(env);
    options.paranoid_checks = true;
    options.track_and_verify_wals_in_manifest = true;
    options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
    options.recycle_log_file_num = 0;
    options.write_buffer_size = std::size_t{32} << 20;
    options.max_write_buffer_number = 3;
    options.avoid_flush_during_recovery = true;
    // Events are never overwritten (counts of the quarantine are), and chunks are got by key:
    // tables are put together only so that there are not too many to look into. By levels, the
    // batches of a new table would meet the clusters of every older one, and each compaction would
    // write half a gigabyte anew.
    options.compaction_style = rocksdb::kCompactionStyleUniversal;
    options.compaction_options_universal.max_size_amplification_percent = never;
    options.level0_file_num_compaction_trigger = 12;
    options.level0_slowdown_writes_trigger = 60;
    options.level0_stop_writes_trigger = 90;
    options.target_file_size_base = std::uint64_t{64} << 20;
    options.compression = rocksdb::kZSTD;
    options.compression_opts.level = 1;
    // What the blocks of a table begin with: a small block compresses like a large one.
    options.compression_opts.max_dict_bytes = std::uint32_t{64} << 10;
    options.compression_opts.max_dict_buffer_bytes = std::uint64_t{4} << 20;
    rocksdb::BlockBasedTableOptions table;
    table.block_size = std::size_t{16} << 10;
    table.format_version = 5;
    table.checksum = rocksdb::kXXH3;  // Several times faster than CRC32C without its instruction.
    table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(16));  // Keys are few.
    table.block_cache = rocksdb::NewLRUCache(std::size_t{16} << 20);
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    // The manifest then has the checksum of each whole table: blocks have their own, but a table
    // has bytes outside of them, too.
    options.file_checksum_gen_factory = rocksdb::GetFileChecksumGenCrc32cFactory();
    return options;
}

Result<std::uint64_t> last_batch_seq(rocksdb::DB& db) {
    const std::unique_ptr<rocksdb::Iterator> last(db.NewIterator({}));
    last->SeekForPrev(log_key::of_batch(~std::uint64_t{0}));
    if (!last->status().ok()) {
        return to_error(last->status(), "cannot read the end of the log");
    }
    const std::optional<std::uint64_t> first_seq =
        last->Valid() ? seq_in(last->key(), log_key::batch) : std::nullopt;
    if (!first_seq) {
        return std::uint64_t{0};
    }
    const BatchEntry entry = TRY(BatchEntry::decode(last->value().ToStringView(), *first_seq));
    return entry.first_seq + entry.count - 1;
}

Result<std::uint64_t> last_refused_number(rocksdb::DB& db) {
    const std::unique_ptr<rocksdb::Iterator> last(db.NewIterator({}));
    last->SeekForPrev(log_key::of_refused(~std::uint64_t{0}));
    if (!last->status().ok()) {
        return to_error(last->status(), "cannot read the end of the quarantine");
    }
    const std::optional<std::uint64_t> n =
        last->Valid() ? seq_in(last->key(), log_key::refused) : std::nullopt;
    return n.value_or(0);
}

Result<std::unique_ptr<Log>> Log::open(const std::string& path, rocksdb::Env* env,
                                       std::size_t write_buffer_bytes,
                                       std::shared_ptr<LogSeal> seal) {
    rocksdb::Options options = log_options(env);
    options.create_if_missing = true;
    if (seal != nullptr) {
        options.compression = rocksdb::kNoCompression;  // Nothing that is sealed compresses.
        options.compression_opts.max_dict_bytes = 0;
    }
    if (write_buffer_bytes > 0) {
        options.write_buffer_size = write_buffer_bytes;
    }
    rocksdb::DB* opened = nullptr;
    const rocksdb::Status status = rocksdb::DB::Open(options, path, &opened);
    if (!status.ok()) {
        return to_error(status, fmt::format("cannot open {}", path));
    }
    auto log = std::make_unique<Log>(std::unique_ptr<rocksdb::DB>(opened), std::move(seal));
    remove_options(path, *options.env);
    // Each opening begins a write-ahead log and recovery keeps the earlier ones. Many short lives
    // must not make a long recovery.
    if (count_wals(path, *options.env) > wals_max) {
        TRY(log->flush());
    }
    log->last_seq_ = TRY(last_batch_seq(*opened));
    log->last_refused_ = TRY(last_refused_number(*opened));
    return log;
}

Result<void> Log::write(rocksdb::WriteBatch& batch, bool sync) {
    rocksdb::WriteOptions options;
    options.sync = sync;
#ifdef HENCE_MUTANT_ACK_BEFORE_SYNC
    options.sync = false;
#endif
    rocksdb::WriteBatch sealed;
    if (seal_ != nullptr) {
        sealed = TRY(seal_->sealed(batch));
    }
    const rocksdb::Status status = db_->Write(options, seal_ == nullptr ? &batch : &sealed);
    if (!status.ok()) {
        failed_ = true;
        return to_error(status, "cannot write the log");
    }
    return {};
}

Result<void> Log::sync() {
    if (failed_) {
        return Error{Code::io, "the log takes nothing more"};
    }
    const rocksdb::Status status = db_->SyncWAL();
    if (!status.ok()) {
        failed_ = true;
        return to_error(status, "cannot sync the log");
    }
    return {};
}

Result<void> Log::flush() {
    const rocksdb::Status status = db_->Flush({});
    if (!status.ok()) {
        failed_ = true;
        return to_error(status, "cannot write the log");
    }
    return {};
}

Result<std::string> Log::identity() const {
    std::string identity;
    const rocksdb::Status status = db_->GetDbIdentity(identity);
    if (!status.ok()) {
        return to_error(status, "cannot tell which log this is");
    }
    return identity;
}

Result<std::shared_ptr<const Chunk>> Log::read_chunk(std::uint64_t cluster,
                                                     std::uint64_t first_seq) const {
    std::string bytes;
    const std::string key = log_key::of_chunk(cluster, first_seq);
    const rocksdb::Status status = db_->Get({}, key, &bytes);
    if (status.IsNotFound()) {
        return Error{Code::corrupt,
                     fmt::format("the log lacks the chunk that begins with event {}", first_seq)};
    }
    if (!status.ok()) {
        return to_error(status,
                        fmt::format("cannot read the chunk that begins with event {}", first_seq));
    }
    if (seal_ != nullptr) {
        bytes = TRY(seal_->opened(key, bytes));
    }
    return Chunk::parse(std::move(bytes), first_seq, cluster);
}

Result<std::shared_ptr<const Chunk>> Log::chunk(std::uint64_t cluster,
                                                std::uint64_t first_seq) const {
    std::shared_ptr<const Chunk> chunk = recent_.find({cluster, first_seq});
    if (chunk == nullptr) {
        chunk = TRY(read_chunk(cluster, first_seq));
        recent_.add({cluster, first_seq}, chunk);
    }
    return chunk;
}

std::size_t Log::drop_kept() const {
    {
        const std::lock_guard lock(batches_mutex_);
        batches_.clear();
    }
    return recent_.clear() + drop_blocks(*db_);
}

std::shared_ptr<const Chunk> Log::latest_chunk() const {
    return recent_.latest();
}

Result<std::optional<BatchEntry>> Log::batch_at(std::uint64_t seq) const {
    const std::unique_ptr<rocksdb::Iterator> at(db_->NewIterator({}));
    at->SeekForPrev(log_key::of_batch(seq));
    std::optional<std::uint64_t> first =
        at->Valid() ? seq_in(at->key(), log_key::batch) : std::nullopt;
    if (first) {
        BatchEntry entry = TRY(BatchEntry::decode(at->value().ToStringView(), *first));
        if (entry.first_seq + entry.count > seq) {
            return std::optional(std::move(entry));
        }
    }
    at->Seek(log_key::of_batch(seq));
    if (!at->status().ok()) {
        return to_error(at->status(), fmt::format("cannot find event {} in the log", seq));
    }
    first = at->Valid() ? seq_in(at->key(), log_key::batch) : std::nullopt;
    if (!first) {
        return std::optional<BatchEntry>{};
    }
    BatchEntry entry = TRY(BatchEntry::decode(at->value().ToStringView(), *first));
    return std::optional(std::move(entry));
}

Result<std::shared_ptr<const BatchPlaces>> Log::places_at(std::uint64_t seq) const {
    {
        const std::lock_guard lock(batches_mutex_);
        const auto known = std::ranges::find_if(batches_, [&](const auto& batch) {
            return batch->first_seq() <= seq && seq < batch->end_seq();
        });
        if (known != batches_.end()) {
            batches_.splice(batches_.begin(), batches_, known);
            return batches_.front();
        }
    }
    const std::optional<BatchEntry> entry = TRY(batch_at(seq));
    if (!entry) {
        return std::shared_ptr<const BatchPlaces>();
    }
    auto batch = std::make_shared<const BatchPlaces>(*entry);
    const std::lock_guard lock(batches_mutex_);
    batches_.push_front(batch);
    if (batches_.size() > recent_batches_max) {
        batches_.pop_back();
    }
    return std::shared_ptr<const BatchPlaces>(std::move(batch));
}

Result<std::optional<std::string>> Log::get(const std::string& key) const {
    std::string value;
    const rocksdb::Status status =
        db_->Get({}, seal_ == nullptr ? key : seal_->key_in_log(key), &value);
    if (status.IsNotFound()) {
        return std::optional<std::string>{};
    }
    if (!status.ok()) {
        return to_error(status, "cannot read the log");
    }
    if (seal_ != nullptr) {
        value = TRY(seal_->opened(key, value));
    }
    return std::optional(std::move(value));
}

Result<std::string> Log::plain(std::string_view key, std::string_view value) const {
    return seal_ == nullptr ? Result<std::string>(std::string(value)) : seal_->opened(key, value);
}

Hash Log::text_name(std::uint64_t cluster, const Hash& hash) const {
    return seal_ == nullptr ? hash : seal_->text_name(cluster, hash);
}

}  // namespace hence::rocks
