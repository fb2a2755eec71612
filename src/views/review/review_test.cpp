#include "hence/review.h"

#include "model/json/json.h"
#include "views/review/question.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class ReviewTest : public ToldLog {
protected:
    std::string decide(int second, std::string_view rest, std::string_view correct = {}) {
        const std::string id = tell(second, "decision", rest);
        if (!correct.empty()) {
            tell(100 + second, "outcome",
                 fmt::format(R"("fields":{{"of":"{}","outcome":"lost","correct":{}}})", id,
                             correct));
        }
        return id;
    }

    std::string json(const ReviewRequest& request) {
        const Result<Review> answer = review(*store_, request);
        if (!answer) {
            return answer.error().message;
        }
        std::string out;
        EXPECT_TRUE(write_json(*answer, *store_, into(out)));
        return out;
    }

    std::string text(const ReviewRequest& request) {
        const Result<Review> answer = review(*store_, request);
        std::string out;
        EXPECT_TRUE(answer && write_text(*answer, *store_, into(out)));
        return out;
    }

    // The ids under one key.
    std::string events(std::string_view key, const ReviewRequest& request) {
        std::string ids;
        const std::string answer = json(request);
        Json(answer)[key].each_element([&](Json item) {
            ids += item.string().value_or(item["event"].string().value_or("?")) + " ";
            return true;
        });
        return ids;
    }

    static std::string question(std::string_view rest, std::string_view outcome) {
        const auto parsed = [](std::string_view kind, std::string_view members) {
            return *Event::parse(fmt::format(
                R"({{"id":"x","kind":"{}","time":"2026-01-01T00:00:00Z",{}}})", kind, members));
        };
        return review_question(
            parsed("decision", rest),
            parsed("outcome", fmt::format(R"("fields":{{"of":"d"{}}})", outcome)));
    }
};

TEST_F(ReviewTest, ListsWhatWentWrongNewestFirst) {
    decide(3, R"("agent":"a")", "false");                        // e1
    decide(1, R"("agent":"a")", "false");                        // e3
    decide(5, R"("agent":"a")", "true");                         // e5
    decide(6, R"("agent":"a")", "null");                         // e7
    decide(7, R"("agent":"b")", "false");                        // e9
    decide(2, R"("agent":"a","fields":{"status":"made"})");      // e11
    decide(8, R"("agent":"a")");                                 // e12
    decide(9, R"("agent":"a","fields":{"status":"declined"})");  // e13
    decide(9, R"("agent":"a","fields":{"status":"deferred"})");  // e14
    tell(10, "tool_call", R"("agent":"a")");
    EXPECT_EQ(events("items", {.agent = "a"}), "e1 e3 ");
    EXPECT_EQ(events("without_outcome", {.agent = "a"}), "e12 e11 ");
    EXPECT_EQ(events("high_confidence_errors", {.agent = "a"}), "");
}

TEST_F(ReviewTest, AnErrorOfHighConfidenceIsListedAgain) {
    decide(1, R"("agent":"a","rationale":{"why":"w","confidence":0.8})", "false");
    decide(2, R"("agent":"a","rationale":{"why":"w","confidence":0.79})", "false");
    decide(3, R"("agent":"a","rationale":{"why":"w","confidence":1},"flags":["rationale_derived"])",
           "false");
    EXPECT_EQ(events("items", {.agent = "a"}), "e5 e3 e1 ");
    EXPECT_EQ(events("high_confidence_errors", {.agent = "a"}), "e1 ");
    EXPECT_EQ(events("high_confidence_errors", {.agent = "a", .high = 0.79}), "e3 e1 ");
    EXPECT_EQ(events("high_confidence_errors", {.agent = "a", .high = 1}), "");
}

TEST_F(ReviewTest, AnItemHasItsOutcomeAndItsChain) {
    tell(0, "thought", R"("agent":"a","fields":{"text":"hm"})");
    decide(1, R"("agent":"a","parent":"e1","fields":{"chosen":"A"})", "false");
    const std::string received = to_string(store_->find("e3")->value().received());
    EXPECT_EQ(json({.agent = "a"}),
              R"({"agent":"a","items":[{"event":"e2",)"
              R"("question":"You chose A; the outcome was 'lost'. What do you see now?",)"
              R"("outcome":{"id":"e3","kind":"outcome","time":"2026-02-23T10:01:41Z",)"
              R"("fields":{"of":"e2","outcome":"lost","correct":false},"seq":3,"received":")" +
                  received +
                  R"("},"chain":[)"
                  R"({"event_id":"e1","kind":"thought","agent":"a","time":"2026-02-23T10:00:00Z",)"
                  R"("summary":"Thought: hm","rationale":null,"said":null,"via":null,)"
                  R"("also":[]},)"
                  R"({"event_id":"e2","kind":"decision","agent":"a","time":"2026-02-23T10:00:01Z",)"
                  R"("summary":"Decision: unknown -> A","rationale":null,"said":null,)"
                  R"("via":{"from":"e1",)"
                  R"("type":"parent","provenance":"explicit"},"also":[]}]}],)"
                  R"("high_confidence_errors":[],"without_outcome":[]})"
                  "\n");
}

TEST_F(ReviewTest, QuestionIsBuiltFromTheRecord) {
    EXPECT_EQ(
        question(
            R"("rationale":{"why":"it is fast","confidence":0.71,)"
            R"("alternatives":[{"option":"B","rejected_because":"slow"}]},"fields":{"chosen":"A"})",
            R"(,"outcome":"it broke","correct":false)"),
        "You chose A over B because 'it is fast' at confidence 0.71; the outcome was 'it broke'. "
        "What do you see now?");
}

TEST_F(ReviewTest, QuestionLeavesOutWhatNobodyRecorded) {
    EXPECT_EQ(question(R"("fields":{})", ""),
              "You made a decision; the outcome was incorrect. What do you see now?");
    EXPECT_EQ(
        question(R"("fields":{"decision_type":"sizing"})", ""),
        "You made a decision of type sizing; the outcome was incorrect. What do you see now?");
    EXPECT_EQ(question(R"("fields":{"description":"size it","decision_type":"sizing"})", ""),
              "You decided on 'size it'; the outcome was incorrect. What do you see now?");
    EXPECT_EQ(question(R"("fields":{"chosen":"A","reasoning":"felt right"})", ""),
              "You chose A because 'felt right'; the outcome was incorrect. What do you see now?");
    EXPECT_EQ(question(R"("rationale":{"why":"w"},"fields":{"chosen":"A"})", ""),
              "You chose A because 'w'; the outcome was incorrect. What do you see now?");
    EXPECT_EQ(
        question(R"("rationale":{"why":"w","confidence":1},"flags":["rationale_derived"])", ""),
        "You made a decision; the outcome was incorrect. What do you see now?");
}

TEST_F(ReviewTest, QuestionNamesEachRivalOnce) {
    EXPECT_EQ(
        question(R"("rationale":{"why":"w","alternatives":[{"option":"C","rejected_because":"r"},)"
                 R"({"option":"B","rejected_because":"r"}]},"fields":{"chosen":"A",)"
                 R"("alternatives":["A","B",7,""]})",
                 ""),
        "You chose A over B, C because 'w'; the outcome was incorrect. What do you see now?");
}

TEST_F(ReviewTest, QuestionStaysOnOneLine) {
    EXPECT_EQ(question(R"("fields":{"chosen":"A\nB\u001b[31m"})", R"(,"outcome":"x\ny")"),
              "You chose A B\\x1b[31m; the outcome was 'x y'. What do you see now?");
}

TEST_F(ReviewTest, AnAgentMayBeShortenedAndMustBeKnown) {
    tell(0, "thought", R"("agent":"planner-1")");
    tell(0, "thought", R"("agent":"planner-2")");
    EXPECT_EQ(
        json({.agent = "r-1"}),
        "{\"agent\":\"planner-1\",\"items\":[],\"high_confidence_errors\":[],\"without_outcome\":"
        "[]}\n");
    EXPECT_EQ(review(*store_, {.agent = "planner"}).error().code, Code::invalid);
    EXPECT_EQ(review(*store_, {.agent = "nobody"}).error().code, Code::not_found);
}

TEST_F(ReviewTest, HighIsAConfidence) {
    tell(0, "thought", R"("agent":"a")");
    EXPECT_TRUE(review(*store_, {.agent = "a", .high = 0}));
    EXPECT_TRUE(review(*store_, {.agent = "a", .high = 1}));
    EXPECT_EQ(review(*store_, {.agent = "a", .high = 1.01}).error().code, Code::invalid);
    EXPECT_EQ(review(*store_, {.agent = "a", .high = -0.01}).error().code, Code::invalid);
}

TEST_F(ReviewTest, TextShowsWhatWasConsideredAndWhatLedToIt) {
    decide(1,
           R"("agent":"a","parent":"gone","rationale":{"why":"w","confidence":0.9,)"
           R"("alternatives":[{"option":"B","rejected_because":"slow"}]},"fields":{"chosen":"A",)"
           R"("alternatives":["A","C"]})",
           "false");
    decide(2, R"("agent":"a","parent":"gone")", "false");
    decide(3, R"("agent":"a")");
    EXPECT_EQ(
        text({.agent = "a"}),
        "Review: a\n"
        "Decisions: 2 wrong (1 at confidence 0.8 or more), 1 without outcome\n"
        "\n"
        "[2026-02-23 10:00:02Z] Decision: unknown -> ?  (e3)\n"
        "  You made a decision; the outcome was 'lost'. What do you see now?\n"
        "  what led to it:\n"
        "     [2026-02-23 10:00:02Z] Decision: unknown -> ?  (e3)\n"
        "       Outcome: incorrect (lost)\n"
        "\n"
        "! high confidence\n"
        "[2026-02-23 10:00:01Z] Decision: w -> A  (e1)\n"
        "  You chose A over C, B because 'w' at confidence 0.9; the outcome was 'lost'. What do "
        "you see now?\n"
        "  considered: C\n"
        "  considered: B (rejected: slow)\n"
        "  what led to it:\n"
        "     [2026-02-23 10:00:01Z] Decision: w -> A  (e1)\n"
        "       why: w (confidence 0.9; instead of: C; instead of: B, \"slow\")\n"
        "       Outcome: incorrect (lost)\n"
        "\n"
        "Without outcome:\n"
        "  e5\n"
        "! incomplete: parent gone of e1 was never recorded, and 1 more\n");
}

TEST_F(ReviewTest, OfNothingWrongIsShort) {
    tell(0, "thought", R"("agent":"a")");
    EXPECT_EQ(text({.agent = "a", .high = 0.5}),
              "Review: a\nDecisions: 0 wrong (0 at confidence 0.5 or more), 0 without outcome\n");
}

}  // namespace
}  // namespace hence
