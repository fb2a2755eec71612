#include "base/ascii.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(AsciiTest, EachCharacterHasItsClass) {
    for (int code = -128; code < 128; ++code) {
        const char c = static_cast<char>(code);
        const bool digit = std::string_view("0123456789").find(c) != std::string_view::npos;
        const bool small =
            std::string_view("abcdefghijklmnopqrstuvwxyz").find(c) != std::string_view::npos;
        const bool capital =
            std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZ").find(c) != std::string_view::npos;
        EXPECT_EQ(is_digit(c), digit) << code;
        EXPECT_EQ(is_lower(c), small) << code;
        EXPECT_EQ(is_upper(c), capital) << code;
        EXPECT_EQ(is_letter(c), small || capital) << code;
        EXPECT_EQ(is_letter_or_digit(c), small || capital || digit) << code;
        EXPECT_EQ(is_space(c), white_space.find(c) != std::string_view::npos) << code;
        EXPECT_EQ(lower(c), capital ? c + 32 : c) << code;
    }
}

TEST(AsciiTest, AHexadecimalDigitHasItsValue) {
    constexpr std::string_view small = "0123456789abcdef";
    constexpr std::string_view capital = "0123456789ABCDEF";
    for (int value = 0; value < 16; ++value) {
        EXPECT_EQ(hex_value(small[static_cast<std::size_t>(value)]), value);
        EXPECT_EQ(hex_value(capital[static_cast<std::size_t>(value)]), value);
    }
    for (const char c : std::string_view("/:@G`g \xC3")) {
        EXPECT_EQ(hex_value(c), -1);
        EXPECT_FALSE(is_hex(c));
    }
}

TEST(AsciiTest, CaseIsThatOfAsciiLettersOnly) {
    EXPECT_EQ(lower_case("Content-TYPE \xC3\x84 [Z]"), "content-type \xC3\x84 [z]");
    EXPECT_TRUE(same_letters("gZip", "GzIP"));
    EXPECT_FALSE(same_letters("gzip", "gzi"));
    EXPECT_FALSE(same_letters("a@", "a`"));
}

TEST(AsciiTest, WhiteSpaceAroundATextIsTakenOff) {
    EXPECT_EQ(trimmed(" \t\r\na b\n"), "a b");
    EXPECT_EQ(trimmed("a"), "a");
    EXPECT_EQ(trimmed(" \n "), "");
    EXPECT_EQ(trimmed(""), "");
    EXPECT_EQ(trimmed("\ta\n", " \t"), "a\n");
    EXPECT_EQ(trimmed_front("  a  "), "a  ");
    EXPECT_EQ(trimmed_front("   "), "");
}

TEST(AsciiTest, ABlankTextHasWhiteSpaceAtMost) {
    EXPECT_TRUE(is_blank(""));
    EXPECT_TRUE(is_blank(" \t\r\n"));
    EXPECT_FALSE(is_blank(" \v"));
    EXPECT_FALSE(is_blank(" a "));
}

}  // namespace
}  // namespace hence
