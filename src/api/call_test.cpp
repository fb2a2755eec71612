#include <utility>

#include "api/recorder_for_test.h"

namespace hence {
namespace {

TEST_F(RecorderTest, ACallAndItsResultShareACallId) {
    Call call = story.tool_call("Read", Value::json(R"({"path":"/a"})"));
    const std::string id(call.id());
    EXPECT_EQ(fields(call),
              R"({"tool_name":"Read","input":{"path":"/a"},"call_id":")" + id + R"("})");
    const Step result = call.result(Value::text("data"), 45);
    EXPECT_EQ(fields(result), R"({"content":"data","call_id":")" + id + R"(","status":"ok"})");
    EXPECT_EQ(event(result).kind(), "observation");
    EXPECT_EQ(event(result).parent(), id);
    EXPECT_EQ(event(result).session(), "s");
    EXPECT_EQ(event(result).duration_ms(), 45);
}

TEST_F(RecorderTest, AFailedCallSaysHow) {
    Call call = story.tool_call({.tool_name = "Read", .call_id = "toolu_1"});
    EXPECT_EQ(call.call_id(), "toolu_1");
    EXPECT_EQ(fields(call.failed("ENOENT")),
              R"({"call_id":"toolu_1","status":"error","error":"ENOENT"})");
    Call silent = story.tool_call("Read");
    EXPECT_NE(fields(silent.failed("")).find(R"("error":"unknown")"), std::string::npos);
}

TEST_F(RecorderTest, ADurationIsMeasuredWhereNoneIsGiven) {
    Call call = story.tool_call("Read");
    const std::optional<double> duration = event(call.result({})).duration_ms();
    ASSERT_TRUE(duration);
    EXPECT_GE(*duration, 0);
    EXPECT_LT(*duration, 60'000);
}

TEST_F(RecorderTest, ACallEndsOnce) {
    Call call = story.tool_call("Read");
    EXPECT_TRUE(call.result({}));
    const Step again = call.failed("too late");
    ASSERT_FALSE(again);
    EXPECT_EQ(again.failure().code, Code::conflict);
    EXPECT_EQ(store->last_seq(), 2u);
}

TEST_F(RecorderTest, ACallThatIsRecordedWholeIsOneEvent) {
    Call call =
        story.tool_call({.tool_name = "Read", .output = Value::text("data"), .call_id = "t"});
    EXPECT_EQ(fields(call), R"({"tool_name":"Read","output":"data","call_id":"t","status":"ok"})");
    EXPECT_FALSE(call.result({}));
    EXPECT_EQ(fields(story.tool_call({.tool_name = "Rm", .error = "EPERM", .call_id = "u"})),
              R"({"tool_name":"Rm","call_id":"u","error":"EPERM","status":"error"})");
    EXPECT_EQ(fields(story.tool_call({.tool_name = "Beep", .ended = true, .call_id = "v"})),
              R"({"tool_name":"Beep","call_id":"v","status":"ok"})");
}

TEST_F(RecorderTest, ADroppedCallStaysWithoutAResult) {
    { const Call call = story.tool_call("Read"); }
    EXPECT_EQ(store->last_seq(), 1u);
}

TEST_F(RecorderTest, ACallMovesToWhoeverEndsIt) {
    Call call = story.tool_call("Read");
    Call taken = std::move(call);
    EXPECT_TRUE(taken.result({}));
    EXPECT_FALSE(call.result({}));  // NOLINT(bugprone-use-after-move)
}

TEST(Call, AnEndThatWasNotRecordedMayBeTriedAgain) {
    const auto store = std::make_shared<FullStore>();
    store->full = false;
    Call call = Recorder(store).session("s").tool_call("Read");
    store->full = true;
    EXPECT_FALSE(call.result({}));
    store->full = false;
    EXPECT_TRUE(call.result({}));
}

}  // namespace
}  // namespace hence
