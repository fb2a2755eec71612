#include "formats/otlp/decode/arena.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/json/json_scanner.h"

namespace hence {
namespace {

std::string in_quotes(std::string_view bytes) {
    Arena arena;
    return std::string(arena.string(bytes).raw());
}

TEST(ArenaTest, PlainTextIsQuoted) {
    EXPECT_EQ(in_quotes(""), R"("")");
    EXPECT_EQ(in_quotes("gen_ai.request.model"), R"("gen_ai.request.model")");
}

TEST(ArenaTest, WhatJsonForbidsIsEscaped) {
    EXPECT_EQ(in_quotes(std::string("a\"b\\c\n\r\t\b\f\x01\x1f\0d", 14)),
              R"("a\"b\\c\n\r\t\b\f\u0001\u001f\u0000d")");
    EXPECT_EQ(in_quotes(std::string(40, 'x') + "\n" + std::string(40, 'y')),
              "\"" + std::string(40, 'x') + "\\n" + std::string(40, 'y') + "\"");
}

TEST(ArenaTest, TextThatIsNotUtf8IsMended) {
    Arena arena;
    EXPECT_EQ(arena.text("h\xc3\xa9"), "h\xc3\xa9");
    EXPECT_EQ(arena.string("h\xc3\xa9").raw(), "\"h\xc3\xa9\"");
    EXPECT_FALSE(arena.mended());
    EXPECT_EQ(arena.text("h\xc3"), "h\xef\xbf\xbd");
    EXPECT_TRUE(arena.mended());
    arena.clear();
    EXPECT_FALSE(arena.mended());
    EXPECT_EQ(arena.string("\xff\n\xed\xa0\x80").raw(), "\"\xef\xbf\xbd\\n\xef\xbf\xbd\"");
    EXPECT_TRUE(arena.mended());
}

TEST(ArenaTest, WhatItKeepsStaysWhereItIs) {
    Arena arena;
    std::vector<Json> kept;
    for (int i = 0; i < 3'000; ++i) {
        kept.push_back(arena.string("text number " + std::to_string(i)));
    }
    const Json large = arena.string(std::string(200'000, 'l'));
    for (int i = 0; i < 3'000; ++i) {
        ASSERT_EQ(kept[static_cast<std::size_t>(i)].string(), "text number " + std::to_string(i));
    }
    EXPECT_EQ(large.raw().size(), 200'002U);
}

TEST(ArenaTest, SoManyValuesAndNoMore) {
    Arena arena({.values_max = 3});
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(arena.admit());
    }
    const Result<void> one_more = arena.admit();
    ASSERT_FALSE(one_more);
    EXPECT_EQ(one_more.error().code, Code::limit);
    EXPECT_EQ(one_more.error().message, " holds more than 3 values");
    arena.clear();
    EXPECT_TRUE(arena.admit());
}

TEST(ArenaTest, SoManyBytesAndNoMore) {
    Arena arena({.bytes_max = 100});
    arena.string(std::string(98, 'a'));
    EXPECT_TRUE(arena.check());
    arena.string("");
    EXPECT_FALSE(arena.check());
    EXPECT_FALSE(arena.admit());
    arena.clear();
    EXPECT_TRUE(arena.check());
    // What would grow too long when escaped is not even begun.
    EXPECT_EQ(arena.string(std::string(30, '\x01')).raw(), "null");
    EXPECT_FALSE(arena.check());
}

RC_GTEST_PROP(ArenaTest, WritesTheTokensThatTheModelWrites, (const std::string& bytes)) {
    std::string text = bytes;
    for (char& c : text) {
        c = static_cast<unsigned char>(c) % 7 == 0 ? '"' : c;
    }
    std::string expected;
    append_string(expected, text);
    Arena arena;
    RC_ASSERT(std::string(arena.string(text).raw()) == expected);
    RC_ASSERT(arena.mended() == not_utf8(text).has_value());
    std::string longer(30, 'x');
    arena.append_string(longer, text);
    RC_ASSERT(longer == std::string(30, 'x') + expected);
}

}  // namespace
}  // namespace hence
