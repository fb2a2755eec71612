#include "formats/common/transcript.h"

#include <gtest/gtest.h>

#include "model/facts.h"

namespace hence {
namespace {

class TranscriptTest : public testing::Test {
protected:
    static TranscriptAnswer asks(const std::string& call_id) {
        TranscriptAnswer answer;
        answer.blocks.text = "I look.";
        answer.blocks.calls.push_back({call_id, "ls", R"({"path":"/a"})"});
        return answer;
    }
    TranscriptStep at(int second) {
        return {"2026-01-01T00:00:0" + std::to_string(second) + "Z",
                "step " + std::to_string(++steps_)};
    }
    // "KIND" of all events since the last time.
    std::string told() {
        std::string kinds;
        for (Event& event : talk_.take()) {
            kinds += (kinds.empty() ? "" : " ") + std::string(event.kind());
            events_.push_back(std::move(event));
        }
        return kinds;
    }

    Transcript talk_{{.format = "test", .agent = "bot", .session = "s"}};
    std::vector<Event> events_;
    int steps_ = 0;
};

TEST_F(TranscriptTest, CallIsToldWithItsResultAndHangsOnItsAnswer) {
    ASSERT_TRUE(talk_.prompt(at(1), "mend it", {}));
    ASSERT_TRUE(talk_.answer(at(2), asks("c1")));
    EXPECT_EQ(told(), "session_start llm_call");
    EXPECT_EQ(talk_.waiting().size(), 1U);
    ASSERT_TRUE(talk_.result(at(4), {.call_id = "c1", .output = R"("x")", .status = "ok"}));
    EXPECT_EQ(told(), "tool_call");
    EXPECT_EQ(events_[2].parent(), events_[1].id());
    EXPECT_EQ(events_[1].parent(), events_[0].id());
    EXPECT_EQ(events_[2].duration_ms(), 2'000);
    EXPECT_EQ(text_field(events_[2], "output"), "x");
    EXPECT_TRUE(talk_.waiting().empty());
}

TEST_F(TranscriptTest, EachPromptBeginsARun) {
    ASSERT_TRUE(talk_.prompt(at(1), "a", {}));
    ASSERT_TRUE(talk_.answer(at(2), {}));
    ASSERT_TRUE(talk_.prompt(at(3), "b", {}));
    ASSERT_TRUE(talk_.answer(at(4), {}));
    EXPECT_EQ(told(), "session_start llm_call prompt llm_call");
    EXPECT_EQ(events_[0].run(), events_[0].id());
    EXPECT_EQ(events_[1].run(), events_[0].id());
    EXPECT_EQ(events_[3].run(), events_[2].id());
}

TEST_F(TranscriptTest, ResultBehindTheNextPromptIsAnObservationOfTheCall) {
    ASSERT_TRUE(talk_.answer(at(1), asks("c1")));
    ASSERT_TRUE(talk_.prompt(at(2), "stop", {}));
    ASSERT_TRUE(talk_.result(at(3), {.call_id = "c1", .output = "1", .status = "error"}));
    EXPECT_EQ(told(), "session_start llm_call tool_call prompt observation");
    EXPECT_EQ(text_field(events_[4], "call_id"), "c1");
    EXPECT_TRUE(failed_call(events_[4]));
}

TEST_F(TranscriptTest, CallsWithoutIdsGetResultsInOrder) {
    TranscriptAnswer two = asks("");
    two.blocks.calls.push_back({"", "cat", ""});
    ASSERT_TRUE(talk_.answer(at(1), std::move(two)));
    ASSERT_TRUE(talk_.result(at(2), {.output = "1"}));
    ASSERT_TRUE(talk_.result(at(3), {.output = "2"}));
    EXPECT_EQ(told(), "session_start llm_call tool_call tool_call");
    EXPECT_EQ(text_field(events_[3], "tool_name"), "cat");
    EXPECT_EQ(field(events_[3], "output").raw(), "2");
}

TEST_F(TranscriptTest, CallThatIsAnnouncedTwiceIsOneCall) {
    ASSERT_TRUE(talk_.call(at(1), {"c1", "ls", ""}, {}));
    ASSERT_TRUE(talk_.answer(at(2), asks("c1")));
    ASSERT_TRUE(talk_.result(at(3), {.call_id = "c1"}));
    EXPECT_EQ(told(), "session_start llm_call tool_call");
}

TEST_F(TranscriptTest, WithoutTimesTheOrderCounts) {
    ASSERT_TRUE(talk_.prompt({{}, "1"}, "a", {}));
    ASSERT_TRUE(talk_.answer({{}, "2"}, {}));
    told();
    EXPECT_TRUE(events_[0].has(Flag::time_derived));
    EXPECT_LT(events_[0].time(), events_[1].time());
}

TEST_F(TranscriptTest, SoManyCallsWaitAndNoMore) {
    constexpr std::size_t many = 10'100;
    TranscriptAnswer answer;
    for (std::size_t n = 0; n < many; ++n) {
        answer.blocks.calls.push_back({std::to_string(n), "ls", ""});
    }
    ASSERT_TRUE(talk_.answer(at(1), std::move(answer)));
    EXPECT_EQ(talk_.waits(), 10'000U);
    EXPECT_EQ(talk_.take().size(), 2 + many - talk_.waits());
}

TEST_F(TranscriptTest, EndTellsWhatWaits) {
    ASSERT_TRUE(talk_.answer(at(1), asks("c1")));
    ASSERT_TRUE(talk_.end(at(2), "success", {}));
    EXPECT_EQ(told(), "session_start llm_call tool_call session_end");
    EXPECT_FALSE(events_[2].has(Flag::unfinished));
}

}  // namespace
}  // namespace hence
