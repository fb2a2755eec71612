#include "formats/otlp/decode/loose_json.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string quoted_json(std::string_view text) {
    std::string json;
    append_string(json, text);
    return json;
}

// What a text with these words holds; with a star, if it was cut off.
std::string held(std::string_view text) {
    std::deque<std::string> kept;
    const std::string json = quoted_json(text);
    const LooseJson loose = loosened(Json(json), kept);
    return std::string(loose.value.raw()) + (loose.truncated ? "*" : "");
}

TEST(LooseJson, ATextMayHoldJson) {
    EXPECT_EQ(held(R"({"a": 1.10})"), R"({"a":1.10})");
    EXPECT_EQ(held(" [1, 2] "), "[1,2]");
    EXPECT_EQ(held("plain"), R"("plain")");
    EXPECT_EQ(held("12"), R"("12")");
    EXPECT_EQ(held(""), R"("")");
}

TEST(LooseJson, ATextMayHoldATextThatHoldsJson) {
    EXPECT_EQ(held(quoted_json(R"({"a":1})")), R"({"a":1})");
    EXPECT_EQ(held(quoted_json("plain")), R"("plain")");
    // And no further.
    EXPECT_EQ(held(quoted_json(quoted_json("[1]"))), quoted_json("[1]"));
}

TEST(LooseJson, WhatIsNoTextStaysAsItIs) {
    std::deque<std::string> kept;
    for (const std::string_view json : {R"({"a":"[1]"})", "[1]", "1", "true", ""}) {
        EXPECT_EQ(loosened(Json(json), kept).value.raw(), json);
    }
}

TEST(LooseJson, WhatIsCutOffIsReadAsFarAsItGoes) {
    EXPECT_EQ(held(R"([{"role":"user","content":"hel)"), R"([{"role":"user","content":"hel"}]*)");
    EXPECT_EQ(held(R"([{"role":"user"},{"ro)"), R"([{"role":"user"},{}]*)");
    EXPECT_EQ(held(R"([{"role":"user"},{"role")"), R"([{"role":"user"},{}]*)");
    EXPECT_EQ(held(R"([{"role":"user"},{"role":)"), R"([{"role":"user"},{}]*)");
    EXPECT_EQ(held(R"([{"role":"user"},)"), R"([{"role":"user"}]*)");
    EXPECT_EQ(held(R"({"a":12)"), R"({}*)");
    EXPECT_EQ(held(R"({"a":12,)"), R"({"a":12}*)");
    EXPECT_EQ(held(R"({"a":tru)"), R"({}*)");
    EXPECT_EQ(held(R"(["a\)"), R"(["a"]*)");
    EXPECT_EQ(held(R"(["a\u00)"), R"(["a"]*)");
    EXPECT_EQ(held(R"(["a\"b)"), R"(["a\"b"]*)");
    EXPECT_EQ(held("["), "[]*");
}

TEST(LooseJson, AFewWordsMaySayThatItWasCutOff) {
    EXPECT_EQ(held(R"([{"a":1},... [truncated, 900 chars total])"), R"([{"a":1}]*)");
    EXPECT_EQ(held("[1,2\xE2\x80\xA6"), "[1]*");
    EXPECT_EQ(held("[1,2... (900 more)"), "[1]*");
    EXPECT_EQ(held("[1,2 ..."), "[1,2]*");
    EXPECT_EQ(held(R"({"a":[1,2],"b":"x...)"), R"({"a":[1,2],"b":"x..."}*)");
}

TEST(LooseJson, ProseInBracketsIsNoJson) {
    EXPECT_EQ(held("[see below] the answer"), R"("[see below] the answer")");
    EXPECT_EQ(held("{not json}"), R"("{not json}")");
    EXPECT_EQ(held("[1] and more"), R"("[1] and more")");
    EXPECT_EQ(held("[REDACTED]"), R"("[REDACTED]")");
}

TEST(LooseJson, EveryBeginningOfAValueIsRead) {
    const std::string whole =
        R"([{"role":"user","parts":[{"type":"text","content":"a \"b\" \u00e9 \\ c"},{"n":-1.5e3}],)"
        R"("x":null,"y":[true,false,[],{}]}])";
    for (std::size_t size = 1; size < whole.size(); ++size) {
        const std::optional<std::string> read = json_before_cut(whole.substr(0, size));
        ASSERT_TRUE(read) << whole.substr(0, size);
        EXPECT_TRUE(minify(*read, loose_depth_max));
    }
    EXPECT_EQ(json_before_cut(whole), std::nullopt);
}

TEST(LooseJson, DeepNestingIsText) {
    const std::string fine = std::string(loose_depth_max, '[') + std::string(loose_depth_max, ']');
    EXPECT_EQ(held(fine), fine);
    const std::string deep = "[" + fine + "]";
    EXPECT_EQ(held(deep), quoted_json(deep));
    EXPECT_EQ(held(std::string(100'000, '[')), quoted_json(std::string(100'000, '[')));
}

TEST(LooseJson, ItsBeginningMayBeSpelledWithAnEscape) {
    std::deque<std::string> kept;
    EXPECT_EQ(loosened(Json(R"("\u007b\"a\":1}")"), kept).value.raw(), R"({"a":1})");
    EXPECT_EQ(loosened(Json(R"("\n\t[1]")"), kept).value.raw(), "[1]");
    EXPECT_EQ(loosened(Json(R"("\u0041[1]")"), kept).value.raw(), R"("\u0041[1]")");
}

}  // namespace
}  // namespace hence
