// Maps of random sessions: unfolded they are the context graph, and folding loses nothing.
#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "views/map/map_for_test.h"

namespace hence {
namespace {

// Stories of every shape.
class MapPropertyTest : public MapTest {
protected:
    void tell_anything(std::mt19937& random, int events) {
        const auto below = [&](int end) { return static_cast<int>(random() % unsigned(end)); };
        static constexpr const char* kinds[] = {
            "llm_call",    "thought",     "tool_call",   "tool_call", "tool_call",
            "observation", "decision",    "delegation",  "span",      "session_start",
            "message",     "session_end", "termination", "outcome"};
        std::vector<std::string> all;
        const int shift = below(events);
        for (int i = 0; i < events; ++i) {
            std::string told = fmt::format("'id':'e{}','kind':'{}','session':'{}'", i,
                                           kinds[below(14)], below(8) == 0 ? "s2" : "s1");
            told += below(6) == 0 ? "" : fmt::format(",'run':'r{}'", below(3));
            told += below(3) == 0 ? "" : fmt::format(",'agent':'a{}'", below(3));
            told += below(2) == 0 ? "" : fmt::format(",'parent':'e{}'", below(events + 2));
            told += below(5) == 0 ? fmt::format(",'causes':['e{}']", below(events)) : "";
            told += below(3) == 0 ? fmt::format(",'duration_ms':{}", below(900)) : "";
            told += fmt::format(
                ",'fields':{{'call_id':'c{0}','call_ids':['c{1}'],'tool_name':'T{1}','text':'x{0}',"
                "'run_id':'r{2}','child_id':'a{1}','total_tokens':{0},'of':'e{4}'{3}}}",
                below(20), below(3), below(4),
                below(2) == 0   ? ",'output':'o'"
                : below(4) == 0 ? ",'error':'bad'"
                                : "",
                (i + shift) % (events + 5));
            all.push_back(told);
        }
        tell_all(all);
    }

    // What a map has and a context graph has not.
    static bool is_added(const MapNode& node) {
        return node.type == DrawnType::outcome ||
               (node.type == DrawnType::decision && node.id == node.event);
    }

    // Every decision and outcome of the session has a node, and only one.
    void expect_decisions(const SessionMap& answer) {
        std::multiset<std::string> drawn;
        for (const MapNode& node : answer.nodes) {
            if (node.type == DrawnType::decision || node.type == DrawnType::outcome) {
                drawn.insert(node.event);
            }
        }
        const Result<std::unique_ptr<Cursor>> cursor = store().read(1, store().last_seq());
        ASSERT_TRUE(cursor);
        for (Result<std::optional<Event>> event = (*cursor)->next(); event && *event;
             event = (*cursor)->next()) {
            const std::string_view kind = (*event)->kind();
            if ((*event)->session() == "s1" && (kind == "decision" || kind == "outcome")) {
                EXPECT_EQ(drawn.count(std::string((*event)->id())), 1U) << (*event)->id();
            }
        }
    }

    void expect_same_as_context(ContextBy by) {
        const ContextGraph whole = graph({"s1", by});
        SessionMap answer = map({.session = "s1", .by = by, .limit = 5000, .fan = 5000});
        EXPECT_EQ(answer.nodes_total, answer.nodes.size());
        expect_decisions(answer);
        std::erase_if(answer.nodes, is_added);
        ASSERT_EQ(answer.nodes.size(), whole.nodes.size());
        for (std::size_t i = 0; i < whole.nodes.size(); ++i) {
            const ContextNode& a = whole.nodes[i];
            const MapNode& b = answer.nodes[i];
            EXPECT_EQ(a.id, b.id);
            EXPECT_EQ(to_string(a.type),
                      b.type == DrawnType::decision ? "THOUGHT" : to_string(b.type));
            EXPECT_EQ(std::tuple(a.label, a.status, a.event, a.run, a.agent),
                      std::tuple(std::string_view(b.label), std::string_view(b.status),
                                 std::string_view(b.event), std::string_view(b.run),
                                 std::string_view(b.agent)));
            EXPECT_EQ(std::tuple(a.time, a.duration_ms, a.tokens, a.synthesized, a.level),
                      std::tuple(b.time, b.duration_ms, b.tokens, b.synthesized, b.level));
        }
        std::multiset<std::string> edges_a;
        std::multiset<std::string> edges_b;
        for (const ContextEdge& edge : whole.edges) {
            edges_a.insert(fmt::format("{} {} {}", edge.from, edge.label, edge.to));
        }
        for (const MapEdge& edge : answer.edges) {
            const bool added = edge.label == "decides" || edge.label == "judged";
            for (std::uint64_t i = 0; !added && i < edge.count; ++i) {
                edges_b.insert(fmt::format("{} {} {}", edge.from, edge.label, edge.to));
            }
        }
        std::vector<std::string> apart;
        std::ranges::set_symmetric_difference(edges_a, edges_b, std::back_inserter(apart));
        EXPECT_EQ(apart, std::vector<std::string>());
        std::string lacking_a;
        std::string lacking_b;
        whole.completeness.append_json(lacking_a);
        answer.completeness.append_json(lacking_b);
        EXPECT_EQ(lacking_a, lacking_b);
    }

    // Nothing is lost by folding: each node is shown, hidden or stood for, once.
    void expect_whole(const MapRequest& request) {
        const SessionMap answer = map(request);
        std::uint64_t nodes = 0;
        std::set<std::string> ids;
        for (const MapNode& node : answer.nodes) {
            nodes += node.hidden + (node.type == DrawnType::stack ? 0 : 1);
            EXPECT_TRUE(ids.insert(node.id).second) << node.id;
            EXPECT_TRUE(node.parent.empty() || ids.contains(node.parent)) << node.id;
            EXPECT_EQ(node.members > 1, node.type == DrawnType::stack) << node.id;
            EXPECT_LE(node.ordinal.value_or(0), node.last_ordinal.value_or(0)) << node.id;
        }
        EXPECT_EQ(nodes, answer.nodes_total);
        for (const MapEdge& edge : answer.edges) {
            EXPECT_TRUE(ids.contains(edge.from) && ids.contains(edge.to) && edge.from != edge.to);
        }
        // What stands for others can be opened, until nothing is hidden.
        MapRequest more = request;
        for (int round = 0; round < 40; ++round) {
            const SessionMap wider = map(more);
            std::size_t folded = 0;
            for (const MapNode& node : wider.nodes) {
                if (node.hidden > 0) {
                    more.open.push_back(node.id);
                    ++folded;
                }
            }
            if (folded == 0) {
                EXPECT_EQ(wider.nodes.size(), wider.nodes_total);
                return;
            }
            if (more.open.size() > map_ids_max) {
                return;
            }
        }
        ADD_FAILURE() << "still folded";
    }
};

TEST_F(MapPropertyTest, UnfoldedAMapIsTheContextGraphAndFoldedItLosesNothing) {
    for (unsigned seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        static_cast<Story&>(*this) = Story();
        tell_anything(random, 20 + static_cast<int>(random() % 150));
        for (const ContextBy by : {ContextBy::turn, ContextBy::run}) {
            expect_same_as_context(by);
            for (const std::uint64_t limit : {1U, 5U, 12U, 30U, 100U}) {
                expect_whole({.session = "s1", .by = by, .limit = limit, .fan = 1 + limit % 4});
            }
        }
    }
}

}  // namespace
}  // namespace hence
