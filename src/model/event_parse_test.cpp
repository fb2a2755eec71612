// Gives an event's keys besides kind and time, and tells how the event came back or why it was
// refused.
#include <gtest/gtest.h>

#include "hence/event.h"
#include "model/event_rules.h"

namespace hence {
namespace {

constexpr std::string_view required = R"("kind":"log","time":"2026-02-23T10:00:00Z")";

std::string event_with(std::string_view keys) {
    return "{" + std::string(required) + "," + std::string(keys) + "}";
}

std::string back(std::string_view json) {
    const Result<Event> event = Event::parse(json);
    return event ? event->to_json() : event.error().message;
}

std::string with(std::string_view keys) {
    return back(event_with(keys));
}

bool refused(std::string_view keys) {
    const Result<Event> event = Event::parse(event_with(keys));
    return !event && event.error().code == Code::invalid;
}

std::string text(std::size_t size) {
    return '"' + std::string(size, 'x') + '"';
}

std::string repeat(std::string_view piece, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        out += piece;
    }
    return out;
}

TEST(EventParse, AWholeEventComesBackAsItWasGiven) {
    const std::string json =
        R"({"id":"e2","kind":"tool_call","time":"2026-02-23T10:00:01.000Z","agent":"orchestrator",)"
        R"("session":"s1","run":"r1","parent":"e1","causes":["e0"],"correlation":"c-1",)"
        R"("iteration":1,"duration_ms":45,"rationale":{"why":"needs fresh data","refs":["obs:1"],)"
        R"("alternatives":[{"option":"ask","rejected_because":"slow"}],"confidence":0.9},)"
        R"("fields":{"tool_name":"Read","input":{"path":"/a"},"output":"data"}})";
    EXPECT_EQ(back(json), json);
    const Event event = *Event::parse(json);
    EXPECT_EQ(event.id(), "e2");
    EXPECT_EQ(event.kind(), "tool_call");
    EXPECT_EQ(event.time(), *parse_time("2026-02-23T10:00:01Z"));
    EXPECT_EQ(event.agent(), "orchestrator");
    EXPECT_EQ(event.session(), "s1");
    EXPECT_EQ(event.run(), "r1");
    EXPECT_EQ(event.parent(), "e1");
    ASSERT_EQ(event.causes().size(), 1u);
    EXPECT_EQ(event.causes()[0], "e0");
    EXPECT_EQ(event.correlation(), "c-1");
    EXPECT_EQ(event.iteration(), 1);
    EXPECT_EQ(event.duration_ms(), 45.0);
    EXPECT_EQ(event.flags(), 0);
    EXPECT_EQ(event.seq(), 0u);
}

TEST(EventParse, TheLeastEventNeedsAKindAndATime) {
    EXPECT_EQ(back(R"( { "time" : "2026-02-23T11:00:00+01:00" , "kind" : "x" } )"),
              R"({"kind":"x","time":"2026-02-23T10:00:00Z"})");
    EXPECT_EQ(back(R"({"time":"2026-02-23T10:00:00Z"})"),
              "kind is missing: give one such as \"tool_call\"");
    EXPECT_EQ(back(R"({"kind":"x"})"),
              "time is missing: give one such as \"2026-02-23T10:00:01Z\"");
    EXPECT_EQ(back("{}"), "kind is missing: give one such as \"tool_call\"");
}

TEST(EventParse, OnlyAnObjectIsAnEvent) {
    EXPECT_EQ(back("[]"), "a list is no event: give one JSON object");
    EXPECT_EQ(back("\"x\""), "a string is no event: give one JSON object");
    EXPECT_EQ(back("hello"), "not JSON at byte 1: an event is a JSON object");
    EXPECT_EQ(back(""), "not JSON at byte 1: the text ends too early");
    EXPECT_EQ(back("\xEF\xBB\xBF{}"), "not JSON at byte 1: a byte order mark: leave it out");
}

TEST(EventParse, BrokenJsonIsRefusedWhereverItBreaks) {
    const std::string whole = event_with(R"("causes":["a"],"fields":{"a":[1,"b"]},"iteration":3)");
    ASSERT_TRUE(Event::parse(whole));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(Event::parse(whole.substr(0, size))) << size;
    }
    EXPECT_EQ(back(whole + "x"), "not JSON at byte " + std::to_string(whole.size() + 1) +
                                     ": more text after the event");
    EXPECT_TRUE(refused(R"("causes":["a",])"));
    EXPECT_TRUE(refused(R"("causes":["a" "b"])"));
    EXPECT_TRUE(refused(R"("agent":"a",)"));
    EXPECT_TRUE(refused(R"("agent" "a")"));
    EXPECT_TRUE(refused(R"(agent:"a")"));
    EXPECT_EQ(with("\"agent\":\"\xFF\""), "not UTF-8 at byte 54: encode the text as UTF-8");
    EXPECT_TRUE(refused("\"agent\":nul"));
}

TEST(EventParse, AnUnknownKeyNamesTheNearestKnownOne) {
    EXPECT_EQ(with(R"("sesion":"s")"), R"(unknown key "sesion": did you mean "session"?)");
    EXPECT_EQ(with(R"("Agent":"s")"), R"(unknown key "Agent": did you mean "agent"?)");
    EXPECT_EQ(with(R"("tool_name":"s")"),
              "unknown key \"tool_name\": the nearest known key is \"time\"; what is your own "
              "belongs in \"fields\"");
    EXPECT_EQ(with("\"\\u001b[2J\":1").substr(0, 23), R"(unknown key "\x1b[2J": )");
    EXPECT_TRUE(refused("\"" + std::string(100'000, 'k') + "\":1"));
    EXPECT_TRUE(refused("\"\":1"));
}

TEST(EventParse, AKeyMayBeEscaped) {
    EXPECT_EQ(with(R"("\u0061gent":"a")"), event_with(R"("agent":"a")"));
}

TEST(EventParse, ARepeatedKeyIsRefused) {
    EXPECT_EQ(with(R"("agent":"a","agent":"a")"), "agent is given twice: give it once");
    EXPECT_TRUE(refused(R"("agent":null,"agent":"a")"));
    EXPECT_TRUE(refused(R"("seq":1,"seq":1)"));
    EXPECT_TRUE(refused(R"("agent":"a","\u0061gent":"b")"));
}

TEST(EventParse, NullIsAbsent) {
    EXPECT_EQ(
        with(R"("id":null,"agent":null,"session":null,"run":null,"parent":null,"causes":null,)"
             R"("correlation":null,"iteration":null,"duration_ms":null,"rationale":null,)"
             R"("fields":null,"source":null,"flags":null,"seq":null,"received":null)"),
        "{" + std::string(required) + "}");
    EXPECT_EQ(back(R"({"kind":null,"time":"2026-02-23T10:00:00Z"})"),
              "kind is missing: give one such as \"tool_call\"");
}

TEST(EventParse, AKindIsALowerCaseName) {
    const auto kind = [](const std::string& name) {
        return back(R"({"kind":")" + name + R"(","time":"2026-02-23T10:00:00Z"})");
    };
    for (const std::string& good : {std::string("a"), std::string("a_9"), std::string(64, 'a')}) {
        EXPECT_EQ(kind(good), R"({"kind":")" + good + R"(","time":"2026-02-23T10:00:00Z"})");
    }
    for (const std::string& bad :
         {std::string(), std::string("A"), std::string("9a"), std::string("_a"), std::string("a-b"),
          std::string("é"), std::string(65, 'a')}) {
        EXPECT_TRUE(kind(bad).starts_with("kind \"")) << kind(bad);
    }
}

TEST(EventParse, ABadTimeSaysWhatToWrite) {
    EXPECT_EQ(
        back(R"({"kind":"x","time":"2026-02-30T10:00:00Z"})"),
        "time \"2026-02-30T10:00:00Z\" is no date: use RFC 3339 such as 2026-02-23T10:00:01Z");
    EXPECT_EQ(back(R"({"kind":"x","time":1771840801})"), "time is a number: give a string");
}

TEST(EventParse, TextHasALengthInBytes) {
    for (const std::string key : {"agent", "session", "run", "correlation"}) {
        EXPECT_FALSE(refused("\"" + key + "\":" + text(1)));
        EXPECT_FALSE(refused("\"" + key + "\":" + text(1024)));
        EXPECT_EQ(with("\"" + key + "\":" + text(1025)),
                  key + " has 1025 bytes: give 1 to 1024 bytes");
        EXPECT_EQ(with("\"" + key + "\":\"\""), key + " is empty: give 1 to 1024 bytes");
        EXPECT_EQ(with("\"" + key + "\":7"), key + " is a number: give a string");
    }
    for (const std::string key : {"id", "parent"}) {
        EXPECT_FALSE(refused("\"" + key + "\":" + text(256)));
        EXPECT_TRUE(refused("\"" + key + "\":" + text(257)));
        EXPECT_TRUE(refused("\"" + key + "\":\"\""));
        EXPECT_TRUE(refused("\"" + key + "\":[\"a\"]"));
    }
    EXPECT_FALSE(refused("\"id\":\"" + repeat("\\u00e9", 128) + "\""));  // Bytes when unescaped.
    EXPECT_TRUE(refused("\"id\":\"" + repeat("é", 129) + "\""));
}

TEST(EventParse, EscapedTextIsReadUnescapedAndPrintedAsGiven) {
    const std::string json = event_with(R"("agent":"\u00e9\/\n","parent":"\ud800")");
    EXPECT_EQ(back(json), json);
    const Event event = *Event::parse(json);
    EXPECT_EQ(event.agent(), "é/\n");
    EXPECT_EQ(event.parent(), "\xED\xA0\x80");
}

TEST(EventParse, CausesAreIds) {
    EXPECT_EQ(with(R"("causes":[ "a" , "b\/" , "c" ])"), event_with(R"("causes":["a","b\/","c"])"));
    EXPECT_EQ(with(R"("causes":[])"), "{" + std::string(required) + "}");
    EXPECT_EQ(with(R"("causes":"a")"), "causes is a string: give a list of ids");
    EXPECT_EQ(with(R"("causes":["a",1])"), "causes[1] is a number: give an id");
    EXPECT_EQ(with(R"("causes":["a",null])"), "causes[1] is null: give an id");
    EXPECT_EQ(with(R"("causes":["a",""])"), "causes[1] is empty: give 1 to 256 bytes");
    EXPECT_FALSE(refused("\"causes\":[" + text(256) + "]"));
    EXPECT_TRUE(refused("\"causes\":[" + text(257) + "]"));
    const Event event = *Event::parse(event_with(R"("causes":["a","b\/","c"])"));
    EXPECT_EQ(event.causes()[1], "b/");
}

TEST(EventParse, AHundredThousandCausesComeBack) {
    std::string list = R"("causes":[)" + repeat("\"a\\n\",", 100'000);
    list.back() = ']';
    EXPECT_EQ(with(list), event_with(list));
}

TEST(EventParse, AnIterationIsAnInteger) {
    for (const std::string good : {"-1", "0", "1.0", "1e2", "-0", "9223372036854775807"}) {
        EXPECT_EQ(with("\"iteration\":" + good), event_with("\"iteration\":" + good));
    }
    for (const std::string bad :
         {"-2", "1.5", "9223372036854775808", "-1.5", "1e99", "\"1\"", "true"}) {
        EXPECT_TRUE(refused("\"iteration\":" + bad)) << bad;
    }
    EXPECT_EQ(Event::parse(event_with("\"iteration\":1e2"))->iteration(), 100);
}

TEST(EventParse, ADurationIsFiniteAndNotNegative) {
    for (const std::string good : {"0", "-0", "1.10", "1e308", "1e-400", "0.000"}) {
        EXPECT_EQ(with("\"duration_ms\":" + good), event_with("\"duration_ms\":" + good));
    }
    for (const std::string bad : {"-1", "-0.001", "-1e-400", "1e309", "\"1\"", "[]"}) {
        EXPECT_TRUE(refused("\"duration_ms\":" + bad)) << bad;
    }
    EXPECT_EQ(Event::parse(event_with("\"duration_ms\":1.10"))->duration_ms(), 1.1);
}

TEST(EventParse, FieldsAreAnObjectOf64Levels) {
    EXPECT_EQ(with(R"("fields":[])"), "fields is a list: give an object");
    EXPECT_EQ(with(R"("fields":{})"), event_with(R"("fields":{})"));
    const auto nested = [](std::size_t levels) {
        return R"("fields":{"a":)" + repeat("[", levels - 1) + repeat("]", levels - 1) + "}";
    };
    EXPECT_FALSE(refused(nested(64)));
    EXPECT_TRUE(refused(nested(65)));
    EXPECT_TRUE(with(nested(65)).starts_with("fields nests deeper than 64 levels at byte"));
    EXPECT_TRUE(refused(nested(1'000'000)));
}

TEST(EventParse, FieldsKeepRepeatedMembersAndTheTextOfNumbers) {
    const std::string json = event_with(R"("fields":{"a":1.10,"a":1e400,"b":"\ud83d"})");
    EXPECT_EQ(back(json), json);
}

TEST(EventParse, AnEventHas16MebibytesWithoutWhatTheStoreAdds) {
    const std::string store_keys =
        R"(,"seq":9,"received":"2026-02-23T10:00:00.000Z","source":"native","flags":["derived"]})";
    const auto of_size = [](std::size_t size) {
        std::string json = event_with(R"("fields":{"a":""})");
        json.insert(json.size() - 3, std::string(size - json.size(), 'x'));
        return json;
    };
    const std::string largest = of_size(event_size_max);
    ASSERT_EQ(largest.size(), event_size_max);
    EXPECT_TRUE(Event::parse(largest));
    EXPECT_TRUE(Event::parse(largest.substr(0, largest.size() - 1) + store_keys));
    const Result<Event> beyond = Event::parse(of_size(event_size_max + 1));
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().code, Code::limit);
    EXPECT_EQ(beyond.error().message, "the event has 16777217 bytes: at most 16777216 are allowed");
    EXPECT_EQ(Event::parse(of_size(2 * event_size_max)).error().code, Code::limit);
}

TEST(EventParse, WhatTheStoreAddedIsIgnoredOrTaken) {
    const Event event = *Event::parse(event_with(
        R"("seq":"any","received":[{}],"source":"otlp","flags":["time_derived","derived"])"));
    EXPECT_EQ(event.seq(), 0u);
    EXPECT_EQ(event.source(), "otlp");
    EXPECT_TRUE(event.has(Flag::derived));
    EXPECT_TRUE(event.has(Flag::time_derived));
    EXPECT_FALSE(event.has(Flag::parent_derived));
    EXPECT_EQ(event.to_json(), event_with(R"("source":"otlp","flags":["derived","time_derived"])"));
    EXPECT_TRUE(refused(R"("source":"")"));
    EXPECT_FALSE(refused("\"source\":" + text(256)));
    EXPECT_TRUE(refused("\"source\":" + text(257)));
    EXPECT_TRUE(refused(R"("source":1)"));
    EXPECT_EQ(with(R"("flags":["derive"])"),
              R"(flags holds "derive", which is no flag: leave it out)");
    EXPECT_TRUE(refused(R"("flags":[1])"));
    EXPECT_TRUE(refused(R"("flags":"derived")"));
    EXPECT_FALSE(refused(R"("flags":[])"));
}

// The published spelling is taken, and stored as ours: what is exported can be recorded again.
TEST(EventParse, RejectedBecauseMayBeSpelledAsPublished) {
    const Result<Event> event = Event::parse(
        R"({"kind":"decision","time":"2026-02-23T10:00:00Z","rationale":{"why":"w",)"
        R"("alternatives":[{"option":"a","rejectedBecause":"slow","cost":1.10}],"mood":"calm"}})");
    ASSERT_TRUE(event) << event.error().message;
    EXPECT_EQ(event->rationale(), R"({"why":"w","alternatives":[{"option":"a",)"
                                  R"("rejected_because":"slow","cost":1.10}],"mood":"calm"})");
    EXPECT_EQ(Event::parse(event->to_json())->to_json(), event->to_json());
    const Result<Event> why = Event::parse(R"({"kind":"decision","time":"2026-02-23T10:00:00Z",)"
                                           R"("rationale":{"why":"it says rejectedBecause"}})");
    EXPECT_EQ(why->rationale(), R"({"why":"it says rejectedBecause"})");
}

}  // namespace
}  // namespace hence
