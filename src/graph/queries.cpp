// The named questions about a decision graph: active goals, recent decisions, open nodes,
// descendants, ancestors and paths.
//
// Each starts from the postings of a node type or a node and folds only what it needs: recent
// decisions are sorted by the events that added them and folded until the limit is reached. Open
// decisions are found from the outcomes upward, so that no part of the graph is walked twice.
// Every walk remembers which nodes it has seen, because edges may form circles.
#include <algorithm>
#include <deque>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "graph/fold.h"
#include "graph/shortest_path.h"
#include "hence/graph.h"

namespace hence {
namespace {

bool passes(const std::vector<EdgeType>& types, EdgeType type) {
    return types.empty() || std::ranges::find(types, type) != types.end();
}

enum class Way : std::uint8_t { out, in };

Result<std::vector<GraphEdge>> edges_of(Graph& graph, const std::string& node, Way way) {
    return way == Way::out ? graph.edges_out(node) : graph.edges_in(node);
}

const std::string& other_end(const GraphEdge& edge, Way way) {
    return way == Way::out ? edge.to_id : edge.from_id;
}

Result<std::vector<GraphNode>> spread(Graph& graph, const GraphWalk& walk, Way way) {
    std::vector<GraphNode> found;
    const std::optional<GraphNode> start = TRY(graph.node(walk.node));
    if (!start) {
        return found;
    }
    Texts seen{walk.node};
    std::deque<std::string> waiting{walk.node};
    while (!waiting.empty()) {
        const std::string node = std::move(waiting.front());
        waiting.pop_front();
        const std::vector<GraphEdge> edges = TRY(edges_of(graph, node, way));
        for (const GraphEdge& edge : edges) {
            const std::string& next = other_end(edge, way);
            if (!passes(walk.edge_types, edge.type) || !seen.insert(next).second) {
                continue;
            }
            std::optional<GraphNode> reached = TRY(graph.node(next));
            if (reached) {
                found.push_back(std::move(*reached));
                waiting.push_back(next);
            }
        }
    }
    return found;
}

bool leads_on(EdgeType type) {
    return type != EdgeType::rejected && type != EdgeType::supersedes && type != EdgeType::blocks;
}

// The decisions that an outcome came of, directly or by way of actions, options and observations:
// worked out from the outcomes up, so that nothing is walked twice.
Result<Texts> decisions_with_outcome(Graph& graph) {
    Texts decisions;
    Texts seen;
    std::vector<std::string> waiting;
    const std::vector<GraphNode> outcomes = TRY(graph.nodes_of(NodeType::outcome));
    for (const GraphNode& outcome : outcomes) {
        seen.insert(outcome.id);
        waiting.push_back(outcome.id);
    }
    while (!waiting.empty()) {
        const std::string node = std::move(waiting.back());
        waiting.pop_back();
        const std::vector<GraphEdge> edges = TRY(graph.edges_in(node));
        for (const GraphEdge& edge : edges) {
            if (!leads_on(edge.type) || !seen.insert(edge.from_id).second) {
                continue;
            }
            const std::optional<GraphNode> above = TRY(graph.node(edge.from_id));
            if (above && above->type == NodeType::decision) {
                decisions.insert(edge.from_id);
            } else if (above && above->type != NodeType::goal) {
                waiting.push_back(edge.from_id);
            }
        }
    }
    return decisions;
}

Result<bool> event_has_outcome(Graph& graph, const GraphNode& decision) {
    if (decision.event.empty()) {
        return false;
    }
    const Store& store = graph.fold().store();
    const std::unique_ptr<Cursor> outcomes =
        TRY(store.scan({Space::of, decision.event}, {.to = graph.at().as_of}));
    const std::optional<Event> outcome = TRY(outcomes->next());
    return outcome.has_value();
}

// A node as it was added, by what it is ordered.
struct Added {
    Time created_at;
    Position place;
    std::string id;

    friend bool operator<(const Added& a, const Added& b) {
        return a.created_at != b.created_at ? a.created_at < b.created_at : a.place < b.place;
    }
};

bool is_older(const GraphNode& a, const GraphNode& b) {
    return a.created_at != b.created_at ? a.created_at < b.created_at : a.added < b.added;
}

// What adds nodes of that type, newest first. Only what a question keeps is then folded.
Result<std::vector<Added>> newest_added(Graph& graph, NodeType type) {
    std::vector<Added> all;
    const std::unique_ptr<Cursor> cursor =
        TRY(graph.fold().events(Space::graph_type, to_string(type)));
    for (std::optional<Event> event = TRY(cursor->next()); event;) {
        const Result<GraphChange> change = change_of(*event);
        const auto* added = change ? std::get_if<NodeAdded>(&*change) : nullptr;
        if (added != nullptr) {
            all.push_back({added->node.created_at, added->node.added, added->node.id});
        }
        event = TRY(cursor->next());
    }
    std::ranges::sort(all, [](const Added& a, const Added& b) { return b < a; });
    return all;
}

}  // namespace

Result<std::vector<GraphNode>> active_goals(Graph& graph) {
    std::vector<GraphNode> goals = TRY(graph.nodes_of(NodeType::goal));
    std::erase_if(goals, [](const GraphNode& goal) { return goal.status != NodeStatus::active; });
    std::ranges::sort(goals, is_older);
    return goals;
}

Result<std::vector<GraphNode>> recent_decisions(Graph& graph, std::size_t limit) {
    std::vector<GraphNode> decisions;
    const std::vector<Added> newest = TRY(newest_added(graph, NodeType::decision));
    for (const Added& added : newest) {
        if (decisions.size() == limit) {
            break;
        }
        std::optional<GraphNode> node = TRY(graph.node(added.id));
        if (node && node->added == added.place) {
            decisions.push_back(std::move(*node));
        }
    }
    return decisions;
}

Result<std::vector<GraphNode>> open_nodes(Graph& graph) {
    std::vector<GraphNode> open = TRY(active_goals(graph));
    std::vector<GraphNode> decisions = TRY(graph.nodes_of(NodeType::decision));
    const Texts closed = TRY(decisions_with_outcome(graph));
    for (GraphNode& decision : decisions) {
        if (decision.status != NodeStatus::active || closed.contains(decision.id)) {
            continue;
        }
        const bool judged = TRY(event_has_outcome(graph, decision));
        if (!judged) {
            open.push_back(std::move(decision));
        }
    }
    std::ranges::sort(open, is_older);
    return open;
}

Result<std::vector<GraphNode>> descendants(Graph& graph, const GraphWalk& walk) {
    return spread(graph, walk, Way::out);
}

Result<std::vector<GraphNode>> ancestors(Graph& graph, const GraphWalk& walk) {
    return spread(graph, walk, Way::in);
}

Result<std::vector<GraphNode>> path_between(Graph& graph, const PathAsked& asked) {
    std::vector<GraphNode> path;
    const std::optional<GraphNode> from = TRY(graph.node(asked.from));
    const std::optional<GraphNode> to = TRY(graph.node(asked.to));
    if (!from || !to) {
        return path;
    }
    std::vector<std::string> ids{asked.from};
    if (asked.from != asked.to) {
        ids = TRY(shortest_path(graph, asked));
    }
    for (const std::string& id : ids) {
        std::optional<GraphNode> node = TRY(graph.node(id));
        if (node) {
            path.push_back(std::move(*node));
        }
    }
    return path;
}

}  // namespace hence
