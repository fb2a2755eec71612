#include "formats/otlp/decode/python_literal.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string json(std::string_view text) {
    return json_of_python(text, 4).value_or("none");
}

TEST(PythonLiteral, WhatPythonPrintsIsJson) {
    EXPECT_EQ(json("{'city': 'Paris', 'n': -1.5, 'ok': True, 'no': False, 'x': None}"),
              R"({"city":"Paris","n":-1.5,"ok":true,"no":false,"x":null})");
    EXPECT_EQ(json("[(1, 2), ('a',), ()]"), R"([[1,2],["a"],[]])");
    EXPECT_EQ(json(R"({'a': "it's", 'b': 'a\'b\n"c"'})"), R"({"a":"it's","b":"a'b\n\"c\""})");
}

TEST(PythonLiteral, WhatIsNoneStaysWhatItIs) {
    for (const std::string_view text :
         {"", "hello", "{'a': <object at 0x1>}", "{'a': Message(id='x')}", "{'a': 'b'", "{'a'}}",
          "{'a': 'b' 'c'}", "{1: 2}", "{'a'}", "[[[[[1]]]]]", R"({'a': '\x00'})", "{'a': tRuE}",
          "{'a': 1_000}", "[1, 2)", "{'a': 'b\\"}) {
        EXPECT_EQ(json(text), "none") << text;
    }
}

}  // namespace
}  // namespace hence
