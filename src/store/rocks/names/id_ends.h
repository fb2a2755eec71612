// The ends of event ids: what finds an event by the last characters of its id.
//
// One key for each event would double the keys of the index and cost a fifth of the processor time
// of an append. So ends are kept in runs: the entries of some 65,536 events, sorted, in blocks of
// some hundred. A question looks at one block of each run, which is little even among millions of
// events. The newest entries, which fill no run yet, are held in memory, and lie in the index by
// commit until their run is written, so that opening the index reads them again. Everything is
// written with the batch of the commit that it belongs to, so it can be neither ahead nor behind.
// One thread puts; any number of threads read.
//
//     run      `d`, `r`, be64 number from 1, the first entry of the block
//     newest   `d`, `u`, be64 number of its run, be64 count of entries before it
//     block    for each entry varint (bytes shared with the one before), then text of the rest
//     entry    index_key::of_id_tail, or index_key::of_names_reversed and the id in reverse
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

namespace hence::rocks {

class IdEnds {
public:
    // A run is closed once it has this many entries.
    explicit IdEnds(std::size_t run_entries = std::size_t{1} << 16) : run_entries_(run_entries) {}

    // Reads the newest entries. Fails with corruption.
    rocksdb::Status load(rocksdb::DB& db);

    // Adds to `batch` what finds these ids; `written` says that the batch was.
    rocksdb::Status put(rocksdb::WriteBatch& batch, const std::vector<std::string_view>& ids);
    void written();

    // Calls `visit` with each of the newest entries that begin with `prefix`, in no order. Runs may
    // have some of them as well. To be called before a walk over the runs, so that no entry moves
    // from here to there unseen.
    void each_newest(std::string_view prefix,
                     const std::function<void(std::string_view)>& visit) const;

private:
    std::vector<std::string_view> in_order() const;

    std::size_t run_entries_;
    std::uint64_t run_ = 1;  // The number of the run that is being filled.
    mutable std::mutex mutex_;
    std::string newest_;  // Texts.
    std::size_t newest_count_ = 0;
    std::vector<std::string> newest_keys_;  // Where they lie in the index.
    // What is written with the batch that was put last.
    std::string put_;
    std::size_t put_count_ = 0;
    std::string put_key_;
    bool closes_run_ = false;
};

// Walks over the entries of all runs that begin with `prefix`.
class EndsWalk {
public:
    EndsWalk(rocksdb::DB& db, std::string prefix);

    // False at the end, and after an error.
    bool next();
    std::string_view entry() const { return entry_; }
    const rocksdb::Status& status() const { return status_; }

private:
    bool open_run();
    bool next_in_block();

    std::string prefix_;
    std::unique_ptr<rocksdb::Iterator> at_;
    rocksdb::Status status_;
    std::uint64_t run_ = 0;
    bool in_run_ = false;
    std::string_view rest_;  // Of the block; the iterator holds it.
    std::string entry_;
};

}  // namespace hence::rocks
