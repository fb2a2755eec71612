// Tests of replays.
#include "hence/replay.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class ReplayTest : public StoryTest {
protected:
    Replay told(const ReplayRequest& request) {
        Result<Replay> answer = replay(store(), request);
        EXPECT_TRUE(answer) << answer.error().message;
        return answer ? std::move(answer).take() : Replay();
    }
    std::string refusal(const ReplayRequest& request) {
        const Result<Replay> answer = replay(store(), request);
        return answer ? "nothing refused" : answer.error().message;
    }

    // "events | traces | audit entries", by id.
    std::string lists(const Replay& answer) {
        return ids(answer.events) + " | " + ids(answer.traces) + " | " + ids(answer.audit_entries);
    }
    std::string lists(ChainType type, const std::string& id) { return lists(told({type, id})); }

    static std::string words(const std::vector<std::string>& list) {
        return fmt::format("{}", fmt::join(list, " "));
    }

    void tell_one_of_each() {
        tell_all({"'id':'m','kind':'message','correlation':'c','fields':{'from':'x','to':['y']}",
                  "'id':'d','kind':'decision','correlation':'c'",
                  "'id':'t','kind':'thought','correlation':'c'",
                  "'id':'a','kind':'assumption','correlation':'c'",
                  "'id':'k','kind':'tool_call','correlation':'c','rationale':{'why':'w'}",
                  "'id':'n','kind':'tool_call','correlation':'c'",
                  "'id':'e','kind':'error','correlation':'c','rationale':{'why':'w'}",
                  "'id':'o','kind':'outcome','correlation':'c','fields':{'of':'d'}",
                  "'id':'w','kind':'message','correlation':'c','rationale':{'why':'w'}"});
    }

private:
    std::string ids(const std::vector<std::uint64_t>& seqs) {
        std::vector<std::string> names;
        for (const std::uint64_t seq : seqs) {
            const auto cursor = store().read(seq, seq);
            names.emplace_back((*(*cursor)->next())->id());
        }
        return words(names);
    }
};

TEST_F(ReplayTest, TradeAndDirectiveKeepEverythingOfTheCorrelation) {
    tell_one_of_each();
    tell("'id':'z','correlation':'other'");
    tell("'id':'far','session':'s2','correlation':'c'");
    const std::string all = "m d t a k n e o w far | d t a k e w | m w";
    EXPECT_EQ(lists(ChainType::trade, "c"), all);
    EXPECT_EQ(lists(ChainType::directive, "c"), all);
}

TEST_F(ReplayTest, SessionKeepsNoMessages) {
    tell_one_of_each();
    tell("'id':'z','correlation':'other'");
    tell("'id':'far','session':'s2','correlation':'c'");
    EXPECT_EQ(lists(ChainType::session, "s1"), "d t a k n e o z | d t a k e | ");
}

TEST_F(ReplayTest, IncidentKeepsMessagesErrorsAndOutcomesAndNoReasoning) {
    tell_one_of_each();
    EXPECT_EQ(lists(ChainType::incident, "c"), "m e o w |  | m w");
}

TEST_F(ReplayTest, ListsAreInTheOrderOfEventsNotOfArrival) {
    tell("'id':'late','correlation':'c','time':'2026-01-01T00:00:02Z'");
    tell("'id':'early','correlation':'c','time':'2026-01-01T01:00:01+01:00'");
    EXPECT_EQ(lists(ChainType::trade, "c"), "early late |  | ");
}

TEST_F(ReplayTest, LooseEventsBelongToTheSessionOfTheirRun) {
    tell("'id':'a','run':'r'");
    tell("'id':'b','run':'r','session':null");
    EXPECT_EQ(lists(ChainType::session, "s1"), "a b |  | ");
}

TEST_F(ReplayTest, LimitKeepsTheOldestOfEachListAndCountsEachOtherEventOnce) {
    tell_one_of_each();
    const Replay cut = told({ChainType::trade, "c", 2});
    EXPECT_EQ(lists(cut), "m d | d t | m w");
    EXPECT_EQ(cut.completeness.truncated, 7U);
    EXPECT_EQ(cut.matched, 9U);
    EXPECT_EQ(told({ChainType::trade, "c", 9}).completeness.truncated, 0U);
    EXPECT_EQ(told({ChainType::trade, "c", 8}).completeness.truncated, 1U);
    EXPECT_EQ(told({ChainType::trade, "c", 0}).completeness.truncated, 0U);
}

TEST_F(ReplayTest, DirectiveEndsWhereItIsReportedAsCompleted) {
    tell("'id':'o','kind':'outcome','correlation':'c','fields':{'of':'d','correct':true}");
    tell("'id':'m1','kind':'message','correlation':'c','fields':{'status':'in progress'}");
    EXPECT_EQ(told({ChainType::directive, "c"}).ended_by, "o");
    tell("'id':'m2','kind':'message','correlation':'c','fields':{'status':'COMPLETED'}");
    EXPECT_EQ(told({ChainType::directive, "c"}).ended_by, "m2");
    EXPECT_EQ(told({ChainType::trade, "c"}).ended_by, "o");
    tell("'id':'x','kind':'termination','correlation':'c','fields':{'reason':'idle'}");
    EXPECT_EQ(told({ChainType::directive, "c"}).ended_by, "m2");
    EXPECT_EQ(told({ChainType::trade, "c"}).ended_by, "x");
}

TEST_F(ReplayTest, LimitIsAHundredOrFiveHundredUnlessItIsTold) {
    std::vector<std::string> list;
    for (int i = 0; i < 501; ++i) {
        list.push_back("'kind':'error','correlation':'c','id':'e" + std::to_string(i) + "'");
    }
    tell_all(list);
    const auto kept = [&](const ReplayRequest& request) {
        const Replay answer = told(request);
        EXPECT_EQ(answer.events.size() + answer.completeness.truncated, 501U);
        return answer.events.size();
    };
    EXPECT_EQ(kept({ChainType::trade, "c"}), 100U);
    EXPECT_EQ(kept({ChainType::session, "s1"}), 100U);
    EXPECT_EQ(kept({ChainType::directive, "c"}), 500U);
    EXPECT_EQ(kept({ChainType::incident, "c"}), 500U);
    EXPECT_EQ(kept({ChainType::trade, "c", 0}), 501U);
}

TEST_F(ReplayTest, FactsAreOverAllThatMatchedWhateverTheLimitCut) {
    tell(
        "'id':'a','kind':'message','agent':'router','correlation':'c','time':'2026-01-01T00:00:00Z'"
        ","
        "'fields':{'from':'z','to':['y','x']}");
    tell("'id':'b','kind':'error','agent':'b','correlation':'c','time':'2026-01-01T00:00:01Z'");
    tell(
        "'id':'o','kind':'outcome','correlation':'c','time':'2026-01-01T00:00:02.50Z',"
        "'fields':{'of':'b'}");
    const Replay cut = told({ChainType::trade, "c", 1});
    EXPECT_EQ(words(cut.agents), "b router x y z");
    EXPECT_EQ(words(cut.obstacles), "b");
    EXPECT_EQ(cut.ended_by, "o");
    const std::string said = json(cut);
    EXPECT_NE(said.find(R"("from":"2026-01-01T00:00:00Z","to":"2026-01-01T00:00:02.50Z",)"
                        R"("duration_ms":2500,"ended_by":"o","obstacles":["b"])"),
              std::string::npos)
        << said;
}

TEST_F(ReplayTest, AgentsOfASessionAreThoseWhoRecordedIt) {
    tell("'id':'a','kind':'message','agent':'router','fields':{'from':'z','to':['y']}");
    tell("'id':'b','agent':'b'");
    EXPECT_EQ(words(told({ChainType::session, "s1"}).agents), "b");
}

TEST_F(ReplayTest, LastOutcomeTerminationOrSessionEndEndsIt) {
    tell("'id':'a','kind':'decision','correlation':'c'");
    EXPECT_EQ(told({ChainType::trade, "c"}).ended_by, std::nullopt);
    tell("'id':'t','kind':'termination','correlation':'c'");
    EXPECT_EQ(told({ChainType::trade, "c"}).ended_by, "t");
    EXPECT_EQ(told({ChainType::incident, "c"}).ended_by, std::nullopt);
    tell("'id':'e','kind':'session_end','correlation':'c'");
    EXPECT_EQ(told({ChainType::trade, "c"}).ended_by, "e");
    tell("'id':'o','kind':'outcome','correlation':'c','fields':{'of':'a'}");
    tell("'id':'z','kind':'thought','correlation':'c'");
    EXPECT_EQ(told({ChainType::trade, "c"}).ended_by, "o");
    EXPECT_EQ(told({ChainType::incident, "c"}).ended_by, "o");
}

TEST_F(ReplayTest, EventCountsAsCutOnceHoweverManyListsLackIt) {
    std::vector<std::string> rows;
    for (int i = 0; i < 150; ++i) {
        rows.push_back(fmt::format(
            "'id':'m{}','kind':'message','correlation':'c','fields':{{'from':'x','to':['y']}}", i));
    }
    tell_all(rows);
    EXPECT_EQ(told({ChainType::trade, "c"}).completeness.truncated, 50U);
}

TEST_F(ReplayTest, DirectiveThatIsOpenedAgainHasNotEnded) {
    const auto status = [&](const std::string& id, const std::string& said) {
        tell("'id':'" + id + "','kind':'message','correlation':'c','fields':{'status':'" + said +
             "'}");
        return told({ChainType::directive, "c"}).ended_by.value_or("nothing");
    };
    EXPECT_EQ(status("m1", "completed"), "m1");
    EXPECT_EQ(status("m2", "received"), "m1");
    EXPECT_EQ(status("m3", "dispatched"), "m1");
    EXPECT_EQ(status("m4", "in progress"), "nothing");
    tell("'id':'o','kind':'outcome','correlation':'c','fields':{'of':'d'}");
    EXPECT_EQ(told({ChainType::directive, "c"}).ended_by, std::nullopt);
    EXPECT_EQ(status("m5", "done"), "m5");
    EXPECT_EQ(status("m6", "rejected"), "nothing");
}

TEST_F(ReplayTest, DirectiveEndsWhenAnAuditEntrySaysCompleted) {
    const auto status = [&](const std::string& id, const std::string& said) {
        tell("'id':'" + id + "','kind':'message','agent':'ops','correlation':'c'," +
             "'fields':{'from':'ops','to':['ceo'],'status':'" + said + "'}");
    };
    status("p", "pending");
    tell("'id':'d','kind':'decision','correlation':'c'");
    tell("'id':'o','kind':'outcome','correlation':'c','fields':{'of':'d'}");
    status("i", "in-progress");
    status("n", "not completed");
    EXPECT_EQ(told({ChainType::directive, "c"}).ended_by, "o");
    status("k", "completed");
    EXPECT_EQ(told({ChainType::directive, "c"}).ended_by, "k");
    EXPECT_EQ(told({ChainType::trade, "c"}).ended_by, "o");
    tell("'id':'d2','kind':'decision','correlation':'c'");
    tell("'id':'o2','kind':'outcome','correlation':'c','fields':{'of':'d2'}");
    EXPECT_EQ(told({ChainType::directive, "c"}).ended_by, "k");
}

TEST_F(ReplayTest, TimeThatWasWorkedOutIsNoBeginning) {
    tell("'id':'u','correlation':'c','time':'1970-01-01T00:00:00Z','flags':['time_derived']");
    EXPECT_EQ(told({ChainType::trade, "c"}).from, std::nullopt);
    tell("'id':'a','correlation':'c','time':'2026-01-01T00:00:01Z'");
    tell("'id':'b','correlation':'c','time':'2026-01-01T00:00:03Z'");
    const Replay answer = told({ChainType::trade, "c"});
    EXPECT_EQ(lists(answer).substr(0, 5), "u a b");
    EXPECT_EQ(to_string(*answer.from), "2026-01-01T00:00:01Z");
    EXPECT_EQ(to_string(*answer.to), "2026-01-01T00:00:03Z");
}

TEST_F(ReplayTest, TextShowsWhatAMessageSaid) {
    tell(
        "'id':'m','kind':'message','agent':'x','correlation':'c','fields':{'from':'x','to':['y'],"
        "'subtype':'approval.request','payload':'" +
        std::string(90, 'p') + "'}");
    tell(
        "'id':'k','kind':'message','agent':'x','correlation':'c','fields':{'from':'x',"
        "'subtype':'kill_switch','payload':'short'}");
    const std::string said = text(told({ChainType::trade, "c"}));
    EXPECT_NE(
        said.find("\n    subtype: approval.request\n    payload: " + std::string(90, 'p') + "\n"),
        std::string::npos)
        << said;
    EXPECT_EQ(said.find("subtype: kill_switch"), std::string::npos) << said;
}

TEST_F(ReplayTest, ErrorsFailedCallsAndRefusedMessagesAreObstacles) {
    tell("'id':'e','kind':'error'");
    tell("'id':'t1','kind':'tool_call','fields':{'error':'no'}");
    tell("'id':'t2','kind':'tool_call','fields':{'status':'error'}");
    tell("'id':'t3','kind':'tool_call','fields':{'status':'ok'}");
    tell("'id':'m','kind':'llm_call','fields':{'error':'429'}");
    tell("'id':'n','kind':'llm_call','fields':{'completion':'fine'}");
    tell("'id':'o','kind':'outcome','fields':{'of':'e','correct':false}");
    EXPECT_EQ(words(told({ChainType::session, "s1"}).obstacles), "e t1 t2 m");
}

TEST_F(ReplayTest, CallOfTwoEventsIsOneObstacleByItsStart) {
    tell("'id':'t1','kind':'tool_call','fields':{'call_id':'1'}");
    tell("'id':'e','kind':'error'");
    tell("'id':'o1','kind':'observation','fields':{'call_id':'1','status':'error'}");
    tell("'id':'t2','kind':'tool_call','fields':{'call_id':'2','status':'error'}");
    tell("'id':'o2','kind':'observation','fields':{'call_id':'2','error':'no'}");
    tell("'id':'o3','kind':'observation','fields':{'call_id':'3','error':'no'}");
    tell("'id':'o4','kind':'observation','fields':{'call_id':'4','error':'no'}");
    tell("'id':'t4','kind':'tool_call','fields':{'call_id':'4'}");
    tell("'id':'o5','kind':'observation','fields':{'error':'of no call'}");
    EXPECT_EQ(words(told({ChainType::session, "s1"}).obstacles), "t1 e t2 o3 t4");
}

TEST_F(ReplayTest, CallIdThatIsUsedAgainMeansTheLastCall) {
    tell("'id':'t1','kind':'tool_call','fields':{'call_id':'1'}");
    tell("'id':'o1','kind':'observation','fields':{'call_id':'1'}");
    tell("'id':'t2','kind':'tool_call','fields':{'call_id':'1'}");
    tell("'id':'o2','kind':'observation','fields':{'call_id':'1','error':'no'}");
    tell("'id':'t3','kind':'tool_call','session':'s2','fields':{'call_id':'1'}");
    EXPECT_EQ(words(told({ChainType::session, "s1"}).obstacles), "t2");
}

TEST_F(ReplayTest, StatusSaysRefusedByAWord) {
    const std::vector<std::pair<std::string, bool>> cases{
        {"rejected", true},         {"DENIED", true},        {"blocked by risk", true},
        {"escalated_to_cfo", true}, {"auto-rejected", true}, {"unblocked", false},
        {"dispatched", false},      {"rejectedly", false},   {"", false}};
    std::string expected;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        tell(fmt::format("'id':'m{}','kind':'message','correlation':'c','fields':{{'status':'{}'}}",
                         i, cases[i].first));
        expected += cases[i].second ? fmt::format("{}m{}", expected.empty() ? "" : " ", i) : "";
    }
    EXPECT_EQ(words(told({ChainType::incident, "c"}).obstacles), expected);
}

TEST_F(ReplayTest, NameMayBeShortenedAndMustBeKnown) {
    tell("'id':'a','correlation':'trade-7c41'");
    EXPECT_EQ(told({ChainType::trade, "7c41"}).id, "trade-7c41");
    EXPECT_EQ(refusal({ChainType::trade, "x"}), "correlation \"x\" was never recorded");
    EXPECT_EQ(refusal({ChainType::trade, "s1"}), "correlation \"s1\" was never recorded");
    EXPECT_EQ(refusal({ChainType::session, "trade-7c41"}),
              "session \"trade-7c41\" was never recorded");
}

TEST_F(ReplayTest, JsonHasWholeEventsAndDecisionsWithTheirOutcome) {
    tell(
        "'id':'d','kind':'decision','correlation':'c','time':'2026-01-01T00:00:00Z',"
        "'rationale':{'why':'w'},'fields':{'chosen':'A'}");
    tell(
        "'id':'o','kind':'outcome','session':'s2','time':'2026-01-01T00:00:05Z',"
        "'fields':{'of':'d','correct':true}");
    tell(
        "'id':'e','kind':'decision','correlation':'c','time':'2026-01-01T00:00:01Z',"
        "'rationale':{'why':'w'},'fields':{'status':'deferred'}");
    const auto printed = [&](std::string_view id) { return (*store().find(id))->to_json(); };
    std::string decision = printed("d");
    decision.pop_back();
    std::string deferred = printed("e");
    deferred.pop_back();
    const std::string both =
        decision + R"(,"outcome":)" + printed("o") + "}," + deferred + R"(,"outcome":null})";
    EXPECT_EQ(json(told({ChainType::trade, "c"})),
              R"({"chain_type":"trade","chain_id":"c","events":[)" + both + R"(],"traces":[)" +
                  both +
                  R"(],"audit_entries":[],"agents":[],"from":"2026-01-01T00:00:00Z",)"
                  R"("to":"2026-01-01T00:00:01Z","duration_ms":1000,"ended_by":null,)"
                  R"("obstacles":[],"completeness":{"complete":true,"missing_parents":[],)"
                  R"("cycles":[],"unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]}})"
                  "\n");
}

TEST_F(ReplayTest, NothingKeptIsAnEmptyAnswerWithEveryKey) {
    tell("'id':'a','kind':'thought','correlation':'c'");
    EXPECT_EQ(json(told({ChainType::incident, "c"})),
              R"({"chain_type":"incident","chain_id":"c","events":[],"traces":[],)"
              R"("audit_entries":[],"agents":[],"from":null,"to":null,"duration_ms":null,)"
              R"("ended_by":null,"obstacles":[],"completeness":{"complete":true,)"
              R"("missing_parents":[],"cycles":[],"unresolved_refs":[],)"
              R"("uncaused":[],"truncated":0,"gaps":[]}})"
              "\n");
}

TEST_F(ReplayTest, GapsOfTheThreadAreReported) {
    tell("'id':'d','kind':'decision','correlation':'c','parent':'x'");
    const Completeness lacking = told({ChainType::incident, "c"}).completeness;
    EXPECT_EQ(lacking.missing_parents.size(), 1U);
    EXPECT_EQ(lacking.gaps.size(), 2U);
}

TEST_F(ReplayTest, TextIsOneLineAnEventWithReasonsBeneathDecisions) {
    tell(
        "'id':'m','kind':'message','agent':'router','correlation':'c',"
        "'time':'2026-01-01T00:00:00Z','fields':{'from':'desk','to':['risk'],'status':'denied'}");
    tell(
        "'id':'d','kind':'decision','agent':'risk','correlation':'c',"
        "'time':'2026-01-01T00:00:01Z','rationale':{'why':'too\\nlarge','confidence':0.9},"
        "'fields':{'description':'size','chosen':'halve','inputs':{'n':2}}");
    tell(
        "'id':'k','kind':'tool_call','correlation':'c','time':'2026-01-01T00:00:02Z',"
        "'fields':{'tool_name':'Read','output':'x','call_id':'1'}");
    tell(
        "'id':'q','kind':'decision','agent':'risk','correlation':'c',"
        "'time':'2026-01-01T00:00:02Z','rationale':{'why':'w'},'fields':{'status':'declined'}");
    tell(
        "'id':'o','kind':'outcome','agent':'desk','correlation':'c',"
        "'time':'2026-01-01T00:00:03.500Z','fields':{'of':'d','correct':true,'outcome':'held'}");
    EXPECT_EQ(text(told({ChainType::trade, "c", 4})),
              "Replay: trade c\n"
              "Events: 5, 2026-01-01 00:00:00Z to 2026-01-01 00:00:03Z (3.5s)\n"
              "Agents: desk, risk, router\n"
              "Obstacles: m\n"
              "Ended by: Outcome: correct (held)  (o)\n"
              "\n"
              "[2026-01-01 00:00:00Z] audit router Message: desk -> risk (denied)  (m)\n"
              "[2026-01-01 00:00:01Z] trace risk   Decision: size -> halve  (d)\n"
              "    why: too large\n"
              "    confidence: 0.9\n"
              "    inputs: {\"n\":2}\n"
              "    outcome: correct (held)\n"
              "[2026-01-01 00:00:02Z] event -      Tool call: Read  (k)\n"
              "[2026-01-01 00:00:02Z] trace risk   Decision: w -> ?  (q)\n"
              "    why: w\n"
              "    outcome: not recorded\n"
              "! incomplete: a limit cut off 1 more\n");
}

TEST_F(ReplayTest, ManyObstaclesAreCounted) {
    for (int i = 1; i <= 10; ++i) {
        tell(fmt::format("'id':'e{}','kind':'error'", i));
    }
    const std::string said = text(told({ChainType::session, "s1"}));
    EXPECT_NE(said.find("Obstacles: e1, e2, e3, e4, e5, e6, e7, e8 and 2 more\n"),
              std::string::npos)
        << said;
}

TEST_F(ReplayTest, DurationIsExactToTheNanosecond) {
    tell("'id':'a','time':'2026-01-01T00:00:00.999999999Z'");
    tell("'id':'b','time':'2026-01-01T00:00:02.000234567Z'");
    const std::string said = json(told({ChainType::session, "s1"}));
    EXPECT_NE(said.find(R"("duration_ms":1000.234568,)"), std::string::npos) << said;
}

TEST(ChainTypeTest, TypesAreNamedAsTheyAreSpelled) {
    for (const ChainType type :
         {ChainType::trade, ChainType::session, ChainType::directive, ChainType::incident}) {
        EXPECT_EQ(chain_type_named(to_string(type)), type);
    }
    EXPECT_EQ(chain_type_named("affair"), std::nullopt);
}

}  // namespace
}  // namespace hence
