#include "hence/across/drift.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class DriftTest : public ToldLog {
protected:
    // A session with so many tool calls, the first `failed` of which fail.
    void session(int calls, int failed = 0, std::string_view tool = "Read") {
        ++sessions_;
        for (int i = 0; i < calls; ++i) {
            tell(sessions_ * 60 + i, "tool_call",
                 fmt::format(R"("agent":"a","session":"s{}","fields":{{"tool_name":"{}",{}}})",
                             sessions_, tool,
                             i < failed ? R"("status":"error","error":"no")" : R"("output":"x")"));
        }
    }

    Drift ask(const DriftRequest& request) {
        Result<Drift> answer = drift(*store_, request);
        EXPECT_TRUE(answer) << answer.error().message;
        return std::move(answer).take();
    }

    static DriftMeasure measure(const Drift& answer, std::string_view name,
                                std::string_view of = {}) {
        for (const DriftMeasure& each : answer.measures) {
            if (each.measure == name && each.of == of) {
                return each;
            }
        }
        ADD_FAILURE() << "no measure " << name << " of " << of;
        return {};
    }

    std::string text(const DriftRequest& request) {
        std::string out;
        EXPECT_TRUE(write_text(ask(request), *store_, into(out)));
        return out;
    }

    std::string json(const DriftRequest& request) {
        std::string out;
        EXPECT_TRUE(write_json(ask(request), *store_, into(out)));
        return out;
    }

    int sessions_ = 0;
};

TEST_F(DriftTest, FewerThanFiveSessionsBeforeGiveNoNumber) {
    for (int i = 0; i < 5; ++i) {
        session(2);
    }
    const Drift answer = ask({.agent = "a", .max = DriftBand::normal});
    EXPECT_FALSE(answer.enough());
    EXPECT_TRUE(answer.measures.empty());
    EXPECT_FALSE(answer.failed());
    EXPECT_EQ(json({.agent = "a"}),
              R"({"agent":"a","session":"s5","baseline":{"asked":20,"needed":5,"sessions":)"
              R"(["s4","s3","s2","s1"]},"enough":false,"band":null,"measures":[]})"
              "\n");
    EXPECT_EQ(text({.agent = "a"}),
              "Drift: a, session s5 against 4 before it\n"
              "Not enough: 4 earlier sessions, and 5 are needed\n");
    session(2);
    EXPECT_TRUE(ask({.agent = "a"}).enough());
}

TEST_F(DriftTest, ZIsThatOfTheTextbook) {
    for (const int calls : {8, 10, 12, 9, 11}) {
        session(calls);
    }
    session(20);
    const DriftMeasure steps = measure(ask({.agent = "a"}), "steps");
    EXPECT_EQ(steps.value, 20);
    EXPECT_EQ(steps.n, 5U);
    EXPECT_DOUBLE_EQ(*steps.mean, 10);
    EXPECT_DOUBLE_EQ(*steps.spread, std::sqrt(2.5));
    EXPECT_DOUBLE_EQ(*steps.z, 10 / std::sqrt(2.5));
    EXPECT_EQ(steps.band, DriftBand::extreme);
    EXPECT_EQ(steps.events_total, 20U);
    EXPECT_EQ(steps.events.size(), 10U);
}

TEST_F(DriftTest, BandsBeginAtTheirEdges) {
    for (const int calls : {8, 10, 12, 9, 11, 8, 10, 12}) {
        session(calls);
    }
    session(10);
    const Drift answer = ask({.agent = "a", .max = DriftBand::normal});
    EXPECT_EQ(measure(answer, "steps").band, DriftBand::normal);
    EXPECT_FALSE(answer.failed());
    EXPECT_EQ(drift_band("strong").take(), DriftBand::strong);
    EXPECT_FALSE(drift_band("wild"));
}

TEST_F(DriftTest, ABaselineThatNeverVariedHasNoZ) {
    for (int i = 0; i < 6; ++i) {
        session(3);
    }
    const DriftMeasure same = measure(ask({.agent = "a"}), "failure_rate");
    EXPECT_EQ(same.spread, 0);
    EXPECT_FALSE(same.z);
    EXPECT_EQ(same.band, DriftBand::normal);
    session(3, 2);
    const Drift answer = ask({.agent = "a", .max = DriftBand::normal});
    const DriftMeasure other = measure(answer, "failure_rate");
    EXPECT_DOUBLE_EQ(*other.value, 2.0 / 3);
    EXPECT_FALSE(other.z);
    EXPECT_EQ(other.band, DriftBand::watch);
    EXPECT_EQ(other.events_total, 2U);
    EXPECT_TRUE(answer.failed());
    EXPECT_NE(text({.agent = "a", .max = DriftBand::normal})
                  .find("! failure_rate is watch, above normal"),
              std::string::npos);
}

TEST_F(DriftTest, WhatWasNotRecordedHasNoValue) {
    for (int i = 0; i < 6; ++i) {
        session(3);
    }
    const DriftMeasure tokens = measure(ask({.agent = "a"}), "tokens");
    EXPECT_FALSE(tokens.value || tokens.mean || tokens.z || tokens.band);
    EXPECT_EQ(tokens.n, 0U);
    EXPECT_EQ(tokens.note, "nothing states tokens");
    tell(500, "llm_call", R"("agent":"a","session":"s6","fields":{"total_tokens":7})");
    const DriftMeasure now = measure(ask({.agent = "a"}), "tokens");
    EXPECT_EQ(now.value, 7);
    EXPECT_FALSE(now.mean || now.z || now.band);
    EXPECT_EQ(now.note, "not enough: 0 of 5 sessions before state it, 5 are needed");
}

TEST_F(DriftTest, AbsurdNumbersHaveNoZ) {
    for (int i = 0; i < 6; ++i) {
        session(1);
        tell(sessions_ * 60 + 30, "llm_call",
             fmt::format(R"("agent":"a","session":"s{}","fields":{{"total_tokens":1{}e307}})",
                         sessions_, i));
    }
    const DriftMeasure tokens = measure(ask({.agent = "a"}), "tokens");
    EXPECT_TRUE(tokens.value);
    EXPECT_FALSE(tokens.mean || tokens.spread || tokens.z || tokens.band);
    EXPECT_EQ(tokens.note, "too large to compare");
}

TEST_F(DriftTest, OtherToolsAreFarAwayThoughEquallyMany) {
    for (int i = 0; i < 6; ++i) {
        session(4);
    }
    session(4, 0, "Bash");
    const Drift answer = ask({.agent = "a"});
    EXPECT_EQ(measure(answer, "steps").band, DriftBand::normal);
    EXPECT_EQ(measure(answer, "tools").value, 1);
    EXPECT_EQ(measure(answer, "tools").mean, 0);
    EXPECT_EQ(measure(answer, "tools", "Bash").value, 1);
    EXPECT_EQ(measure(answer, "tools", "Read").value, 0);
}

TEST_F(DriftTest, OnlyWhatTheAgentDidCounts) {
    for (int i = 0; i < 6; ++i) {
        session(3);
    }
    tell(420, "tool_call", R"("agent":"b","session":"s6","fields":{"tool_name":"Bash"})");
    EXPECT_EQ(measure(ask({.agent = "a"}), "steps").value, 3);
    EXPECT_FALSE(drift(*store_, {.agent = "nobody"}));
    EXPECT_EQ(drift(*store_, {.agent = "nobody"}).error().code, Code::not_found);
    EXPECT_EQ(drift(*store_, {.agent = "a", .baseline = 4}).error().code, Code::invalid);
    EXPECT_EQ(drift(*store_, {.agent = "a", .baseline = 1'001}).error().code, Code::invalid);
}

TEST_F(DriftTest, ACallOfTwoEventsFailsOnce) {
    for (int i = 0; i < 5; ++i) {
        session(2);
    }
    const std::string_view call = R"("agent":"a","session":"s6","fields":{"call_id":"c",)";
    tell(400, "tool_call", fmt::format(R"({}"tool_name":"Read"}})", call));
    tell(401, "observation",
         R"("session":"s6","fields":{"call_id":"c","status":"error","content":"no"})");
    const DriftMeasure failures = measure(ask({.agent = "a"}), "failure_rate");
    EXPECT_EQ(failures.value, 1);
    EXPECT_EQ(failures.events, std::vector<std::string>{"e11"});
}

TEST_F(DriftTest, AnEarlierSessionIsJudgedByThoseBeforeIt) {
    for (int i = 1; i <= 8; ++i) {
        session(i);
    }
    const Drift answer = ask({.agent = "a", .session = "s7"});
    EXPECT_EQ(answer.session, "s7");
    EXPECT_EQ(answer.sessions.front(), "s6");
    EXPECT_EQ(measure(answer, "steps").value, 7);
}

// The plain way: write down the counts and work out mean and deviation.
RC_GTEST_FIXTURE_PROP(DriftTest, StepsAreThoseOfAPlainCount, ()) {
    store_ = open_memory_store();
    told_ = sessions_ = 0;
    const auto counts = *rc::gen::container<std::vector<int>>(9, rc::gen::inRange(1, 5));
    const auto baseline = *rc::gen::inRange<std::size_t>(5, 10);
    for (const int count : counts) {
        session(count);
    }
    const Drift answer = ask({.agent = "a", .baseline = baseline});
    const std::size_t used = std::min<std::size_t>(baseline, 8);
    RC_ASSERT(answer.sessions.size() == used);
    double mean = 0;
    for (std::size_t i = 0; i < used; ++i) {
        mean += counts[7 - i] / static_cast<double>(used);
    }
    double squares = 0;
    for (std::size_t i = 0; i < used; ++i) {
        squares += std::pow(counts[7 - i] - mean, 2);
    }
    const double spread = std::sqrt(squares / static_cast<double>(used - 1));
    const DriftMeasure steps = measure(answer, "steps");
    RC_ASSERT(steps.value == counts[8]);
    RC_ASSERT(std::abs(*steps.mean - mean) < 1e-9);
    RC_ASSERT(std::abs(*steps.spread - spread) < 1e-9);
    RC_ASSERT(steps.z.has_value() == (spread > 1e-9));
    if (steps.z) {
        const double z = (counts[8] - mean) / spread;
        RC_ASSERT(std::abs(*steps.z - z) < 1e-6);
        const double away = std::abs(*steps.z);
        const int band = away < 2 ? 0 : away < 3 ? 1 : away < 4 ? 2 : away < 5 ? 3 : 4;
        RC_ASSERT(steps.band == static_cast<DriftBand>(band));
    }
}

}  // namespace
}  // namespace hence
