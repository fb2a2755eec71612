#include "views/find/id_numbers.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/by_text.h"

namespace hence {
namespace {

TEST(IdNumbers, CountUpAndAreFoundAgain) {
    IdNumbers numbers;
    EXPECT_EQ(numbers.find("a"), IdNumbers::none);
    EXPECT_EQ(numbers.add("a"), 0U);
    EXPECT_EQ(numbers.add("b"), 1U);
    EXPECT_EQ(numbers.find("a"), 0U);
    EXPECT_EQ(numbers.find("b"), 1U);
    EXPECT_EQ(numbers.find("c"), IdNumbers::none);
    EXPECT_EQ(numbers.find(""), IdNumbers::none);
    EXPECT_EQ(numbers.text(1), "b");
    EXPECT_EQ(numbers.size(), 2U);
}

TEST(IdNumbers, ManyAreAllFoundEvenAfterAMove) {
    IdNumbers numbers;
    for (int i = 0; i < 20'000; ++i) {
        numbers.add("event number " + std::to_string(i));
    }
    const std::string_view text = numbers.text(17);
    const IdNumbers moved = std::move(numbers);
    EXPECT_EQ(text.data(), moved.text(17).data());
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        ASSERT_EQ(moved.find("event number " + std::to_string(i)), i);
    }
    EXPECT_EQ(moved.find("event number 20000"), IdNumbers::none);
}

// Whether an id is recent, in the table of all, or unknown: the answer is that of a plain map.
TEST(IdNumbers, AnswerAsAPlainMap) {
    std::mt19937_64 random(20260223);
    for (int round = 0; round < 30; ++round) {
        IdNumbers numbers;
        ByText<std::uint32_t> known;
        const std::uint64_t different = 1 + random() % 4'000;
        const std::uint64_t adding = 1 + random() % 4;
        for (int step = 0; step < 3'000; ++step) {
            const std::string id = std::string(random() % 12, 'x') +
                                   std::to_string(random() % different) + "-same-end";
            const auto met = known.find(id);
            if (random() % 4 < adding && met == known.end()) {
                const auto next = static_cast<std::uint32_t>(known.size());
                ASSERT_EQ(numbers.add(id), next);
                known.emplace(id, next);
            } else {
                ASSERT_EQ(numbers.find(id), met == known.end() ? IdNumbers::none : met->second);
            }
        }
        ASSERT_EQ(numbers.size(), known.size());
        for (const auto& [id, number] : known) {
            ASSERT_EQ(numbers.text(number), id);
            ASSERT_EQ(numbers.find(id), number);
        }
    }
}

}  // namespace
}  // namespace hence
