#include "base/utf8.h"

#include <random>

#include <gtest/gtest.h>

namespace hence {
namespace {

// The characters of a text by number, "?" for a byte that is none.
std::string read_all(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const Character character = first_character(text);
        out += character.valid ? std::to_string(static_cast<unsigned>(character.value)) : "?";
        out += ' ';
        text.remove_prefix(character.size);
    }
    return out;
}

TEST(Utf8, CharactersOfEverySizeAreReadAtBothEndsOfTheirRange) {
    for (const char32_t c :
         {0x0U, 0x7FU, 0x80U, 0x7FFU, 0x800U, 0xD800U, 0xDFFFU, 0xFFFFU, 0x10000U, 0x10FFFFU}) {
        std::string text;
        append_utf8(text, c);
        const Character character = first_character(text);
        EXPECT_TRUE(character.valid);
        EXPECT_EQ(character.value, c);
        EXPECT_EQ(character.size, text.size());
    }
}

TEST(Utf8, BytesThatBeginNothingAreTakenOneByOne) {
    EXPECT_EQ(read_all("a\x80z"), "97 ? 122 ");
    EXPECT_EQ(read_all("\xC0\x80"), "? ? ");        // Overlong.
    EXPECT_EQ(read_all("\xE0\x9F\xBF"), "? ? ? ");  // Overlong.
    EXPECT_EQ(read_all("\xF0\x8F\xBF\xBF"), "? ? ? ? ");
    EXPECT_EQ(read_all("\xF4\x90\x80\x80"), "? ? ? ? ");  // Beyond U+10FFFF.
    EXPECT_EQ(read_all("\xE2\x82"), "? ? ");              // Cut short.
    EXPECT_EQ(read_all("\xFF"), "? ");
}

TEST(Utf8, LengthIsCountedAsUtf16Does) {
    EXPECT_EQ(utf16_length(""), 0u);
    EXPECT_EQ(utf16_length("aé€"), 3u);
    EXPECT_EQ(utf16_length("😀"), 2u);
    EXPECT_EQ(utf16_length("\xED\xA0\x80"), 1u);
}

// As is_utf8 says it, one character at a time.
bool every_character_is_valid(std::string_view text) {
    while (!text.empty()) {
        const Character character = first_character(text);
        if (!character.valid || character.is_surrogate()) {
            return false;
        }
        text.remove_prefix(character.size);
    }
    return true;
}

TEST(Utf8, WordsOfAsciiAreSkippedAndNothingElse) {
    std::mt19937 random(7);
    const std::string_view parts[] = {"a",
                                      "abcdefgh",
                                      "\xC3\xA9",
                                      "\xE2\x82\xAC",
                                      "\xF0\x9F\x98\x80",
                                      "\xED\xA0\x80",
                                      "\xC0\x80",
                                      "\x80",
                                      "\xF4\x90\x80\x80",
                                      "\xE2\x82",
                                      "\xFF"};
    int valid = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string text;
        const auto size = random() % 12;
        // Half of the rounds use valid parts only.
        const auto choices = round % 2 == 0 ? 5U : std::size(parts);
        for (unsigned i = 0; i < size; ++i) {
            text += parts[random() % choices];
        }
        const bool expected = every_character_is_valid(text);
        ASSERT_EQ(is_utf8(text), expected) << round;
        valid += expected ? 1 : 0;
    }
    EXPECT_GT(valid, 10'000);
    EXPECT_LT(valid, 20'000);
}

}  // namespace
}  // namespace hence
