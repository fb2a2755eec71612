// A sheet: the facts that figures need of some thousand consecutive events, without the events.
//
// Figures over a whole store would have to read, inflate and take apart every event, to use twenty
// bytes of each. So the index keeps these bytes apart, in sheets, and figures over millions of
// events read sheets only. The rows of a sheet are in the order of events (instant, then arrival),
// so that several sheets are merged without sorting and each is read from its front to its end. A
// name stands once in a sheet, and rows have its number. There are two kinds of sheets, since
// calibration needs a tenth of the events and other facts of them.
// Must never happen: a sheet that counts an event otherwise than the event itself does.
// model/counted decides what is counted, for both.
//
//     sheet    names: count varint, texts; rows until the end
//     row      varint (seconds since the row before * 16 + digits), of the first zigzag seconds;
//              varint fraction in units of the last digit, varint zigzag (seq - the one before),
//              then an event or a decision
//     event    bits varint, then the numbers of the names of kind, agent, session and run; where
//              their bits are set: tool (a name), duration (number), call_id and error (texts),
//              amounts: bits varint, and a number for each that is known
//     decision bits varint, id of the decision text; of a decision agent, type (names) and
//              confidence (number)
//     number   varint (whole * 2), or 1 and the eight bytes of a double, little-endian
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/store.h"
#include "model/counted/counted.h"
#include "model/counted/name_table.h"
#include "store/format/sheeted_store.h"

namespace hence {

// How many events one sheet covers: few enough to be read anew from the log in a moment, many
// enough that names cost little.
inline constexpr std::uint64_t sheet_events_max = 16'384;

// Rows of one sheet in the making.
class SheetRows {
public:
    std::string& bytes() { return bytes_; }
    // What was put into `bytes` since the last call is the row of this place.
    void close(const Position& place);
    bool empty() const { return rows_.empty(); }
    // In the order of events, whatever the order in which they came.
    std::string encode(const NameTable& names) const;
    std::optional<Position> first() const;

private:
    struct Row {
        Position place;
        std::size_t begin = 0;
        std::size_t size = 0;
    };
    std::vector<Row> rows_;
    std::string bytes_;
};

// Collects events, and gives their sheets.
class SheetBuilder {
public:
    SheetBuilder();
    SheetBuilder(const SheetBuilder&) = delete;
    SheetBuilder& operator=(const SheetBuilder&) = delete;

    // An event that stands in no answer adds nothing.
    void add(const Event& event);
    std::string encode(SheetKind kind) const;
    // Nothing where no row is in it.
    std::optional<Position> first() const { return events_.first(); }

private:
    NameTable event_names_;
    NameTable decision_names_;
    Counting counting_;
    Deciding deciding_;
    SheetRows events_;
    SheetRows decisions_;
};

// Reads the rows of one sheet in turn. Names are numbered anew, by the table of whoever reads.
class SheetReader {
public:
    // Fails with corrupt.
    static Result<SheetReader> open(std::string sheet, NameTable& names);

    // False at the end. Fails with corrupt.
    Result<bool> next(Counted& row);
    Result<bool> next(Decided& row);

private:
    explicit SheetReader(std::string sheet) : sheet_(std::move(sheet)) {}

    ByteReader rest() const { return ByteReader(std::string_view(sheet_).substr(at_)); }
    void take_place(ByteReader& in);
    std::uint32_t name(ByteReader& in) const;

    std::string sheet_;
    std::size_t at_ = 0;
    std::vector<std::uint32_t> names_;  // By their number in the sheet.
    Position place_;
    bool begun_ = false;
};

}  // namespace hence
