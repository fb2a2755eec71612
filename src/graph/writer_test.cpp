// Writing a graph: all or nothing, refusals, keys, and writers that race.
#include <thread>

#include "graph/graph_for_test.h"
#include "hence/graph_writer.h"

namespace hence {
namespace {

class Writer : public GraphLog {
protected:
    static GraphNode decision(std::string id) {
        return {.id = std::move(id), .type = NodeType::decision, .label = "l"};
    }
    static GraphEdge between(std::string from, std::string to, EdgeType type = EdgeType::leads_to) {
        return {.from_id = std::move(from), .to_id = std::move(to), .type = type};
    }
    // "" when all of it was written; else why not, and then nothing was.
    std::string commit(GraphWriter& writer) {
        const std::uint64_t before = store_->last_seq();
        const Result<Receipt> receipt = writer.commit(*store_);
        EXPECT_TRUE(receipt || store_->last_seq() == before);
        return receipt ? "" : receipt.error().message;
    }
    template <class Plan>
    std::string write(const Plan& plan) {
        GraphWriter writer;
        plan(writer);
        return commit(writer);
    }
};

TEST_F(Writer, WritesAllOfItInOneAppend) {
    GraphWriter writer("default", {.agent = "ada", .session = "s", .run = "r", .correlation = "c"});
    const std::string a = *writer.add_node({.type = NodeType::goal, .label = "l"});
    ASSERT_TRUE(writer.add_node(decision("b")));
    const std::string edge = *writer.add_edge(between(a, "b", EdgeType::chosen));
    EXPECT_EQ(commit(writer), "");
    EXPECT_EQ(store_->last_seq(), 3U);
    Graph now = graph();
    EXPECT_EQ(lines(now.edges_out(a)), a + "-chosen->b");
    EXPECT_EQ((*now.edge(edge))->id, edge);
    const Event event = **store_->find(a);  // An assigned id is that of the event.
    EXPECT_EQ(event.agent(), "ada");
    EXPECT_EQ(event.session(), "s");
    EXPECT_EQ(event.run(), "r");
    EXPECT_EQ(event.correlation(), "c");
}

TEST_F(Writer, RefusesWhatMakesNoSense) {
    GraphWriter writer;
    EXPECT_EQ(writer.add_node({.label = ""}).error().code, Code::invalid);
    EXPECT_EQ(writer.add_node({.label = "l", .confidence = "1.5"}).error().code, Code::invalid);
    EXPECT_EQ(writer.add_node({.label = "l", .metadata = "[]"}).error().code, Code::invalid);
    EXPECT_EQ(writer.add_edge(between("", "b")).error().code, Code::invalid);
    EXPECT_EQ(writer.update({.id = "a", .set = "{}"}).error().code, Code::invalid);
    EXPECT_EQ(writer.update({.id = "a", .set = "nonsense"}).error().code, Code::invalid);
    EXPECT_EQ(writer.update({.id = "a", .set = R"({"status":"done"})"}).error().code,
              Code::invalid);
    EXPECT_EQ(writer.remove("").error().code, Code::invalid);
    EXPECT_EQ(writer.supersede({.old_id = "a", .new_id = ""}).error().code, Code::invalid);
}

TEST_F(Writer, RefusesWhatIsTakenOrNotThere) {
    node("a");
    EXPECT_EQ(write([](GraphWriter& w) { EXPECT_TRUE(w.add_node(decision("a"))); }),
              "there is a node \"a\" already");
    EXPECT_EQ(write([](GraphWriter& w) { EXPECT_TRUE(w.add_edge(between("a", "b"))); }),
              "there is no node \"b\"");
    EXPECT_EQ(write([](GraphWriter& w) { EXPECT_TRUE(w.add_edge(between("b", "a"))); }),
              "there is no node \"b\"");
    EXPECT_EQ(write([](GraphWriter& w) {
                  EXPECT_TRUE(w.update({.id = "b", .set = R"({"label":"x"})"}));
              }),
              "there is no node \"b\"");
    EXPECT_EQ(write([](GraphWriter& w) { EXPECT_TRUE(w.remove("b")); }), "there is no node \"b\"");
    EXPECT_EQ(
        write([](GraphWriter& w) { EXPECT_TRUE(w.supersede({.old_id = "a", .new_id = "b"})); }),
        "there is no node \"b\"");
}

TEST_F(Writer, OneThatIsRefusedTakesAllWithIt) {
    EXPECT_EQ(write([](GraphWriter& w) {
                  EXPECT_TRUE(w.add_node(decision("a")));
                  EXPECT_TRUE(w.add_node(decision("a")));
              }),
              "there is a node \"a\" already");
    EXPECT_EQ(write([](GraphWriter& w) {
                  EXPECT_TRUE(w.add_node(decision("a")));
                  EXPECT_TRUE(w.add_edge(between("a", "b")));
              }),
              "there is no node \"b\"");
    EXPECT_EQ(store_->last_seq(), 0U);
}

TEST_F(Writer, DeletedNodeKeepsItsId) {
    node("a");
    EXPECT_EQ(write([](GraphWriter& w) { EXPECT_TRUE(w.remove("a")); }), "");
    EXPECT_EQ(write([](GraphWriter& w) { EXPECT_TRUE(w.add_node(decision("a"))); }),
              "there is a node \"a\" already");
    EXPECT_EQ(write([](GraphWriter& w) { EXPECT_TRUE(w.remove("a")); }), "there is no node \"a\"");
}

TEST_F(Writer, EdgeIdIsTakenOnce) {
    node("a");
    GraphEdge edge = between("a", "a");
    edge.id = "x";
    EXPECT_EQ(write([&](GraphWriter& w) { EXPECT_TRUE(w.add_edge(edge)); }), "");
    EXPECT_EQ(write([&](GraphWriter& w) { EXPECT_TRUE(w.add_edge(edge)); }),
              "there is an edge \"x\" already");
}

TEST_F(Writer, CircleOfSupersedesIsRefused) {
    for (const char* id : {"a", "b", "c"}) {
        node(id);
    }
    const auto over = [](std::string older, std::string newer) {
        return
            [=](GraphWriter& w) { EXPECT_TRUE(w.supersede({.old_id = older, .new_id = newer})); };
    };
    EXPECT_EQ(write(over("a", "a")), "\"a\" cannot supersede \"a\": that would close a circle");
    EXPECT_EQ(write(over("a", "b")), "");
    EXPECT_EQ(write(over("b", "a")), "\"a\" cannot supersede \"b\": that would close a circle");
    EXPECT_EQ(write(over("b", "c")), "");
    EXPECT_EQ(write(over("c", "a")), "\"a\" cannot supersede \"c\": that would close a circle");
    EXPECT_EQ(write([&](GraphWriter& w) {
                  EXPECT_TRUE(w.add_node(decision("d")));
                  over("c", "d")(w);
                  over("d", "a")(w);
              }),
              "\"a\" cannot supersede \"d\": that would close a circle");
    EXPECT_EQ(status("b"), "superseded");
    EXPECT_EQ(status("c"), "active");
}

TEST_F(Writer, HalfOfASupersedeIsRefused) {
    node("a");
    node("b");
    EXPECT_EQ(write([](GraphWriter& w) {
                  const Result<std::string> half =
                      w.add_edge(between("b", "a", EdgeType::supersedes));
                  ASSERT_FALSE(half);
                  EXPECT_EQ(half.error().code, Code::invalid);
                  EXPECT_EQ(half.error().message,
                            "an edge supersedes is half of a supersede: \"a\" would stay active");
              }),
              "");
    EXPECT_EQ(status("a"), "active");
}

TEST_F(Writer, OldNodeKeepsItsOwnRationale) {
    tell("graph_node", "'node':{'id':'a','type':'decision','label':'l','rationale':'own'}");
    node("b");
    GraphWriter writer;
    const std::string edge =
        *writer.supersede({.old_id = "a", .new_id = "b", .why = "a \"quote\""});
    EXPECT_EQ(commit(writer), "");
    Graph now = graph();
    EXPECT_EQ((*now.node("a"))->rationale, "own");
    EXPECT_EQ((*now.edge(edge))->metadata, R"({"rationale":"a \"quote\""})");
}

TEST_F(Writer, WhatStandsInTheFutureIsStillBehindWhatItIsAbout) {
    const Result<Event> event =
        Event::parse(json("{'id':'f','kind':'graph_node','time':'2999-01-01T00:00:00Z',"
                          "'fields':{'node':{'id':'f','type':'goal','label':'l'}}}"));
    Batch batch;
    batch.events.push_back({*event});
    ASSERT_TRUE(store_->append(batch));
    node("a");
    EXPECT_EQ(write([](GraphWriter& w) { EXPECT_TRUE(w.add_edge(between("a", "f"))); }), "");
    EXPECT_EQ(write([](GraphWriter& w) {
                  EXPECT_TRUE(w.update({.id = "f", .set = R"({"status":"completed"})"}));
              }),
              "");
    Graph now = graph();
    EXPECT_EQ(lines(now.edges_out("a")), "a-leads_to->f");
    EXPECT_EQ(status("f"), "completed");
    // What is about others stands at its own time.
    EXPECT_EQ(write([](GraphWriter& w) {
                  EXPECT_TRUE(w.update({.id = "a", .set = R"({"label":"x"})"}));
              }),
              "");
    Graph then = graph();
    EXPECT_LT(to_string((*then.node("a"))->updated_at), "2998");
}

TEST_F(Writer, NodeWithATimeOfItsOwnStandsThere) {
    GraphWriter writer;
    GraphNode old = decision("old");
    old.created_at = *parse_time("2024-01-01T00:00:00Z");
    ASSERT_TRUE(writer.add_node(old));
    ASSERT_TRUE(writer.add_node(decision("new")));
    GraphEdge edge = between("old", "new");
    edge.created_at = *parse_time("2024-01-01T00:00:00Z");  // Before one of its ends.
    ASSERT_TRUE(writer.add_edge(edge));
    EXPECT_EQ(commit(writer), "");
    Graph then = Graph(*store_, {.as_of = *parse_time("2024-06-01T00:00:00Z")});
    EXPECT_TRUE(*then.node("old"));
    EXPECT_FALSE(*then.node("new"));
    Graph now = graph();
    EXPECT_EQ(lines(now.edges_out("old")), "old-leads_to->new");
    EXPECT_EQ(to_string(now.edges_out("old")->front().created_at), "2024-01-01T00:00:00Z");
}

TEST_F(Writer, UnderAKeyItCountsOnce) {
    for (int i = 0; i < 2; ++i) {
        GraphWriter writer;
        writer.under_key("k");
        EXPECT_EQ(*writer.add_node({.type = NodeType::goal, .label = "l"}), "k");
        const Result<Receipt> receipt = writer.commit(*store_);
        ASSERT_TRUE(receipt);
        EXPECT_EQ(receipt->accepted, i == 0 ? 1U : 0U);
    }
    GraphWriter other;
    other.under_key("k");
    ASSERT_TRUE(other.add_node({.type = NodeType::goal, .label = "another"}));
    EXPECT_EQ(commit(other), "the key \"k\" is in use for another event");
}

TEST_F(Writer, ImportPassesOverWhatSaysTheSame) {
    const auto event = [](std::string_view kind, std::string_view fields) {
        return *Event::parse(
            json(fmt::format("{{'id':'i','kind':'{}','time':'2024-01-01T00:00:00Z','agent':'x',"
                             "'fields':{{'graph':'theirs',{},'more':1}}}}",
                             kind, fields)));
    };
    const Event a = event("graph_node",
                          "'node':{'id':'a','type':'goal','label':'l',"
                          "'confidence':0.9}");
    const Event same = event("graph_node",
                             "'node':{'id':'a','type':'goal','label':'l',"
                             "'confidence':0.90,'status':'active'}");
    const Event other = event("graph_node", "'node':{'id':'a','type':'goal','label':'other'}");
    const Event loop =
        event("graph_edge", "'edge':{'id':'x','from_id':'a','to_id':'a','edge_type':'blocks'}");
    const auto import = [&](std::vector<Event> events) {
        GraphWriter writer;
        for (const Event& each : events) {
            EXPECT_TRUE(writer.import(each));
        }
        const Result<Receipt> receipt = writer.commit(*store_);
        return receipt ? fmt::format("{} {}", receipt->accepted, receipt->duplicates)
                       : receipt.error().message;
    };
    EXPECT_EQ(import({a, loop}), "2 0");
    EXPECT_EQ(import({same, loop}), "0 2");
    EXPECT_EQ(import({other}), "there is a node \"a\" already");
    tell("graph_update", "'id':'a','set':{'label':'other'}");
    EXPECT_EQ(import({a}), "0 1");  // As it was added,
    EXPECT_EQ(import({event("graph_node",
                            "'node':{'id':'a','type':'goal','label':'other',"
                            "'confidence':0.9}")}),
              "0 1");  // and as it is.
    tell("graph_delete", "'id':'a'");
    EXPECT_EQ(import({a}), "there is a node \"a\" already");
    Graph now = graph();
    const GraphNode node = **now.node_ever("a");
    EXPECT_EQ(to_string(node.created_at), "2024-01-01T00:00:00Z");
}

TEST_F(Writer, ManyAtOnceLeaveNoHalfAndNoMisfit) {
    node("root");
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([this, t] {
            for (int i = 0; i < 25; ++i) {
                GraphWriter writer;
                const std::string id = *writer.add_node(decision(fmt::format("{}-{}", t, i)));
                EXPECT_TRUE(writer.add_edge(between("root", id)));
                EXPECT_TRUE(writer.commit(*store_));
                GraphWriter same;
                EXPECT_TRUE(same.add_node(decision(fmt::format("shared-{}", i))));
                const Result<Receipt> one = same.commit(*store_);
                EXPECT_TRUE(one || one.error().code == Code::conflict);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    Graph now = graph();
    EXPECT_EQ(now.edges_out("root")->size(), 100U);
    EXPECT_EQ(now.nodes_of(NodeType::decision)->size(), 1U + 100U + 25U);
    EXPECT_EQ(store_->last_seq(), 1U + 200U + 25U);
}

}  // namespace
}  // namespace hence
