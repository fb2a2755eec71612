#include "model/json/writer.h"

#include <map>
#include <vector>

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(JsonWriterTest, PutsCommasBetweenMembersAndElements) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("a", 1).member("b", "x\"y").key("c").begin_list();
    json.value(1.5).begin_object().end_object().null().end_list().member("d", true).end_object();
    EXPECT_EQ(out, R"({"a":1,"b":"x\"y","c":[1.5,{},null],"d":true})");
}

TEST(JsonWriterTest, ANameMayBeOfAnyLength) {
    for (const std::size_t size : {0, 1, 59, 60, 61, 64, 1'000}) {
        const std::string name(size, 'n');
        std::string out;
        JsonWriter json(out);
        json.begin_object().member(name, 1).member(name, 2).end_object();
        EXPECT_EQ(out, "{\"" + name + "\":1,\"" + name + "\":2}");
    }
}

TEST(JsonWriterTest, AbsentIsNull) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("a", OrNull{""}).member("b", OrNull{"x"});
    json.member("c", std::optional<double>()).member("d", std::optional<double>(2));
    json.raw_or_null("e", "").raw_or_null("f", R"({"g":1})").end_object();
    EXPECT_EQ(out, R"({"a":null,"b":"x","c":null,"d":2,"e":null,"f":{"g":1}})");
}

TEST(JsonWriterTest, GoesOnWhenTheTextWasPassedOn) {
    std::string out;
    std::string whole;
    JsonWriter json(out);
    json.begin_object().list("l", std::vector<std::string>{"a", "b"}).key("m").begin_list();
    for (int i = 0; i < 3; ++i) {
        json.value(i);
        whole += out;
        out.clear();
    }
    json.end_list().recorded_key("n\n").value(-1).end_object();
    EXPECT_EQ(whole + out, R"({"l":["a","b"],"m":[0,1,2],"n\n":-1})");
}

TEST(JsonWriterTest, WritesCountsByName) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().object("kinds", std::map<std::string, int>{{"a", 1}, {"b", 2}});
    json.object("none", std::map<std::string, int>()).end_object();
    EXPECT_EQ(out, R"({"kinds":{"a":1,"b":2},"none":{}})");
}

TEST(JsonWriterTest, LeavesOutWhatIsEmptyWhereAsked) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member_if_any("a", {}).raw_if_any("b", "").member_if_any("c", {"x"});
    json.raw_if_any("d", "[1]").end_object();
    EXPECT_EQ(out, R"({"c":"x","d":[1]})");
}

TEST(JsonWriterTest, TakesTheMembersOfAnotherObject) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().members_of("{}").members_of(R"({"a":1,"b":2})").members_of("{}");
    json.raw_key(R"("c\n")").value(3).end_object();
    EXPECT_EQ(out, R"({"a":1,"b":2,"c\n":3})");
}

TEST(JsonWriterTest, AnObjectCanBeReopened) {
    std::string out;
    JsonWriter json(out);
    json.begin_list().raw(R"({"a":1})").reopen_object().member("b", 2).end_object();
    json.raw("{}").reopen_object().member("c", 3).end_object().end_list();
    EXPECT_EQ(out, R"([{"a":1,"b":2},{"c":3}])");
}

TEST(JsonWriterTest, ALineEndsAndTheNextBeginsWithoutAComma) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("a", 1).end_object().end_line();
    json.begin_list().value(2).end_list().end_line();
    EXPECT_EQ(out, "{\"a\":1}\n[2]\n");
}

TEST(JsonWriterTest, ALineBreakStandsBehindTheComma) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().line_break().member("a", 1).line_break().member("b", 2).end_object();
    EXPECT_EQ(out, "{\n\"a\":1,\n\"b\":2}");
}

TEST(JsonWriterTest, WritesRecordedJsonAsItStands) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("a", Json("1.50")).member("b", Json()).member("c", Json("null"));
    json.end_object();
    EXPECT_EQ(out, R"({"a":1.50,"b":null,"c":null})");
}

TEST(JsonWriterTest, AnExactTextKeepsHalfASurrogatePair) {
    const std::string half = unescape(R"("\ud800")");
    std::string out;
    JsonWriter json(out);
    json.begin_list().value(Exact{half}).value(half).end_list();
    EXPECT_EQ(out, "[\"\\ud800\",\"\xEF\xBF\xBD\"]");
}

TEST(JsonWriterTest, ATimeIsWrittenInRfc3339) {
    const Result<Time> time = parse_time("2026-02-23T10:00:01.500Z");
    ASSERT_TRUE(time);
    std::string out;
    JsonWriter json(out);
    json.begin_list().value(*time).value(std::optional<Time>()).end_list();
    EXPECT_EQ(out, R"(["2026-02-23T10:00:01.500Z",null])");
}

TEST(JsonWriterTest, TakesWhatOthersAppend) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("a", 1).key("b");
    append_string(json.text(), "theirs");
    json.member("c", std::uint64_t{18446744073709551615U}).end_object();
    EXPECT_EQ(out, R"({"a":1,"b":"theirs","c":18446744073709551615})");
}

}  // namespace
}  // namespace hence
