#include "views/write/columns.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(ColumnsTest, CharactersAreCountedNotBytes) {
    EXPECT_EQ(width(""), 0U);
    EXPECT_EQ(width("Zoë…"), 4U);
    EXPECT_EQ(padded("Zoë", 5), "Zoë  ");
    EXPECT_EQ(right_aligned("Zoë", 5), "  Zoë");
    EXPECT_EQ(padded("longer", 3), "longer");
}

TEST(ColumnsTest, WhatIsCutSaysSo) {
    EXPECT_EQ(cut("Zoë!", 4), "Zoë!");
    EXPECT_EQ(cut("Zoë!!", 4), "Zoë…");
    EXPECT_EQ(cut("ab", 1), "…");
    EXPECT_EQ(cut("ab", 0), "");
}

}  // namespace
}  // namespace hence
