#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "views/gaps/story_for_test.h"

namespace hence {
namespace {

constexpr std::string_view unthreaded = "unthreaded_message";
constexpr std::string_view silent = "silent_agent";

class GapMessagesTest : public GapStory {
protected:
    struct Mail {
        int second;
        std::string id;
        std::string from;
        std::string to;
    };
    void write(const Mail& mail, const std::string& rest = "'correlation':'c'") {
        tell(
            fmt::format("'id':'{}','kind':'message',{},'agent':'{}','fields':{{'from':'{}','to':["
                        "'{}']}},{}",
                        mail.id, at(mail.second), mail.from, mail.from, mail.to, rest));
    }
    static inline const std::string no_correlation = "'run':'r'";
};

TEST_F(GapMessagesTest, AnswerWithoutCorrelationWithinAMinuteIsUnthreaded) {
    write({0, "m1", "a", "b"});
    write({60, "m2", "b", "z"}, no_correlation);
    EXPECT_EQ(in_correlation(unthreaded), "m2");
    EXPECT_EQ(detail(unthreaded, {"c"}),
              "b received m1 and 60 s later sent this without a correlation");
}

TEST_F(GapMessagesTest, AnswerAfterAMinuteIsNoAnswer) {
    write({0, "m1", "a", "b"});
    write({61, "m2", "b", "z"}, no_correlation);
    EXPECT_EQ(in_correlation(unthreaded), "");
}

TEST_F(GapMessagesTest, MinuteIsCountedToTheNanosecond) {
    write({0, "m1", "a", "b"});
    tell(
        "'id':'m2','kind':'message','time':'2026-02-23T10:01:00.000000001Z',"
        "'fields':{'from':'b','to':['z']}");
    EXPECT_EQ(in_correlation(unthreaded), "");
}

TEST_F(GapMessagesTest, LastMessageReceivedCounts) {
    write({0, "m1", "a", "b"});
    write({50, "m2", "a", "b"});
    write({100, "m3", "b", "z"}, no_correlation);
    write({200, "m4", "a", "b"});
    write({230, "m5", "b", "z"}, no_correlation);
    EXPECT_EQ(in_correlation(unthreaded), "m3 m5");
    EXPECT_EQ(detail(unthreaded, {"c"}),
              "b received m2 and 50 s later sent this without a correlation");
}

TEST_F(GapMessagesTest, WhatWasSentBeforeIsNoAnswer) {
    write({0, "m0", "b", "z"}, no_correlation);
    write({0, "m1", "a", "b"});
    EXPECT_EQ(in_correlation(unthreaded), "");
}

TEST_F(GapMessagesTest, AnswerWithAnotherCorrelationIsThreaded) {
    write({0, "m1", "a", "b"});
    write({1, "m2", "b", "z"}, "'correlation':'d'");
    EXPECT_EQ(in_correlation(unthreaded), "");
}

TEST_F(GapMessagesTest, MessageOfSomebodyElseIsNoAnswer) {
    write({0, "m1", "a", "b"});
    write({1, "m2", "a", "z"}, no_correlation);
    write({2, "m3", "x", "b"}, no_correlation);
    EXPECT_EQ(in_correlation(unthreaded), "");
}

TEST_F(GapMessagesTest, SenderIsWhoTheMessageIsFromWhoeverRecordedIt) {
    write({0, "m1", "a", "b"});
    tell("'id':'m2','kind':'message'," + at(1) +
         ",'agent':'router','session':'other',"
         "'fields':{'from':'b','to':['z']}");
    tell("'id':'m3','kind':'message'," + at(2) + ",'agent':'b','fields':{'from':'x','to':['z']}");
    tell("'id':'m4','kind':'message'," + at(3) + ",'agent':'b','fields':{'to':['z']}");
    EXPECT_EQ(in_correlation(unthreaded), "m2 m4");
}

TEST_F(GapMessagesTest, ActionOfTheSystemIsNotSentToAnybody) {
    write({0, "m1", "a", "b"});
    tell("'id':'m2','kind':'message'," + at(1) + ",'agent':'b','fields':{'from':'b'}");
    EXPECT_EQ(in_correlation(unthreaded), "");
}

TEST_F(GapMessagesTest, EveryReceiverIsWatched) {
    tell("'id':'m1','kind':'message'," + at(0) +
         ",'correlation':'c',"
         "'fields':{'from':'a','to':['b','d']}");
    write({1, "m2", "d", "z"}, no_correlation);
    EXPECT_EQ(in_correlation(unthreaded), "m2");
}

TEST_F(GapMessagesTest, TimeThatWasMadeUpOpensNoMinute) {
    tell("'id':'m1','kind':'message'," + at(0) +
         ",'correlation':'c','flags':['time_derived'],"
         "'fields':{'from':'a','to':['b']}");
    write({1, "m2", "b", "z"}, no_correlation);
    EXPECT_EQ(in_correlation(unthreaded), "");
}

TEST_F(GapMessagesTest, SessionWatchesEveryCorrelationInIt) {
    write({0, "m1", "a", "b"});
    write({1, "m2", "x", "y"}, "'correlation':'d'");
    write({2, "m3", "y", "z"}, no_correlation);
    write({3, "m4", "b", "z"}, no_correlation);
    EXPECT_EQ(in_session(unthreaded), "m3 m4");
    EXPECT_EQ(in_correlation(unthreaded), "m4");
}

TEST_F(GapMessagesTest, SessionWithoutCorrelationsHasNothingUnthreaded) {
    write({0, "m1", "a", "b"}, no_correlation);
    write({1, "m2", "b", "a"}, no_correlation);
    EXPECT_EQ(in_session(unthreaded), "");
}

TEST_F(GapMessagesTest, AgentThatWasWrittenToAndNotHeardFromIsSilent) {
    write({0, "m1", "a", "b"});
    write({1, "m2", "a", "b"});
    write({2, "m3", "b", "a"}, "'correlation':'other'");
    EXPECT_EQ(in_correlation(silent), "m1");
    EXPECT_EQ(detail(silent, {"c"}), "b was written to and not heard from");
}

TEST_F(GapMessagesTest, SilentAgentsOfOneMessageComeInTheOrderOfTheirNames) {
    write({0, "m1", "a", "h','g','f','e','d','c','b','z','y','x"});
    const Gaps gaps = asked({"c"});
    std::string names;
    for (const Gap& gap : gaps.completeness.gaps) {
        names += gap.rule == silent ? gap.detail.substr(0, 1) : "";
    }
    EXPECT_EQ(names, "bcdefghxyz");
}

TEST_F(GapMessagesTest, AgentThatRecordedAnythingInTheThreadIsNotSilent) {
    write({0, "m1", "a", "b"});
    tell("'id':'t','kind':'thought','agent':'b','correlation':'c'," + at(1));
    EXPECT_EQ(in_correlation(silent), "");
}

TEST_F(GapMessagesTest, AgentThatAMessageIsFromIsNotSilent) {
    write({0, "m1", "a", "b"});
    tell("'id':'m2','kind':'message'," + at(1) +
         ",'agent':'router','correlation':'c',"
         "'fields':{'from':'b','to':['a']}");
    EXPECT_EQ(in_correlation(silent), "");
}

TEST_F(GapMessagesTest, EverySilentAgentIsReported) {
    tell("'id':'m1','kind':'message'," + at(0) +
         ",'agent':'a','correlation':'c',"
         "'fields':{'from':'a','to':['b','d','a']}");
    EXPECT_EQ(in_correlation(silent), "m1 m1");
}

TEST_F(GapMessagesTest, ReceiverOfTheWrongTypeIsNobody) {
    tell("'id':'m1','kind':'message'," + at(0) +
         ",'agent':'a','correlation':'c',"
         "'fields':{'from':'a','to':'b'}");
    EXPECT_EQ(in_correlation(silent), "");
}

TEST_F(GapMessagesTest, ChecksAreAnswersAndReceivers) {
    tell("'id':'t','correlation':'c'," + at(0));
    EXPECT_EQ(checks(silent, {"c"}), "0 checked, 0 found: no message was recorded");
    EXPECT_EQ(checks(unthreaded, {"c"}), "0 checked, 0 found: no message was recorded");
    write({1, "m1", "a", "b"});
    EXPECT_EQ(checks(silent, {"c"}), "1 checked, 1 found");
    EXPECT_EQ(checks(unthreaded, {"c"}),
              "0 checked, 0 found: nobody who received a message sent one within 60 s");
    write({2, "m2", "b", "a"});
    write({3, "m3", "b", "a"}, no_correlation);
    EXPECT_EQ(checks(silent, {"c"}), "2 checked, 0 found");
    EXPECT_EQ(checks(unthreaded, {"c"}), "2 checked, 1 found");
}

}  // namespace
}  // namespace hence
