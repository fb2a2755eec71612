// Keys: 'V': the version; 'X', the first seq of a segment, and then 'B' and the first word of a
// block, the name of a part of the columns (columns.h), or 'S': its last event. A segment's keys
// lie together, so that RocksDB never has to merge two of them.
#include "store/rocks/search_index.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/table.h>

#include "base/bytes.h"
#include "base/try.h"
#include "store/rocks/log.h"

namespace hence::rocks {
namespace {

// How much of a segment is written at a time.
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

rocksdb::Options search_options(rocksdb::Env* env) {
    rocksdb::Options options = common_options(env);
    options.create_if_missing = true;
    options.write_buffer_size = std::size_t{64} << 20;
    options.max_write_buffer_number = 2;
    options.compression = rocksdb::kZSTD;
    rocksdb::BlockBasedTableOptions table;
    table.block_size = std::size_t{4} << 10;
    table.format_version = 5;
    table.checksum = rocksdb::kXXH3;  // Several times faster than CRC32C without its instruction.
    table.block_cache = rocksdb::NewLRUCache(std::size_t{16} << 20);
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    return options;
}

// What all keys of a segment begin with.
std::string segment_prefix(std::uint64_t first_seq) {
    std::string key = "X";
    put_be64(key, first_seq);
    return key;
}

std::string block_prefix(std::uint64_t first_seq) {
    return segment_prefix(first_seq) + 'B';
}

std::string version_value() {
    std::string value;
    put_varint(value, search_version);
    return value;
}

// One by one, and no range: where RocksDB cannot begin a file, it ends the process once a range was
// deleted and the index is closed.
rocksdb::Status delete_each(rocksdb::DB& db, const std::string& prefix,
                            rocksdb::WriteBatch& batch) {
    const std::unique_ptr<rocksdb::Iterator> at(db.NewIterator({}));
    rocksdb::Status status;
    for (at->Seek(prefix); status.ok() && at->Valid() && at->key().starts_with(prefix);
         at->Next()) {
        status = batch.Delete(at->key());
    }
    return status.ok() ? at->status() : status;
}

}  // namespace

// The blocks of one stored segment.
class SearchIndex::StoredTerms final : public TermSource {
public:
    StoredTerms(const SearchIndex& index, std::uint64_t first_seq)
        : index_(index), prefix_(block_prefix(first_seq)) {
        rocksdb::ReadOptions options;
        blocks_.reset(index.db_->NewIterator(options));
    }

    Result<void> add_docs(std::string_view term, DocSet& docs) const override {
        blocks_->SeekForPrev(prefix_ + std::string(term));
        if (is_here()) {
            TermReader words(blocks_->value().ToStringView());
            for (bool more = TRY(words.next()); more && words.term() <= term;) {
                if (words.term() == term) {
                    return add_postings(words.postings(), docs);
                }
                more = TRY(words.next());
            }
        }
        return checked();
    }

    Result<void> add_docs_of_prefix(std::string_view prefix, DocSet& docs) const override {
        blocks_->SeekForPrev(prefix_ + std::string(prefix));
        if (!is_here()) {
            blocks_->Seek(prefix_);
        }
        for (; is_here(); blocks_->Next()) {
            const std::string_view first = blocks_->key().ToStringView().substr(prefix_.size());
            if (first > prefix && !first.starts_with(prefix)) {
                break;
            }
            TermReader words(blocks_->value().ToStringView());
            for (bool more = TRY(words.next()); more;) {
                if (words.term().starts_with(prefix)) {
                    TRY(add_postings(words.postings(), docs));
                }
                more = TRY(words.next());
            }
        }
        return checked();
    }

private:
    bool is_here() const {
        return blocks_->Valid() && blocks_->key().ToStringView().starts_with(prefix_);
    }
    Result<void> checked() const {
        return blocks_->status().ok() ? Result<void>() : index_.failed(blocks_->status());
    }

    const SearchIndex& index_;
    std::string prefix_;
    std::unique_ptr<rocksdb::Iterator> blocks_;
};

Result<std::unique_ptr<SearchIndex>> SearchIndex::open(const std::string& path, rocksdb::Env* env,
                                                       const std::string& log) {
    rocksdb::DB* opened = nullptr;
    const rocksdb::Status status = rocksdb::DB::Open(search_options(env), path, &opened);
    if (!status.ok()) {
        return to_error(status, fmt::format("cannot open {}", path));
    }
    auto index = std::make_unique<SearchIndex>(std::unique_ptr<rocksdb::DB>(opened), path, log);
    std::string version;
    const rocksdb::Status found = opened->Get({}, "V", &version);
    if (found.IsNotFound()) {
        const rocksdb::Status put = opened->Put({}, "V", version_value());
        return put.ok() ? Result<std::unique_ptr<SearchIndex>>(std::move(index))
                        : index->failed(put);
    }
    if (!found.ok() || version != version_value()) {
        return Error{Code::corrupt, fmt::format("{} is of another version", path)};
    }
    TRY(index->read_segments());
    return index;
}

Result<void> SearchIndex::destroy(const std::string& path, rocksdb::Env* env) {
    const rocksdb::Status status = rocksdb::DestroyDB(path, search_options(env));
    return status.ok() ? Result<void>() : to_error(status, fmt::format("cannot remove {}", path));
}

SearchIndex::~SearchIndex() {
    rocksdb::Env* const env = db_->GetEnv();
    db_->Close().PermitUncheckedError();
    db_ = nullptr;
    if (damaged_) {
        rocksdb::DestroyDB(path_, search_options(env)).PermitUncheckedError();
    }
}

Error SearchIndex::failed(const rocksdb::Status& status) const {
    damaged_ = damaged_ || status.IsCorruption();
    return to_error(status, "cannot read the search index");
}

Result<std::string> SearchIndex::get(const std::string& key) const {
    std::string value;
    const rocksdb::Status status = db_->Get({}, key, &value);
    if (status.IsNotFound()) {
        return Error{Code::corrupt, fmt::format("{} lacks a part of a segment", path_)};
    }
    return status.ok() ? Result<std::string>(std::move(value)) : failed(status);
}

// From one to the next: all keys in between are parts.
Result<void> SearchIndex::read_segments() {
    const std::unique_ptr<rocksdb::Iterator> at(db_->NewIterator({}));
    for (at->Seek("X"); at->Valid() && at->key().starts_with("X");) {
        const std::uint64_t first = ByteReader(at->key().ToStringView().substr(1)).be64();
        const std::string mark = TRY(get(segment_prefix(first) + 'S'));
        Watermark last = TRY(decode_watermark(mark));
        const std::uint64_t expected = segments_.empty() ? 1 : segments_.back().last.seq + 1;
        if (first != expected || last.log != log_ || last.seq < first ||
            last.seq - first >= segment_docs_max) {
            return Error{Code::corrupt, fmt::format("{} is of another log", path_)};
        }
        at->Seek(segment_prefix(first + 1));
        segments_.push_back({first, std::move(last)});
    }
    return at->status().ok() ? Result<void>() : failed(at->status());
}

std::size_t SearchIndex::drop_kept() const {
    return drop_blocks(*db_);
}

Result<std::vector<SearchIndex::Segment>> SearchIndex::segments() const {
    const std::lock_guard lock(mutex_);
    return segments_;
}

// In pieces, since a whole segment would be held a third time. Nobody reads a segment while it is
// written, and nothing of it reaches the disk before the flush: it fits the write buffer. What
// becomes of it should that be otherwise is a segment without its last event, which is noticed when
// the index is opened.
Result<void> SearchIndex::write(const SegmentBuilder& segment, std::string_view last_id) {
    const std::uint64_t first = segment.rows().first_seq();
    const Watermark last{segment.next_seq() - 1, std::string(last_id), log_};
    rocksdb::WriteOptions options;
    options.disableWAL = true;
    rocksdb::WriteBatch batch;
    const std::string prefix = segment_prefix(first);
    rocksdb::Status status = delete_each(*db_, prefix, batch);
    const auto put = [&](const std::string& key, std::string_view value) {
        status = status.ok() ? batch.Put(key, value) : status;
        if (status.ok() && batch.GetDataSize() >= piece_bytes) {
            status = db_->Write(options, &batch);
            batch.Clear();
        }
    };
    const std::string blocks = block_prefix(first);
    segment.each_block([&](std::string_view term, const std::string& block) {
        put(blocks + std::string(term), block);
    });
    segment.rows().each_part(
        [&](const std::string& part, const std::string& bytes) { put(prefix + part, bytes); });
    put(prefix + 'S', encode_watermark(last));
    status = status.ok() ? db_->Write(options, &batch) : status;
    status = status.ok() ? db_->Flush({}) : status;
    if (!status.ok()) {
        return to_error(status, "cannot write the search index");
    }
    const std::lock_guard lock(mutex_);
    std::erase_if(segments_, [&](const Segment& other) { return other.first_seq == first; });
    segments_.push_back({first, last});
    return {};
}

Result<void> SearchIndex::load(std::uint64_t first_seq, SegmentBuilder& segment) const {
    const std::unique_ptr<MatchRows> stored = TRY(rows(first_seq));
    MatchRowsBuilder builder = TRY(seen(MatchRowsBuilder::from(*stored)));
    segment.take_rows(std::move(builder));
    const std::string prefix = block_prefix(first_seq);
    const std::unique_ptr<rocksdb::Iterator> at(db_->NewIterator({}));
    for (at->Seek(prefix); at->Valid() && at->key().starts_with(prefix); at->Next()) {
        TRY(seen(segment.take_block(at->value().ToStringView())));
    }
    return at->status().ok() ? Result<void>() : failed(at->status());
}

Result<std::unique_ptr<MatchRows>> SearchIndex::rows(std::uint64_t first_seq) const {
    return seen(MatchRows::open(
        first_seq, [this, prefix = segment_prefix(first_seq)](const std::string& part) {
            return get(prefix + part);
        }));
}

Result<Evaluation> SearchIndex::evaluate(std::uint64_t first_seq, const WordQuery& query) const {
    return seen(hence::evaluate(query, StoredTerms(*this, first_seq)));
}

}  // namespace hence::rocks
