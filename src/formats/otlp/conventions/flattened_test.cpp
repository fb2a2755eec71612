#include "formats/otlp/conventions/flattened.h"

#include <gtest/gtest.h>

#include "formats/otlp/translate/log_for_test.h"

namespace hence {
namespace {

// The list, and how many attributes are in it; "gaps" if there are any.
std::string together(std::string_view json) {
    const ToldAttributes attributes(json);
    const Unflattened list = unflattened((*attributes).under("m."), "m.");
    return list.list + " " + std::to_string(list.taken.size()) + (list.gaps ? " gaps" : "");
}

TEST(Flattened, MembersAndListsArePutTogether) {
    EXPECT_EQ(together(R"({"m.0.message.role":"user","m.0.message.content":"hi"})"),
              R"([{"content":"hi","role":"user"}] 2)");
    EXPECT_EQ(together(R"({"m.0.tool_calls.0.tool_call.id":"a","m.0.tool_calls.1.tool_call.id":"b",
                           "m.0.tool_calls.1.tool_call.function.name":"f"})"),
              R"([{"tool_calls":[{"id":"a"},{"function":{"name":"f"},"id":"b"}]}] 3)");
    EXPECT_EQ(together("{}"), " 0");
}

TEST(Flattened, IndexesCountAsNumbersAndMayBeSparse) {
    EXPECT_EQ(together(R"({"m.10.a":10,"m.9.a":9,"m.0.a":0})"),
              R"([{"a":0},{"a":9},{"a":10}] 3 gaps)");
    EXPECT_EQ(together(R"({"m.0.a":0,"m.1.a":1})"), R"([{"a":0},{"a":1}] 2)");
}

TEST(Flattened, AnAbsurdIndexIsNone) {
    EXPECT_EQ(together(R"({"m.10000.a":1})"), R"([{"a":1}] 1 gaps)");
    EXPECT_EQ(together(R"({"m.10001.a":1})"), " 0");
    EXPECT_EQ(together(R"({"m.999999999999999999999.a":1,"m.0.a":2})"), R"([{"a":2}] 1)");
    EXPECT_EQ(together(R"({"m.0.b.99999.a":1,"m.0.a":2})"), R"([{"a":2}] 1)");
}

TEST(Flattened, TooManySlotsStayWhereTheyAre) {
    std::string json = "{";
    for (std::size_t i = 0; i < flattened_slots_max + 5; ++i) {
        json += (i == 0 ? "\"m.0.a" : ",\"m.0.a") + std::to_string(i) + "\":1";
    }
    const ToldAttributes attributes(json + "}");
    EXPECT_EQ(unflattened((*attributes).under("m."), "m.").taken.size(), flattened_slots_max);
}

TEST(Flattened, WhatDoesNotFitStaysWhereItIs) {
    EXPECT_EQ(together(R"({"m.name":"x","m.variable.city":"y"})"), " 0");
    EXPECT_EQ(together(R"({"m.0":"x"})"), " 0");
    EXPECT_EQ(together(R"({"m.0.":"x","m..a":1})"), " 0");
    // A value where an object is, and a member where a list is.
    EXPECT_EQ(together(R"({"m.0.a":1,"m.0.a.b":2})"), R"([{"a":1}] 1)");
    EXPECT_EQ(together(R"({"m.0.a.b":1,"m.0.a.0":2})"), R"([{"a":{"b":1}}] 1)");
    EXPECT_EQ(together(R"({"m.0.a.b.c.d.e.f.g.h.i.j.k.l.m.n":1,"m.0.a":null})"), " 0");
}

TEST(Flattened, NamesAreOrdinaryWhateverTheySay) {
    EXPECT_EQ(together(R"({"m.0.__proto__":1,"m.0.quo\"te":2})"),
              R"([{"__proto__":1,"quo\"te":2}] 2)");
}

}  // namespace
}  // namespace hence
