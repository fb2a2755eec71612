#include "formats/spans/agent_spans.h"

#include <gtest/gtest.h>

#include "formats/common/reading_for_test.h"
#include "hence/event.h"
#include "model/event_rules.h"
#include "model/ids.h"
#include "model/json/json.h"

namespace hence {
namespace {

std::vector<Event> read(std::string_view text) {
    const Reading reading = read_whole(*choose_format("agent-spans", {}), text);
    EXPECT_TRUE(reading.refused.empty()) << reading.refused[0];
    std::vector<Event> events;
    for (const std::string& told : reading.events) {
        events.push_back(Event::parse(told.substr(told.find(' ') + 1)).take());
    }
    return events;
}

// A span of that type, with these members besides.
std::string span(std::string_view type, std::string_view members = "") {
    return R"({"trace_id":"t1","span_id":"s1","session_id":"k","start_time":)"
           R"("2026-02-23 10:00:00.123456 UTC","node_type":")" +
           std::string(type) + "\"" + std::string(members) + "}";
}

TEST(AgentSpansTest, RowsAndTrajectoriesAreKnown) {
    for (const std::string& text : {span("Tool"), "[" + span("Tool") + "]",
                                    std::string(R"({"traceId":"t","spanId":"s","nodeType":"LLM"})"),
                                    std::string(R"({"sessionId":"k","trajectory":[]})")}) {
        EXPECT_EQ(choose_format({}, text)->name, "agent-spans") << text;
    }
    EXPECT_EQ(choose_format({}, R"({"trace_id":"t","span_id":"s"})")->name, "native");
}

TEST(AgentSpansTest, ToolSpanIsAToolCall) {
    const std::vector<Event> events =
        read(span("Tool", R"(,"parent_id":"s0","node_label":"search_logs","duration_ms":800.5,)"
                          R"("status_code":"OK","input_tokens":10,"tool_input":"{\"q\":1}",)"
                          R"("tool_output":"none","logical_node_id":"Tool::search_logs")"));
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].to_json(),
              R"({"id":"t1-s1","kind":"tool_call","time":"2026-02-23T10:00:00.123456Z",)"
              R"("session":"k","run":"t1","parent":"t1-s0","duration_ms":800.5,"fields":)"
              R"({"tool_name":"search_logs","status":"ok","prompt_tokens":10,"input":{"q":1},)"
              R"("output":"none","logical_node_id":"Tool::search_logs"},"source":"agent-spans"})");
}

TEST(AgentSpansTest, ModelSpanIsAModelCall) {
    const auto fields = [](std::string_view members) {
        return std::string(read(span("LLM", members))[0].fields());
    };
    EXPECT_EQ(fields(R"(,"node_label":"chat","model":"m","input_tokens":"12","output_tokens":3,)"
                     R"("prompt":"p","completion":"c")"),
              R"({"model":"m","name":"chat","prompt_tokens":12,"completion_tokens":3,)"
              R"("messages":"p","completion":"c"})");
    EXPECT_EQ(fields(R"(,"node_label":"m")"), R"({"model":"m"})");
}

TEST(AgentSpansTest, AgentAndPlumbingAreKindsOfTheirOwn) {
    const Event agent = read(span("Agent", R"(,"node_label":"sre")"))[0];
    EXPECT_EQ(agent.kind(), "agent");
    EXPECT_EQ(agent.agent(), "sre");
    EXPECT_EQ(agent.fields(), R"({"name":"sre"})");
    const Event plumbing = read(span("Glue", R"(,"node_label":"http")"))[0];
    EXPECT_EQ(plumbing.kind(), "span");
    EXPECT_EQ(plumbing.fields(), R"({"name":"http"})");
    const Event other = read(span("Eval Step"))[0];
    EXPECT_EQ(other.kind(), "eval_step");
    EXPECT_EQ(other.fields(), R"({"node_type":"Eval Step"})");
}

TEST(AgentSpansTest, StatusTellsWhetherACallFailed) {
    const auto fields = [](std::string_view members) {
        return std::string(read(span("Tool", members))[0].fields());
    };
    for (const std::string_view code : {"\"ERROR\"", "\"STATUS_CODE_ERROR\"", "2", "\"2\""}) {
        EXPECT_EQ(fields(R"(,"status_message":"boom","status_code":)" + std::string(code)),
                  R"({"tool_name":"Tool","status":"error","error":"boom"})");
    }
    EXPECT_EQ(fields(R"(,"status_code":1,"status_message":"fine")"),
              R"({"tool_name":"Tool","status":"ok","status_message":"fine"})");
    EXPECT_EQ(fields(R"(,"node_label":"f","status_code":"UNSET")"),
              R"({"tool_name":"f","status_code":"UNSET"})");
}

TEST(AgentSpansTest, TrajectoryGivesSpansAndTheirLogs) {
    const std::vector<Event> events = read(
        R"({"sessionId":"k","trajectory":[{"traceId":"t","spanId":"s","parentSpanId":"p",)"
        R"("startTime":"2026-02-23T10:00:00Z","nodeType":"Tool","nodeLabel":"f","durationMs":5,)"
        R"("statusCode":"ERROR","statusMessage":"boom","toolInput":"i","toolOutput":null,)"
        R"("evaluations":[],"logs":[{"timestamp":"2026-02-23T10:00:01Z","severity":"ERROR",)"
        R"("payload":"bad"},{"severity":"INFO","payload":{"message":"m","code":7}}]}]})");
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(events[0].to_json(),
              R"({"id":"t-s","kind":"tool_call","time":"2026-02-23T10:00:00Z","session":"k",)"
              R"("run":"t","parent":"t-p","duration_ms":5,"fields":{"tool_name":"f",)"
              R"("status":"error","error":"boom","input":"i","evaluations":[]},)"
              R"("source":"agent-spans"})");
    EXPECT_TRUE(is_uuid7(events[1].id()));
    EXPECT_EQ(events[1].with_id("l")->to_json(),
              R"({"id":"l","kind":"log","time":"2026-02-23T10:00:01Z","session":"k","run":"t",)"
              R"("parent":"t-s","fields":{"severity":"ERROR","body":"bad"},)"
              R"("source":"agent-spans"})");
    EXPECT_TRUE(events[2].has(Flag::time_derived));
    EXPECT_EQ(events[2].time(), events[0].time());
    EXPECT_EQ(events[2].fields(),
              R"({"severity":"INFO","body":"m","payload":{"message":"m","code":7}})");
}

TEST(AgentSpansTest, IdOfASpanIsUniqueInItsTraceOnly) {
    const std::string other = R"({"trace_id":"t2","span_id":"s1","node_type":"Tool",)"
                              R"("start_time":"2026-02-23T10:00:00Z"})";
    const std::vector<Event> events = read(span("Tool") + "\n" + other);
    EXPECT_EQ(events[0].id(), "t1-s1");
    EXPECT_EQ(events[1].id(), "t2-s1");
    EXPECT_EQ(events[1].session(), "");
}

TEST(AgentSpansTest, IdThatWouldBeTooLongIsDerived) {
    const auto id = [](std::size_t size) {
        return std::string(read(R"({"trace_id":")" + std::string(size - 2, 't') +
                                R"(","span_id":"s","node_type":"Tool",)"
                                R"("start_time":"2026-02-23T10:00:00Z"})")[0]
                               .id());
    };
    EXPECT_EQ(id(id_size_max).size(), id_size_max);
    EXPECT_TRUE(is_uuid7(id(id_size_max + 1)));
}

TEST(AgentSpansTest, RowWithoutAStartOrALabelIsKept) {
    const std::vector<Event> events =
        read(span("Agent") + "\n" +
             R"({"trace_id":"t1","span_id":"s2","node_type":"Tool","node_label":null,)"
             R"("start_time":null})");
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[1].time(), events[0].time());
    EXPECT_TRUE(events[1].has(Flag::time_derived));
    EXPECT_EQ(events[1].fields(), R"({"tool_name":"Tool"})");
}

TEST(AgentSpansTest, SpanThatCannotBeMappedSaysWhichKey) {
    const Reading reading = read_whole(*choose_format("agent-spans", {}),
                                       "{\"span_id\":\"s\"}\n"
                                       "{\"node_type\":\"Tool\",\"start_time\":\"noon\"}\n");
    EXPECT_EQ(reading.refused,
              (std::vector<std::string>{"1 node_type is missing", "2 start_time is no time"}));
}

}  // namespace
}  // namespace hence
