#include "hence/across/topology.h"

#include <array>
#include <memory>

#include "base/try.h"
#include "hence/store.h"
#include "model/kinds.h"
#include "views/find/query_match.h"
#include "views/topology/edges.h"

namespace hence {

std::string_view to_string(TopologyEdgeType type) {
    constexpr std::array names{"calls", "asks", "delegates", "messages"};
    return names[static_cast<std::size_t>(type)];
}

std::string_view to_string(TopologyNodeKind kind) {
    constexpr std::array names{"agent", "tool", "model"};
    return names[static_cast<std::size_t>(kind)];
}

Result<Topology> topology(const Store& store, const TopologyRequest& request) {
    EventQuery asked;
    asked.from = request.from;
    asked.to = request.to;
    for (const Kind kind :
         {Kind::tool_call, Kind::observation, Kind::llm_call, Kind::delegation, Kind::message}) {
        asked.kinds.emplace_back(name_of(kind));
    }
    const std::unique_ptr<Cursor> events = TRY(matching(store, asked, {}));
    TopologyEdges edges(store);
    while (true) {
        const std::optional<Event> event = TRY(events->next());
        if (!event) {
            break;
        }
        TRY(edges.add(*event));
    }
    Topology answer{.from = request.from, .to = request.to, .nodes = {}, .edges = {}};
    TRY(edges.finish(answer));
    return answer;
}

}  // namespace hence
