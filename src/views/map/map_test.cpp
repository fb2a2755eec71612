// Tests of maps: folding, stacks, opening and closing.
#include "hence/map.h"

#include <set>
#include <string>
#include <vector>

#include "views/map/map_for_test.h"
#include "views/map/view.h"

namespace hence {
namespace {

TEST_F(MapTest, WhatFitsIsShownAsItIs) {
    tell("'id':'s','kind':'session_start','run':'r1','fields':{'goal':'fix it'}");
    tell_model("l1", "look", ",'duration_ms':350,'parent':'s'");
    tell_call("t1", ",'output':'data'", ",'parent':'l1'");
    EXPECT_EQ(
        json(map()),
        R"({"session":"s1","nodes_total":5,"last_seq":3,"shown":5,"nodes":[)"
        R"({"id":"incident:s1","type":"INCIDENT","label":"fix it","time":"2026-02-23T00:00:01Z",)"
        R"("duration_ms":null,"tokens":null,"status":null,"event":"s","run":"r1","agent":null,)"
        R"("synthesized":false,"ordinal":1,"last_ordinal":1,"parent":null,"members":1,)"
        R"("errors":0,"hidden":0,"level":1,"kind":"session_start",)"
        R"("summary":"Session started: fix it"},)"
        R"({"id":"l1","type":"THOUGHT","label":"look","time":"2026-02-23T00:00:02Z",)"
        R"("duration_ms":350,"tokens":7,"status":null,"event":"l1","run":"r1","agent":null,)"
        R"("synthesized":false,"ordinal":2,"last_ordinal":2,"parent":null,"members":1,)"
        R"("errors":0,"hidden":0,"level":1,"kind":"llm_call",)"
        R"~("summary":"LLM call: m \"look\" (7 tokens, 350ms)"},)~"
        R"({"id":"t1","type":"TOOL_CALL","label":"Read","time":"2026-02-23T00:00:03Z",)"
        R"("duration_ms":null,"tokens":null,"status":"ok","event":"t1","run":"r1","agent":null,)"
        R"("synthesized":false,"ordinal":3,"last_ordinal":3,"parent":"l1","members":1,)"
        R"("errors":0,"hidden":0,"level":2,"kind":"tool_call","summary":"Tool call: Read"},)"
        R"({"id":"result:t1","type":"OBSERVATION","label":"data","time":"2026-02-23T00:00:03Z",)"
        R"("duration_ms":null,"tokens":null,"status":"ok","event":"t1","run":"r1","agent":null,)"
        R"("synthesized":false,"ordinal":3,"last_ordinal":3,"parent":"t1","members":1,)"
        R"("errors":0,"hidden":0,"level":3,"kind":"tool_call","summary":"Tool call: Read"},)"
        R"({"id":"action:s1","type":"ACTION","label":"no final output recorded","time":null,)"
        R"("duration_ms":null,"tokens":null,"status":null,"event":null,"run":null,"agent":null,)"
        R"("synthesized":true,"ordinal":null,"last_ordinal":null,"parent":null,"members":1,)"
        R"("errors":0,"hidden":0,"level":1,"kind":null,"summary":null}],"edges":[)"
        R"({"from":"incident:s1","to":"l1","label":"leads to","provenance":"explicit","count":1},)"
        R"({"from":"l1","to":"t1","label":"calls","provenance":"explicit","count":1},)"
        R"({"from":"t1","to":"result:t1","label":"returns","provenance":"derived","count":1},)"
        R"({"from":"l1","to":"action:s1","label":"executes","provenance":"assumed","count":1}],)"
        R"("completeness":{"complete":true,"missing_parents":[],"cycles":[],)"
        R"("unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]}})"
        "\n");
}

TEST_F(MapTest, CallsBeyondTheFanAreOneStack) {
    tell_turns(1, 9);
    tell_call("bad", ",'error':'no'", ",'parent':'m0','agent':'a'");
    const SessionMap answer = map({.session = "s1", .fan = 4});
    EXPECT_EQ(shape(answer),
              "incident:s1 m0(t0.0(result:t0.0) t0.1(result:t0.1) t0.2(result:t0.2) "
              "stack:calls:rest:m0) action:s1");
    const MapNode& stack = node(answer, "stack:calls:rest:m0");
    EXPECT_EQ(stack.type, DrawnType::stack);
    EXPECT_EQ(stack.label, "7 calls: Read ×5, Bash ×2");
    EXPECT_EQ(stack.members, 7U);
    EXPECT_EQ(stack.hidden, 14U);
    EXPECT_EQ(stack.errors, 1U);
    EXPECT_EQ(stack.status, "error");
    EXPECT_EQ(stack.parent, "m0");
    EXPECT_EQ(stack.agent, "a");
    EXPECT_EQ(stack.ordinal, 5U);
    EXPECT_EQ(stack.last_ordinal, 11U);
    EXPECT_EQ(stack.duration_ms, 6000);
    EXPECT_TRUE(stack.synthesized);
    EXPECT_EQ(edge(answer, "m0", "stack:calls:rest:m0"), "calls explicit 7");
    EXPECT_EQ(map({.session = "s1", .fan = 4, .open = {"stack:calls:rest:m0"}}).nodes.size(), 23U);
    EXPECT_EQ(map({.session = "s1", .fan = 10}).nodes.size(), 23U);
}

TEST_F(MapTest, AnOpenedFanIsStackedAgainWhereItIsStillTooWide) {
    tell_turns(1, 203);
    const SessionMap outer = map({.session = "s1", .fan = 4, .open = {"stack:calls:rest:m0"}});
    EXPECT_EQ(node(outer, "stack:calls:2.0:m0").members, 97U);
    EXPECT_EQ(node(outer, "stack:calls:2.1:m0").members, 100U);
    EXPECT_EQ(node(outer, "stack:calls:2.2:m0").members, 3U);
    // What lies in it is opened with it.
    const SessionMap inner = map({.session = "s1", .fan = 4, .open = {"stack:calls:1.12:m0"}});
    EXPECT_EQ(node(inner, "t0.125").parent, "m0");
    EXPECT_EQ(node(inner, "stack:calls:2.0:m0").members, 97U);
    EXPECT_EQ(node(inner, "stack:calls:1.13:m0").members, 10U);
    EXPECT_EQ(node(map({.session = "s1", .fan = 4, .open = {"t0.200"}}), "t0.200").label, "Read");
}

TEST_F(MapTest, TheThoughtsAloneComeNextAndTheLastShowMore) {
    tell_turns(20, 3);
    const SessionMap answer = map({.session = "s1", .limit = 40});
    EXPECT_EQ(answer.nodes.size(), 40U);
    EXPECT_EQ(node(answer, "m0").hidden, 6U);
    EXPECT_EQ(node(answer, "m0").last_ordinal, 4U);
    EXPECT_EQ(node(answer, "m19").hidden, 0U);
    EXPECT_EQ(edge(answer, "m0", "m1"), "informs assumed 3; leads to assumed 1");
    const SessionMap opened = map({.session = "s1", .limit = 40, .open = {"m0"}});
    EXPECT_EQ(opened.nodes.size(), 46U);
    EXPECT_EQ(node(opened, "t0.1").parent, "m0");
    const SessionMap closed = map({.session = "s1", .limit = 40, .closed = {"m19", "t18.0"}});
    EXPECT_EQ(node(closed, "m19").hidden, 6U);
    EXPECT_EQ(node(closed, "t18.0").hidden, 1U);
    EXPECT_EQ(closed.nodes.size(), 33U);
}

TEST_F(MapTest, TurnsAreStackedInTensHundredsAndSoOn) {
    tell_turns(1234, 1);
    const SessionMap answer = map({.session = "s1", .limit = 40});
    EXPECT_LE(answer.nodes.size(), 40U);
    const MapNode& hundred = node(answer, "stack:turns:2.5:m0");
    EXPECT_EQ(hundred.label, "100 turns");
    EXPECT_EQ(hundred.hidden, 300U);
    EXPECT_EQ(hundred.tokens, 200);
    EXPECT_EQ(hundred.run, "r1");
    EXPECT_EQ(hundred.parent, "");
    // The end is shown in detail.
    EXPECT_EQ(node(answer, "m1233").label, "say 1233");
    EXPECT_EQ(edge(answer, "stack:turns:2.5:m0", "stack:turns:2.6:m0"),
              "informs assumed 1; leads to assumed 1");
}

TEST_F(MapTest, OpeningMovesNothingElse) {
    tell_turns(1234, 2);
    const MapRequest plain{.session = "s1", .limit = 60};
    std::set<std::string> before;
    for (const MapNode& each : map(plain).nodes) {
        before.insert(each.id);
    }
    MapRequest request = plain;
    for (const std::string id : {"stack:turns:2.4:m0", "stack:turns:1.45:m0", "m777"}) {
        request.open.push_back(id);
    }
    const SessionMap answer = map(request);
    std::set<std::string> after;
    for (const MapNode& each : answer.nodes) {
        after.insert(each.id);
    }
    for (const std::string& id : before) {
        const bool opened = id == "stack:turns:2.4:m0" || id == "stack:turns:2.7:m0";
        EXPECT_EQ(after.contains(id), !opened) << id;
    }
    EXPECT_TRUE(after.contains("stack:turns:1.44:m0"));
    EXPECT_TRUE(after.contains("t455.1"));
    EXPECT_TRUE(after.contains("t777.1"));
    EXPECT_EQ(json(map(request)), json(answer));
}

TEST_F(MapTest, AStackNeverHasAnEventsId) {
    tell_turns(1, 9);
    tell("'id':'stack:calls:rest:m0','kind':'note'");
    const SessionMap answer = map({.session = "s1", .fan = 2});
    EXPECT_EQ(node(answer, "stack:calls:rest:m0~").members, 8U);
    EXPECT_EQ(map({.session = "s1", .fan = 2, .open = {"stack:calls:rest:m0~"}}).nodes.size(), 21U);
    // The event has no node here, so its id can only mean the stack.
    EXPECT_EQ(map({.session = "s1", .fan = 2, .open = {"stack:calls:rest:m0"}}).nodes.size(), 21U);
}

TEST_F(MapTest, WhatADelegationLedToHangsUnderItAndIsStackedFirst) {
    tell_turns(1, 1);
    std::vector<std::string> all;
    for (int child = 0; child < 5; ++child) {
        all.push_back(
            fmt::format("'id':'d{0}','kind':'delegation','run':'r1','agent':'a','parent':'m0',"
                        "'fields':{{'run_id':'c{0}','child_id':'b{0}'}}",
                        child));
        for (int turn = 0; turn < 3; ++turn) {
            all.push_back(
                fmt::format("'id':'x{0}.{1}','kind':'thought','run':'c{0}','session':'s2'"
                            ",'agent':'b{0}','fields':{{'text':'think'}}",
                            child, turn));
        }
    }
    tell_all(all);
    EXPECT_EQ(map().nodes.size(), 20U);
    const SessionMap few = map({.session = "s1", .limit = 12});
    EXPECT_EQ(shape(few),
              "incident:s1 m0(t0.0(result:t0.0) stack:turns:1.0:x0.0 stack:turns:1.0:x1.0 "
              "stack:turns:1.0:x2.0 stack:turns:1.0:x3.0 stack:turns:1.0:x4.0) action:s1");
    EXPECT_EQ(node(few, "stack:turns:1.0:x0.0").agent, "b0");
    EXPECT_EQ(node(few, "stack:turns:1.0:x0.0").ordinal, std::nullopt);
    EXPECT_EQ(edge(few, "m0", "stack:turns:1.0:x0.0"), "delegates derived 1");
    const SessionMap fan = map({.session = "s1", .limit = 12, .fan = 2});
    EXPECT_EQ(node(fan, "stack:agents:rest:m0").label, "4 sub-agents");
    EXPECT_EQ(edge(fan, "m0", "stack:agents:rest:m0"), "delegates derived 4");
    const SessionMap one = map({.session = "s1", .limit = 12, .fan = 2, .open = {"x3.1"}});
    EXPECT_EQ(node(one, "x3.1").parent, "m0");
}

TEST_F(MapTest, LinksSayWhoSaysSo) {
    tell_model("l1", "one");
    tell("'id':'l2','kind':'llm_call','run':'r1','fields':{'model':'m','call_ids':['c']}");
    tell_call("t1", "", ",'parent':'l2'");
    tell_call("t2", ",'call_id':'c','output':1");
    tell_call("t3", ",'call_id':'k'");
    tell("'id':'o3','kind':'observation','run':'r1','fields':{'call_id':'k','content':'x'}");
    tell_call("t4", "");
    tell("'id':'o4','kind':'observation','run':'r1','parent':'t4','fields':{'content':'x'}");
    tell_model("l5", "five", ",'causes':['o3'],'rationale':{'why':'w','refs':['o4']}");
    const SessionMap answer = map();
    EXPECT_EQ(edge(answer, "l1", "l2"), "leads to assumed 1");
    EXPECT_EQ(edge(answer, "l2", "t1"), "calls explicit 1");
    EXPECT_EQ(edge(answer, "l2", "t2"), "calls derived 1");
    EXPECT_EQ(edge(answer, "t2", "result:t2"), "returns derived 1");
    EXPECT_EQ(edge(answer, "l2", "t3"), "calls assumed 1");
    EXPECT_EQ(edge(answer, "t3", "o3"), "returns derived 1");
    EXPECT_EQ(edge(answer, "t4", "o4"), "returns explicit 1");
    EXPECT_EQ(edge(answer, "o3", "l5"), "informs explicit 1");
    EXPECT_EQ(edge(answer, "o4", "l5"), "informs derived 1");
    EXPECT_EQ(edge(answer, "result:t2", "l5"), "informs assumed 1");
    EXPECT_EQ(edge(answer, "l2", "l5"), "leads to explicit 1");
}

TEST_F(MapTest, ASessionWithoutTurnsHasTwoEnds) {
    tell("'id':'x','kind':'span'");
    EXPECT_EQ(shape(map({.session = "s1", .limit = 1})), "incident:s1 action:s1");
}

TEST_F(MapTest, WhatMakesNoSenseIsRefusedAndUnknownIdsArePassedOver) {
    tell_turns(2, 1);
    EXPECT_EQ(session_map(store(), {.session = "nowhere"}).error().code, Code::not_found);
    EXPECT_EQ(session_map(store(), {.session = "s1", .limit = 0}).error().code, Code::invalid);
    EXPECT_EQ(session_map(store(), {.session = "s1", .fan = 0}).error().code, Code::invalid);
    EXPECT_EQ(session_map(store(), {.session = "s1", .limit = 5001}).error().code, Code::invalid);
    EXPECT_EQ(
        session_map(store(), {.session = "s1", .open = std::vector<std::string>(201)}).error().code,
        Code::limit);
    for (const std::string id : {"",
                                 "stack",
                                 "stack:",
                                 "stack:turns",
                                 "stack:turns:m0",
                                 "stack:turns:rest:m0",
                                 "stack::1.0:m0",
                                 "stack:turns:0.0:m0",
                                 "stack:turns:1.0",
                                 "stack:turns:1.0:",
                                 "stack:turns:1.0:t0.0",
                                 "stack:turns:1.:m0",
                                 "stack:turns:.1:m0",
                                 "stack:turns:1.-1:m0",
                                 "stack:turns:300.0:m0",
                                 "stack:turns:9.4294967295:m0",
                                 "stack:turns:1.0:nobody~~",
                                 "stack:calls:rest:nobody",
                                 "stack:calls:1.7",
                                 "result:",
                                 "~~~"}) {
        EXPECT_EQ(json(map({.session = "s1", .open = {id}, .closed = {id}})), json(map())) << id;
    }
}

TEST_F(MapTest, TheCacheSeesWhatArrives) {
    MapCache cache;
    const auto cached = [&] {
        const Result<SessionMap> answer = session_map(&cache, store(), {.session = "s1"});
        EXPECT_TRUE(answer);
        EXPECT_EQ(json(*answer), json(map()));
        return answer->nodes.size();
    };
    tell_turns(3, 1);
    EXPECT_EQ(cached(), 11U);
    EXPECT_EQ(cached(), 11U);
    tell("'id':'other','kind':'thought','session':'s9','run':'r9','fields':{'text':'x'}");
    EXPECT_EQ(cached(), 11U);
    tell_model("l9", "more");
    EXPECT_EQ(cached(), 12U);
    tell("'id':'d','kind':'delegation','run':'r1','fields':{'run_id':'c','child_id':'b'}");
    EXPECT_EQ(cached(), 12U);
    tell("'id':'y','kind':'thought','session':'s8','run':'c','fields':{'text':'x'}");
    EXPECT_EQ(cached(), 13U);
    tell("'id':'z','kind':'thought','session':'s8','run':'c','fields':{'text':'x'}");
    EXPECT_EQ(cached(), 14U);
    tell("'id':'p','kind':'thought','run':'r1','parent':'lost','fields':{'text':'x'}");
    cached();
    tell("'id':'lost','kind':'note','session':'s7'");
    cached();
}

}  // namespace
}  // namespace hence
