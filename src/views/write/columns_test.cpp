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

TEST(ColumnsTest, WideCharactersTakeTwoColumnsAndAccentsNone) {
    EXPECT_EQ(width("会话"), 4U);
    EXPECT_EQ(width("ok ✅"), 5U);
    EXPECT_EQ(width("🚀"), 2U);
    EXPECT_EQ(width("e\xCC\x81"), 1U);
    EXPECT_EQ(padded("会", 4), "会  ");
    EXPECT_EQ(cut("会话abc", 4), "会…");  // A half of a character is not shown.
    EXPECT_EQ(cut("a\xFF", 5), "a\xFF");
}

TEST(ColumnsTest, FrontMayBeCutInstead) {
    EXPECT_EQ(cut_front("│  │  └─ ", 4), "…└─ ");
    EXPECT_EQ(cut_front("└─ ", 4), "└─ ");
}

TEST(ColumnsTest, LinesBreakBetweenWords) {
    EXPECT_EQ(wrapped("one two three", 2, 0), "  one two three\n");
    EXPECT_EQ(wrapped("a word that is followed by others", 1, 24),
              " a word that is followed\n   by others\n");
    EXPECT_EQ(wrapped("abcdefghijklmnopqrstuvwxyz", 0, 20), "abcdefghijklmnopqrst\n  uvwxyz\n");
    EXPECT_EQ(wrapped("", 1, 20), " \n");
}

}  // namespace
}  // namespace hence
