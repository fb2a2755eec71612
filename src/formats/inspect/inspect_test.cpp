// Inspect logs and samples, and the sessions that they become.
#include "formats/inspect/inspect.h"

#include <map>
#include <memory>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "formats/formats.h"
#include "formats/inspect/inspect_for_test.h"
#include "model/facts.h"

namespace hence {
namespace {

const std::string goal = R"({"id":"g","role":"user","source":"input","content":"Count to ten"})";
const std::string calling = R"("id":"a1","content":"","tool_calls":[{"id":"c1","function":"bash",)"
                            R"("arguments":{"cmd":"seq"}},{"id":"c2","function":"bash"}])";

std::string tool_event(int second, const std::string& call, const std::string& members = "") {
    return inspect_event("tool", second,
                         R"("id":")" + call + R"(","function":"bash","arguments":{"cmd":"seq"})" +
                             (members.empty() ? "" : "," + members));
}

std::string result_of(const std::string& call) {
    return R"({"id":"r)" + call + R"(","role":"tool","tool_call_id":")" + call +
           R"(","content":"1"})";
}

// "kind id<parent" of each event, those of the frame left out.
std::string shape(const ReadText& text) {
    std::string told;
    for (const Event& event : text.events) {
        if (event.kind() != "session_end" && event.kind() != "evaluation" &&
            event.kind() != "session_start") {
            told += std::string(event.kind()) + " " + short_id(event.id()) + "<" +
                    short_id(event.parent()) + (event.has(Flag::parent_derived) ? "?" : "") + "\n";
        }
    }
    return told;
}

Event only(const ReadText& text, std::string_view kind) {
    EXPECT_TRUE(text.refused.empty()) << text.refused[0].reason;
    const std::vector<Event> found = text.of_kind(kind);
    EXPECT_EQ(found.size(), 1U) << kind;
    return found.at(0);
}

TEST(Inspect, LogAndSampleAreKnownByTheirMembers) {
    EXPECT_EQ(choose_format("", inspect_log_with(R"("messages":[])"))->name, "inspect");
    EXPECT_EQ(choose_format("", inspect_sample_with(R"("messages":[])"))->name, "inspect");
    for (const std::string_view other :
         {R"({"version":2,"eval":{"task":"t"}})", R"({"id":1,"epoch":1,"input":"i","target":"t"})",
          R"({"id":1,"input":"i","messages":[],"target":"t"})", R"({"messages":[]})", "{}"}) {
        EXPECT_NE(choose_format("", other)->name, "inspect") << other;
    }
    EXPECT_EQ(read_whole(read_inspect, R"({"version":2})").refused.at(0).reason,
              "neither an Inspect log nor a sample of one");
}

TEST(Inspect, SampleIsASession) {
    const ReadText text = read_inspect_events(
        inspect_event("sample_init", 1,
                      R"("sample":{"input":"Count to ten","target":"10","id":"q1"})"),
        R"("scores":{"exact":{"value":"C"}},"total_time":1.5,)"
        R"("model_usage":{"m":{"total_tokens":9}},)"
        R"("output":{"choices":[{"message":{"content":"1 to 10"}}]},"metadata":{"k":1})");
    const Event start = only(text, "session_start");
    EXPECT_EQ(start.session(), "E/q1/1");
    EXPECT_EQ(start.run(), "E/q1/1");
    EXPECT_EQ(start.id(), "sample_init1");
    EXPECT_EQ(start.fields(), R"({"goal":"Count to ten","task":"count","model":"openai/m",)"
                              R"("sample_id":"q1","epoch":1,"target":"10"})");
    const Event end = only(text, "session_end");
    EXPECT_EQ(end.duration_ms(), 1500);
    EXPECT_EQ(text_field(end, "status"), "success");
    EXPECT_EQ(text_field(end, "output"), "1 to 10");
    EXPECT_EQ(field(end, "total_tokens").raw(), "9");
    EXPECT_EQ(field(end, "metadata").raw(), R"({"k":1})");
    EXPECT_EQ(only(text, "observation").fields(),
              R"({"key":"score:exact","content":"exact: C","value":"C"})");
}

TEST(Inspect, StatusIsWhatTheScoresAgreeOn) {
    const auto status = [](const std::string& members) {
        return text_field(read_inspect_events("", members).of_kind("session_end").at(0), "status");
    };
    EXPECT_EQ(status(R"("scores":{"a":{"value":"C"},"b":{"value":1}})"), "success");
    EXPECT_EQ(status(R"("scores":{"a":{"value":"I"},"b":{"value":0.0}})"), "failure");
    EXPECT_EQ(status(R"("scores":{"a":{"value":"C"},"b":{"value":"I"}})"), "");
    EXPECT_EQ(status(R"("scores":{"a":{"value":0.5}})"), "");
    EXPECT_EQ(status(R"("scores":{"a":{"value":{"x":1}}})"), "");
    EXPECT_EQ(status(R"("scores":{})"), "");
    EXPECT_EQ(status(R"("limit":{"type":"token"})"), "cancelled");
    EXPECT_EQ(status(R"("limit":{"type":"token"},"scores":{"a":{"value":"C"}})"), "success");
    EXPECT_EQ(status(R"("error":{"message":"e"},"scores":{"a":{"value":"C"}})"), "failure");
}

TEST(Inspect, CallStandsUnderTheModelThatAskedAndTheNextModelUnderItsResult) {
    const ReadText text =
        read_inspect_events(inspect_model(1, goal, calling) + "," + tool_event(2, "c1") + "," +
                            tool_event(3, "c2") + "," +
                            inspect_model(4,
                                          goal + R"(,{"id":"a1","role":"assistant"},)" +
                                              result_of("c1") + "," + result_of("c2"),
                                          R"("id":"a2","content":"done")"));
    EXPECT_EQ(shape(text),
              "llm_call model1<" + short_id(only(text, "session_start").id()) +
                  "\ntool_call tool2<model1\ntool_call tool3<model1\nllm_call model4<tool3\n");
    const Event last = text.of_kind("llm_call").at(1);
    EXPECT_EQ(last.causes().size(), 1U);
    EXPECT_EQ(last.causes()[0], "tool2");
    EXPECT_EQ(text_field(last, "completion"), "done");
    EXPECT_EQ(field(last, "messages_before").raw(), "2");
    EXPECT_EQ(field(last, "messages").raw(), "[" + result_of("c1") + "," + result_of("c2") + "]");
}

TEST(Inspect, ModelCallSaysWhatItCost) {
    const Event call = only(read_inspect_events(inspect_model(1, goal, calling)), "llm_call");
    EXPECT_EQ(call.fields(),
              R"({"model":"m-1","request_model":"openai/m","provider":"openai","prompt_tokens":7,)"
              R"("completion_tokens":3,"total_tokens":10,"cache_read_tokens":2,)"
              R"("finish_reason":"stop","messages":[)" +
                  goal + R"(],"tools":[],"call_ids":["c1","c2"]})");
    const Event failed = only(
        read_inspect_events(inspect_event(
            "model", 1, R"("model":"m","input":[],"error":"overloaded","output":{"choices":[]})")),
        "llm_call");
    EXPECT_EQ(text_field(failed, "status"), "error");
    EXPECT_EQ(text_field(failed, "error"), "overloaded");
    EXPECT_EQ(text_field(failed, "model"), "m");
}

TEST(Inspect, ToolCallKeepsItsResultAndItsFailure) {
    const auto told = [](const std::string& members) {
        return std::string(
            only(read_inspect_events(tool_event(1, "c1", members)), "tool_call").fields());
    };
    const std::string head = R"({"tool_name":"bash","input":{"cmd":"seq"},)";
    EXPECT_EQ(told(R"("result":"1","completed":"2026-01-01T00:00:03+00:00")"),
              head + R"("output":"1","call_id":"c1","status":"ok"})");
    EXPECT_EQ(told(R"("result":[{"type":"text","text":"a"},{"type":"text","text":"b"}])"),
              head + R"("output":"a\nb","call_id":"c1","status":"ok"})");
    EXPECT_EQ(told(R"("result":"","error":{"type":"timeout","message":"too slow"})"),
              head + R"("output":"","call_id":"c1","status":"error","error":"too slow",)"
                     R"("error_type":"timeout"})");
    EXPECT_EQ(told(R"("failed":true)"), head + R"("call_id":"c1","status":"error"})");
    EXPECT_EQ(told(R"("pending":true)"), head + R"("call_id":"c1"})");
    EXPECT_EQ(only(read_inspect_events(
                       tool_event(1, "c1", R"("completed":"2026-01-01T00:00:03.5+00:00")")),
                   "tool_call")
                  .duration_ms(),
              2500);
}

TEST(Inspect, ThoughtsAreQuotedAndRationalesGoToTheirCalls) {
    const std::string message =
        R"("id":"a1","content":[{"type":"reasoning","reasoning":"why not"},)"
        R"({"type":"reasoning","reasoning":"xyz","redacted":true,"summary":"in short"},)"
        R"({"type":"text","text":"I assume that ten is enough. )"
        R"(<rationale call=\"2\">{\"why\":\"again\"}</rationale>"}],)"
        R"("tool_calls":[{"id":"c1","function":"bash"},{"id":"c2","function":"bash"}])";
    const ReadText text = read_inspect_events(inspect_model(1, goal, message) + "," +
                                              tool_event(2, "c1") + "," + tool_event(3, "c2"));
    const std::vector<Event> thoughts = text.of_kind("thought");
    ASSERT_EQ(thoughts.size(), 2U);
    EXPECT_EQ(text_field(thoughts[0], "text"), "why not");
    EXPECT_EQ(text_field(thoughts[1], "text"), "in short");
    EXPECT_EQ(thoughts[0].parent(), "model1");
    EXPECT_EQ(text_field(only(text, "assumption"), "assumption"), "ten is enough");
    EXPECT_TRUE(only(text, "assumption").has(Flag::derived));
    EXPECT_EQ(text.of_kind("tool_call").at(0).rationale(), "");
    EXPECT_EQ(text.of_kind("tool_call").at(1).rationale(), R"({"why":"again"})");
    EXPECT_EQ(text.of_kind("tool_call").at(1).iteration(), 1);
}

TEST(Inspect, LaterPromptIsAnEvent) {
    const std::string more = R"({"id":"p","role":"user","content":"go on"})";
    const std::string said = goal + R"(,{"id":"a1","role":"assistant"},)" + more;
    const ReadText text = read_inspect_events(inspect_model(1, goal, R"("id":"a1","content":"1")") +
                                              "," + inspect_model(2, said, R"("content":"2")") +
                                              "," + inspect_model(3, said, R"("content":"3")"));
    const Event prompt = only(text, "prompt");
    EXPECT_EQ(text_field(prompt, "text"), "go on");
    EXPECT_EQ(prompt.parent(), "model1");
    EXPECT_EQ(text.of_kind("llm_call").at(1).parent(), prompt.id());
    EXPECT_EQ(text.of_kind("llm_call").at(2).parent(), prompt.id());
}

TEST(Inspect, ApprovalIsADecisionOfItsApprover) {
    const auto approval = [](const std::string& decision) {
        return inspect_event("approval", 2,
                             R"("message":"","call":{"id":"c1","function":"bash","arguments":{}},)"
                             R"("approver":"human","explanation":"looks safe","decision":")" +
                                 decision + "\"");
    };
    const ReadText text = read_inspect_events(inspect_model(1, goal, calling) + "," +
                                              approval("approve") + "," + tool_event(3, "c1"));
    const Event decision = only(text, "decision");
    EXPECT_EQ(decision.agent(), "human");
    EXPECT_EQ(decision.parent(), "model1");
    EXPECT_EQ(decision.rationale(), R"({"why":"looks safe"})");
    EXPECT_EQ(decision.fields(),
              R"({"description":"call bash","decision_type":"permission","chosen":"approve",)"
              R"("status":"made","inputs":{},"call_id":"c1","message":""})");
    EXPECT_EQ(only(text, "tool_call").causes()[0], "approval2");
    const auto status = [&](const std::string& chosen) {
        return text_field(only(read_inspect_events(approval(chosen)), "decision"), "status");
    };
    EXPECT_EQ(status("modify"), "made");
    EXPECT_EQ(status("reject"), "declined");
    EXPECT_EQ(status("terminate"), "declined");
    EXPECT_EQ(status("escalate"), "deferred");
}

TEST(Inspect, OtherEventsGetOurWordsOrKeepTheirs) {
    const auto one = [](const std::string& type, const std::string& members) {
        const Event event = read_inspect_events(inspect_event(type, 1, members)).events.at(0);
        return std::string(event.kind()) + " " + std::string(event.fields());
    };
    EXPECT_EQ(one("score", R"("scorer":"exact","score":{"value":1,"explanation":"e"})"),
              R"(observation {"key":"score:exact","content":"exact: 1","value":1,)"
              R"("explanation":"e"})");
    EXPECT_EQ(one("error", R"("error":{"message":"m","traceback":"t","traceback_ansi":"x"})"),
              R"(error {"error":"m","context":"t"})");
    EXPECT_EQ(one("sample_limit", R"("type":"token","message":"m","limit":5)"),
              R"(termination {"reason":"token limit","message":"m","limit":5})");
    EXPECT_EQ(one("interrupt", R"("source":"system","interrupted":"generate")"),
              R"(termination {"reason":"interrupted: system","interrupted":"generate"})");
    EXPECT_EQ(one("interrupt", R"("source":"user_cancel")"),
              R"(interrupt {"source":"user_cancel"})");
    EXPECT_EQ(one("compaction", R"("type":"summary","tokens_before":9)"),
              R"(curation {"action":"compressed","target":"conversation","type":"summary",)"
              R"("tokens_before":9})");
    EXPECT_EQ(one("info", R"("source":"s","data":{"a":1})"),
              R"(log {"severity":"info","body":{"a":1},"source":"s"})");
    EXPECT_EQ(one("logger", R"("message":{"level":"warning","message":"m","lineno":3})"),
              R"(log {"severity":"warning","body":"m","logger":{"lineno":3}})");
    EXPECT_EQ(one("state", R"("changes":[])"), R"(state {"changes":[]})");
    EXPECT_EQ(one("branch", R"("from_anchor":"x")"), R"(branch {"from_anchor":"x"})");
    EXPECT_EQ(one("anchor", R"("anchor_id":"x")"), R"(session_checkpoint {"name":"x"})");
    EXPECT_EQ(one("outcome", R"("x":1)"), R"(inspect_outcome {"x":1})");
    EXPECT_EQ(one(std::string(90, 'x'), R"("x":1)").substr(0, 64),
              "inspect_" + std::string(56, 'x'));
}

TEST(Inspect, SubAgentIsADelegationWithARunOfItsOwn) {
    const auto span = [](int second, const std::string& id, const std::string& type,
                         const std::string& name, const std::string& parent) {
        return inspect_event("span_begin", second,
                             R"("id":")" + id + R"(","type":")" + type + R"(","name":")" + name +
                                 R"(","parent_id":")" + parent + "\"");
    };
    const auto told = [&](const std::string& names_its_span) {
        return read_inspect_events(
            span(1, "A", "agent", "lead", "") + "," + inspect_model(2, goal, calling, "A") + "," +
            span(3, "T", "tool", "bash", "A") + "," +
            inspect_event(
                "tool", 4,
                R"("id":"c1","function":"bash","arguments":{"input":"look"},"result":"r")" +
                    names_its_span,
                "A") +
            "," + span(5, "B", "agent", "scout", "T") + "," +
            inspect_model(6, R"({"id":"q","role":"user","content":"look"})", R"("content":"seen")",
                          "B") +
            "," + inspect_event("sandbox", 7, R"("action":"exec")", "T"));
    };
    const ReadText text = told(R"(,"agent_span_id":"B")");
    const Event delegation = only(text, "delegation");
    EXPECT_EQ(delegation.id(), "span_begin5");
    EXPECT_EQ(delegation.parent(), "tool4");
    EXPECT_EQ(delegation.run(), "E/q1/1");
    EXPECT_EQ(delegation.agent(), "lead");
    EXPECT_FALSE(delegation.has(Flag::derived));
    EXPECT_EQ(delegation.fields(), R"({"parent_id":"lead","child_id":"scout","task":"look",)"
                                   R"("run_id":"E/q1/1/B","span_id":"B"})");
    const Event scout = text.of_kind("llm_call").at(1);
    EXPECT_EQ(scout.agent(), "scout");
    EXPECT_EQ(scout.run(), "E/q1/1/B");
    EXPECT_EQ(only(text, "prompt").parent(), delegation.id());
    EXPECT_EQ(only(text, "sandbox").parent(), "tool4");
    EXPECT_TRUE(only(text, "sandbox").has(Flag::parent_derived));
    EXPECT_EQ(only(text, "span").parent(), only(text, "session_start").id());
    EXPECT_EQ(only(text, "span").fields(), R"({"name":"lead","type":"agent","span_id":"A"})");
    EXPECT_EQ(only(told(""), "delegation").parent(), "tool4");
    EXPECT_TRUE(only(told(""), "delegation").has(Flag::derived));
}

TEST(Inspect, SpansInACircleHoldNothing) {
    const ReadText text = read_inspect_events(
        inspect_event("span_begin", 1, R"("id":"A","name":"a","parent_id":"B")") + "," +
        inspect_event("span_begin", 2, R"("id":"B","name":"b","parent_id":"A")") + "," +
        inspect_event("span_begin", 3, R"("id":"C","name":"c","parent_id":"C")") + "," +
        inspect_event("span_end", 4, R"("id":"A")"));
    const std::vector<Event> spans = text.of_kind("span");
    ASSERT_EQ(spans.size(), 3U);
    EXPECT_EQ(spans[0].duration_ms(), 3000);
    EXPECT_NE(spans[0].parent(), "span_begin2");
    EXPECT_EQ(spans[1].parent(), "span_begin1");
    EXPECT_NE(spans[2].parent(), "span_begin3");
}

TEST(Inspect, EventThatCannotBeReadIsRefusedAlone) {
    std::string deep = "1";
    for (int n = 0; n < 70; ++n) {
        deep = "[" + deep + "]";
    }
    const ReadText text = read_inspect_events(
        R"({"event":"info"},{"event":"info","timestamp":"noon"},7,)"
        R"({"timestamp":"2026-01-01T00:00:00Z"},)" +
        inspect_event("info", 5, R"("data":)" + deep) + "," + inspect_event("info", 6, ""));
    ASSERT_EQ(text.refused.size(), 5U);
    EXPECT_EQ(text.refused[0].reason, "timestamp is missing");
    EXPECT_EQ(text.refused[1].reason, "timestamp is no time");
    EXPECT_EQ(text.refused[2].reason, "not a JSON object");
    EXPECT_EQ(text.refused[3].reason, "event is missing");
    EXPECT_EQ(text.refused[3].line, 4U);
    EXPECT_EQ(only(read_inspect_events(inspect_event("info", 6, "")), "log").id(), "info6");
    EXPECT_EQ(text.of_kind("log").size(), 1U);
}

TEST(Inspect, EventsNestedInACallStandUnderIt) {
    const auto nested = [](int levels) {
        std::string events = inspect_event("info", 50, "");
        for (int n = levels; n > 0; --n) {
            events =
                inspect_event("tool", n, R"("id":"c","function":"f","events":[)" + events + "]");
        }
        return read_inspect_events(events);
    };
    EXPECT_EQ(only(nested(1), "log").parent(), "tool1");
    EXPECT_EQ(nested(16).of_kind("log").size(), 1U);
    EXPECT_TRUE(nested(16).refused.empty());
    EXPECT_EQ(nested(17).refused.at(0).reason, "events are nested more than 16 levels deep");
    EXPECT_EQ(nested(17).of_kind("log").size(), 0U);
}

TEST(Inspect, FailedAttemptIsARunOfItsOwn) {
    const std::string attempt =
        R"({"message":"boom","traceback":"t","events":[)" + tool_event(1, "c1") + "]}";
    const ReadText text =
        read_inspect_events(tool_event(9, "c1"), R"("error_retries":[)" + attempt + "]");
    EXPECT_EQ(text.of_kind("tool_call").at(0).run(), "E/q1/1/attempt-1");
    EXPECT_EQ(text.of_kind("tool_call").at(1).run(), "E/q1/1");
    EXPECT_EQ(only(text, "error").run(), "E/q1/1/attempt-1");
    EXPECT_EQ(text_field(only(text, "error"), "error"), "boom");
    EXPECT_EQ(text.of_kind("session_start").size(), 2U);
    std::string many;
    for (int n = 0; n < 65; ++n) {
        many += n == 0 ? "{}" : ",{}";
    }
    const ReadText most = read_inspect_events("", R"("error_retries":[)" + many + "]");
    EXPECT_EQ(most.of_kind("error").size(), 64U);
    EXPECT_EQ(most.refused.at(0).reason, "there are more than 64 failed attempts");
}

TEST(Inspect, MessagesAloneTellTheSameConversation) {
    const std::string messages =
        R"("messages":[{"role":"system","content":"be brief"},)" + goal +
        R"(,{"role":"assistant","model":"m","content":"so","tool_calls":[{"id":"c1",)"
        R"("function":"bash","arguments":{"cmd":"seq"}}]},)" +
        result_of("c1") +
        R"(,{"role":"tool","tool_call_id":"x","function":"cat",)"
        R"("content":"","error":{"type":"timeout","message":"slow"}},)"
        R"({"role":"user","content":"more"},)"
        R"({"role":"assistant","content":"done"}])";
    const ReadText text = read_whole(read_inspect, inspect_log_with(messages));
    ASSERT_TRUE(text.refused.empty());
    const std::vector<Event> calls = text.of_kind("tool_call");
    const std::vector<Event> turns = text.of_kind("llm_call");
    ASSERT_EQ(calls.size(), 2U);
    ASSERT_EQ(turns.size(), 2U);
    EXPECT_EQ(calls[0].fields(), R"({"tool_name":"bash","input":{"cmd":"seq"},"output":"1",)"
                                 R"("call_id":"c1","status":"ok"})");
    EXPECT_EQ(calls[0].parent(), turns[0].id());
    EXPECT_EQ(calls[1].fields(), R"({"tool_name":"cat","output":"","call_id":"x",)"
                                 R"("status":"error","error":"slow","error_type":"timeout"})");
    EXPECT_EQ(calls[1].parent(), turns[0].id());
    EXPECT_EQ(text_field(only(text, "prompt"), "text"), "more");
    EXPECT_EQ(turns[1].parent(), only(text, "prompt").id());
    EXPECT_TRUE(turns[1].has(Flag::time_derived));
    EXPECT_EQ(text_field(turns[1], "model"), "openai/m");
    EXPECT_GT(only(text, "session_end").time(), turns[1].time());
}

TEST(Inspect, SampleOfAnEvalFileFindsItsEvaluationBeside) {
    const std::string sample = inspect_sample_with(R"("events":[)" + tool_event(1, "c1") + "]");
    const auto session = [&](const std::string& header) {
        const std::unique_ptr<Reader> reader = read_inspect(
            {.source = "x", .beside = [&](const std::string& name) -> std::optional<std::string> {
                 return name == "header.json" && !header.empty() ? std::optional(header)
                                                                 : std::nullopt;
             }});
        Batch batch;
        reader->take(sample, 1, batch);
        const Event event = batch.events.at(0).event;
        return std::string(event.session()) + (event.has(Flag::session_derived) ? " derived" : "");
    };
    EXPECT_EQ(session(inspect_log_with(R"("messages":[])")), "E/q1/1");
    EXPECT_EQ(session(""), "S/q1/1 derived");
    EXPECT_EQ(session("{oops"), "S/q1/1 derived");
}

TEST(Inspect, SampleInPartsIsPutTogether) {
    const std::string shell = inspect_sample_with(R"("message_refs":[[0,1]])");
    std::map<std::string, std::string> parts = {
        {"samples/q1_epoch_1/events/0.json", "[" + tool_event(1, "c1") + "]"},
        {"samples/q1_epoch_1/events/1.json",
         "[" + tool_event(2, "c2", R"("result":"attachment://1")") + "," +
             inspect_event("model", 3,
                           R"("model":"m","input":[],"input_refs":[[0,1]],"output":{})") +
             "]"},
        {"samples/q1_epoch_1/attachments/0.json", R"(["zero","one"])"},
        {"samples/q1_epoch_1/messages/0.json", "[" + result_of("c2") + "]"}};
    const std::unique_ptr<Reader> reader = read_inspect(
        {.source = "x", .beside = [&](const std::string& name) -> std::optional<std::string> {
             const auto part = parts.find(name);
             return part == parts.end() ? std::nullopt : std::optional(part->second);
         }});
    Batch batch;
    reader->take(shell, 1, batch);
    ReadText text;
    text.add(batch);
    ASSERT_EQ(text.of_kind("tool_call").size(), 2U);
    EXPECT_EQ(text_field(text.of_kind("tool_call")[1], "output"), "one");
    EXPECT_EQ(only(text, "llm_call").parent(), "tool2");
    EXPECT_EQ(reader->copies().size(), batch.events.size());
    EXPECT_TRUE(reader->copies().empty());
    const auto refused = [&](const std::string& name, const std::string& part) {
        parts["samples/q1_epoch_1/" + name] = part;
        Batch again;
        reader->take(shell, 1, again);
        return again.refused.empty() ? "" : again.refused[0].reason;
    };
    EXPECT_EQ(refused("events/uuids.json", R"(["a","b","c"])"), "");
    EXPECT_EQ(refused("events/uuids.json", R"(["a","b","c","d"])"),
              "only 3 of 4 events of the sample could be read");
    EXPECT_EQ(refused("messages/0.json", "{oops").substr(0, 8), "not JSON");
}

TEST(Inspect, LogThatIsNotDoneIsNotToldAsAWhole) {
    std::string log = inspect_log_with(R"("messages":[])");
    EXPECT_EQ(read_whole(read_inspect, log).of_kind("evaluation").size(), 1U);
    log.replace(log.find("success"), 7, "started");
    const ReadText text = read_whole(read_inspect, log);
    EXPECT_EQ(text.of_kind("evaluation").size(), 0U);
    EXPECT_EQ(text.of_kind("session_end").size(), 1U);
    log.replace(log.find(R"("status":"started",)"), 19, "");
    EXPECT_EQ(read_whole(read_inspect, log).of_kind("evaluation").size(), 0U);
}

TEST(Inspect, IdsAreStableAndUnlikeEachOther) {
    const std::string events = R"({"event":"info","timestamp":"2026-01-01T00:00:01Z"},)"
                               R"({"event":"info","timestamp":"2026-01-01T00:00:01Z"},)" +
                               inspect_model(2, goal, calling);
    const ReadText text = read_inspect_events(events, R"("scores":{"a":{"value":1}})");
    std::set<std::string> ids;
    for (const Event& event : text.events) {
        ids.emplace(event.id());
    }
    EXPECT_EQ(ids.size(), text.events.size());
    EXPECT_EQ(read_inspect_events(events, R"("scores":{"a":{"value":1}})").told(), text.told());
}

TEST(Inspect, TranscriptOf2024IsRead) {
    const ReadText told = read_whole(
        read_inspect, inspect_log_with(R"("transcript":{"events":[)" +
                                       inspect_model(1, R"({"role":"user","content":"tc://h1"})",
                                                     R"("content":"ten")") +
                                       R"(],"content":{"h1":"Count to ten"}})"));
    const Event call = told.of_kind("llm_call").at(0);
    EXPECT_EQ(tokens_of(call), 10);
    EXPECT_NE(call.to_json().find("Count to ten"), std::string::npos) << call.to_json();
    EXPECT_EQ(call.to_json().find("tc://"), std::string::npos);
    EXPECT_FALSE(field(told.of_kind("session_end").at(0), "transcript").present());
}

TEST(Inspect, ScoreWithoutAScorerIsToldOnce) {
    const ReadText told = read_inspect_events(
        inspect_event("score", 1, R"("score":{"value":"I","answer":"No"})") + "," +
            inspect_event("score", 2, R"("score":{"value":"I","answer":"No"})"),
        R"("scores":{"other":{"value":"C"},"match":{"value":"I","answer":"No"}})");
    std::string keys;
    for (const Event& event : told.of_kind("observation")) {
        keys += text_field(event, "key") + ' ';
    }
    EXPECT_EQ(keys, "score:match score:score score:other ");
}

}  // namespace
}  // namespace hence
