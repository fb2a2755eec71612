// The index: a RocksDB database that finds events by their keys.
//
// The log is the record; the index is derived from it and may be thrown away at any time. It maps
// an id, a text or the name of a cluster to a place in the log, a key to its postings (posting.h),
// and a session, run, agent or correlation to its summary row. It has no write-ahead log of its
// own: each batch of additions carries the watermark, so an index that loses its last writes is
// merely shorter, and opening the store derives the rest again from the log. A second write-ahead
// log would cost a sync for each commit and would protect nothing that the log does not have.
// Must never happen: the index on disk points at something that the log on disk lacks. So the log
// is synced before each flush of the index (`before_flush`), and an index in which damage was read
// is deleted when it closes. One thread applies additions; any number of threads read.
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
#include "store/format/additions.h"
#include "store/format/layout.h"
#include "store/format/posting.h"
#include "store/format/watermark.h"
#include "store/rocks/names/id_ends.h"
#include "store/rocks/sheets/sheet_keeper.h"

namespace hence::rocks {

class Index {
public:
    // `before_flush` runs before any part of the index reaches the disk: the log that the index
    // points to must be there first. Fails when the index cannot be opened, and with corrupt when
    // it is the index of another log than `log`; then destroy it and open again.
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

    // Whether an event of this sort was ever noted: of all that are here, and of all that will be.
    bool may_have(Rare rare) const { return (rare_ & bit_of(rare)) != 0; }
    // To be called before events are acknowledged, by any thread.
    void note_rare(const Additions& additions);

    // One thread at a time.
    Result<void> apply(const Additions& additions);

    Result<std::optional<Place>> place_of(std::string_view id) const;
    // One answer for each id.
    Result<std::vector<std::optional<Place>>> places_of(
        const std::vector<std::string_view>& ids) const;
    // Whether another event took the place of the unfinished or settled one of this seq.
    Result<bool> is_completed(std::uint64_t seq) const;
    // All such events of [first, last].
    Result<std::vector<std::uint64_t>> completed(std::uint64_t first, std::uint64_t last) const;
    Result<std::optional<Place>> text_place(const Hash& hash) const;
    Result<std::optional<std::uint64_t>> cluster(std::string_view name) const;
    Result<std::optional<Summary>> row(Space space, std::string_view id,
                                       std::string_view session) const;
    Result<std::vector<Summary>> rows(Space space, const Summary* after, std::size_t limit) const;
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const;
    Result<std::vector<std::string>> runs_of(std::string_view session) const;
    Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                std::size_t limit) const;

    // Drops the blocks that were read. Returns how many bytes that were.
    std::size_t drop_kept() const;

    // The sheets of events up to `last_seq`, and one sheet.
    Result<Sheets> sheets(std::uint64_t last_seq) const;
    Result<std::string> sheet(SheetKind kind, std::uint64_t last_seq) const;
    // How sheets are kept. To be called before `apply`.
    SheetKeeper& sheet_keeper() { return sheets_; }

    // Of each key, whether it has any posting.
    Result<std::vector<bool>> may_hold(const std::vector<KeyView>& keys) const;
    // Whether a key with this prefix has any posting.
    bool has_postings(const std::string& prefix) const;
    // Walks the postings of a key, from where it is put.
    std::unique_ptr<rocksdb::Iterator> walk(Direction direction) const;
    // The error of a walk that failed; notes damage.
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
    std::atomic<RareBits> rare_ = 0;
    IdEnds id_ends_;
    SheetKeeper sheets_;
    // When the rows that were written lately begin, so that a row is put in order once.
    ByText<Time> row_firsts_;
    // Whether any event may be unfinished: only then is each new one looked up.
    bool any_unfinished_ = false;
};

}  // namespace hence::rocks
