#include "hence/resumable.h"

#include <string>

#include <gtest/gtest.h>

#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class ResumableTest : public testing::Test, protected Story {
protected:
    // "user: hi | assistant: ok [Read(k1)] | tool(k1): text", and a star when it is exact.
    std::string seen(const std::string& at, const std::string& session = "s1") {
        const Result<Resumable> answer = resumable(store(), {.session = session, .at = at});
        if (!answer) {
            return answer.error().message;
        }
        std::string said = answer->exact ? "*" : "";
        for (const ResumableMessage& message : answer->messages) {
            said += said.empty() || said == "*" ? "" : " | ";
            said += to_string(message.role);
            said += message.call_id.empty() ? "" : "(" + message.call_id + ")";
            said += ": " + (message.parts.empty() ? message.text : message.parts);
            for (const ResumableCall& call : message.calls) {
                said += " [" + call.name + "(" + call.id + ")" + call.input + "]";
            }
        }
        return said;
    }

    void tell_work() {
        tell("'id':'p','kind':'prompt','agent':'m','fields':{'text':'go'}");
        tell(
            "'id':'l1','kind':'llm_call','agent':'m','fields':{'completion':'ok','call_ids':['k1','"
            "k2']}");
        tell(
            "'id':'t1','kind':'tool_call','agent':'m','fields':{'tool_name':'Read','call_id':'k1','"
            "input':{'a':1}}");
        tell(
            "'id':'o1','kind':'observation','agent':'m','fields':{'call_id':'k1','content':'text'"
            "}");
        tell(
            "'id':'t2','kind':'tool_call','agent':'m','fields':{'tool_name':'Bash','call_id':'k2'"
            "}");
        tell("'id':'x','kind':'llm_call','agent':'other','fields':{'completion':'not mine'}");
        tell("'id':'l2','kind':'llm_call','agent':'m','fields':{'completion':'done'}");
    }
};

TEST_F(ResumableTest, AtAModelCallItIsWhatThatCallWasShown) {
    tell_work();
    EXPECT_EQ(seen("l1"), "user: go");
    EXPECT_EQ(seen("l2"),
              "user: go | assistant: ok [Read(k1){\"a\":1}] [Bash(k2)] | tool(k1): text");
}

TEST_F(ResumableTest, AtAnyOtherEventItIsAllUpToIt) {
    tell_work();
    EXPECT_EQ(seen("t1"), "user: go | assistant: ok [Read(k1){\"a\":1}]");
    EXPECT_EQ(seen("o1"), "user: go | assistant: ok [Read(k1){\"a\":1}] | tool(k1): text");
}

TEST_F(ResumableTest, OnlyTheLastAnswerMayHaveCallsWithoutAResult) {
    tell_work();
    EXPECT_EQ(seen(""),
              "user: go | assistant: ok [Read(k1){\"a\":1}] | tool(k1): text | assistant: done");
}

TEST_F(ResumableTest, MessagesThatWereRecordedAreTakenAsTheyAre) {
    tell("'id':'p','kind':'prompt','agent':'m','fields':{'text':'go'}");
    tell(
        "'id':'l','kind':'llm_call','agent':'m','fields':{'completion':'so','messages':["
        "{'role':'system','content':'be brief'},"
        "{'role':'user','content':[{'type':'text','text':'look'},{'type':'image','data':'x'}]},"
        "{'role':'assistant','content':[{'type':'text','text':'I look'},"
        "{'type':'tool_use','id':'k','name':'Read','input':{'a':1}}]},"
        "{'role':'user','content':[{'type':'tool_result','tool_use_id':'k','content':'text'}]},"
        "{'role':'assistant','content':null,'tool_calls':[{'id':'q','type':'function',"
        "'function':{'name':'Bash','arguments':'{}'}}]},"
        "{'role':'tool','tool_call_id':'q','content':'fine'}]}");
    EXPECT_EQ(seen("l"),
              "*system: be brief | user: [{\"type\":\"text\",\"text\":\"look\"},"
              "{\"type\":\"image\",\"data\":\"x\"}] | assistant: I look [Read(k){\"a\":1}] | "
              "tool(k): text | assistant:  [Bash(q){}] | tool(q): fine");
    EXPECT_TRUE(seen("").ends_with("tool(q): fine | assistant: so"));
}

TEST_F(ResumableTest, WhatARewindLeftBehindIsNotSeen) {
    tell_work();
    tell("'id':'r','kind':'session_rewind','fields':{'to':'p'}");
    tell("'id':'l3','kind':'llm_call','agent':'m','fields':{'completion':'again'}");
    EXPECT_EQ(seen("l3"), "user: go");
    EXPECT_EQ(seen(""), "user: go | assistant: again");
}

TEST_F(ResumableTest, AForkSeesWhatItInherits) {
    tell_work();
    tell("'id':'f','kind':'session_fork','session':'s2','fields':{'origin':'s1','at':'o1'}");
    tell("'id':'l3','kind':'llm_call','agent':'m','session':'s2'");
    EXPECT_EQ(seen("l3", "s2"), "user: go | assistant: ok [Read(k1){\"a\":1}] | tool(k1): text");
    EXPECT_EQ(seen("l2", "s2"), "event \"l2\" is not in session \"s2\"");
}

}  // namespace
}  // namespace hence
