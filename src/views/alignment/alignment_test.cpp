#include "hence/across/alignment.h"

#include <map>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class AlignmentTest : public ToldLog {
protected:
    Alignment ask(const AlignmentRequest& request) {
        Result<Alignment> answer = alignment(*store_, request);
        EXPECT_TRUE(answer) << answer.error().message;
        return std::move(answer).take();
    }

    // "e2 + e1 parent, e3 ?": each step, where it stands, and the link that says so.
    std::string steps(const AlignmentRequest& request) {
        const Alignment answer = ask(request);
        std::string out;
        for (const AlignmentStep& step : answer.steps) {
            const Result<std::unique_ptr<Cursor>> events = store_->read(step.seq, step.seq);
            const Result<std::optional<Event>> event = (*events)->next();
            out += out.empty() ? "" : ", ";
            out += fmt::format("{} {}", (*event)->id(),
                               step.standing == PathStanding::on_path    ? "+"
                               : step.standing == PathStanding::off_path ? "-"
                                                                         : "?");
            if (step.link) {
                out += fmt::format(" {} {}", step.link->from, to_string(step.link->type));
            }
        }
        return out;
    }

    std::string call(std::string_view rest, std::string_view session = "s") {
        return tell(told_, "tool_call",
                    fmt::format(R"("agent":"a","session":"{}"{}{},"fields":{{"tool_name":"T"}})",
                                session, rest.empty() ? "" : ",", rest));
    }
};

TEST_F(AlignmentTest, ParentsAndCausesLeadToTheGoal) {
    tell(0, "session_start", R"("session":"s","fields":{"goal":"ship it"})");
    call(R"("parent":"e1")");
    call(R"("parent":"e2")");
    call(R"("causes":["e3"])");
    call("");
    call(R"("parent":"gone")");
    EXPECT_EQ(steps({.id = "s"}), "e2 + e1 within, e3 + e2 parent, e4 + e3 cause, e5 ?, e6 ?");
    const Alignment answer = ask({.id = "s"});
    ASSERT_EQ(answer.goals.size(), 1U);
    EXPECT_EQ(answer.goals[0].text, "ship it");
    EXPECT_EQ(answer.counts, (std::array<std::uint64_t, 3>{3, 0, 2}));
    EXPECT_EQ(answer.steps[2].leads_to, "e1");
}

TEST_F(AlignmentTest, AnotherRequestLeadsOffThePath) {
    tell(0, "prompt", R"("session":"s","fields":{"text":"fix the build"})");
    call(R"("parent":"e1")");
    tell(2, "prompt",
         R"("session":"s","parent":"e2","fields":{"text":"and what is the weather?"})");
    call(R"("parent":"e3")");
    EXPECT_EQ(steps({.id = "s"}), "e2 + e1 parent, e4 - e3 parent");
    EXPECT_EQ(steps({.id = "s", .goal = "e3"}), "e2 - e1 parent, e4 + e3 parent");
    EXPECT_EQ(steps({.id = "s", .only = PathStanding::off_path}), "e4 - e3 parent");
    EXPECT_EQ(alignment(*store_, {.id = "s", .goal = "nothing"}).error().code, Code::not_found);
    EXPECT_EQ(alignment(*store_, {.id = "nowhere"}).error().code, Code::not_found);
}

TEST_F(AlignmentTest, EachRunHasAGoalOfItsOwn) {
    tell(0, "prompt", R"("session":"s","run":"r1","fields":{"text":"one"})");
    tell(1, "prompt", R"("session":"s","run":"r2","fields":{"text":"two"})");
    call(R"("run":"r2","parent":"e2")");
    EXPECT_EQ(steps({.id = "s"}), "e3 + e2 parent");
}

TEST_F(AlignmentTest, TheNodeOfTheGoalAndItsEdges) {
    tell(0, "graph_node",
         R"("session":"s","fields":{"node":{"id":"g1","type":"goal","label":"ship it"}})");
    tell(1, "decision", R"("session":"s","fields":{"description":"d","chosen":"x"})");
    tell(2, "graph_node",
         R"("session":"s","fields":{"node":{"id":"d1","type":"decision","label":"x",)"
         R"("event":"e2"}})");
    tell(3, "graph_edge",
         R"("session":"s","fields":{"edge":{"from_id":"g1","to_id":"d1","edge_type":"leads_to"}})");
    call(R"("parent":"e2")");
    call(R"("rationale":{"why":"w","refs":["g1"]})");
    tell(6, "decision", R"("session":"s","fields":{"description":"no"})");
    EXPECT_EQ(steps({.id = "s"}), "e2 + e1 leads_to, e5 + e2 parent, e6 + e1 ref, e7 ?");
    EXPECT_EQ(ask({.id = "s"}).goals.at(0).node, "g1");
    EXPECT_EQ(ask({.id = "s", .goal = "g1"}).counts[0], 3U);
}

TEST_F(AlignmentTest, WhatWasRejectedAndWhatWasGivenUpAreOffThePath) {
    tell(0, "graph_node",
         R"("session":"s","fields":{"node":{"id":"g1","type":"goal","label":"ship it"}})");
    tell(1, "decision", R"("session":"s","fields":{"description":"d"})");
    tell(2, "graph_node",
         R"("session":"s","fields":{"node":{"id":"d1","type":"option","label":"x","event":"e2"}})");
    tell(3, "graph_edge",
         R"("session":"s","fields":{"edge":{"from_id":"g1","to_id":"d1","edge_type":"rejected"}})");
    tell(4, "graph_node",
         R"("session":"s","fields":{"node":{"id":"g2","type":"goal","label":"old",)"
         R"("status":"rejected"}})");
    call(R"("parent":"e5")");
    EXPECT_EQ(steps({.id = "s"}), "e2 - e1 rejected, e6 - e5 parent");
}

TEST_F(AlignmentTest, ADelegationLeadsBackToTheGoalOfTheOtherSession) {
    tell(0, "prompt", R"("session":"s","agent":"a","fields":{"text":"fix it"})");
    tell(1, "delegation",
         R"("session":"s","agent":"a","parent":"e1","fields":{"child_id":"b","run_id":"rb"})");
    tell(2, "tool_call", R"("session":"child","agent":"b","run":"rb","fields":{"tool_name":"T"})");
    EXPECT_EQ(steps({.id = "child"}), "e3 + e2 delegation");
    tell(3, "tool_call", R"("session":"child","agent":"b","run":"rb","fields":{"tool_name":"U"})");
    tell(4, "tool_call", R"("session":"child","agent":"b","run":"rc","fields":{"tool_name":"U"})");
    EXPECT_EQ(steps({.id = "child"}), "e3 + e2 delegation, e4 + e2 delegation, e5 ?");
    EXPECT_EQ(ask({.id = "child"}).goals.at(0).event, "e1");
}

TEST_F(AlignmentTest, OfACorrelationWithoutAGoalTheFirstMessageIsTheOrder) {
    tell(0, "message", R"("correlation":"c","fields":{"from":"a","to":["b"],"payload":"sell"})");
    tell(1, "decision",
         R"("correlation":"c","session":"s","agent":"b","parent":"e1","fields":{"chosen":"x"})");
    tell(2, "decision", R"("correlation":"c","session":"s2","fields":{"chosen":"y"})");
    EXPECT_EQ(steps({.id = "c"}), "e1 +, e2 + e1 parent, e3 ?");
    EXPECT_EQ(ask({.id = "c"}).scope, ThreadScope::correlation);
}

TEST_F(AlignmentTest, WithoutAnyGoalNothingIsSaid) {
    call("");
    call(R"("parent":"e1")");
    EXPECT_EQ(steps({.id = "s"}), "e1 ?, e2 ?");
    std::string out;
    EXPECT_TRUE(write_text(ask({.id = "s"}), *store_, into(out)));
    EXPECT_TRUE(
        out.starts_with("Alignment: session s\n"
                        "Goal: none was stated\n"
                        "2 steps: 0 on the path (+), 0 off the path (-), 2 unknown (?)\n"))
        << out;
}

TEST_F(AlignmentTest, TheOrderOfTurnsIsNoLink) {
    tell(0, "prompt", R"("session":"s","agent":"a","fields":{"text":"go"})");
    tell(1, "llm_call", R"("session":"s","agent":"a","fields":{"model":"m","call_ids":["c"]})");
    tell(2, "tool_call", R"("session":"s","agent":"a","fields":{"tool_name":"T","call_id":"c"})");
    EXPECT_EQ(steps({.id = "s"}), "e2 ?, e3 ?");
    tell(3, "span", R"("session":"s","parent":"e1","fields":{"name":"turn"})");
    tell(4, "llm_call", R"("session":"s","agent":"a","parent":"e4","fields":{"model":"m"})");
    EXPECT_EQ(steps({.id = "s"}), "e2 ?, e3 ?, e5 + e4 within");
}

TEST_F(AlignmentTest, ACycleEnds) {
    tell(0, "prompt", R"("session":"s","fields":{"text":"go"})");
    call(R"("parent":"e3")");
    call(R"("parent":"e2")");
    EXPECT_EQ(steps({.id = "s"}), "e2 ?, e3 ?");
}

// The plain way: follow each step's parents until a goal, another request or the end.
RC_GTEST_FIXTURE_PROP(AlignmentTest, ParentsLeadWhereAPlainWalkLeads, ()) {
    store_ = open_memory_store();
    told_ = 0;
    std::map<std::string, std::string> parents;
    tell(0, "prompt", R"("session":"s","fields":{"text":"goal"})");
    tell(0, "prompt", R"("session":"s","fields":{"text":"other"})");
    const int count = *rc::gen::inRange(0, 20);
    std::string expected;
    for (int i = 0; i < count; ++i) {
        const int parent = *rc::gen::inRange(0, told_ + 1);
        const std::string named = parent == 0 ? "" : fmt::format(R"("parent":"e{}")", parent);
        const std::string id = call(named);
        parents[id] = parent == 0 ? "" : fmt::format("e{}", parent);
    }
    for (int i = 3; i <= told_; ++i) {
        std::string at = fmt::format("e{}", i);
        while (parents.contains(at)) {
            at = parents[at];
        }
        expected += at == "e1" ? '+' : at == "e2" ? '-' : '?';
    }
    std::string found;
    for (const AlignmentStep& step : ask({.id = "s"}).steps) {
        found += step.standing == PathStanding::on_path    ? '+'
                 : step.standing == PathStanding::off_path ? '-'
                                                           : '?';
    }
    RC_ASSERT(found == expected);
}

}  // namespace
}  // namespace hence
