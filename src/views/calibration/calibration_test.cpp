#include "hence/calibration.h"

#include <algorithm>

#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class CalibrationTest : public ToldLog {
protected:
    // A decision, and its outcome unless `correct` is empty.
    void decide(std::string_view confidence, std::string_view correct,
                std::string_view type = "sizing", std::string_view agent = "a") {
        const std::string id =
            tell(told_, "decision",
                 fmt::format(R"("agent":"{}","rationale":{{"why":"w","confidence":{}}},)"
                             R"("fields":{{"decision_type":"{}"}})",
                             agent, confidence, type));
        if (!correct.empty()) {
            tell(told_, "outcome",
                 fmt::format(R"("fields":{{"of":"{}","correct":{}}})", id, correct));
        }
    }

    Calibration ask(const CalibrationRequest& request = {}) {
        Result<Calibration> answer = calibration(*store_, request);
        EXPECT_TRUE(answer);
        return std::move(answer).take();
    }

    std::string json(const CalibrationRequest& request = {}) {
        std::string out;
        EXPECT_TRUE(write_json(ask(request), *store_, into(out)));
        return out;
    }

    std::string text(const CalibrationRequest& request = {}) {
        std::string out;
        EXPECT_TRUE(write_text(ask(request), *store_, into(out)));
        return out;
    }
};

TEST_F(CalibrationTest, OfNothingHasNoScoreAndKeepsItsBins) {
    EXPECT_EQ(
        json({.bins = 2}),
        R"({"decision_type":null,"agent":null,"n":0,"without_outcome":0,"brier":null,"ece":null,)"
        R"("constant_confidence":false,"bins":[)"
        R"({"lo":0,"hi":0.5,"n":0,"mean_confidence":null,"accuracy":null,"wilson_lo":null,)"
        R"("wilson_hi":null},)"
        R"({"lo":0.5,"hi":1,"n":0,"mean_confidence":null,"accuracy":null,"wilson_lo":null,)"
        R"("wilson_hi":null}]})"
        "\n");
    EXPECT_EQ(text(), "Calibration: 0 decisions (0 more without outcome)\n");
    EXPECT_EQ(ask().bins.size(), 10U);
}

TEST_F(CalibrationTest, ScoresAreThoseOfTheTextbook) {
    decide("0.75", "true");
    decide("0.75", "false");
    decide("0.25", "false");
    const Calibration answer = ask({.bins = 2});
    EXPECT_EQ(answer.n, 3U);
    EXPECT_DOUBLE_EQ(*answer.brier, (0.0625 + 0.5625 + 0.0625) / 3);
    // Half of the upper bin was right at 0.75, none of the lower at 0.25.
    EXPECT_DOUBLE_EQ(*answer.ece, 2.0 / 3 * 0.25 + 1.0 / 3 * 0.25);
    EXPECT_FALSE(answer.constant_confidence);
    EXPECT_EQ(answer.bins[1].n, 2U);
    EXPECT_DOUBLE_EQ(answer.bins[1].accuracy(), 0.5);
    EXPECT_DOUBLE_EQ(answer.bins[1].mean_confidence(), 0.75);
}

TEST_F(CalibrationTest, WilsonIntervalIsThatOfTheTextbook) {
    const WilsonInterval most = wilson_interval(8, 10);
    EXPECT_NEAR(most.lo, 0.4901624715366418, 1e-12);
    EXPECT_NEAR(most.hi, 0.9433178485456248, 1e-12);
    const WilsonInterval none = wilson_interval(0, 1);
    EXPECT_EQ(none.lo, 0);
    EXPECT_NEAR(none.hi, 0.7934506856227626, 1e-12);
    const WilsonInterval all = wilson_interval(1, 1);
    EXPECT_NEAR(all.lo, 0.20654931437723745, 1e-12);
    EXPECT_EQ(all.hi, 1);
}

TEST_F(CalibrationTest, ABinHoldsItsLowerEdgeAndTheLastAlsoOne) {
    decide("0", "true");
    decide("0.1", "true");
    decide("0.3", "true");  // 0.3 * 10 is 3 only because the edge decides.
    decide("0.7", "true");
    decide("0.99999", "true");
    decide("1", "true");
    const Calibration answer = ask();
    std::string counts;
    for (const CalibrationBin& bin : answer.bins) {
        counts += std::to_string(bin.n);
    }
    EXPECT_EQ(counts, "1101000102");
    EXPECT_EQ(answer.bins[3].lo, 0.3);
}

TEST_F(CalibrationTest, EveryEdgeLiesInTheBinThatItBegins) {
    for (const std::uint64_t count : {1U, 3U, 7U, 10U, 29U, 100U, 1000U}) {
        for (std::uint64_t k = 0; k < count; k += std::max<std::uint64_t>(count / 50, 1)) {
            store_ = open_memory_store();
            decide(fmt::format("{}", static_cast<double>(k) / static_cast<double>(count)), "true");
            const Calibration answer = ask({.bins = count});
            ASSERT_EQ(answer.bins[k].n, 1U) << k << " of " << count;
        }
    }
}

TEST_F(CalibrationTest, OnlyAGivenConfidenceAndAKnownOutcomeCount) {
    decide("0.5", "true");
    decide("0.5", "null");
    decide("0.5", "");
    decide("null", "true");
    tell(0, "decision", R"("fields":{"decision_type":"sizing"})");
    tell(0, "outcome", fmt::format(R"("fields":{{"of":"e{}","correct":true}})", told_));
    tell(0, "decision",
         R"("rationale":{"why":"w","confidence":0.5},"flags":["rationale_derived"])");
    tell(0, "outcome", fmt::format(R"("fields":{{"of":"e{}","correct":true}})", told_));
    tell(0, "tool_call", R"("rationale":{"why":"w","confidence":0.5})");
    tell(0, "outcome", fmt::format(R"("fields":{{"of":"e{}","correct":true}})", told_));
    EXPECT_EQ(ask().n, 1U);
    EXPECT_EQ(ask().without_outcome, 2U);
}

TEST_F(CalibrationTest, FiltersByTypeAndAgent) {
    decide("0.5", "true", "sizing", "a");
    decide("0.5", "true", "entry", "a");
    decide("0.5", "", "sizing", "b");
    EXPECT_EQ(ask({.decision_type = "sizing"}).n, 1U);
    EXPECT_EQ(ask({.agent = "a"}).n, 2U);
    EXPECT_EQ(ask({.decision_type = "sizing", .agent = "b"}).without_outcome, 1U);
    EXPECT_EQ(ask({.decision_type = "exit", .agent = "a"}).without_outcome, 0U);
    EXPECT_EQ(calibration(*store_, {.agent = "c"}).error().code, Code::not_found);
    EXPECT_TRUE(json({.decision_type = "sizing", .agent = "b"})
                    .starts_with(R"({"decision_type":"sizing","agent":"b","n":0,)"));
}

TEST_F(CalibrationTest, ConfidenceIsConstantWhenTwoOrMoreAreEqual) {
    decide("0.8", "true");
    EXPECT_FALSE(ask().constant_confidence);
    decide("0.80", "false");
    EXPECT_TRUE(ask().constant_confidence);
    EXPECT_NE(text().find("! all confidences are the same"), std::string::npos);
    decide("0.81", "");  // Does not count.
    EXPECT_TRUE(ask().constant_confidence);
    decide("0.81", "true");
    EXPECT_FALSE(ask().constant_confidence);
    EXPECT_EQ(text().find("! all confidences are the same"), std::string::npos);
}

TEST_F(CalibrationTest, ACheckFailsAboveItsLimitOnly) {
    EXPECT_FALSE(ask({.max_brier = 0}).failed());  // Of nothing there is no score.
    decide("0.5", "true");
    EXPECT_FALSE(ask({.max_brier = 0.25}).failed());
    EXPECT_TRUE(ask({.max_brier = 0.2499}).failed());
    EXPECT_FALSE(ask().failed());
    EXPECT_EQ(json({.max_brier = 0.1}), json());
    EXPECT_NE(text({.max_brier = 0.1}).find("! the Brier score is above 0.1\n"), std::string::npos);
}

TEST_F(CalibrationTest, BinsHaveLimits) {
    EXPECT_FALSE(calibration(*store_, {.bins = 0}));
    EXPECT_TRUE(calibration(*store_, {.bins = 1}));
    EXPECT_TRUE(calibration(*store_, {.bins = 1'000}));
    EXPECT_EQ(calibration(*store_, {.bins = 1'001}).error().code, Code::invalid);
}

TEST_F(CalibrationTest, TextDrawsABarForEachBin) {
    decide("0.75", "true");
    decide("0.75", "false");
    decide("0.5", "");
    EXPECT_EQ(text({.decision_type = "sizing", .agent = "a", .bins = 2}),
              "Calibration: 2 decisions of type sizing by a (1 more without outcome)\n"
              "Brier 0.3125, ECE 0.2500\n"
              "\n"
              "  how sure, how many, how often right (█) against how sure (◆)\n"
              "  0.00-0.50  0  ········································\n"
              "  0.50-1.00  2  ████████████████████·········◆··········  right 0.50 (95 %: "
              "0.09-0.91), sure 0.75\n"
              "! all confidences are the same: such a score says nothing about single decisions\n");
}

TEST_F(CalibrationTest, ConfidencesAtBothEndsStayInTheDiagram) {
    decide("0", "false");
    decide("1", "true");
    const std::string drawn = text({.bins = 2});
    EXPECT_NE(drawn.find("1  ◆···"), std::string::npos) << drawn;
    EXPECT_NE(drawn.find("███◆  right 1.00"), std::string::npos) << drawn;
}

}  // namespace
}  // namespace hence
