#include "formats/reactive_agents/calls.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

class ReactiveCallsTest : public testing::Test {
protected:
    void start(const std::string& call, const std::string& args = "",
               const std::string& tool = "read") {
        calls_.open(tool, {call, args});
    }

    // The call that an end closes, with "?" and the candidates where it is not certain.
    std::string end(const std::string& args = "", const std::string& call = "",
                    const std::string& tool = "read") {
        const std::optional<ReactivePair> pair = calls_.close(tool, {call, args});
        if (!pair) {
            return "none";
        }
        std::string told = pair->call_id + (pair->ambiguous() ? "?" : "");
        for (const std::string& each : pair->candidate_ids) {
            told += " " + each;
        }
        return told;
    }

    ReactiveCalls calls_;
};

TEST_F(ReactiveCallsTest, EndWithoutAStartClosesNothing) {
    EXPECT_EQ(end(), "none");
    start("a");
    EXPECT_EQ(end("", "", "write"), "none");
    EXPECT_EQ(end(), "a");
    EXPECT_EQ(end(), "none");
    EXPECT_TRUE(calls_.empty());
}

TEST_F(ReactiveCallsTest, OnlyStartIsClosedWhateverItsArgs) {
    start("a", R"({"path":"./x"})");
    EXPECT_EQ(end(R"({"path":"/tmp/x"})"), "a");
}

TEST_F(ReactiveCallsTest, EqualArgsDecide) {
    start("a", R"({"n":1})");
    start("b", R"({"n":2,"m":"x"})");
    start("c");
    EXPECT_EQ(end(R"({"m":"x","n":2.0})"), "b");
    EXPECT_EQ(end(R"({"n":1})"), "a");
    EXPECT_EQ(end(R"({"n":1})"), "c");
}

TEST_F(ReactiveCallsTest, ArgsThatNoStartHasBelongToAStartWithoutAny) {
    start("a", R"({"n":1})");
    start("b");
    EXPECT_EQ(end(R"({"n":3})"), "b");
    EXPECT_EQ(end(R"({"n":3})"), "a");
}

TEST_F(ReactiveCallsTest, OldestOfSeveralIsTakenAndTheOthersAreTold) {
    start("b");
    start("a");
    EXPECT_EQ(end(), "b? b a");
    EXPECT_EQ(end(), "a");
    start("c", "1");
    start("d", "1");
    start("e", "2");
    EXPECT_EQ(end("1"), "c? c d");
    EXPECT_EQ(end("3"), "d? d e");
}

TEST_F(ReactiveCallsTest, CallIdDecidesWhereThereIsOne) {
    start("a");
    start("b");
    EXPECT_EQ(end("", "b"), "b");
    EXPECT_EQ(end("", "b"), "none");
    EXPECT_EQ(end(), "a");
}

TEST_F(ReactiveCallsTest, SameStartAgainIsNoOtherCall) {
    start("a");
    start("a");
    EXPECT_EQ(end(), "a");
    EXPECT_EQ(end(), "none");
}

TEST_F(ReactiveCallsTest, FirstCandidatesAreToldAndAllAreCounted) {
    for (std::size_t n = 0; n <= ReactiveCalls::candidate_ids_max; ++n) {
        start(std::to_string(n));
    }
    const std::optional<ReactivePair> pair = calls_.close("read", {});
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->candidates, ReactiveCalls::candidate_ids_max + 1);
    EXPECT_EQ(pair->candidate_ids.size(), ReactiveCalls::candidate_ids_max);
}

}  // namespace
}  // namespace hence
