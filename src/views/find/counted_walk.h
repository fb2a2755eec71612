// Walks over what figures count of every event of a store, in order.
//
// Where the store keeps sheets, these are merged, and only the newest events are read. A sheet is
// opened when the walk gets to the first event that it may hold, so that a log which grew in the
// order of time is read with the memory of one or two sheets. A store without sheets is read event
// by event. Both give the same rows in the same order: that of a scan of all events.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "model/counted/counted.h"
#include "store/format/sheet.h"

namespace hence {

// For one answer. Row is Counted or Decided. The store and the names must outlive it.
template <class Row>
class SheetWalk {
public:
    SheetWalk(const Store& store, NameTable& names) : store_(store), names_(names) {}

    // The next row, or null at the end. Lives until the next call.
    Result<const Row*> next();

private:
    // A sheet that is being read, at one of its rows.
    struct Open {
        explicit Open(SheetReader opened) : reader(std::move(opened)) {}
        SheetReader reader;
        Row row = {};
    };

    Result<void> begin();
    Result<std::unique_ptr<Open>> read_tail(std::uint64_t first_seq, std::uint64_t last_seq);
    Result<void> open_due();
    Result<void> put_back(std::unique_ptr<Open> open);
    Result<bool> step(Open& open) const;
    bool is_replaced(const Row& row) const;

    const Store& store_;
    NameTable& names_;
    bool begun_ = false;
    Sheets sheets_;
    std::vector<SheetPlace> unopened_;         // The next one last.
    std::vector<std::unique_ptr<Open>> open_;  // A heap, the next one first.
    std::unique_ptr<Open> current_;            // The one whose row was given last.
};

using CountedWalk = SheetWalk<Counted>;
using DecidedWalk = SheetWalk<Decided>;

// Whether the store keeps any sheets. Else a scan of a key is better than a walk over everything.
Result<bool> keeps_sheets(const Store& store);

extern template class SheetWalk<Counted>;
extern template class SheetWalk<Decided>;

}  // namespace hence
