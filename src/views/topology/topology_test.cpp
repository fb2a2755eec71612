#include "hence/across/topology.h"

#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class TopologyTest : public ToldLog {
protected:
    Topology ask(const TopologyRequest& request = {}) {
        Result<Topology> answer = topology(*store_, request);
        EXPECT_TRUE(answer) << answer.error().message;
        return std::move(answer).take();
    }

    // "a calls Read 2/1": the count, and how many of them failed.
    static std::vector<std::string> edges(const Topology& answer) {
        std::vector<std::string> out;
        for (const TopologyEdge& edge : answer.edges) {
            out.push_back(fmt::format("{} {} {} {}/{}", answer.nodes[edge.from].name,
                                      to_string(edge.type), answer.nodes[edge.to].name, edge.count,
                                      edge.failures));
        }
        return out;
    }
    using Lines = std::vector<std::string>;
};

TEST_F(TopologyTest, EveryKindOfEdgeIsCounted) {
    tell(0, "llm_call", R"("agent":"a","session":"s1","duration_ms":9,"fields":{"model":"m"})");
    tell(1, "tool_call",
         R"("agent":"a","session":"s1","duration_ms":5,"fields":{"tool_name":"Read","output":1})");
    tell(2, "tool_call",
         R"("agent":"a","session":"s2","duration_ms":7,)"
         R"("fields":{"tool_name":"Read","error":"no"})");
    tell(3, "delegation", R"("agent":"a","session":"s1","fields":{"child_id":"b"})");
    tell(5, "thought", R"("agent":"b","session":"s1","fields":{"text":"t"})");
    tell(6, "message", R"("fields":{"from":"a","to":["b","c","b"],"status":"rejected"})");
    const Topology answer = ask();
    EXPECT_EQ(edges(answer), (Lines{"a calls Read 2/1", "a asks m 1/0", "a delegates b 1/0",
                                    "a messages b 1/1", "a messages c 1/1"}));
    EXPECT_EQ(answer.edges[0].sessions, 2U);
    EXPECT_EQ(answer.edges[0].latency.mean_ms, 6);
    EXPECT_EQ(answer.edges[2].latency.p50_ms, 2'000);
    EXPECT_EQ(answer.edges[0].first_event, "e2");
}

TEST_F(TopologyTest, ACallOfTwoEventsCountsOnceWithItsEnd) {
    tell(0, "tool_call", R"("agent":"a","session":"s","fields":{"tool_name":"R","call_id":"c"})");
    tell(1, "observation",
         R"("session":"s","duration_ms":40,"fields":{"call_id":"c","status":"error"})");
    const Topology answer = ask();
    EXPECT_EQ(edges(answer), Lines{"a calls R 1/1"});
    EXPECT_EQ(answer.edges[0].latency.max_ms, 40);
    // The end lies outside the range that was asked for, and is known all the same.
    const Result<Time> first = parse_time(time_at(0));
    ASSERT_TRUE(first);
    const Topology early = ask({.to = *first});
    EXPECT_EQ(edges(early), Lines{"a calls R 1/1"});
    EXPECT_EQ(early.edges[0].latency.max_ms, 40);
}

TEST_F(TopologyTest, AMessageIsAsSlowAsItsAnswer) {
    const auto say = [this](int second, std::string_view from, std::string_view to) {
        tell(second, "message",
             fmt::format(R"("correlation":"c","fields":{{"from":"{}","to":["{}"]}})", from, to));
    };
    say(0, "a", "b");
    say(1, "a", "b");
    say(5, "b", "a");
    say(9, "b", "a");
    const Topology answer = ask();
    EXPECT_EQ(edges(answer), (Lines{"a messages b 2/0", "b messages a 2/0"}));
    EXPECT_EQ(answer.edges[0].latency.max_ms, 5'000);
    EXPECT_FALSE(answer.edges[1].latency.max_ms);
}

TEST_F(TopologyTest, ADelegationThatNothingCameOfFailed) {
    tell(0, "delegation", R"("agent":"a","session":"s","fields":{"parent_id":"x","child_id":"b"})");
    EXPECT_EQ(edges(ask()), Lines{"x delegates b 1/1"});
}

TEST_F(TopologyTest, NamesCannotBreakADrawing) {
    tell(0, "tool_call", R"("agent":"a\"]; n9 [x","fields":{"tool_name":"t\n"})");
    tell(1, "tool_call", R"("fields":{"tool_name":"t"})");
    std::string dot;
    EXPECT_TRUE(draw(ask(), {*store_, DrawingLanguage::dot}, into(dot)));
    EXPECT_NE(dot.find(R"(label="a\"]; n9 [x\nagent")"), std::string::npos) << dot;
    EXPECT_NE(dot.find(R"(label="unknown\nagent", style=dashed)"), std::string::npos) << dot;
    std::string mermaid;
    EXPECT_TRUE(draw(ask(), {*store_, DrawingLanguage::mermaid}, into(mermaid)));
    EXPECT_NE(mermaid.find("flowchart TD"), std::string::npos);
    EXPECT_NE(mermaid.find(R"(-->|"calls 1"|)"), std::string::npos) << mermaid;
}

TEST_F(TopologyTest, OfNothingSaysSo) {
    std::string out;
    EXPECT_TRUE(write_text(ask(), *store_, into(out)));
    EXPECT_EQ(out, "No calls, delegations or messages.\n");
}

// The plain way: a map of counters.
RC_GTEST_FIXTURE_PROP(TopologyTest, CallsAreThoseOfAPlainCount, ()) {
    store_ = open_memory_store();
    told_ = 0;
    std::map<std::string, std::pair<int, int>> expected;
    const int count = *rc::gen::inRange(0, 30);
    for (int i = 0; i < count; ++i) {
        const char agent = static_cast<char>('a' + *rc::gen::inRange(0, 3));
        const char tool = static_cast<char>('x' + *rc::gen::inRange(0, 3));
        const bool fails = *rc::gen::arbitrary<bool>();
        const bool two = *rc::gen::arbitrary<bool>();
        const std::string state = fails ? R"("status":"error")" : R"("status":"ok")";
        tell(i, "tool_call",
             fmt::format(R"("agent":"{}","session":"s","fields":{{"tool_name":"{}",)"
                         R"("call_id":"c{}"{}}})",
                         agent, tool, i, two ? "" : "," + state));
        if (two) {
            tell(i, "observation",
                 fmt::format(R"("session":"s","fields":{{"call_id":"c{}",{}}})", i, state));
        }
        auto& [calls, failed] = expected[fmt::format("{} calls {}", agent, tool)];
        ++calls;
        failed += fails ? 1 : 0;
    }
    Lines lines;
    for (const auto& [name, counts] : expected) {
        lines.push_back(fmt::format("{} {}/{}", name, counts.first, counts.second));
    }
    RC_ASSERT(edges(ask()) == lines);
}

}  // namespace
}  // namespace hence
