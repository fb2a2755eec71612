#include "formats/spans/span_draft.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(SpanDraft, AttributesStandAsTheyWereAddedLast) {
    SpanDraft draft;
    const std::string object = R"({"a":1,"b":null,"c":"x"})";
    draft.add_each(Json(object), "p.");
    draft.add("p.a", Json("2"));
    draft.add("gone", Json("3"));
    draft.remove("gone");
    draft.add_text("text", "say \"x\"");
    draft.add_text("nothing", "");
    const Attributes& attributes = draft.seal().attributes;
    EXPECT_EQ(attributes["p.a"].raw(), "2");
    EXPECT_EQ(attributes["p.c"].raw(), "\"x\"");
    EXPECT_EQ(attributes["text"].string(), "say \"x\"");
    EXPECT_EQ(attributes.all().size(), 3u);
}

TEST(SpanDraft, TimesAreTextsOrMillisecondsAndKeepTheirDigits) {
    const auto told = [](std::string_view start, std::string_view end) {
        SpanDraft draft;
        draft.span().trace_id = "t";
        draft.span().span_id = "s";
        draft.set_start(Json(start));
        draft.set_end(Json(end));
        Result<Translation> all = draft.translate();
        return all ? all->main.time + " " + all->main.duration : all.error().message;
    };
    EXPECT_EQ(told(R"("2026-03-01T09:00:00.1Z")", R"("2026-03-01 09:00:01")"),
              "2026-03-01T09:00:00.1Z 900");
    EXPECT_EQ(told("1772355600000", "1772355600001"), "2026-03-01T09:00:00.000Z 1");
    const std::string none = "the span has neither a start nor an end";
    EXPECT_EQ(told(R"("soon")", "null"), none);
    EXPECT_EQ(told(R"("1969-12-31T23:59:59Z")", "-1"), none);
    EXPECT_EQ(told(R"("9999-01-01T00:00:00Z")", "{}"), none);
}

TEST(SpanDraft, AGoalIsTheLastThingThatAPersonSaid) {
    EXPECT_EQ(goal_in(Json(R"("where is it")")), "where is it");
    EXPECT_EQ(goal_in(Json(R"("\"where is it\"")")), "where is it");
    EXPECT_EQ(goal_in(Json(R"({"messages":[{"role":"user","content":"a"},{"type":"human",)"
                           R"("content":"b"},{"role":"assistant","content":"c"}]})")),
              "b");
    EXPECT_EQ(goal_in(Json(R"({"city":"Berlin"})")), R"({"city":"Berlin"})");
    EXPECT_EQ(goal_in(Json(R"([{"role":"assistant","content":"c"}])")), "");
    EXPECT_EQ(goal_in(Json("{}")), "");
    EXPECT_EQ(goal_in(Json()), "");
}

TEST(SpanDraft, AnOutputIsTheLastTextOrWhateverElseItIs) {
    EXPECT_EQ(output_in(Json(R"("done")")), R"("done")");
    EXPECT_EQ(output_in(Json(R"({"messages":[{"type":"human","content":"a"},)"
                             R"({"type":"ai","content":"b"},{"type":"tool","content":"c"}]})")),
              R"("b")");
    EXPECT_EQ(output_in(Json(R"({"sum":3})")), R"({"sum":3})");
    EXPECT_EQ(output_in(Json(R"([{"role":"user","content":"a"}])")), "");
    EXPECT_EQ(output_in(Json("{}")), "");
    EXPECT_EQ(output_in(Json()), "");
}

TEST(SpanDraft, MembersThatAreEmptyAreLeftOut) {
    EXPECT_EQ(members_besides(Json(R"({"a":1,"b":{},"c":[],"d":"","e":null,"f":0})"), {"a"}),
              R"({"f":0})");
    EXPECT_EQ(members_besides(Json(R"({"a":1})"), {"a"}), "");
    EXPECT_EQ(members_besides(Json("7"), {}), "");
}

}  // namespace
}  // namespace hence
