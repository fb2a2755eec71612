// Holds the fold and the queries against a plain one that keeps the whole graph in memory, over
// random changes: few ids and times, so that misfits of every sort meet often.
#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "graph/conflict.h"
#include "hence/graph.h"
#include "hence/graph_writer.h"

namespace hence {
namespace {

struct Told {
    int second = 0;
    int seq = 0;
    std::string kind;
    std::string id = {};    // Of the node; of an edge, its id or "".
    std::string from = {};  // Of a supersede, the new node;
    std::string to = {};    // the old one.
    std::string type = {};
    std::string label = {};

    std::string event() const { return "ev" + std::to_string(seq); }
    std::string edge_id() const { return id.empty() ? event() : id; }

    std::string json() const {
        std::string fields;
        if (kind == "graph_node") {
            fields =
                fmt::format(R"("node":{{"id":"{}","type":"{}","label":"{}"}})", id, type, label);
        } else if (kind == "graph_edge") {
            fields =
                fmt::format(R"("edge":{{{}"from_id":"{}","to_id":"{}","edge_type":"{}"}})",
                            id.empty() ? "" : fmt::format(R"("id":"{}",)", id), from, to, type);
        } else if (kind == "graph_update") {
            fields = fmt::format(R"("id":"{}","set":{{"label":"{}"}})", id, label);
        } else if (kind == "graph_delete") {
            fields = fmt::format(R"("id":"{}")", id);
        } else {
            fields = fmt::format(R"({}"old_id":"{}","new_id":"{}")",
                                 id.empty() ? "" : fmt::format(R"("edge_id":"{}",)", id), to, from);
        }
        return fmt::format(R"({{"id":"{}","kind":"{}","time":"2026-01-01T00:00:{:02}Z","fields":)"
                           R"({{{}}}}})",
                           event(), kind, second, fields);
    }
};

std::string any_node() {
    return std::string(1, static_cast<char>('a' + *rc::gen::inRange(0, 5)));
}

Told any_change(int seq) {
    Told told;
    told.seq = seq;
    told.second = *rc::gen::inRange(0, 12);
    told.kind = *rc::gen::element<std::string>("graph_node", "graph_node", "graph_edge",
                                               "graph_edge", "graph_update", "graph_delete",
                                               "graph_supersede", "graph_supersede");
    told.label = "l" + std::to_string(seq);
    if (told.kind == "graph_edge" || told.kind == "graph_supersede") {
        told.id = *rc::gen::element<std::string>("", "", "x", "y");
        told.from = any_node();
        told.to = any_node();
        told.type = told.kind == "graph_supersede"
                        ? "supersedes"
                        : *rc::gen::element<std::string>("leads_to", "chosen", "supersedes");
    } else {
        told.id = any_node();
        told.type = *rc::gen::element<std::string>("goal", "decision");
    }
    return told;
}

struct NaiveNode {
    std::string label;
    std::string status = "active";
    bool deleted = false;
};

// By definition: change after change, in order.
struct NaiveGraph {
    std::map<std::string, NaiveNode> nodes;
    std::vector<Told> edges;       // That stand.
    std::vector<Told> supersedes;  // That ever did.
    std::set<std::string> edge_ids;
    std::set<std::string> misfits;  // Events.

    bool there(const std::string& id) const {
        const auto node = nodes.find(id);
        return node != nodes.end() && !node->second.deleted;
    }

    bool superseded(const std::string& by, const std::string& id) const {
        std::set<std::string> seen{by};
        std::deque<std::string> waiting{by};
        while (!waiting.empty()) {
            const std::string node = waiting.front();
            waiting.pop_front();
            for (const Told& edge : supersedes) {
                if (edge.from == node && seen.insert(edge.to).second) {
                    waiting.push_back(edge.to);
                }
            }
        }
        return seen.contains(id);
    }

    bool take(const Told& told) {
        if (told.kind == "graph_node") {
            return nodes.try_emplace(told.id, NaiveNode{told.label}).second;
        }
        if (told.kind == "graph_update" || told.kind == "graph_delete") {
            if (!there(told.id)) {
                return false;
            }
            if (told.kind == "graph_update") {
                nodes[told.id].label = told.label;
            } else {
                nodes[told.id].deleted = true;
                std::erase_if(edges, [&](const Told& edge) {
                    return edge.from == told.id || edge.to == told.id;
                });
            }
            return true;
        }
        if (!there(told.from) || !there(told.to) || edge_ids.contains(told.edge_id())) {
            return false;
        }
        // An id is taken by an edge whose ends were there, whatever else is wrong with it.
        edge_ids.insert(told.edge_id());
        if (told.type == "supersedes" && superseded(told.to, told.from)) {
            return false;
        }
        if (told.type == "supersedes") {
            supersedes.push_back(told);
        }
        if (told.kind == "graph_supersede") {
            nodes[told.to].status = "superseded";
        }
        edges.push_back(told);
        return true;
    }

    explicit NaiveGraph(const std::vector<Told>& log) {
        for (const Told& told : log) {
            if (!take(told)) {
                misfits.insert(told.event());
            }
        }
    }

    std::vector<std::string> next(const std::string& node) const {
        std::vector<std::string> found;
        for (const Told& edge : edges) {
            if (edge.from == node) {
                found.push_back(edge.to);
            }
        }
        return found;
    }

    // Breadth first, with the way back.
    std::vector<std::pair<std::string, std::string>> walk(const std::string& start) const {
        std::vector<std::pair<std::string, std::string>> found;
        if (!there(start)) {
            return found;
        }
        std::set<std::string> seen{start};
        found.emplace_back(start, "");
        for (std::size_t i = 0; i < found.size(); ++i) {
            const std::string node = found[i].first;
            for (const std::string& each : next(node)) {
                if (seen.insert(each).second) {
                    found.emplace_back(each, node);
                }
            }
        }
        return found;
    }
};

std::string ids(const std::vector<GraphNode>& nodes) {
    std::string said;
    for (const GraphNode& node : nodes) {
        said += node.id + " ";
    }
    return said;
}

struct Case {
    std::unique_ptr<Store> store = open_memory_store();
    std::vector<Told> log;  // In order.

    Case() {
        const int count = *rc::gen::inRange(1, 40);
        for (int seq = 1; seq <= count; ++seq) {
            log.push_back(any_change(seq));
            Batch batch;
            batch.events.push_back({*Event::parse(log.back().json())});
            RC_ASSERT(store->append(batch)->accepted == 1U);
        }
        std::ranges::stable_sort(log, {}, &Told::second);
    }

    std::vector<Told> until(int second) const {
        std::vector<Told> known;
        std::ranges::copy_if(log, std::back_inserter(known),
                             [second](const Told& told) { return told.second <= second; });
        return known;
    }
};

RC_GTEST_PROP(GraphProperty, NodesAndEdgesAreThoseOfTheDefinition, ()) {
    Case test;
    const int second = *rc::gen::inRange(0, 13);
    const NaiveGraph naive(test.until(second));
    Graph graph(*test.store,
                {.as_of = *parse_time(fmt::format("2026-01-01T00:00:{:02}Z", second))});
    for (const char* id : {"a", "b", "c", "d", "e"}) {
        const std::optional<GraphNode> node = *graph.node(id);
        RC_ASSERT(node.has_value() == naive.there(id));
        if (node) {
            const NaiveNode& expected = naive.nodes.at(id);
            RC_ASSERT(node->label == expected.label);
            RC_ASSERT(to_string(node->status) == expected.status);
        }
    }
    std::string edges;
    RC_ASSERT(static_cast<bool>(graph.each_edge([&](const GraphEdge& edge) {
        edges += fmt::format("{}:{}{}{} ", edge.id, edge.from_id, to_string(edge.type), edge.to_id);
        return Result<void>();
    })));
    std::string expected;
    for (const Told& edge : naive.edges) {
        expected += fmt::format("{}:{}{}{} ", edge.edge_id(), edge.from, edge.type, edge.to);
    }
    RC_ASSERT(edges == expected);
}

RC_GTEST_PROP(GraphProperty, MisfitsAreThoseOfTheDefinition, ()) {
    Case test;
    const NaiveGraph naive(test.log);
    for (const Told& told : test.log) {
        Graph graph(*test.store, {});
        const std::optional<Event> event = *test.store->find(told.event());
        RC_ASSERT(conflict_of(graph, *event)->empty() == !naive.misfits.contains(told.event()));
    }
}

RC_GTEST_PROP(GraphProperty, WalksAreThoseOfTheDefinition, ()) {
    Case test;
    const NaiveGraph naive(test.log);
    const std::string from = any_node();
    const std::string to = any_node();
    const auto walk = naive.walk(from);
    Graph graph(*test.store, {});
    std::string below;
    std::map<std::string, std::string> back;
    for (const auto& [node, before] : walk) {
        below += node == from ? "" : node + " ";
        back.emplace(node, before);
    }
    RC_ASSERT(ids(*descendants(graph, {from})) == below);
    std::string path;
    for (std::string at = back.contains(to) ? to : ""; !at.empty(); at = back[at]) {
        path = at + " " + path;
    }
    RC_ASSERT(ids(*path_between(graph, {from, to})) == path);
    for (const auto& [node, before] : walk) {
        const std::string above = " " + ids(*ancestors(graph, {node}));
        RC_ASSERT(node == from || above.find(" " + from + " ") != std::string::npos);
    }
}

// What a door accepts has its effect, and what it refuses would have had none.
RC_GTEST_PROP(GraphProperty, DoorsAcceptWhatTheFoldTakes, ()) {
    const std::unique_ptr<Store> store = open_memory_store();
    std::vector<Told> log;
    for (int seq = 1; seq <= *rc::gen::inRange(1, 30); ++seq) {
        Told told = any_change(static_cast<int>(store->last_seq()) + 1);
        told.second = 0;
        if (told.kind == "graph_edge" && told.type == "supersedes") {
            continue;  // Half of a supersede, which doors refuse.
        }
        log.push_back(told);
        const NaiveGraph naive(log);
        GraphWriter writer;
        if (told.kind == "graph_node") {
            RC_ASSERT(static_cast<bool>(writer.add_node(
                {.id = told.id, .type = *node_type(told.type), .label = told.label})));
        } else if (told.kind == "graph_edge") {
            RC_ASSERT(static_cast<bool>(writer.add_edge({.id = told.id,
                                                         .from_id = told.from,
                                                         .to_id = told.to,
                                                         .type = *edge_type(told.type)})));
        } else if (told.kind == "graph_update") {
            RC_ASSERT(static_cast<bool>(
                writer.update({.id = told.id, .set = "{\"label\":\"" + told.label + "\"}"})));
        } else if (told.kind == "graph_delete") {
            RC_ASSERT(static_cast<bool>(writer.remove(told.id)));
        } else {
            RC_ASSERT(static_cast<bool>(
                writer.supersede({.old_id = told.to, .new_id = told.from, .edge_id = told.id})));
        }
        const bool accepted = static_cast<bool>(writer.commit(*store));
        RC_ASSERT(accepted == !naive.misfits.contains(told.event()));
        if (!accepted) {
            log.pop_back();
        }
    }
}

}  // namespace
}  // namespace hence
