#include "views/diff/lcs.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace hence {
namespace {

using Sequence = std::vector<std::uint32_t>;

// By the table that every book has.
std::size_t longest(const Sequence& a, const Sequence& b) {
    std::vector<std::size_t> row(b.size() + 1, 0);
    for (const std::uint32_t symbol : a) {
        std::size_t diagonal = 0;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = symbol == b[j - 1] ? diagonal + 1 : std::max(above, row[j - 1]);
            diagonal = above;
        }
    }
    return row.back();
}

// How many were matched, having checked that they could be.
std::size_t matched(const Sequence& a, const Sequence& b) {
    const std::vector<std::uint32_t> matches = common_subsequence(a, b);
    EXPECT_EQ(matches.size(), a.size());
    std::size_t count = 0;
    std::int64_t last = -1;
    for (std::size_t i = 0; i < matches.size(); ++i) {
        if (matches[i] != unmatched) {
            EXPECT_LT(matches[i], b.size());
            EXPECT_EQ(a[i], b[matches[i]]);
            EXPECT_LT(last, std::int64_t{matches[i]});
            last = matches[i];
            ++count;
        }
    }
    return count;
}

Sequence drawn(std::mt19937& random, std::size_t size, std::uint32_t symbols) {
    Sequence sequence(size);
    std::ranges::generate(sequence, [&] { return static_cast<std::uint32_t>(random() % symbols); });
    return sequence;
}

TEST(CommonSubsequence, OfNothingIsNothing) {
    EXPECT_EQ(matched({}, {}), 0U);
    EXPECT_EQ(matched({1, 2}, {}), 0U);
    EXPECT_EQ(matched({}, {1, 2}), 0U);
}

TEST(CommonSubsequence, OneMoreAtTheFrontMovesNothing) {
    const Sequence a{1, 2, 3, 4};
    const Sequence b{9, 1, 2, 3, 4};
    EXPECT_EQ(common_subsequence(a, b), (Sequence{1, 2, 3, 4}));
}

TEST(CommonSubsequence, BeginsWithWhatBothBeginWith) {
    const Sequence a{1, 1, 2};
    const Sequence b{1, 2, 1, 2};
    EXPECT_EQ(common_subsequence(a, b).front(), 0U);
}

RC_GTEST_PROP(CommonSubsequence, IsAsLongAsTheNaiveOne, ()) {
    const auto symbols = *rc::gen::inRange<std::uint32_t>(1, 8);
    const auto sequence = rc::gen::container<Sequence>(rc::gen::inRange<std::uint32_t>(0, symbols));
    const Sequence a = *sequence;
    const Sequence b = *sequence;
    RC_ASSERT(matched(a, b) == longest(a, b));
}

TEST(CommonSubsequence, IsExactForThousandsOfDifferences) {
    std::mt19937 random(20260223);
    for (const std::uint32_t symbols : {2U, 20U, 2'000U}) {
        const Sequence a = drawn(random, 2'000, symbols);
        const Sequence b = drawn(random, 1'900, symbols);
        EXPECT_EQ(matched(a, b), longest(a, b)) << symbols;
    }
}

// A rotation differs in as many elements as were moved, twice.
TEST(CommonSubsequence, IsExactUpToItsLimitAndFindsAnchorsBeyond) {
    for (const std::uint32_t moved : {exact_differences_max / 2, exact_differences_max}) {
        Sequence a(3 * exact_differences_max);
        std::iota(a.begin(), a.end(), 0U);
        Sequence b = a;
        std::rotate(b.begin(), b.begin() + moved, b.end());
        EXPECT_EQ(matched(a, b), a.size() - moved);
    }
}

// Beyond the limit and without elements that occur once, the match is still a good one.
TEST(CommonSubsequence, IsGoodForMoreDifferencesThanItsLimit) {
    std::mt19937 random(20260223);
    const Sequence a = drawn(random, 8'000, 4);
    const Sequence b = drawn(random, 8'000, 4);
    EXPECT_GE(matched(a, b) * 10, longest(a, b) * 9);
}

TEST(CommonSubsequence, OfLongRunsWithNothingInCommonIsFound) {
    Sequence a(200'000);
    Sequence b(200'000);
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        a[i] = 2 * i;
        b[i] = 2 * i + 1;
    }
    EXPECT_EQ(matched(a, b), 0U);
    a[150'000] = b[3];
    EXPECT_EQ(matched(a, b), 1U);
}

}  // namespace
}  // namespace hence
