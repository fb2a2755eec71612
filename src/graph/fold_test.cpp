// Folding: which events have an effect, in which order, and which are passed over.
#include "graph/fold.h"

#include "graph/conflict.h"
#include "graph/graph_for_test.h"

namespace hence {
namespace {

class Fold : public GraphLog {
protected:
    // Why the event of that id has no effect.
    std::string conflict(const std::string& id) {
        const Result<std::optional<Event>> event = store_->find(id);
        Graph now = graph();
        const Result<std::string> said = conflict_of(now, **event);
        return said ? *said : said.error().message;
    }
};

TEST_F(Fold, SecondNodeOfAnIdIsPassedOver) {
    tell("graph_node", "'node':{'id':'a','type':'goal','label':'first'}");
    const std::string second = tell("graph_node", "'node':{'id':'a','type':'goal','label':'2'}");
    Graph now = graph();
    EXPECT_EQ((*now.node("a"))->label, "first");
    EXPECT_EQ(ids(now.nodes_of(NodeType::goal)), "a");
    EXPECT_EQ(conflict("e1"), "");
    EXPECT_EQ(conflict(second), "there was a node \"a\" already");
}

TEST_F(Fold, OrderIsByTimeAndThenByArrival) {
    tell_at(9, "graph_node", "'node':{'id':'a','type':'goal','label':'late'}");
    tell_at(5, "graph_node", "'node':{'id':'a','type':'goal','label':'early'}");
    tell_at(5, "graph_node", "'node':{'id':'a','type':'goal','label':'as early'}");
    Graph now = graph();
    EXPECT_EQ((*now.node("a"))->label, "early");
}

TEST_F(Fold, NodeWithoutAnIdGoesByThatOfItsEvent) {
    const std::string id = tell("graph_node", "'node':{'type':'goal','label':'l'}");
    EXPECT_EQ(status(id), "active");
}

TEST_F(Fold, EdgeNeedsBothEndsWhereItStands) {
    node("a");
    edge("a", "b");
    node("b");
    Graph now = graph();
    EXPECT_EQ(lines(now.edges_out("a")), "");
    EXPECT_EQ(conflict("e2"), "there was no node \"b\"");
    edge("a", "b");
    Graph then = graph();
    EXPECT_EQ(lines(then.edges_out("a")), "a-leads_to->b");
    EXPECT_EQ(lines(then.edges_in("b")), "a-leads_to->b");
}

TEST_F(Fold, SecondEdgeOfAnIdIsPassedOverUnlessTheFirstDidNotFit) {
    node("a");
    node("b");
    tell("graph_edge", "'edge':{'id':'x','from_id':'a','to_id':'q','edge_type':'blocks'}");
    tell("graph_edge", "'edge':{'id':'x','from_id':'a','to_id':'b','edge_type':'chosen'}");
    const std::string third =
        tell("graph_edge", "'edge':{'id':'x','from_id':'b','to_id':'a','edge_type':'leads_to'}");
    Graph now = graph();
    EXPECT_EQ(lines(now.edges_out("a")), "a-chosen->b");
    EXPECT_EQ(lines(now.edges_in("a")), "");
    EXPECT_EQ((*now.edge("x"))->to_id, "b");
    EXPECT_EQ(conflict(third), "there was an edge \"x\" already");
}

TEST_F(Fold, IdOfAnEventIsTheEdgeThatItAdds) {
    node("a");
    node("b");
    tell("graph_edge", "'edge':{'id':'e4','from_id':'a','to_id':'b','edge_type':'blocks'}");
    edge("a", "b", "chosen");  // e4
    Graph now = graph();
    EXPECT_EQ(lines(now.edges_out("a")), "a-chosen->b");
    EXPECT_EQ((*now.edge("e4"))->type, EdgeType::chosen);
}

TEST_F(Fold, UpdateChangesWhatItNamesAndMovesUpdatedAt) {
    tell("graph_node",
         "'node':{'id':'a','type':'goal','label':'l','confidence':0.90,'rationale':'r'}");
    tell("graph_update", "'id':'a','set':{'status':'completed','rationale':null}");
    Graph now = graph();
    const GraphNode a = **now.node("a");
    EXPECT_EQ(a.status, NodeStatus::completed);
    EXPECT_EQ(a.rationale, "");
    EXPECT_EQ(a.confidence, "0.90");
    EXPECT_EQ(to_string(a.created_at), time_at(1));
    EXPECT_EQ(to_string(a.updated_at), time_at(2));
    const std::string stray = tell("graph_update", "'id':'b','set':{'label':'l'}");
    EXPECT_EQ(conflict(stray), "there was no node \"b\"");
}

TEST_F(Fold, DeletedNodeTakesItsEdgesAlongAndStaysDeleted) {
    node("a");
    node("b");
    edge("a", "b");
    const std::string deletion = tell("graph_delete", "'id':'b'");
    Graph now = graph();
    EXPECT_EQ(lines(now.edges_out("a")), "");
    EXPECT_EQ(status("b"), "gone");
    EXPECT_EQ(conflict(deletion), "");
    const std::string again = tell("graph_delete", "'id':'b'");
    EXPECT_EQ(conflict(again), "there was no node \"b\"");
    node("b");
    EXPECT_EQ(status("b"), "gone");
    tell("graph_update", "'id':'b','set':{'label':'x'}");
    EXPECT_EQ(conflict("e7"), "there was no node \"b\"");
}

TEST_F(Fold, SupersedeIsOneEvent) {
    node("a");
    node("b");
    tell("graph_supersede", "'old_id':'a','new_id':'b','edge_id':'x','why':'leaked'");
    Graph now = graph();
    EXPECT_EQ(status("a"), "superseded");
    const GraphEdge edge = **now.edge("x");
    EXPECT_EQ(edge.from_id, "b");
    EXPECT_EQ(edge.metadata, "{\"rationale\":\"leaked\"}");
    EXPECT_EQ(to_string((*now.node("a"))->updated_at), time_at(3));
}

TEST_F(Fold, SupersedeThatDoesNotFitHasNoEffectAtAll) {
    node("a");
    supersede("a", "nobody");
    EXPECT_EQ(status("a"), "active");
    supersede("a", "a");
    EXPECT_EQ(status("a"), "active");
    EXPECT_EQ(conflict("e3"), "\"a\" cannot supersede itself");
}

TEST_F(Fold, CircleOfSupersedesIsNotClosed) {
    for (const char* id : {"a", "b", "c"}) {
        node(id);
    }
    supersede("a", "b");
    supersede("b", "c");
    supersede("c", "a");
    EXPECT_EQ(status("c"), "active");
    EXPECT_EQ(conflict("e6"), "it closes a circle: \"c\" superseded \"a\" already");
    edge("a", "c", "supersedes");
    Graph now = graph();
    EXPECT_EQ(lines(now.edges_out("a")), "");
    // What closed no circle since it did not fit itself stands in nobody's way.
    node("d");
    supersede("c", "d");
    EXPECT_EQ(status("c"), "superseded");
}

TEST_F(Fold, CircleThroughADeletedNodeIsOneStill) {
    for (const char* id : {"a", "b", "c"}) {
        node(id);
    }
    supersede("a", "b");
    supersede("b", "c");
    tell("graph_delete", "'id':'b'");
    supersede("c", "a");
    EXPECT_EQ(status("c"), "active");
    GraphWriter writer;
    ASSERT_TRUE(writer.supersede({.old_id = "c", .new_id = "a"}));
    EXPECT_EQ(writer.commit(*store_).error().code, Code::conflict);
}

TEST_F(Fold, GraphsOfOtherNamesAreOtherGraphs) {
    node("a");
    tell("graph_node", "'graph':'other','node':{'id':'a','type':'goal','label':'l'}");
    tell("graph_delete", "'graph':'other','id':'a'");
    EXPECT_EQ(status("a"), "active");
    Graph other = graph({.graph = "other"});
    EXPECT_FALSE(*other.node("a"));
    EXPECT_TRUE(*other.node_ever("a"));
}

TEST_F(Fold, AsOfIsWhatWasKnownThen) {
    node("a");                                               // 1
    node("b");                                               // 2
    edge("a", "b");                                          // 3
    tell("graph_update", "'id':'a','set':{'label':'new'}");  // 4
    supersede("a", "b");                                     // 5
    tell("graph_delete", "'id':'b'");                        // 6
    EXPECT_FALSE(*graph_at(0).node("a"));
    EXPECT_EQ((*graph_at(1).node("a"))->label, "a");
    EXPECT_EQ(lines(graph_at(2).edges_out("a")), "");
    EXPECT_EQ(lines(graph_at(3).edges_out("a")), "a-leads_to->b");
    EXPECT_EQ((*graph_at(4).node("a"))->label, "new");
    EXPECT_EQ((*graph_at(4).node("a"))->status, NodeStatus::active);
    EXPECT_EQ((*graph_at(5).node("a"))->status, NodeStatus::superseded);
    EXPECT_EQ(lines(graph_at(5).edges_in("a")), "b-supersedes->a");
    EXPECT_EQ(lines(graph_at(6).edges_in("a")), "");
    EXPECT_EQ((*graph_at(6).node("a"))->status, NodeStatus::superseded);
}

TEST_F(Fold, AnswerIsOfOneMoment) {
    node("a");
    Graph before = graph();
    node("b");
    EXPECT_FALSE(*before.node("b"));
    EXPECT_EQ(ids(before.nodes_of(NodeType::decision)), "a");
}

TEST_F(Fold, HistoryTellsEverythingThatFitted) {
    node("a");
    tell("graph_update", "'id':'a','set':{'label':'x'}");
    node("b");
    tell("graph_update", "'id':'a','set':{'type':'goal'}");
    edge("a", "b");
    supersede("a", "b");
    tell("graph_delete", "'id':'a'");
    tell("graph_update", "'id':'a','set':{'label':'too late'}");
    Graph now = graph();
    const Result<std::vector<GraphMoment>> moments = history(now, "a");
    std::string told;
    for (const GraphMoment& moment : *moments) {
        told += fmt::format("{}:{} ", moment.event.id(),
                            moment.node ? to_string(moment.node->status) : "gone");
    }
    EXPECT_EQ(told, "e1:active e2:active e5:active e6:superseded e7:gone ");
    EXPECT_EQ((*moments)[2].edge->to_id, "b");
    EXPECT_EQ(history(now, "nobody").error().code, Code::not_found);
    Graph then = graph_at(5);
    EXPECT_EQ(history(then, "a")->size(), 3U);
}

TEST_F(Fold, IdsMayBeShortened) {
    node("3f2a9c01aaaa");
    node("3f2a9c02bbbb");
    Graph now = graph();
    EXPECT_EQ(*now.resolve("3f2a9c01"), "3f2a9c01aaaa");
    EXPECT_EQ(*now.resolve("bbbb"), "3f2a9c02bbbb");
    EXPECT_EQ(now.resolve("3f2a").error().code, Code::invalid);
    EXPECT_EQ(now.resolve("ffff").error().code, Code::not_found);
    EXPECT_EQ(now.resolve("").error().code, Code::not_found);
}

TEST_F(Fold, LongChainsOfSupersedesAreWalkedOnce) {
    constexpr int length = 5'000;
    Batch batch;
    const auto add = [&](const std::string& event) {
        batch.events.push_back({*Event::parse(json(event))});
    };
    for (int i = 0; i < length + 3; ++i) {
        add(
            fmt::format("{{'id':'n{0}','kind':'graph_node','time':'2026-01-01T00:00:00Z','fields':"
                        "{{'node':{{'id':'{0}','type':'decision','label':'l'}}}}}}",
                        i));
    }
    const auto supersedes = [&](int older, int newer) {
        add(
            fmt::format("{{'id':'s{0}-{1}','kind':'graph_supersede','time':'2026-01-02T00:00:00Z',"
                        "'fields':{{'old_id':'{0}','new_id':'{1}'}}}}",
                        older, newer));
    };
    for (int i = 1; i < length; ++i) {
        supersedes(i - 1, i);
    }
    supersedes(length, length + 1);
    supersedes(length - 1, length);  // Joins both chains.
    supersedes(length + 1, 0);       // Would close the circle.
    ASSERT_TRUE(store_->append(batch));
    EXPECT_EQ(status(std::to_string(length - 1)), "superseded");
    EXPECT_EQ(status(std::to_string(length + 1)), "active");
    Graph now = graph();
    EXPECT_EQ(descendants(now, {std::to_string(length + 1)})->size(), length + 1U);
}

}  // namespace
}  // namespace hence
