#include <gtest/gtest.h>

#include "model/json/json.h"
#include "model/json/json_number.h"

namespace hence {
namespace {

TEST(SameValue, StringsAreComparedUnescaped) {
    EXPECT_TRUE(same_value(R"("a\u0062\/")", R"("ab/")"));
    EXPECT_FALSE(same_value(R"("a")", R"("A")"));
    EXPECT_TRUE(same_value(R"("\ud800")", R"("\uD800")"));
    EXPECT_FALSE(same_value(R"("\ud800")", "\"\uFFFD\""));
    EXPECT_FALSE(same_value(R"("1")", "1"));
}

TEST(SameValue, MembersMayStandInAnyOrder) {
    EXPECT_TRUE(
        same_value(R"({"a":1,"b":{"c":[],"d":2}})", R"({"b":{"d":2.0,"c":[]},"\u0061":1})"));
    EXPECT_FALSE(same_value(R"({"a":1})", R"({"a":1,"b":2})"));
    EXPECT_FALSE(same_value(R"({"a":1})", R"({"b":1})"));
    EXPECT_FALSE(same_value(R"({"a":null})", R"({})"));
}

TEST(SameValue, OfRepeatedMembersTheOrderCounts) {
    EXPECT_TRUE(same_value(R"({"a":1,"b":0,"a":2})", R"({"b":0,"a":1,"a":2})"));
    EXPECT_FALSE(same_value(R"({"a":1,"a":2})", R"({"a":2,"a":1})"));
    EXPECT_FALSE(same_value(R"({"a":1,"a":2})", R"({"a":2})"));
}

TEST(SameValue, ListsStandInOrder) {
    EXPECT_TRUE(same_value("[1,[2]]", "[1.0,[2e0]]"));
    EXPECT_FALSE(same_value("[1,2]", "[2,1]"));
    EXPECT_FALSE(same_value("[1,2]", "[1]"));
    EXPECT_FALSE(same_value("[]", "{}"));
}

TEST(SameValue, WordsAreThemselves) {
    EXPECT_TRUE(same_value("true", "true"));
    EXPECT_FALSE(same_value("true", "false"));
    EXPECT_FALSE(same_value("null", "false"));
    EXPECT_FALSE(same_value("null", "0"));
}

TEST(SameValue, AWideObjectInReverseIsTheSame) {
    std::string forward = "{";
    std::string backward = "{";
    const int members = 100'000;
    for (int i = 0; i < members; ++i) {
        forward += "\"" + std::to_string(i) + "\":" + std::to_string(i) + ",";
        const std::string other = std::to_string(members - 1 - i);
        backward += "\"" + other + "\":" + other + ",";
    }
    forward.back() = '}';
    backward.back() = '}';
    EXPECT_TRUE(same_value(forward, backward));
}

TEST(CompareNumbers, GoesByDecimalValue) {
    for (const auto& [a, b] : {std::pair{"1", "1.0"},
                               {"1", "1e0"},
                               {"100", "1E+2"},
                               {"0.001", "1e-3"},
                               {"0", "-0"},
                               {"0", "0e999999999999999999999"},
                               {"0.0", "-0.000"},
                               {"12.50", "1250e-2"},
                               {"1e400", "10e399"},
                               {"1e-400", "0.1e-399"},
                               {"1e99999999999999999999", "10e99999999999999999998"},
                               {"1e-99999999999999999999", "0.1e-99999999999999999998"},
                               {"1e100000000000000000000", "10e99999999999999999999"},
                               {"10e-100000000000000000000", "1e-99999999999999999999"},
                               {"1e0000000000000000000000002", "100"}}) {
        EXPECT_EQ(compare_numbers(a, b), 0) << a << ' ' << b;
        EXPECT_EQ(compare_numbers(b, a), 0) << a << ' ' << b;
    }
}

TEST(CompareNumbers, OrdersWhatADoubleCannotTellApart) {
    for (const auto& [a, b] : {std::pair{"1", "2"},
                               {"-2", "-1"},
                               {"-1", "0"},
                               {"9", "10"},
                               {"0.9", "1"},
                               {"9007199254740992", "9007199254740993"},
                               {"0.1", "0.10000000000000000000001"},
                               {"1e400", "1e401"},
                               {"-1e401", "-1e400"},
                               {"1e-401", "1e-400"},
                               {"1e-5", "1"},
                               {"1e99999999999999999998", "1e99999999999999999999"},
                               {"1e-99999999999999999999", "1e-99999999999999999998"},
                               {"1e-99999999999999999999", "1"},
                               {"-1e99999999999999999999", "1e-99999999999999999999"},
                               {"12", "121e-1"}}) {
        EXPECT_LT(compare_numbers(a, b), 0) << a << ' ' << b;
        EXPECT_GT(compare_numbers(b, a), 0) << a << ' ' << b;
    }
}

TEST(IntegerValue, IsByValueNotBySpelling) {
    EXPECT_EQ(integer_value("12"), 12);
    EXPECT_EQ(integer_value("-1"), -1);
    EXPECT_EQ(integer_value("1.0"), 1);
    EXPECT_EQ(integer_value("1e2"), 100);
    EXPECT_EQ(integer_value("1200e-2"), 12);
    EXPECT_EQ(integer_value("-0.0"), 0);
    EXPECT_EQ(integer_value("0e99"), 0);
    EXPECT_EQ(integer_value("9223372036854775807"), 9'223'372'036'854'775'807);
    EXPECT_EQ(integer_value("9.223372036854775807e18"), 9'223'372'036'854'775'807);
}

TEST(IntegerValue, IsNothingForTheRest) {
    for (const auto* number : {"1.5", "1e-1", "9223372036854775808", "9.223372036854775808e18",
                               "1e19", "1e99999999999999999999", "0.99999999999999999999999"}) {
        EXPECT_EQ(integer_value(number), std::nullopt) << number;
    }
}

}  // namespace
}  // namespace hence
