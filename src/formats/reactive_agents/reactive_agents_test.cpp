// Reactive Agents traces: every kind of record, pairing of calls, and rationales.
#include "formats/reactive_agents/reactive_agents.h"

#include <gtest/gtest.h>

#include "formats/formats.h"
#include "formats/reactive_agents/reactive_agents_for_test.h"
#include "model/facts.h"

namespace hence {
namespace {

// The fields of the one event that a record gives, less its seq, which is kept in all of them.
std::string fields_of(const std::string& kind, const std::string& members) {
    const ReadText text = read_trace(trace_record(kind, 1, members));
    if (text.events.size() != 1) {
        return text.told();
    }
    std::string fields(text.events[0].fields());
    const std::size_t seq = fields.find(R"(,"seq":1)");
    return seq == std::string::npos ? fields : fields.erase(seq, 8);
}

std::string kind_of(const std::string& kind, const std::string& members = "") {
    const ReadText text = read_trace(trace_record(kind, 1, members));
    return text.events.empty() ? text.told() : std::string(text.events[0].kind());
}

TEST(ReactiveAgents, RecordHasItsPlaceInTheRun) {
    const ReadText text = read_trace(
        R"({"kind":"entropy-scored","runId":"r","timestamp":1783773898437,"iter":4,"seq":78,)"
        R"("composite":0.60,"sources":{"token":0}})");
    ASSERT_EQ(text.events.size(), 1U);
    const Event& event = text.events[0];
    EXPECT_EQ(event.kind(), "entropy_scored");
    EXPECT_EQ(to_string(event.time()), "2026-07-11T12:44:58.437Z");
    EXPECT_EQ(event.run(), "r");
    EXPECT_EQ(event.session(), "r");
    EXPECT_EQ(event.iteration(), 4);
    EXPECT_EQ(event.source(), "reactive-agents");
    EXPECT_EQ(event.flags(), 0);
    EXPECT_EQ(event.fields(), R"({"seq":78,"composite":0.60,"sources":{"token":0}})");
}

TEST(ReactiveAgents, EveryPublishedKindHasAKindOfOurs) {
    const std::vector<std::pair<std::string, std::string>> kinds = {
        {"run-started", "session_start"},
        {"run-completed", "session_end"},
        {"phase-enter", "phase_enter"},
        {"phase-exit", "phase_exit"},
        {"iteration-enter", "iteration_enter"},
        {"iteration-exit", "iteration_exit"},
        {"message-appended", "message_appended"},
        {"state-patch-applied", "state_patch_applied"},
        {"entropy-scored", "entropy_scored"},
        {"decision-evaluated", "reactive"},
        {"intervention-dispatched", "intervention_dispatched"},
        {"intervention-suppressed", "intervention_suppressed"},
        {"tool-call-start", "tool_call"},
        {"tool-call-end", "tool_call"},
        {"strategy-switched", "strategy_switch"},
        {"kernel-state-snapshot", "kernel_state_snapshot"},
        {"verifier-verdict", "verifier_verdict"},
        {"guard-fired", "guard_fired"},
        {"llm-exchange", "llm_call"},
        {"harness-signal-injected", "harness_signal_injected"},
        {"assumption-recorded", "assumption"},
        {"alternatives-considered", "alternatives"},
        {"curator-decision", "curation"},
        {"tool-surface-resolved", "tool_surface_resolved"},
        {"contract-compiled", "contract_compiled"},
        {"assessment", "assessment"},
        {"projection-rendered", "projection_rendered"},
        {"control-resolution", "control_resolution"},
    };
    EXPECT_EQ(kinds.size(), 28U);
    for (const auto& [theirs, ours] : kinds) {
        EXPECT_EQ(kind_of(theirs), ours);
    }
}

TEST(ReactiveAgents, UnknownKindIsKept) {
    EXPECT_EQ(kind_of("new-thing"), "new_thing");
    EXPECT_EQ(fields_of("new-thing", R"("x":{"y":1.10})"), R"({"seq":1,"x":{"y":1.10}})");
    EXPECT_EQ(fields_of("Odd Thing", R"("x":1)"), R"({"kind":"Odd Thing","x":1})");
    EXPECT_EQ(kind_of("outcome"), "foreign_outcome");
}

TEST(ReactiveAgents, RunIsASessionWithAGoalAndAnEnd) {
    EXPECT_EQ(
        fields_of("run-started", R"("task":"find it","model":"m","provider":"p","config":{})"),
        R"({"goal":"find it","model":"m","provider":"p","config":{}})");
    EXPECT_EQ(fields_of("run-started", R"("task":"","model":"m")"), R"({"seq":1,"model":"m"})");
    EXPECT_EQ(
        fields_of("run-completed", R"("status":"failure","output":"o","totalTokens":565,)"
                                   R"("totalCostUsd":0,"durationMs":150,"outputTruncated":true)"),
        R"({"status":"failure","output":"o","total_tokens":565,)"
        R"("totalCostUsd":0,"outputTruncated":true})");
    const ReadText text = read_trace(trace_record("run-completed", 1, R"("durationMs":150)"));
    EXPECT_EQ(text.events.at(0).duration_ms(), 150);
}

TEST(ReactiveAgents, WhatARunFailedOnIsAnError) {
    const ReadText text =
        read_trace(trace_record("run-completed", 1, R"("status":"failure","error":"no budget")"));
    ASSERT_EQ(text.events.size(), 2U);
    EXPECT_EQ(text.events[0].kind(), "error");
    EXPECT_EQ(text_field(text.events[0], "error"), "no budget");
    EXPECT_TRUE(text.events[0].has(Flag::derived));
    EXPECT_EQ(text.events[1].kind(), "session_end");
    EXPECT_EQ(text_field(text.events[1], "error"), "no budget");
}

// What the bus publishes, by the names of the published table.
TEST(ReactiveAgents, EventsOfTheBusSayTheSame) {
    const auto told = [](const std::string& tag, const std::string& members) {
        const ReadText text =
            read_trace(R"({"_tag":")" + tag + R"(","taskId":"r","timestamp":1,)" +
                       R"("iteration":2)" + (members.empty() ? "" : "," + members) + "}");
        return text.events.size() == 1 ? text.events[0].to_json() : text.told();
    };
    const auto kind = [&](const std::string& tag) {
        return std::string(Json(told(tag, ""))["kind"].raw());
    };
    EXPECT_EQ(kind("AgentStarted"), R"("session_start")");
    EXPECT_EQ(kind("AgentCompleted"), R"("session_end")");
    EXPECT_EQ(kind("ToolCallStarted"), R"("tool_call")");
    EXPECT_EQ(kind("StrategySwitched"), R"("strategy_switch")");
    EXPECT_EQ(kind("CuratorDecisionEmitted"), R"("curation")");
    EXPECT_EQ(kind("ReactiveDecision"), R"("reactive")");
    EXPECT_EQ(kind("AssumptionRecorded"), R"("assumption")");
    EXPECT_EQ(kind("AlternativesConsidered"), R"("alternatives")");
    EXPECT_EQ(kind("LLMExchangeEmitted"), R"("llm_call")");
    EXPECT_EQ(kind("ReasoningStepCompleted"), R"("reasoning_step_completed")");
    const std::string decided =
        told("ReactiveDecision", R"("decision":"early-stop","reason":"converged",)"
                                 R"("rationale":{"why":"nothing new"},"entropyAfter":0.2)");
    EXPECT_NE(decided.find(R"("iteration":2,"rationale":{"why":"nothing new"},"fields":)"
                           R"({"bus_event":"ReactiveDecision","action":"early_stop",)"
                           R"("reason":"converged","entropyAfter":0.2})"),
              std::string::npos)
        << decided;
    const std::string as_kind =
        read_trace(trace_record("ToolCallStarted", 1, R"("toolName":"t")")).events.at(0).to_json();
    EXPECT_NE(as_kind.find(R"("kind":"tool_call")"), std::string::npos) << as_kind;
}

TEST(ReactiveAgents, EventsOfTheBusArePairedAndNeedNoTime) {
    const ReadText text = read_trace(
        R"({"_tag":"AgentStarted","taskId":"r","agentId":"scout","timestamp":5,"model":"m"})"
        "\n"
        R"({"_tag":"ToolCallStarted","taskId":"r","toolName":"t","callId":"c"})"
        "\n"
        R"({"_tag":"ToolCallCompleted","taskId":"r","toolName":"t","callId":"c","success":false,)"
        R"("durationMs":7})"
        "\n"
        R"({"_tag":"AgentCompleted","taskId":"r","timestamp":9,"success":true,"totalTokens":15})");
    ASSERT_EQ(text.events.size(), 4U);
    EXPECT_EQ(text.events[1].time(), text.events[0].time());
    EXPECT_TRUE(text.events[1].has(Flag::time_derived));
    EXPECT_EQ(text.events[1].agent(), "scout");
    EXPECT_EQ(text.events[2].kind(), "observation");
    EXPECT_EQ(text_field(text.events[2], "status"), "error");
    EXPECT_EQ(text_field(text.events[3], "status"), "success");
    EXPECT_EQ(field(text.events[3], "total_tokens").raw(), "15");
}

TEST(ReactiveAgents, ResultsHaveTheKeysThatRefsName) {
    const ReadText text =
        read_trace(trace_record("tool-call-start", 1, R"("toolName":"a")") +
                   trace_record("tool-call-end", 2, R"("toolName":"a","result":1)") +
                   trace_record("tool-call-start", 3, R"("toolName":"b")") +
                   trace_record("tool-call-end", 4, R"("toolName":"b","result":2)"));
    const std::vector<Event> results = text.of_kind("observation");
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(text_field(results[0], "key"), "obs:1");
    EXPECT_EQ(text_field(results[1], "key"), "obs:2");
}

TEST(ReactiveAgents, SubRunBelongsToTheSessionOfItsRoot) {
    const std::string sub = "root.coder-0a1b2c3d";
    const ReadText text = read_trace(
        trace_record("run-started", 1,
                     R"("task":"write","rootRunId":"root","parentRunId":"root","depth":1)", sub) +
        trace_record("guard-fired", 2, "", sub));
    ASSERT_EQ(text.events.size(), 3U);
    const Event& delegation = text.events[0];
    EXPECT_EQ(delegation.kind(), "delegation");
    EXPECT_EQ(delegation.run(), "root");
    EXPECT_EQ(delegation.session(), "root");
    EXPECT_TRUE(delegation.has(Flag::derived));
    EXPECT_EQ(delegation.fields(), R"({"parent_id":"root","child_id":"coder","task":"write",)"
                                   R"("run_id":"root.coder-0a1b2c3d"})");
    EXPECT_EQ(text.events[1].session(), "root");
    EXPECT_EQ(text.events[1].run(), sub);
    EXPECT_EQ(text.events[1].agent(), "coder");
    EXPECT_FALSE(text.events[1].has(Flag::session_derived));
    EXPECT_EQ(field(text.events[1], "depth").raw(), "1");
    EXPECT_EQ(text.events[2].session(), "root");
    EXPECT_TRUE(text.events[2].has(Flag::session_derived));
}

TEST(ReactiveAgents, SessionThatTheBeginningNamedHoldsForTheRun) {
    const ReadText text =
        read_trace(trace_record("run-started", 1, R"("rootRunId":"other")") +
                   trace_record("guard-fired", 2) + trace_record("guard-fired", 3, "", "r2"));
    EXPECT_EQ(text.events.at(1).session(), "other");
    EXPECT_TRUE(text.events.at(1).has(Flag::session_derived));
    EXPECT_EQ(text.events.at(2).session(), "r2");
}

TEST(ReactiveAgents, RunThatNamesItselfAsItsParentIsARoot) {
    EXPECT_EQ(read_trace(trace_record("run-started", 1, R"("parentRunId":"r")")).events.size(), 1U);
}

TEST(ReactiveAgents, AgentIsInTheNameOfASubRunOnly) {
    const auto agent = [](const std::string& run) {
        return std::string(
            read_trace(trace_record("guard-fired", 1, "", run)).events.at(0).agent());
    };
    EXPECT_EQ(agent("root"), "");
    EXPECT_EQ(agent("root.a-b-0123456f"), "a-b");
    EXPECT_EQ(agent("root.a-0123456f.b-0123456f"), "b");
    EXPECT_EQ(agent("root.a-0123456"), "");
    EXPECT_EQ(agent("root.a-0123456g"), "");
    EXPECT_EQ(agent("root.-0123456f"), "");
    EXPECT_EQ(agent(".x-0123456f"), "");
}

TEST(ReactiveAgents, SessionOfASubRunIsInItsName) {
    const auto session = [](const std::string& run) {
        const Event event = read_trace(trace_record("guard-fired", 1, "", run)).events.at(0);
        return std::string(event.session()) + (event.has(Flag::session_derived) ? " derived" : "");
    };
    EXPECT_EQ(session("root"), "root");
    EXPECT_EQ(session("root.a-0123456f"), "root derived");
    EXPECT_EQ(session("root.a-0123456F.b-0123456f"), "root derived");
    EXPECT_EQ(session("v1.2"), "v1.2");
    EXPECT_EQ(session("v1.2.a-0123456f"), "v1.2 derived");
}

TEST(ReactiveAgents, CallIsItsStartAndItsEnd) {
    const ReadText text = read_trace(
        trace_record(
            "tool-call-start", 1,
            R"("toolName":"search","args":{"q":1},"rationale":{"why":"fresh","refs":["a"]})") +
        R"({"kind":"tool-call-end","runId":"r","timestamp":9,"iter":-1,"seq":9,)"
        R"("toolName":"search","durationMs":6,"ok":true,"args":{"q":1},"result":"found",)"
        R"("resultTruncated":false})");
    ASSERT_EQ(text.events.size(), 2U);
    const Event& start = text.events[0];
    const Event& end = text.events[1];
    EXPECT_EQ(start.kind(), "tool_call");
    EXPECT_EQ(text_field(start, "call_id"), start.id());
    EXPECT_EQ(start.rationale(), R"({"why":"fresh","refs":["a"]})");
    EXPECT_EQ(field(start, "input").raw(), R"({"q":1})");
    EXPECT_EQ(end.kind(), "observation");
    EXPECT_EQ(end.iteration(), -1);
    EXPECT_EQ(end.duration_ms(), 6);
    EXPECT_EQ(end.fields(),
              R"({"key":"obs:1","tool_name":"search","content":"found","status":"ok","call_id":")" +
                  std::string(start.id()) + R"(","seq":9,"args":{"q":1},"resultTruncated":false})");
}

TEST(ReactiveAgents, EndWithoutAStartIsAWholeCall) {
    EXPECT_EQ(fields_of("tool-call-end",
                        R"("toolName":"search","ok":false,"error":"refused","args":{"q":1})"),
              R"({"tool_name":"search","status":"error","error":"refused","input":{"q":1}})");
    EXPECT_EQ(fields_of("tool-call-end", R"("toolName":"t","error":"refused")"),
              R"({"tool_name":"t","status":"error","error":"refused"})");
    EXPECT_EQ(fields_of("tool-call-end", R"("toolName":"t","result":null)"),
              R"({"tool_name":"t"})");
}

TEST(ReactiveAgents, RunsDoNotShareCalls) {
    const ReadText text = read_trace(trace_record("tool-call-start", 1, R"("toolName":"t")", "r1") +
                                     trace_record("tool-call-end", 2, R"("toolName":"t")", "r2"));
    EXPECT_EQ(text.events.at(1).kind(), "tool_call");
}

TEST(ReactiveAgents, UncertainPairSaysSo) {
    const ReadText text =
        read_trace(trace_record("tool-call-start", 1, R"("toolName":"t")") +
                   trace_record("tool-call-start", 2, R"("toolName":"t")") +
                   trace_record("tool-call-end", 3, R"("toolName":"t","result":1)") +
                   trace_record("tool-call-end", 4, R"("toolName":"t","result":2)"));
    ASSERT_EQ(text.events.size(), 4U);
    const std::string first(text.events[0].id());
    const std::string second(text.events[1].id());
    EXPECT_EQ(text_field(text.events[2], "call_id"), first);
    EXPECT_EQ(text_field(text.events[2], "pairing"), "ambiguous");
    EXPECT_EQ(field(text.events[2], "pairing_candidates").raw(), "2");
    EXPECT_EQ(field(text.events[2], "pairing_candidate_ids").raw(),
              "[\"" + first + "\",\"" + second + "\"]");
    EXPECT_EQ(text_field(text.events[3], "call_id"), second);
    EXPECT_FALSE(field(text.events[3], "pairing").present());
}

TEST(ReactiveAgents, CallIdIsUsedWhereATraceHasOne) {
    const ReadText text =
        read_trace(trace_record("tool-call-start", 1, R"("toolName":"t","callId":"c1")") +
                   trace_record("tool-call-start", 2, R"("toolName":"t","callId":"c2")") +
                   trace_record("tool-call-end", 3, R"("toolName":"t","callId":"c2")") +
                   trace_record("tool-call-end", 4, R"("toolName":"t","callId":"c9")"));
    EXPECT_EQ(text_field(text.events.at(0), "call_id"), "c1");
    EXPECT_EQ(text.events.at(2).kind(), "observation");
    EXPECT_EQ(text_field(text.events.at(2), "call_id"), "c2");
    EXPECT_EQ(text.events.at(3).kind(), "tool_call");
    EXPECT_EQ(text_field(text.events.at(3), "call_id"), "c9");
}

TEST(ReactiveAgents, DecisionsOfTheRuntimeAreInOurWords) {
    EXPECT_EQ(fields_of("decision-evaluated",
                        R"("decisionType":"switch-strategy","confidence":0,"reason":"stuck")"),
              R"({"action":"switch_strategy","reason":"stuck","confidence":0})");
    EXPECT_EQ(fields_of("strategy-switched", R"("from":"react","to":"plan","reason":"slow")"),
              R"({"from":"react","to":"plan","reason":"slow"})");
    EXPECT_EQ(fields_of("curator-decision", R"("action":"marked-untrusted","targetRef":"obs:1")"),
              R"({"action":"marked_untrusted","target":"obs:1"})");
    EXPECT_EQ(fields_of("alternatives-considered",
                        R"("chosen":"a","alternatives":[{"option":"b","rejectedBecause":"slow"},)"
                        R"({"option":"c","rejectedBecause":"dear","cost":2},"d",{}])"),
              R"({"chosen":"a","rejected":[{"option":"b","rejected_because":"slow"},)"
              R"({"option":"c","rejected_because":"dear","cost":2},"d",{}]})");
}

TEST(ReactiveAgents, RationaleIsWhatWasGivenAsOne) {
    const auto rationale = [](const std::string& kind, const std::string& given) {
        const Event event =
            read_trace(trace_record(kind, 1, R"("rationale":)" + given)).events.at(0);
        return std::string(event.rationale()) + "|" + std::string(field(event, "rationale").raw());
    };
    EXPECT_EQ(rationale("decision-evaluated", R"({"why":"w","confidence":0.6})"),
              R"({"why":"w","confidence":0.6}|)");
    EXPECT_EQ(rationale("tool-call-start",
                        R"({"why":"w","alternatives":[{"option":"a","rejectedBecause":"b"}]})"),
              R"({"why":"w","alternatives":[{"option":"a","rejected_because":"b"}]}|)");
    EXPECT_EQ(rationale("strategy-switched", R"("because")"), R"({"why":"because"}|)");
    EXPECT_EQ(rationale("curator-decision", R"("")"), "|");
    EXPECT_EQ(rationale("tool-call-start", R"({"why":"w","confidence":2})"),
              R"({"why":"w"}|{"why":"w","confidence":2})");
    EXPECT_EQ(rationale("tool-call-start", R"({"refs":["a"]})"), R"(|{"refs":["a"]})");
    EXPECT_EQ(rationale("tool-call-start", R"({"why":"implicit"})"), R"({"why":"implicit"}|)");
}

TEST(ReactiveAgents, AssumptionWithoutAReasonHasNoRationale) {
    const auto rationale = [](const std::string& given) {
        const ReadText text = read_trace(trace_record(
            "assumption-recorded", 1, R"("assumption":"dollars","rationale":)" + given));
        return std::string(text.events.at(0).rationale());
    };
    EXPECT_EQ(rationale(R"({"why":"implicit"})"), "");
    EXPECT_EQ(rationale(R"("implicit")"), "");
    EXPECT_EQ(rationale(R"({"why":"no currency"})"), R"({"why":"no currency"})");
    EXPECT_EQ(fields_of("assumption-recorded",
                        R"("assumption":"dollars","rationale":{"why":"implicit"})"),
              R"({"assumption":"dollars","rationale":{"why":"implicit"}})");
}

TEST(ReactiveAgents, SnapshotThatSaysByWhatTheRunEndedIsItsTermination) {
    const ReadText text = read_trace(
        trace_record("kernel-state-snapshot", 1, R"("status":"thinking","tokens":5)") +
        trace_record(
            "kernel-state-snapshot", 2,
            R"("status":"done","terminatedBy":"final_answer","terminationRationale":{"why":"w"})"));
    EXPECT_EQ(text.events.at(0).kind(), "kernel_state_snapshot");
    EXPECT_EQ(text.events.at(1).kind(), "termination");
    EXPECT_EQ(text.events.at(1).rationale(), R"({"why":"w"})");
    EXPECT_EQ(text.events.at(1).fields(), R"({"reason":"final_answer","seq":2,"status":"done"})");
    EXPECT_EQ(kind_of("kernel-state-snapshot", R"("terminatedBy":null)"), "kernel_state_snapshot");
    EXPECT_EQ(kind_of("kernel-state-snapshot", R"("terminatedBy":"")"), "kernel_state_snapshot");
}

TEST(ReactiveAgents, ExchangeIsAModelCall) {
    EXPECT_EQ(
        fields_of(
            "llm-exchange",
            R"("provider":"p","model":"m","requestKind":"stream","systemPrompt":"s",)"
            R"("messages":[{"role":"user","content":"hi"}],"response":{"content":"","truncated":)"
            R"(true,"toolCalls":[{"name":"t"}],"stopReason":"tool_use","tokensIn":150,)"
            R"("tokensOut":0,"cacheCreationTokensIn":1,"cacheReadTokensIn":2,"costUsd":0.10,)"
            R"("durationMs":1.5})"),
        R"({"model":"m","provider":"p","system_prompt":"s",)"
        R"("messages":[{"role":"user","content":"hi"}],"completion":"",)"
        R"("tool_calls":[{"name":"t"}],"finish_reason":"tool_use",)"
        R"("prompt_tokens":150,"completion_tokens":0,)"
        R"("cache_read_tokens":2,"cache_write_tokens":1,"cost_usd":0.10,)"
        R"("response":{"truncated":true},"requestKind":"stream"})");
    const ReadText text =
        read_trace(trace_record("llm-exchange", 1, R"("response":{"durationMs":1.5})"));
    EXPECT_EQ(text.events.at(0).duration_ms(), 1.5);
    EXPECT_EQ(fields_of("llm-exchange", R"("response":"odd")"), R"({"seq":1,"response":"odd"})");
}

TEST(ReactiveAgents, WhatCannotBeReadIsRefusedWithItsLine) {
    const ReadText text = read_trace(trace_record("guard-fired", 1) + "{oops\n" +
                                     R"({"runId":"r","timestamp":1})"
                                     "\n"
                                     R"({"kind":"guard-fired","timestamp":1})"
                                     "\n"
                                     R"({"kind":"guard-fired","runId":"r"})"
                                     "\n"
                                     R"({"kind":"guard-fired","runId":"r","timestamp":"later"})"
                                     "\n" +
                                     trace_record("guard-fired", 7));
    EXPECT_EQ(text.lines, (std::vector<std::uint64_t>{1, 7}));
    ASSERT_EQ(text.refused.size(), 5U);
    EXPECT_EQ(text.refused[0].line, 2U);
    EXPECT_EQ(text.refused[1].reason, "kind is missing");
    EXPECT_EQ(text.refused[2].reason, "runId is missing");
    EXPECT_EQ(text.refused[3].reason, "timestamp is missing");
    EXPECT_EQ(text.refused[4].reason, "timestamp is no time in milliseconds since 1970");
    EXPECT_EQ(text.refused[4].line, 6U);
}

TEST(ReactiveAgents, IterationThatIsNoneIsKept) {
    const auto iteration = [](const std::string& iter) {
        const Event event =
            read_trace(R"({"kind":"x","runId":"r","timestamp":1,"iter":)" + iter + "}")
                .events.at(0);
        return std::string(field(event, "iter").raw()) + "|" +
               (event.iteration() ? std::to_string(*event.iteration()) : "none");
    };
    EXPECT_EQ(iteration("-1"), "|-1");
    EXPECT_EQ(iteration("0"), "|0");
    EXPECT_EQ(iteration("-2"), "-2|none");
    EXPECT_EQ(iteration("1.5"), "1.5|none");
    EXPECT_EQ(iteration("\"1\""), "\"1\"|none");
    EXPECT_EQ(iteration("null"), "|none");
}

// A trace with all that looks at what came before.
std::string long_trace() {
    return trace_record("run-started", 1, R"("task":"t","rootRunId":"root","parentRunId":"p")") +
           exchange_record(2, rationale_block("1", "one") + "I assume A. I assume B is so.") +
           trace_record("entropy-scored", 3) +
           trace_record("assumption-recorded", 4,
                        R"("assumption":"A","rationale":{"why":"implicit"})") +
           trace_record("tool-call-start", 5, R"("toolName":"a","args":{"n":1})") + "{oops\n" +
           trace_record("tool-call-start", 6, R"("toolName":"a","args":{"n":2})") +
           trace_record("tool-call-end", 7, R"("toolName":"a","args":{"n":2},"ok":true)") +
           trace_record("tool-call-end", 8, R"("toolName":"a","ok":false)") +
           trace_record("tool-call-end", 9, R"("toolName":"a","ok":true)") +
           trace_record("kernel-state-snapshot", 10, R"("terminatedBy":"final_answer")") +
           trace_record("run-completed", 11, R"("status":"success","totalTokens":3)");
}

TEST(ReactiveAgents, TextCutAfterEachLineGivesTheSame) {
    EXPECT_EQ(read_by_lines(read_reactive_agents, long_trace()).told(),
              read_trace(long_trace()).told());
}

TEST(ReactiveAgents, BeginningOfAFileGivesTheBeginningOfItsEvents) {
    const std::string text = long_trace();
    const std::string all = read_trace(text).told();
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         end = text.find('\n', end + 1)) {
        for (const Event& event : read_trace(text.substr(0, end + 1)).events) {
            EXPECT_NE(all.find(event.to_json() + "\n"), std::string::npos) << event.to_json();
        }
    }
}

TEST(ReactiveAgents, IdsAreOfTheRecordAndUnlikeEachOther) {
    std::set<std::string> ids;
    const ReadText text = read_trace(long_trace());
    for (const Event& event : text.events) {
        ids.emplace(event.id());
    }
    EXPECT_EQ(ids.size(), text.events.size());
    EXPECT_EQ(read_trace(trace_record("x", 1)).events.at(0).id(),
              read_trace(trace_record("y", 1) + trace_record("x", 1)).events.at(1).id());
}

TEST(ReactiveAgents, IsKnownByHowItBegins) {
    EXPECT_EQ(choose_format("", trace_record("run-started", 1))->name, "reactive-agents");
    EXPECT_EQ(choose_format("", "{oops\n" + trace_record("x", 1))->name, "reactive-agents");
    EXPECT_EQ(choose_format("", R"({"kind":"x","runId":"r"})")->name, "native");
    EXPECT_EQ(choose_format("", R"({"_tag":"ToolCallStarted","taskId":"r"})")->name,
              "reactive-agents");
    EXPECT_EQ(choose_format("", R"({"_tag":"done","taskId":"r"})")->name, "native");
}

}  // namespace
}  // namespace hence
