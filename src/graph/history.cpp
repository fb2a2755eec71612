// The history of one node: each event that concerned it, and the node as it was after that event.
//
// The events of three spaces (the node, its outgoing and its incoming edges) are merged in order,
// and each is applied under the rules of the fold. Only events that had an effect are moments;
// conflict.h explains the others. The history ends where the node is deleted.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "graph/fold.h"
#include "hence/graph.h"
#include "model/position.h"
#include "model/text.h"

namespace hence {
namespace {

// Everything that names the node, in order, each once.
Result<std::vector<Event>> events_about(GraphFold& fold, std::string_view id) {
    std::vector<Event> events;
    std::unordered_set<std::uint64_t> seen;
    for (const Space space : {Space::graph_node, Space::graph_out, Space::graph_in}) {
        const std::unique_ptr<Cursor> cursor = TRY(fold.events(space, id));
        for (std::optional<Event> event = TRY(cursor->next()); event;) {
            if (seen.insert(event->seq()).second) {
                events.push_back(std::move(*event));
            }
            event = TRY(cursor->next());
        }
    }
    std::ranges::sort(events, {}, [](const Event& event) { return position_of(event); });
    return events;
}

// Lets one change happen to `node`. False when it does not fit.
Result<bool> happens(GraphFold& fold, GraphChange& change, const Event& event, std::string_view id,
                     std::optional<GraphNode>& node) {
    if (auto* added = std::get_if<NodeAdded>(&change)) {
        const bool first = !node;
        if (first) {
            node = std::move(added->node);
        }
        return first;
    }
    if (!node) {
        return false;
    }
    if (const auto* updated = std::get_if<NodeUpdated>(&change)) {
        apply(updated->set, *node);
        node->updated_at = event.time();
        return true;
    }
    if (std::holds_alternative<NodeDeleted>(change)) {
        return true;
    }
    const bool fits = TRY(fold.fitted(*edge_of(change)));
    const auto* superseded = std::get_if<NodeSuperseded>(&change);
    if (fits && superseded != nullptr && superseded->old_id == id) {
        node->status = NodeStatus::superseded;
        node->updated_at = event.time();
    }
    return fits;
}

}  // namespace

Result<std::vector<GraphMoment>> history(Graph& graph, std::string_view id) {
    std::vector<GraphMoment> moments;
    std::optional<GraphNode> node;
    const std::vector<Event> events = TRY(events_about(graph.fold(), id));
    for (const Event& event : events) {
        Result<GraphChange> change = change_of(event);
        if (!change) {
            continue;
        }
        const bool fits = TRY(happens(graph.fold(), *change, event, id, node));
        if (!fits) {
            continue;
        }
        const bool deleted = std::holds_alternative<NodeDeleted>(*change);
        const GraphEdge* edge = edge_of(*change);
        moments.push_back({event, edge == nullptr ? std::optional<GraphEdge>() : *edge,
                           deleted ? std::optional<GraphNode>() : node});
        if (deleted) {
            break;
        }
    }
    if (moments.empty()) {
        return Error{Code::not_found,
                     fmt::format("there is no node {} in graph {}", hence::quoted(id),
                                 hence::quoted(graph.at().graph))};
    }
    return moments;
}

}  // namespace hence
