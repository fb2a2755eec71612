#include "model/json/json.h"

#include <limits>
#include <utility>

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string written(std::string_view text) {
    std::string out;
    append_string(out, text);
    return out;
}

std::string written(double value) {
    std::string out;
    append_number(out, value);
    return out;
}

TEST(Json, MembersAreFoundByTheirUnescapedName) {
    const Json json(R"({"a":1,"b\n":[{"c":"x"}],"a":2,"\u0064":null})");
    EXPECT_EQ(json["a"].raw(), "2");  // The last one counts.
    EXPECT_EQ(json["b\n"].at(0)["c"].string(), "x");
    EXPECT_EQ(json["d"].raw(), "null");
    EXPECT_FALSE(json["d"].present());
    EXPECT_FALSE(json["nothing"].present());
    EXPECT_EQ(json["b\n"].at(1).raw(), "");
}

TEST(Json, WhatIsOfAnotherTypeIsAbsent) {
    const Json json(R"({"s":"1","n":1,"t":true,"l":[1],"big":1e400,"tiny":1e-400})");
    EXPECT_EQ(json["n"].string(), std::nullopt);
    EXPECT_EQ(json["s"].number(), std::nullopt);
    EXPECT_EQ(json["n"].boolean(), std::nullopt);
    EXPECT_EQ(json["t"].boolean(), true);
    EXPECT_EQ(json["n"].number(), 1.0);
    EXPECT_EQ(json["big"].number(), std::nullopt);
    EXPECT_EQ(json["tiny"].number(), 0.0);
    EXPECT_EQ(json["l"]["0"].raw(), "");
    EXPECT_EQ(json["s"].at(0).raw(), "");
    EXPECT_EQ(Json()["a"].at(3)["b"].raw(), "");
}

TEST(Json, WhiteSpaceBetweenIsPassedOver) {
    const Json json("{ \"a\" : [ 1 , \"]\" , { } ] , \"b\" : \"}\" }");
    EXPECT_EQ(json["a"].at(1).string(), "]");
    EXPECT_EQ(json["a"].at(2).raw(), "{ }");
    EXPECT_EQ(json["b"].string(), "}");
}

TEST(Json, VisitingStopsWhenTold) {
    std::string seen;
    Json("[1,2,3]").each_element([&seen](Json element) {
        seen += element.raw();
        return seen.size() < 2;
    });
    EXPECT_EQ(seen, "12");
    Json(R"({"x":1,"\u0079":2,"z":3})").each_member([&seen](std::string_view name, Json) {
        seen += name;
        return name != "y";
    });
    EXPECT_EQ(seen, "12xy");
}

TEST(Json, CutShortItNeverReadsOutside) {
    const std::string whole = R"({"a":{"b":["x\"y",1.5]},"c":"long enough to fill a chunk"})";
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::string cut = whole.substr(0, size);
        Json(cut)["a"]["b"].at(1).number();
        Json(cut).each_member([](std::string_view, Json value) { return !value.string(); });
    }
}

TEST(Json, StringsAreUnescaped) {
    EXPECT_EQ(unescape(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
    EXPECT_EQ(unescape(R"("\u0041\u00e9\u20AC\uD83D\uDE00")"), "Aé€😀");
    EXPECT_EQ(unescape(R"("\u0000")"), std::string(1, '\0'));
    EXPECT_EQ(unescape("\"plain\""), "plain");
}

TEST(Json, HalvesOfPairsBecomeThreeBytesEach) {
    EXPECT_EQ(unescape(R"("\uD83D")"), "\xED\xA0\xBD");
    EXPECT_EQ(unescape(R"("\uDE00\uD83D")"), "\xED\xB8\x80\xED\xA0\xBD");
    EXPECT_EQ(unescape(R"("\uD83D\uD83D\uDE00")"), "\xED\xA0\xBD😀");
    EXPECT_EQ(unescape(R"("\uD83Dx\uDE00")"), "\xED\xA0\xBDx\xED\xB8\x80");
}

TEST(Json, WrittenStringsAreValidJsonWhateverTheBytes) {
    EXPECT_EQ(written("a\"b\\c\n\t\r\b\f\x01\x7f"), "\"a\\\"b\\\\c\\n\\t\\r\\b\\f\\u0001\x7f\"");
    EXPECT_EQ(written("é😀"), "\"é😀\"");
    EXPECT_EQ(written("\xED\xA0\x80\"\xFFz"), "\"\uFFFD\\\"\uFFFDz\"");
    std::string bytes;
    for (int i = 0; i < 256; ++i) {
        bytes += static_cast<char>(i);
    }
    EXPECT_TRUE(minify(written(bytes), 0));
}

TEST(Json, ATokenGivesItsTextBack) {
    const std::string text = "half \xED\xA0\x80 \"quoted\" \x01 é";
    std::string token;
    append_token(token, text);
    EXPECT_TRUE(minify(token, 0));
    EXPECT_EQ(unescape(token), text);
}

// Several bytes of a text are looked at together, wherever in it the one is that needs an escape.
TEST(Json, EveryByteOfAStringIsLookedAt) {
    for (const std::string_view odd : {"", "\"", "\\", "\x01", "\x1f", "\x7f", "é", "\xFF"}) {
        for (std::size_t size = 0; size < 40; ++size) {
            for (std::size_t at = 0; at <= size; ++at) {
                std::string text(size, at % 2 == 0 ? ' ' : '~');
                text.insert(at, odd);
                std::string expected = "\"";
                for (const char c : text) {
                    expected += c == '"'      ? "\\\""
                                : c == '\\'   ? "\\\\"
                                : c == '\x01' ? "\\u0001"
                                : c == '\x1f' ? "\\u001f"
                                : c == '\xFF' ? "\uFFFD"
                                              : std::string(1, c);
                }
                EXPECT_EQ(written(text), expected + "\"");
                const std::string longer = "é" + text;  // Is no longer plain.
                EXPECT_EQ(written(longer), "\"é" + expected.substr(1) + "\"");
            }
        }
    }
}

TEST(Json, ATextIsTheSameWithACopyAndWithout) {
    for (const std::string_view json : {R"("plain")", R"("")", R"("a\nb")", R"("\u0000")",
                                        R"("é\ud800")", "1", "null", "[]", ""}) {
        EXPECT_EQ(JsonString(Json(json)).view(), Json(json).string().value_or("")) << json;
    }
    JsonString moved = JsonString(Json(R"("a\tb")"));
    const JsonString kept = std::move(moved);
    EXPECT_EQ(kept.view(), "a\tb");
}

TEST(Json, AnIntegerIsReadAndWrittenLikeAnyNumber) {
    for (const std::string_view digits : {"0", "7", "10", "999999999999999", "1000000000000000",
                                          "9007199254740993", "123456789012345678901"}) {
        const std::string fraction = std::string(digits) + ".0";
        EXPECT_EQ(Json(digits).number(), Json(fraction).number()) << digits;
    }
    EXPECT_EQ(written(999999999999999.0), "999999999999999");
    EXPECT_EQ(written(1000000000000000.0), "1000000000000000");
    EXPECT_EQ(written(-3.0), "-3");
    EXPECT_EQ(written(-0.0), "-0");
}

TEST(Json, NumbersAreWrittenAsPeopleWriteThem) {
    EXPECT_EQ(written(0.0), "0");
    EXPECT_EQ(written(45.0), "45");
    EXPECT_EQ(written(0.1), "0.1");
    EXPECT_EQ(written(-2.5), "-2.5");
    EXPECT_EQ(written(100000.0), "100000");
    EXPECT_EQ(written(1e20), "100000000000000000000");
    EXPECT_EQ(written(1e21), "1e+21");
    EXPECT_EQ(written(1.5e300), "1.5e+300");
    EXPECT_EQ(written(0.000001), "0.000001");
    EXPECT_EQ(written(0.0000001), "1e-7");
    EXPECT_EQ(written(1234.5678), "1234.5678");
    EXPECT_EQ(written(5e-324), "5e-324");
    EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "null");
}

}  // namespace
}  // namespace hence
