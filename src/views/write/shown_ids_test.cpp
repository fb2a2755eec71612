#include "views/write/shown_ids.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(ShownIdsTest, EightCharactersOfAnIdThatAProgramMade) {
    ShownIds ids;
    EXPECT_EQ(ids.of("4f2a9c01-2222-4000"), "4f2a9c01");
    EXPECT_EQ(ids.of("4f2a9c01-2222-4000~e1"), "4f2a9c01~e1");
    EXPECT_EQ(ids.of("e1"), "e1");
}

TEST(ShownIdsTest, IdsOfPeopleThatBeginAlikeAreToldApart) {
    ShownIds ids;
    EXPECT_EQ(ids.of("position-1"), "position");
    EXPECT_EQ(ids.of("position-2"), "position-2");
    EXPECT_EQ(ids.of("position-3~e1"), "position~e1");
}

TEST(ShownIdsTest, NoTwoLookAlike) {
    ShownIds ids;
    EXPECT_EQ(ids.of("0000000000000010-0001"), "00000000");
    EXPECT_EQ(ids.of("0000000000000011-0002"), "0000000000000011");
    EXPECT_EQ(ids.of("0000000000000011-0003"), "011-0003");
    EXPECT_EQ(ids.of("0000000000000011-9011-0003"), "0000000000000011-9011-0003");
    EXPECT_EQ(ids.of("4f2a9c01-2222-4000:1"), "4f2a9c01");
    EXPECT_EQ(ids.of("4f2a9c01-2222-4000:2"), "2-4000:2");
    EXPECT_EQ(ids.of("0000000000000010-0001"), "00000000");
}

}  // namespace
}  // namespace hence
