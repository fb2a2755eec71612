#include "model/summary/script_calls.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

// "tool {arguments}; …"
std::string told(std::string_view script) {
    std::string said;
    for (const ScriptCall& call : script_calls(script)) {
        said += (said.empty() ? "" : "; ") + call.tool + " " + call.arguments;
    }
    return said;
}

TEST(ScriptCallsTest, ObjectsAreReadAsTheyAreWritten) {
    EXPECT_EQ(told(R"(await tools.run({"cmd":"a \"b\"","n":1.5});)"),
              R"(run {"cmd":"a \"b\"","n":1.5})");
    EXPECT_EQ(told("tools.run({cmd: 'it\\'s', list: [1, 'b', {c: true}], });"),
              R"(run {"cmd":"it's","list":[1,"b",{"c":true}]})");
    EXPECT_EQ(told("tools.run({cmd: `a\nb ${c}`})"), R"(run {"cmd":"a\nb ${c}"})");
    EXPECT_EQ(told("tools.a({x:1}), tools.b({y:2})"), R"(a {"x":1}; b {"y":2})");
}

TEST(ScriptCallsTest, WhatIsWorkedOutIsNull) {
    EXPECT_EQ(told("tools.run({cmd, n: f(1, {a: ','}), m: 'a' + 'b', k: x ? 1 : 2, l: 3})"),
              R"(run {"cmd":null,"n":null,"m":null,"k":null,"l":3})");
    EXPECT_EQ(told("tools.patch(text)"), "patch ");
    EXPECT_EQ(told("tools.run()"), "run ");
}

TEST(ScriptCallsTest, BrokenAndHostileTextsGiveNoArguments) {
    for (const char* script : {"tools.run({", "tools.run({a:", "tools.run({a:1]", "tools.run({a:'b",
                               "tools.run({...a, b:1})"}) {
        EXPECT_EQ(told(script), "run ") << script;
    }
    EXPECT_EQ(told("my.tools.run({a:1}) mytools.run({a:1}) tools. run"), "");
    EXPECT_EQ(told("tools.run({a:" + std::string(1'000, '[') + "})"), "run ");
    std::string many;
    for (int i = 0; i < 100; ++i) {
        many += "tools.run({});";
    }
    EXPECT_EQ(script_calls(many).size(), 64U);
}

}  // namespace
}  // namespace hence
