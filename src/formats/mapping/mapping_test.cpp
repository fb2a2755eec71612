#include "formats/mapping/mapping.h"

#include <string>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "model/facts.h"

namespace hence {
namespace {

ReadText read(const std::string& mapping, const std::string& text) {
    Result<Mapping> parsed = parse_mapping(mapping);
    EXPECT_TRUE(parsed) << parsed.error().message;
    const auto reader =
        read_mapped({.source = "log"}, std::make_shared<Mapping>(std::move(parsed).take()), "here");
    return read_whole(*reader, text);
}

std::string error_of(const std::string& mapping) {
    const Result<Mapping> parsed = parse_mapping(mapping);
    return parsed ? "" : parsed.error().message + "; " + parsed.error().hint;
}

const std::string whole =
    R"({"kind":{"from":"type","values":{"ask":"prompt","run":"tool_call","say":"llm_call"},)"
    R"("else":"log"},"time":{"from":"ts","unit":"s"},"session":"meta.sid",)"
    R"("agent":{"value":"bot"},"id":"key","parent":"after","duration":{"from":"took","unit":"s"},)"
    R"("tool":"tool","input":"args","output":"result","text":"words","model":"m",)"
    R"("prompt_tokens":"usage.in","constants":{"project":"gate"}})";

TEST(Mapping, MembersGoWhereTheMappingSays) {
    const ReadText told = read(
        whole, R"({"type":"run","ts":1772355600.5,"meta":{"sid":"s1"},"key":"k2","after":"k1",)"
               R"("took":1.5,"tool":"ls","args":"{\"path\":\"/a\"}","result":"gate.py","note":7})");
    ASSERT_EQ(told.events.size(), 1U) << told.told();
    const Event& call = told.events[0];
    EXPECT_EQ(call.kind(), "tool_call");
    EXPECT_EQ(to_string(call.time()), "2026-03-01T09:00:00.500Z");
    EXPECT_EQ(call.id(), "k2");
    EXPECT_EQ(call.parent(), "k1");
    EXPECT_EQ(call.session(), "s1");
    EXPECT_EQ(call.agent(), "bot");
    EXPECT_EQ(call.duration_ms(), 1'500);
    EXPECT_EQ(field(call, "input").raw(), R"({"path":"/a"})");
    EXPECT_EQ(text_field(call, "output"), "gate.py");
    EXPECT_EQ(text_field(call, "project"), "gate");
    EXPECT_EQ(field(call, "note").raw(), "7");
    EXPECT_FALSE(field(call, "type").present());
    EXPECT_TRUE(field(call, "meta").present());
}

TEST(Mapping, TextGoesWhereTheKindHasItsText) {
    const ReadText told = read(whole, R"({"type":"ask","ts":1,"words":"mend it"})"
                                      "\n"
                                      R"({"type":"say","ts":2,"words":"I will","m":"m-1",)"
                                      R"("usage":{"in":"12"}})"
                                      "\n"
                                      R"({"type":"odd","ts":3,"words":"hm"})");
    ASSERT_EQ(told.events.size(), 3U) << told.told();
    EXPECT_EQ(text_field(told.events[0], "text"), "mend it");
    EXPECT_EQ(text_field(told.events[1], "completion"), "I will");
    EXPECT_EQ(field(told.events[1], "prompt_tokens").raw(), "12");
    EXPECT_EQ(told.events[2].kind(), "log");
    EXPECT_EQ(text_field(told.events[2], "body"), "hm");
    EXPECT_EQ(text_field(told.events[2], "kind"), "odd");
}

TEST(Mapping, RecordsMayStandInADocumentThatSaysTheSession) {
    const ReadText told =
        read(R"({"records":"log.steps","kind":{"from":"k"},"session":["log","run.id"],)"
             R"("text":{"from":"t","or":"parts.0.text"}})",
             R"({"log":{"run.id":"r7","steps":[{"k":"thought","t":"a"},)"
             R"({"k":"thought","parts":[{"text":"b"}]},3]}})");
    ASSERT_EQ(told.events.size(), 2U) << told.told();
    EXPECT_EQ(told.events[0].session(), "r7");
    EXPECT_EQ(text_field(told.events[1], "text"), "b");
    EXPECT_TRUE(told.events[0].has(Flag::time_derived));
    ASSERT_EQ(told.refused.size(), 1U);
    EXPECT_EQ(told.refused[0].line, 3U);
}

TEST(Mapping, RecordThatDoesNotFitIsRefusedAndTheOthersStand) {
    const ReadText told = read(R"({"kind":{"from":"k","values":{"a":"thought"}},"time":"at"})",
                               R"({"k":"b","at":"2026-01-01T00:00:00Z"})"
                               "\n"
                               R"({"k":"a","at":"yesterday"})"
                               "\n"
                               R"({"k":"a"})"
                               "\n"
                               R"({"k":"a","at":"2026-01-01T00:00:00Z"})");
    EXPECT_EQ(told.events.size(), 1U);
    ASSERT_EQ(told.refused.size(), 3U);
    EXPECT_EQ(told.refused[0].reason,
              R"(the mapping gives no kind for "b": add it to "values", or an "else")");
    EXPECT_EQ(told.refused[1].reason, R"("yesterday" is no time of the mapping's unit)");
    EXPECT_EQ(told.refused[2].reason, "the record has no time where the mapping says");
}

TEST(Mapping, SameLineHasTheSameId) {
    const std::string mapping = R"({"kind":{"value":"log"},"text":"x"})";
    EXPECT_EQ(read(mapping, R"({"x":"a"})").told(), read(mapping, R"({"x":"a"})").told());
    EXPECT_NE(read(mapping, "{\"x\":\"a\"}\n{\"x\":\"a\"}").events.at(0).id(),
              read(mapping, "{\"x\":\"a\"}\n{\"x\":\"a\"}").events.at(1).id());
}

TEST(Mapping, MistakesNameTheKeyAndTheNearestOne) {
    EXPECT_EQ(error_of(R"({"kind":"k","sesion":"s"})"),
              R"(the mapping has no key "sesion"; did you mean "session"?)");
    EXPECT_EQ(error_of(R"({"kind":{"from":"k","valuess":{}}})"),
              R"(the mapping's "kind" has no key "valuess"; did you mean "values"?)");
    EXPECT_EQ(error_of(R"({"kind":"k","time":{"from":"t","unit":"hours"}})"),
              R"(the mapping's "time" has the unit "hours": there are rfc3339, s, ms, us, ns; )");
    EXPECT_EQ(error_of(R"({"kind":{"from":"k","values":{"a":"Tool Call"}}})"),
              R"(the mapping's "kind" gives "a" the value "Tool Call", which is no kind; )");
    EXPECT_EQ(error_of(R"({"kind":"a..b"})"),
              R"(the mapping's "kind" is no path: give "a.b", or ["a", "b"]; )");
    EXPECT_EQ(error_of(R"({"kind":{}})"),
              R"(the mapping's "kind" has neither "from" nor "value"; )");
    EXPECT_TRUE(error_of(R"({"time":"t"})").starts_with("the mapping has no \"kind\""));
    EXPECT_EQ(error_of("[]"), "the mapping is no JSON object; ");
    EXPECT_TRUE(error_of("{").starts_with("the mapping is not JSON at byte"));
}

}  // namespace
}  // namespace hence
