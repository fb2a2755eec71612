// Graph: the public view of a decision graph, over a fold. Nodes that are deleted do not show here;
// node_ever shows them too.
#include "hence/graph.h"

#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "graph/fold.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t candidates_max = 4;

// The node that this event added, if it did and the node is there.
Result<std::optional<GraphNode>> added_by(GraphFold& fold, const Event& event) {
    const Result<GraphChange> change = change_of(event);
    const auto* added = change ? std::get_if<NodeAdded>(&*change) : nullptr;
    if (added == nullptr) {
        return std::optional<GraphNode>();
    }
    std::optional<GraphNode> node = TRY(fold.node(added->node.id));
    const bool by_this = node && node->added == position_of(event) && !node->deleted;
    return by_this ? std::move(node) : std::optional<GraphNode>();
}

Error several(std::string_view part, const std::vector<std::string>& ids) {
    return {Code::invalid,
            fmt::format("{} fits several nodes: {}", hence::quoted(part), fmt::join(ids, ", ")),
            "give more of the id"};
}

}  // namespace

Graph::Graph(const Store& store, GraphAt at)
    : fold_(std::make_unique<GraphFold>(store, std::move(at))) {}
Graph::Graph(Graph&&) noexcept = default;
Graph& Graph::operator=(Graph&&) noexcept = default;
Graph::~Graph() = default;

const GraphAt& Graph::at() const {
    return fold_->at();
}

Result<std::optional<GraphNode>> Graph::node(std::string_view id) {
    std::optional<GraphNode> node = TRY(fold_->node(id));
    return node && !node->deleted ? std::move(node) : std::optional<GraphNode>();
}

Result<std::optional<GraphNode>> Graph::node_ever(std::string_view id) {
    return fold_->node(id);
}

// Walks over the whole graph unless the id is whole: the price of short ids.
Result<std::string> Graph::resolve(std::string_view part) {
    const std::optional<GraphNode> whole = TRY(fold_->node(part));
    if (whole) {
        return std::string(part);
    }
    std::vector<std::string> ids;
    const std::unique_ptr<Cursor> cursor = TRY(fold_->events());
    for (std::optional<Event> event = TRY(cursor->next()); event && !part.empty();) {
        const Result<GraphChange> change = change_of(*event);
        const auto* added = change ? std::get_if<NodeAdded>(&*change) : nullptr;
        if (added != nullptr &&
            (added->node.id.starts_with(part) || added->node.id.ends_with(part))) {
            const std::optional<GraphNode> node = TRY(fold_->node(added->node.id));
            if (node && node->added == position_of(*event)) {
                ids.push_back(added->node.id);
            }
        }
        if (ids.size() == candidates_max) {
            return several(part, ids);
        }
        event = TRY(cursor->next());
    }
    if (ids.empty()) {
        return Error{Code::not_found,
                     fmt::format("there is no node {} in graph {}", hence::quoted(part),
                                 hence::quoted(at().graph)),
                     "`hence graph query active_goals` lists where to begin"};
    }
    return ids.size() == 1 ? Result<std::string>(std::move(ids.front())) : several(part, ids);
}

Result<std::vector<GraphEdge>> Graph::edges_out(std::string_view id) {
    return fold_->edges(Space::graph_out, id);
}

Result<std::vector<GraphEdge>> Graph::edges_in(std::string_view id) {
    return fold_->edges(Space::graph_in, id);
}

Result<std::optional<GraphEdge>> Graph::edge(std::string_view id) {
    std::vector<GraphEdge> found = TRY(fold_->edges(Space::graph_edge, id));
    return found.empty() ? std::optional<GraphEdge>() : std::move(found.front());
}

Result<std::vector<GraphNode>> Graph::nodes_of(NodeType type) {
    std::vector<GraphNode> nodes;
    const std::unique_ptr<Cursor> cursor = TRY(fold_->events(Space::graph_type, to_string(type)));
    for (std::optional<Event> event = TRY(cursor->next()); event;) {
        std::optional<GraphNode> node = TRY(added_by(*fold_, *event));
        if (node) {
            nodes.push_back(std::move(*node));
        }
        event = TRY(cursor->next());
    }
    return nodes;
}

Result<void> Graph::each_node(const std::function<Result<void>(const GraphNode&)>& visit) {
    const std::unique_ptr<Cursor> cursor = TRY(fold_->events());
    for (std::optional<Event> event = TRY(cursor->next()); event;) {
        if (event->kind() == Kind::graph_node) {
            const std::optional<GraphNode> node = TRY(added_by(*fold_, *event));
            if (node) {
                TRY(visit(*node));
            }
        }
        event = TRY(cursor->next());
    }
    return {};
}

Result<void> Graph::each_edge(const std::function<Result<void>(const GraphEdge&)>& visit) {
    const std::unique_ptr<Cursor> cursor = TRY(fold_->events());
    for (std::optional<Event> event = TRY(cursor->next()); event;) {
        const Result<GraphChange> change = change_of(*event);
        const GraphEdge* edge = change ? edge_of(*change) : nullptr;
        if (edge != nullptr) {
            const bool from = TRY(fold_->lives(edge->from_id));
            const bool to = TRY(fold_->lives(edge->to_id));
            const bool fits = TRY(fold_->fitted(*edge));
            if (from && to && fits) {
                TRY(visit(*edge));
            }
        }
        event = TRY(cursor->next());
    }
    return {};
}

}  // namespace hence
