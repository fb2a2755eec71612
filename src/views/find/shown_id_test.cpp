#include "views/find/shown_id.h"

#include <gtest/gtest.h>

#include "views/find/resolve.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class ShownIdTest : public StoryTest {
protected:
    void add(const std::string& id) { tell("'id':'" + id + "'"); }
    std::string shown(const std::string& id) { return shown_id(store(), id); }
};

TEST_F(ShownIdTest, EightCharactersWhereTheyAreEnough) {
    add("4f2a9c01-0000");
    add("position-1");
    EXPECT_EQ(shown("4f2a9c01-0000"), "4f2a9c01");
    EXPECT_EQ(shown("position-1"), "position");
}

TEST_F(ShownIdTest, EndOrWholeIdWhereOthersBeginAlike) {
    add("position-1");
    add("position-2");
    add("position-22");
    EXPECT_EQ(shown("position-1"), "sition-1");
    EXPECT_EQ(shown("position-22"), "ition-22");
    add("xsition-1");
    EXPECT_EQ(shown("position-1"), "position-1");
}

TEST_F(ShownIdTest, EventBesideAnotherShowsBoth) {
    add("4f2a9c01-0000");
    add("4f2a9c01-0000~e1");
    EXPECT_EQ(shown("4f2a9c01-0000"), "4f2a9c01");
    EXPECT_EQ(shown("4f2a9c01-0000~e1"), "4f2a9c01~e1");
    EXPECT_EQ(resolve_event(store(), "4f2a9c01~e1").take().id(), "4f2a9c01-0000~e1");
    EXPECT_EQ(resolve_event(store(), "4f2a9c01").take().id(), "4f2a9c01-0000");
}

}  // namespace
}  // namespace hence
