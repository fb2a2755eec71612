#include "views/stats/pricing.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string refused(std::string_view json) {
    const Result<Prices> prices = parse_prices(json);
    EXPECT_FALSE(prices) << json;
    return prices ? "" : prices.error().message;
}

Event call(const std::string& fields) {
    Result<Event> event = Event::parse(
        R"({"kind":"llm_call","time":"2026-01-01T00:00:00Z","fields":)" + fields + "}");
    EXPECT_TRUE(event) << fields;
    return std::move(event).take();
}

TEST(PricesTest, AreReadByModelAndClass) {
    const Result<Prices> prices = parse_prices(R"( {"m":{"input":0.5,"cache_read":0},"n":{}} )");
    ASSERT_TRUE(prices);
    EXPECT_EQ(prices->size(), 2U);
    EXPECT_EQ(prices->at("m").input, 0.5);
    EXPECT_EQ(prices->at("m").cache_read, 0);
    EXPECT_FALSE(prices->at("m").output);
}

TEST(PricesTest, ABadFileSaysWhatIsWrong) {
    EXPECT_NE(refused("").find("no JSON"), std::string::npos);
    EXPECT_EQ(refused("[]"), "the prices are wrong: no JSON object");
    EXPECT_EQ(refused(R"({"m":3})"), R"(the prices are wrong: "m" has no object of prices)");
    EXPECT_EQ(refused(R"({"m":{"prompt":3}})"),
              "the prices are wrong: \"prompt\" of \"m\" is none of input, output, cache_read, "
              "cache_write, reasoning");
    EXPECT_EQ(refused(R"({"m":{"input":"3"}})"),
              R"(the prices are wrong: "input" of "m" is no amount of 0 or more)");
    EXPECT_EQ(refused(R"({"m":{"input":-1}})"),
              R"(the prices are wrong: "input" of "m" is no amount of 0 or more)");
}

TEST(PricesTest, EachClassHasItsPrice) {
    const TokenUse used{.input = 10, .output = 4, .cache_read = 100, .reasoning = 1};
    EXPECT_EQ(cost_of(used, {.input = 1, .output = 2, .cache_read = 0.5}), 10 + 8 + 50);
    EXPECT_EQ(cost_of(used, {.input = 1, .output = 2, .cache_read = 0.5, .reasoning = 5}),
              10 + 6 + 50 + 5);
}

TEST(PricesTest, WhatHasNoPriceCannotBeCharged) {
    const TokenUse used{.input = 10, .output = 4, .cache_read = 100};
    EXPECT_FALSE(cost_of(used, {.input = 1, .output = 2}));
    EXPECT_FALSE(cost_of({.total = 7}, {.input = 1, .output = 2}));
    EXPECT_EQ(cost_of({.input = 3, .cache_write = 0}, {.input = 1, .output = 2}), 3);
}

TEST(PricesTest, OnlyCallsThatStateNoCostAreComputed) {
    Pricing pricing({{"m", {.input = 1, .output = 1}}});
    pricing.add(call(R"({"model":"m","prompt_tokens":3,"completion_tokens":1,"cost_usd":99})"));
    pricing.add(call(R"({"model":"m","prompt_tokens":3,"completion_tokens":1})"));
    pricing.add(call(R"({"model":"other","prompt_tokens":3})"));
    pricing.add(call(R"({"model":"m","total_tokens":3})"));
    const ComputedCost cost = pricing.cost();
    EXPECT_EQ(cost.cost_usd, 4);
    EXPECT_EQ(cost.calls, 1U);
    EXPECT_EQ(cost.calls_unpriced, 2U);
    EXPECT_EQ(cost.unpriced, (std::vector<std::string>{"m", "other"}));
}

}  // namespace
}  // namespace hence
