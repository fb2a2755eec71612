#include "hence/across/cohort.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class CohortTest : public ToldLog {
protected:
    Cohort ask(const CohortRequest& request = {}) {
        Result<Cohort> answer = cohort(*store_, request);
        EXPECT_TRUE(answer) << answer.error().message;
        return std::move(answer).take();
    }

    // A run of its own session: a model call and an end.
    void run(std::string_view agent, std::string_view model, int tokens, std::string_view status) {
        ++runs_;
        const std::string of =
            fmt::format(R"("agent":"{}","session":"s{}","run":"r{}",)", agent, runs_, runs_);
        tell(runs_ * 10, "llm_call",
             fmt::format(R"({}"duration_ms":{},"fields":{{"model":"{}","total_tokens":{},)"
                         R"("cost_usd":0.5,"env":"test"}})",
                         of, tokens, model, tokens));
        tell(runs_ * 10 + 5, "session_end",
             fmt::format(R"({}"fields":{{"status":"{}"}})", of, status));
    }

    int runs_ = 0;
};

TEST_F(CohortTest, GroupsHaveMediansAndTheirSpread) {
    run("a", "m1", 100, "success");
    run("a", "m1", 200, "failure");
    run("a", "m2", 400, "success");
    run("b", "m2", 300, "success");
    const Cohort answer = ask();
    ASSERT_EQ(answer.groups.size(), 2U);
    const CohortGroup& a = answer.groups[0];
    EXPECT_EQ(a.value, "a");
    EXPECT_EQ(a.runs, 3U);
    EXPECT_DOUBLE_EQ(*a.success, 2.0 / 3);
    EXPECT_EQ(a.tokens.median, 200);
    EXPECT_EQ(a.tokens.p25, 150);
    EXPECT_EQ(a.tokens.p75, 300);
    EXPECT_EQ(a.tokens.spread(), 150);
    EXPECT_EQ(a.cost_usd.median, 0.5);
    EXPECT_EQ(a.duration_ms.median, 5'000);
    EXPECT_EQ(a.failures.median, 0);
    EXPECT_EQ(answer.groups[1].value, "b");
}

TEST_F(CohortTest, ByModelByToolAndByAnyField) {
    run("a", "m1", 1, "success");
    run("a", "m2", 2, "success");
    tell(50, "tool_call", R"("session":"s2","run":"r2","fields":{"tool_name":"Read"})");
    EXPECT_EQ(ask({.by = "model"}).groups.size(), 2U);
    const Cohort tools = ask({.by = "tool"});
    ASSERT_EQ(tools.groups.size(), 1U);
    EXPECT_EQ(tools.groups[0].value, "Read");
    EXPECT_EQ(tools.without, 1U);
    EXPECT_EQ(ask({.by = "fields.env"}).groups[0].runs, 2U);
    EXPECT_EQ(ask({.by = "env"}).groups[0].value, "test");
    EXPECT_EQ(ask({.by = "session"}).groups.size(), 2U);
    EXPECT_EQ(ask({.by = "fields.none"}).without, 2U);
    EXPECT_EQ(cohort(*store_, {.by = ""}).error().code, Code::invalid);
    EXPECT_EQ(cohort(*store_, {.by = "fields..x"}).error().code, Code::invalid);
}

TEST_F(CohortTest, ARunOfTwoAgentsCountsForBoth) {
    run("a", "m", 1, "success");
    tell(12, "error", R"("agent":"b","session":"s1","run":"r1","fields":{"error":"x"})");
    const Cohort answer = ask();
    ASSERT_EQ(answer.groups.size(), 2U);
    EXPECT_EQ(answer.runs, 1U);
    EXPECT_EQ(answer.groups[0].failures.median, 1);
    EXPECT_EQ(answer.groups[1].failures.median, 1);
}

TEST_F(CohortTest, LoopsAndCalibrationComeFromTheEvents) {
    run("a", "m", 1, "success");
    for (int i = 0; i < 3; ++i) {
        tell(11, "tool_call",
             R"("agent":"a","session":"s1","run":"r1","fields":{"tool_name":"Read"})");
    }
    const std::string decision =
        tell(12, "decision",
             R"("agent":"a","session":"s1","run":"r1","rationale":{"why":"w","confidence":0.75})");
    tell(90, "outcome", fmt::format(R"("fields":{{"of":"{}","correct":true}})", decision));
    const CohortGroup group = ask().groups.at(0);
    EXPECT_EQ(group.loops.median, 1);
    EXPECT_EQ(group.calibration.n, 1U);
    EXPECT_EQ(group.calibration.accuracy, 1);
    EXPECT_DOUBLE_EQ(*group.calibration.brier, 0.0625);
}

TEST_F(CohortTest, FiltersAreThoseOfRuns) {
    run("a", "m", 1, "success");
    run("b", "m", 2, "failure");
    EXPECT_EQ(ask({.runs = {.agent = "b"}}).runs, 1U);
    EXPECT_EQ(ask({.runs = {.kind = "tool_call"}}).runs, 0U);
    EXPECT_EQ(ask({.limit = 1}).groups.at(0).value, "b");
    EXPECT_EQ(cohort(*store_, {.runs = {.agent = "c"}}).error().code, Code::not_found);
}

TEST_F(CohortTest, TooManyGroupsAndTooLongValuesAreRefused) {
    for (int i = 0; i <= 1'000; ++i) {
        tell(i, "log", fmt::format(R"("session":"s","run":"r{}","fields":{{"n":{}}})", i / 500, i));
    }
    EXPECT_EQ(cohort(*store_, {.by = "fields.n"}).error().code, Code::invalid);
    EXPECT_EQ(ask({.by = "run"}).groups.size(), 3U);
    tell(0, "log",
         fmt::format(R"("session":"s","fields":{{"long":"{}"}})", std::string(1'025, 'x')));
    EXPECT_TRUE(cohort(*store_, {.by = "kind"}));
}

TEST_F(CohortTest, TextSaysWhatIsInNoGroup) {
    run("a", "m1", 100, "success");
    run("a", "m1", 300, "failure");
    tell(90, "log", R"("session":"s9","fields":{"body":"x"})");
    std::string out;
    EXPECT_TRUE(write_text(ask(), *store_, into(out)));
    EXPECT_EQ(out,
              "Cohort: 3 runs by agent, 1 group\n"
              "\n"
              "  VALUE  RUNS    SUCCESS         TOKENS     COST  TOOK  FAILURES  LOOPS  BRIER\n"
              "  a         2  50 % of 2  200 (150-250)  $0.5000    5s         0      0      -\n"
              "\n"
              "Medians of runs; in brackets where the middle half of them lies.\n"
              "! 1 run in no group: no event names a value of agent\n");
}

// The plain way: sort the values and take the one in the middle, or the mean of two.
RC_GTEST_FIXTURE_PROP(CohortTest, MediansAreThoseOfAPlainList, ()) {
    store_ = open_memory_store();
    told_ = runs_ = 0;
    auto tokens = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 99)));
    for (const int each : tokens) {
        run("a", "m", each, "success");
    }
    std::ranges::sort(tokens);
    const std::size_t middle = tokens.size() / 2;
    const double median =
        tokens.size() % 2 == 1 ? tokens[middle] : (tokens[middle - 1] + tokens[middle]) / 2.0;
    const CohortGroup group = ask().groups.at(0);
    RC_ASSERT(group.runs == tokens.size());
    RC_ASSERT(std::abs(*group.tokens.median - median) < 1e-9);
    RC_ASSERT(*group.tokens.min == tokens.front());
    RC_ASSERT(*group.tokens.max == tokens.back());
}

}  // namespace
}  // namespace hence
