#include "hence/event.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

Event event(std::string_view keys) {
    return *Event::parse(R"({"kind":"log","time":"2026-02-23T10:00:00Z",)" + std::string(keys) +
                         "}");
}

bool same(std::string_view a, std::string_view b) {
    const bool says = event(a).says_the_same_as(event(b));
    EXPECT_EQ(event(b).says_the_same_as(event(a)), says);
    return says;
}

TEST(Event, AnIdAndASessionCanBeGivenLater) {
    const Event without = event(R"("agent":"a")");
    const Event with = *without.with_id("e\"1")->with_session("s1");
    EXPECT_EQ(
        with.to_json(),
        R"({"id":"e\"1","kind":"log","time":"2026-02-23T10:00:00Z","agent":"a","session":"s1"})");
    EXPECT_EQ(with.id(), "e\"1");
    EXPECT_EQ(without.id(), "");
    EXPECT_EQ(with.with_id("\xED\xA0\x80")->to_json().substr(0, 15), R"({"id":"\ud800",)");
}

TEST(Event, AnIdThatBreaksItsRuleIsRefused) {
    EXPECT_FALSE(event(R"("agent":"a")").with_id(""));
    EXPECT_TRUE(event(R"("agent":"a")").with_id(std::string(256, 'x')));
    EXPECT_FALSE(event(R"("agent":"a")").with_id(std::string(257, 'x')));
    EXPECT_FALSE(event(R"("agent":"a")").with_id("\xFF"));
    EXPECT_TRUE(event(R"("agent":"a")").with_session(std::string(1024, 'x')));
    EXPECT_FALSE(event(R"("agent":"a")").with_session(std::string(1025, 'x')));
}

TEST(Event, ACopyOutlivesWhatItWasMadeFrom) {
    std::optional<Event> copy;
    {
        const Event original = event(R"("agent":"\u0061 long enough to live on the heap")");
        copy = original.with_id("e1")->with_id("e2")->with_flag(Flag::derived);
    }
    EXPECT_EQ(copy->agent(), "a long enough to live on the heap");
    EXPECT_EQ(copy->id(), "e2");
}

TEST(Event, WhatTheStoreAddsPrintsLast) {
    const Event stored = event(R"("fields":{})")
                             .with_flag(Flag::derived)
                             .with_flag(Flag::rationale_too_long)
                             .with_source("a\"b")
                             .stored_as(7, *parse_time("2026-02-24T00:00:00.123Z"));
    EXPECT_EQ(stored.to_json(),
              R"({"kind":"log","time":"2026-02-23T10:00:00Z","fields":{},"seq":7,)"
              R"("received":"2026-02-24T00:00:00.123Z","source":"a\"b",)"
              R"("flags":["rationale_too_long","derived"]})");
    EXPECT_TRUE(Event::parse(stored.to_json())->says_the_same_as(stored));
}

TEST(Event, AppendingLeavesWhatWasThere) {
    std::string out = "{";
    event(R"("id":"a")").append_json(out);
    EXPECT_EQ(out, R"({{"id":"a","kind":"log","time":"2026-02-23T10:00:00Z"})");
}

TEST(Event, SpellingMakesNoDifference) {
    EXPECT_TRUE(same(R"("id":"a","agent":"\u0062")", R"("agent":"b","id":"a")"));
    EXPECT_TRUE(same(R"("iteration":1,"duration_ms":1e2)", R"("iteration":1.0,"duration_ms":100)"));
    EXPECT_TRUE(same(R"("causes":["\u0061","b"])", R"("causes":["a","b"])"));
    EXPECT_TRUE(same(R"("causes":[])", R"("causes":null)"));
    EXPECT_TRUE(same(R"("fields":{"a":1,"b":2})", R"("fields":{"b":2.0,"a":1})"));
    EXPECT_TRUE(same(R"("rationale":{"why":"a","confidence":1})",
                     R"("rationale":{"confidence":1.0,"why":"a"})"));
    EXPECT_TRUE(same(R"("source":"a","flags":["derived"],"seq":4)", R"("source":"b")"));
    EXPECT_TRUE(
        Event::parse(R"({"kind":"x","time":"2026-02-23T10:00:00.50+01:00"})")
            ->says_the_same_as(*Event::parse(R"({"kind":"x","time":"2026-02-23T09:00:00.5Z"})")));
}

TEST(Event, EveryKeyMakesADifference) {
    const std::string_view nothing = R"("source":"x")";
    for (const std::string_view keys :
         {R"("id":"a")", R"("agent":"a")", R"("session":"a")", R"("run":"a")", R"("parent":"a")",
          R"("causes":["a"])", R"("correlation":"a")", R"("iteration":0)", R"("duration_ms":0)",
          R"("rationale":{"why":"a"})", R"("fields":{})"}) {
        EXPECT_FALSE(same(keys, nothing)) << keys;
        EXPECT_TRUE(same(keys, keys));
    }
    EXPECT_FALSE(same(R"("causes":["a","b"])", R"("causes":["b","a"])"));
    EXPECT_FALSE(same(R"("iteration":0)", R"("iteration":1)"));
    EXPECT_FALSE(same(R"("fields":{"a":"1"})", R"("fields":{"a":1})"));
    EXPECT_FALSE(
        Event::parse(R"({"kind":"x","time":"2026-02-23T10:00:00Z"})")
            ->says_the_same_as(*Event::parse(R"({"kind":"y","time":"2026-02-23T10:00:00Z"})")));
    EXPECT_FALSE(
        Event::parse(R"({"kind":"x","time":"2026-02-23T10:00:00Z"})")
            ->says_the_same_as(*Event::parse(R"({"kind":"x","time":"2026-02-23T10:00:01Z"})")));
}

}  // namespace
}  // namespace hence
