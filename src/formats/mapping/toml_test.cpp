#include "formats/mapping/toml.h"

#include <gtest/gtest.h>

#include "formats/mapping/mapping.h"

namespace hence {
namespace {

std::string json_of(std::string_view toml) {
    const Result<std::string> json = json_of_toml(toml);
    return json ? *json : json.error().message;
}

TEST(Toml, AMappingIsTheSameAsInJson) {
    const std::string json = json_of(R"(# What their words are.
id = "n"
parent = 'after'
"odd.name" = ["a", "b"]   # a path
time = { from = "ts", unit = "s" }

[kind]
from = "type"
values.ask = "prompt"
else = "log"

[constants]
project = "gate \"7\""
version = 1_000
ratio = -0.5
new = true
)");
    EXPECT_EQ(json,
              R"({"constants":{"new":true,"project":"gate \"7\"","ratio":-0.5,"version":1000},)"
              R"("id":"n","kind":{"else":"log","from":"type","values":{"ask":"prompt"}},)"
              R"("odd.name":["a","b"],"parent":"after","time":{"from":"ts","unit":"s"}})");
    EXPECT_FALSE(parse_mapping(json));
    EXPECT_TRUE(parse_mapping(json_of("kind = \"type\"\r\nsession = \"s\"")));
}

TEST(Toml, ListsMayHaveLinesAndTablesWithin) {
    EXPECT_EQ(json_of("a = [ 1, # one\n [2, 3],\n {b = 'c', d = [] }, ]"),
              R"({"a":[1,[2,3],{"b":"c","d":[]}]})");
    EXPECT_EQ(json_of("a = {}\nb.c.d = 1\nb.c.e = 2\nb.f = 3"),
              R"({"a":{},"b":{"c":{"d":1,"e":2},"f":3}})");
    EXPECT_EQ(json_of(""), "{}");
    EXPECT_EQ(json_of("# nothing"), "{}");
}

TEST(Toml, WhatIsNotReadIsAnErrorWithItsLine) {
    EXPECT_EQ(json_of("a = 1\nb"), "line 2: a key and = are expected here");
    EXPECT_EQ(json_of("a = 1\na = 2"), "line 2: a is given twice");
    EXPECT_EQ(json_of("a = 1\na.b = 2"), "a is a value and a table");
    EXPECT_EQ(json_of("[a"), "line 1: the table has no ]");
    EXPECT_EQ(json_of("[[a]]"), "line 1: a mapping has no lists of tables");
    EXPECT_EQ(json_of("a = 'b"), "line 1: the string has no end");
    EXPECT_EQ(json_of("a = \"\"\"b\"\"\""),
              "line 1: a string of several lines is not read: write it on one line");
    EXPECT_EQ(json_of("a = \"\\U0001F600\""),
              "line 1: the string has an escape or a letter that is not read");
    EXPECT_EQ(json_of("a = 2026-01-01"), "line 1: \"2026-01-01\" is no value that a mapping has");
    EXPECT_EQ(json_of("a = nan"), "line 1: \"nan\" is no value that a mapping has");
    EXPECT_EQ(json_of("a = "), "line 1: \"\" is no value that a mapping has");
    EXPECT_EQ(json_of("a = 1 2"), "line 1: something stands behind the value");
    EXPECT_EQ(json_of("a = [1 2]"), "line 1: a comma or ] is expected here");
    EXPECT_EQ(json_of("a = {b}"), "line 1: in a table in place, a key and = are expected here");
    EXPECT_EQ(json_of("= 1"),
              "line 1: a key is expected here: letters, digits, _ and -, or a string");
    EXPECT_EQ(json_of("a = " + std::string(100'000, '[')), "line 1: the value is nested too deep");
    EXPECT_EQ(json_of("a = \"\xff\""),
              "line 1: the string has an escape or a letter that is not read");
}

}  // namespace
}  // namespace hence
