#include "model/text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace hence {
namespace {

TEST(Text, OrdinaryTextStaysAsItIs) {
    EXPECT_EQ(printable(""), "");
    EXPECT_EQ(printable("plain ~ text"), "plain ~ text");
    EXPECT_EQ(printable("Grüße, 世界 😀"), "Grüße, 世界 😀");
    EXPECT_EQ(printable("a\xC2\xA0"
                        "b"),
              "a\xC2\xA0"
              "b");  // The first one behind C1.
}

TEST(Text, ControlCharactersAreShownNotSent) {
    EXPECT_EQ(printable("\x1b[31mred"), "\\x1b[31mred");
    EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
    EXPECT_EQ(printable("\x7f"), "\\x7f");
    EXPECT_EQ(printable("\xC2\x80\xC2\x9F"), "\\x80\\x9f");
    EXPECT_EQ(printable("a\rb"), "a\\x0db");
}

TEST(Text, LinesAndTabsBecomeSpaces) {
    EXPECT_EQ(printable("a\tb\nc\r\nd"), "a b c d");
}

TEST(Text, WhatReordersOrHidesTextIsShown) {
    EXPECT_EQ(printable("\u202A\u202E"), "\\u{202a}\\u{202e}");
    EXPECT_EQ(printable("\u2066\u2069"), "\\u{2066}\\u{2069}");
    EXPECT_EQ(printable("\u200E\u200F\u061C"), "\\u{200e}\\u{200f}\\u{061c}");
    EXPECT_EQ(printable("\u2028\u2029\uFEFF"), "\\u{2028}\\u{2029}\\u{feff}");
    EXPECT_EQ(printable("\U000E0000\U000E007F"), "\\u{e0000}\\u{e007f}");
    EXPECT_EQ(printable("\u2030\u2065\u206A"), "\u2030\u2065\u206A");  // Their neighbours.
}

TEST(Text, WhatIsNoCharacterIsReplaced) {
    EXPECT_EQ(printable("a\xFFz"), "a\uFFFDz");
    EXPECT_EQ(printable("\xED\xA0\x80"), "\uFFFD");
}

TEST(Text, TheFirstLineIsCutToItsLimit) {
    EXPECT_EQ(first_line("one\ntwo", 80), "one");
    EXPECT_EQ(first_line("one\r\ntwo", 80), "one");
    EXPECT_EQ(first_line("\ntwo", 80), "");
    EXPECT_EQ(first_line("abcde", 5), "abcde");
    EXPECT_EQ(first_line("abcdef", 5), "abcd…");
    EXPECT_EQ(first_line("ééééé", 5), "ééééé");
    EXPECT_EQ(first_line("éééééé", 5), "éééé…");
    EXPECT_EQ(first_line("ab", 1), "…");
}

TEST(Text, APathLosesItsBeginning) {
    EXPECT_EQ(path_end("/a/b.cpp", 8), "/a/b.cpp");
    EXPECT_EQ(path_end("/data/me/src/b.cpp", 12), "…/src/b.cpp");
    EXPECT_EQ(path_end("/data/me/src/b.cpp", 11), "…/src/b.cpp");
    EXPECT_EQ(path_end("/data/me/src/b.cpp", 10), "…/b.cpp");
    EXPECT_EQ(path_end("/hömé/mé/b.cpp", 10), "…/mé/b.cpp");
    EXPECT_EQ(path_end("/data/a_long_name.cpp", 8), "/data/a…");
    EXPECT_EQ(path_end("/data/folder/", 8), "/data/f…");
    EXPECT_EQ(path_end("abcdef", 5), "abcd…");
    EXPECT_EQ(path_end("/a/\x1b/b", 5), "…/\\x1b/b");
}

TEST(Text, ColoursOfATerminalAreTakenOut) {
    EXPECT_EQ(without_colours("\x1b[31mred\x1b[0m, \x1b[1;38:5:9mbold"), "red, bold");
    EXPECT_EQ(without_colours("\x1b[m"), "");
    EXPECT_EQ(without_colours("plain"), "plain");
    EXPECT_EQ(without_colours("\x1b[2Jx\x1b[31my"),
              "\x1b[2Jxy");  // Clearing a screen is no colour.
    EXPECT_EQ(without_colours("a\x1b[31"), "a\x1b[31");
    EXPECT_EQ(without_colours("a\x1b["), "a\x1b[");
}

TEST(Text, WhatIsQuotedIsShortAndSafe) {
    EXPECT_EQ(hence::quoted("a\x1b"), "\"a\\x1b\"");
    EXPECT_EQ(hence::quoted(std::string(64, 'x')), '"' + std::string(64, 'x') + '"');
    EXPECT_EQ(hence::quoted(std::string(65, 'x')), '"' + std::string(63, 'x') + "…\"");
}

// Plain characters are looked at eight at a time: any byte is met wherever it stands among them.
TEST(Text, AByteIsShownAlikeWhereverItStands) {
    const std::string plain = "The quick brown fox, ~ 9";
    for (int byte = 0; byte < 256; ++byte) {
        const std::string alone(1, static_cast<char>(byte));
        const std::string shown = printable(alone);
        for (std::size_t at = 0; at <= plain.size(); ++at) {
            const std::string before = plain.substr(0, at);
            const std::string behind = plain.substr(at);
            ASSERT_EQ(printable(before + alone + behind), before + shown + behind) << byte;
            if (byte != '\n' && byte != '\r') {
                const std::string cut = first_line(before + alone + behind, at + 1);
                ASSERT_EQ(cut, behind.empty() ? before + shown : before + "…") << byte;
            }
        }
    }
}

RC_GTEST_PROP(Text, NoControlByteEverComesOut, (const std::string& bytes)) {
    for (const char c : printable(bytes)) {
        RC_ASSERT(static_cast<unsigned char>(c) >= 0x20);
        RC_ASSERT(c != 0x7F);
    }
}

}  // namespace
}  // namespace hence
