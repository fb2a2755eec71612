#include "model/erased.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string stub_fields_of(const std::string& kind, const std::string& fields) {
    const Event event = Event::parse(R"({"id":"e","kind":")" + kind +
                                     R"(","time":"2026-02-23T10:00:00Z","fields":)" + fields + "}")
                            .take();
    const Result<Event> stub = stub_of(event, {"why", "x"});
    EXPECT_TRUE(stub) << stub.error().message;
    return std::string(stub->fields());
}

TEST(ErasedTest, AStubKeepsTheIdsThatLinkItAndNoWords) {
    EXPECT_EQ(stub_fields_of("thought", R"({"text":"words"})"),
              R"({"erased":"why","erasure":"x"})");
    EXPECT_EQ(stub_fields_of("llm_call", R"({"model":"m","call_ids":["a","b"]})"),
              R"({"erased":"why","erasure":"x","call_ids":["a","b"]})");
    EXPECT_EQ(stub_fields_of("llm_call", R"({"call_ids":["a",{"b":"words"}]})"),
              R"({"erased":"why","erasure":"x"})");
    EXPECT_EQ(stub_fields_of("outcome", R"({"of":"d","correct":true,"outcome":"words"})"),
              R"({"erased":"why","erasure":"x","of":"d"})");
    EXPECT_EQ(stub_fields_of("observation", R"({"key":"words","call_id":"c","content":"w"})"),
              R"({"erased":"why","erasure":"x","call_id":"c"})");
}

TEST(ErasedTest, ATextThatIsTooLongForAnIdIsNoLink) {
    EXPECT_EQ(stub_fields_of("tool_call", R"({"call_id":")" + std::string(2'000, 'c') + "\"}"),
              R"({"erased":"why","erasure":"x"})");
}

TEST(ErasedTest, ANodeOfAGraphKeepsItsPlace) {
    EXPECT_EQ(stub_fields_of(
                  "graph_node",
                  R"({"graph":"g","node":{"id":"n","type":"goal","label":"w","rationale":"w"}})"),
              R"({"erased":"why","erasure":"x","graph":"g",)"
              R"("node":{"id":"n","type":"goal","label":"erased: why"}})");
    EXPECT_EQ(stub_fields_of("graph_edge", R"({"edge":{"from_id":"a","to_id":"b",)"
                                           R"("edge_type":"chosen","metadata":{"w":"w"}}})"),
              R"({"erased":"why","erasure":"x",)"
              R"("edge":{"from_id":"a","to_id":"b","edge_type":"chosen"}})");
}

TEST(ErasedTest, AStubIsItsOwnStubAndCanBeRecordedAgain) {
    const Event event =
        Event::parse(R"({"id":"e","kind":"thought","time":"2026-02-23T10:00:00Z",)"
                     R"("fields":{"text":"words"},"flags":["derived","rationale_derived"]})")
            .take();
    const Event stub = stub_of(event.stored_as(7, {}), {"why", "x"}).take();
    EXPECT_TRUE(is_erased(stub));
    EXPECT_EQ(stub.seq(), 7U);
    EXPECT_EQ(summary(stub), "erased: why");
    EXPECT_EQ(stub_of(stub, {"again", "y"})->to_json(), stub.to_json());
    const Event again = Event::parse(stub.to_json()).take();
    EXPECT_TRUE(is_erased(again));
    EXPECT_TRUE(again.has(Flag::derived));
    EXPECT_FALSE(again.has(Flag::rationale_derived));
}

}  // namespace
}  // namespace hence
