#include "formats/atif/atif.h"

#include <string>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "model/facts.h"

namespace hence {
namespace {

const std::string agent = R"("agent":{"name":"main","version":"1","model_name":"m-1"})";

// A trajectory of these steps.
std::string trajectory(const std::string& steps, const std::string& more = "") {
    return R"({"schema_version":"ATIF-v1.6","session_id":"s1",)" + agent + R"(,"steps":[)" + steps +
           "]" + more + "}";
}

const std::string ask = R"({"step_id":1,"source":"user","message":"mend the gate"})";
const std::string done = R"(,"final_metrics":{"total_prompt_tokens":5})";

std::string step(const std::string& rest) {
    return ask + R"(,{"step_id":2,"source":"agent","message":"on it",)" + rest + "}";
}

ReadText read(const std::string& text) {
    return read_whole(read_atif, text);
}

TEST(Atif, IsKnownByItsVersionAndSteps) {
    EXPECT_EQ(choose_format({}, trajectory(ask))->name, "atif");
    EXPECT_EQ(choose_format({}, R"({"schema_version":"ATIF-v1.6"})")->name, "native");
    EXPECT_EQ(choose_format({}, R"({"schema_version":"2","steps":[]})")->name, "native");
}

TEST(Atif, FirstPromptIsTheGoalAndLaterOnesArePrompts) {
    const ReadText told =
        read(trajectory(ask + R"(,{"step_id":2,"source":"user","message":"quickly"})"));
    EXPECT_EQ(text_field(told.of_kind("session_start").at(0), "goal"), "mend the gate");
    EXPECT_EQ(told.of_kind("prompt").size(), 1U);
    EXPECT_EQ(text_field(told.of_kind("prompt").at(0), "text"), "quickly");
}

TEST(Atif, StepOfTheAgentIsAModelCallWithTokensAndThought) {
    const ReadText told = read(trajectory(step(
        R"("reasoning_content":"hinges first","metrics":{"prompt_tokens":9,"completion_tokens":2,)"
        R"("cached_tokens":4,"cost_usd":0.01,"logprobs":[1]})")));
    const Event call = told.of_kind("llm_call").at(0);
    EXPECT_EQ(text_field(call, "model"), "m-1");
    EXPECT_EQ(text_field(call, "completion"), "on it");
    EXPECT_EQ(field(call, "prompt_tokens").raw(), "9");
    EXPECT_EQ(field(call, "cache_read_tokens").raw(), "4");
    EXPECT_EQ(field(call, "metrics").raw(), R"({"logprobs":[1]})");
    const Event thought = told.of_kind("thought").at(0);
    EXPECT_EQ(text_field(thought, "text"), "hinges first");
    EXPECT_EQ(thought.parent(), call.id());
}

TEST(Atif, ResultsPairByIdElseByOrderWithinTheStep) {
    const ReadText told = read(trajectory(
        step(R"("tool_calls":[{"tool_call_id":"a","function_name":"look","arguments":{"at":1}},)"
             R"({"tool_call_id":"b","function_name":"touch","arguments":{}}],)"
             R"("observation":{"results":[{"content":"first"},)"
             R"({"source_call_id":"a","content":"seen"}]})")));
    const auto calls = told.of_kind("tool_call");
    ASSERT_EQ(calls.size(), 2U);
    EXPECT_EQ(text_field(calls[0], "output"), "seen");
    EXPECT_EQ(text_field(calls[1], "output"), "first");
    EXPECT_EQ(calls[0].parent(), told.of_kind("llm_call").at(0).id());
    EXPECT_EQ(field(calls[0], "input").raw(), R"({"at":1})");
    EXPECT_EQ(field(told.of_kind("llm_call").at(0), "call_ids").raw(), R"(["a","b"])");
}

TEST(Atif, ResultThatNoCallAskedForIsAnObservation) {
    const ReadText told =
        read(trajectory(step(R"("observation":{"results":[{"content":"a bell"}]})")));
    EXPECT_EQ(text_field(told.of_kind("observation").at(0), "content"), "a bell");
}

TEST(Atif, CallWithoutAResultWaitsAtTheEndUnlessAllWasCountedUp) {
    const std::string asked = step(R"("tool_calls":[{"tool_call_id":"a","function_name":"look"}])");
    EXPECT_EQ(read(trajectory(asked)).pending, 1U);
    EXPECT_TRUE(read(trajectory(asked)).of_kind("tool_call").empty());
    EXPECT_EQ(read(trajectory(asked, done)).pending, 0U);
    EXPECT_EQ(read(trajectory(asked, done)).of_kind("tool_call").size(), 1U);
    const ReadText later =
        read(trajectory(asked + R"(,{"step_id":3,"source":"agent","message":"never mind"})"));
    EXPECT_EQ(later.pending, 0U);
    EXPECT_EQ(later.of_kind("tool_call").size(), 1U);
}

TEST(Atif, CopiedContextIsToldWhereItWasSaid) {
    const ReadText told = read(trajectory(
        ask + R"(,{"step_id":2,"source":"agent","message":"a copy","is_copied_context":true,)"
              R"("metrics":{"prompt_tokens":9}})"));
    EXPECT_TRUE(told.of_kind("llm_call").empty());
}

TEST(Atif, StepWithoutAModelCallIsNone) {
    const ReadText told = read(trajectory(
        step(R"("llm_call_count":0,"tool_calls":[{"tool_call_id":"a","function_name":"look"}],)"
             R"("observation":{"results":[{"source_call_id":"a","content":"seen"}]})")));
    EXPECT_TRUE(told.of_kind("llm_call").empty());
    EXPECT_EQ(told.of_kind("tool_call").size(), 1U);
}

TEST(Atif, CompactionIsACuration) {
    const ReadText told =
        read(trajectory(ask + R"(,{"step_id":2,"source":"system","message":"compacted",)"
                              R"("extra":{"context_management":{"type":"compaction"}}})"));
    EXPECT_EQ(text_field(told.of_kind("curation").at(0), "action"), "compressed");
}

TEST(Atif, EmbeddedSubAgentIsARunOfItsOwnThatTheDelegationNames) {
    const ReadText told = read(trajectory(
        step(R"("tool_calls":[{"tool_call_id":"a","function_name":"ask_smith"}],)"
             R"("observation":{"results":[{"source_call_id":"a","content":"sent",)"
             R"("subagent_trajectory_ref":[{"trajectory_id":"t2"}]}]})"),
        R"(,"subagent_trajectories":[{"schema_version":"ATIF-v1.6","trajectory_id":"t2",)"
        R"("agent":{"name":"smith"},"steps":[{"step_id":1,"source":"user","message":"forge"},)"
        R"({"step_id":2,"source":"agent","message":"forged"}]}])"));
    const Event delegation = told.of_kind("delegation").at(0);
    EXPECT_EQ(text_field(delegation, "parent_id"), "main");
    EXPECT_EQ(text_field(delegation, "child_id"), "smith");
    EXPECT_EQ(text_field(delegation, "task"), "forge");
    EXPECT_EQ(text_field(delegation, "run_id"), "t2");
    EXPECT_EQ(delegation.parent(), told.of_kind("tool_call").at(0).id());
    const Event forged = told.of_kind("llm_call").at(1);
    EXPECT_EQ(forged.run(), "t2");
    EXPECT_EQ(forged.session(), "s1");
    EXPECT_EQ(forged.agent(), "smith");
}

TEST(Atif, SubAgentInAnotherFileIsNamedByItsReference) {
    const ReadText told = read(trajectory(
        step(R"("tool_calls":[{"tool_call_id":"a","function_name":"ask_smith"}],)"
             R"("observation":{"results":[{"source_call_id":"a","content":"sent",)"
             R"("subagent_trajectory_ref":[{"session_id":"s2","trajectory_path":"s2.json"}]}]})")));
    const Event delegation = told.of_kind("delegation").at(0);
    EXPECT_EQ(text_field(delegation, "child_id"), "s2");
    EXPECT_EQ(text_field(delegation, "run_id"), "s2");
    EXPECT_EQ(text_field(delegation, "trajectory_path"), "s2.json");
}

TEST(Atif, ContinuationIsAnotherRunOfTheSameSession) {
    const std::string text = R"({"schema_version":"ATIF-v1.6","session_id":"s1-cont-1",)" + agent +
                             R"(,"steps":[)" + ask + "]}";
    const ReadText told = read(text);
    EXPECT_EQ(told.events.at(0).session(), "s1");
    EXPECT_EQ(told.events.at(0).run(), "s1-cont-1");
    EXPECT_EQ(told.events.at(0).kind(), "continuation");
}

TEST(Atif, TimesAreThoseOfTheStepsElseOfTheStepBeforeElseTheOrder) {
    const ReadText untimed = read(trajectory(step(R"("extra":{})")));
    EXPECT_TRUE(untimed.events.at(1).has(Flag::time_derived));
    const ReadText timed = read(trajectory(
        ask + R"(,{"step_id":2,"source":"agent","message":"x","timestamp":"2026-04-01T10:00:00Z"})"
              R"(,{"step_id":3,"source":"agent","message":"y"})"));
    EXPECT_FALSE(timed.events.at(0).has(Flag::time_derived));
    EXPECT_FALSE(timed.events.at(1).has(Flag::time_derived));
    EXPECT_TRUE(timed.events.at(2).has(Flag::time_derived));
    EXPECT_EQ(to_string(timed.events.at(2).time()), "2026-04-01T10:00:00Z");
}

TEST(Atif, RationaleBlockIsThatOfItsCallAndAnAssumptionIsDerived) {
    const ReadText told = read(trajectory(
        ask +
        R"(,{"step_id":2,"source":"agent","message":)"
        R"("I assume the gate is oak.\n<rationale call=\"1\">{\"why\":\"to see it\"}</rationale>",)"
        R"("tool_calls":[{"tool_call_id":"a","function_name":"look"}],)"
        R"("observation":{"results":[{"content":"oak"}]}})"));
    EXPECT_EQ(why_of(told.of_kind("tool_call").at(0)), "to see it");
    const Event assumption = told.of_kind("assumption").at(0);
    EXPECT_EQ(text_field(assumption, "assumption"), "the gate is oak");
    EXPECT_TRUE(assumption.has(Flag::derived));
}

TEST(Atif, FinalMetricsEndTheSessionWithTheLastWord) {
    const ReadText told = read(trajectory(step(R"("extra":{})"), done));
    const Event end = told.of_kind("session_end").at(0);
    EXPECT_EQ(text_field(end, "output"), "on it");
    EXPECT_EQ(field(end, "final_metrics").raw(), R"({"total_prompt_tokens":5})");
    EXPECT_EQ(end.parent(), told.of_kind("llm_call").at(0).id());
    EXPECT_TRUE(end.has(Flag::parent_derived));
    EXPECT_TRUE(read(trajectory(ask)).of_kind("session_end").empty());
}

TEST(Atif, StepThatIsNoObjectIsRefusedAlone) {
    const ReadText told =
        read(trajectory(ask + R"(,7,{"step_id":3,"source":"agent","message":"x"})"));
    ASSERT_EQ(told.refused.size(), 1U);
    EXPECT_EQ(told.refused[0].line, 2U);
    EXPECT_EQ(told.of_kind("llm_call").size(), 1U);
    EXPECT_EQ(read(R"({"schema_version":"ATIF-v1.6"})").refused.size(), 1U);
}

TEST(Atif, LongerTrajectoryTellsTheShorterOneAgain) {
    const std::string first = ask + R"(,{"step_id":2,"source":"agent","message":"x"})";
    const ReadText shorter = read(trajectory(first));
    const ReadText longer =
        read(trajectory(first + R"(,{"step_id":3,"source":"agent","message":"y"})", done));
    for (std::size_t n = 0; n < shorter.events.size(); ++n) {
        EXPECT_EQ(shorter.events[n].to_json(), longer.events.at(n).to_json());
    }
}

TEST(Atif, SystemStepMayHandWorkToSubAgents) {
    const ReadText told = read(trajectory(
        ask +
        R"(,{"step_id":2,"source":"system","message":"summed up","observation":{"results":[)"
        R"({"subagent_trajectory_ref":[{"session_id":"s1-summary","extra":{"summary":"sum"}},)"
        R"({"session_id":"s1-answers"}]}]}})"));
    const std::vector<Event> delegations = told.of_kind("delegation");
    ASSERT_EQ(delegations.size(), 2U);
    EXPECT_EQ(text_field(delegations[0], "run_id"), "s1-summary");
    EXPECT_EQ(text_field(delegations[0], "task"), "sum");
    EXPECT_EQ(text_field(delegations[1], "child_id"), "s1-answers");
    EXPECT_EQ(delegations[0].parent(), told.of_kind("system_message").at(0).id());
}

TEST(Atif, ResultThatNoCallAskedForMayBeOfASubAgent) {
    const ReadText told = read(trajectory(step(
        R"("observation":{"results":[{"subagent_trajectory_ref":{"trajectory_id":"sub"}}]})")));
    EXPECT_EQ(text_field(told.of_kind("delegation").at(0), "run_id"), "sub");
}

}  // namespace
}  // namespace hence
