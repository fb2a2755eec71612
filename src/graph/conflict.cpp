#include "graph/conflict.h"

#include <fmt/format.h>

#include "base/try.h"
#include "graph/change.h"
#include "graph/fold.h"
#include "model/text.h"

namespace hence {
namespace {

std::string absent(std::string_view id) {
    return fmt::format("there was no node {}", hence::quoted(id));
}

Result<std::string> conflict_of_edge(GraphFold& fold, const GraphEdge& edge) {
    for (const std::string& id : {edge.from_id, edge.to_id}) {
        const GraphFold::Life* life = TRY(fold.life(id));
        if (!life->covers(edge.added)) {
            return absent(id);
        }
    }
    const bool fits = TRY(fold.fitted(edge));
    if (fits) {
        return std::string();
    }
    if (edge.from_id == edge.to_id && edge.type == EdgeType::supersedes) {
        return fmt::format("{} cannot supersede itself", hence::quoted(edge.to_id));
    }
    const bool own = TRY(fold.has_its_id(edge));
    return own ? fmt::format("it closes a circle: {} superseded {} already",
                             hence::quoted(edge.to_id), hence::quoted(edge.from_id))
               : fmt::format("there was an edge {} already", hence::quoted(edge.id));
}

}  // namespace

Result<std::string> conflict_of(Graph& graph, const Event& event) {
    const Result<GraphChange> change = change_of(event);
    if (!change) {
        return change.error().message;
    }
    GraphFold& fold = graph.fold();
    const Position place{event.time(), event.seq()};
    if (const GraphEdge* edge = edge_of(*change)) {
        return conflict_of_edge(fold, *edge);
    }
    if (const auto* added = std::get_if<NodeAdded>(&*change)) {
        const GraphFold::Life* life = TRY(fold.life(added->node.id));
        return life->added == place
                   ? std::string()
                   : fmt::format("there was a node {} already", hence::quoted(added->node.id));
    }
    const auto* deleted = std::get_if<NodeDeleted>(&*change);
    const std::string& id = deleted ? deleted->id : std::get_if<NodeUpdated>(&*change)->id;
    const GraphFold::Life* life = TRY(fold.life(id));
    const bool fits = life->covers(place) || (deleted != nullptr && life->deleted == place);
    return fits ? std::string() : absent(id);
}

}  // namespace hence
