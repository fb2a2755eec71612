// The named questions about a decision graph, among them the published cases.
#include "graph/graph_for_test.h"

namespace hence {
namespace {

class Queries : public GraphLog {
protected:
    std::string down(std::string_view id, std::vector<EdgeType> types = {}) {
        Graph now = graph();
        return ids(descendants(now, {std::string(id), std::move(types)}));
    }
    std::string up(std::string_view id, std::vector<EdgeType> types = {}) {
        Graph now = graph();
        return ids(ancestors(now, {std::string(id), std::move(types)}));
    }
    std::string path(std::string_view from, std::string_view to, std::vector<EdgeType> types = {}) {
        Graph now = graph();
        return ids(path_between(now, {std::string(from), std::string(to), std::move(types)}));
    }
    std::string open() {
        Graph now = graph();
        return ids(open_nodes(now));
    }
    void chain(std::initializer_list<const char*> nodes) {
        const char* before = nullptr;
        for (const char* id : nodes) {
            node(id);
            if (before != nullptr) {
                edge(before, id);
            }
            before = id;
        }
    }
};

TEST_F(Queries, PublishedCases) {
    chain({"a", "b", "c"});
    node("d");
    edge("b", "d");
    node("lonely");
    EXPECT_EQ(down("a"), "b c d");
    EXPECT_EQ(up("c"), "b a");
    EXPECT_EQ(path("a", "c"), "a b c");
    EXPECT_EQ(path("a", "lonely"), "");
    EXPECT_EQ(path("c", "a"), "");
}

TEST_F(Queries, FromAGoalToItsOutcome) {
    node("g", "goal");
    node("d");
    node("x", "action");
    node("o", "outcome");
    edge("g", "d");
    edge("d", "x", "chosen");
    edge("x", "o");
    EXPECT_EQ(path("g", "o"), "g d x o");
    EXPECT_EQ(down("g"), "d x o");
    EXPECT_EQ(up("o"), "x d g");
    tell("graph_update", "'id':'g','set':{'status':'completed'}");
    Graph now = graph();
    EXPECT_EQ(ids(active_goals(now)), "");
}

TEST_F(Queries, PathOfANodeToItselfIsThatNode) {
    chain({"a", "b"});
    edge("b", "a");
    EXPECT_EQ(path("a", "a"), "a");
    EXPECT_EQ(path("nobody", "nobody"), "");
    EXPECT_EQ(path("nobody", "a"), "");
    EXPECT_EQ(path("a", "nobody"), "");
}

TEST_F(Queries, StartIsNeverItsOwnDescendant) {
    chain({"a", "b", "c"});
    edge("c", "a");
    edge("a", "a");
    EXPECT_EQ(down("a"), "b c");
    EXPECT_EQ(up("a"), "c b");
    EXPECT_EQ(down("nobody"), "");
}

TEST_F(Queries, ShortestPathGoesByTheEdgeThatCameFirst) {
    for (const char* id : {"a", "x", "y", "z"}) {
        node(id);
    }
    edge("a", "y");
    edge("a", "x");
    edge("x", "z");
    edge("y", "z");
    EXPECT_EQ(path("a", "z"), "a y z");
    edge("a", "z");
    EXPECT_EQ(path("a", "z"), "a z");
}

TEST_F(Queries, EdgeTypesLetOthersNotPass) {
    for (const char* id : {"a", "b", "c"}) {
        node(id);
    }
    edge("a", "b", "chosen");
    edge("b", "c", "rejected");
    edge("a", "c", "blocks");
    EXPECT_EQ(down("a", {EdgeType::chosen}), "b");
    EXPECT_EQ(down("a", {EdgeType::chosen, EdgeType::rejected}), "b c");
    EXPECT_EQ(up("c", {EdgeType::rejected}), "b");
    EXPECT_EQ(path("a", "c", {EdgeType::chosen, EdgeType::rejected}), "a b c");
    EXPECT_EQ(path("a", "c", {EdgeType::supersedes}), "");
    EXPECT_EQ(path("a", "c"), "a c");
}

TEST_F(Queries, DeletedNodesArePassedByNobody) {
    chain({"a", "b", "c"});
    tell("graph_delete", "'id':'b'");
    EXPECT_EQ(down("a"), "");
    EXPECT_EQ(path("a", "c"), "");
}

TEST_F(Queries, RecentDecisionsAreNewestFirst) {
    tell("graph_node",
         "'node':{'id':'third','type':'decision','label':'l',"
         "'created_at':'2024-12-01T00:00:00Z'}");
    tell("graph_node",
         "'node':{'id':'first','type':'decision','label':'l',"
         "'created_at':'2024-01-01T00:00:00Z'}");
    tell("graph_node",
         "'node':{'id':'second','type':'decision','label':'l',"
         "'created_at':'2024-06-01T00:00:00.5Z'}");
    node("goal", "goal");
    Graph now = graph();
    EXPECT_EQ(ids(recent_decisions(now, 2)), "third second");
    EXPECT_EQ(ids(recent_decisions(now)), "third second first");
    EXPECT_EQ(ids(recent_decisions(now, 0)), "");
    supersede("third", "second");
    tell("graph_delete", "'id':'second'");
    Graph then = graph();
    EXPECT_EQ(ids(recent_decisions(then, 2)), "third first");
}

TEST_F(Queries, RecentDecisionsAreTenUnlessSaid) {
    for (int i = 0; i < 11; ++i) {
        node(fmt::format("d{}", i));
    }
    Graph now = graph();
    EXPECT_EQ(ids(recent_decisions(now)), "d10 d9 d8 d7 d6 d5 d4 d3 d2 d1");
}

TEST_F(Queries, ActiveGoalsAreOldestFirst) {
    node("b", "goal");
    tell("graph_node",
         "'node':{'id':'a','type':'goal','label':'l','created_at':'2024-01-01T00:00:00Z'}");
    node("c", "goal");
    tell("graph_update", "'id':'c','set':{'status':'rejected'}");
    Graph now = graph();
    EXPECT_EQ(ids(active_goals(now)), "a b");
}

TEST_F(Queries, OpenIsWhatHasNoOutcomeYet) {
    node("g", "goal");
    node("d1");
    node("d2");
    node("d3");
    node("x", "action");
    node("o", "outcome");
    edge("d1", "d2");
    EXPECT_EQ(open(), "g d1 d2 d3");
    edge("d2", "x", "chosen");
    edge("x", "o");
    EXPECT_EQ(open(), "g d1 d3");  // The outcome is that of d2, not of what led to d2.
    edge("d3", "o", "blocks");
    EXPECT_EQ(open(), "g d1 d3");
    edge("d3", "o");
    EXPECT_EQ(open(), "g d1");
    tell("graph_update", "'id':'d1','set':{'status':'completed'}");
    EXPECT_EQ(open(), "g");
}

TEST_F(Queries, OutcomeOfItsEventClosesADecision) {
    tell("graph_node", "'node':{'id':'d','type':'decision','label':'l','event':'t'}");
    EXPECT_EQ(open(), "d");
    tell("outcome", "'of':'t','correct':true");
    EXPECT_EQ(open(), "");
    Graph then = graph_at(1);
    EXPECT_EQ(ids(open_nodes(then)), "d");
}

TEST_F(Queries, LongChainIsWalkedInALoop) {
    constexpr int length = 20'000;
    Batch batch;
    for (int i = 0; i < length; ++i) {
        batch.events.push_back({*Event::parse(json(fmt::format(
            "{{'id':'n{0}','kind':'graph_node','time':'2026-01-01T00:00:00Z','fields':{{'node':"
            "{{'id':'{0}','type':'decision','label':'l'}}}}}}",
            i)))});
        batch.events.push_back({*Event::parse(json(fmt::format(
            "{{'id':'k{0}','kind':'graph_edge','time':'2026-01-02T00:00:00Z','fields':{{'edge':"
            "{{'from_id':'{0}','to_id':'{1}','edge_type':'leads_to'}}}}}}",
            i, i + 1)))});
    }
    ASSERT_TRUE(store_->append(batch));
    Graph now = graph();
    EXPECT_EQ(path_between(now, {"0", std::to_string(length - 1)})->size(), length);
    EXPECT_EQ(ancestors(now, {std::to_string(length - 1)})->size(), length - 1U);
}

TEST_F(Queries, ContextIsForAPrompt) {
    Graph empty = graph();
    EXPECT_EQ(*context_text(empty), "");
    tell("graph_node",
         "'node':{'id':'3f2a9c01aaaa','type':'goal','label':'Implement auth',"
         "'confidence':0.9}");
    tell("graph_node",
         "'node':{'id':'b7d1e2f3bbbb','type':'decision','label':'Use JWT tokens',"
         "'rationale':'Stateless, scales horizontally'}");
    tell("graph_node",
         "'node':{'id':'0c9d8e7fcccc','type':'option','label':'Use server sessions'}");
    edge("3f2a9c01aaaa", "b7d1e2f3bbbb");
    edge("3f2a9c01aaaa", "0c9d8e7fcccc", "rejected");
    edge("b7d1e2f3bbbb", "0c9d8e7fcccc");
    Graph now = graph();
    EXPECT_EQ(*context_text(now),
              "## Active Goals\n"
              "- [3f2a9c01] Implement auth (status: active, confidence: 0.9)\n"
              "  └─ [b7d1e2f3] Use JWT tokens (active)\n"
              "  └─ [0c9d8e7f] Use server sessions (rejected)\n"
              "\n"
              "## Recent Decisions\n"
              "- [b7d1e2f3] Use JWT tokens -- Stateless, scales horizontally\n");
    tell("graph_update", "'id':'3f2a9c01aaaa','set':{'status':'completed'}");
    tell("graph_update", "'id':'b7d1e2f3bbbb','set':{'rationale':null,'label':'two\\nlines'}");
    Graph then = graph();
    EXPECT_EQ(*context_text(then), "## Recent Decisions\n- [b7d1e2f3] two lines\n");
    Graph none = graph();
    EXPECT_EQ(*context_text(none, 0), "");
}

TEST_F(Queries, ContextMarksDecisionsThatNoLongerStand) {
    node("a");
    node("b");
    node("c");
    node("d");
    tell("graph_supersede", "'old_id':'a','new_id':'b','edge_id':'s'");
    tell("graph_update", "'id':'c','set':{'status':'superseded','rationale':'was cheap'}");
    tell("graph_update", "'id':'d','set':{'status':'rejected'}");
    Graph now = graph();
    EXPECT_EQ(*context_text(now),
              "## Recent Decisions\n"
              "- [d] d (rejected)\n"
              "- [c] c (superseded) -- was cheap\n"
              "- [b] b\n"
              "- [a] a (superseded by [b] b)\n");
    // Below its goal, too: what was chosen once may no longer hold.
    tell("graph_node", "'node':{'id':'g','type':'goal','label':'G'}");
    tell("graph_edge", "'edge':{'id':'1','from_id':'g','to_id':'a','edge_type':'chosen'}");
    tell("graph_edge", "'edge':{'id':'2','from_id':'g','to_id':'c','edge_type':'leads_to'}");
    Graph then = graph();
    EXPECT_TRUE(
        context_text(then)->starts_with("## Active Goals\n"
                                        "- [g] G (status: active)\n"
                                        "  └─ [a] a (chosen, superseded by [b] b)\n"
                                        "  └─ [c] c (superseded)\n"))
        << *context_text(then);
}

TEST_F(Queries, ContextShowsWhatWasChosenAndShortIdsWhole) {
    node("g", "goal");
    node("12345678");
    node("other");
    edge("g", "12345678", "chosen");
    edge("g", "other", "enables");
    tell("graph_update", "'id':'other','set':{'status':'completed'}");
    Graph now = graph();
    EXPECT_EQ(*context_text(now, 1),
              "## Active Goals\n"
              "- [g] g (status: active)\n"
              "  └─ [12345678] 12345678 (chosen)\n"
              "  └─ [other] other (completed)\n"
              "\n"
              "## Recent Decisions\n"
              "- [other] other\n");
}

}  // namespace
}  // namespace hence
