// The index on RocksDB: its options, the batch that one commit becomes (Writer), and the reads.
// Summary rows are merged inside RocksDB (summary_codec.h), so a write reads a row only to learn
// when the row began.
#include "store/rocks/index.h"

#include <algorithm>

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/listener.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>

#include "base/try.h"
#include "store/format/summary_codec.h"
#include "store/rocks/log.h"
#include "store/rocks/names/find_names.h"
#include "store/rocks/names/packed_key.h"

namespace hence::rocks {
namespace {

// Which keys the filters know: see index_key::filtered_size.
class Filtered : public rocksdb::SliceTransform {
public:
    const char* Name() const override { return "hence.filtered.1"; }
    rocksdb::Slice Transform(const rocksdb::Slice& key) const override {
        return {key.data(), index_key::filtered_size(key.ToStringView())};
    }
    bool InDomain(const rocksdb::Slice& key) const override {
        return index_key::filtered_size(key.ToStringView()) > 0;
    }
};

class BeforeFlush : public rocksdb::EventListener {
public:
    explicit BeforeFlush(std::function<void()> call) : call_(std::move(call)) {}
    void OnFlushBegin(rocksdb::DB* /*db*/, const rocksdb::FlushJobInfo& /*info*/) override {
        call_();
    }

private:
    std::function<void()> call_;
};

rocksdb::Options index_options(rocksdb::Env* env) {
    rocksdb::Options options = common_options(env);
    options.create_if_missing = true;
    options.write_buffer_size = std::size_t{48} << 20;
    options.max_write_buffer_number = 3;
    options.memtable_prefix_bloom_size_ratio = 0.05;
    // A batch comes in the order of its keys (SortedBatch).
    options.memtable_insert_with_hint_prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(1));
    // Ids are mostly random, so that a new table meets all of every older one: few tables that are
    // put together when they are of one size are written anew less often than levels.
    options.compaction_style = rocksdb::kCompactionStyleUniversal;
    options.compaction_options_universal.max_size_amplification_percent = never;
    options.level0_file_num_compaction_trigger = 8;
    options.level0_slowdown_writes_trigger = 40;
    options.level0_stop_writes_trigger = 60;
    options.compression = rocksdb::kZSTD;
    options.compression_opts.level = 1;
    options.merge_operator = summary_merge_operator();
    options.prefix_extractor = std::make_shared<Filtered>();
    rocksdb::BlockBasedTableOptions table;
    table.block_size = std::size_t{8} << 10;
    table.format_version = 5;
    table.checksum = rocksdb::kXXH3;  // Several times faster than CRC32C without its instruction.
    table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
    table.whole_key_filtering = false;
    // Filters stay with their open files, outside of the cache: in it they push each other out, and
    // reading one again costs more than a thousand look-ups.
    table.block_cache = rocksdb::NewLRUCache(std::size_t{48} << 20);
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    return options;
}

const std::string& watermark_key() {
    static const std::string key(1, index_key::watermark);
    return key;
}

// Past every key that begins with `prefix`. Our prefixes never end in 0xFF.
std::string after_prefix(std::string prefix) {
    prefix.back() = static_cast<char>(prefix.back() + 1);
    return prefix;
}

template <class Value, class Decode>
Result<std::optional<Value>> get(rocksdb::DB& db, const std::string& key, Decode decode,
                                 const rocksdb::ReadOptions& options = {}) {
    rocksdb::PinnableSlice bytes;
    const rocksdb::Status status = db.Get(options, db.DefaultColumnFamily(), key, &bytes);
    if (status.IsNotFound()) {
        return std::optional<Value>{};
    }
    if (!status.ok()) {
        return to_error(status, "cannot read the index");
    }
    Value value = TRY(decode(bytes.ToStringView()));
    return std::optional<Value>(std::move(value));
}

using Visit = std::function<Result<bool>(std::string_view, std::string_view)>;
// Calls `visit` with each key (behind the prefix) and value, until it returns false.
Result<void> each_with_prefix(rocksdb::DB& db, const std::string& prefix, const std::string& from,
                              const Visit& visit, rocksdb::ReadOptions options = {}) {
    options.total_order_seek = true;
    const std::string end = after_prefix(prefix);
    const rocksdb::Slice end_slice(end);
    options.iterate_upper_bound = &end_slice;
    const std::unique_ptr<rocksdb::Iterator> at(db.NewIterator(options));
    for (at->Seek(from); at->Valid(); at->Next()) {
        const bool more =
            TRY(visit(at->key().ToStringView().substr(prefix.size()), at->value().ToStringView()));
        if (!more) {
            return {};
        }
    }
    if (!at->status().ok()) {
        return to_error(at->status(), "cannot read the index");
    }
    return {};
}

// A row whose events have all been taken back is none.
Result<std::optional<Summary>> counted(Result<std::optional<Summary>> found) {
    if (found && *found) {
        (*found)->forget_taken_back();
        if ((*found)->events == 0) {
            *found = std::nullopt;
        }
    }
    return found;
}

}  // namespace

Result<std::unique_ptr<Index>> Index::open(const std::string& path, rocksdb::Env* env,
                                           const std::string& log,
                                           std::function<void()> before_flush) {
    rocksdb::Options options = index_options(env);
    options.listeners.push_back(std::make_shared<BeforeFlush>(std::move(before_flush)));
    rocksdb::DB* opened = nullptr;
    const rocksdb::Status status = rocksdb::DB::Open(options, path, &opened);
    if (!status.ok()) {
        return to_error(status, fmt::format("cannot open {}", path));
    }
    auto index = std::make_unique<Index>(std::unique_ptr<rocksdb::DB>(opened), path);
    const std::optional<Watermark> mark =
        TRY(get<Watermark>(*opened, watermark_key(), decode_watermark));
    if (mark && mark->log != log) {
        return Error{Code::corrupt, fmt::format("{} is the index of another log", path)};
    }
    index->watermark_ = mark.value_or(Watermark{0, {}, log});
    index->rare_ = index->watermark_.rare;
    rocksdb::Status loaded = index->id_ends_.load(*opened);
    loaded = loaded.ok() ? index->sheets_.load(*opened, index->applied()) : loaded;
    if (!loaded.ok()) {
        return index->failed(loaded);
    }
    const std::string unfinished(1, index_key::unfinished);
    TRY(each_with_prefix(*opened, unfinished, unfinished, [&](auto, auto) -> Result<bool> {
        index->any_unfinished_ = true;
        return false;
    }));
    return index;
}

Result<void> Index::destroy(const std::string& path, rocksdb::Env* env) {
    const rocksdb::Status status = rocksdb::DestroyDB(path, index_options(env));
    if (!status.ok()) {
        return to_error(status, fmt::format("cannot remove {}", path));
    }
    return {};
}

Index::~Index() {
    // Additions that are not flushed are derived again from the log, so a failure here is ignored.
    rocksdb::Env* const env = db_->GetEnv();
    if (!damaged_) {
        rocksdb::FlushOptions options;
        options.allow_write_stall = true;
        db_->Flush(options).PermitUncheckedError();
    }
    db_->Close().PermitUncheckedError();
    db_ = nullptr;
    if (damaged_) {
        rocksdb::DestroyDB(path_, index_options(env)).PermitUncheckedError();
    }
}

std::size_t Index::drop_kept() const {
    return drop_blocks(*db_);
}

Error Index::failed(const rocksdb::Status& status) const {
    damaged_ = damaged_ || status.IsCorruption();
    return to_error(status, "cannot read the index");
}

Result<bool> Index::is_completed(std::uint64_t seq) const {
    std::string unused;
    const rocksdb::Status status = db_->Get({}, index_key::of_completed(seq), &unused);
    return status.ok() || status.IsNotFound() ? Result<bool>(status.ok()) : failed(status);
}

Result<std::vector<std::uint64_t>> Index::completed(std::uint64_t first, std::uint64_t last) const {
    std::vector<std::uint64_t> seqs;
    const std::string prefix(1, index_key::completed);
    const auto visit = [&](std::string_view key, std::string_view) -> Result<bool> {
        const std::uint64_t seq = ByteReader(key).be64();
        if (seq <= last) {
            seqs.push_back(seq);
        }
        return seq <= last;
    };
    TRY(seen(each_with_prefix(*db_, prefix, index_key::of_completed(first), visit)));
    return seqs;
}

Result<std::optional<Place>> Index::place_of(std::string_view id) const {
    return seen(get<Place>(*db_, packed_key(index_key::of_id(id)), decode_place));
}

Result<std::vector<std::optional<Place>>> Index::places_of(
    const std::vector<std::string_view>& ids) const {
    std::vector<std::string> names;
    std::vector<rocksdb::Slice> keys;
    names.reserve(ids.size());
    for (const std::string_view id : ids) {
        names.push_back(packed_key(index_key::of_id(id)));
    }
    keys.assign(names.begin(), names.end());
    std::vector<rocksdb::PinnableSlice> values(ids.size());
    std::vector<rocksdb::Status> statuses(ids.size());
    db_->MultiGet({}, db_->DefaultColumnFamily(), keys.size(), keys.data(), values.data(),
                  statuses.data());
    std::vector<std::optional<Place>> places(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (statuses[i].ok()) {
            places[i] = TRY(decode_place(values[i].ToStringView()));
        } else if (!statuses[i].IsNotFound()) {
            return failed(statuses[i]);
        }
    }
    return places;
}

Result<std::optional<Place>> Index::text_place(const Hash& hash) const {
    return seen(get<Place>(*db_, index_key::of_text(hash), decode_place));
}

Result<std::optional<std::uint64_t>> Index::cluster(std::string_view name) const {
    const auto decode = [](std::string_view value) -> Result<std::uint64_t> {
        return ByteReader(value).varint();
    };
    return seen(get<std::uint64_t>(*db_, index_key::of_cluster(name), decode));
}

Result<std::optional<Summary>> Index::row(Space space, std::string_view id,
                                          std::string_view session) const {
    return counted(seen(get<Summary>(*db_, index_key::of_row(space, id, session), decode_summary)));
}

Result<std::vector<Summary>> Index::rows(Space space, const Summary* after,
                                         std::size_t limit) const {
    std::vector<Summary> rows;
    const std::string prefix = index_key::of_row_order_space(space);
    std::string from = prefix;
    if (after != nullptr) {
        from = index_key::of_row_order(space, after->first, after->id, after->session);
        from.push_back('\0');  // Just behind it.
    }
    // The order and the rows of one moment: a row that moves meanwhile would be met nowhere.
    rocksdb::ManagedSnapshot moment(db_.get());
    rocksdb::ReadOptions options;
    options.snapshot = moment.snapshot();
    const auto visit = [&](std::string_view key, std::string_view value) -> Result<bool> {
        if (rows.size() >= limit) {
            return false;
        }
        ByteReader in(value);
        const std::string_view id = in.text();
        const std::string_view session = in.text();
        std::optional<Summary> found = TRY(counted(
            get<Summary>(*db_, index_key::of_row(space, id, session), decode_summary, options)));
        if (found) {
            const std::string current =
                index_key::of_row_order(space, found->first, found->id, found->session);
            if (std::string_view(current).substr(prefix.size()) == key) {
                rows.push_back(std::move(*found));
            }
        }
        return true;
    };
    TRY(seen(each_with_prefix(*db_, prefix, from, visit, options)));
    return rows;
}

Result<std::vector<Summary>> Index::rows_of_run(std::string_view run) const {
    std::vector<Summary> rows;
    const std::string prefix = index_key::of_rows_of_run(run);
    const auto visit = [&](std::string_view, std::string_view value) -> Result<bool> {
        Summary row = TRY(decode_summary(value));
        if (row.events != 0) {
            row.forget_taken_back();
            rows.push_back(std::move(row));
        }
        return true;
    };
    TRY(seen(each_with_prefix(*db_, prefix, prefix, visit)));
    return rows;
}

Result<std::vector<std::string>> Index::runs_of(std::string_view session) const {
    std::vector<std::string> runs;
    const std::string prefix = index_key::of_runs(session);
    const auto visit = [&](std::string_view, std::string_view run) -> Result<bool> {
        runs.emplace_back(run);
        return true;
    };
    TRY(seen(each_with_prefix(*db_, prefix, prefix, visit)));
    return runs;
}

Result<std::vector<std::string>> Index::names_like(Space space, std::string_view part,
                                                   std::size_t limit) const {
    std::vector<std::string> names;
    const rocksdb::Status status = find_names(*db_, id_ends_, {space, part, limit}, names);
    if (!status.ok()) {
        return failed(status);
    }
    return names;
}

// A sheet that was written for later events is left out, and so is what took the place of an event
// later: the answer is that of one moment.
Result<Sheets> Index::sheets(std::uint64_t last_seq) const {
    Sheets sheets;
    sheets.last_seq = last_seq;
    const rocksdb::Status status = list_sheets(*db_, sheets.places);
    if (!status.ok()) {
        return failed(status);
    }
    std::erase_if(sheets.places,
                  [&](const SheetPlace& place) { return place.last_seq > last_seq; });
    const std::string prefix(1, index_key::completed);
    const auto visit = [&](std::string_view key, std::string_view commit) -> Result<bool> {
        if (ByteReader(commit).varint() <= last_seq) {
            sheets.replaced.push_back(ByteReader(key).be64());
        }
        return true;
    };
    TRY(seen(each_with_prefix(*db_, prefix, prefix, visit)));
    return sheets;
}

Result<std::string> Index::sheet(SheetKind kind, std::uint64_t last_seq) const {
    rocksdb::ReadOptions options;
    options.fill_cache = false;  // Sheets are read all at once, and would push out everything else.
    std::string bytes;
    const rocksdb::Status status = db_->Get(options, sheet_key(kind, last_seq), &bytes);
    if (status.IsNotFound()) {
        return Error{Code::not_found, "the store was opened again while it was read", "ask again"};
    }
    return status.ok() ? Result<std::string>(std::move(bytes)) : failed(status);
}

// One walk for all: making one costs as much as several steps of it, which go in the order of keys.
Result<std::vector<bool>> Index::may_hold(const std::vector<KeyView>& keys) const {
    std::vector<std::pair<std::string, std::size_t>> prefixes;
    prefixes.reserve(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        std::string prefix;
        index_key::put_posting_prefix(prefix, keys[i].space, keys[i].value);
        prefixes.emplace_back(packed_key(prefix), i);
    }
    std::ranges::sort(prefixes);
    std::vector<bool> held(keys.size(), false);
    const std::unique_ptr<rocksdb::Iterator> at = walk(Direction::forward);
    for (const auto& [prefix, i] : prefixes) {
        at->Seek(prefix);
        held[i] = at->Valid() && at->key().ToStringView().starts_with(prefix);
        if (!at->status().ok()) {
            return failed(at->status());
        }
    }
    return held;
}

bool Index::has_postings(const std::string& prefix) const {
    const std::unique_ptr<rocksdb::Iterator> at = walk(Direction::forward);
    at->Seek(prefix);
    return at->Valid() || !at->status().ok();  // Whoever walks on meets the error.
}

std::unique_ptr<rocksdb::Iterator> Index::walk(Direction direction) const {
    rocksdb::ReadOptions options;
    // Going forward, the filters tell which files hold nothing of the key.
    options.prefix_same_as_start = direction == Direction::forward;
    options.total_order_seek = direction == Direction::backward;
    return std::unique_ptr<rocksdb::Iterator>(db_->NewIterator(options));
}

}  // namespace hence::rocks
