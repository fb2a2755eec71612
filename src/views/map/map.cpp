// A session's map: resolves the ids that were opened and closed, folds the graph, and joins edges.
//
// An edge of the graph goes to the items that stand for its two ends. Edges that then have the same
// ends and label become one, with a count and the weakest provenance among them; an edge inside one
// item disappears.
#include "hence/map.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "views/find/resolve.h"
#include "views/map/view.h"

namespace hence {
namespace {

constexpr std::uint32_t none = DrawnGraph::none;
constexpr int signs_max = 8;
constexpr std::uint32_t opened_level_max = 1'000;  // All that lies above it is opened, too.

Result<void> check(const MapRequest& request) {
    if (request.limit < 1 || request.limit > map_nodes_max) {
        return Error{Code::invalid, fmt::format("limit is not between 1 and {}", map_nodes_max)};
    }
    if (request.fan < 1 || request.fan > map_nodes_max) {
        return Error{Code::invalid, fmt::format("fan is not between 1 and {}", map_nodes_max)};
    }
    if (request.open.size() + request.closed.size() > map_ids_max) {
        return Error{Code::limit,
                     fmt::format("open and closed name more than {} ids", map_ids_max)};
    }
    return {};
}

// The node of that id, or none.
Result<std::uint32_t> node_named(const Store& store, const DrawnGraph& graph,
                                 const std::string& id) {
    if (id.empty()) {
        return none;
    }
    const auto made =
        std::ranges::find_if(graph.words, [&](const auto& words) { return words.id == id; });
    if (made != graph.words.end()) {
        return made->node;
    }
    static constexpr std::string_view result = "result:";
    const std::optional<Event> event = TRY(store.find(id));
    std::optional<Event> call;
    if (!event && id.starts_with(result)) {
        call = TRY(store.find(id.substr(result.size())));
    }
    const std::uint64_t seq = event ? event->seq() : call ? call->seq() : 0;
    for (std::uint32_t node = 0; seq != 0 && node < graph.size(); ++node) {
        if (graph.seqs[node] == seq && graph.has(node, DrawnGraph::own_id) == event.has_value() &&
            !graph.has(node, DrawnGraph::made)) {
            return node;
        }
    }
    return none;
}

// The group of that name, or nothing.
Result<std::optional<FoldGroup>> group_named(const Store& store, const DrawnGraph& graph,
                                             std::string_view id) {
    std::optional<StackName> name = parse_stack_name(id);
    std::uint32_t anchor = none;
    if (name) {
        anchor = TRY(node_named(store, graph, std::string(name->anchor)));
        // Behind the name may be signs that made it unlike any id.
        for (int i = 0; anchor == none && i < signs_max && name->anchor.ends_with('~'); ++i) {
            name->anchor.remove_suffix(1);
            anchor = TRY(node_named(store, graph, std::string(name->anchor)));
        }
    }
    if (anchor == none) {
        return std::optional<FoldGroup>();
    }
    FoldGroup group = name->group;
    group.row.of = anchor;
    if (group.row.kind == RowKind::turns) {
        if (graph.types[anchor] != DrawnType::thought) {
            return std::optional<FoldGroup>();
        }
        group.row.of = graph.thought(anchor).line;
    }
    return std::optional(group);
}

Result<FoldChoice> choice_of(const Store& store, const DrawnGraph& graph,
                             const MapRequest& request) {
    FoldChoice choice(graph, request.fan);
    for (const std::string& id : request.open) {
        const std::uint32_t node = TRY(node_named(store, graph, id));
        std::optional<FoldGroup> group;
        if (node == none) {
            group = TRY(group_named(store, graph, id));
        }
        const std::uint32_t shown = group ? anchor_of(graph, group->row) : node;
        if (shown == none || graph.levels[shown] > opened_level_max) {
            continue;
        }
        if (group) {
            choice.open(*group);
        } else {
            choice.open(node);
        }
    }
    for (const std::string& id : request.closed) {
        const std::uint32_t node = TRY(node_named(store, graph, id));
        if (node != none) {
            choice.close(node);
        }
    }
    return choice;
}

// Each edge goes to what stands for its ends; those that then are alike become one.
void add_edges(const DrawnGraph& graph, const Folding& folding, SessionMap& map) {
    std::unordered_map<std::uint64_t, std::size_t> known;
    for (std::size_t edge = 0; edge < graph.edges.from.size(); ++edge) {
        const std::uint32_t from = folding.shown_by[graph.edges.from[edge]];
        const std::uint32_t to = folding.shown_by[graph.edges.to[edge]];
        if (from == to) {
            continue;
        }
        const std::uint64_t key =
            (std::uint64_t{from} << 34) | (std::uint64_t{to} << 4) | (graph.edges.kinds[edge] / 4U);
        const auto [at, added] = known.emplace(key, map.edges.size());
        const Provenance provenance = graph.provenance_of(edge);
        if (added) {
            map.edges.push_back({.from = map.nodes[from].id,
                                 .to = map.nodes[to].id,
                                 .label = graph.label_of(edge),
                                 .provenance = provenance});
        } else {
            MapEdge& same = map.edges[at->second];
            same.provenance = std::max(same.provenance, provenance);
            ++same.count;
        }
    }
}

}  // namespace

Result<SessionMap> session_map(const Store& store, const DrawnMap& drawn,
                               const MapRequest& request) {
    TRY(check(request));
    const DrawnGraph& graph = *drawn.graph;
    const FoldChoice asked = TRY(choice_of(store, graph, request));
    const Folding folding = fold(graph, {request.limit, request.fan}, asked);
    SessionMap map;
    map.session = graph.session;
    map.nodes_total = graph.size();
    map.last_seq = drawn.last_seq;
    map.nodes = TRY(map_nodes_of(store, graph, folding));
    add_edges(graph, folding, map);
    map.completeness = graph.completeness;
    return map;
}

Result<DrawnMap> MapCache::get(const Store& store, const ContextRequest& request) {
    const std::string name = (request.by == ContextBy::run ? "r" : "t") + request.session;
    return drawn_.get(
        name, [&] { return draw(store, request); },
        [&](const DrawnMap& drawn) { return brought_up_to_date(store, drawn); });
}

Result<SessionMap> session_map(MapCache* cache, const Store& store, const MapRequest& request) {
    TRY(check(request));
    ContextRequest asked{.session = {}, .by = request.by};
    asked.session = TRY(resolve_name(store, Space::session, request.session));
    const DrawnMap drawn = TRY(cache == nullptr ? draw(store, asked) : cache->get(store, asked));
    return session_map(store, drawn, request);
}

Result<SessionMap> session_map(const Store& store, const MapRequest& request) {
    return session_map(nullptr, store, request);
}

}  // namespace hence
