#include "base/nearest.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(NearestTest, NameThatItBeginsComesFirst) {
    EXPECT_EQ(nearest("duration", {"iteration", "duration_ms"}), "duration_ms");
    EXPECT_EQ(nearest("--lim", {"--from", "--limit"}), "--limit");
}

TEST(NearestTest, ElseTheOneWithTheFewestEdits) {
    EXPECT_EQ(nearest("sesion", {"session", "agent"}), "session");
    EXPECT_EQ(nearest("zzzzzz", {"session", "agent"}), std::nullopt);
    EXPECT_EQ(nearest("", {"session"}), std::nullopt);
}

TEST(NearestTest, EditsAreCounted) {
    EXPECT_EQ(edits_between("kitten", "sitting"), 3U);
    EXPECT_EQ(edits_between("", "abc"), 3U);
    EXPECT_EQ(edits_between(std::string(100, 'a'), std::string(90, 'a')), 0U);
}

}  // namespace
}  // namespace hence
