#include "graph/fit.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/by_text.h"
#include "base/try.h"
#include "graph/fold.h"
#include "model/text.h"

namespace hence {
namespace {

Error not_there(std::string_view id) {
    return {Code::not_found, fmt::format("there is no node {}", hence::quoted(id)),
            "`hence graph add-node` adds one"};
}

Error taken(std::string_view what, std::string_view id) {
    return {Code::conflict, fmt::format("there is {} {} already", what, hence::quoted(id)),
            "leave the id out, and one is assigned"};
}

bool same_number(std::string_view a, std::string_view b) {
    return a == b || (!a.empty() && !b.empty() && compare_numbers(a, b) == 0);
}

// Whether a node says what `given` does. When it was changed is no part of that.
bool says(const GraphNode& node, const GraphNode& given) {
    return node.type == given.type && node.label == given.label && node.status == given.status &&
           same_number(node.confidence, given.confidence) && node.rationale == given.rationale &&
           same_value(node.metadata, given.metadata) && node.event == given.event;
}

bool says(const GraphEdge& edge, const GraphEdge& given) {
    return edge.from_id == given.from_id && edge.to_id == given.to_id && edge.type == given.type &&
           same_value(edge.metadata, given.metadata);
}

}  // namespace

Result<void> GraphFit::take(const GraphChange& change) {
    if (const auto* added = std::get_if<NodeAdded>(&change)) {
        return take_node(added->node);
    }
    if (const auto* updated = std::get_if<NodeUpdated>(&change)) {
        return needs(updated->id);
    }
    if (const auto* deleted = std::get_if<NodeDeleted>(&change)) {
        TRY(needs(deleted->id));
        gone_.insert(deleted->id);
        return {};
    }
    return take_edge(*edge_of(change));
}

Result<void> GraphFit::needs(const std::string& id) {
    if (gone_.contains(id)) {
        return not_there(id);
    }
    if (nodes_.contains(id)) {
        return {};
    }
    const bool there = TRY(graph_.fold().lives(id));
    return there ? Result<void>() : not_there(id);
}

// A deleted node keeps its id: its history is still told under it.
Result<void> GraphFit::take_node(const GraphNode& node) {
    const GraphFold::Life* known = TRY(graph_.fold().life(node.id));
    if (known->added || !nodes_.emplace(node.id, node.added.time).second) {
        return taken("a node", node.id);
    }
    return {};
}

Result<void> GraphFit::take_edge(const GraphEdge& edge) {
    TRY(needs(edge.from_id));
    TRY(needs(edge.to_id));
    const std::unique_ptr<Cursor> same = TRY(graph_.fold().events(Space::graph_edge, edge.id));
    const std::optional<Event> known = TRY(same->next());
    if (known || !edges_.insert(edge.id).second) {
        return taken("an edge", edge.id);
    }
    return edge.type == EdgeType::supersedes ? take_supersedes(edge) : Result<void>();
}

// Refuses a supersede that would close a circle: the old node already supersedes the new one,
// directly or not.
Result<void> GraphFit::take_supersedes(const GraphEdge& edge) {
    Texts seen{edge.to_id};
    std::vector<std::string> waiting{edge.to_id};
    while (!waiting.empty()) {
        const std::string node = std::move(waiting.back());
        waiting.pop_back();
        if (node == edge.from_id) {
            return Error{Code::conflict,
                         fmt::format("{} cannot supersede {}: that would close a circle",
                                     hence::quoted(edge.from_id), hence::quoted(edge.to_id)),
                         "`hence graph history` shows what superseded what"};
        }
        std::vector<std::string> next = TRY(graph_.fold().superseded_by(node));
        const std::vector<std::string>& planned = superseding_[node];
        next.insert(next.end(), planned.begin(), planned.end());
        for (std::string& each : next) {
            if (seen.insert(each).second) {
                waiting.push_back(std::move(each));
            }
        }
    }
    superseding_[edge.from_id].push_back(edge.to_id);
    return {};
}

Result<bool> GraphFit::has_same(const GraphChange& change) {
    if (const auto* added = std::get_if<NodeAdded>(&change)) {
        return has_same_node(added->node);
    }
    const GraphEdge* edge = edge_of(change);
    if (edge == nullptr) {
        return false;
    }
    const std::optional<GraphEdge> known = TRY(graph_.edge(edge->id));
    return known && says(*known, *edge);
}

// The same text may come again after somebody changed the node.
Result<bool> GraphFit::has_same_node(const GraphNode& node) {
    const std::optional<GraphNode> known = TRY(graph_.node(node.id));
    if (!known || says(*known, node)) {
        return known.has_value();
    }
    const std::unique_ptr<Cursor> cursor = TRY(graph_.fold().events(Space::graph_node, node.id));
    for (std::optional<Event> event = TRY(cursor->next()); event;) {
        const Result<GraphChange> change = change_of(*event);
        const auto* added = change ? std::get_if<NodeAdded>(&*change) : nullptr;
        if (added != nullptr) {
            return says(added->node, node);
        }
        event = TRY(cursor->next());
    }
    return false;
}

Result<Time> GraphFit::latest_about(const std::string& id, const Time& time) {
    const auto planned = nodes_.find(id);
    const Time behind = planned == nodes_.end() ? time : std::max(time, planned->second);
    const std::unique_ptr<Cursor> cursor =
        TRY(graph_.fold().events(Space::graph_node, id, Direction::backward));
    const std::optional<Event> latest = TRY(cursor->next());
    return latest ? std::max(behind, latest->time()) : behind;
}

// An edge must come behind the events that added its two ends, and behind no other event of them.
Result<Time> GraphFit::not_before(const GraphChange& change, const Time& time) {
    if (std::holds_alternative<NodeAdded>(change)) {
        return time;
    }
    if (const auto* updated = std::get_if<NodeUpdated>(&change)) {
        return latest_about(updated->id, time);
    }
    if (const auto* deleted = std::get_if<NodeDeleted>(&change)) {
        return latest_about(deleted->id, time);
    }
    const GraphEdge& edge = *edge_of(change);
    Time behind = time;
    if (const auto* superseded = std::get_if<NodeSuperseded>(&change)) {
        behind = TRY(latest_about(superseded->old_id, time));
    }
    for (const std::string& id : {edge.from_id, edge.to_id}) {
        const auto planned = nodes_.find(id);
        const GraphFold::Life* known = TRY(graph_.fold().life(id));
        if (planned != nodes_.end()) {
            behind = std::max(behind, planned->second);
        } else if (known->added) {
            behind = std::max(behind, known->added->time);
        }
    }
    return behind;
}

}  // namespace hence
