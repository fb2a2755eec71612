#include "cli/console/terminal.h"

#include <gtest/gtest.h>

#include "cli/console/output.h"

namespace hence {
namespace {

std::string shown(Spelling spelling, std::initializer_list<std::string_view> pieces) {
    TerminalFilter filter(spelling);
    std::string out;
    for (const std::string_view piece : pieces) {
        filter.append(out, piece);
    }
    filter.finish(out);
    return out;
}

TEST(TerminalTest, OrdinaryTextPasses) {
    EXPECT_EQ(shown(Spelling::text, {"a\tb\nZürich \xE2\x9C\x97 \xF0\x9F\x98\x80"}),
              "a\tb\nZürich \xE2\x9C\x97 \xF0\x9F\x98\x80");
}

TEST(TerminalTest, ControlCharactersAreSpelledOut) {
    EXPECT_EQ(shown(Spelling::text, {"\x1b[2J\r\x7f"}), "\\x1b[2J\\x0d\\x7f");
    EXPECT_EQ(shown(Spelling::text, {"\xC2\x9B", "1m"}), "\\x9b1m");
    EXPECT_EQ(shown(Spelling::text, {"\xE2\x80\xAE"}), "\\u{202e}");
}

TEST(TerminalTest, InJsonTheySayTheSame) {
    EXPECT_EQ(shown(Spelling::json, {"\"\xC2\x9B\x7f\xE2\x80\xAE\""}), "\"\\u009b\\u007f\\u202e\"");
    EXPECT_EQ(shown(Spelling::json, {"\xF3\xA0\x81\x81"}), "\\udb40\\udc41");
}

TEST(TerminalTest, CharacterMayComeInPieces) {
    EXPECT_EQ(shown(Spelling::text, {"\xC2", "\x9B"}), "\\x9b");
    EXPECT_EQ(shown(Spelling::text, {"\xF0", "\x9F", "\x98", "\x80"}), "\xF0\x9F\x98\x80");
}

TEST(TerminalTest, WhatIsNoCharacterIsReplaced) {
    EXPECT_EQ(shown(Spelling::text, {"a\xFF"
                                     "b"}),
              "a\xEF\xBF\xBD"
              "b");
    EXPECT_EQ(shown(Spelling::text, {"\xC0\x80"}), "\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(shown(Spelling::text, {"\xED\xA0\x80"}), "\xEF\xBF\xBD");
    EXPECT_EQ(shown(Spelling::text, {"\xE2\x82"}), "\xEF\xBF\xBD");
    EXPECT_EQ(shown(Spelling::text, {"\xE2\x82"
                                     "A"}),
              "\xEF\xBF\xBD"
              "A");
}

TEST(TerminalTest, IdsAreDimAndWhatIsMissingIsYellow) {
    EXPECT_EQ(coloured("Head\nx  (ab)\n! incomplete\n", true),
              "\x1b[1mHead\x1b[0m\nx\x1b[2m  (ab)\x1b[0m\n\x1b[33m! incomplete\x1b[0m\n");
    EXPECT_EQ(coloured("x\n", false), "x\n");
}

}  // namespace
}  // namespace hence
