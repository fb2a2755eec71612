// A session as columns of numbers: order, tree, times and states, and no text of its events.
//
// An answer that shows a window of a long session works out from the columns which events it shows,
// and reads only those. A million events take some 65 MB. The columns are indexed by an event's
// place in the session's order. A shape is immutable once it is made, and many requests share one.
// When events arrive, a copy is extended (views/shape/extend.cpp) instead of reading the session
// again. An extended shape must equal one that was read anew; a test over random logs compares the
// two.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/by_text.h"
#include "hence/result.h"
#include "hence/store.h"

namespace hence {

struct CriticalPath;

// Names by number, in the order in which they came. May be copied.
class ShapeNames {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    // Its number: the next one if it has none yet. The empty name is none.
    std::uint32_t number_of(std::string_view name);
    std::uint32_t find(std::string_view name) const;  // Or none.
    const std::string& name(std::uint32_t number) const { return names_[number]; }
    std::size_t size() const { return names_.size(); }

private:
    std::vector<std::string> names_;
    ByText<std::uint32_t> numbers_;
    std::uint32_t last_ = none;  // What was asked for last is mostly asked for again.
};

// A tree, or a part of one, depth first; siblings in the order of events. Columns by place.
struct ShapeTree {
    std::vector<std::uint32_t> events;       // The event at each place, by index.
    std::vector<std::uint32_t> levels;       // From 1.
    std::vector<std::uint32_t> descendants;  // They follow at once.
    std::vector<std::uint32_t> children;
    std::uint32_t roots = 0;
    std::uint32_t depth = 0;  // The deepest level.

    std::size_t size() const { return events.size(); }
    // Where the next one stands that is not below this one.
    std::size_t behind(std::size_t place) const { return place + 1 + descendants[place]; }
    bool last_of_siblings(std::size_t place) const {
        return behind(place) == size() || levels[behind(place)] < levels[place];
    }
};

struct SessionShape {
    static constexpr std::uint32_t none = UINT32_MAX;
    enum Flag : std::uint8_t {
        failed = 1,         // It, or what ended the call, says that it failed.
        went_well = 2,      // Likewise; never both.
        lost_above = 4,     // Its parent was never recorded.
        cycle_cut = 8,      // Its parent stands below it, and is left out.
        untimed = 16,       // Its time only says its place in the order.
        at_its_end = 32,    // Its time is when it ended: see model/extent.h.
        told_by_call = 64,  // It ended a call, which tells of it.
        beside_work = 128,  // Said of the work, mostly when that is over: see model/extent.h.
    };

    std::string session;

    // By index: the place of an event in the session's order, from 0. An ordinal is one more.
    std::vector<std::uint64_t> seqs;
    std::vector<Time> times;
    std::vector<double> durations;       // In ms, that of the call's end included; < 0: none.
    std::vector<std::uint32_t> parents;  // By index; none: a root.
    std::vector<std::uint32_t> kinds;    // Numbers of names.
    std::vector<std::uint32_t> agents;
    std::vector<std::uint32_t> runs;
    std::vector<std::uint8_t> flags;

    ShapeTree tree;  // All of it, as the answer `tree` has it.
    ShapeNames kind_names;
    ShapeNames agent_names;
    ShapeNames run_names;

    std::uint64_t missing_parents = 0;  // Events with lost_above.
    std::uint64_t cycles = 0;
    Texts lost;  // The parents that were never recorded.
    // What the session delegated, in no order. Only the critical path asks for it.
    struct Delegated {
        std::uint64_t seq = 0;
        std::string run;    // Of the child; empty: not named.
        std::string child;  // The agent.
        friend bool operator==(const Delegated&, const Delegated&) = default;
    };
    std::vector<Delegated> delegated;
    // Of events whose record may be completed later: their ids and numbers.
    std::vector<std::pair<std::string, std::uint64_t>> unfinished;
    // Whether any event may be given anew by what arrives later.
    bool settled = false;
    std::uint64_t borrowed = 0;  // Events that do not name the session themselves.
    bool as_arrived = true;      // Seqs count up.
    // Worked out when it is first asked for: see critical_path.h.
    struct Critical {
        std::once_flag once;
        std::shared_ptr<const CriticalPath> path;
    };
    std::shared_ptr<Critical> critical = std::make_shared<Critical>();

    std::size_t size() const { return seqs.size(); }
    bool has(std::uint32_t index, Flag flag) const { return (flags[index] & flag) != 0; }
    Position position(std::uint32_t index) const { return {times[index], seqs[index]}; }
    // How long it goes on behind its time, in ms; < 0: nothing is said of it.
    double lasts_ms(std::uint32_t index) const {
        return has(index, at_its_end) ? -1 : durations[index];
    }
    // Whether something failed there, and not what the end of a call says of the call.
    bool counts_as_failed(std::uint32_t index) const {
        return (flags[index] & (failed | told_by_call)) == failed;
    }
    // "ok", "error" or empty.
    std::string_view status(std::uint32_t index) const {
        return has(index, failed) ? "error" : has(index, went_well) ? "ok" : "";
    }

    std::optional<std::uint32_t> index_of(const Position& position) const;
    // The event of that number, or nothing when it is not of this session.
    Result<std::optional<std::uint32_t>> index_of(const Store& store, std::uint64_t seq) const;
};

// A shape, and the number up to which everything that arrived is in it.
struct Shaped {
    std::shared_ptr<const SessionShape> shape;
    std::uint64_t last_seq = 0;

    std::size_t size() const { return shape->size(); }
};

// Reads the whole session, whose whole name this is.
Result<Shaped> shape_of(const Store& store, const std::string& session);

// The shape with the events that have arrived since. It equals a shape that is read anew, and it is
// read anew when much has arrived or an event may have come from another session.
Result<Shaped> brought_up_to_date(const Store& store, const Shaped& shaped);

}  // namespace hence
