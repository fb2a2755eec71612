#include "hence/branch.h"

#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "hence/diff.h"
#include "hence/listing.h"
#include "hence/query.h"
#include "model/facts.h"
#include "views/cause/event_marks.h"
#include "views/find/session_events.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

// What a session shows: "a b<s1 c!", inherited ones with their session and abandoned ones with an
// exclamation mark. Forks, rewinds and checkpoints are left out.
std::string shown(Store& store, std::string_view session) {
    Sessions sessions(store);
    const Result<EventMarks> marks = EventMarks::of(sessions, session);
    const auto cursor = sessions.events(session, {});
    std::string said;
    for (Result<std::optional<Event>> event = (*cursor)->next(); event && *event;
         event = (*cursor)->next()) {
        const Event& each = **event;
        if (each.kind().starts_with("session_")) {
            continue;
        }
        const std::string origin = *marks->inherited(each);
        said += (said.empty() ? "" : " ") + std::string(each.id());
        said += origin.empty() ? "" : "<" + origin;
        said += *marks->abandoned(each) ? "!" : "";
    }
    return said;
}

class BranchTest : public testing::Test, protected Story {
protected:
    // Steps of one letter each, a second apart.
    void tell_steps(std::string_view ids, std::string_view session = "s1") {
        for (const char id : ids) {
            tell(fmt::format("'id':'{}','session':'{}'", id, session));
        }
    }

    std::string fork(const ForkRequest& request) {
        const Result<Event> event = fork_session(store(), request);
        return event ? branch_line(*event) : event.error().message;
    }
    std::string rewind(const std::string& session, const std::string& to) {
        const Result<Event> event = rewind_session(store(), {.session = session, .to = to});
        return event ? branch_line(*event) : event.error().message;
    }
};

TEST_F(BranchTest, AForkShowsItsOriginUpToThePointAndThenItsOwn) {
    tell_steps("abcd");
    EXPECT_EQ(fork({.session = "s1", .at = "b", .as = "s2"}), "forked s1 at b as s2");
    tell_steps("x", "s2");
    EXPECT_EQ(shown(store(), "s2"), "a<s1 b<s1 x");
    EXPECT_EQ(shown(store(), "s1"), "a b c d");
}

TEST_F(BranchTest, WithoutAPointItGoesOnFromWhereTheSessionStands) {
    tell_steps("abcd");
    EXPECT_EQ(fork({.session = "s1", .as = "s2"}), "forked s1 at d as s2");
    rewind("s1", "b");
    EXPECT_EQ(fork({.session = "s1", .as = "s3"}), "forked s1 at b as s3");
}

TEST_F(BranchTest, AForkOfAForkShowsWhatThatShowsUpToThePoint) {
    tell_steps("abc");
    fork({.session = "s1", .at = "b", .as = "s2"});
    tell_steps("xy", "s2");
    fork({.session = "s2", .at = "x", .as = "s3"});
    EXPECT_EQ(fork({.session = "s2", .at = "a", .as = "s4"}), "forked s2 at a as s4");
    tell_steps("z", "s3");
    tell_steps("w", "s4");
    EXPECT_EQ(shown(store(), "s3"), "a<s1 b<s1 x<s2 z");
    EXPECT_EQ(shown(store(), "s4"), "a<s1 w");
}

TEST_F(BranchTest, APointThatTheSessionDoesNotShowIsRefused) {
    tell_steps("ab");
    tell_steps("x", "other");
    EXPECT_EQ(fork({.session = "s1", .at = "x"}),
              R"(session "s1" has no event and no checkpoint "x")");
    EXPECT_EQ(rewind("s1", "nothing"), R"(session "s1" has no event and no checkpoint "nothing")");
    fork({.session = "s1", .at = "a", .as = "s2"});
    EXPECT_EQ(fork({.session = "s2", .at = "b"}),
              R"(session "s2" has no event and no checkpoint "b")");
    EXPECT_EQ(fork({.session = "never"}).substr(0, 7), "session");
}

TEST_F(BranchTest, ANameThatIsTakenIsRefused) {
    tell_steps("ab");
    tell_steps("x", "other");
    EXPECT_EQ(fork({.session = "s1", .as = "other"}), R"(there is a session "other" already)");
    EXPECT_EQ(fork({.session = "s1", .as = "s1"}), R"(there is a session "s1" already)");
}

TEST_F(BranchTest, OfTwoForksOfOneNameAtTheSameTimeOneIsMade) {
    tell_steps("ab");
    std::vector<std::string> said(8);
    std::vector<std::thread> threads;
    for (std::string& each : said) {
        threads.emplace_back([&] { each = fork({.session = "s1", .at = "a", .as = "s2"}); });
    }
    for (std::thread& each : threads) {
        each.join();
    }
    EXPECT_EQ(std::ranges::count(said, "forked s1 at a as s2"), 1);
    EXPECT_EQ(std::ranges::count(said, R"(there is a session "s2" already)"), 7);
}

TEST_F(BranchTest, TheSameRequestUnderTheSameIdCountsOnce) {
    tell_steps("ab");
    const ForkRequest request{.session = "s1", .at = "a", .id = "f1"};
    EXPECT_EQ(fork(request), "forked s1 at a as s1-fork-f1");
    EXPECT_EQ(fork(request), "forked s1 at a as s1-fork-f1");
    EXPECT_EQ(store().last_seq(), 3U);
    EXPECT_NE(fork({.session = "s1", .at = "b", .id = "f1"}).find("another event has the id"),
              std::string::npos);
}

TEST_F(BranchTest, WhatCameAfterThePointIsAbandonedAndStays) {
    tell_steps("abcd");
    EXPECT_EQ(rewind("s1", "b"), "rewound s1 to b");
    tell_steps("ef");
    EXPECT_EQ(shown(store(), "s1"), "a b c! d! e f");
}

TEST_F(BranchTest, ARewindToBeforeAnEarlierOneAbandonsBoth) {
    tell_steps("abcd");
    rewind("s1", "c");
    tell_steps("ef");
    rewind("s1", "a");
    tell_steps("g");
    EXPECT_EQ(shown(store(), "s1"), "a b! c! d! e! f! g");
    rewind("s1", "a");
    EXPECT_EQ(shown(store(), "s1"), "a b! c! d! e! f! g!");
}

TEST_F(BranchTest, ARewindToWhatWasAbandonedTakesItUpAgain) {
    tell_steps("abcd");
    rewind("s1", "a");
    tell_steps("e");
    rewind("s1", "c");
    tell_steps("f");
    EXPECT_EQ(shown(store(), "s1"), "a b c d! e! f");
}

TEST_F(BranchTest, AForkInheritsWhatWasAbandonedBeforeThePoint) {
    tell_steps("abc");
    rewind("s1", "a");
    tell_steps("de");
    fork({.session = "s1", .at = "d", .as = "s2"});
    fork({.session = "s1", .at = "c", .as = "s3"});
    EXPECT_EQ(shown(store(), "s2"), "a<s1 b<s1! c<s1! d<s1");
    EXPECT_EQ(shown(store(), "s3"), "a<s1 b<s1 c<s1");
}

TEST_F(BranchTest, ACheckpointIsAPointByName) {
    tell_steps("ab");
    const Result<Event> mark = checkpoint_session(store(), {.session = "s1", .name = "tests"});
    ASSERT_TRUE(mark);
    EXPECT_EQ(branch_line(*mark), "checkpoint tests of s1 at b");
    tell_steps("cd");
    EXPECT_EQ(rewind("s1", "tests"), "rewound s1 to b");
    EXPECT_EQ(shown(store(), "s1"), "a b c! d!");
    EXPECT_EQ(fork({.session = "s1", .at = "tests", .as = "s2"}), "forked s1 at b as s2");
}

// Anybody can record such events, in any order.
TEST_F(BranchTest, AForkWhoseOriginIsNotRecordedYetShowsItLater) {
    tell("'id':'f','kind':'session_fork','session':'s2','fields':{'origin':'s1','at':'b'}");
    tell_steps("x", "s2");
    EXPECT_EQ(shown(store(), "s2"), "x");
    tell("'id':'a','time':'2020-01-01T00:00:00Z'");
    tell("'id':'b','time':'2020-01-01T00:00:01Z'");
    tell("'id':'c','time':'2020-01-01T00:00:02Z'");
    EXPECT_EQ(shown(store(), "s2"), "a<s1 b<s1 x");
}

TEST_F(BranchTest, CirclesOfForksEnd) {
    tell_steps("a", "s1");
    tell_steps("x", "s2");
    tell("'id':'f1','kind':'session_fork','session':'s1','fields':{'origin':'s2','at':'x'}");
    tell("'id':'f2','kind':'session_fork','session':'s2','fields':{'origin':'s1','at':'a'}");
    tell("'id':'f3','kind':'session_fork','session':'s3','fields':{'origin':'s3','at':'f3'}");
    EXPECT_EQ(shown(store(), "s1"), "a x<s2");
    EXPECT_EQ(shown(store(), "s2"), "a<s1 x");
    EXPECT_EQ(shown(store(), "s3"), "");
}

TEST_F(BranchTest, ForksAndRewindsThatMakeNoSenseChangeNothing) {
    tell_steps("ab");
    tell_steps("x", "other");
    tell("'id':'r1','kind':'session_rewind','fields':{'to':'x'}");
    tell("'id':'r2','kind':'session_rewind','fields':{'to':7}");
    tell("'id':'r3','kind':'session_rewind'");
    tell("'id':'f1','kind':'session_fork','session':'s2','fields':{'origin':'s1','at':'x'}");
    EXPECT_EQ(shown(store(), "s1"), "a b");
    EXPECT_EQ(shown(store(), "s2"), "");
}

TEST_F(BranchTest, AnAbandonedEventIsNoAssumedCauseOfWhatCameAfter) {
    tell("'id':'p','kind':'prompt','agent':'m','fields':{'text':'go'}");
    tell("'id':'l1','kind':'llm_call','agent':'m'");
    tell("'id':'t1','kind':'tool_call','agent':'m'");
    tell("'id':'l2','kind':'llm_call','agent':'m'");
    tell("'id':'r','kind':'session_rewind','parent':'l1','fields':{'to':'l1'}");
    tell("'id':'t2','kind':'tool_call','agent':'m'");
    EXPECT_EQ(why({.event = "t2"}), "p -answers-> l1 -turn-> t2");
    EXPECT_EQ(why({.event = "l2"}), "p -answers-> l1 -turn-> t1 -answers-> l2");
    EXPECT_NE(why({.event = "l1", .down = true}).find("t2<l1 turn"), std::string::npos);
    EXPECT_EQ(why({.event = "l2", .down = true}), "l2");
}

TEST_F(BranchTest, AForkHangsOnWhatItInherits) {
    tell("'id':'p','kind':'prompt','agent':'m','fields':{'text':'go'}");
    tell("'id':'l1','kind':'llm_call','agent':'m'");
    tell("'id':'l2','kind':'llm_call','agent':'m'");
    fork({.session = "s1", .at = "l1", .as = "s2"});
    tell("'id':'t','kind':'tool_call','agent':'m','session':'s2'");
    EXPECT_EQ(why({.event = "t"}), "p -answers-> l1 -turn-> t");
}

TEST_F(BranchTest, ADiffOfAForkBeginsWhereTheyPart) {
    for (const char* const id : {"a", "b", "c"}) {
        tell(fmt::format("'id':'{}','kind':'tool_call','fields':{{'tool_name':'{}'}}", id, id));
    }
    fork({.session = "s1", .at = "b", .as = "s2"});
    tell("'id':'x','kind':'tool_call','session':'s2','fields':{'tool_name':'x'}");
    const Result<Diff> answer = diff(store(), {.a = "s1", .b = "s2"});
    ASSERT_TRUE(answer) << answer.error().message;
    ASSERT_TRUE(answer->shared);
    EXPECT_EQ(answer->shared->events, 2U);
    EXPECT_EQ(answer->shared->last, "b");
    ASSERT_EQ(answer->a.steps.size(), 1U);
    EXPECT_EQ(answer->a.steps[0].event, "c");
    ASSERT_EQ(answer->b.steps.size(), 1U);
    EXPECT_EQ(answer->b.steps[0].event, "x");
}

TEST_F(BranchTest, ListsCountAnInheritedEventInItsOriginAlone) {
    tell_steps("abc");
    fork({.session = "s1", .at = "b", .as = "s2"});
    tell_steps("x", "s2");
    const auto row = store().summary(Space::session, "s2");
    ASSERT_TRUE(row && *row);
    EXPECT_EQ((*row)->events, 2U);  // The fork itself, and x.
}

}  // namespace
}  // namespace hence
