// A store that keeps sheets (store/format/sheet.h): what figures over all events are made from.
//
// A store need not keep any; figures then read its events. A wrapper that changes what is read must
// keep none, since a sheet has the words of events as these were stored.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

enum class SheetKind : std::uint8_t { events, decisions };

struct SheetPlace {
    std::uint64_t last_seq = 0;  // The sheet begins behind the one before it.
    Position first = {};         // None of its events is before this one.
};

struct Sheets {
    std::vector<SheetPlace> places = {};       // By last_seq; none: no sheets are kept.
    std::vector<std::uint64_t> replaced = {};  // Events that another one took the place of.
    std::uint64_t last_seq = 0;  // What is behind the last sheet must be read up to here.
};

class SheetedStore {
public:
    virtual ~SheetedStore() = default;

    // Of every event whose append returned before the call.
    virtual Result<Sheets> sheets() const = 0;
    // One of them. Fails with not_found when the store was opened again and has it no more.
    virtual Result<std::string> sheet(SheetKind kind, std::uint64_t last_seq) const = 0;
};

// The same of any store.
inline Result<Sheets> sheets_of(const Store& store) {
    const auto* const sheeted = dynamic_cast<const SheetedStore*>(&store);
    return sheeted == nullptr ? Result<Sheets>(Sheets()) : sheeted->sheets();
}
inline Result<std::string> sheet_of(const Store& store, SheetKind kind, std::uint64_t last_seq) {
    const auto* const sheeted = dynamic_cast<const SheetedStore*>(&store);
    return sheeted == nullptr ? Error{Code::not_found, "this store keeps no sheets"}
                              : sheeted->sheet(kind, last_seq);
}

}  // namespace hence
