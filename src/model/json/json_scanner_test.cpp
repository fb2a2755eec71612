// Reads text as JSON and tells how it came back, or what was said against it.
#include <gtest/gtest.h>

#include "model/json/json.h"

namespace hence {
namespace {

constexpr std::size_t depth_max = 64;

std::string back(std::string_view text) {
    const Result<std::string> minified = minify(text, depth_max);
    return minified ? *minified : minified.error().message;
}

bool refused(std::string_view text) {
    const Result<std::string> minified = minify(text, depth_max);
    return !minified && minified.error().code == Code::invalid;
}

std::string repeat(std::string_view piece, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        out += piece;
    }
    return out;
}

TEST(JsonScanner, WhiteSpaceGoesAndEverythingElseStays) {
    EXPECT_EQ(back(" { \"a\" : [ 1 , 2.50 ,\t\"x y\" ] ,\r\n \"a\" : null } \n"),
              R"({"a":[1,2.50,"x y"],"a":null})");
    EXPECT_EQ(back("[ ]"), "[]");
    EXPECT_EQ(back("{\n}"), "{}");
    EXPECT_EQ(back(" true "), "true");
    EXPECT_EQ(back("[[],{},[{}]]"), "[[],{},[{}]]");
}

TEST(JsonScanner, StringsOfEveryLengthSurvive) {
    for (std::size_t size = 0; size < 70; ++size) {
        for (const char* tail : {"", " ", "                                "}) {
            const std::string token = '"' + std::string(size, 'x') + "\\n\"";
            EXPECT_EQ(back(" [ " + token + " , " + token + "]" + tail),
                      "[" + token + "," + token + "]");
        }
    }
}

TEST(JsonScanner, EscapesAreKeptAsTheyAreSpelled) {
    const std::string token = R"("\"\\\/\b\f\n\r\t\u0041\uD83D\uDE00\ud800\uDFFF")";
    EXPECT_EQ(back(token), token);
}

TEST(JsonScanner, NumbersKeepTheirText) {
    for (const std::string number :
         {"0", "-0", "1.10", "1e400", "-12.5E-07", "0.0e+00", "123456789012345678901234567890"}) {
        EXPECT_EQ(back(number), number);
        EXPECT_EQ(back("[ " + number + " ]"), "[" + number + "]");
    }
}

TEST(JsonScanner, WhatIsNoNumberIsRefused) {
    for (const auto* text : {"01", "-01", "+1", ".5", "1.", "1.e5", "1e", "1e+", "-", "--1", "0x1",
                             "NaN", "Infinity", "-Infinity", "1_000", "00"}) {
        EXPECT_TRUE(refused(text)) << text;
    }
}

TEST(JsonScanner, WhatIsNoStringIsRefused) {
    for (const auto* text : {"\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u",
                             "\"\\", "'a'", "\"a\nb\"", "\"a\tb\"", "\"\x01\"", "\"\x1f\""}) {
        EXPECT_TRUE(refused(text)) << text;
    }
    EXPECT_TRUE(refused(std::string_view("\"a\0b\"", 5)));
    EXPECT_EQ(back("\"\x20\x7f\""), "\"\x20\x7f\"");
}

TEST(JsonScanner, WhatIsNoValueIsRefused) {
    for (const auto* text : {"",
                             " ",
                             "tru",
                             "True",
                             "nul",
                             "nullx",
                             "[1,]",
                             "[,1]",
                             "[1 2]",
                             "[1",
                             "[",
                             "]",
                             "{",
                             "}",
                             "{\"a\"}",
                             "{\"a\":}",
                             "{\"a\":1,}",
                             "{,}",
                             "{a:1}",
                             "{1:2}",
                             "{\"a\" 1}",
                             "{\"a\":1 \"b\":2}",
                             "[1}",
                             "{\"a\":1]",
                             "1 2",
                             "{} {}",
                             "[]]",
                             "// c\n1",
                             "\xEF\xBB\xBF{}",
                             "{\"a\":1}x"}) {
        EXPECT_TRUE(refused(text)) << text;
    }
    EXPECT_TRUE(refused(std::string_view("1\0", 2)));
    EXPECT_TRUE(refused(std::string_view("\0", 1)));
}

TEST(JsonScanner, AnErrorNamesTheByte) {
    EXPECT_EQ(back("[1,x]"), "not JSON at byte 4: expected a value");
    EXPECT_EQ(back("[1,2"), "not JSON at byte 5: the text ends too early");
    EXPECT_EQ(back("{\"a\":01}"), "not JSON at byte 6: a number must not begin with 0");
    EXPECT_EQ(back("[\"ab\\q\"]"),
              "not JSON at byte 5: no such escape: write \\\\ for a backslash");
    EXPECT_EQ(back("\"a\x01\""),
              "not JSON at byte 3: a control character in a string: escape it, as \\n or \\u0000");
    EXPECT_EQ(back("1 x"), "not JSON at byte 3: more text after the value");
    EXPECT_EQ(back("\xEF\xBB\xBF{}"), "not JSON at byte 1: a byte order mark: leave it out");
    EXPECT_EQ(back("[\"a\xFF\"]"), "not UTF-8 at byte 4: encode the text as UTF-8");
}

TEST(JsonScanner, TextMustBeUtf8) {
    for (const auto* text : {"\"\x80\"", "\"\xC0\x80\"", "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"",
                             "\"\xE2\x82\"", "\xFF"}) {
        EXPECT_TRUE(refused(text)) << text;
    }
    EXPECT_EQ(back("\"é€😀\""), "\"é€😀\"");
}

TEST(JsonScanner, OneBadByteIsFoundWhereverItStands) {
    for (std::size_t size = 1; size < 100; ++size) {
        for (std::size_t at = 0; at < size; ++at) {
            std::string text = '"' + std::string(size, 'x') + '"';
            text[at + 1] = '\xFF';
            EXPECT_EQ(back(text),
                      "not UTF-8 at byte " + std::to_string(at + 2) + ": encode the text as UTF-8");
        }
    }
}

TEST(JsonScanner, NestingEndsWhereItShould) {
    EXPECT_FALSE(refused(repeat("[", 64) + repeat("]", 64)));
    EXPECT_EQ(back(repeat("[", 65) + repeat("]", 65)), "nests deeper than 64 levels at byte 65");
    EXPECT_FALSE(refused(repeat("{\"a\":", 64) + "1" + repeat("}", 64)));
    EXPECT_TRUE(refused(repeat("{\"a\":", 65) + "1" + repeat("}", 65)));
    EXPECT_TRUE(minify("1", 0));
    EXPECT_FALSE(minify("[]", 0));
}

TEST(JsonScanner, AHundredThousandLevelsAreRightToTheLastBracket) {
    const std::size_t levels = 100'000;
    const std::string deep = repeat("[{\"a\":", levels / 2) + "1" + repeat("}]", levels / 2);
    ASSERT_TRUE(minify(deep, levels));
    EXPECT_EQ(*minify(deep, levels), deep);
    EXPECT_FALSE(minify(deep, levels - 1));
    std::string wrong = deep;
    wrong[wrong.size() - 130] = wrong[wrong.size() - 130] == '}' ? ']' : '}';
    EXPECT_FALSE(minify(wrong, levels));
}

}  // namespace
}  // namespace hence
