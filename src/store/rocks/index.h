// The index: what is found under which key. Derived from the log, and disposable: it has no
// write-ahead log, says itself how far it got, and is brought up to date from the log when opened.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include "base/by_text.h"
#include "base/hash.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/store.h"
#include "model/keys.h"
#include "store/rocks/layout.h"
#include "store/rocks/posting.h"
#include "store/rocks/watermark.h"

namespace hence::rocks {

struct Stored {
    Event event;
    Place place;
};

// What one commit adds.
struct Additions {
    std::vector<Stored> events;
    std::vector<std::pair<Hash, Place>> texts;                    // Only cluster and chunk count.
    std::vector<std::pair<std::string, std::uint64_t>> clusters;  // Name and number, new ones.
    std::uint64_t last_seq = 0;
};

class Index {
public:
    // `before_flush` runs before anything of the index reaches the disk: the log it points to must
    // be there first. Fails when what is there cannot be opened; then destroy and open again.
    // An index of another log than `log` fails with corrupt.
    static Result<std::unique_ptr<Index>> open(const std::string& path, rocksdb::Env* env,
                                               const std::string& log,
                                               std::function<void()> before_flush);
    static Result<void> destroy(const std::string& path, rocksdb::Env* env);

    Index(std::unique_ptr<rocksdb::DB> db, std::string path)
        : db_(std::move(db)), path_(std::move(path)) {}
    // An index in which damage was met is removed: the next to open it builds another.
    ~Index();
    Index(const Index&) = delete;
    Index& operator=(const Index&) = delete;

    // Up to which event everything is here.
    std::uint64_t applied() const { return watermark_.seq; }
    const Watermark& watermark() const { return watermark_; }

    // One thread at a time.
    Result<void> apply(const Additions& additions);

    Result<std::optional<Place>> place_of(std::string_view id) const;
    // One answer for each id.
    Result<std::vector<std::optional<Place>>> places_of(
        const std::vector<std::string_view>& ids) const;
    Result<std::optional<Place>> text_place(const Hash& hash) const;
    Result<std::optional<std::uint64_t>> cluster(std::string_view name) const;
    Result<std::optional<Summary>> row(Space space, std::string_view id,
                                       std::string_view session) const;
    Result<std::vector<Summary>> rows(Space space, const Summary* after, std::size_t limit) const;
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const;
    Result<std::vector<std::string>> runs_of(std::string_view session) const;
    Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                std::size_t limit) const;

    // Whether a key with this prefix has any posting.
    bool has_postings(const std::string& prefix) const;
    // Walks the postings of a key, from where it is put.
    std::unique_ptr<rocksdb::Iterator> walk(Direction direction) const;
    // What became of a walk or a read that failed.
    Error failed(const rocksdb::Status& status) const;

private:
    class Writer;

    template <class T>
    Result<T> seen(Result<T> result) const {
        damaged_ = damaged_ || (!result && result.error().code == Code::corrupt);
        return result;
    }

    std::unique_ptr<rocksdb::DB> db_;
    std::string path_;
    mutable std::atomic<bool> damaged_ = false;
    Watermark watermark_;
    // Of rows written lately, when they begin, so that a row is put in order once.
    ByText<Time> row_firsts_;
};

}  // namespace hence::rocks
