#include "growth_drafts.h"

namespace hence::bench {
namespace {

// Decision graphs.

std::string node(std::size_t number, std::string_view more = {}) {
    return fmt::format(R"("node":{{"id":"n{}","type":"decision","label":"l"{}}})", number, more);
}

std::string edge(std::size_t number, std::size_t from, std::size_t to,
                 std::string_view type = "leads_to") {
    return fmt::format(R"("edge":{{"id":"x{}","from_id":"n{}","to_id":"n{}","edge_type":"{}"}})",
                       number, from, to, type);
}

std::string graph_star(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return i % 2 == 0 ? Draft{.kind = "graph_node", .fields = node(i)}
                          : Draft{.kind = "graph_edge", .fields = edge(i, 0, i - 1)};
    });
}

std::string graph_chain(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return i % 2 == 0
                   ? Draft{.kind = "graph_node", .fields = node(i)}
                   : Draft{.kind = "graph_edge", .fields = edge(i, i < 3 ? 0 : i - 3, i - 1)};
    });
}

// Between two nodes, again and again.
std::string graph_thick(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return i < 2 ? Draft{.kind = "graph_node", .fields = node(i)}
                     : Draft{.kind = "graph_edge", .fields = edge(i, 0, 1)};
    });
}

std::string graph_one_event(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return i == 0 ? Draft{.kind = "decision", .fields = R"("description":"d","node":"n1")"}
               : i % 2 == 1 ? Draft{.kind = "graph_node", .fields = node(i, R"(,"event":"e0")")}
                            : Draft{.kind = "graph_edge", .fields = edge(i, 1, i - 1)};
    });
}

std::string graph_superseded(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        const std::size_t half = n / 2;
        const std::size_t old = i - half;
        return i < half ? Draft{.kind = "graph_node", .fields = node(i)}
                        : Draft{.kind = "graph_supersede",
                                .fields = fmt::format(
                                    R"("old_id":"n{}","new_id":"n{}","edge_id":"x{}","why":"w")",
                                    old, old + 1, old)};
    });
}

std::string graph_updated(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return i == 0 ? Draft{.kind = "graph_node", .fields = node(0)}
                      : Draft{.kind = "graph_update",
                              .fields = fmt::format(R"("id":"n0","set":{{"label":"l{}"}})", i)};
    });
}

// Added, joined to the first and deleted, over and over.
std::string graph_deleted(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return i % 3 == 0 ? Draft{.kind = "graph_node", .fields = node(i)}
               : i % 3 == 1
                   ? Draft{.kind = "graph_edge", .fields = edge(i, 0, i - 1)}
                   : Draft{.kind = "graph_delete",
                           .fields = i == 2 ? R"("id":"n1")" : fmt::format(R"("id":"n{}")", i - 2)};
    });
}

// Every edge goes by one id, and the first has it.
std::string graph_one_edge_id(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return i % 2 == 0 ? Draft{.kind = "graph_node", .fields = node(i)}
                          : Draft{.kind = "graph_edge", .fields = edge(0, 0, i - 1)};
    });
}

// A node that is changed again whenever an edge is put to it.
std::string graph_changed_hub(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return i % 3 == 0 ? Draft{.kind = "graph_node", .fields = node(i)}
               : i % 3 == 1
                   ? Draft{.kind = "graph_edge", .fields = edge(i, i - 1, 0)}
                   : Draft{.kind = "graph_update",
                           .fields = fmt::format(R"("id":"n0","set":{{"label":"{}"}})", i)};
    });
}

// The same node, added again and again.
std::string graph_added_again(std::size_t n) {
    return lines(n, [](std::size_t) { return Draft{.kind = "graph_node", .fields = node(0)}; });
}

// One that much leads to, that was superseded, and that supersedes many itself.
std::string graph_superseding_hub(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        const std::size_t half = n / 2;
        if (i < half) {
            return i % 2 == 0 ? Draft{.kind = "graph_node", .fields = node(i)}
                              : Draft{.kind = "graph_edge", .fields = edge(i, i - 1, 0)};
        }
        const std::size_t other = (i - half) / 2 * 2;
        return i == half ? Draft{.kind = "graph_edge", .fields = edge(i, 2, 0, "supersedes")}
                         : Draft{.kind = "graph_edge",
                                 .fields = edge(i, 0, 4 + other % half, "supersedes")};
    });
}

}  // namespace

std::vector<Shape> shapes_of_graphs() {
    return {
        {"graph, star", graph_star},
        {"graph, chain", graph_chain},
        {"graph, thick", graph_thick},
        {"graph, one event", graph_one_event},
        {"graph, superseded", graph_superseded},
        {"graph, updated", graph_updated},
        {"graph, deleted", graph_deleted},
        {"graph, one edge id", graph_one_edge_id},
        {"graph, changed hub", graph_changed_hub},
        {"graph, added again", graph_added_again},
        {"graph, superseding hub", graph_superseding_hub},
    };
}

}  // namespace hence::bench
