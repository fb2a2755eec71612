#include "graph/change.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hence {
namespace {

// Why a graph event makes no sense, or "" when it does. JSON is told with ' for ".
std::string wrong(std::string_view kind, std::string fields) {
    for (char& c : fields) {
        c = c == '\'' ? '"' : c;
    }
    const Result<Event> event = Event::parse(fmt::format(
        R"({{"id":"e","kind":"{}","time":"2026-01-01T00:00:00Z","fields":{}}})", kind, fields));
    EXPECT_TRUE(event);
    const Result<GraphChange> change = change_of(*event);
    return change ? "" : change.error().message;
}

std::string wrong_node(const std::string& members) {
    return wrong("graph_node", "{'node':{" + members + "}}");
}

TEST(GraphChange, NodeNeedsATypeAndALabel) {
    EXPECT_EQ(wrong_node("'type':'goal','label':'l'"), "");
    EXPECT_EQ(wrong_node("'label':'l'"), "node type \"\" is not known");
    EXPECT_EQ(wrong_node("'type':'dream','label':'l'"), "node type \"dream\" is not known");
    EXPECT_EQ(wrong_node("'type':'goal'"), "label must be given");
    EXPECT_EQ(wrong_node("'type':'goal','label':''"), "label must be given");
    EXPECT_EQ(wrong_node("'type':'goal','label':7"), "label must be text");
    EXPECT_EQ(wrong("graph_node", "{'node':[]}"), "node must be an object");
    EXPECT_EQ(wrong("graph_node", "{}"), "node must be an object");
}

TEST(GraphChange, EveryTypeAndStatusHasItsName) {
    for (const char* type :
         {"goal", "decision", "option", "action", "outcome", "observation", "revisit"}) {
        EXPECT_EQ(to_string(*node_type(type)), type);
    }
    for (const char* status : {"active", "completed", "superseded", "rejected"}) {
        EXPECT_EQ(to_string(*node_status(status)), status);
    }
    for (const char* type :
         {"leads_to", "chosen", "rejected", "requires", "blocks", "enables", "supersedes"}) {
        EXPECT_EQ(to_string(*edge_type(type)), type);
    }
    EXPECT_FALSE(node_type("Goal"));
    EXPECT_EQ(node_status("pending").error().hint,
              "it is one of active, completed, superseded, rejected");
    EXPECT_FALSE(edge_type(""));
}

TEST(GraphChange, ConfidenceIsFromNothingToCertain) {
    for (const char* confidence : {"0", "1", "0.5", "1.0", "null"}) {
        EXPECT_EQ(wrong_node(fmt::format("'type':'goal','label':'l','confidence':{}", confidence)),
                  "");
    }
    for (const char* confidence : {"-0.001", "1.001", "90", "'0.9'", "1e400"}) {
        EXPECT_EQ(wrong_node(fmt::format("'type':'goal','label':'l','confidence':{}", confidence)),
                  "confidence must be a number from 0 to 1");
    }
}

TEST(GraphChange, OtherMembersAreOfTheirTypes) {
    EXPECT_EQ(wrong_node("'type':'goal','label':'l','status':'done'"),
              "status \"done\" is not known");
    EXPECT_EQ(wrong_node("'type':'goal','label':'l','rationale':{}"), "rationale must be text");
    EXPECT_EQ(wrong_node("'type':'goal','label':'l','metadata':[]"),
              "metadata must be a JSON object");
    EXPECT_EQ(wrong_node("'type':'goal','label':'l','metadata':null"), "");
    EXPECT_EQ(wrong_node("'type':'goal','label':'l','id':''"),
              "id must be a text of 1 to 256 bytes");
    const std::string longest(256, 'x');
    EXPECT_EQ(wrong_node("'type':'goal','label':'l','id':'" + longest + "'"), "");
    EXPECT_EQ(wrong_node("'type':'goal','label':'l','id':'" + longest + "x'"),
              "id must be a text of 1 to 256 bytes");
    EXPECT_EQ(wrong_node("'type':'goal','label':'l','event':5"),
              "event must be a text of 1 to 256 bytes");
}

TEST(GraphChange, EdgeNeedsBothEndsAndAType) {
    const std::string ends = "'from_id':'a','to_id':'b'";
    EXPECT_EQ(wrong("graph_edge", "{'edge':{" + ends + ",'edge_type':'chosen'}}"), "");
    EXPECT_EQ(wrong("graph_edge", "{'edge':{" + ends + "}}"), "edge type \"\" is not known");
    EXPECT_EQ(wrong("graph_edge", "{'edge':{'from_id':'a','edge_type':'chosen'}}"),
              "to_id must be given");
    EXPECT_EQ(wrong("graph_edge", "{'edge':{'to_id':'a','edge_type':'chosen'}}"),
              "from_id must be given");
    EXPECT_EQ(wrong("graph_edge", "{}"), "edge must be an object");
}

TEST(GraphChange, UpdateSetsOnlyWhatMayChange) {
    EXPECT_EQ(wrong("graph_update",
                    "{'id':'a','set':{'label':'l','status':'rejected',"
                    "'confidence':null,'rationale':null,'metadata':{}}}"),
              "");
    EXPECT_EQ(wrong("graph_update", "{'id':'a','set':{'type':'goal'}}"),
              "\"type\" of a node cannot be changed");
    EXPECT_EQ(wrong("graph_update", "{'id':'a','set':{'label':null}}"), "label must be given");
    EXPECT_EQ(wrong("graph_update", "{'id':'a','set':{'status':null}}"),
              "status \"\" is not known");
    EXPECT_EQ(wrong("graph_update", "{'id':'a'}"), "set must be an object");
    EXPECT_EQ(wrong("graph_update", "{'set':{}}"), "id must be given");
}

TEST(GraphChange, DeleteAndSupersedeNameTheirNodes) {
    EXPECT_EQ(wrong("graph_delete", "{'id':'a'}"), "");
    EXPECT_EQ(wrong("graph_delete", "{}"), "id must be given");
    EXPECT_EQ(wrong("graph_supersede", "{'old_id':'a','new_id':'b'}"), "");
    EXPECT_EQ(wrong("graph_supersede", "{'old_id':'a'}"), "new_id must be given");
    EXPECT_EQ(wrong("graph_supersede", "{'new_id':'a'}"), "old_id must be given");
    EXPECT_EQ(wrong("graph_supersede", "{'old_id':'a','new_id':'b','why':1}"), "why must be text");
}

}  // namespace
}  // namespace hence
