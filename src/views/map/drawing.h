// A whole context graph as columns of numbers, and hardly any text.
//
// A map shows a few hundred nodes of a graph that may have a million. The columns say which nodes
// these are, which node stands for the others, and how all of them hang together; labels and ids
// are read from the store, for the nodes that are shown. A node takes some 70 bytes, its edges
// included. A DrawnGraph is immutable once it is drawn, so many requests may share one. A graph is
// drawn anew only when an event has arrived that concerns it: the graph keeps hashes ("marks") of
// every session, run and id that could change it, and new events are compared with these. Two names
// with the same hash cause a needless drawing and never a wrong one.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hence/context.h"
#include "hence/explain.h"
#include "hence/store.h"
#include "views/context/painter.h"
#include "views/find/kept_text.h"

namespace hence {

struct DrawnGraph {
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr std::uint16_t unnamed = 0;
    static constexpr std::uint16_t many = UINT16_MAX;  // One of too many names to tell apart.
    enum Flag : std::uint8_t {
        failed = 1,
        went_well = 2,    // Never both.
        synthesized = 4,  // Nobody recorded it.
        untimed = 8,      // Its time only says its place in the order.
        own_id = 16,      // Its id is its event's.
        returned = 32,    // An observation that a call returned.
        made = 64,        // It has a row in `words`.
    };

    std::string session;
    ContextBy by = ContextBy::turn;

    // By node, in the order of a walk: each before what hangs under it.
    std::vector<DrawnType> types;
    std::vector<std::uint8_t> flags;
    std::vector<std::uint32_t> levels;
    std::vector<std::uint32_t> ends;      // The next node that does not hang under it.
    std::vector<std::uint32_t> parents;   // What it hangs under, or none.
    std::vector<std::uint64_t> seqs;      // The event whose time it has; 0: it has none.
    std::vector<std::uint32_t> ordinals;  // Of that event in the session; 0: of another session.
    std::vector<std::int64_t> times;      // In microseconds.
    std::vector<double> durations;        // In milliseconds; not a number: not known.
    std::vector<std::uint16_t> agents;    // Numbers of names.
    std::vector<std::uint16_t> runs;
    std::vector<std::uint16_t> tools;  // Of a tool call.

    // What hangs under the incident, or a thought, at once.
    struct Below {
        std::uint32_t steps = 0;      // Calls, and observations that no call returned.
        std::uint32_t decisions = 0;  // And outcomes.
        std::uint32_t lines = 0;      // That were delegated to.
    };
    Below incident;

    // Thoughts, in the order of nodes.
    struct Thought {
        std::uint32_t node;
        std::uint32_t line;
        std::uint32_t place;    // In its line.
        LabelOf label;          // Of the event below.
        std::uint64_t said_by;  // The event that its label is from; 0: a row in `words` has it.
        double tokens;          // Not a number: not known.
        Below below = {};
    };
    std::vector<Thought> thoughts;

    // Turns one after the other: line 0 is the backbone, the others were delegated to.
    struct Line {
        std::uint32_t parent = none;  // The thought that delegated.
        std::vector<std::uint32_t> nodes = {};
    };
    std::vector<Line> lines;

    // In the order in which `context` has them.
    struct Edges {
        std::vector<std::uint32_t> from;
        std::vector<std::uint32_t> to;
        std::vector<std::uint8_t> kinds;  // See label_of and provenance_of.
    };
    Edges edges;

    // Texts that cannot be read from a node's event. An empty text can be read there.
    struct Words {
        std::uint32_t node;
        std::string_view id;
        std::string_view label;
        std::string_view run;
    };
    std::vector<Words> words;  // By node.
    KeptText texts;
    std::vector<std::string> names;  // 0 is the empty one.

    Completeness completeness;         // With so many entries at most; the rest is counted.
    std::vector<std::uint64_t> marks;  // See context_marks. Sorted.

    std::uint32_t size() const { return static_cast<std::uint32_t>(types.size()); }
    bool has(std::uint32_t node, Flag flag) const { return (flags[node] & flag) != 0; }
    const Thought& thought(std::uint32_t node) const;  // `node` must be a thought.
    const Below& below(std::uint32_t node) const;      // Of the incident or a thought.
    const Words* words_of(std::uint32_t node) const;   // Or nothing.
    std::string_view label_of(std::size_t edge) const;
    Provenance provenance_of(std::size_t edge) const;
};

// A graph, and the number up to which everything that arrived is in it.
struct DrawnMap {
    std::shared_ptr<const DrawnGraph> graph;
    std::uint64_t last_seq = 0;
    std::chrono::steady_clock::duration took = {};        // To draw it,
    std::chrono::steady_clock::time_point finished = {};  // and when that was done.

    std::size_t size() const { return graph->types.size(); }
};

// Draws the session of this whole name.
Result<DrawnMap> draw(const Store& store, const ContextRequest& request);

// The same graph if nothing has arrived that concerns it, else a new one. A graph that took long to
// draw stays as it is for a while: see `rest`.
Result<DrawnMap> brought_up_to_date(const Store& store, const DrawnMap& drawn);

// How long a graph that took so long to draw is shown before it is drawn anew.
std::chrono::steady_clock::duration rest(std::chrono::steady_clock::duration took);

}  // namespace hence
