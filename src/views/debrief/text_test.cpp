// Tests of the text of debriefs: its path, and what a run failed on.
#include <string>

#include <gtest/gtest.h>

#include "hence/debrief.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class DebriefTextTest : public StoryTest {
protected:
    std::string text_of(const std::string& run) {
        Result<Debrief> answer = debrief(store(), {run});
        EXPECT_TRUE(answer) << answer.error().message;
        return text(std::move(answer).take());
    }
};

TEST_F(DebriefTextTest, PathNamesAFileByTheEndOfItsPath) {
    tell(
        "'id':'t','kind':'tool_call','run':'r','fields':{'tool_name':'Read','input':{'path':"
        "'/data/me/a_folder_with_a_long_name/src/panel/NavUser.tsx'}}");
    const std::string text = text_of("r");
    EXPECT_NE(text.find("├─ Path: Read …/src/panel/NavUser.tsx\n"), text.npos) << text;
}

TEST_F(DebriefTextTest, WhatEndsARunIsNoStepBehindItsFailure) {
    tell("'id':'t','kind':'tool_call','run':'r','fields':{'tool_name':'Bash','error':'exit 2'}");
    tell("'id':'u','kind':'termination','run':'r','fields':{'reason':'error'}");
    EXPECT_NE(text_of("r").find("Failed on: Tool call: Bash FAILED: exit 2"), std::string::npos);
    tell("'id':'v','kind':'session_end','run':'r'");
    EXPECT_NE(text_of("r").find("Failed on: Tool call: Bash FAILED: exit 2"), std::string::npos);
}

}  // namespace
}  // namespace hence
