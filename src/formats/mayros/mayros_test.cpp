#include "formats/mayros/mayros.h"

#include <gtest/gtest.h>

#include "formats/common/reading_for_test.h"
#include "model/ids.h"
#include "model/json/json.h"

namespace hence {
namespace {

const std::string call =
    R"({"id":"e1","type":"tool_call","agentId":"a","timestamp":"2026-02-23T10:00:01.000Z",)"
    R"("session":"s1","parentEvent":"e0","durationMs":45,)"
    R"("fields":{"toolName":"Read","input":"{\"path\":\"/a\"}","output":"data"}})";

Reading read(std::string_view text) {
    return read_whole(*choose_format("mayros", {}), text);
}

// The one event of a text.
std::string only(std::string_view text) {
    const Reading reading = read(text);
    EXPECT_TRUE(reading.refused.empty()) << reading.refused[0];
    return reading.events.size() == 1 ? reading.events[0] : "?";
}

std::string fields_of(std::string_view type, std::string_view fields) {
    const std::string told =
        only(R"({"id":"e","type":")" + std::string(type) +
             R"(","agentId":"a","timestamp":"2026-02-23T10:00:00Z","fields":)" +
             std::string(fields) + "}");
    return std::string(Json(std::string_view(told).substr(2))["fields"].raw());
}

TEST(MayrosTest, TraceEventIsKnownByItsMembers) {
    for (const std::string& text :
         {call, "[" + call + "]", R"({"events":[)" + call + "]}", "\nnoise\n" + call,
          std::string(R"({"rootEventId":"","events":[],"depth":0})")}) {
        EXPECT_EQ(choose_format({}, text)->name, "mayros") << text;
    }
    for (const std::string_view text :
         {R"({"type":"a","timestamp":"2026-02-23T10:00:00Z"})", R"({"events":[]})", "{}"}) {
        EXPECT_EQ(choose_format({}, text)->name, "native") << text;
    }
}

TEST(MayrosTest, ToolCallKeepsEverything) {
    EXPECT_EQ(only(call),
              R"(1 {"id":"e1","kind":"tool_call","time":"2026-02-23T10:00:01.000Z","agent":"a",)"
              R"("session":"s1","parent":"e0","duration_ms":45,"fields":{"tool_name":"Read",)"
              R"("input":{"path":"/a"},"output":"data"},"source":"mayros"})");
}

TEST(MayrosTest, NumbersThatAreTextBecomeNumbers) {
    EXPECT_EQ(fields_of("llm_call", R"({"model":"m","promptTokens":"1000",)"
                                    R"("completionTokens":"200","totalTokens":"many"})"),
              R"({"model":"m","prompt_tokens":1000,"completion_tokens":200,)"
              R"("total_tokens":"many"})");
}

TEST(MayrosTest, AlternativesBecomeAList) {
    EXPECT_EQ(fields_of("decision", R"({"description":"d","alternatives":"[\"a\", \"b\"]",)"
                                    R"("chosen":"a","reasoning":"r"})"),
              R"({"description":"d","alternatives":["a","b"],"chosen":"a","reasoning":"r"})");
    EXPECT_EQ(fields_of("decision", R"({"alternatives":"a or b"})"),
              R"({"alternatives":"a or b"})");
}

TEST(MayrosTest, ReasoningOfADecisionIsItsWhy) {
    const auto rationale_of = [](std::string_view type, std::string_view fields) {
        const std::string told =
            only(R"({"id":"e","type":")" + std::string(type) +
                 R"(","agentId":"a","timestamp":"2026-02-23T10:00:00Z","fields":)" +
                 std::string(fields) + "}");
        return std::string(Json(std::string_view(told).substr(2))["rationale"].raw());
    };
    EXPECT_EQ(rationale_of("decision", R"({"chosen":"a","reasoning":"it is \"there\""})"),
              R"({"why":"it is \"there\""})");
    EXPECT_EQ(rationale_of("decision", R"({"chosen":"a","reasoning":""})"), "");
    EXPECT_EQ(rationale_of("decision", R"({"chosen":"a"})"), "");
    EXPECT_EQ(rationale_of("error", R"({"error":"x","reasoning":"r"})"), "");
}

TEST(MayrosTest, DelegationNamesBothEnds) {
    EXPECT_EQ(fields_of("delegation", R"({"parentId":"p","childId":"c","task":"t","runId":"r"})"),
              R"({"parent_id":"p","child_id":"c","task":"t","run_id":"r"})");
}

// A program writes JSON without white space; with it, the text is what the tool said.
TEST(MayrosTest, TextThatIsNotCompactJsonStaysText) {
    EXPECT_EQ(fields_of("tool_call", R"({"input":"{\"a\": 1}","output":"[1,2]"})"),
              R"({"input":"{\"a\": 1}","output":[1,2]})");
    EXPECT_EQ(fields_of("tool_call", R"({"input":"12","output":"{oops"})"),
              R"({"input":"12","output":"{oops"})");
}

TEST(MayrosTest, FieldOfTheSameNameIsKeptBesides) {
    EXPECT_EQ(fields_of("tool_call", R"({"toolName":"A","tool_name":"B"})"),
              R"({"tool_name":"A","mayros.tool_name":"B"})");
    EXPECT_EQ(fields_of("tool_call", R"({"tool_name":"B","toolName":"A"})"),
              R"({"tool_name":"B","toolName":"A"})");
}

TEST(MayrosTest, WhatIsNotUnderstoodStaysUnderItsName) {
    EXPECT_EQ(only(R"({"id":"e","type":"session_start","agentId":"a","mood":{"x":1.10},)"
                   R"("timestamp":"2026-02-23T10:00:00Z","durationMs":"slow","fields":"none"})"),
              R"(1 {"id":"e","kind":"session_start","time":"2026-02-23T10:00:00Z","agent":"a",)"
              R"("fields":{"mood":{"x":1.10},"durationMs":"slow","fields":"none"},)"
              R"("source":"mayros"})");
}

TEST(MayrosTest, TypeThatIsNoKindIsKeptBesides) {
    EXPECT_EQ(only(R"({"id":"e","type":"Tool-Call","agentId":"a",)"
                   R"("timestamp":"2026-02-23T10:00:00Z"})"),
              R"(1 {"id":"e","kind":"tool_call","time":"2026-02-23T10:00:00Z","agent":"a",)"
              R"("fields":{"type":"Tool-Call"},"source":"mayros"})");
}

TEST(MayrosTest, SubjectNamesTheEvent) {
    EXPECT_EQ(only(R"({"events":[{"subject":"ns:event:e:1","type":"error","agentId":"a",)"
                   R"("timestamp":"2026-02-23T10:00:00Z","parentEvent":"ns:event:e0",)"
                   R"("fields":{"error":"x"}}]})"),
              R"(1 {"id":"e:1","kind":"error","time":"2026-02-23T10:00:00Z","agent":"a",)"
              R"("parent":"e0","fields":{"namespace":"ns","error":"x"},"source":"mayros"})");
}

TEST(MayrosTest, NamespaceOfABodyIsKept) {
    const std::string told = only(R"({"namespace":"ns","events":[)" + call + "]}");
    EXPECT_NE(told.find(R"("fields":{"namespace":"ns","tool_name":"Read",)"), std::string::npos);
}

TEST(MayrosTest, EventWithoutAnIdGetsOneFromItsContent) {
    const std::string nameless =
        R"({"type":"error","agentId":"a","timestamp":"2026-02-23T10:00:00Z"})";
    const Reading twice = read(nameless + "\n" + nameless + "\n");
    ASSERT_EQ(twice.events.size(), 2U);
    EXPECT_EQ(twice.events[0].substr(2), twice.events[1].substr(2));
    const std::string id = *Json(std::string_view(twice.events[0]).substr(2))["id"].string();
    EXPECT_TRUE(is_uuid7(id));
    EXPECT_EQ(only(nameless), twice.events[0]);
}

TEST(MayrosTest, ChildrenOfATreeHaveItsNodesAsParents) {
    const Reading reading = read(
        R"({"rootEventId":"a","events":[{"id":"a","type":"decision","agentId":"x",)"
        R"("timestamp":"2026-02-23T10:00:00Z","fields":{},"children":[{"id":"b","type":"error",)"
        R"("agentId":"x","timestamp":"2026-02-23T10:00:01Z","fields":{},"children":[]},)"
        R"({"type":"error"}]}],"depth":2})");
    ASSERT_EQ(reading.events.size(), 2U);
    EXPECT_EQ(reading.events[0],
              R"(1 {"id":"a","kind":"decision","time":"2026-02-23T10:00:00Z","agent":"x",)"
              R"("source":"mayros"})");
    EXPECT_EQ(reading.events[1],
              R"(1 {"id":"b","kind":"error","time":"2026-02-23T10:00:01Z","agent":"x",)"
              R"("parent":"a","source":"mayros"})");
    EXPECT_EQ(reading.refused, (std::vector<std::string>{"2 timestamp is missing"}));
}

TEST(MayrosTest, RecordThatCannotBeMappedSaysWhichKey) {
    const Reading reading = read(
        "{\"id\":\"a\"}\n"
        "{\"id\":\"a\",\"type\":\"\xC3\xA4\"}\n"
        "{\"id\":\"a\",\"type\":\"x\"}\n"
        "{\"id\":\"a\",\"type\":\"x\",\"timestamp\":\"noon\"}\n");
    EXPECT_EQ(reading.refused,
              (std::vector<std::string>{"1 type is missing", "2 type \"\xC3\xA4\" is no kind",
                                        "3 timestamp is missing", "4 timestamp is no time"}));
    EXPECT_TRUE(reading.events.empty());
}

TEST(MayrosTest, EventsDoNotDependOnHowTheTextWasCut) {
    const std::string text = call + "\n\nnoise\n" + call + "\n";
    const Reading whole = read(text);
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
        EXPECT_EQ(read_cut(*choose_format("mayros", {}), text, at + 1), whole);
    }
}

}  // namespace
}  // namespace hence
