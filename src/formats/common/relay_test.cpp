#include "formats/common/relay.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

Event event_of(std::string_view json) {
    return Event::parse(json).take();
}

TEST(RelayTest, EventArrivesWithItsLineSourceAndFlags) {
    const Event event = event_of(R"({"id":"a","kind":"thought","time":"2026-01-01T00:00:00.10Z",)"
                                 R"("fields":{"n":1.10,"text":"\ud800"}})")
                            .with_source("mayros")
                            .with_flag(Flag::time_derived);
    std::string text;
    append_relay(Incoming{event, 7}, text);
    Batch batch;
    read_relay(text, "file", batch);
    ASSERT_EQ(batch.events.size(), 1U);
    EXPECT_EQ(batch.events[0].line, 7U);
    EXPECT_EQ(batch.events[0].event.to_json(), event.to_json());
    EXPECT_EQ(batch.events[0].event.source(), "mayros");
    EXPECT_TRUE(batch.events[0].event.has(Flag::time_derived));
    EXPECT_EQ(batch.source, "file");
}

TEST(RelayTest, WhatWasRefusedArrivesByteForByte) {
    const std::string bytes("{\"a\xff\0\n", 7);
    std::string text;
    append_relay(Refused{"ignored", 3, "no \"kind\"", bytes}, text);
    append_relay(Refused{"ignored", 4, "nothing", ""}, text);
    Batch batch;
    read_relay(text, "file", batch);
    ASSERT_EQ(batch.refused.size(), 2U);
    EXPECT_EQ(batch.refused[0].source, "file");
    EXPECT_EQ(batch.refused[0].line, 3U);
    EXPECT_EQ(batch.refused[0].reason, "no \"kind\"");
    EXPECT_TRUE(batch.refused[0].bytes == bytes);
    EXPECT_EQ(batch.refused[1].bytes, "");
}

TEST(RelayTest, CopiesAreNamed) {
    const auto event = [](const std::string& id) {
        return event_of(R"({"id":")" + id + R"(","kind":"thought","time":"2026-01-01T00:00:00Z"})");
    };
    std::string text;
    append_relay(Incoming{event("a"), 1}, text);
    append_relay(Incoming{event("b"), 2}, text, Standing::copy);
    text += R"({"line":3,"copy":1,"event":)" + event("c").to_json() + "}\n";
    Batch batch;
    std::set<std::string, std::less<>> copies;
    read_relay(text, "file", batch, copies);
    EXPECT_EQ(batch.events.size(), 3U);
    EXPECT_EQ(copies, (std::set<std::string, std::less<>>{"b"}));
}

TEST(RelayTest, WhatIsNoRelayIsRefusedWithTheReason) {
    const auto reason = [](std::string_view text) {
        Batch batch;
        read_relay(text, "file", batch);
        return batch.refused.size() == 1 && batch.events.empty() ? batch.refused[0].reason : "?";
    };
    EXPECT_EQ(reason("{}"), "line is not the number of a line");
    EXPECT_EQ(reason(R"({"line":-1})"), "line is not the number of a line");
    EXPECT_EQ(reason(R"({"line":1})"), "neither an event nor something that was refused");
    EXPECT_EQ(reason(R"({"line":1,"reason":"x","bytes":"*"})"),
              "neither an event nor something that was refused");
    EXPECT_EQ(reason(R"({"line":1,"event":{"kind":"a","time":"2026-01-01T00:00:00Z"}})"),
              "event has no id");
    EXPECT_NE(reason(R"({"line":1,"event":{"kind":"A"}})"), "?");
    EXPECT_NE(reason("{"), "?");
}

}  // namespace
}  // namespace hence
