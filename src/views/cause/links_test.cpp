// Every row of the table of causes (docs/answers/explain.md), told as a small story each.
#include "views/cause/links.h"

#include <string>

#include <gtest/gtest.h>

#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class CauseTest : public StoryTest {
protected:
    // An event at that second, of agent a in run r.
    void at(int second, const std::string& id, const std::string& kind,
            const std::string& more = "") {
        tell(
            fmt::format("'id':'{}','kind':'{}','time':'2026-01-01T00:00:{:02}Z','agent':'a',"
                        "'run':'r'{}{}",
                        id, kind, second, more.empty() ? "" : ",", more));
    }
    Explanation of(const std::string& id, Follow follow = Follow::assumed) {
        Result<Explanation> answer = explain(store(), {.event = id, .follow = follow});
        EXPECT_TRUE(answer) << id;
        return std::move(answer).take();
    }
    // "m call derived": the strongest cause of an event.
    std::string cause(const std::string& id, Follow follow = Follow::assumed) {
        const Explanation answer = of(id, follow);
        const std::optional<Via>& via = answer.chain.back().via;
        return via ? fmt::format("{} {} {}", via->from, to_string(via->type),
                                 to_string(via->provenance))
                   : "none";
    }
    std::string also(const std::string& id) {
        std::string told;
        const Explanation answer = of(id);
        for (const Via& via : answer.chain.back().also) {
            told += (told.empty() ? "" : ", ") + via.from + " " + std::string(to_string(via.type));
        }
        return told;
    }
};

TEST_F(CauseTest, NamedCausesAreStrongestAndNoneIsDropped) {
    at(0, "p", "thought");
    at(1, "c1", "thought");
    at(2, "c2", "thought");
    at(3, "d", "decision", "'parent':'p','causes':['c1','c2']");
    EXPECT_EQ(cause("d"), "c1 cause explicit");
    EXPECT_EQ(also("d"), "c2 cause, p parent");
}

TEST_F(CauseTest, ModelCallThatAskedBeatsTheSpanThatWraps) {
    at(0, "s", "span", "'fields':{'name':'agent'}");
    at(1, "m", "llm_call", "'parent':'s','fields':{'model':'m','call_ids':['k']}");
    at(2, "t", "tool_call", "'parent':'s','fields':{'tool_name':'T','call_id':'k'}");
    EXPECT_EQ(cause("t"), "m call derived");
    EXPECT_EQ(cause("t", Follow::recorded), "s within explicit");
}

TEST_F(CauseTest, CallIsFoundInTheAnswerByNameAndArguments) {
    at(0, "m", "llm_call",
       "'fields':{'model':'m','completion':[{'type':'tool_use','name':'T','input':{'x':1}}]}");
    at(1, "t", "tool_call", "'fields':{'tool_name':'T','input':{'x':1}}");
    at(2, "u", "tool_call", "'fields':{'tool_name':'T','input':{'x':2}}");
    EXPECT_EQ(cause("t"), "m call derived");
    EXPECT_EQ(cause("u"), "m turn assumed");
}

TEST_F(CauseTest, ResultHangsOnItsCall) {
    at(0, "m", "llm_call", "'fields':{'model':'m','call_ids':['k']}");
    at(1, "t", "tool_call", "'fields':{'tool_name':'T','call_id':'k'}");
    at(2, "o", "observation", "'fields':{'call_id':'k','content':'done'}");
    EXPECT_EQ(cause("o"), "t call derived");
}

TEST_F(CauseTest, ModelCallAnswersWhatIsNewSinceTheOneBefore) {
    at(0, "p", "prompt", "'fields':{'text':'go'}");
    at(1, "m1", "llm_call", "'fields':{'model':'m','call_ids':['k1','k2']}");
    at(2, "t1", "tool_call", "'fields':{'tool_name':'T','call_id':'k1','output':'1'}");
    at(3, "t2", "tool_call", "'fields':{'tool_name':'T','call_id':'k2','output':'2'}");
    at(4, "m2", "llm_call", "'fields':{'model':'m'}");
    EXPECT_EQ(cause("m1"), "p answers derived");
    EXPECT_EQ(cause("m2"), "t2 answers derived");
    EXPECT_EQ(also("m2"), "t1 answers");
}

TEST_F(CauseTest, MessagesSayWhichResultsWereNew) {
    at(1, "m1", "llm_call", "'fields':{'model':'m','call_ids':['k1','k2']}");
    at(2, "t1", "tool_call", "'fields':{'tool_name':'T','call_id':'k1','output':'1'}");
    at(3, "t2", "tool_call", "'fields':{'tool_name':'T','call_id':'k2','output':'2'}");
    at(4, "m2", "llm_call",
       "'fields':{'model':'m','messages':[{'role':'assistant','content':'x'},"
       "{'role':'tool','tool_call_id':'k1','content':'1'}]}");
    EXPECT_EQ(cause("m2"), "t1 answers derived");
    EXPECT_EQ(also("m2"), "");
}

TEST_F(CauseTest, AResultWasNewAlsoWhereTheAnswerUsesItsCallIdAgain) {
    for (int turn = 0; turn < 2; ++turn) {
        const std::string n = std::to_string(turn);
        at(4 * turn, "m" + n, "llm_call", "'fields':{'model':'m','call_ids':['k']}");
        at(4 * turn + 1, "t" + n, "tool_call", "'fields':{'tool_name':'T','call_id':'k'}");
        at(4 * turn + 2, "o" + n, "observation", "'fields':{'call_id':'k','content':'x'}");
    }
    EXPECT_EQ(cause("m1"), "o0 answers derived");
    EXPECT_EQ(cause("t1"), "m1 call derived");
    EXPECT_EQ(cause("o1"), "t1 call derived");
}

TEST_F(CauseTest, AModelCallDoesNotAnswerWhatItAskedForItself) {
    at(0, "t", "tool_call", "'fields':{'tool_name':'T','call_id':'k'}");
    at(1, "o", "observation", "'fields':{'call_id':'k','content':'x'}");
    at(2, "m", "llm_call", "'fields':{'model':'m','call_ids':['k']}");
    EXPECT_EQ(cause("m", Follow::known), "none");
    EXPECT_EQ(cause("t"), "m call derived");
}

TEST_F(CauseTest, MessagesSayWhichPromptWasNew) {
    at(0, "s", "session_start", "'fields':{'goal':'mend it'}");
    at(1, "p", "prompt", "'parent':'s','fields':{'text':'mend the door'}");
    at(2, "m", "llm_call",
       "'parent':'s','fields':{'model':'m','messages':[{'role':'user','content':"
       "[{'type':'text','text':'Please mend the door.'}]}]}");
    tell(
        "'id':'other','kind':'llm_call','time':'2026-01-01T00:00:03Z','agent':'b','run':'r',"
        "'parent':'s','fields':{'model':'m','messages':[{'role':'user','content':'x'}]}");
    EXPECT_EQ(cause("m"), "p answers derived");
    EXPECT_EQ(also("m"), "");
    EXPECT_EQ(cause("other"), "s within explicit");
}

TEST_F(CauseTest, AGoalIsAnsweredWhereTheMessagesSaySo) {
    at(0, "s", "session_start", "'fields':{'goal':'mend it'}");
    at(1, "m", "llm_call",
       "'parent':'s','fields':{'model':'m','messages':[{'role':'user','content':'mend it'}]}");
    tell(
        "'id':'silent','kind':'llm_call','time':'2026-01-01T00:00:02Z','agent':'b','run':'r',"
        "'parent':'s','fields':{'model':'m'}");
    EXPECT_EQ(cause("m"), "s answers derived");
    EXPECT_EQ(cause("silent"), "s within explicit");
}

TEST_F(CauseTest, WhatWasTakenOutOfAnAnswerWasSaidInIt) {
    at(0, "m", "llm_call", "'fields':{'model':'m'}");
    at(0, "a", "assumption", "'parent':'m','flags':['derived'],'fields':{'assumption':'x'}");
    EXPECT_EQ(cause("a"), "m said derived");
}

TEST_F(CauseTest, WrapperIsFollowedOnlyWhenNothingElseIsKnownAndThenOnFromItsOwnCause) {
    at(0, "root", "span", "'fields':{'name':'workflow'}");
    at(1, "inner", "span", "'parent':'root','fields':{'name':'agent'}");
    at(2, "x", "thought", "'parent':'inner'");
    EXPECT_EQ(why({.event = "x"}), "root -within-> inner -within-> x");
    EXPECT_TRUE(of("x").completeness.complete());
}

TEST_F(CauseTest, StepThatNothingExplainsFollowsTheLastModelCallElseTheStepBefore) {
    at(0, "s", "thought");
    at(1, "d", "decision");
    at(2, "m", "llm_call", "'fields':{'model':'m'}");
    at(3, "e", "decision");
    EXPECT_EQ(cause("d"), "s sequence assumed");
    EXPECT_EQ(cause("e"), "m turn assumed");
    EXPECT_EQ(cause("e", Follow::known), "none");
    EXPECT_EQ(of("e").completeness.uncaused, (std::vector<std::string>{"d", "m", "e"}));
    EXPECT_EQ(of("e", Follow::known).completeness.uncaused, std::vector<std::string>{"e"});
}

// Rows of traces that share a correlation and nothing else. StoryTest gives a session to what names
// none, so they are told to the store itself.
TEST_F(CauseTest, StepBeforeInTheSameCorrelationIsAssumed) {
    Batch rows;
    for (const std::string_view row :
         {R"({"id":"u0","kind":"decision","time":"1970-01-01T00:00:00Z","agent":"a",)"
          R"("correlation":"t1","flags":["time_derived"]})",
          R"({"id":"u1","kind":"decision","time":"2026-01-01T00:00:01Z","agent":"a",)"
          R"("correlation":"t1"})",
          R"({"id":"x","kind":"decision","time":"2026-01-01T00:00:02Z","agent":"a",)"
          R"("correlation":"other"})",
          R"({"id":"u2","kind":"decision","time":"2026-01-01T00:00:03Z","agent":"a",)"
          R"("correlation":"t1"})",
          R"({"id":"o","kind":"outcome","time":"2026-01-01T00:00:04Z","agent":"a",)"
          R"("correlation":"t1","fields":{"of":"u2"}})",
          R"({"id":"u3","kind":"decision","time":"2026-01-01T00:00:05Z","agent":"b",)"
          R"("correlation":"t1"})"}) {
        rows.events.push_back({Event::parse(row).take()});
    }
    ASSERT_TRUE(store().append(rows));
    EXPECT_EQ(why({.event = "u3"}), "u1 -sequence-> u2 -sequence-> u3");
    EXPECT_EQ(cause("u1"), "none");
    EXPECT_TRUE(of("u1").completeness.complete());
    EXPECT_EQ(of("u3").completeness.uncaused, (std::vector<std::string>{"u2", "u3"}));
    EXPECT_EQ(cause("u3", Follow::known), "none");
    EXPECT_EQ(cause("x"), "none");
    EXPECT_EQ(why({.event = "u1", .down = true}), "u1 u2<u1 sequence o<u2 outcome u3<u2 sequence");
}

TEST_F(CauseTest, StepOfTheSameAffairStandsBeforeTheStepOfTheSession) {
    tell("'id':'a1','kind':'decision','correlation':'a'");
    tell("'id':'b1','kind':'decision','correlation':'b'");
    tell("'id':'a2','kind':'decision','correlation':'a'");
    EXPECT_EQ(cause("a2"), "a1 sequence assumed");
    EXPECT_EQ(cause("b1"), "a1 sequence assumed");
}

TEST_F(CauseTest, BeginningNeedsNoCause) {
    at(0, "x", "thought");
    at(1, "p", "prompt", "'fields':{'text':'next'}");
    EXPECT_EQ(cause("p"), "none");
    EXPECT_TRUE(of("p").completeness.complete());
    EXPECT_TRUE(of("x").completeness.complete());
}

TEST_F(CauseTest, OtherAgentsResultsAreNotNew) {
    at(0, "m1", "llm_call", "'fields':{'model':'m'}");
    tell(
        "'id':'b','kind':'tool_call','time':'2026-01-01T00:00:01Z','agent':'other','run':'r',"
        "'fields':{'tool_name':'T'}");
    at(2, "m2", "llm_call", "'fields':{'model':'m'}");
    EXPECT_EQ(cause("m2"), "m1 turn assumed");
}

TEST_F(CauseTest, WordsOfTheSameAnswerStandBesideTheStep) {
    at(0, "m", "llm_call",
       "'fields':{'model':'m','completion':'The cache is stale.','call_ids':['k']}");
    at(1, "t", "tool_call", "'fields':{'tool_name':'Bash','call_id':'k'}");
    EXPECT_EQ(of("t").chain.back().said, "The cache is stale.");
    at(2, "m2", "llm_call", "'parent':'t','fields':{'model':'m','call_ids':['k2']}");
    at(3, "th", "thought", "'parent':'m2','fields':{'text':'Nothing of value is lost.'}");
    at(4, "t2", "tool_call", "'parent':'m2','fields':{'tool_name':'Bash','call_id':'k2'}");
    EXPECT_EQ(of("t2").chain.back().said, "Nothing of value is lost.");
    at(5, "m3", "llm_call",
       "'fields':{'model':'m','completion':'Found it.\\n\\nThe index is "
       "stale.','call_ids':['k3']}");
    at(6, "t3", "tool_call", "'parent':'m3','fields':{'tool_name':'Bash','call_id':'k3'}");
    EXPECT_NE(text(of("t3")).find("said: \"Found it. The index is stale.\"\n"), std::string::npos);
    at(7, "m4", "llm_call",
       "'fields':{'model':'m','completion':'" + std::string(281, 'x') + "','call_ids':['k4']}");
    at(8, "t4", "tool_call", "'parent':'m4','fields':{'tool_name':'Bash','call_id':'k4'}");
    EXPECT_NE(text(of("t4")).find(std::string(280, 'x') + "…\"\n"), std::string::npos);
}

TEST_F(CauseTest, LastAnswerOfAChildIsBehindTheResultOfItsDelegation) {
    const std::string child = "'agent':'b','run':'rb'";
    at(0, "m", "llm_call", "'fields':{'model':'m','call_ids':['k']}");
    at(1, "t", "tool_call", "'fields':{'tool_name':'Task','call_id':'k'}");
    at(1, "d", "delegation", "'parent':'t','fields':{'child_id':'b','run_id':'rb'}");
    tell("'id':'b1','kind':'llm_call','time':'2026-01-01T00:00:02Z'," + child);
    tell("'id':'b2','kind':'llm_call','time':'2026-01-01T00:00:03Z'," + child);
    at(4, "n", "llm_call", "'fields':{'model':'m'}");
    EXPECT_EQ(cause("n"), "t answers derived");
    EXPECT_EQ(also("n"), "b2 delegation");
    Result<Explanation> down = explain(store(), {.event = "b2", .down = true});
    ASSERT_TRUE(down);
    EXPECT_EQ(down->chain.at(1).event.id(), "n");
    // A call of two events ends with its observation: the answer is behind that.
    at(5, "m2", "llm_call", "'fields':{'model':'m','call_ids':['k2']}");
    at(6, "t2", "tool_call", "'fields':{'tool_name':'Task','call_id':'k2'}");
    at(6, "d2", "delegation", "'parent':'t2','fields':{'child_id':'c'}");
    tell("'id':'c1','kind':'llm_call','time':'2026-01-01T00:00:07Z','agent':'c','run':'r'");
    at(8, "o2", "observation", "'fields':{'call_id':'k2','content':'x'}");
    EXPECT_EQ(cause("o2"), "t2 call derived");
    EXPECT_EQ(also("o2"), "c1 delegation");
}

TEST_F(CauseTest, LastAnswerOfAChildInAnotherSessionIsBehindTheResultToo) {
    const std::string child = "'agent':'b','session':'s2','run':'rb'";
    at(0, "m", "llm_call", "'fields':{'model':'m','call_ids':['k']}");
    at(1, "t", "tool_call", "'fields':{'tool_name':'Task','call_id':'k'}");
    at(1, "d", "delegation", "'parent':'t','fields':{'child_id':'b','run_id':'rb'}");
    tell("'id':'b1','kind':'llm_call','time':'2026-01-01T00:00:02Z'," + child);
    tell("'id':'b2','kind':'llm_call','time':'2026-01-01T00:00:03Z'," + child);
    at(4, "o", "observation", "'fields':{'call_id':'k','content':'x'}");
    tell("'id':'b3','kind':'llm_call','time':'2026-01-01T00:00:05Z'," + child);
    EXPECT_EQ(cause("o"), "t call derived");
    EXPECT_EQ(also("o"), "b2 delegation");
    EXPECT_EQ(why({.event = "b2", .down = true}), "b2 o<b2 delegation b3<b2 turn");
}

TEST_F(CauseTest, DelegationMeansTheRunOfItsOwnSession) {
    for (const char* const session : {"s1", "s2"}) {
        const auto in = [&](const std::string& id, const std::string& kind,
                            const std::string& more) {
            tell(fmt::format("'id':'{}{}','kind':'{}','session':'{}',{}", id, session, kind,
                             session, more));
        };
        in("p", "prompt", "'run':'r','fields':{'text':'go'}");
        in("d", "delegation", "'run':'r','fields':{'child_id':'b','run_id':'sub'}");
        in("b", "llm_call", "'run':'sub','agent':'b','fields':{'model':'m'}");
    }
    EXPECT_EQ(cause("bs1"), "ds1 delegation derived");
    EXPECT_EQ(also("bs1"), "");
    EXPECT_EQ(cause("bs2"), "ds2 delegation derived");
    // Where its own session has no such run, the one that begins next is meant.
    tell("'id':'d3','kind':'delegation','session':'s3','fields':{'run_id':'sub'}");
    tell("'id':'b4','kind':'llm_call','session':'s4','run':'sub','fields':{'model':'m'}");
    EXPECT_EQ(cause("b4"), "d3 delegation derived");
    EXPECT_EQ(shape({.session = "s3", .delegations = true}), "d3(b4)");
    // A run that another delegation means began for that one.
    tell("'id':'d5','kind':'delegation','session':'s5','fields':{'run_id':'sub'}");
    EXPECT_EQ(shape({.session = "s5", .delegations = true}), "d5");
    EXPECT_EQ(also("b4"), "");
}

TEST_F(CauseTest, DelegationThatNamesItsOwnRunLeadsToTheChildBehindIt) {
    at(0, "p", "prompt", "'fields':{'text':'go'}");
    at(1, "m", "llm_call", "'fields':{'model':'m','call_ids':['k']}");
    at(2, "t", "tool_call", "'fields':{'tool_name':'Task','call_id':'k'}");
    at(3, "d", "delegation", "'parent':'t','fields':{'child_id':'b','run_id':'r'}");
    tell("'id':'b1','kind':'llm_call','time':'2026-01-01T00:00:04Z','agent':'b','run':'r'");
    at(5, "o", "observation", "'fields':{'call_id':'k','content':'x'}");
    EXPECT_EQ(cause("p"), "none");
    EXPECT_EQ(cause("m"), "p answers derived");
    EXPECT_EQ(cause("b1"), "p answers derived");
    EXPECT_EQ(also("b1"), "d delegation");
    EXPECT_EQ(also("o"), "b1 delegation");
}

}  // namespace
}  // namespace hence
