// The rules of rationales and outcomes: "ok", "too long", or what is said against it.
#include "model/event_rules.h"

#include <gtest/gtest.h>

#include "hence/event.h"

namespace hence {
namespace {

std::string rationale(const std::string& json) {
    const Result<Event> event =
        Event::parse(R"({"kind":"log","time":"2026-02-23T10:00:00Z","rationale":)" + json + "}");
    if (!event) {
        return event.error().message;
    }
    EXPECT_EQ(event->rationale(), json);
    return event->has(Flag::rationale_too_long) ? "too long" : "ok";
}

std::string outcome(const std::string& keys) {
    const Result<Event> event =
        Event::parse(R"({"kind":"outcome",)" + keys + R"("time":"2026-02-23T10:00:00Z"})");
    return event ? "ok" : event.error().message;
}

std::string repeat(std::string_view piece, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        out += piece;
    }
    return out;
}

TEST(Rationale, NeedsAWhy) {
    EXPECT_EQ(rationale(R"({"why":"w"})"), "ok");
    EXPECT_EQ(rationale("{}"), "rationale.why is missing: give a string that is not empty");
    EXPECT_EQ(rationale(R"({"why":null})"),
              "rationale.why is missing: give a string that is not empty");
    EXPECT_EQ(rationale(R"({"why":""})"),
              "rationale.why is empty: give a string that is not empty");
    EXPECT_EQ(rationale(R"({"why":1})"), "rationale.why is a number: give a string");
    EXPECT_EQ(rationale(R"("w")"), "rationale is a string: give an object with why");
    EXPECT_EQ(rationale(R"({"\u0077hy":"w"})"), "ok");
}

TEST(Rationale, RefsAreStrings) {
    EXPECT_EQ(rationale(R"({"why":"w","refs":["a",""]})"), "ok");
    EXPECT_EQ(rationale(R"({"why":"w","refs":null})"), "ok");
    EXPECT_EQ(rationale(R"({"why":"w","refs":"a"})"),
              "rationale.refs is a string: give a list of strings");
    EXPECT_EQ(rationale(R"({"why":"w","refs":["a",1]})"),
              "rationale.refs[1] is a number: give a string");
}

TEST(Rationale, AlternativesSayWhatAndWhyNot) {
    const auto with = [](const std::string& alternatives) {
        return rationale(R"({"why":"w","alternatives":)" + alternatives + "}");
    };
    EXPECT_EQ(with("[]"), "ok");
    EXPECT_EQ(with("null"), "ok");
    EXPECT_EQ(with(R"([{"option":"a","rejected_because":"b","more":[1]}])"), "ok");
    EXPECT_EQ(
        with(R"([{"option":"a"}])"),
        "rationale.alternatives[0].rejected_because is missing: give a string that is not empty");
    EXPECT_EQ(
        with(R"([{"option":"a","rejected_because":"b"},{"option":"","rejected_because":"b"}])"),
        "rationale.alternatives[1].option is empty: give a string that is not empty");
    EXPECT_EQ(with(R"([{"option":1,"rejected_because":"b"}])"),
              "rationale.alternatives[0].option is a number: give a string");
    EXPECT_EQ(
        with(R"(["a"])"),
        "rationale.alternatives[0] is a string: give an object with option and rejected_because");
    EXPECT_EQ(with("{}"),
              "rationale.alternatives is an object: give a list of objects with option "
              "and rejected_because");
}

TEST(Rationale, ConfidenceLiesFrom0To1) {
    const auto with = [](const std::string& number) {
        return rationale(R"({"why":"w","confidence":)" + number + "}");
    };
    for (const std::string good : {"0", "-0", "1", "1.0", "0.5", "10e-1", "1e-400", "null"}) {
        EXPECT_EQ(with(good), "ok") << good;
    }
    for (const std::string bad : {"-0.1", "1.1", "1.00000000000000000000001", "-1e-400", "1e400"}) {
        EXPECT_EQ(with(bad), "rationale.confidence is out of range: give a number from 0 to 1");
    }
    EXPECT_EQ(with("\"1\""), "rationale.confidence is a string: give a number from 0 to 1");
}

TEST(Rationale, LongTextIsKeptAndFlagged) {
    const auto why = [](const std::string& text) {
        return rationale(R"({"why":")" + text + "\"}");
    };
    EXPECT_EQ(why(std::string(280, 'x')), "ok");
    EXPECT_EQ(why(std::string(281, 'x')), "too long");
    EXPECT_EQ(why(repeat("é", 280)), "ok");
    EXPECT_EQ(why(repeat("é", 281)), "too long");
    EXPECT_EQ(why(repeat("😀", 140)), "ok");
    EXPECT_EQ(why(repeat("😀", 140) + "x"), "too long");
    EXPECT_EQ(why(repeat("\\uD83D\\uDE00", 140)), "ok");
    EXPECT_EQ(why(repeat("\\uD83D\\uDE00", 140) + "x"), "too long");
    EXPECT_EQ(why(repeat("\\n", 280)), "ok");
    EXPECT_EQ(why(repeat("\\n", 281)), "too long");
    const auto because = [](std::size_t size) {
        return rationale(R"({"why":"w","alternatives":[{"option":"a","rejected_because":")" +
                         std::string(size, 'x') + "\"}]}");
    };
    EXPECT_EQ(because(160), "ok");
    EXPECT_EQ(because(161), "too long");
}

TEST(Rationale, UnknownMembersAreKept) {
    EXPECT_EQ(rationale(R"({"why":"w","mood":{"a":[1.10]}})"), "ok");
}

TEST(Outcome, NamesTheEventItIsAbout) {
    EXPECT_EQ(outcome(R"("fields":{"of":"e1"},)"), "ok");
    const std::string missing =
        "fields.of is missing: an outcome names the id of the event it is about";
    EXPECT_EQ(outcome(""), missing);
    EXPECT_EQ(outcome(R"("fields":{},)"), missing);
    EXPECT_EQ(outcome(R"("fields":{"of":null},)"), missing);
    EXPECT_EQ(outcome(R"("fields":{"of":1},)"), "fields.of is a number: give the id of an event");
    EXPECT_EQ(outcome(R"("fields":{"of":""},)"), "fields.of is empty: give 1 to 256 bytes");
    EXPECT_EQ(outcome(R"("fields":{"of":")" + std::string(256, 'x') + "\"},"), "ok");
    EXPECT_EQ(outcome(R"("fields":{"of":")" + std::string(257, 'x') + "\"},"),
              "fields.of has 257 bytes: give 1 to 256 bytes");
}

TEST(Outcome, IsCorrectOrNotOrUnknown) {
    for (const std::string good : {"true", "false", "null"}) {
        EXPECT_EQ(outcome(R"("fields":{"of":"e1","correct":)" + good + "},"), "ok");
    }
    EXPECT_EQ(outcome(R"("fields":{"of":"e1","correct":"yes"},)"),
              "fields.correct is a string: give true, false or null");
    EXPECT_EQ(outcome(R"("fields":{"of":"e1","correct":1},)"),
              "fields.correct is a number: give true, false or null");
}

}  // namespace
}  // namespace hence
