#include "formats/common/conversation.h"

#include <string>

#include <gtest/gtest.h>

#include "model/facts.h"

namespace hence {
namespace {

TEST(Conversation, TextOfAMessageIsItselfOrThatOfItsParts) {
    EXPECT_EQ(text_of_content(Json(R"("a")")), "a");
    EXPECT_EQ(text_of_content(Json(R"([{"type":"text","text":"a"},{"type":"image"},"b"])")),
              "a\nb");
    EXPECT_EQ(text_of_content(Json("7")), "");
}

TEST(Conversation, ContentThatIsOnlyTextBecomesOneText) {
    EXPECT_EQ(content_json(Json(R"([{"text":"a"},{"text":"b"}])")), R"("a\nb")");
    EXPECT_EQ(content_json(Json(R"([{"text":"a"},{"url":"b"}])")), R"([{"text":"a"},{"url":"b"}])");
    EXPECT_EQ(content_json(Json("[]")), "[]");
    EXPECT_EQ(content_json(Json(R"({"n":1})")), R"({"n":1})");
}

TEST(Conversation, ObjectMayBeHeldByAText) {
    EXPECT_EQ(object_of(Json(R"({"a":1})")), R"({"a":1})");
    EXPECT_EQ(object_of(Json(R"("{\"a\": 1}")")), R"({"a":1})");
    EXPECT_EQ(object_of(Json(R"("{oops")")), "");
    EXPECT_EQ(object_of(Json("7")), "");
}

TEST(Conversation, DurationsAreMillisecondsAndNeverNegative) {
    EXPECT_EQ(ms_from_seconds(Json("0.25")), "250");
    EXPECT_EQ(ms_from_seconds(Json("-1")), "");
    EXPECT_EQ(ms_from_seconds(Json("null")), "");
    EXPECT_EQ(duration_between("2026-01-01T00:00:00.5Z", "2026-01-01T00:00:02Z"), "1500");
    EXPECT_EQ(duration_between("2026-01-01T00:00:02Z", "2026-01-01T00:00:00Z"), "");
    EXPECT_EQ(duration_between("0001-01-01T00:00:00Z", "9999-01-01T00:00:00Z"), "");
}

TEST(Conversation, AtMostThreeAssumptionsAreTakenFromATurn) {
    Conversation talk({.format = "test", .agent = "a", .session = "s", .run = "r"});
    Turn turn;
    turn.model_call = talk.draft("llm_call", "m", {"2026-01-01T00:00:00Z", false});
    turn.completion = "I assume A. I assume B because C. I assume D. I assume E.";
    turn.thoughts = {"one", "two"};
    const auto events = talk.tell(std::move(turn));
    ASSERT_TRUE(events);
    ASSERT_EQ(events->size(), 6U);
    EXPECT_EQ((*events)[1].kind(), "thought");
    EXPECT_NE((*events)[1].id(), (*events)[2].id());
    EXPECT_EQ(why_of((*events)[4]), "C");
    EXPECT_TRUE((*events)[4].has(Flag::derived));
}

TEST(Conversation, ModelCallAnswersWhatCameLastByOrder) {
    Conversation talk({.format = "test", .agent = "a", .session = "s", .run = "r"});
    talk.came("p");
    Turn turn;
    turn.model_call = talk.draft("llm_call", "m", {"2026-01-01T00:00:00Z", false});
    const auto events = talk.tell(std::move(turn));
    ASSERT_TRUE(events);
    EXPECT_EQ(events->front().parent(), "p");
    EXPECT_TRUE(events->front().has(Flag::parent_derived));
    EXPECT_EQ(events->front().iteration(), 1);
}

}  // namespace
}  // namespace hence
