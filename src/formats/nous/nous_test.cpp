#include "formats/nous/nous.h"

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "model/facts.h"

namespace hence {
namespace {

const std::string goal =
    R"({"id":"g1","type":"goal","label":"Implement auth","status":"active","confidence":0.90,)"
    R"("rationale":null,"metadata":{"sprint":7},"created_at":"2026-01-01T00:00:00.123456Z",)"
    R"("updated_at":"2026-01-01T00:00:05Z"})";
const std::string edge =
    R"({"id":"x1","from_id":"g1","to_id":"d1","edge_type":"leads_to","metadata":{},)"
    R"("created_at":"2026-01-01T00:00:02Z"})";

ReadText read(const std::string& text) {
    return read_whole(read_nous, text);
}

std::string fields_of(const std::string& line) {
    const ReadText text = read(line);
    return text.events.size() == 1 ? std::string(text.events[0].fields()) : text.told();
}

TEST(Nous, NodeBecomesAnEventOfItsGraph) {
    const ReadText text = read(goal);
    ASSERT_EQ(text.events.size(), 1U);
    const Event& event = text.events[0];
    EXPECT_EQ(event.kind(), "graph_node");
    EXPECT_EQ(to_string(event.time()), "2026-01-01T00:00:00.123456Z");
    EXPECT_EQ(event.source(), "nous");
    EXPECT_EQ(event.flags(), 0);
    EXPECT_EQ(
        event.fields(),
        R"({"graph":"default","node":{"id":"g1","type":"goal","label":"Implement auth",)"
        R"("status":"active","confidence":0.90,"metadata":{"sprint":7},)"
        R"("created_at":"2026-01-01T00:00:00.123456Z","updated_at":"2026-01-01T00:00:05Z"}})");
}

TEST(Nous, EdgeBecomesAnEventOfItsGraph) {
    const ReadText text = read(edge);
    ASSERT_EQ(text.events.size(), 1U);
    EXPECT_EQ(text.events[0].kind(), "graph_edge");
    EXPECT_EQ(text.events[0].fields(),
              R"({"graph":"default","edge":{"id":"x1","from_id":"g1","to_id":"d1",)"
              R"("edge_type":"leads_to","metadata":{},"created_at":"2026-01-01T00:00:02Z"}})");
}

TEST(Nous, RowOfATableSaysTheSameAsAStruct) {
    const std::string row =
        R"({"id":"g1","node_type":"goal","label":"Implement auth","status":"active",)"
        R"("confidence":0.90,"rationale":null,"metadata_json":"{\"sprint\":7}",)"
        R"("created_at":"2026-01-01T00:00:00.123456Z","updated_at":"2026-01-01T00:00:05Z"})";
    EXPECT_EQ(read(row).told(), read(goal).told());
}

TEST(Nous, NodesOfADocumentComeBeforeItsEdges) {
    const ReadText text = read("{\n\"edges\":[" + edge + "],\"nodes\":[" + goal + "]}");
    ASSERT_EQ(text.events.size(), 2U);
    EXPECT_EQ(text.events[0].kind(), "graph_node");
    EXPECT_EQ(text.events[1].kind(), "graph_edge");
    EXPECT_EQ(text.told(), read(goal + "\n" + edge + "\n").told());
    EXPECT_EQ(text.told(), read("[" + goal + "," + edge + "]").told());
}

TEST(Nous, DocumentMayNameItsGraphAndSoMayARow) {
    const ReadText text = read(R"({"graph":"auth","nodes":[{"id":"a","type":"goal","label":"A"},)"
                               R"({"id":"b","type":"goal","label":"B","graph":"other"},)"
                               R"({"id":"c","type":"goal","label":"C"}],"exported_by":"x"})");
    ASSERT_EQ(text.events.size(), 3U);
    EXPECT_EQ(text_field(text.events[0], "graph"), "auth");
    EXPECT_EQ(text_field(text.events[1], "graph"), "other");
    EXPECT_EQ(text_field(text.events[2], "graph"), "auth");
    EXPECT_EQ(field(text.events[0], "document").raw(), R"({"exported_by":"x"})");
}

TEST(Nous, WhatIsNoPartOfANodeStandsBesideIt) {
    EXPECT_EQ(fields_of(R"({"id":"a","type":"goal","label":"A","weight":2,"node":"n"})"),
              R"({"graph":"default","node":{"id":"a","type":"goal","label":"A"},)"
              R"("weight":2,"nous.node":"n"})");
}

TEST(Nous, UnknownWordsAreKeptAsTheyCome) {
    EXPECT_EQ(fields_of(R"({"id":7,"type":"wish","label":"A","status":"odd","confidence":9})"),
              R"({"graph":"default","node":{"id":"7","type":"wish","label":"A","status":"odd",)"
              R"("confidence":9}})");
}

TEST(Nous, MissingIdDependsOnWhatIsSaid) {
    const std::string nameless = R"({"type":"goal","label":"A"})";
    EXPECT_EQ(fields_of(nameless), fields_of(nameless));
    EXPECT_NE(fields_of(nameless), fields_of(R"({"type":"goal","label":"B"})"));
    const std::string id = field(read(nameless).events.at(0), "node")["id"].string().value_or("");
    EXPECT_EQ(id.size(), 36U);
}

TEST(Nous, GraphWithoutTimesKeepsItsOrder) {
    const ReadText text = read(R"({"edges":[{"from_id":"a","to_id":"b","edge_type":"leads_to"}],)"
                               R"("nodes":[{"id":"a","type":"goal","label":"A"},)"
                               R"({"id":"b","type":"decision","label":"B","created_at":"soon"}]})");
    ASSERT_EQ(text.events.size(), 3U);
    EXPECT_TRUE(text.events[2].has(Flag::time_derived));
    EXPECT_EQ(to_string(text.events[2].time()), "1970-01-01T00:00:00.000000002Z");
    EXPECT_EQ(field(text.events[1], "node")["created_at"].raw(), R"("soon")");
}

TEST(Nous, RecordThatIsNeitherIsRefusedAlone) {
    const ReadText text = read(goal + "\n{\"id\":\"q\"}\n[1]\n" + edge + "\n{oops\n");
    EXPECT_EQ(text.events.size(), 2U);
    ASSERT_EQ(text.refused.size(), 3U);
    EXPECT_EQ(text.refused[0].line, 2U);
    EXPECT_EQ(text.refused[0].reason,
              "neither a node (id, type, label) nor an edge (from_id, to_id, edge_type)");
    EXPECT_EQ(text.refused[1].line, 3U);
    EXPECT_EQ(text.refused[2].line, 5U);
    EXPECT_EQ(read(R"({"nodes":[{"id":"q"}]})").refused.size(), 1U);
}

TEST(Nous, TextCutAfterEachLineGivesTheSame) {
    const std::string text = goal + "\n{oops\n" + edge + "\n" + R"({"type":"goal","label":"A"})" +
                             "\n" + R"({"from_id":"a","to_id":"b","edge_type":"blocks"})" + "\n";
    EXPECT_EQ(read_by_lines(read_nous, text).told(), read(text).told());
}

TEST(Nous, IsKnownByHowItBegins) {
    const auto name = [](std::string_view text) { return choose_format("", text)->name; };
    EXPECT_EQ(name(goal), "nous");
    EXPECT_EQ(name(edge), "nous");
    EXPECT_EQ(name(R"({"id":"a","node_type":"goal","label":"A"})"), "nous");
    EXPECT_EQ(name("[" + goal + "]"), "nous");
    EXPECT_EQ(name(R"({"nodes":[],"edges":[]})"), "nous");
    EXPECT_EQ(name(R"({"nodes":[)" + goal + "]}"), "nous");
    EXPECT_EQ(name(R"({"version":2,"nodes":[)" + goal + "]}"), "nous");
    EXPECT_EQ(name(R"({"nodes":[)" + goal + R"(],"edges":[{"from":"a","to":"b"}]})"), "native");
    EXPECT_EQ(name(R"({"nodes":[{"id":"a"}]})"), "native");
    EXPECT_EQ(name(R"({"id":"a","label":"A"})"), "native");
}

}  // namespace
}  // namespace hence
