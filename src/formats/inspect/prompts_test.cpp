#include "formats/inspect/prompts.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string told(const InspectPrompt& prompt) {
    std::string text = "new";
    for (const Json message : prompt.fresh) {
        text += " " + message["id"].string().value_or("?");
    }
    text += ", known " + std::to_string(prompt.known) + ", after " + prompt.last_answer + ":";
    for (const InspectMessage* message : prompt.answered) {
        text += " " + message->id + (message->fresh ? "!" : "");
    }
    return text;
}

constexpr std::string_view talk =
    R"([{"id":"s","role":"system"},{"id":"u","role":"user"},{"id":"a","role":"assistant"},)"
    R"({"id":"t","role":"tool","tool_call_id":"c"}])";

TEST(InspectPrompts, MessageIsNewOnce) {
    InspectPrompts prompts;
    EXPECT_EQ(told(prompts.read(Json(talk), Json())), "new s u a t, known 0, after a: t!");
    EXPECT_EQ(told(prompts.read(Json(talk), Json())), "new, known 4, after a: t");
    prompts.note(Json(R"({"id":"b","role":"assistant"})"));
    EXPECT_EQ(told(prompts.read(Json(R"([{"id":"b","role":"assistant"},{"id":"v"}])"), Json())),
              "new v, known 1, after b: v!");
}

TEST(InspectPrompts, MessageWithoutAnIdIsKnownByWhatItSays) {
    InspectPrompts prompts;
    EXPECT_EQ(prompts.read(Json(R"([{"content":"x"},{"content":"y"}])"), Json()).fresh.size(), 2U);
    EXPECT_EQ(prompts.read(Json(R"([{"content":"x"},{"content":"z"}])"), Json()).fresh.size(), 1U);
}

TEST(InspectPrompts, RangesOfThePoolSayTheSame) {
    InspectPrompts prompts;
    prompts.add_pool(Json(talk));
    EXPECT_EQ(told(prompts.read(Json("[]"), Json("[[0,2]]"))), "new s u, known 0, after : s! u!");
    EXPECT_EQ(told(prompts.read(Json("[]"), Json("[[0,1],[1,4]]"))),
              "new a t, known 2, after a: t!");
    EXPECT_EQ(told(prompts.read(Json("[]"), Json("[[3,4]]"))), "new, known 1, after : t");
}

TEST(InspectPrompts, RangesBeyondThePoolAreEmpty) {
    InspectPrompts prompts;
    prompts.add_pool(Json(talk));
    EXPECT_EQ(told(prompts.read(Json(), Json(R"([[3,900],[2,1],[-5,1],["x"],7,[]])"))),
              "new t s, known 0, after : t! s!");
    EXPECT_EQ(told(prompts.read(Json(), Json("[[4,5],[1e300,1e301]]"))), "new, known 0, after :");
}

TEST(InspectPrompts, NoMoreThanSoManyAreAnswered) {
    std::string all = "[";
    for (std::size_t n = 0; n < InspectPrompts::answered_max + 1; ++n) {
        all += (n == 0 ? "" : ",") + (R"({"role":"user","id":")" + std::to_string(n) + R"("})");
    }
    InspectPrompts prompts;
    const std::string whole = all + "]";
    const InspectPrompt prompt = prompts.read(Json(whole), Json());
    EXPECT_EQ(prompt.fresh.size(), InspectPrompts::answered_max + 1);
    ASSERT_EQ(prompt.answered.size(), InspectPrompts::answered_max);
    EXPECT_EQ(prompt.answered.front()->id, "1");
}

// Each of the prompts names the whole pool: looking at all of it every time would take too long.
TEST(InspectPrompts, SameRangeAgainCostsNothing) {
    std::string pool = "[";
    for (int n = 0; n < 20'000; ++n) {
        pool +=
            (n == 0 ? "" : ",") + (R"({"role":"assistant","id":")" + std::to_string(n) + R"("})");
    }
    pool += "]";
    InspectPrompts prompts;
    prompts.add_pool(Json(pool));
    std::uint64_t known = 0;
    for (int n = 0; n < 20'000; ++n) {
        known += prompts.read(Json(), Json("[[0,20000]]")).known;
    }
    EXPECT_EQ(known, 19'999U * 20'000U);
}

}  // namespace
}  // namespace hence
