// What append promises on every backend: each event once, the first stands, one outcome per event,
// all of a batch or nothing.
#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "store/conformance_for_test.h"

namespace hence {
namespace {

class AppendTest : public StoreTest {
protected:
    // What the log holds, in arrival order: "1=a 2=b".
    std::string log(std::uint64_t from = 1, std::uint64_t to = ~std::uint64_t{0}) const {
        Result<std::unique_ptr<Cursor>> cursor = store_->read(from, to);
        EXPECT_TRUE(cursor);
        std::string line;
        for (const Event& event : all(**cursor)) {
            line += (line.empty() ? "" : " ") + std::to_string(event.seq()) + "=" +
                    std::string(event.id());
        }
        return line;
    }

    // A store that holds `first` takes `second` as the same.
    void expect_same(const std::string& first, const std::string& second) {
        EXPECT_EQ(tell({first}), "1 new") << first;
        EXPECT_EQ(tell({second}), "0 new, 1 same") << second;
    }
};

INSTANTIATE_TEST_SUITE_P(Backends, AppendTest, testing::ValuesIn(backends()), backend_name);

TEST_P(AppendTest, AnEmptyStoreHasNothing) {
    EXPECT_EQ(store_->last_seq(), 0U);
    EXPECT_EQ(found("a"), "none");
    EXPECT_EQ(found(""), "none");
    EXPECT_EQ(log(), "");
    EXPECT_EQ(ask_all(), "");
}

TEST_P(AppendTest, AnEmptyBatchChangesNothing) {
    const Receipt receipt = append(Batch{});
    EXPECT_EQ(in_words(receipt), "0 new");
    EXPECT_EQ(receipt.first_seq, 0U);
    EXPECT_EQ(receipt.last_seq, 0U);
    EXPECT_EQ(store_->last_seq(), 0U);
}

TEST_P(AppendTest, WhatWasAppendedIsFoundByteForByte) {
    const std::string whole =
        R"({"id":"a\u0041","kind":"tool_call","time":"2026-02-23T10:00:01.120Z","agent":"x\/y",)"
        R"("session":"s\ud800","run":"r","parent":"p","causes":["c","\u0063"],"correlation":"k",)"
        R"("iteration":1.0,"duration_ms":4.50,"rationale":{"why":"so","confidence":0.90},)"
        R"("fields":{"n":1.10,"b":1e400,"b":[],"t":"\u00e9é"}})";
    EXPECT_EQ(tell({whole}), "1 new");
    reopen();
    EXPECT_EQ(found("aA"), whole);
    EXPECT_EQ(found("a"), "none");
    EXPECT_EQ(found("aAb"), "none");
}

TEST_P(AppendTest, SourceAndFlagsComeBack) {
    const std::string json = event_json("a", "10:00:00Z");
    Batch given;
    given.events.push_back(
        {Event::parse(json)->with_source("native").with_flag(Flag::time_derived), 1});
    append(given);
    reopen();
    const Event event = **store_->find("a");
    EXPECT_EQ(event.source(), "native");
    EXPECT_TRUE(event.has(Flag::time_derived));
    EXPECT_FALSE(event.has(Flag::derived));
    EXPECT_EQ(event.seq(), 1U);
}

TEST_P(AppendTest, ReceivedIsTheTimeOfTheAppendToTheMillisecond) {
    const auto seconds = [] {
        return std::chrono::duration_cast<std::chrono::seconds>(
                   std::chrono::system_clock::now().time_since_epoch())
            .count();
    };
    const auto before = seconds();
    tell({event_json("a", "10:00:00Z")});
    const auto after = seconds();
    reopen();
    const Time received = (*store_->find("a"))->received();
    EXPECT_LE(before, received.seconds);
    EXPECT_GE(after, received.seconds);
    EXPECT_EQ(received.digits, 3);
    EXPECT_EQ(received.nanos % 1'000'000, 0U);
}

TEST_P(AppendTest, AnEventWithoutAnIdIsAnErrorAndNothingIsWritten) {
    Batch given = batch(
        {event_json("a", "10:00:00Z"), R"({"kind":"note","time":"2026-02-23T10:00:00Z"})", "junk"});
    const Result<Receipt> receipt = store_->append(given);
    ASSERT_FALSE(receipt);
    EXPECT_EQ(receipt.error().code, Code::invalid);
    EXPECT_EQ(log(), "");
    EXPECT_TRUE(store_->quarantine(0, 10)->empty());
}

TEST_P(AppendTest, SeqIsDenseWhateverIsRefusedOrRepeated) {
    const Receipt first =
        append({event_json("a", "10:00:05Z"), "junk", event_json("a", "10:00:05Z"),
                event_json("a", "10:00:06Z"), event_json("b", "10:00:01Z")});
    EXPECT_EQ(in_words(first), "2 new, 1 same, 2 refused: conflict a");
    EXPECT_EQ(first.first_seq, 1U);
    EXPECT_EQ(first.last_seq, 2U);
    reopen();
    EXPECT_EQ(store_->last_seq(), 2U);
    const Receipt second = append({event_json("c", "10:00:02Z")});
    EXPECT_EQ(second.first_seq, 3U);
    EXPECT_EQ(second.last_seq, 3U);
    EXPECT_EQ(log(), "1=a 2=b 3=c");
    EXPECT_EQ(store_->last_seq(), 3U);
}

TEST_P(AppendTest, ReadTakesBothEnds) {
    for (const char* id : {"a", "b", "c", "d"}) {
        tell({event_json(id, "10:00:00Z")});
    }
    EXPECT_EQ(log(2, 3), "2=b 3=c");
    EXPECT_EQ(log(3, 3), "3=c");
    EXPECT_EQ(log(0, 1), "1=a");
    EXPECT_EQ(log(4, 9), "4=d");
    EXPECT_EQ(log(5, 9), "");
    EXPECT_EQ(log(3, 2), "");
    EXPECT_EQ(log(0, 0), "");
    EXPECT_EQ(log(~std::uint64_t{0}, ~std::uint64_t{0}), "");
}

TEST_P(AppendTest, TheSameInAnotherSpellingIsADuplicate) {
    expect_same(event_json("a", "10:00:00Z", R"("agent":"A\u0042","fields":{"x":1,"y":"\u00e9"})"),
                event_json("a", "10:00:00Z", R"("fields":{"y":"é","x":1},"agent":"AB")"));
    expect_same(event_json("b", "10:00:00Z", R"("duration_ms":100,"fields":{"x":[1.5,-0]})"),
                event_json("b", "10:00:00Z", R"("duration_ms":1e2,"fields":{"x":[15e-1,0.0]})"));
    expect_same(event_json("c", "10:00:00Z"), event_json("c", "12:00:00.000+02:00"));
    expect_same(event_json("d", "10:00:00Z", R"("iteration":1,"causes":["x","y"])"),
                event_json("d", "10:00:00Z", R"("causes":["\u0078","y"],"iteration":1.0)"));
    expect_same(event_json("e", "10:00:00Z"),
                R"( {"kind" : "note","time":"2026-02-23T10:00:00Z",)"
                R"("seq":9,"source":"x","agent":null,"id":"\u0065"})");
}

TEST_P(AppendTest, ADuplicateKeepsTheFirstSpelling) {
    const std::string first = event_json("a", "10:00:00Z", R"("fields":{"x":1.0})");
    tell({event_json("b", "10:00:00Z")});
    const std::string printed = Event::parse(first)->to_json();
    tell({first});
    tell({event_json("a", "10:00:00.0Z", R"("fields":{"x":1})")});
    EXPECT_EQ(found("a"), printed);
}

TEST_P(AppendTest, AnotherEventUnderAKnownIdIsAConflict) {
    const std::vector<std::pair<std::string, std::string>> changes = {
        {"10:00:01Z", ""},
        {"10:00:00.000000001Z", ""},
        {"10:00:00Z", R"("kind":"other")"},
        {"10:00:00Z", R"("agent":"x")"},
        {"10:00:00Z", R"("session":"x")"},
        {"10:00:00Z", R"("run":"x")"},
        {"10:00:00Z", R"("parent":"x")"},
        {"10:00:00Z", R"("causes":["x"])"},
        {"10:00:00Z", R"("correlation":"x")"},
        {"10:00:00Z", R"("iteration":0)"},
        {"10:00:00Z", R"("duration_ms":0)"},
        {"10:00:00Z", R"("rationale":{"why":"x"})"},
        {"10:00:00Z", R"("fields":{"x":1})"},
    };
    const std::string first = event_json("a", "10:00:00Z");
    EXPECT_EQ(tell({first}), "1 new");
    for (const auto& [moment, members] : changes) {
        EXPECT_EQ(tell({event_json("a", moment, members)}), "0 new, 1 refused: conflict a")
            << moment << members;
    }
    reopen();
    EXPECT_EQ(tell({first}), "0 new, 1 same");
    EXPECT_EQ(log(), "1=a");
}

TEST_P(AppendTest, AnUnfinishedEventIsCompleted) {
    const std::string names = R"("kind":"llm_call","session":"s","agent":"a","run":"r")";
    const auto call = [&](std::string_view fields, std::string_view flags) {
        return event_json("m", "10:00:01Z",
                          names + R"(,"fields":)" + std::string(fields) + std::string(flags));
    };
    const std::string open = call(R"({"total_tokens":1})", R"(,"flags":["unfinished"])");
    const std::string child = event_json("c", "10:00:02Z", R"("session":"s","parent":"m")");
    EXPECT_EQ(tell({open, child}), "2 new");
    EXPECT_EQ(tell({open}), "0 new, 1 same");
    const std::string whole = call(R"({"total_tokens":7})", "");
    EXPECT_EQ(tell({whole}), "1 new");
    EXPECT_EQ(tell({open}), "0 new, 1 same");
    EXPECT_EQ(tell({whole}), "0 new, 1 same");
    EXPECT_EQ(tell({call(R"({"total_tokens":8})", "")}), "0 new, 1 refused: conflict m");
    for (int opened = 0; opened < 2; ++opened) {
        EXPECT_EQ(found("m"), Event::parse(whole)->to_json());
        EXPECT_EQ(ask_all(), "m c");
        EXPECT_EQ(ask(Space::session, "s"), "m c");
        EXPECT_EQ(ask(Space::parent, "m"), "c");
        EXPECT_EQ(log(), "1=m 2=c 3=m");
        const std::optional<Summary> row = *store_->summary(Space::session, "s");
        ASSERT_TRUE(row);
        EXPECT_EQ(row->events, 2U);
        EXPECT_EQ(row->kinds.at("llm_call"), 1U);
        EXPECT_EQ(row->tokens, 7);
        reopen();
    }
}

TEST_P(AppendTest, AnEventIsCompletedWithinOneBatch) {
    const auto call = [](std::string_view text, std::string_view flags) {
        return event_json("m", "10:00:01Z",
                          R"("kind":"llm_call","session":"s","fields":{"completion":")" +
                              std::string(text) + "\"}" + std::string(flags));
    };
    const std::string_view open = R"(,"flags":["unfinished"])";
    EXPECT_EQ(tell({call("a", open), call("ab", open), call("abc", "")}), "3 new");
    EXPECT_EQ(ask_all(), "m");
    EXPECT_EQ(found("m"), Event::parse(call("abc", ""))->to_json());
    EXPECT_EQ((*store_->summary(Space::session, "s"))->events, 1U);
}

TEST_P(AppendTest, ASettledEventIsReplaced) {
    const auto settled = [](const std::string& json) {
        return Event::parse(json).take().with_flag(Flag::settled);
    };
    const auto give = [&](const std::vector<Event>& events, bool replaces) {
        Batch batch;
        for (const Event& event : events) {
            batch.events.push_back({.event = event, .replaces = replaces});
        }
        return in_words(store_->append(batch).take());
    };
    const auto call = [&](std::string_view id, std::string_view rest) {
        return settled(event_json(id, "10:00:01Z", R"("run":"r",)" + std::string(rest)));
    };
    const Event first = call("m", R"("kind":"tool_call","session":"s","agent":"svc","fields":)"
                                  R"({"call_id":"c","status":"error"})");
    const Event second = call("m", R"("kind":"tool_call","session":"t","agent":"boss","fields":)"
                                   R"({"call_id":"d","status":"error"})");
    const Event child = settled(
        event_json("c", "10:00:02Z", R"("session":"s","run":"r","agent":"svc","parent":"m")"));
    EXPECT_EQ(give({first, child}, false), "2 new");
    EXPECT_EQ(give({second}, false), "0 new, 1 refused: conflict m");
    EXPECT_EQ(give({second}, true), "1 new");
    EXPECT_EQ(give({second}, true), "0 new, 1 same");
    // What is not settled is not replaced.
    EXPECT_EQ(tell({event_json("n", "10:00:03Z", R"("session":"s")")}), "1 new");
    EXPECT_EQ(give({settled(event_json("n", "10:00:04Z"))}, true), "0 new, 1 refused: conflict n");
    for (int opened = 0; opened < 2; ++opened) {
        EXPECT_EQ(found("m"), second.to_json());
        EXPECT_EQ(ask_all(), "m c n");
        EXPECT_EQ(ask(Space::session, "s"), "c n");
        EXPECT_EQ(ask(Space::agent, "boss"), "m");
        EXPECT_EQ(ask(Space::parent, "m"), "c");
        EXPECT_EQ((*store_->summary(Space::session, "s"))->errors, 0U);
        EXPECT_EQ((*store_->summary(Space::session, "t"))->errors, 1U);
        EXPECT_EQ((*store_->summary(Space::agent, "svc"))->events, 1U);
        reopen();
    }
    const Event gone = call("m", R"("kind":"withdrawn","session":"t")");
    EXPECT_EQ(give({gone}, true), "1 new");
    for (int opened = 0; opened < 2; ++opened) {
        EXPECT_EQ(*store_->find("m"), std::nullopt);
        EXPECT_EQ(ask_all(), "c n");
        EXPECT_EQ(ask(Space::withdrawn, "r"), "m");
        EXPECT_EQ(*store_->summary(Space::session, "t"), std::nullopt);
        EXPECT_EQ(*store_->summary(Space::agent, "boss"), std::nullopt);
        reopen();
    }
    // Nor is it a child of what arrived with it.
    const Event mother = settled(event_json("p", "10:00:05Z", R"("session":"u")"));
    const Event hidden = settled(
        event_json("w", "10:00:06Z", R"("kind":"withdrawn","session":"u","run":"u","parent":"p")"));
    const Event shown = settled(event_json("q", "10:00:07Z", R"("session":"u","parent":"p")"));
    EXPECT_EQ(give({mother, hidden, shown}, true), "3 new");
    EXPECT_EQ(ask(Space::parent, "p"), "q");
    // It may come back.
    EXPECT_EQ(give({second}, true), "1 new");
    EXPECT_EQ(ask_all(), "m c n p q");
    EXPECT_EQ(ask(Space::withdrawn, "r"), "");
    EXPECT_EQ((*store_->summary(Space::session, "t"))->errors, 1U);
}

TEST_P(AppendTest, WithinABatchTheFirstStandsToo) {
    const Receipt receipt = append({event_json("a", "10:00:00Z"), event_json("a", "10:00:01Z"),
                                    event_json("a", "10:00:00Z"), event_json("b", "10:00:00Z")});
    EXPECT_EQ(in_words(receipt), "2 new, 1 same, 1 refused: conflict a");
    ASSERT_EQ(receipt.rejections.size(), 1U);
    EXPECT_EQ(receipt.rejections[0].index, 1U);
}

TEST_P(AppendTest, ListsAreComparedInOrder) {
    EXPECT_EQ(tell({event_json("a", "10:00:00Z", R"("causes":["x","y"])")}), "1 new");
    EXPECT_EQ(tell({event_json("a", "10:00:00Z", R"("causes":["y","x"])")}),
              "0 new, 1 refused: conflict a");
}

TEST_P(AppendTest, ThereIsOneOutcomePerEvent) {
    EXPECT_EQ(tell({event_json("d", "10:00:00Z", R"("kind":"decision")"), outcome_json("o1", "d")}),
              "2 new");
    EXPECT_EQ(tell({outcome_json("o2", "d", "false")}), "0 new, 1 refused: outcome_exists o1");
    EXPECT_EQ(tell({outcome_json("o3", "d")}), "0 new, 1 refused: outcome_exists o1");
    EXPECT_EQ(tell({outcome_json("o1", "d")}), "0 new, 1 same");
    reopen();
    EXPECT_EQ(tell({outcome_json("o2", "d")}), "0 new, 1 refused: outcome_exists o1");
    EXPECT_EQ(tell({outcome_json("o2", "e")}), "1 new");
    EXPECT_EQ(ask(Space::of, "d"), "o1");
}

TEST_P(AppendTest, OutcomesOfDifferentEventsDoNotMeet) {
    EXPECT_EQ(tell({outcome_json("o1", "d"), outcome_json("o2", "dd"), outcome_json("o3", "e")}),
              "3 new");
}

TEST_P(AppendTest, AnOutcomeMayComeBeforeItsEventAndIsStillTheOnlyOne) {
    EXPECT_EQ(tell({outcome_json("o1", "late")}), "1 new");
    EXPECT_EQ(tell({event_json("late", "10:00:00Z", R"("kind":"decision")")}), "1 new");
    EXPECT_EQ(tell({outcome_json("o2", "late")}), "0 new, 1 refused: outcome_exists o1");
}

TEST_P(AppendTest, AnOutcomeThatIsUnknownCounts) {
    EXPECT_EQ(tell({outcome_json("o1", "d", "null")}), "1 new");
    EXPECT_EQ(tell({outcome_json("o2", "d", "true")}), "0 new, 1 refused: outcome_exists o1");
}

TEST_P(AppendTest, OfTwoOutcomesInOneBatchTheFirstStands) {
    EXPECT_EQ(tell({outcome_json("o2", "d"), outcome_json("o1", "d"), outcome_json("o2", "d")}),
              "1 new, 1 same, 1 refused: outcome_exists o2");
}

TEST_P(AppendTest, AnOutcomeUnderAKnownIdIsAConflictFirst) {
    tell({outcome_json("o1", "d"), outcome_json("o2", "e")});
    EXPECT_EQ(tell({outcome_json("o1", "e")}), "0 new, 1 refused: conflict o1");
}

TEST_P(AppendTest, ARefusedEventLeavesItsIdFree) {
    EXPECT_EQ(tell({outcome_json("o1", "d"), outcome_json("o2", "d")}),
              "1 new, 1 refused: outcome_exists o1");
    EXPECT_EQ(found("o2"), "none");
    EXPECT_EQ(tell({event_json("o2", "10:00:00Z")}), "1 new");
}

TEST_P(AppendTest, AnOutcomeIsNamedByItsTextHoweverItIsSpelled) {
    EXPECT_EQ(tell({outcome_json("o1", R"(d\u0031)")}), "1 new");
    EXPECT_EQ(tell({outcome_json("o2", "d1")}), "0 new, 1 refused: outcome_exists o1");
}

TEST_P(AppendTest, OtherKindsMaySayOfAsOftenAsTheyLike) {
    const std::string members = R"("fields":{"of":"d"})";
    EXPECT_EQ(tell({event_json("a", "10:00:00Z", members), event_json("b", "10:00:00Z", members)}),
              "2 new");
    EXPECT_EQ(ask(Space::of, "d"), "");
}

TEST_P(AppendTest, ACheckReadsWhatWasAppendedBeforeAndItsErrorWritesNothing) {
    tell({event_json("a", "10:00:00Z")});
    const Check once = [](const Store& store) -> Result<void> {
        const Result<std::optional<Event>> event = store.find("b");
        if (event && *event) {
            return Error{Code::conflict, "b is there"};
        }
        EXPECT_EQ(store.last_seq(), 1U);
        EXPECT_EQ(ids(store.scan({Space::all, ""})), "a");
        return {};
    };
    EXPECT_EQ(in_words(append({event_json("b", "10:00:00Z")}, once)), "1 new");
    const Result<Receipt> refused =
        store_->append(batch({event_json("c", "10:00:00Z"), "junk"}), once);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::conflict);
    EXPECT_EQ(refused.error().message, "b is there");
    reopen();
    EXPECT_EQ(log(), "1=a 2=b");
    EXPECT_TRUE(store_->quarantine(0, 10)->empty());
}

TEST_P(AppendTest, ACheckRunsForAnEmptyBatchToo) {
    const Result<Receipt> refused = store_->append({}, [](const Store&) -> Result<void> {
        return Error{Code::not_found, "no such thing"};
    });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::not_found);
}

TEST_P(AppendTest, AnAppendWithoutSyncIsThereAsWell) {
    Batch given = batch({event_json("a", "10:00:00Z")});
    given.sync = false;
    EXPECT_EQ(in_words(append(given)), "1 new");
    reopen();
    EXPECT_EQ(log(), "1=a");
}

}  // namespace
}  // namespace hence
