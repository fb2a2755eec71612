#include "base/hex.h"

#include <array>

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(Hex, DigitsOfEitherCaseFillTheBytes) {
    std::array<std::uint8_t, 3> bytes{};
    EXPECT_TRUE(from_hex("00fFa9", bytes));
    EXPECT_EQ(bytes, (std::array<std::uint8_t, 3>{0, 255, 169}));
}

TEST(Hex, TooFewTooManyAndOthersAreRefused) {
    std::array<std::uint8_t, 2> bytes{};
    for (const char* text : {"", "abc", "abcde", "abcdef", "abcg", "xbcd", "ab d"}) {
        EXPECT_FALSE(from_hex(text, bytes)) << text;
    }
}

}  // namespace
}  // namespace hence
