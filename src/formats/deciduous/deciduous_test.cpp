#include "formats/deciduous/deciduous.h"

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "model/facts.h"

namespace hence {
namespace {

const std::string patch =
    R"({"version":"1.0","author":"ana","branch":"auth","created_at":"2026-01-02T00:00:00Z",)"
    R"("base_commit":"abc","nodes":[{"change_id":"c1","node_type":"goal","title":"Auth",)"
    R"("description":"log in","status":"pending",)"
    R"("metadata_json":"{\"confidence\":90,\"commit\":\"f00\"}",)"
    R"("created_at":"2026-01-01T00:00:00Z"},)"
    R"({"change_id":"c2","node_type":"decision","title":"JWT","description":null,)"
    R"("status":"completed","metadata_json":null,"created_at":"2026-01-01T00:00:01Z"}],)"
    R"("edges":[{"from_change_id":"c1","to_change_id":"c2","edge_type":"leads_to",)"
    R"("rationale":"stateless"}]})";

ReadText read(const std::string& text) {
    return read_whole(read_deciduous, text);
}

std::string node_with(const std::string& members) {
    const ReadText text =
        read(R"({"change_id":"c","node_type":"goal","title":"T",)" + members + "}");
    return text.events.size() == 1 ? std::string(field(text.events[0], "node").raw()) : text.told();
}

TEST(Deciduous, PatchBecomesItsNodesAndEdges) {
    const ReadText text = read(patch);
    ASSERT_EQ(text.events.size(), 3U);
    EXPECT_EQ(text.events[0].kind(), "graph_node");
    EXPECT_EQ(text.events[0].agent(), "ana");
    EXPECT_EQ(to_string(text.events[0].time()), "2026-01-01T00:00:00Z");
    EXPECT_EQ(text.events[0].fields(),
              R"({"graph":"default","node":{"id":"c1","type":"goal","label":"Auth",)"
              R"("status":"active","confidence":0.9,)"
              R"("metadata":{"commit":"f00","status":"pending","description":"log in"},)"
              R"("created_at":"2026-01-01T00:00:00Z"},"document":{"version":"1.0","branch":"auth",)"
              R"("created_at":"2026-01-02T00:00:00Z","base_commit":"abc"}})");
    EXPECT_EQ(field(text.events[1], "node").raw(),
              R"({"id":"c2","type":"decision","label":"JWT","status":"completed",)"
              R"("created_at":"2026-01-01T00:00:01Z"})");
}

TEST(Deciduous, EdgeHasTheTimeOfItsPatchAndAnIdOfItsEnds) {
    const ReadText text = read(patch);
    const Event& edge = text.events.at(2);
    EXPECT_EQ(edge.kind(), "graph_edge");
    EXPECT_EQ(to_string(edge.time()), "2026-01-02T00:00:00Z");
    EXPECT_TRUE(edge.has(Flag::time_derived));
    const Json members = field(edge, "edge");
    EXPECT_EQ(members["from_id"].raw(), R"("c1")");
    EXPECT_EQ(members["to_id"].raw(), R"("c2")");
    EXPECT_EQ(members["edge_type"].raw(), R"("leads_to")");
    EXPECT_EQ(members["metadata"].raw(), R"({"rationale":"stateless"})");
    const auto id = [](const std::string& type) {
        const ReadText other = read(R"({"from_change_id":"c1","to_change_id":"c2","edge_type":")" +
                                    type + R"(","rationale":"another"})");
        return field(other.events.at(0), "edge")["id"].string().value_or("");
    };
    EXPECT_EQ(members["id"].string(), id("leads_to"));
    EXPECT_NE(members["id"].string(), id("blocks"));
}

TEST(Deciduous, EdgeIsNoEarlierThanTheNodesBeforeIt) {
    const ReadText text =
        read(R"({"nodes":[{"change_id":"a","node_type":"goal","title":"A",)"
             R"("created_at":"2026-01-05T00:00:00Z"}],)"
             R"("edges":[{"from_change_id":"a","to_change_id":"b","edge_type":"blocks"}]})");
    EXPECT_EQ(to_string(text.events.at(1).time()), "2026-01-05T00:00:00Z");
}

TEST(Deciduous, ConfidenceIsInHundredths) {
    const auto confidence = [](const std::string& percent) {
        const std::string node =
            node_with(R"("metadata_json":"{\"confidence\":)" + percent + "}\"");
        return std::string(Json(node)["confidence"].raw()) + "|" +
               std::string(Json(node)["metadata"].raw());
    };
    EXPECT_EQ(confidence("90"), "0.9|");
    EXPECT_EQ(confidence("85"), "0.85|");
    EXPECT_EQ(confidence("7"), "0.07|");
    EXPECT_EQ(confidence("92.5"), "0.925|");
    EXPECT_EQ(confidence("100"), "1|");
    EXPECT_EQ(confidence("0"), "0|");
    EXPECT_EQ(confidence("101"), R"(|{"confidence":101})");
    EXPECT_EQ(confidence("-1"), R"(|{"confidence":-1})");
    EXPECT_EQ(confidence("null"), "|");
}

TEST(Deciduous, EveryWholeConfidenceComesOutShort) {
    for (int percent = 0; percent <= 100; ++percent) {
        const std::string node =
            node_with(R"("metadata_json":{"confidence":)" + std::to_string(percent) + "}");
        EXPECT_LE(Json(node)["confidence"].raw().size(), 4U) << node;
    }
}

TEST(Deciduous, WhatSaysTheSameWordInItsMetadataIsNotHidden) {
    EXPECT_EQ(node_with(R"("status":"pending","description":"mine",)"
                        R"("metadata_json":"{\"description\":\"theirs\",\"status\":\"x\"}")"),
              R"({"id":"c","type":"goal","label":"T","status":"active",)"
              R"("metadata":{"description":"theirs","status":"x","deciduous.status":"pending",)"
              R"("deciduous.description":"mine"}})");
}

TEST(Deciduous, MetadataThatIsNoObjectIsKept) {
    const ReadText text =
        read(R"({"change_id":"c","node_type":"goal","title":"T","metadata_json":"{oops"})");
    EXPECT_EQ(field(text.events.at(0), "metadata_json").raw(), R"("{oops")");
}

TEST(Deciduous, EdgesMayNameTheNumbersOfNodes) {
    const ReadText text =
        read(R"({"nodes":[{"id":1,"change_id":"a","node_type":"goal","title":"A"},)"
             R"({"id":2,"node_type":"goal","title":"B"}],)"
             R"("edges":[{"from_node_id":1,"to_node_id":2,"edge_type":"chosen","weight":1.0}]})");
    const Json edge = field(text.events.at(2), "edge");
    EXPECT_EQ(edge["from_id"].raw(), R"("a")");
    EXPECT_EQ(edge["to_id"].raw(), R"("2")");
    EXPECT_EQ(field(text.events.at(2), "weight").raw(), "1.0");
    EXPECT_EQ(field(text.events.at(0), "id").raw(), "1");
}

TEST(Deciduous, AppliedAgainAddsNothing) {
    EXPECT_EQ(read(patch).told(), read(patch).told());
}

TEST(Deciduous, PartThatNamesNoNodeIsRefusedAlone) {
    const ReadText text =
        read(R"({"nodes":[{"node_type":"goal","title":"A"},)"
             R"({"change_id":"b","node_type":"goal","title":"B"},{"x":1}],)"
             R"("edges":[{"to_change_id":"b","edge_type":"chosen"},{"from_change_id":"b"}]})");
    EXPECT_EQ(text.events.size(), 1U);
    EXPECT_EQ(text.told().substr(text.told().find('\n') + 1),
              "1: change_id is missing\n"
              "3: neither a node (change_id, node_type, title) nor an edge (from_change_id, "
              "to_change_id, edge_type)\n"
              "1: from_change_id is missing\n2: to_change_id is missing\n");
}

TEST(Deciduous, TextCutAfterEachLineGivesTheSame) {
    const std::string text = R"({"id":1,"change_id":"a","node_type":"goal","title":"A"})"
                             "\n{oops\n"
                             R"({"from_node_id":1,"to_change_id":"b","edge_type":"chosen"})"
                             "\n" +
                             patch + "\n";
    EXPECT_EQ(read_by_lines(read_deciduous, text).told(), read(text).told());
}

TEST(Deciduous, IsKnownByHowItBegins) {
    const auto name = [](std::string_view text) { return choose_format("", text)->name; };
    EXPECT_EQ(name(patch), "deciduous");
    EXPECT_EQ(name(R"({"version":"1.0","author":"a","nodes":[],"edges":[]})"), "deciduous");
    EXPECT_EQ(name(R"({"change_id":"a","node_type":"goal","title":"A"})"), "deciduous");
    EXPECT_EQ(name(R"({"from_change_id":"a","to_change_id":"b"})"), "deciduous");
    EXPECT_EQ(name(R"({"nodes":[{"id":1,"node_type":"goal","title":"A"}]})"), "deciduous");
}

}  // namespace
}  // namespace hence
