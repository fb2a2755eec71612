#include "record/left_out.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

using Lines = std::vector<std::string>;

TEST(LeftOut, NothingIsSaidOfNothing) {
    EXPECT_TRUE(LeftOut(LeftOut::Names::first).lines().empty());
}

TEST(LeftOut, FilesAreGroupedByTheirShapeTheLargestGroupFirst) {
    LeftOut left(LeftOut::Names::first);
    left.add("a.db", {.shape = "an SQLite database"});
    for (int n = 1; n <= 7; ++n) {
        left.add(std::to_string(n) + ".md", {.shape = "Markdown"});
    }
    EXPECT_EQ(left.lines(), (Lines{"8 files of no known format skipped",
                                   "  7 x Markdown: 1.md, 2.md, 3.md, 4.md, 5.md and 2 more",
                                   "  1 x an SQLite database: a.db"}));
}

TEST(LeftOut, AllAreNamedWithTheirKeysWhenAskedFor) {
    LeftOut left(LeftOut::Names::all);
    left.add("a.json", {.shape = "one JSON object", .keys = {"x", "y"}});
    EXPECT_EQ(left.lines(), (Lines{"1 file of no known format skipped",
                                   "  a.json: one JSON object with the keys x, y"}));
}

}  // namespace
}  // namespace hence
