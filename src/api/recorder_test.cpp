#include "hence/recorder.h"

#include <atomic>
#include <limits>
#include <string>
#include <thread>
#include <tuple>

#include "api/recorder_for_test.h"
#include "hence/explain.h"
#include "model/ids.h"

namespace hence {
namespace {

TEST_F(RecorderTest, AnEventCarriesItsPlace) {
    const Step step = story.correlation("c").iteration(3).thought("hm");
    EXPECT_TRUE(is_uuid7(step.id()));
    EXPECT_EQ(event(step).to_json().substr(std::string(R"({"id":"")").size() + step.id().size()),
              R"(,"kind":"thought","time":"2026-02-23T10:00:00Z","agent":"coder","session":"s",)"
              R"("run":"r","correlation":"c","iteration":3,"fields":{"text":"hm"})"
              R"(,"seq":1,"received":")" +
                  to_string(event(step).received()) + R"(","source":"native"})");
}

TEST_F(RecorderTest, WhatFollowsFromAStepHasItAsParent) {
    const Step first = story.thought("one");
    const Step second = first.thought("two");
    const Step sibling = first.thought("three");
    EXPECT_EQ(event(first).parent(), "");
    EXPECT_EQ(event(second).parent(), first.id());
    EXPECT_EQ(event(sibling).parent(), first.id());
}

TEST_F(RecorderTest, ScopesDoNotChangeOneAnother) {
    const Scope other = story.agent("reviewer").session("s2").run("r2");
    EXPECT_EQ(event(story.thought("a")).agent(), "coder");
    const Event elsewhere = event(other.thought("b"));
    EXPECT_EQ(elsewhere.agent(), "reviewer");
    EXPECT_EQ(elsewhere.session(), "s2");
    EXPECT_EQ(elsewhere.run(), "r2");
}

TEST_F(RecorderTest, EachKindHasItsFields) {
    EXPECT_EQ(fields(story.session_start("win")), R"({"goal":"win"})");
    EXPECT_EQ(fields(story.session_end(Ending::cancelled, Value::text("x"))),
              R"({"status":"cancelled","output":"x"})");
    EXPECT_EQ(fields(story.observation({.key = "obs:1", .content = Value::json("[1.10]")})),
              R"({"key":"obs:1","content":[1.10]})");
    EXPECT_EQ(fields(story.assumption("it is May")), R"({"assumption":"it is May"})");
    EXPECT_EQ(fields(story.log("warn", "slow")), R"({"severity":"warn","body":"slow"})");
    EXPECT_EQ(fields(story.error("ENOENT", Value::json(R"({"path": "/a"})"))),
              R"({"error":"ENOENT","context":{"path":"/a"}})");
    EXPECT_EQ(fields(story.message({.to = {"cfo"}, .status = "sent"})),
              R"({"from":"coder","to":["cfo"],"status":"sent"})");
    EXPECT_EQ(fields(story.record("strategy_switch", Value::json(R"({"from":"a","to":"b"})"))),
              R"({"from":"a","to":"b"})");
}

TEST_F(RecorderTest, AModelCallTellsAllItWasTold) {
    const Step call = story.llm_call({.model = "m",
                                      .provider = "p",
                                      .prompt_tokens = 1,
                                      .completion_tokens = 2,
                                      .total_tokens = 3,
                                      .cache_read_tokens = 4,
                                      .cache_write_tokens = 5,
                                      .reasoning_tokens = 0,
                                      .cost_usd = 0.25,
                                      .messages = Value::json("[]"),
                                      .completion = Value::text("null"),
                                      .finish_reason = "stop",
                                      .call_ids = {"t1"},
                                      .also = {.duration_ms = 1.5, .causes = {"x"}}});
    EXPECT_EQ(fields(call),
              R"({"model":"m","provider":"p","prompt_tokens":1,"completion_tokens":2,)"
              R"("total_tokens":3,"cache_read_tokens":4,"cache_write_tokens":5,)"
              R"("reasoning_tokens":0,"cost_usd":0.25,"messages":[],"completion":"null",)"
              R"("finish_reason":"stop","call_ids":["t1"]})");
    EXPECT_EQ(event(call).duration_ms(), 1.5);
    EXPECT_EQ(event(call).causes()[0], "x");
}

TEST_F(RecorderTest, ADecisionTellsWhy) {
    const Step decision = story.decision({.description = "which runner",
                                          .decision_type = "tooling",
                                          .chosen = "vitest",
                                          .alternatives = {"vitest", "jest"},
                                          .inputs = Value::json("{}"),
                                          .rationale = {.why = "shares the build",
                                                        .refs = {"obs:1"},
                                                        .alternatives = {{"jest", "slow"}},
                                                        .confidence = 0.9},
                                          .reasoning = "so",
                                          .status = "made",
                                          .node = "n"});
    EXPECT_EQ(fields(decision),
              R"({"description":"which runner","decision_type":"tooling",)"
              R"("alternatives":["vitest","jest"],"chosen":"vitest","reasoning":"so",)"
              R"("inputs":{},"status":"made","node":"n"})");
    EXPECT_EQ(rationale(decision),
              R"({"why":"shares the build","refs":["obs:1"],)"
              R"("alternatives":[{"option":"jest","rejected_because":"slow"}],"confidence":0.9})");
}

TEST_F(RecorderTest, ANewCorrelationIsCarriedByWhatFollows) {
    const Step decision = story.decision({.description = "buy", .new_correlation = true});
    const std::string correlation = decision.handoff().correlation;
    EXPECT_TRUE(is_uuid7(correlation));
    EXPECT_EQ(event(decision).correlation(), correlation);
    EXPECT_EQ(event(decision.message({.to = {"broker"}})).correlation(), correlation);
    EXPECT_EQ(event(story.thought("elsewhere")).correlation(), "");
}

TEST_F(RecorderTest, AnOutcomeIsWrittenOnce) {
    const Step decision = story.decision({.description = "buy"});
    const Step outcome = decision.outcome(decision.id(), Verdict::incorrect, "it fell");
    EXPECT_EQ(fields(outcome), R"({"of":")" + std::string(decision.id()) +
                                   R"(","outcome":"it fell","correct":false})");
    const Step second = decision.outcome(decision.id(), Verdict::correct);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.failure().code, Code::conflict);
    EXPECT_EQ(second.failure().message,
              "there is an outcome already, " + std::string(outcome.id()));
}

TEST_F(RecorderTest, AnUnknownVerdictIsNull) {
    EXPECT_EQ(fields(story.outcome("e", Verdict::unknown)), R"({"of":"e","correct":null})");
    EXPECT_EQ(fields(story.outcome("f", Verdict::correct)), R"({"of":"f","correct":true})");
}

TEST_F(RecorderTest, TextOfAnyBytesIsRecorded) {
    EXPECT_EQ(fields(story.thought("a\"\n\xFF")), "{\"text\":\"a\\\"\\n\xEF\xBF\xBD\"}");
    const Step step = recorder.session("\xFE").thought("x");
    EXPECT_EQ(event(step).session(), "\xEF\xBF\xBD");
}

TEST_F(RecorderTest, BrokenJsonIsRefusedAndNamed) {
    const Step step = story.error("x", Value::json(R"({"a":1},"id":"stolen")"));
    ASSERT_FALSE(step);
    EXPECT_EQ(step.failure().code, Code::invalid);
    EXPECT_TRUE(step.failure().message.starts_with("context: ")) << step.failure().message;
    EXPECT_EQ(complaints, std::vector{step.failure().message});
    EXPECT_EQ(store->last_seq(), 0u);
}

TEST_F(RecorderTest, FieldsNestAsDeepAsAnEventAllows) {
    const std::string deep = std::string(62, '[') + std::string(62, ']');
    EXPECT_TRUE(story.error("x", Value::json("[" + deep + "]")));
    EXPECT_FALSE(story.error("x", Value::json("[[" + deep + "]]")));
}

TEST_F(RecorderTest, NumbersThatAreNoneAreRefused) {
    const double infinite = std::numeric_limits<double>::infinity();
    EXPECT_EQ(failure(story.llm_call({.cost_usd = infinite})), "cost_usd is not a finite number");
    EXPECT_FALSE(story.llm_call({.also = {.duration_ms = -1}}));
    EXPECT_FALSE(story.decision({.rationale = {.why = "w", .confidence = 1.5}}));
    EXPECT_FALSE(story.decision({.rationale = {.confidence = 0.5}}));
}

TEST_F(RecorderTest, NamesHaveALimit) {
    EXPECT_TRUE(story.run(std::string(1024, 'r')).thought("x"));
    EXPECT_FALSE(story.run(std::string(1025, 'r')).thought("x"));
}

TEST_F(RecorderTest, AnIdOfItsOwnIsKept) {
    const Step step = story.record("note", {}, {}, {.id = "mine"});
    EXPECT_EQ(step.id(), "mine");
    EXPECT_EQ(*step.recorded(), "mine");
    EXPECT_TRUE(story.record("note", {}, {}, {.id = "mine"})) << "the same again";
    EXPECT_EQ(store->last_seq(), 1u);
    EXPECT_EQ(failure(story.record("other", {}, {}, {.id = "mine"})),
              "another event has the id mine");
}

TEST_F(RecorderTest, AnEventIsRecordedAsItIs) {
    const Event given = *Event::parse(R"({"kind":"note","time":"2026-01-01T00:00:00Z"})");
    const Result<std::string> id = recorder.record(given);
    ASSERT_TRUE(id);
    EXPECT_EQ((*store->find(*id))->session(), "");
    EXPECT_EQ((*store->find(*id))->source(), "native");
}

TEST(Recorder, AFullDiskIsAResultAndLeavesAVisibleHole) {
    const auto store = std::make_shared<FullStore>();
    const Recorder recorder(store);
    const Step lost = recorder.session("s").thought("lost");
    ASSERT_FALSE(lost);
    EXPECT_EQ(lost.recorded().error().code, Code::io);
    store->full = false;
    const Step kept = lost.thought("kept");
    ASSERT_TRUE(kept);
    const Result<Explanation> why = explain(*store, {.event = std::string(kept.id())});
    ASSERT_TRUE(why);
    ASSERT_EQ(why->completeness.missing_parents.size(), 1u);
    EXPECT_EQ(why->completeness.missing_parents[0].parent, lost.id());
}

TEST(Recorder, WithoutAStoreEverythingIsRefused) {
    const Recorder recorder(nullptr);
    const Step step = recorder.session("s").thought("x");
    ASSERT_FALSE(step);
    EXPECT_EQ(step.failure().message, "the recorder has no store");
}

TEST(Recorder, WhatTheHostThrowsStaysInside) {
    const std::unique_ptr<Store> store = open_memory_store();
    const Recorder recorder(*store,
                            {.on_error = [](const Error&) { std::ignore = std::stoi("no number"); },
                             .clock = [] { return Time{std::stoi("no number")}; }});
    const Step step = recorder.session("s").thought("x");
    ASSERT_FALSE(step);
    EXPECT_EQ(step.failure().message, "stoi");
    EXPECT_FALSE(step.id().empty());
}

TEST(Recorder, AMovedFromScopeRefuses) {
    const std::unique_ptr<Store> store = open_memory_store();
    Scope scope = Recorder(*store).session("s");
    const Scope taken = std::move(scope);
    EXPECT_TRUE(taken.thought("x"));
    EXPECT_FALSE(scope.thought("y"));           // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(scope.run("r").thought("y"));  // NOLINT(bugprone-use-after-move)
}

TEST_F(RecorderTest, ManyThreadsRecordAtOnce) {
    constexpr int threads_max = 8;
    constexpr int each = 50;
    const Step start = story.session_start("many");
    std::atomic<int> lost = 0;
    std::vector<std::thread> threads;
    for (int n = 0; n < threads_max; ++n) {
        threads.emplace_back([&, scope = start.run(std::to_string(n))] {
            for (int i = 0; i < each; ++i) {
                lost += scope.tool_call("t").result({}) ? 0 : 1;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(lost, 0);
    EXPECT_EQ(store->last_seq(), 1u + 2 * threads_max * each);
}

}  // namespace
}  // namespace hence
