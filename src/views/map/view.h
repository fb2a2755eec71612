// A map of a graph that is drawn already, and what is kept of graphs between requests.
//
// Drawing reads the whole session; folding works on the columns and reads only the events that it
// shows. A page asks for the same session again and again with other stacks open, so a server keeps
// the drawn graphs of a few sessions (MapCache) and folds anew for each request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hence/map.h"
#include "hence/store.h"
#include "views/map/drawing.h"
#include "views/map/fold.h"
#include "views/shape/session_cache.h"

namespace hence {

// The graph that `request` asks about must be this one.
Result<SessionMap> session_map(const Store& store, const DrawnMap& drawn,
                               const MapRequest& request);

// May be used from many threads at once.
class MapCache {
public:
    Result<DrawnMap> get(const Store& store, const ContextRequest& request);
    void clear() { drawn_.clear(); }
    std::size_t drop_unasked() { return drawn_.drop_unasked(); }

private:
    SessionCache<DrawnMap> drawn_{{.size = 2'500'000, .sessions = 8}};
};

// From the cache if there is one.
Result<SessionMap> session_map(MapCache* cache, const Store& store, const MapRequest& request);

// What the items of a folding stand for, summed up.
struct ItemTally {
    std::uint64_t nodes = 0;
    std::uint64_t errors = 0;
    std::optional<double> tokens = {};
    std::uint32_t first_ordinal = 0;
    std::uint32_t last_ordinal = 0;
    std::int64_t begin = INT64_MAX;  // In microseconds.
    std::int64_t end = INT64_MIN;
    std::uint16_t agent = DrawnGraph::unnamed;  // Of its members; unnamed where they differ.
    std::uint16_t run = DrawnGraph::unnamed;
    bool named = false;                                           // Whether a member was met yet.
    std::uint64_t observations = 0;                               // That no call returned.
    std::uint64_t decisions = 0;                                  // Of a stack of decisions,
    std::uint64_t outcomes = 0;                                   // those below them included.
    std::unordered_map<std::uint16_t, std::uint64_t> tools = {};  // Of a stack of calls.
};
std::vector<ItemTally> tally(const DrawnGraph& graph, const Folding& folding);

// The nodes of a map, with what the store says of them.
Result<std::vector<MapNode>> map_nodes_of(const Store& store, const DrawnGraph& graph,
                                          const Folding& folding);

}  // namespace hence
