#include <string>

#include <gtest/gtest.h>

#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/decode/telemetry_for_test.h"

namespace hence {
namespace {

TEST(AttributesTest, AreFoundByKey) {
    const Attributes attributes({{"b", Json("2")}, {"a.x", Json("1")}, {"", Json("0")}});
    EXPECT_EQ(told(attributes), "{=0 a.x=1 b=2}");
    EXPECT_EQ(attributes["a.x"].raw(), "1");
    EXPECT_EQ(attributes[""].raw(), "0");
    EXPECT_EQ(attributes["a"].raw(), "");
    EXPECT_EQ(attributes["c"].raw(), "");
    EXPECT_EQ(Attributes()["a"].raw(), "");
    EXPECT_TRUE(Attributes().empty());
}

TEST(AttributesTest, LastOfARepeatedKeyStands) {
    const Attributes attributes(
        {{"k", Json("1")}, {"a", Json("9")}, {"k", Json("2")}, {"a", Json("8")}, {"k", Json("3")}});
    EXPECT_EQ(told(attributes), "{a=8 k=3}");
}

TEST(AttributesTest, GoByTheirPrefix) {
    const Attributes attributes({{"llm.a", Json("1")},
                                 {"llm", Json("2")},
                                 {"llm.b", Json("3")},
                                 {"llmx", Json("4")},
                                 {"k", Json("5")}});
    const auto under = attributes.under("llm.");
    ASSERT_EQ(under.size(), 2U);
    EXPECT_EQ(under[0].key, "llm.a");
    EXPECT_EQ(under[1].key, "llm.b");
    EXPECT_TRUE(attributes.under("z").empty());
    EXPECT_EQ(attributes.under("").size(), 5U);
}

}  // namespace
}  // namespace hence
