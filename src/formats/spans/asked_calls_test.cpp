#include "formats/spans/asked_calls.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

constexpr std::string_view answer =
    R"({"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}},)"
    R"({"id":"c2","function":{"name":"f","arguments":"{}"}},{"function":{"name":"g"}}]})";

TEST(AskedCalls, AreTakenOnceEachInTheirOrder) {
    AskedCalls asked;
    asked.add("r", Json(answer));
    EXPECT_EQ(asked.take("r", "f", Json("{}")), "c1");
    EXPECT_EQ(asked.take("r", "f", Json(R"("{}")")), "c2");
    EXPECT_EQ(asked.take("r", "f", Json("{}")), "");
}

TEST(AskedCalls, AreThoseOfTheSameRunToolAndInput) {
    AskedCalls asked;
    asked.add("r", Json(answer));
    EXPECT_EQ(asked.take("s", "f", Json("{}")), "");
    EXPECT_EQ(asked.take("r", "h", Json("{}")), "");
    EXPECT_EQ(asked.take("r", "g", Json("{}")), "");
    EXPECT_EQ(asked.take("r", "f", Json(R"({"a":1})")), "");
    EXPECT_EQ(asked.take("r", "f", Json(R"({"input":{}})")), "c1");
    EXPECT_EQ(asked.take("r", "f", Json()), "");
}

}  // namespace
}  // namespace hence
