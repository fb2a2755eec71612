// Keeps the sheets of an index (store/format/sheet.h): collects events, and writes a sheet for each
// 16,384 of them.
//
// Rows are collected in memory while commits are indexed. A sheet is written with the batch of the
// commit that fills it, so sheets are neither ahead of the index nor behind it, but for the newest
// events, which whoever asks reads from the log. An index that is opened again has lost the rows it
// had collected: they are read from the log once, when their sheet is due. To keep them in the
// index would cost a second write for each event.
// Must never happen: a sheet that lacks an event of its range. One thread puts; any number of
// threads read the sheets themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include "hence/result.h"
#include "hence/store.h"
#include "store/format/additions.h"
#include "store/format/sheet.h"

namespace hence::rocks {

// Where events are read that were indexed before: both ends inclusive.
using ReadIndexed = std::function<Result<std::unique_ptr<Cursor>>(std::uint64_t, std::uint64_t)>;

class SheetKeeper {
public:
    // Finds out where the last sheet ends. `applied` is the last event that is indexed.
    rocksdb::Status load(rocksdb::DB& db, std::uint64_t applied);
    void read_with(ReadIndexed read) { read_ = std::move(read); }
    // After how many events a sheet is written: fewer in tests only.
    void fill_at(std::uint64_t events) { sheet_events_ = events; }

    // Adds to `batch` the sheet that these events fill, if they do. Where the log does not give
    // what is missing, the index goes on without further sheets: questions then read the log, and
    // meet its damage themselves.
    rocksdb::Status put(rocksdb::WriteBatch& batch, const Additions& additions);

private:
    Result<void> read_missing();

    std::uint64_t sheet_events_ = sheet_events_max;
    std::uint64_t last_sheet_ = 0;  // Ends with this event.
    std::uint64_t missing_to_ = 0;  // Events behind the last sheet, up to this one, are not here.
    std::unique_ptr<SheetBuilder> builder_ = std::make_unique<SheetBuilder>();
    ReadIndexed read_;
    bool given_up_ = false;
};

// The sheets of an index, less which events were replaced.
rocksdb::Status list_sheets(rocksdb::DB& db, std::vector<SheetPlace>& places);
std::string sheet_key(SheetKind kind, std::uint64_t last_seq);

}  // namespace hence::rocks
