#include "views/stats/loops.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hence {
namespace {

std::vector<std::uint32_t> elements(std::string_view letters) {
    return {letters.begin(), letters.end()};
}

// "AB x3 at 2"
std::string found(std::string_view letters) {
    std::string out;
    for (const Repetition& each : repetitions(elements(letters))) {
        out += out.empty() ? "" : ", ";
        out += fmt::format("{} x{} at {}", letters.substr(each.begin, each.period), each.count,
                           each.begin);
    }
    return out;
}

// The rule itself, by trying everything.
std::vector<Repetition> naive(const std::vector<std::uint32_t>& sequence) {
    std::vector<Repetition> taken;
    for (std::size_t at = 0; at < sequence.size();) {
        std::size_t next = at + 1;
        for (std::size_t period = 1; at + repeats_min * period <= sequence.size(); ++period) {
            std::size_t end = at + period;
            while (end < sequence.size() && sequence[end] == sequence[end - period]) {
                ++end;
            }
            const std::size_t count = (end - at) / period;
            if (count >= repeats_min) {
                taken.push_back({at, period, count});
                next = at + count * period;
                break;
            }
        }
        at = next;
    }
    return taken;
}

TEST(StatsLoopsTest, SmallSequencesAreReadAsAPersonWould) {
    EXPECT_EQ(found(""), "");
    EXPECT_EQ(found("A"), "");
    EXPECT_EQ(found("AA"), "");
    EXPECT_EQ(found("AAA"), "A x3 at 0");
    EXPECT_EQ(found("ABAB"), "");
    EXPECT_EQ(found("ABABAB"), "AB x3 at 0");
    EXPECT_EQ(found("XYABABAB"), "AB x3 at 2");
    EXPECT_EQ(found("BABABAB"), "BA x3 at 0");
    EXPECT_EQ(found("AAAAAA"), "A x6 at 0");
    EXPECT_EQ(found("AAABBBB"), "A x3 at 0, B x4 at 3");
    EXPECT_EQ(found("ABCABCABCABCD"), "ABC x4 at 0");
}

TEST(StatsLoopsTest, RandomSequencesAgreeWithTryingEverything) {
    std::mt19937 random(7);
    for (int round = 0; round < 3'000; ++round) {
        std::vector<std::uint32_t> sequence;
        const std::size_t letters = 1 + random() % 3;
        const std::size_t size = random() % 70;
        while (sequence.size() < size) {
            // Now and then what was before, again, so that long periods occur.
            if (sequence.size() > 2 && random() % 8 == 0) {
                const std::size_t back = 1 + random() % (sequence.size() - 1);
                for (std::size_t i = 0; i < 2 * back && sequence.size() < size; ++i) {
                    sequence.push_back(sequence[sequence.size() - back]);
                }
            } else {
                sequence.push_back(static_cast<std::uint32_t>(random() % letters));
            }
        }
        ASSERT_EQ(repetitions(sequence), naive(sequence)) << round;
    }
}

TEST(StatsLoopsTest, AHundredThousandCallsAreNoTrouble) {
    const std::string same(100'000, 'A');
    EXPECT_EQ(found(same), "A x100000 at 0");
    std::vector<std::uint32_t> long_period;
    for (std::uint32_t i = 0; i < 99'999; ++i) {
        long_period.push_back(i % 33'333);
    }
    EXPECT_EQ(repetitions(long_period), (std::vector<Repetition>{{0, 33'333, 3}}));
    std::vector<std::uint32_t> almost(100'000, 0);
    for (std::size_t i = 0; i < almost.size(); i += 997) {
        almost[i] = static_cast<std::uint32_t>(i);
    }
    EXPECT_FALSE(repetitions(almost).empty());
}

}  // namespace
}  // namespace hence
