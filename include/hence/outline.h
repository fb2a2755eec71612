// A window of a session, as a tree or in order, however long the session is.
//
// The answer says how many rows there are in all and gives those of the window. Branches can be
// closed and kinds left out; the order of rows and the numbers of events (ordinals) do not depend
// on the window. A program can therefore scroll through a million events by asking for a few
// hundred at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

enum class OutlineOrder : std::uint8_t {
    tree,   // Depth first, siblings in the order of events.
    time,   // In the order of events, all at level 1.
    turns,  // As `tree`, but turn by turn: a turn stands beside the one before it.
};

inline constexpr std::uint64_t outline_rows_max = 2'000;

struct OutlineRequest {
    std::string session;  // Its name, or an unambiguous beginning or end of it.
    OutlineOrder order = OutlineOrder::tree;

    // Which rows there are. In a tree, what is kept hangs below the nearest kept event above it.
    std::vector<std::string> kinds = {};     // Empty: all.
    bool errors = false;                     // Only what failed.
    std::vector<std::uint64_t> closed = {};  // Hide what is below the events of these numbers,
    std::uint64_t levels = 0;                // and what is deeper than this; 0: nothing. Tree only.
    std::vector<std::uint64_t> open = {};    // Except what is below these events.
    std::optional<std::uint64_t> after = {};   // Ordinals, exclusive.
    std::optional<std::uint64_t> before = {};  // Without an offset, the last rows are given.

    // Which of them are given.
    std::optional<std::uint64_t> offset = {};
    std::uint64_t limit = 200;  // At most outline_rows_max.
    std::string at = {};        // The event whose row stands in the middle; what is closed above it
                                // counts as open. Its id may be shortened.

    std::optional<std::uint64_t> fields_max = {};  // Give fields of at most so many bytes.
};

struct OutlineRow {
    Event event;
    std::uint64_t ordinal = 0;  // Its place in the session's order, from 1.
    std::optional<double> duration_ms = {};
    std::string status = {};  // "ok", "error" or empty; that of the call's end included.
    std::string summary = {};
    std::uint32_t level = 1;
    bool parent_missing = false;    // It was never recorded.
    std::uint64_t children = 0;     // Of those that are kept.
    std::uint64_t descendants = 0;  // Likewise.
    bool closed = false;            // They are hidden.
    bool last = false;              // Among its siblings.
    std::string inherited = {};     // The session that it is inherited from; or empty.
    bool abandoned = false;         // A rewind left it behind.
};

struct Outline {
    std::string session;  // The whole name.
    OutlineOrder order = OutlineOrder::tree;
    std::uint64_t events = 0;  // Of the whole session, as all that follows up to last_seq.
    std::uint64_t rows_total = 0;
    std::uint64_t roots = 0;
    std::uint64_t depth = 0;
    std::optional<Time> first = {};  // Nothing when no event has a time.
    std::optional<Time> last = {};
    std::map<std::string, std::uint64_t> kinds;
    std::set<std::string> agents;
    std::uint64_t runs = 0;
    std::uint64_t missing_parents = 0;  // Events that name a parent that was never recorded.
    std::uint64_t cycles = 0;
    std::uint64_t last_seq = 0;  // Whatever arrived up to this number is in the answer.
    std::uint64_t offset = 0;    // Of the first row given, among all rows.
    std::optional<std::uint64_t> fields_max = {};
    bool marked = false;  // The session is a fork or was rewound: JSON marks its rows.
    std::vector<OutlineRow> rows;
};

// Fails with not_found when the session, or the event in it, was never recorded; with invalid when
// a name is ambiguous or too many rows are asked for.
Result<Outline> outline(const Store& store, const OutlineRequest& request);

Result<void> write_json(const Outline& answer, const Store& store, const Sink& sink);
// As `tree`, each line with its ordinal.
Result<void> write_text(const Outline& answer, const Store& store, const Sink& sink);

}  // namespace hence
