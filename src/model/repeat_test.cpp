#include "model/repeat.h"

#include <string>

#include <gtest/gtest.h>

#include "model/erased.h"

namespace hence {
namespace {

constexpr const char* open_flag = R"(,"flags":["unfinished"])";

Event call(const std::string& fields, const std::string& rest = "") {
    return *Event::parse(R"({"id":"m","kind":"llm_call","time":"2026-01-01T00:00:00Z",)"
                         R"("session":"s","fields":)" +
                         fields + rest + "}");
}

TEST(RepeatTest, WhatSaysTheSameIsADuplicate) {
    EXPECT_EQ(repeat_of(call(R"({"a":1})"), call(R"({"a":1.0})")), Repeat::duplicate);
    EXPECT_EQ(repeat_of(call("{}", open_flag), call("{}", open_flag)), Repeat::duplicate);
    EXPECT_EQ(repeat_of(call("{}", open_flag), call("{}")), Repeat::duplicate);
}

TEST(RepeatTest, WhatDiffersIsAConflict) {
    EXPECT_EQ(repeat_of(call(R"({"a":1})"), call(R"({"a":2})")), Repeat::conflict);
}

TEST(RepeatTest, UnfinishedEventIsCompleted) {
    const Event begun = call(R"({"a":1})", open_flag);
    EXPECT_EQ(repeat_of(call(R"({"a":1,"b":2})"), begun), Repeat::completes);
    EXPECT_EQ(repeat_of(call(R"({"a":1,"b":2})", open_flag), begun), Repeat::completes);
    // It turned out that nothing more came.
    EXPECT_EQ(repeat_of(call(R"({"a":1})"), begun), Repeat::completes);
}

TEST(RepeatTest, OlderStateIsADuplicate) {
    EXPECT_EQ(repeat_of(call(R"({"a":1})", open_flag), call(R"({"a":1,"b":2})")),
              Repeat::duplicate);
    EXPECT_EQ(repeat_of(call(R"({"a":1})", open_flag), call(R"({"a":1,"b":2})", open_flag)),
              Repeat::duplicate);
}

TEST(RepeatTest, AnotherRecordIsNoCompletion) {
    const Event begun = call("{}", open_flag);
    const Event other = *Event::parse(
        R"({"id":"m","kind":"llm_call","time":"2026-01-01T00:00:00Z","session":"other"})");
    EXPECT_EQ(repeat_of(other, begun), Repeat::conflict);
}

// Stubs, whose ids nothing can take again.

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

TEST(ErasedTest, WhateverComesUnderItsIdSaysNothingNew) {
    const Event event =
        Event::parse(R"({"id":"e","kind":"thought","time":"2026-02-23T10:00:00Z"})").take();
    const Event stub = stub_of(event.with_flag(Flag::settled), {"why", "x"}).take();
    EXPECT_EQ(repeat_of(event, stub), Repeat::duplicate);
    EXPECT_EQ(repeat_of(event.with_flag(Flag::settled), stub, true), Repeat::duplicate);
}

}  // namespace
}  // namespace hence
