// Links along the edges of decision graphs. A node stands for the event that it names; one that
// names none, or one that was never recorded, for the event that added it.
#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <utility>

#include "base/try.h"
#include "graph/change.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "views/cause/links.h"

namespace hence {
namespace {

LinkType link_type(EdgeType type) {
    switch (type) {
        case EdgeType::chosen: return LinkType::chosen;
        case EdgeType::leads_to: return LinkType::leads_to;
        case EdgeType::enables: return LinkType::enables;
        case EdgeType::requires_: return LinkType::requires_;
        case EdgeType::blocks: return LinkType::blocks;
        case EdgeType::rejected: return LinkType::rejected;
        case EdgeType::supersedes: return LinkType::supersedes;
    }
    return LinkType::leads_to;
}

}  // namespace

// Most stores have no graph at all: then this is one look-up for an answer.
Result<bool> Links::any_nodes() {
    if (!any_nodes_ && !store_.may_have(Rare::graph_node)) {
        any_nodes_ = false;
    }
    if (!any_nodes_) {
        const auto nodes = TRY(store_.scan({Space::kind, std::string(name_of(Kind::graph_node))}));
        const std::optional<Event> first = TRY(nodes->next());
        any_nodes_ = first.has_value();
    }
    return *any_nodes_;
}

Graph& Links::graph_of_name(const std::string& name) {
    return graphs_.try_emplace(name, store_, GraphAt{.graph = name}).first->second;
}

Result<Event> Links::event_of(const GraphNode& node) {
    if (!node.event.empty()) {
        std::optional<Event> event = TRY(store_.find(node.event));
        if (event) {
            return std::move(*event);
        }
    }
    return at(node.added.seq);
}

// Adds the node that `adding` added, if `event` stands for it.
Result<void> Links::add_node(const Event& adding, const Event& event,
                             std::vector<NodeName>& nodes) {
    const Result<GraphChange> change = change_of(adding);
    const auto* added = change ? std::get_if<NodeAdded>(&*change) : nullptr;
    if (added == nullptr) {
        return {};
    }
    const std::string graph = graph_of(adding);
    const std::optional<GraphNode> node = TRY(graph_of_name(graph).node(added->node.id));
    if (!node || node->added.seq != adding.seq()) {
        return {};
    }
    const Event stands = TRY(event_of(*node));
    if (stands.seq() == event.seq()) {
        nodes.push_back({graph, node->id});
    }
    return {};
}

Result<std::vector<Links::NodeName>> Links::nodes_of(const Event& event) {
    std::vector<NodeName> nodes;
    const bool any = TRY(any_nodes());
    if (!any) {
        return nodes;
    }
    const auto cursor = TRY(store_.scan({Space::graph_event, std::string(event.id())}));
    for (std::optional<Event> adding = TRY(cursor->next()); adding;) {
        TRY(add_node(*adding, event, nodes));
        adding = TRY(cursor->next());
    }
    if (event.kind() == Kind::graph_node) {
        TRY(add_node(event, event, nodes));
    }
    return nodes;
}

// A decision may name its node where the node does not name the decision. That is known from this
// end only: no index leads from a node to the decisions that name it.
Result<void> Links::add_named_node(const Event& event, std::vector<NodeName>& nodes) {
    const std::string id = event.kind() == Kind::decision ? text_field(event, "node") : "";
    const bool any = TRY(any_nodes());
    const NodeName name{std::string(default_graph), id};
    if (id.empty() || !any || std::ranges::find(nodes, name) != nodes.end()) {
        return {};
    }
    const std::optional<GraphNode> node = TRY(graph_of_name(name.graph).node(id));
    if (node && node->event.empty()) {
        nodes.push_back(name);
    }
    return {};
}

// The other ends of the edges on one side of the nodes, strongest first, then in order.
Result<void> Links::follow_edges(const std::vector<NodeName>& nodes, Side side, const Event& event,
                                 std::vector<Link>& found) {
    std::vector<Link> links;
    std::set<std::pair<std::uint64_t, LinkType>> seen;
    for (const NodeName& name : nodes) {
        Graph& graph = graph_of_name(name.graph);
        const bool up = side == Side::causes;
        const std::vector<GraphEdge> edges =
            TRY(up ? graph.edges_in(name.id) : graph.edges_out(name.id));
        for (const GraphEdge& edge : edges) {
            const std::optional<GraphNode> other = TRY(graph.node(up ? edge.from_id : edge.to_id));
            if (!other) {
                continue;
            }
            Event end = TRY(event_of(*other));
            const LinkType type = link_type(edge.type);
            if (end.seq() != event.seq() && seen.emplace(end.seq(), type).second) {
                links.push_back({std::move(end), type, Provenance::explicit_});
            }
        }
    }
    std::ranges::stable_sort(links, {}, &Link::type);
    std::ranges::move(links, std::back_inserter(found));
    return {};
}

Result<void> Links::add_graph_causes(Causes& causes) {
    std::vector<NodeName> nodes = TRY(nodes_of(causes.effect));
    TRY(add_named_node(causes.effect, nodes));
    return follow_edges(nodes, Side::causes, causes.effect, causes.found);
}

Result<void> Links::add_graph_effects(const Event& cause, std::vector<Link>& found) {
    const std::vector<NodeName> nodes = TRY(nodes_of(cause));
    return follow_edges(nodes, Side::effects, cause, found);
}

}  // namespace hence
