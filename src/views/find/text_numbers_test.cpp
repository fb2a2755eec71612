#include "views/find/text_numbers.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(TextNumbers, CountUpAndAreFoundAgain) {
    TextNumbers numbers;
    EXPECT_EQ(numbers.find("a"), TextNumbers::none);
    EXPECT_EQ(numbers.add("a"), 0U);
    EXPECT_EQ(numbers.add("b"), 1U);
    EXPECT_EQ(numbers.find("a"), 0U);
    EXPECT_EQ(numbers.find("b"), 1U);
    EXPECT_EQ(numbers.find("c"), TextNumbers::none);
    EXPECT_EQ(numbers.text(1), "b");
}

TEST(TextNumbers, AKnownTextIsFoundByItsFirstNumber) {
    TextNumbers numbers;
    numbers.add("a");
    EXPECT_EQ(numbers.add("a"), 1U);
    EXPECT_EQ(numbers.find("a"), 0U);
    EXPECT_EQ(numbers.number_of("a"), 0U);
    EXPECT_EQ(numbers.number_of(""), 2U);
    EXPECT_EQ(numbers.number_of(""), 2U);
    EXPECT_EQ(numbers.size(), 3U);
}

TEST(TextNumbers, ManyAreAllFoundEvenAfterAMove) {
    TextNumbers numbers;
    for (int i = 0; i < 20'000; ++i) {
        numbers.add("event number " + std::to_string(i));
    }
    const std::string_view text = numbers.text(17);
    const TextNumbers moved = std::move(numbers);
    EXPECT_EQ(text.data(), moved.text(17).data());
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        ASSERT_EQ(moved.find("event number " + std::to_string(i)), i);
    }
    EXPECT_EQ(moved.find("event number 20000"), TextNumbers::none);
}

}  // namespace
}  // namespace hence
