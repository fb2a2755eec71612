#include "views/write/drawing.h"

#include <string>

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string drawn(DrawingLanguage language, std::string_view label) {
    std::string out;
    const Sink sink = [&out](std::string_view piece) {
        out += piece;
        return Result<void>();
    };
    Drawing drawing(language, "T", sink);
    drawing.node(label);
    EXPECT_TRUE(drawing.finish({}));
    const std::size_t begin = out.find("  n1");
    return out.substr(begin, out.find('\n', begin) - begin);
}

TEST(DrawingTest, ALabelOfDotCannotEndItself) {
    EXPECT_EQ(drawn(DrawingLanguage::dot, "a\"]; b -> c; [\\"),
              R"(  n1 [label="a\"]; b -> c; [\\"];)");
    EXPECT_EQ(drawn(DrawingLanguage::dot, "<b>&lt; \\N"), R"(  n1 [label="<b>&amp;lt; \\N"];)");
    EXPECT_EQ(drawn(DrawingLanguage::dot, "one\ntwo"), R"(  n1 [label="one\ntwo"];)");
}

TEST(DrawingTest, ALabelOfMermaidCannotEndItself) {
    EXPECT_EQ(drawn(DrawingLanguage::mermaid, "a\"] --> b; `c`"),
              "  n1[\"a#quot;] --#gt; b#59; #96;c#96;\"]");
    EXPECT_EQ(drawn(DrawingLanguage::mermaid, "<img src=x> #quot; &amp; \\n %%{x}%%"),
              "  n1[\"#lt;img src=x#gt; #35;quot#59; #amp;amp#59; #92;n #37;#37;{x}#37;#37;\"]");
    EXPECT_EQ(drawn(DrawingLanguage::mermaid, "one\ntwo"), "  n1[\"one<br/>two\"]");
}

TEST(DrawingTest, ControlCharactersAreSpelledOut) {
    EXPECT_EQ(drawn(DrawingLanguage::dot, "a\x1b[2J\r"), R"(  n1 [label="a\\x1b[2J\\x0d"];)");
    EXPECT_EQ(drawn(DrawingLanguage::mermaid, "a\x1b"), "  n1[\"a#92;x1b\"]");
}

TEST(DrawingTest, ATitleStaysOnItsLine) {
    for (const DrawingLanguage language : {DrawingLanguage::dot, DrawingLanguage::mermaid}) {
        std::string out;
        const Sink sink = [&out](std::string_view piece) {
            out += piece;
            return Result<void>();
        };
        Drawing drawing(language, "evil\nclick n1\"}", sink);
        ASSERT_TRUE(drawing.finish({}));
        EXPECT_NE(out.find(language == DrawingLanguage::dot ? "label=\"evil click n1\\\"}\";\n"
                                                            : "%% evil click n1\"}\n"),
                  std::string::npos);
    }
}

TEST(DrawingTest, WhatIsLackingIsAComment) {
    Completeness lacking;
    lacking.missing_parents.push_back({"b", "x"});
    lacking.truncated = 2;
    for (const DrawingLanguage language : {DrawingLanguage::dot, DrawingLanguage::mermaid}) {
        std::string out;
        const Sink sink = [&out](std::string_view piece) {
            out += piece;
            return Result<void>();
        };
        Drawing drawing(language, "T", sink);
        ASSERT_TRUE(drawing.finish(lacking));
        const std::string mark = language == DrawingLanguage::dot ? "  // " : "  %% ";
        EXPECT_NE(out.find(mark + "! incomplete: parent x of b was never recorded\n"),
                  std::string::npos);
        EXPECT_NE(out.find(mark + "! incomplete: a limit cut off 2 more\n"), std::string::npos);
    }
}

}  // namespace
}  // namespace hence
