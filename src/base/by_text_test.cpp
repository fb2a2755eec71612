#include "base/by_text.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "base/siphash.h"

namespace hence {
namespace {

std::uint64_t mixed(std::uint64_t word) {
    constexpr std::uint64_t factor = 0xc6a4a7935bd1e995U;
    word *= factor;
    return (word ^ word >> 47U) * factor;
}

// Undoes `mixed`.
std::uint64_t unmixed(std::uint64_t word) {
    std::uint64_t inverse = 0xc6a4a7935bd1e995U;
    for (int i = 0; i < 6; ++i) {
        inverse *= 2 - 0xc6a4a7935bd1e995U * inverse;
    }
    word *= inverse;
    return (word ^ word >> 47U) * inverse;
}

// Texts of 16 bytes a block that std::hash cannot tell apart: in each block one of two pairs of
// words, which leave its state the same.
std::vector<std::string> texts_of_one_hash(unsigned blocks) {
    constexpr std::uint64_t factor = 0xc6a4a7935bd1e995U;
    std::uint64_t state = 0xc70f6907U ^ (blocks * 16 * factor);
    std::vector<std::string> texts(1U << blocks);
    for (unsigned block = 0; block < blocks; ++block) {
        const std::uint64_t one = (state ^ mixed(1)) * factor;
        const std::uint64_t two = (state ^ mixed(2)) * factor;
        const std::uint64_t words[2][2] = {{1, 3}, {2, unmixed(one ^ two ^ mixed(3))}};
        for (std::size_t i = 0; i < texts.size(); ++i) {
            char bytes[16];
            std::memcpy(bytes, words[i >> block & 1U], sizeof bytes);
            texts[i].append(bytes, sizeof bytes);
        }
        state = (one ^ mixed(3)) * factor;
    }
    return texts;
}

TEST(ByTextTest, TextsMadeToMeetDoNot) {
    const std::vector<std::string> texts = texts_of_one_hash(12);
    Texts table;
    std::unordered_set<std::size_t> known;
    std::unordered_set<std::size_t> keyed;
    for (const std::string& text : texts) {
        known.insert(std::hash<std::string_view>()(text));
        keyed.insert(TextHash()(text));
        table.insert(text);
    }
    ASSERT_EQ(known.size(), 1U);  // The library's own hash: all in one place.
    EXPECT_EQ(keyed.size(), texts.size());
    std::size_t longest = 0;
    for (std::size_t i = 0; i < table.bucket_count(); ++i) {
        longest = std::max(longest, table.bucket_size(i));
    }
    EXPECT_LE(longest, 16U);
}

TEST(ByTextTest, TheSameTextIsFoundByStringAndByView) {
    ByText<int> table;
    table["a text"] = 1;
    EXPECT_TRUE(table.contains(std::string_view("a text, and more").substr(0, 6)));
    EXPECT_FALSE(table.contains(std::string_view("a tex")));
}

// The vectors of the reference implementation: key 00 01 .. 0f, text 00 01 .. of each length.
TEST(SipHashTest, IsTheOneThatIsDescribed) {
    const SipKey key{0x0706050403020100U, 0x0f0e0d0c0b0a0908U};
    std::string text;
    std::vector<std::uint64_t> seen;
    for (char i = 0; i < 16; ++i) {
        seen.push_back(siphash(key, text));
        text += i;
    }
    EXPECT_EQ(seen[0], 0xabac0158050fc4dcU);
    EXPECT_EQ(seen[1], 0xc9f49bf37d57ca93U);
    EXPECT_EQ(seen[7], 0xd3927d989bb11140U);
    EXPECT_EQ(seen[8], 0x369095118d299a8eU);
    EXPECT_EQ(seen[15], 0xd320d86d2a519956U);
}

TEST(SipHashTest, AnotherKeyGivesAnotherHash) {
    EXPECT_NE(siphash({1, 2}, "text"), siphash({1, 3}, "text"));
    EXPECT_NE(siphash({1, 2}, "text"), siphash({2, 2}, "text"));
}

}  // namespace
}  // namespace hence
