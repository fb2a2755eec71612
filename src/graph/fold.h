// Folds the events of a decision graph into nodes and edges, one node or edge at a time.
//
// A graph is stored as events only (add, update, delete, supersede); there is no table of nodes. A
// node is computed by reading the events of that node, in order, so a question about a few nodes
// reads the events of those nodes and no others, and a question "as of" a time reads up to that
// time. A table of current nodes would be faster for the present and useless for the past.
// An event that does not fit (an edge without its ends, a second node of an id, a circle of
// supersedes) stays stored and has no effect: emitters race and files arrive late, so folding never
// refuses. The order is that of events (time, then seq), not that of arrival. Results that took
// many events to compute are remembered. One thread at a time; the fold sees only events that were
// stored when it was made.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/by_text.h"
#include "graph/change.h"
#include "hence/graph.h"
#include "hence/store.h"

namespace hence {

class GraphFold {
public:
    // Sees what is stored by now, and nothing that arrives later: an answer is of one moment.
    GraphFold(const Store& store, GraphAt at);

    const Store& store() const { return store_; }
    const GraphAt& at() const { return at_; }

    // The node as its events leave it, deleted or not; nothing when it was never added.
    Result<std::optional<GraphNode>> node(std::string_view id);
    // Whether it is there.
    Result<bool> lives(std::string_view id);

    // Whether the change that stands at that place fitted there. Of an edge or a supersede: both
    // ends were there, no edge had its id, and it closed no circle of supersedes.
    Result<bool> fitted(const GraphEdge& edge);

    // Whether it is this edge that its id means.
    Result<bool> has_its_id(const GraphEdge& edge);

    // The nodes that this one ever superseded, those that are deleted included.
    Result<std::vector<std::string>> superseded_by(std::string_view id);

    // Since when a node is there, and until when.
    struct Life {
        std::optional<Position> added;
        std::optional<Position> deleted;

        bool covers(const Position& place) const {
            return added && *added < place && (!deleted || place < *deleted);
        }
    };
    Result<const Life*> life(std::string_view id);

    // The edges of a space that stand now, in order: graph_out or graph_in and a node, or
    // graph_edge and an edge.
    Result<std::vector<GraphEdge>> edges(Space space, std::string_view id);

    // Every event of the graph, in order.
    Result<std::unique_ptr<Cursor>> events(Direction direction = Direction::forward);
    // The events of one kind of name in this graph.
    Result<std::unique_ptr<Cursor>> events(Space space, std::string_view name,
                                           Direction direction = Direction::forward);

private:
    Result<bool> take(const Event& event, std::string_view id, std::optional<GraphNode>& node);
    Result<bool> ends_were_there(const GraphEdge& edge);
    Result<bool> closes_circle(const GraphEdge& edge);
    // Who has an id that several edges name.
    struct EdgeId {
        bool by_event = false;          // The event of that id adds an edge whose ends were there.
        std::optional<Position> first;  // The first edge of that id whose ends were there.
    };
    Result<EdgeId> edge_id(const std::string& id);
    Result<std::optional<GraphNode>> folded(std::string_view id);
    Result<std::optional<Position>> first_superseded(const std::string& id);
    Result<const std::vector<GraphEdge>*> supersedes_of(const std::string& id);
    Result<std::vector<GraphEdge>> supersedes_behind(const GraphEdge& edge);

    Result<std::unique_ptr<Cursor>> scan(const Key& key, Direction direction);

    const Store& store_;
    GraphAt at_;
    std::uint64_t last_seq_;
    ByText<Life> lives_;
    // Nodes that were folded when their life was asked for; `node` takes them from here.
    ByText<GraphNode> plain_nodes_;
    std::unordered_map<std::uint64_t, bool> fitted_;  // Edges that were asked for, by seq.
    // What takes many events to find out is found out once.
    ByText<std::optional<GraphNode>> long_nodes_;
    ByText<EdgeId> shared_ids_;
    ByText<std::optional<Position>> first_superseded_;
    ByText<std::vector<GraphEdge>> supersedes_;
};

// The edge that a change adds, if it adds one.
const GraphEdge* edge_of(const GraphChange& change);

}  // namespace hence
