#include "formats/replay/replay_builder.h"

#include <gtest/gtest.h>

#include "formats/common/reading_for_test.h"
#include "hence/event.h"
#include "model/ids.h"
#include "model/json/json.h"

namespace hence {
namespace {

// The events of a text, which must all be readable.
std::vector<Event> read(std::string_view text) {
    const Reading reading = read_whole(*choose_format("replay-builder", {}), text);
    EXPECT_TRUE(reading.refused.empty()) << reading.refused[0];
    std::vector<Event> events;
    for (const std::string& told : reading.events) {
        events.push_back(Event::parse(told.substr(told.find(' ') + 1)).take());
    }
    return events;
}

// A decision with these members besides.
std::string decision(std::string_view members) {
    return R"({"agent_id":"sizer","decision_type":"position_sizing","rationale":"strong signal",)"
           R"("confidence":0.71)" +
           std::string(members) + "}";
}

TEST(ReplayBuilderTest, RowsAndChainsAreKnown) {
    for (const std::string& text :
         {decision(""), std::string(R"({"message_id":"m","from_agent":"a"})"),
          std::string(R"({"chain_type":"trade","chain_id":"c"})"), "[" + decision("") + "]"}) {
        EXPECT_EQ(choose_format({}, text)->name, "replay-builder") << text;
    }
    EXPECT_EQ(choose_format({}, R"({"agent_id":"a"})")->name, "native");
}

TEST(ReplayBuilderTest, TraceIsADecisionWithItsRationale) {
    const std::vector<Event> events =
        read(decision(R"(,"id":"t1","session_id":"s","correlation_id":"c","inputs":{"size":1.40},)"
                      R"("created_at":"2026-02-23 10:00:00","outcome":null,"desk":"eu")"));
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].to_json(),
              R"({"id":"t1","kind":"decision","time":"2026-02-23T10:00:00Z","agent":"sizer",)"
              R"("session":"s","correlation":"c","rationale":{"why":"strong signal",)"
              R"("confidence":0.71},"fields":{"inputs":{"size":1.40},)"
              R"("decision_type":"position_sizing","desk":"eu"},"source":"replay-builder"})");
}

TEST(ReplayBuilderTest, OutcomeIsAnEventOfItsOwnAndTheDecisionStaysTheSame) {
    const std::string row = R"(,"session_id":"s","created_at":"2026-02-23T10:00:00Z")";
    const std::vector<Event> before = read(decision(row));
    const std::vector<Event> after =
        read(decision(row + R"(,"outcome":"lost","outcome_correct":false,"outcome_note":"late",)"
                            R"("outcome_at":"2026-02-24T10:00:00Z")"));
    ASSERT_EQ(after.size(), 2U);
    EXPECT_EQ(after[0].to_json(), before[0].to_json());
    EXPECT_TRUE(is_uuid7(after[1].id()));
    EXPECT_EQ(after[1].with_id("o")->to_json(),
              R"({"id":"o","kind":"outcome","time":"2026-02-24T10:00:00Z","agent":"sizer",)"
              R"("session":"s","fields":{"of":")" +
                  std::string(before[0].id()) +
                  R"(","outcome":"lost","correct":false,"outcome_note":"late"},)"
                  R"("source":"replay-builder"})");
}

TEST(ReplayBuilderTest, OutcomeWithoutATimeOfItsOwnHasTheDecisions) {
    const std::vector<Event> events =
        read(decision(R"(,"id":"t","created_at":"2026-02-23T10:00:00Z","outcome_correct":1)"));
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[1].time(), events[0].time());
    EXPECT_TRUE(events[1].has(Flag::time_derived));
    EXPECT_EQ(events[1].fields(), R"({"of":"t","correct":true})");
}

TEST(ReplayBuilderTest, OutcomeThatIsNeitherRightNorWrongKeepsItsWord) {
    const auto fields = [](std::string_view correct) {
        const std::vector<Event> events =
            read(decision(R"(,"id":"t","created_at":"2026-02-23T10:00:00Z","outcome":"x",)"
                          R"("outcome_correct":)" +
                          std::string(correct)));
        return std::string(events[1].fields());
    };
    EXPECT_EQ(fields("null"), R"({"of":"t","outcome":"x"})");
    EXPECT_EQ(fields("0"), R"({"of":"t","outcome":"x","correct":false})");
    EXPECT_EQ(fields("0.5"), R"({"of":"t","outcome":"x","outcome_correct":0.5})");
}

TEST(ReplayBuilderTest, ConfidenceThatNoRationaleCanCarryStays) {
    const std::string time = R"("created_at":"2026-02-23T10:00:00Z")";
    const auto read_one = [](const std::string& row) { return read(row)[0]; };
    const Event beyond = read_one(
        R"({"id":"t","agent_id":"a","decision_type":"d","rationale":"r","confidence":71,)" + time +
        "}");
    EXPECT_EQ(beyond.rationale(), R"({"why":"r"})");
    EXPECT_EQ(beyond.fields(), R"({"decision_type":"d","confidence":71})");
    const Event silent =
        read_one(R"({"id":"t","agent_id":"a","decision_type":"d","confidence":0.5,)" + time + "}");
    EXPECT_EQ(silent.rationale(), "");
    EXPECT_EQ(silent.fields(), R"({"decision_type":"d","confidence":0.5})");
}

TEST(ReplayBuilderTest, EmptyTimeIsNoTime) {
    const std::vector<Event> events =
        read(R"({"message_id":"m1","from_agent":"router","created_at":""})");
    ASSERT_EQ(events.size(), 1U);
    EXPECT_TRUE(events[0].has(Flag::time_derived));
}

TEST(ReplayBuilderTest, AuditRowIsAMessage) {
    const std::vector<Event> events =
        read(R"({"message_id":"m1","from_agent":"router","to_agents":"[\"cfo\", \"vp\"]",)"
             R"("status":"dispatched","route_json":"{\"rule\": 3}","payload":"hello",)"
             R"("created_at":"2026-02-23T10:00:00Z","correlation_id":"c"})");
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].to_json(),
              R"({"id":"m1","kind":"message","time":"2026-02-23T10:00:00Z","agent":"router",)"
              R"("correlation":"c","fields":{"message_id":"m1","from":"router",)"
              R"("to":["cfo","vp"],"route":{"rule":3},"payload":"hello","status":"dispatched"},)"
              R"("source":"replay-builder"})");
}

TEST(ReplayBuilderTest, ReceiversAreAListInAnySpelling) {
    const auto to = [](std::string_view members) {
        const std::vector<Event> events =
            read(R"({"message_id":"m","from_agent":"a","created_at":"2026-02-23T10:00:00Z")" +
                 std::string(members) + "}");
        return std::string(Json(events[0].fields())["to"].raw());
    };
    EXPECT_EQ(to(R"(,"to_agents":["b"])"), R"(["b"])");
    EXPECT_EQ(to(R"(,"to_agents":"b")"), R"(["b"])");
    EXPECT_EQ(to(R"(,"to_agent":"b")"), R"(["b"])");
    EXPECT_EQ(to(R"(,"to_agents":null)"), "");
    EXPECT_EQ(to(""), "");
}

TEST(ReplayBuilderTest, NumberOfARowIsNoIdAmongThoseOfOtherTables) {
    const std::string time = R"("created_at":"2026-02-23T10:00:00Z"})";
    const std::vector<Event> events =
        read(R"({"id":7,"agent_id":"a","decision_type":"d",)" + time + "\n" +
             R"({"id":7,"from_agent":"a",)" + time + "\n" +
             R"({"id":7,"message_id":"m","from_agent":"a",)" + time + "\n" +
             R"({"id":"","trace_id":"t","agent_id":"a","decision_type":"d",)" + time);
    ASSERT_EQ(events.size(), 4U);
    EXPECT_EQ(events[0].id(), "trace-7");
    EXPECT_EQ(events[1].id(), "audit-7");
    EXPECT_EQ(events[2].id(), "m");
    EXPECT_EQ(Json(events[2].fields())["id"].raw(), "7");
    EXPECT_EQ(events[3].id(), "t");
}

TEST(ReplayBuilderTest, ChainSaysWhatItsRowsHaveInCommon) {
    const auto chain = [](std::string_view type) {
        return read(R"({"chain_type":")" + std::string(type) + R"(","chain_id":"k","events":[],)" +
                    R"("traces":[)" + decision(R"(,"id":"t","created_at":"2026-02-23T10:00:00Z")") +
                    R"(],"audit_entries":[{"message_id":"m","from_agent":"a",)"
                    R"("correlation_id":"own","created_at":"2026-02-23T10:00:00Z"}]})");
    };
    for (const std::string_view type : {"trade", "directive", "incident"}) {
        const std::vector<Event> events = chain(type);
        ASSERT_EQ(events.size(), 2U);
        EXPECT_EQ(events[0].correlation(), "k");
        EXPECT_EQ(events[0].session(), "");
        EXPECT_EQ(events[1].correlation(), "own");
    }
    EXPECT_EQ(chain("session")[0].session(), "k");
    EXPECT_EQ(chain("session")[0].correlation(), "");
}

TEST(ReplayBuilderTest, OurOwnAnswerCanBeReadBack) {
    const std::vector<Event> events =
        read(R"({"chain_type":"trade","chain_id":"k","events":[{"id":"d","kind":"decision",)"
             R"("time":"2026-02-23T10:00:00Z","seq":3,"source":"native","outcome":null}]})");
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].id(), "d");
    EXPECT_EQ(events[0].source(), "native");
}

TEST(ReplayBuilderTest, RowsWithoutATimeAreInTheirOrder) {
    const std::vector<Event> events = read(decision("") + "\n" + decision(""));
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(to_string(events[0].time()), "1970-01-01T00:00:00.000000000Z");
    EXPECT_EQ(to_string(events[1].time()), "1970-01-01T00:00:00.000000001Z");
    EXPECT_TRUE(events[1].has(Flag::time_derived));
    EXPECT_NE(events[0].id(), events[1].id());
}

TEST(ReplayBuilderTest, LiveCallWithoutATimeHappenedWhenItWasPosted) {
    const auto post = [](std::string_view at, std::string_view key) {
        ReadOptions options;
        options.arrival = {*parse_time(at), std::string(key)};
        const std::unique_ptr<Reader> reader = read_replay_builder(options);
        Batch batch;
        reader->take(decision(R"(,"correlation_id":"c")"), 1, batch);
        EXPECT_EQ(reader->copies().size(), key.empty() ? 0U : 1U);
        return batch.events.at(0).event;
    };
    const Event first = post("2026-02-23T10:00:00.000000001Z", "");
    const Event second = post("2026-02-23T10:00:00.000000002Z", "");
    EXPECT_EQ(to_string(first.time()), "2026-02-23T10:00:00.000Z");
    EXPECT_FALSE(first.has(Flag::time_derived));
    EXPECT_NE(first.id(), second.id());
    EXPECT_EQ(post("2026-02-23T10:00:00Z", "k").id(), post("2026-02-23T10:00:09Z", "k").id());
}

TEST(ReplayBuilderTest, RowThatIsNeitherIsRefusedWithTheReason) {
    const Reading reading =
        read_whole(*choose_format("replay-builder", {}),
                   "{\"agent_id\":\"a\"}\n" + decision(R"(,"created_at":"noon")") + "\n" +
                       R"({"kind":"thought","time":"2026-02-23T10:00:00Z"})");
    EXPECT_EQ(reading.refused,
              (std::vector<std::string>{
                  "1 neither a decision (agent_id, decision_type) nor a message (from_agent)",
                  "2 created_at is no time", "3 id is missing"}));
}

}  // namespace
}  // namespace hence
