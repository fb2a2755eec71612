// Langfuse traces, observations and scores, and the events that they become.
#include "formats/langfuse/langfuse.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "model/facts.h"

namespace hence {
namespace {

// A trace of these observations, and what else the trace says.
std::string trace_of(const std::string& observations, const std::string& more = "") {
    return R"({"trace":{"id":"t1","name":"support","timestamp":"2026-03-01T09:00:00.000Z",)"
           R"("input":"\"where is order 7\"")" +
           more + R"(},"observations":[)" + observations + "]}";
}

// An observation from the start of the minute to a second later.
std::string observation(const std::string& id, const std::string& parent, const std::string& type,
                        const std::string& more = "") {
    return R"({"id":")" + id + R"(","traceId":"t1","parentObservationId":)" +
           (parent.empty() ? "null" : "\"" + parent + "\"") + R"(,"type":")" + type +
           R"(","name":")" + id +
           R"(","startTime":"2026-03-01T09:00:00.100Z","endTime":"2026-03-01T09:00:01.100Z")" +
           more + "}";
}

ReadText read(const std::string& text) {
    return read_whole(read_langfuse, text);
}

const Event& of_id(const ReadText& all, std::string_view id) {
    const auto found = std::ranges::find(all.events, id, &Event::id);
    EXPECT_NE(found, all.events.end()) << id << " is not in\n" << all.told();
    return found == all.events.end() ? all.events.front() : *found;
}

TEST(Langfuse, ATraceBeginsWithItsInputAndHoldsItsObservations) {
    const ReadText all = read(trace_of(
        observation("root", "", "SPAN") + "," +
            observation("g", "root", "GENERATION",
                        R"(,"model":"m-1","input":"[{\"role\":\"user\",\"content\":\"hi\"}]",)"
                        R"("output":"{\"role\":\"assistant\",\"content\":\"hello\"}",)"
                        R"("usageDetails":{"input":7,"output":2,"total":9})"),
        R"(,"sessionId":"s1","output":"\"at the depot\"","userId":"u1")"));
    EXPECT_EQ(all.refused.size(), 0u) << all.told();
    const Event& start = of_id(all, "t1~start");
    EXPECT_EQ(start.kind(), "session_start");
    EXPECT_EQ(text_field(start, "goal"), "where is order 7");
    EXPECT_EQ(start.session(), "s1");
    EXPECT_EQ(start.run(), "t1");
    EXPECT_EQ(field(start, "langfuse")["userId"].string(), "u1");
    EXPECT_EQ(of_id(all, "root-t1").parent(), "t1~start");
    const Event& call = of_id(all, "g-t1");
    EXPECT_EQ(call.kind(), "llm_call");
    EXPECT_EQ(call.parent(), "root-t1");
    EXPECT_EQ(call.session(), "s1");
    EXPECT_EQ(tokens_of(call), 9);
    EXPECT_EQ(text_field(call, "model"), "m-1");
    EXPECT_EQ(text_field(call, "completion"), "hello");
    EXPECT_EQ(call.duration_ms(), 1000);
    EXPECT_EQ(call.source(), "langfuse");
    const Event& end = of_id(all, "t1~end");
    EXPECT_EQ(text_field(end, "output"), "at the depot");
    EXPECT_TRUE(end.has(Flag::derived));
}

TEST(Langfuse, TimesKeepTheDigitsThatWereGiven) {
    const ReadText all = read(trace_of(observation("a", "", "SPAN")));
    EXPECT_NE(of_id(all, "a-t1").to_json().find(R"("time":"2026-03-01T09:00:00.100Z")"),
              std::string::npos);
}

TEST(Langfuse, AGenerationAroundModelCallsIsAWrapper) {
    const std::string usage = R"(,"usageDetails":{"input":7,"output":2})";
    const ReadText all = read(trace_of(observation("outer", "", "GENERATION", usage) + "," +
                                       observation("step", "outer", "SPAN") + "," +
                                       observation("inner", "step", "GENERATION", usage)));
    EXPECT_EQ(of_id(all, "outer-t1").kind(), "span");
    EXPECT_EQ(of_id(all, "inner-t1").kind(), "llm_call");
    EXPECT_EQ(all.of_kind("llm_call").size(), 1u);
}

TEST(Langfuse, AttributesKnowBetterThanTheType) {
    const ReadText all = read(trace_of(
        observation("wrap", "", "GENERATION",
                    R"(,"metadata":"{\"attributes\":{\"ai.operationId\":\"ai.generateText\"}}")")));
    EXPECT_EQ(of_id(all, "wrap-t1").kind(), "span");
}

TEST(Langfuse, WhatIsInsideAnAgentIsTheAgents) {
    const ReadText all = read(trace_of(
        observation("agent_run [clerk]", "", "AGENT") + "," +
        observation("g", "agent_run [clerk]", "GENERATION") + "," +
        observation("other", "agent_run [clerk]", "SPAN",
                    R"(,"metadata":{"attributes":{"gen_ai.agent.name":"helper"}})") +
        "," + observation("below", "other", "SPAN") + "," + observation("alone", "", "SPAN")));
    EXPECT_EQ(of_id(all, "agent_run [clerk]-t1").agent(), "clerk");
    EXPECT_EQ(of_id(all, "g-t1").agent(), "clerk");
    EXPECT_EQ(of_id(all, "other-t1").agent(), "helper");
    EXPECT_EQ(of_id(all, "below-t1").agent(), "helper");
    EXPECT_EQ(of_id(all, "alone-t1").agent(), "");
}

TEST(Langfuse, ACircleOfParentsIsReadLikeAnythingElse) {
    const ReadText all =
        read(trace_of(observation("a", "b", "GENERATION") + "," + observation("b", "a", "AGENT") +
                      "," + observation("c", "c", "SPAN")));
    EXPECT_EQ(all.refused.size(), 0u);
    EXPECT_EQ(of_id(all, "a-t1").agent(), "b");
    EXPECT_EQ(of_id(all, "c-t1").parent(), "c-t1");
}

const std::string asking =
    R"(,"output":"{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"c1\",)"
    R"(\"function\":{\"name\":\"find\",\"arguments\":\"{\\\"order\\\":7}\"}}]}")";

TEST(Langfuse, AToolCallWithoutAnIdHasThatOfTheCallThatWasAskedFor) {
    const ReadText all = read(
        trace_of(observation("g", "", "GENERATION", asking) + "," +
                 observation("find", "", "TOOL", R"(,"input":"{\"order\":7}","output":"depot")")));
    EXPECT_EQ(text_field(of_id(all, "find-t1"), "call_id"), "c1");
    EXPECT_EQ(field(of_id(all, "g-t1"), "call_ids").raw(), R"(["c1"])");
    const ReadText other = read(
        trace_of(observation("g", "", "GENERATION", asking) + "," +
                 observation("find", "", "TOOL", R"(,"input":"{\"order\":8}","output":"depot")")));
    EXPECT_EQ(text_field(of_id(other, "find-t1"), "call_id"), "");
}

TEST(Langfuse, EachCallThatWasAskedForIsFoundOnce) {
    const std::string tool = R"(,"input":"{\"input\":{\"order\":7}}","output":"depot")";
    ReadText all =
        read(R"({"trace":{"id":"t1","timestamp":"2026-03-01T09:00:00Z"},"observations":[)" +
             observation("g", "", "GENERATION", asking) + "," +
             R"({"id":"x1","type":"TOOL","name":"find","startTime":"2026-03-01T09:00:03Z",)" +
             R"("endTime":"2026-03-01T09:00:03Z")" + tool + "}," +
             R"({"id":"x2","type":"TOOL","name":"find","startTime":"2026-03-01T09:00:02Z",)" +
             R"("endTime":"2026-03-01T09:00:02Z")" + tool + "}]}");
    EXPECT_EQ(text_field(of_id(all, "x2-t1"), "call_id"), "c1");
    EXPECT_EQ(text_field(of_id(all, "x1-t1"), "call_id"), "");
}

TEST(Langfuse, ASpanThatReturnsAToolMessageIsAToolCall) {
    const ReadText all = read(trace_of(observation(
        "find", "", "SPAN",
        R"(,"input":"{'order': 7}","output":"{\"type\":\"tool\",\"tool_call_id\":\"c1\",)"
        R"(\"status\":\"error\",\"content\":\"no such order\"}")")));
    const Event& call = of_id(all, "find-t1");
    EXPECT_EQ(call.kind(), "tool_call");
    EXPECT_EQ(text_field(call, "call_id"), "c1");
    EXPECT_EQ(text_field(call, "output"), "no such order");
    EXPECT_EQ(text_field(call, "error"), "no such order");
    EXPECT_TRUE(failed_call(call));
    EXPECT_EQ(field(call, "tool_message")["status"].string(), "error");
}

TEST(Langfuse, ScoresAreObservationsOfWhatWasScored) {
    const ReadText all = read(trace_of(
        observation("g", "", "GENERATION"),
        R"(,"scores":[{"id":"s-1","name":"helpful","value":0.5,"comment":"half",)"
        R"("dataType":"NUMERIC","timestamp":"2026-03-02T00:00:00.000Z",)"
        R"("traceId":"t1","observationId":"g"},)"
        R"({"id":"s-2","name":"tone","value":1,"stringValue":"warm","dataType":"CATEGORICAL",)"
        R"("timestamp":"2026-03-02T00:00:00.000Z","traceId":"t1","observationId":null},)"
        R"({"id":"s-3","name":"late","value":1,"timestamp":"soon"}])"));
    const Event& helpful = of_id(all, "s-1");
    EXPECT_EQ(helpful.kind(), "observation");
    EXPECT_EQ(helpful.parent(), "g-t1");
    EXPECT_EQ(text_field(helpful, "key"), "score:helpful");
    EXPECT_EQ(field(helpful, "value").raw(), "0.5");
    EXPECT_EQ(text_field(helpful, "content"), "helpful: 0.5, half");
    EXPECT_EQ(text_field(helpful, "comment"), "half");
    EXPECT_EQ(of_id(all, "s-2").parent(), "t1~start");
    EXPECT_EQ(text_field(of_id(all, "s-2"), "content"), "tone: warm");
    ASSERT_EQ(all.refused.size(), 1u);
    EXPECT_EQ(all.refused.front().reason, "score s-3: timestamp is no time");
}

TEST(Langfuse, AnEventIsALogAndAnErrorIfItSaysSo) {
    const ReadText all = read(trace_of(
        observation("tick", "g", "EVENT", R"(,"level":"WARNING")") + "," +
        observation("boom", "g", "EVENT", R"(,"level":"ERROR","statusMessage":"out of stock")") +
        "," + observation("g", "", "SPAN")));
    EXPECT_EQ(of_id(all, "tick-t1").kind(), "log");
    EXPECT_EQ(text_field(of_id(all, "tick-t1"), "severity"), "WARNING");
    EXPECT_EQ(of_id(all, "tick-t1").parent(), "g-t1");
    EXPECT_EQ(of_id(all, "boom-t1").kind(), "error");
    EXPECT_EQ(text_field(of_id(all, "boom-t1"), "error"), "out of stock");
}

TEST(Langfuse, AFailedObservationIsAFailedCallAndTheTraceFailed) {
    const ReadText all = read(trace_of(
        observation("find", "", "TOOL", R"(,"level":"ERROR","statusMessage":"timed out")")));
    EXPECT_EQ(text_field(of_id(all, "find-t1"), "status"), "error");
    EXPECT_EQ(text_field(of_id(all, "find-t1"), "error"), "timed out");
    EXPECT_EQ(text_field(of_id(all, "t1~end"), "status"), "failure");
}

TEST(Langfuse, WhatIsNotOverIsOpenAndSoIsItsTrace) {
    const ReadText all =
        read(trace_of(R"({"id":"a","type":"SPAN","name":"a","startTime":"2026-03-01T09:00:00Z",)"
                      R"("endTime":null})"));
    EXPECT_EQ(of_id(all, "a-t1~open").kind(), "span");
    EXPECT_TRUE(all.of_kind("session_end").empty());
}

TEST(Langfuse, WhatTheTraceDoesNotSayItsFirstAndLastModelCallsDo) {
    const auto call = [](const std::string& id, const std::string& second, const std::string& asked,
                         const std::string& answered) {
        return R"({"id":")" + id + R"(","type":"GENERATION","name":"g","startTime":")" +
               "2026-03-01T09:00:0" + second + R"(Z","endTime":"2026-03-01T09:00:09Z","input":")" +
               R"([{\"role\":\"user\",\"content\":\")" + asked + R"(\"}]","output":")" + answered +
               "\"}";
    };
    const ReadText all = read(
        R"({"trace":{"id":"t1","timestamp":"2026-03-01T09:00:00Z","input":null},"observations":[)" +
        call("b", "2", "and now", "at the depot") + "," + call("a", "1", "where is it", "hm") +
        "]}");
    EXPECT_EQ(text_field(of_id(all, "t1~start"), "goal"), "where is it");
    EXPECT_TRUE(of_id(all, "t1~start").has(Flag::derived));
    EXPECT_EQ(text_field(of_id(all, "t1~end"), "output"), "at the depot");
    const ReadText said = read(trace_of(call("a", "1", "x", "y"), R"(,"output":"done")"));
    EXPECT_FALSE(of_id(said, "t1~start").has(Flag::derived));
    EXPECT_EQ(text_field(of_id(said, "t1~end"), "output"), "done");
}

TEST(Langfuse, ASessionIsTheTracesOrTheThread) {
    const std::string thread = R"(,"metadata":{"thread_id":"th-1"})";
    const ReadText own = read(trace_of(observation("a", "", "SPAN", thread)));
    EXPECT_EQ(of_id(own, "a-t1").session(), "th-1");
    EXPECT_FALSE(of_id(own, "a-t1").has(Flag::session_derived));
    const ReadText traces =
        read(trace_of(observation("a", "", "SPAN", thread), R"(,"sessionId":"s1")"));
    EXPECT_EQ(of_id(traces, "a-t1").session(), "s1");
    const ReadText none = read(trace_of(observation("a", "", "SPAN")));
    EXPECT_EQ(of_id(none, "a-t1").session(), "t1");
    EXPECT_TRUE(of_id(none, "a-t1").has(Flag::session_derived));
}

TEST(Langfuse, RowsAndTracesThatHoldTheirObservationsAreKnown) {
    const std::string row = observation("a", "", "SPAN");
    const std::string held = R"({"id":"t1","timestamp":"2026-03-01T09:00:00Z","htmlPath":"/x",)"
                             R"("observations":[)" +
                             row + R"(],"scores":[]})";
    const std::string listed = R"({"id":"t1","timestamp":"2026-03-01T09:00:00Z","projectId":"p",)"
                               R"("observations":["a"],"scores":["s"]})";
    for (const std::string& text : {trace_of(row), row, "[" + row + "]", held, listed}) {
        EXPECT_EQ(choose_format({}, text)->name, "langfuse") << text;
    }
    EXPECT_EQ(read(row + "\n" + observation("b", "a", "SPAN")).events.size(), 2u);
    EXPECT_EQ(of_id(read(row), "a-t1").parent(), "");
    EXPECT_EQ(read(held).told(), read(held).told());
    EXPECT_EQ(of_id(read(held), "a-t1").parent(), "t1~start");
    EXPECT_EQ(read(listed).events.size(), 1u);
    EXPECT_TRUE(read(listed).refused.empty());
}

TEST(Langfuse, OtherFilesAreNotTakenForIt) {
    for (const std::string text :
         {R"({"id":"1","type":"x","timestamp":"2026-03-01T09:00:00Z"})", R"({"trace":"x"})",
          R"({"trace":{"id":"1"},"events":[]})",
          R"({"id":"1","traceId":"2","type":"x","startTime":"2026-03-01T09:00:00Z"})"}) {
        EXPECT_NE(choose_format({}, text)->name, "langfuse") << text;
    }
}

TEST(Langfuse, WhatCannotBeReadIsRefusedAlone) {
    const ReadText all =
        read(trace_of(R"({"type":"SPAN"},7,{"id":"b","type":"SPAN","startTime":"soon"},)" +
                      observation("a", "", "SPAN")));
    ASSERT_EQ(all.refused.size(), 3u);
    EXPECT_EQ(all.refused[0].reason, "observations: the observation has no id");
    EXPECT_EQ(all.refused[1].bytes, "7");
    EXPECT_EQ(all.refused[2].reason, "observation b: the span has neither a start nor an end");
    EXPECT_EQ(of_id(all, "a-t1").kind(), "span");
    EXPECT_EQ(read(R"({"trace":{"id":"t"},"observations":[]})").refused.front().reason,
              "timestamp is no time");
    EXPECT_EQ(read("{}").refused.front().reason,
              "holds neither a trace nor an observation nor a score");
}

TEST(Langfuse, WhatWasExportedBeforeIsKnownInOtherWords) {
    const std::unique_ptr<Reader> reader = read_langfuse({});
    Batch batch;
    reader->take(trace_of(observation("a", "", "SPAN")), 1, batch);
    reader->finish(batch);
    EXPECT_EQ(reader->copies(), (std::vector<std::string>{"t1~start", "t1~end", "a-t1"}));
    EXPECT_TRUE(reader->copies().empty());
}

TEST(Langfuse, ASpanThatNamesAToolIsAToolCall) {
    const ReadText all = read(trace_of(
        observation("x", "", "SPAN",
                    R"(,"input":"{\"name\":\"Bob\"}","output":"Bye","metadata":"{\"attributes\":)"
                    R"({\"gen_ai.tool.name\":\"ByeTool\",\"gen_ai.tool.call.id\":\"c1\"}}")")));
    const Event& call = of_id(all, "x-t1");
    EXPECT_EQ(call.kind(), "tool_call");
    EXPECT_EQ(text_field(call, "tool_name"), "ByeTool");
    EXPECT_EQ(text_field(call, "call_id"), "c1");
    EXPECT_EQ(text_field(call, "output"), "Bye");
}

TEST(Langfuse, AConstructorOfAToolMessageIsAToolCall) {
    const ReadText all = read(trace_of(observation(
        "get_weather", "", "SPAN",
        R"(,"input":{"city":"Rome"},"output":{"lc":1,"type":"constructor","id":["langchain_core",)"
        R"("messages","ToolMessage"],"kwargs":{"content":"sunny","tool_call_id":"c1"}})")));
    const Event& call = of_id(all, "get_weather-t1");
    EXPECT_EQ(call.kind(), "tool_call");
    EXPECT_EQ(text_field(call, "call_id"), "c1");
    EXPECT_EQ(text_field(call, "output"), "sunny");
}

TEST(Langfuse, StagesOfACallAreOneCall) {
    const auto of_kind = [](std::string_view kind, std::string_view more = "") {
        return R"(,"metadata":{"attributes":{"openinference.span.kind":")" + std::string(kind) +
               "\"" + std::string(more) + "}}";
    };
    const ReadText all = read(
        trace_of(observation("step", "", "SPAN", of_kind("AGENT", R"(,"tool.name":"Wikipedia")")) +
                 "," + observation("tool.wiki.start-12", "step", "SPAN", of_kind("TOOL")) + "," +
                 observation("tool.wiki.success-12", "step", "SPAN",
                             R"(,"output":"found")" + of_kind("TOOL")) +
                 "," + observation("tool.wiki.finish-12", "step", "SPAN", of_kind("TOOL")) + "," +
                 observation("chat.start-1", "step", "GENERATION",
                             R"(,"usageDetails":{"input":7,"total":7})" + of_kind("LLM")) +
                 "," + observation("chat.finish-1", "step", "GENERATION", of_kind("LLM")) + "," +
                 observation("chat.start-2", "step", "GENERATION", of_kind("LLM"))));
    const std::vector<Event> calls = all.of_kind("tool_call");
    ASSERT_EQ(calls.size(), 1u) << all.told();
    EXPECT_EQ(text_field(calls[0], "tool_name"), "Wikipedia");
    EXPECT_EQ(text_field(calls[0], "output"), "found");
    EXPECT_EQ(all.of_kind("llm_call").size(), 2u);
}

TEST(Langfuse, AnInputOfManyThingsHasWhatWasAsked) {
    const std::string text = trace_of(observation("x", "", "SPAN"));
    const std::string asked = R"("input":"\"where is order 7\"")";
    const auto goal = [&](const std::string& input) {
        std::string changed = text;
        changed.replace(changed.find(asked), asked.size(), R"("input":)" + input);
        return text_field(of_id(read(changed), "t1~start"), "goal");
    };
    EXPECT_EQ(goal(R"x({"run_response":"RunResponse(content=None)","message":"what is new?"})x"),
              "what is new?");
    EXPECT_EQ(goal(R"({"city":"Rome"})"), R"({"city":"Rome"})");
}

}  // namespace
}  // namespace hence
