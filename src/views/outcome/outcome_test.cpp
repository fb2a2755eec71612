#include "hence/outcome.h"

#include <atomic>
#include <thread>
#include <vector>

#include "hence/graph.h"
#include "model/facts.h"
#include "model/ids.h"
#include "views/cause/outcome_of.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class OutcomeTest : public ToldLog {
protected:
    // The line of what was recorded, its own id left out; or what went wrong.
    std::string judge(const OutcomeRequest& request) {
        const Result<Event> outcome = record_outcome(*store_, request);
        if (!outcome) {
            return outcome.error().message;
        }
        const std::string line = outcome_line(*outcome);
        return line.substr(line.find(" of ") + 1);
    }

    Code code_of(const OutcomeRequest& request) {
        const Result<Event> outcome = record_outcome(*store_, request);
        EXPECT_FALSE(outcome);
        return outcome.error().code;
    }

    static OutcomeRequest latest(std::string correlation, std::string type) {
        return {.correlation = std::move(correlation), .decision_type = std::move(type)};
    }
};

TEST_F(OutcomeTest, IsRecordedWhereTheDecisionStands) {
    tell(0, "decision", R"("agent":"a","session":"s","run":"r","correlation":"c")");
    const Result<Event> outcome = record_outcome(
        *store_,
        {.event = "e1", .verdict = Verdict::incorrect, .text = "too \"large\"", .time = Time{5}});
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE(is_uuid7(outcome->id()));
    const std::string rest = outcome->to_json().substr(outcome->id().size() + 8);
    EXPECT_EQ(rest.substr(0, rest.find(R"(,"received")")),
              R"(,"kind":"outcome","time":"1970-01-01T00:00:05Z","session":"s","run":"r",)"
              R"("correlation":"c","fields":{"of":"e1","outcome":"too \"large\"","correct":false},)"
              R"("seq":2)");
    EXPECT_EQ(outcome->source(), "native");
}

TEST_F(OutcomeTest, KeepsAwayWhatTheDecisionDoesNotSay) {
    tell(0, "decision");
    const Result<Event> outcome =
        record_outcome(*store_, {.event = "e1", .agent = "desk", .id = "o"});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->agent(), "desk");
    EXPECT_EQ(outcome->session(), "");
    EXPECT_EQ(outcome->run(), "");
    EXPECT_EQ(outcome->correlation(), "");
    EXPECT_EQ(outcome->fields(), R"({"of":"e1","correct":null})");
}

TEST_F(OutcomeTest, IsReadInOneLine) {
    tell(0, "decision");
    tell(0, "decision");
    tell(0, "decision");
    EXPECT_EQ(judge({.event = "e1", .verdict = Verdict::correct, .text = "a\nb"}),
              "of e1: correct (a)");
    EXPECT_EQ(judge({.event = "e2", .verdict = Verdict::incorrect}), "of e2: incorrect");
    EXPECT_EQ(judge({.event = "e3", .verdict = Verdict::unknown}), "of e3: unknown");
}

TEST_F(OutcomeTest, StandsOnceAndTheSecondNamesTheFirst) {
    tell(0, "decision");
    judge({.event = "e1", .verdict = Verdict::correct, .text = "sold", .id = "o1", .time = Time{}});
    EXPECT_EQ(judge({.event = "e1", .verdict = Verdict::incorrect}),
              "e1 has an outcome already, o1 [1970-01-01 00:00:00Z]: correct (sold)");
    EXPECT_EQ(code_of({.event = "e1"}), Code::conflict);
    EXPECT_EQ(store_->last_seq(), 2U);
    EXPECT_TRUE(store_->quarantine(0, 10)->empty());
}

TEST_F(OutcomeTest, UnknownIsAnOutcomeToo) {
    tell(0, "decision");
    judge({.event = "e1", .verdict = Verdict::unknown});
    EXPECT_EQ(code_of({.event = "e1", .verdict = Verdict::correct}), Code::conflict);
}

TEST_F(OutcomeTest, FindsOneThatCameByAnotherDoorBeforeItsEvent) {
    tell_json(
        R"({"id":"o","kind":"outcome","time":"2026-01-01T00:00:00Z","fields":{"of":"late"}})");
    EXPECT_EQ(code_of({.event = "late"}), Code::not_found);
    tell_json(R"({"id":"late","kind":"decision","time":"2026-01-01T00:00:00Z"})");
    EXPECT_EQ(code_of({.event = "late"}), Code::conflict);
}

TEST_F(OutcomeTest, AnyEventMayHaveOne) {
    tell(0, "tool_call");
    EXPECT_EQ(judge({.event = "e1", .id = "o1"}), "of e1: unknown");
    EXPECT_EQ(judge({.event = "o1", .id = "o2"}), "of o1: unknown");
}

TEST_F(OutcomeTest, ClosesTheNodesThatStandForTheEventInTheSameAppend) {
    tell(0, "decision");
    const auto add = [this](std::string_view graph, std::string_view node) {
        tell(1, "graph_node", fmt::format(R"("fields":{{"graph":"{}","node":{}}})", graph, node));
    };
    add("default", R"({"id":"n","type":"decision","label":"l","event":"e1"})");
    add("other", R"({"id":"m","type":"decision","label":"l","event":"e1","status":"rejected"})");
    add("other", R"({"id":"k","type":"decision","label":"l","event":"e2"})");
    const std::uint64_t before = store_->last_seq();
    ASSERT_TRUE(record_outcome(*store_, {.event = "e1", .time = Time{5}}));
    EXPECT_EQ(store_->last_seq(), before + 2);  // The outcome, and one node that was active.
    Graph graph(*store_, {});
    const Result<std::optional<GraphNode>> closed = graph.node("n");
    ASSERT_TRUE(closed && *closed);
    EXPECT_EQ((*closed)->status, NodeStatus::completed);
    Graph other(*store_, {.graph = "other"});
    EXPECT_EQ((*other.node("m"))->status, NodeStatus::rejected);
    EXPECT_EQ((*other.node("k"))->status, NodeStatus::active);
}

TEST_F(OutcomeTest, AnIdMayBeShortenedAndMustBeKnown) {
    tell_json(R"({"id":"alpha-1","kind":"decision","time":"2026-01-01T00:00:00Z"})");
    tell_json(R"({"id":"alpha-2","kind":"decision","time":"2026-01-01T00:00:00Z"})");
    EXPECT_EQ(judge({.event = "-2"}), "of alpha-2: unknown");
    EXPECT_EQ(code_of({.event = "alpha"}), Code::invalid);
    EXPECT_EQ(code_of({.event = "beta"}), Code::not_found);
    EXPECT_EQ(code_of({}), Code::invalid);
}

TEST_F(OutcomeTest, TextMustObeyTheRulesOfEvents) {
    tell(0, "decision");
    EXPECT_EQ(code_of({.event = "e1", .agent = std::string(1025, 'a')}), Code::invalid);
    EXPECT_EQ(code_of({.event = "e1", .id = std::string(257, 'a')}), Code::invalid);
    EXPECT_EQ(judge({.event = "e1", .agent = std::string(1024, 'a')}), "of e1: unknown");
}

TEST_F(OutcomeTest, HalfASurrogatePairInAnIdStaysWhatItIs) {
    tell_json(R"({"id":"d\ud800","kind":"decision","time":"2026-01-01T00:00:00Z"})");
    ASSERT_TRUE(record_outcome(*store_, {.event = "d"}));
    EXPECT_TRUE(*outcome_of(*store_, store_->find("d\xED\xA0\x80")->value().id()));
}

TEST_F(OutcomeTest, TheSameIdAgainIsTheSameAnswer) {
    tell(0, "decision", R"("correlation":"c","fields":{"decision_type":"t"})");
    tell(1, "decision", R"("correlation":"c","fields":{"decision_type":"t"})");
    const OutcomeRequest named{
        .event = "e1", .verdict = Verdict::correct, .text = "fine", .id = "o1"};
    EXPECT_EQ(judge(named), judge(named));
    OutcomeRequest found = latest("c", "t");
    found.id = "o2";
    EXPECT_EQ(judge(found), "of e2: unknown");
    EXPECT_EQ(judge(found), "of e2: unknown");
    EXPECT_EQ(store_->last_seq(), 4U);
}

TEST_F(OutcomeTest, TheSameIdForSomethingElseIsAConflict) {
    tell(0, "decision", R"("correlation":"c")");
    tell(1, "decision", R"("correlation":"d")");
    judge({.event = "e1", .verdict = Verdict::correct, .text = "fine", .id = "o1"});
    EXPECT_EQ(code_of({.event = "e1", .verdict = Verdict::incorrect, .text = "fine", .id = "o1"}),
              Code::conflict);
    EXPECT_EQ(code_of({.event = "e1", .verdict = Verdict::correct, .text = "bad", .id = "o1"}),
              Code::conflict);
    EXPECT_EQ(code_of({.event = "e2", .verdict = Verdict::correct, .text = "fine", .id = "o1"}),
              Code::conflict);
    EXPECT_EQ(judge({.event = "e2", .id = "e1"}),
              "another event has the id e1: Decision: unknown -> ?");
}

TEST_F(OutcomeTest, LatestDecisionIsTheNewestOfItsTypeThatHasNone) {
    const std::string sizing = R"("correlation":"c-1","fields":{"decision_type":"sizing"})";
    tell(5, "decision", sizing);
    tell(1, "decision", sizing);  // Told later, and older.
    tell(7, "decision", R"("correlation":"c-1","fields":{"decision_type":"entry"})");
    tell(8, "decision", R"("correlation":"c-2","fields":{"decision_type":"sizing"})");
    tell(9, "thought", sizing);
    EXPECT_EQ(judge(latest("c-1", "sizing")), "of e1: unknown");
    EXPECT_EQ(judge(latest("c-1", "sizing")), "of e2: unknown");
    EXPECT_EQ(judge(latest("c-1", "sizing")),
              "correlation \"c-1\" has no decision of type \"sizing\" without an outcome");
    EXPECT_EQ(code_of(latest("c-1", "sizing")), Code::not_found);
    EXPECT_EQ(code_of(latest("c-9", "sizing")), Code::not_found);
    EXPECT_EQ(code_of({.correlation = "c-1"}), Code::invalid);
    EXPECT_EQ(code_of({.decision_type = "sizing"}), Code::invalid);
}

TEST_F(OutcomeTest, OfManyAtOnceExactlyOneIsTaken) {
    tell(0, "decision");
    std::atomic<int> taken = 0;
    std::atomic<int> conflicts = 0;
    std::vector<std::thread> writers;
    for (int writer = 0; writer < 8; ++writer) {
        writers.emplace_back([&] {
            const Result<Event> outcome = record_outcome(*store_, {.event = "e1"});
            outcome ? ++taken : conflicts += outcome.error().code == Code::conflict;
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    EXPECT_EQ(taken, 1);
    EXPECT_EQ(conflicts, 7);
    EXPECT_TRUE(store_->quarantine(0, 10)->empty());
}

TEST_F(OutcomeTest, ManyAtOnceEachFindADecisionOfTheirOwn) {
    for (int decision = 0; decision < 8; ++decision) {
        tell(decision, "decision", R"("correlation":"c","fields":{"decision_type":"t"})");
    }
    std::atomic<int> taken = 0;
    std::vector<std::thread> writers;
    for (int writer = 0; writer < 8; ++writer) {
        writers.emplace_back([&] { taken += record_outcome(*store_, latest("c", "t")) ? 1 : 0; });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    EXPECT_EQ(taken, 8);
    EXPECT_TRUE(store_->quarantine(0, 10)->empty());
}

}  // namespace
}  // namespace hence
