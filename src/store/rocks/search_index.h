// The search index on disk: a RocksDB database beside the log, of segments that never change.
//
// It is derived from the log like the other index, and may be thrown away at any time. A segment is
// written whole and flushed; one that is not full is written again under the same number when it
// has grown. What is in no segment yet is read from the log when the store is opened, so losing the
// last write loses no answer.
// Must never happen: a segment holds an event that the log on disk lacks. So the log is synced
// before a segment is written, and an index in which damage was read is removed when it closes.
// One thread writes; any number of threads read.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <rocksdb/db.h>

#include "hence/result.h"
#include "store/format/watermark.h"
#include "store/search/matches.h"
#include "store/search/segment.h"
#include "store/search/segment_store.h"

namespace hence::rocks {

class SearchIndex final : public SegmentStore {
public:
    // Fails with corrupt when it is of another version or another log; then destroy it and open
    // again.
    static Result<std::unique_ptr<SearchIndex>> open(const std::string& path, rocksdb::Env* env,
                                                     const std::string& log);
    static Result<void> destroy(const std::string& path, rocksdb::Env* env);

    SearchIndex(std::unique_ptr<rocksdb::DB> db, std::string path, std::string log)
        : db_(std::move(db)), path_(std::move(path)), log_(std::move(log)) {}
    ~SearchIndex() override;
    SearchIndex(const SearchIndex&) = delete;
    SearchIndex& operator=(const SearchIndex&) = delete;

    std::size_t drop_kept() const override;
    Result<std::vector<Segment>> segments() const override;
    Result<void> write(const SegmentBuilder& segment, std::string_view last_id) override;
    Result<void> load(std::uint64_t first_seq, SegmentBuilder& segment) const override;
    Result<std::unique_ptr<MatchRows>> rows(std::uint64_t first_seq) const override;
    Result<Evaluation> evaluate(std::uint64_t first_seq, const WordQuery& query) const override;
    void found_damaged() const override { damaged_ = true; }

private:
    class StoredTerms;

    Result<void> read_segments();
    Result<std::string> get(const std::string& key) const;
    Error failed(const rocksdb::Status& status) const;
    template <class T>
    Result<T> seen(Result<T> result) const {
        damaged_ = damaged_ || (!result && result.error().code == Code::corrupt);
        return result;
    }

    std::unique_ptr<rocksdb::DB> db_;
    std::string path_;
    std::string log_;
    mutable std::atomic<bool> damaged_ = false;

    mutable std::mutex mutex_;  // Of the list.
    std::vector<Segment> segments_;
};

}  // namespace hence::rocks
