#include "model/summary/summary_text.h"

#include <string>

#include <gtest/gtest.h>

namespace hence {
namespace {

// Tells of an event of `kind` with these members of `fields`, and more members of the event itself.
std::string tell(const std::string& kind, const std::string& fields, const std::string& more = "") {
    const Result<Event> event =
        Event::parse(R"({"id":"e","kind":")" + kind + R"(","time":"2026-02-23T10:00:00Z",)" + more +
                     R"("fields":{)" + fields + "}}");
    return event ? summary(*event) : event.error().message;
}

std::string took(const std::string& ms) {
    const std::string line = tell("tool_call", R"("tool_name":"T")", "\"duration_ms\":" + ms + ",");
    return line.substr(line.find('('));
}

TEST(SummaryText, ToolCallNamesTheToolAndItsDuration) {
    EXPECT_EQ(tell("tool_call", R"("tool_name":"Read")", R"("duration_ms":45,)"),
              "Tool call: Read (45ms)");
}

TEST(SummaryText, ToolCallWithoutNameIsUnknownAndAnUnknownDurationIsLeftOut) {
    EXPECT_EQ(tell("tool_call", ""), "Tool call: unknown");
}

TEST(SummaryText, EventWithoutFieldsIsToldAllTheSame) {
    const Result<Event> event =
        Event::parse(R"({"kind":"tool_call","time":"2026-02-23T10:00:00Z"})");
    ASSERT_TRUE(event) << event.error().message;
    EXPECT_EQ(summary(*event), "Tool call: unknown");
}

TEST(SummaryText, FieldOfAnotherTypeCountsAsAbsent) {
    EXPECT_EQ(tell("tool_call", R"("tool_name":7)"), "Tool call: unknown");
    EXPECT_EQ(tell("llm_call", R"("model":["m"],"total_tokens":"12")"),
              "LLM call: unknown (? tokens)");
}

TEST(SummaryText, EmptyNameIsUnknown) {
    EXPECT_EQ(tell("tool_call", R"("tool_name":"")"), "Tool call: unknown");
}

TEST(SummaryText, WholeDurationsAreIntegersAndOthersHaveUpToThreeDecimals) {
    EXPECT_EQ(took("45"), "(45ms)");
    EXPECT_EQ(took("45.0"), "(45ms)");
    EXPECT_EQ(took("100"), "(100ms)");
    EXPECT_EQ(took("45.5"), "(45.5ms)");
    EXPECT_EQ(took("0.125"), "(0.125ms)");
    EXPECT_EQ(took("0.1236"), "(0.124ms)");
    EXPECT_EQ(took("2.9999"), "(3ms)");
    EXPECT_EQ(took("0.0001"), "(0ms)");
    EXPECT_EQ(took("-0.0"), "(0ms)");
    EXPECT_EQ(took("1e21"), "(1000000000000000000000ms)");
}

TEST(SummaryText, DurationOfTheObservationStandsInOnlyWhereTheCallHasNone) {
    const Event call = *Event::parse(
        R"({"kind":"tool_call","time":"2026-02-23T10:00:00Z","fields":{"tool_name":"Read"}})");
    const Event timed =
        *Event::parse(R"({"kind":"tool_call","time":"2026-02-23T10:00:00Z","duration_ms":5})");
    EXPECT_EQ(summary(call, CallEnd{.duration_ms = 45.5}), "Tool call: Read (45.5ms)");
    EXPECT_EQ(summary(timed, CallEnd{.duration_ms = 45.5}), "Tool call: unknown (5ms)");
}

TEST(SummaryText, ModelCallNamesTheModelItsTokensAndItsDuration) {
    EXPECT_EQ(tell("llm_call", R"("model":"claude-sonnet-4-6","total_tokens":1200)",
                   R"("duration_ms":350,)"),
              "LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)");
}

TEST(SummaryText, TokensAreTheTotalElsePromptAndCompletionElseAQuestionMark) {
    EXPECT_EQ(tell("llm_call", R"("total_tokens":9,"prompt_tokens":1,"completion_tokens":2)"),
              "LLM call: unknown (9 tokens)");
    EXPECT_EQ(tell("llm_call", R"("prompt_tokens":1,"completion_tokens":2)"),
              "LLM call: unknown (3 tokens)");
    EXPECT_EQ(tell("llm_call", R"("total_tokens":null,"prompt_tokens":1)"),
              "LLM call: unknown (1 tokens)");
    EXPECT_EQ(tell("llm_call", ""), "LLM call: unknown (? tokens)");
}

TEST(SummaryText, ToolCallShowsWhatAPersonWouldAskFor) {
    EXPECT_EQ(tell("tool_call", R"("tool_name":"Read","input":{"file_path":"src/main.cpp"})",
                   R"("duration_ms":45,)"),
              "Tool call: Read src/main.cpp (45ms)");
    EXPECT_EQ(tell("tool_call",
                   R"("tool_name":"Bash","input":{"command":"rm -rf build"},"error":"exit 1")",
                   R"("duration_ms":2100,)"),
              "Tool call: Bash `rm -rf build` FAILED: exit 1 (2.1s)");
    EXPECT_EQ(tell("tool_call", R"("tool_name":"T","status":"error")"), "Tool call: T FAILED");
    EXPECT_EQ(tell("tool_call",
                   R"("tool_name":"T","error":"\u001b[0m\n\u001b[31m 2 tests\u001b[39m failed")"),
              "Tool call: T FAILED: 2 tests failed");
    EXPECT_EQ(tell("tool_call", R"("tool_name":"T","status":"error","output":"Exit code 1\nmore")"),
              "Tool call: T FAILED: Exit code 1");
}

TEST(SummaryText, AnErrorIsToldByItsMessageHoweverItIsWrapped) {
    EXPECT_EQ(tell("llm_call", R"("model":"m","error":{"error":{"message":"slow","type":"x"}})"),
              "LLM call: m FAILED: slow");
    EXPECT_EQ(tell("tool_call", R"("tool_name":"T","status":"error","output":{"error":"gone"})"),
              "Tool call: T FAILED: gone");
    EXPECT_EQ(tell("tool_call", R"("tool_name":"T","error":{"code":7,"error":""})"),
              R"(Tool call: T FAILED: {"code":7,"error":""})");
    EXPECT_EQ(tell("error", R"("error":{"error":{"message":"slow"}})"), "Error: slow");
    EXPECT_EQ(
        tell("tool_call", R"("tool_name":"T","error":"<tool_use_error>gone</tool_use_error>")"),
        "Tool call: T FAILED: gone");
}

TEST(SummaryText, EndOfACallSaysHowItFailed) {
    const Event call = *Event::parse(
        R"({"kind":"tool_call","time":"2026-02-23T10:00:00Z","fields":{"tool_name":"Read"}})");
    const Event end =
        *Event::parse(R"({"kind":"observation","time":"2026-02-23T10:00:01Z","duration_ms":7,)"
                      R"("fields":{"call_id":"c","status":"error","error":"ENOENT\nat x"}})");
    EXPECT_EQ(summary(call, call_end(end)), "Tool call: Read FAILED: ENOENT (7ms)");
}

TEST(SummaryText, ModelCallSaysWhatTheModelSaid) {
    EXPECT_EQ(tell("llm_call",
                   R"("model":"m","total_tokens":1200,"completion":"I'll look first.\nThen act.")",
                   R"("duration_ms":350,)"),
              "LLM call: m \"I'll look first.\" (1200 tokens, 350ms)");
    EXPECT_EQ(tell("llm_call", R"("model":"m","completion":[{"type":"tool_use","name":"Read"}])"),
              "LLM call: m (? tokens)");
    EXPECT_EQ(tell("llm_call",
                   R"("model":"m","completion":[{"role":"assistant","content":)"
                   R"([{"type":"thinking","thinking":"hm"},{"type":"text","text":"Yes."}]}])"),
              "LLM call: m \"Yes.\" (? tokens)");
    // Open models write their thinking into the text.
    EXPECT_EQ(tell("llm_call", R"("model":"m","completion":"<think>hm\nso</think>\n\nYes.")"),
              "LLM call: m \"Yes.\" (? tokens)");
    EXPECT_EQ(tell("llm_call", R"("model":"m","completion":"<think>hm")"),
              "LLM call: m (? tokens)");
    EXPECT_EQ(tell("llm_call", R"("model":"m","completion":"Write <think>.")"),
              "LLM call: m \"Write <think>.\" (? tokens)");
    EXPECT_EQ(tell("llm_call", R"("model":"m","error":"429 rate limited")", R"("duration_ms":20,)"),
              "LLM call: m FAILED: 429 rate limited (20ms)");
}

TEST(SummaryText, MessageSaysItsFirstLine) {
    EXPECT_EQ(
        tell("message", R"("from":"a","to":["b"],"status":"sent","payload":{"text":"hi\nyou"})"),
        "Message: a -> b (sent): hi");
    EXPECT_EQ(tell("message", R"("from":"a","to":["b"],"payload":"hi")"), "Message: a -> b: hi");
}

TEST(SummaryText, GraphEventsAreToldByTheirLabels) {
    EXPECT_EQ(tell("graph_node", R"("node":{"id":"n","type":"goal","label":"Ship it"})"),
              "Goal: Ship it");
    EXPECT_EQ(tell("graph_edge", R"("edge":{"from_id":"a","to_id":"b","edge_type":"chosen"})"),
              "Edge: a -chosen-> b");
    EXPECT_EQ(tell("graph_supersede", R"("old_id":"a","new_id":"b")"), "Superseded: a by b");
    EXPECT_EQ(tell("graph_update", R"("id":"a","set":{"status":"completed","confidence":0.5})"),
              "Updated: a (status completed, confidence 0.5)");
    EXPECT_EQ(tell("graph_update", R"("id":"a","set":{"label":"x\ny","rationale":null,)"
                                   R"("metadata":{"b":1}})"),
              "Updated: a (label x, no rationale, metadata)");
    EXPECT_EQ(tell("graph_update", R"("set":7)"), "Updated: ?");
    EXPECT_EQ(tell("graph_delete", R"("id":"a")"), "Deleted: a");
}

TEST(SummaryText, PromptsSpansAndOtherKindsAreNamed) {
    EXPECT_EQ(tell("prompt", R"("text":"fix it\nplease")"), "Prompt: fix it");
    EXPECT_EQ(tell("span", R"("name":"agent run")"), "Span: agent run");
    EXPECT_EQ(tell("deploy", R"("title":"v2")"), "Event: deploy: v2");
    EXPECT_EQ(tell("deploy", ""), "Event: deploy");
}

TEST(SummaryText, DecisionSaysWhatWasDecidedAndChosen) {
    EXPECT_EQ(tell("decision", R"("description":"use vitest or jest","chosen":"vitest")"),
              "Decision: use vitest or jest -> vitest");
    EXPECT_EQ(tell("decision", R"("description":"d")"), "Decision: d -> ?");
}

TEST(SummaryText, DecisionWithoutDescriptionSaysItsTypeElseItsWhyElseUnknown) {
    const std::string why = R"("rationale":{"why":"cheaper"},)";
    EXPECT_EQ(tell("decision", R"("decision_type":"sizing","chosen":"A")", why),
              "Decision: sizing -> A");
    EXPECT_EQ(tell("decision", R"("chosen":"A")", why), "Decision: cheaper -> A");
    EXPECT_EQ(tell("decision", ""), "Decision: unknown -> ?");
}

TEST(SummaryText, DelegationNamesBothEndsAndTheTask) {
    EXPECT_EQ(tell("delegation",
                   R"("parent_id":"orchestrator","child_id":"reviewer","task":"code review")"),
              "Delegation: orchestrator -> reviewer (code review)");
    EXPECT_EQ(tell("delegation", ""), "Delegation: ? -> ?");
}

TEST(SummaryText, AChildThatIsKnownByItsRunHasTheNameOfItsSort) {
    EXPECT_EQ(tell("delegation",
                   R"("parent_id":"a","child_id":"r7","run_id":"r7","agent_type":"Explore")"),
              "Delegation: a -> Explore");
    EXPECT_EQ(tell("delegation",
                   R"("parent_id":"a","child_id":"b","run_id":"r7","agent_type":"Explore")"),
              "Delegation: a -> b");
}

TEST(SummaryText, ErrorSaysWhatWentWrong) {
    EXPECT_EQ(tell("error", R"("error":"ENOENT: no such file")"), "Error: ENOENT: no such file");
    EXPECT_EQ(tell("error", ""), "Error: unknown");
}

TEST(SummaryText, MessageNamesItsEndsAndItsStatus) {
    EXPECT_EQ(tell("message", R"("from":"router","to":["foresight","cfo"],"status":"dispatched")"),
              "Message: router -> foresight, cfo (dispatched)");
    EXPECT_EQ(tell("message", R"("from":"router","to":["cfo"])"), "Message: router -> cfo");
    EXPECT_EQ(tell("message", R"("to":["cfo"])"), "Message: ? -> cfo");
}

TEST(SummaryText, MessageWithoutReceiverIsAnAction) {
    EXPECT_EQ(tell("message", R"("from":"risk-guard","subtype":"kill_switch","status":"fired")"),
              "Action: risk-guard kill_switch (fired)");
    EXPECT_EQ(tell("message", R"("from":"risk-guard","subtype":"kill_switch","to":[])"),
              "Action: risk-guard kill_switch");
    EXPECT_EQ(tell("message", R"("from":"risk-guard","to":"cfo")"), "Action: risk-guard");
    EXPECT_EQ(tell("message", ""), "Action: ?");
}

TEST(SummaryText, OutcomeSaysWhetherItWasCorrect) {
    EXPECT_EQ(tell("outcome", R"("of":"d","outcome":"sold","correct":true)"),
              "Outcome: correct (sold)");
    EXPECT_EQ(tell("outcome", R"("of":"d","outcome":"lost","correct":false)"),
              "Outcome: incorrect (lost)");
    EXPECT_EQ(tell("outcome", R"("of":"d","outcome":"open","correct":null)"),
              "Outcome: unknown (open)");
    EXPECT_EQ(tell("outcome", R"("of":"d")"), "Outcome: unknown");
}

TEST(SummaryText, ThoughtIsItsFirstLine) {
    EXPECT_EQ(tell("thought", R"("text":"first\nsecond")"), "Thought: first");
    EXPECT_EQ(tell("thought", R"("text":"\n\nfirst\nsecond")"), "Thought: first");
    EXPECT_EQ(tell("thought", ""), "Thought: unknown");
}

TEST(SummaryText, FirstLineOfEightyCharactersIsWholeAndOfOneMoreIsCut) {
    const std::string eighty(80, 'x');
    EXPECT_EQ(tell("thought", "\"text\":\"" + eighty + "\""), "Thought: " + eighty);
    EXPECT_EQ(tell("thought", "\"text\":\"" + eighty + "y\""),
              "Thought: " + std::string(79, 'x') + "…");
}

TEST(SummaryText, AssumptionIsItsText) {
    EXPECT_EQ(tell("assumption", R"("assumption":"USD")"), "Assumption: USD");
    EXPECT_EQ(tell("assumption", ""), "Assumption: unknown");
}

TEST(SummaryText, ObservationIsItsKeyElseTheFirstLineOfItsContent) {
    EXPECT_EQ(tell("observation", R"("key":"obs:1","content":"c")"), "Observation: obs:1");
    EXPECT_EQ(tell("observation", R"("content":"one\ntwo")"), "Observation: one");
    EXPECT_EQ(tell("observation", R"("content":{"a":[1.10]})"), "Observation: {\"a\":[1.10]}");
    EXPECT_EQ(tell("observation", R"("error":"timed out")"), "Observation: timed out");
    EXPECT_EQ(tell("observation", R"("content":null)"), "Observation: unknown");
}

TEST(SummaryText, CurationSaysWhatWasDoneToWhat) {
    EXPECT_EQ(tell("curation", R"("action":"dropped","target":"obs:1")"),
              "Curation: dropped obs:1");
    EXPECT_EQ(tell("curation", ""), "Curation: unknown ?");
}

TEST(SummaryText, AlternativesNameTheChosenAndTheRejected) {
    EXPECT_EQ(tell("alternatives", R"("chosen":"A","rejected":[{"option":"B",
                   "rejected_because":"slow"},{"option":"C","rejected_because":"dear"}])"),
              "Alternatives: chose A over B, C");
    EXPECT_EQ(tell("alternatives", R"("chosen":"A","rejected":[])"), "Alternatives: chose A");
    EXPECT_EQ(tell("alternatives", R"("rejected":[7,{"option":1},{"option":"B"}])"),
              "Alternatives: chose ? over B");
}

TEST(SummaryText, LogIsItsSeverityAndFirstLine) {
    EXPECT_EQ(tell("log", R"("severity":"WARN","body":"low disk\nmore")"), "Log: WARN: low disk");
    EXPECT_EQ(tell("log", R"("body":"low disk")"), "Log: low disk");
    EXPECT_EQ(tell("log", R"("severity":"WARN")"), "Log: WARN: unknown");
}

TEST(SummaryText, StrategySwitchNamesBothEnds) {
    EXPECT_EQ(tell("strategy_switch", R"("from":"react","to":"plan")"), "Strategy: react -> plan");
    EXPECT_EQ(tell("strategy_switch", ""), "Strategy: ? -> ?");
}

TEST(SummaryText, ReactiveAndTerminationSayWhat) {
    EXPECT_EQ(tell("reactive", R"("action":"early_stop")"), "Reactive: early_stop");
    EXPECT_EQ(tell("reactive", ""), "Reactive: unknown");
    EXPECT_EQ(tell("termination", R"("reason":"done")"), "Termination: done");
    EXPECT_EQ(tell("termination", ""), "Termination: unknown");
}

TEST(SummaryText, SessionSaysItsGoalAndStatusIfItHasThem) {
    EXPECT_EQ(tell("session_start", R"("goal":"ship it")"), "Session started: ship it");
    EXPECT_EQ(tell("session_start", ""), "Session started");
    EXPECT_EQ(tell("session_end", R"("status":"success")"), "Session ended: success");
    EXPECT_EQ(tell("session_end", ""), "Session ended");
}

TEST(SummaryText, AnyOtherKindIsNamed) {
    EXPECT_EQ(tell("graph_node", ""), "Node: unknown");
    EXPECT_EQ(tell("my_kind", R"("x":1)"), "Event: my_kind");
    EXPECT_EQ(tell("span", R"("name":"invoke_agent a")"), "Span: invoke_agent a");
    EXPECT_EQ(tell("span", ""), "Span: unknown");
    EXPECT_EQ(tell("prompt", R"("text":"go on\nplease")"), "Prompt: go on");
}

TEST(SummaryText, ControlCharactersNeverReachATerminal) {
    for (const std::string kind_and_field :
         {"tool_call/tool_name", "llm_call/model", "decision/chosen", "delegation/task",
          "error/error", "message/from", "outcome/outcome", "thought/text", "assumption/assumption",
          "observation/key", "observation/content", "curation/target", "alternatives/chosen",
          "log/body", "strategy_switch/to", "reactive/action", "termination/reason",
          "session_start/goal", "session_end/status"}) {
        const std::size_t slash = kind_and_field.find('/');
        const std::string line = tell(
            kind_and_field.substr(0, slash),
            R"("of":"d",")" + kind_and_field.substr(slash + 1) + R"(":"a\u001b[2J\u0007b\nc")");
        EXPECT_NE(line.find("[2J"), std::string::npos) << kind_and_field;
        EXPECT_EQ(line.find_first_of("\x1b\x07\n"), std::string::npos) << kind_and_field;
    }
}

TEST(ShortId, ShowsTheFirstEightCharacters) {
    EXPECT_EQ(short_id("abcdefgh"), "abcdefgh");
    EXPECT_EQ(short_id("abcdefghi"), "abcdefgh");
    EXPECT_EQ(short_id("e1"), "e1");
    EXPECT_EQ(short_id("abcdefghi~e1"), "abcdefgh~e1");
    EXPECT_EQ(short_id(""), "");
    EXPECT_EQ(short_id("äöüäöüäöü"), "äöüäöüäö");
}

TEST(ShortId, ShowsTheLastEightOfAUuidThatBeginsWithTheTime) {
    EXPECT_EQ(short_id("0190c2a4-1111-7abc-8def-0123456789ab"), "456789ab");
    EXPECT_EQ(short_id("0190c2a4-1111-4abc-8def-0123456789ab"), "0190c2a4");
    EXPECT_EQ(short_id("0190c2a4-1111-7abc-cdef-0123456789ab"), "0190c2a4");
    EXPECT_EQ(short_id("0190c2a4-1111-7abc-8def-0123456789ax"), "0190c2a4");
}

TEST(ShortId, HidesControlCharacters) {
    EXPECT_EQ(short_id("\x1b[2J").find('\x1b'), std::string::npos);
}

TEST(SummaryText, OfATextOfSeveralLinesTheFirstIsTold) {
    EXPECT_EQ(
        tell("decision", R"("description":"# Plan\n\n## Summary\nall of it","chosen":"go\non")"),
        "Decision: # Plan -> go");
    EXPECT_EQ(tell("delegation", R"("parent_id":"a","child_id":"b","task":"look\nat it")"),
              "Delegation: a -> b (look)");
}

TEST(SummaryText, WhatAFrameworkWrapsAResultInIsNotTold) {
    for (const char* content :
         {R"({"type":"tool","data":{"content":"18 degrees","name":"w"}})",
          R"({"lc":1,"type":"constructor","id":["ToolMessage"],"kwargs":{"content":"18 degrees"}})",
          R"({"output":{"content":"18 degrees","additional_kwargs":{}}})",
          R"({"output":"18 degrees"})"}) {
        EXPECT_EQ(tell("observation", "\"content\":" + std::string(content)),
                  "Observation: 18 degrees");
    }
    EXPECT_EQ(tell("observation", R"("content":{"output":1})"), R"(Observation: {"output":1})");
    EXPECT_EQ(tell("observation", R"("content":{"type":"tool","a":1})"),
              R"(Observation: {"type":"tool","a":1})");
}

}  // namespace
}  // namespace hence
