#include "views/write/markdown.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(Markdown, PlainTextStaysAsItIs) {
    EXPECT_EQ(markdown_text("2,841 shares at 84.31 (1.5 %), snake_case_name!"),
              "2,841 shares at 84.31 (1.5 %), snake_case_name!");
    EXPECT_EQ(markdown_text(""), "");
    EXPECT_EQ(markdown_text("größe_ä"), "größe_ä");
}

TEST(Markdown, MarkupWithinALineIsEscaped) {
    EXPECT_EQ(markdown_text("a *b* `c` [d](e) <f> g|h ~~i~~ &amp; $j$ \\"),
              R"(a \*b\* \`c\` \[d\](e) \<f> g\|h \~\~i\~\~ \&amp; \$j\$ \\)");
}

TEST(Markdown, AnUnderscoreIsEscapedWhereItCouldBeEmphasis) {
    EXPECT_EQ(markdown_text("_a_ b__c"), R"(\_a\_ b\_\_c)");
    EXPECT_EQ(markdown_text("_"), R"(\_)");
}

TEST(Markdown, WhatBeginsABlockIsEscapedAtTheBeginningOnly) {
    EXPECT_EQ(markdown_text("# a # b"), R"(\# a # b)");
    EXPECT_EQ(markdown_text("- a - b"), R"(\- a - b)");
    EXPECT_EQ(markdown_text("+ a"), R"(\+ a)");
    EXPECT_EQ(markdown_text("=== a"), R"(\=== a)");
    EXPECT_EQ(markdown_text("1. a 2. b"), R"(1\. a 2. b)");
    EXPECT_EQ(markdown_text("12) a"), R"(12\) a)");
    EXPECT_EQ(markdown_text("12"), "12");
    EXPECT_EQ(markdown_text("12."), R"(12\.)");
    EXPECT_EQ(markdown_text("0.92"), "0.92");
    EXPECT_EQ(markdown_text("-5 %"), "-5 %");
    EXPECT_EQ(markdown_text("-"), R"(\-)");
    EXPECT_EQ(markdown_text("---"), R"(\---)");
    EXPECT_EQ(markdown_text("12a. b"), "12a. b");
    EXPECT_EQ(markdown_text("    code"), "code");
    EXPECT_EQ(markdown_text("> quote"), R"(\> quote)");
}

TEST(Markdown, LinesAndControlCharactersBecomeText) {
    EXPECT_EQ(markdown_text("a\n# b\x1b[1m"), R"(a # b\\x1b\[1m)");
    EXPECT_EQ(markdown_text("\n\n- a"), R"(\- a)");
}

}  // namespace
}  // namespace hence
