// Tests of trajectories: steps, their parts, and pages.
#include "hence/trajectory.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "views/testing/story_for_test.h"
#include "views/trajectory/attached.h"

namespace hence {
namespace {

class TrajectoryTest : public StoryTest {
protected:
    Trajectory walked(const TrajectoryRequest& request = {"s1"}) {
        Result<Trajectory> answer = trajectory(store(), request);
        EXPECT_TRUE(answer) << answer.error().message;
        return std::move(answer).take();
    }

    std::string json_of(const TrajectoryRequest& request = {"s1"}) {
        Trajectory answer = walked(request);
        std::string out;
        EXPECT_TRUE(write_json(answer, store(), into(out)));
        return out;
    }

    std::string text_of(const TrajectoryRequest& request = {"s1"}) {
        Trajectory answer = walked(request);
        std::string out;
        EXPECT_TRUE(write_text(answer, store(), into(out)));
        return out;
    }

    // "call=end[log log]" for each step, and " >" when there is another page, which `next_` names.
    std::string steps(const TrajectoryRequest& request = {"s1"}) {
        Trajectory answer = walked(request);
        std::string said;
        while (true) {
            const Result<std::optional<TrajectoryStep>> step = answer.next();
            EXPECT_TRUE(step);
            if (!step || !*step) {
                break;
            }
            said += said.empty() ? "" : " ";
            said += told(**step);
        }
        next_ = answer.next_page().value_or("");
        return said + (next_.empty() ? "" : " >");
    }

    static std::string told(const TrajectoryStep& step) {
        std::string said(step.event.id());
        said += step.end ? "=" + std::string(step.end->id()) : "";
        for (const Event& log : step.logs) {
            said += &log == &step.logs.front() ? "[" : " ";
            said += log.id();
        }
        return said + (step.logs.empty() ? "" : "]");
    }

    // The same of the parts that the store is asked for, one event after the other.
    std::string asked_steps() {
        Sessions sessions(store());
        const StepRange range{"s1", std::nullopt, store().last_seq()};
        const auto parts = asked_step_parts(store(), sessions, range);
        const auto cursor = sessions.events("s1", {});
        std::string said;
        for (std::optional<Event> event = *(*cursor)->next(); event; event = *(*cursor)->next()) {
            if (*(*parts)->belongs_elsewhere(*event)) {
                continue;
            }
            StepParts::Parts found = std::move((*parts)->of(*event)).take();
            said += said.empty() ? "" : " ";
            said += told({*event, std::move(found.end), std::move(found.logs)});
        }
        return said;
    }

    void tell_log(std::string_view id, std::string_view parent) {
        tell(fmt::format("'id':'{}','kind':'log','parent':'{}','fields':{{'body':'b'}}", id,
                         parent));
    }

    std::string next_;
};

constexpr std::string_view whole =
    R"("completeness":{"complete":true,"missing_parents":[],"cycles":[],"unresolved_refs":[],)"
    R"("uncaused":[],"truncated":0,"gaps":[]}})"
    "\n";

TEST_F(TrajectoryTest, JsonHasEveryKeyInOrder) {
    tell(
        "'id':'l1','kind':'llm_call','run':'r1','duration_ms':1.50,'fields':{'model':'m',"
        "'total_tokens':12,'messages':[{'role':'user'}],'completion':'hi'}");
    tell(
        "'id':'t1','kind':'tool_call','run':'r1','parent':'l1','duration_ms':45,"
        "'rationale':{'why':'w'},'fields':{'tool_name':'Read','input':{'n':1.10},"
        "'output':[1,2]}");
    tell("'id':'g1','kind':'log','parent':'t1','fields':{'severity':'warn','body':'slow'}");
    tell("'id':'g2','kind':'log','parent':'t1'");
    EXPECT_EQ(
        json_of(),
        std::string(
            R"({"session":"s1","trajectory":[)"
            R"({"event":"l1","parent":null,"run":"r1","time":"2026-02-23T00:00:01Z",)"
            R"x("duration_ms":1.50,"kind":"llm_call",)x"
            R"x("label":"LLM call: m \"hi\" (12 tokens, 1.5ms)",)x"
            R"("status":null,"model":"m","tokens":{"input":null,"output":null,"cache_read":null,)"
            R"("cache_write":null,"reasoning":null,"total":12},"messages":[{"role":"user"}],)"
            R"("completion":"hi","tool_name":null,"tool_input":null,"tool_output":null,)"
            R"("error":null,"rationale":null,"logs":[]},)"
            R"({"event":"t1","parent":"l1","run":"r1","time":"2026-02-23T00:00:02Z",)"
            R"x("duration_ms":45,"kind":"tool_call",)x"
            R"x("label":"Tool call: Read {\"n\":1.10} (45ms)",)x"
            R"("status":"ok","model":null,"tokens":null,"messages":null,"completion":null,)"
            R"("tool_name":"Read","tool_input":{"n":1.10},"tool_output":[1,2],"error":null,)"
            R"("rationale":{"why":"w"},"logs":[{"time":"2026-02-23T00:00:03Z",)"
            R"("severity":"warn","body":"slow"},{"time":"2026-02-23T00:00:04Z",)"
            R"("severity":null,"body":null}]}],"next":null,)") +
            std::string(whole));
}

TEST_F(TrajectoryTest, ACallInTwoEventsIsOneStep) {
    tell("'id':'t1','kind':'tool_call','fields':{'tool_name':'Read','call_id':'c1'}");
    tell(
        "'id':'o1','kind':'observation','duration_ms':7,'fields':{'call_id':'c1',"
        "'content':{'a':1},'status':'error','error':'late'}");
    tell("'id':'o2','kind':'observation','fields':{'call_id':'c2','content':'no such call'}");
    tell("'id':'o3','kind':'observation','parent':'t1','fields':{'content':'no call'}");
    EXPECT_EQ(steps(), "t1=o1 o2 o3");
    const std::string out = json_of();
    EXPECT_NE(
        out.find(
            R"x("duration_ms":7,"kind":"tool_call","label":"Tool call: Read FAILED: late (7ms)",)x"
            R"("status":"error")"),
        std::string::npos)
        << out;
    EXPECT_NE(out.find(R"("tool_output":{"a":1},"error":"late")"), std::string::npos) << out;
}

TEST_F(TrajectoryTest, ACallThatNobodyEndedHasNoStatus) {
    tell("'id':'t1','kind':'tool_call','fields':{'tool_name':'Read','call_id':'c1'}");
    EXPECT_NE(json_of().find(R"("status":null,)"), std::string::npos);
}

TEST_F(TrajectoryTest, AnotherEventsStatusIsTheOneItNames) {
    tell("'id':'a','kind':'session_end','fields':{'status':'failure','total_tokens':9}");
    tell("'id':'b','kind':'error','fields':{'error':'ENOENT'}");
    const std::string out = json_of();
    EXPECT_NE(out.find(R"("status":"failure","model":null,"tokens":null)"), std::string::npos);
    EXPECT_NE(out.find(R"("label":"Error: ENOENT","status":"error")"), std::string::npos);
    EXPECT_NE(out.find(R"("error":"ENOENT")"), std::string::npos);
}

TEST_F(TrajectoryTest, LogsAreToldUnderTheEventAboveThem) {
    tell("'id':'t1','kind':'tool_call','fields':{'call_id':'c1'}");
    tell_log("g1", "t1");
    tell("'id':'o1','kind':'observation','fields':{'call_id':'c1'}");
    tell_log("g2", "o1");
    tell_log("g3", "t1");
    tell_log("g4", "g3");
    tell_log("g5", "nowhere");
    tell_log("g6", "z1");
    tell("'id':'z1','session':'s2'");
    tell("'id':'g7','kind':'log','fields':{'body':'b'}");
    EXPECT_EQ(steps(), "t1=o1[g1 g2 g3] g4 g5 g6 g7");
    EXPECT_EQ(asked_steps(), steps());
}

TEST_F(TrajectoryTest, ALogMayComeBeforeTheEventAboveIt) {
    tell_log("g1", "a");
    tell("'id':'a'");
    EXPECT_EQ(steps(), "a[g1]");
    EXPECT_EQ(asked_steps(), steps());
}

TEST_F(TrajectoryTest, BothWaysToKnowPairCallsAlike) {
    const auto call = [&](std::string_view id, std::string_view call_id) {
        tell(fmt::format("'id':'{}','kind':'tool_call','fields':{{'call_id':'{}'}}", id, call_id));
    };
    const auto end = [&](std::string_view id, std::string_view call_id) {
        tell(
            fmt::format("'id':'{}','kind':'observation','fields':{{'call_id':'{}'}}", id, call_id));
    };
    end("o0", "x");
    call("t0", "x");
    call("t1", "x");
    call("t2", "y");
    end("o2", "y");
    end("o3", "y");
    call("t4", "y");
    end("o5", "z");
    end("o6", "z");
    call("t7", "z");
    call("t8", "z");
    EXPECT_EQ(steps(), "t0=o0 t1=o0 t2=o2 t4=o3 o5 t7=o6 t8=o6");
    EXPECT_EQ(asked_steps(), steps());
}

// Calls, ends and logs in any order of time and of arrival, few call ids that are used over and
// over: a walk finds the parts that the store gives when it is asked for each.
TEST_F(TrajectoryTest, AWalkFindsWhatIsAskedFor) {
    std::mt19937_64 random(20260223);
    std::vector<std::string> events;
    for (int i = 0; i < 400; ++i) {
        const std::uint64_t kind = random() % 4;
        const std::string id = fmt::format("e{}", i);
        const std::string when =
            fmt::format("'time':'2026-02-24T00:{:02}:{:02}Z'", random() % 60, random() % 60);
        if (kind == 0) {
            events.push_back(
                fmt::format("'id':'{}','kind':'log','parent':'e{}',{}", id, random() % 400, when));
        } else {
            events.push_back(fmt::format("'id':'{}','kind':'{}',{},'fields':{{'call_id':'c{}'}}",
                                         id, kind == 1 ? "observation" : "tool_call", when,
                                         random() % 60));
        }
    }
    std::ranges::shuffle(events, random);
    tell_all(events);
    EXPECT_EQ(asked_steps(), steps());
}

TEST_F(TrajectoryTest, WhatIsTooMuchToKeepIsReadAgain) {
    const std::string long_text(std::size_t{9} << 20, 'x');
    std::string expected;
    for (int i = 0; i < 5; ++i) {
        tell(fmt::format("'id':'t{0}','kind':'tool_call','fields':{{'call_id':'c{0}'}}", i));
        tell(
            fmt::format("'id':'o{0}','kind':'observation','fields':{{'call_id':'c{0}',"
                        "'content':'{1}'}}",
                        i, long_text));
        expected += fmt::format("{0}t{1}=o{1}", i == 0 ? "" : " ", i);
    }
    EXPECT_EQ(steps(), expected);
}

TEST_F(TrajectoryTest, PagesAddUpToTheWhole) {
    for (int i = 0; i < 10; ++i) {
        tell(fmt::format("'id':'t{}','kind':'tool_call','fields':{{'call_id':'c{}'}}", i, i));
        tell_log(fmt::format("g{}", i), fmt::format("t{}", i));
        tell(fmt::format("'id':'o{}','kind':'observation','fields':{{'call_id':'c{}'}}", i, i));
    }
    const std::string all = steps();
    for (const std::uint64_t limit : {1, 2, 3, 7, 8, 9, 10, 11}) {
        std::string said = steps({"s1", limit});
        int pages = 1;
        while (said.ends_with(" >")) {
            said.pop_back();
            said += steps({"s1", limit, next_});
            ++pages;
        }
        EXPECT_EQ(said, all) << limit;
        EXPECT_EQ(pages, (10 + static_cast<int>(limit) - 1) / static_cast<int>(limit));
    }
}

TEST_F(TrajectoryTest, EachPageSaysWhatItsOwnEventsLack) {
    tell("'id':'a','parent':'x'");
    tell("'id':'b','kind':'observation','parent':'a'");
    tell("'id':'c','parent':'y','rationale':{'why':'w','refs':['obs:9']}");
    Trajectory first = walked({"s1", 1});
    ASSERT_TRUE(*first.next());
    ASSERT_FALSE(*first.next());
    Completeness lacking = std::move(first.completeness()).take();
    EXPECT_EQ(lacking.missing_parents, (std::vector<MissingParent>{{"a", "x"}}));
    EXPECT_TRUE(lacking.unresolved_refs.empty());
    Trajectory second = walked({"s1", 5, *first.next_page()});
    while (*second.next()) {
    }
    lacking = std::move(second.completeness()).take();
    EXPECT_EQ(lacking.missing_parents, (std::vector<MissingParent>{{"c", "y"}}));
    EXPECT_EQ(lacking.unresolved_refs, (std::vector<UnresolvedRef>{{"c", "obs:9"}}));
}

TEST_F(TrajectoryTest, ACycleIsReportedAndAllOfItTold) {
    tell("'id':'a','parent':'b'");
    tell("'id':'b','parent':'a'");
    EXPECT_EQ(steps(), "a b");
    EXPECT_NE(json_of().find(R"("cycles":[["a","b"]])"), std::string::npos);
}

TEST_F(TrajectoryTest, EventsOfARunWithoutASessionAreIncluded) {
    tell("'id':'a','run':'r1'");
    const Result<Event> loose =
        Event::parse(R"({"id":"b","kind":"step","run":"r1","time":"2026-02-24T00:00:00Z"})");
    Batch batch;
    batch.events.push_back({*loose});
    ASSERT_TRUE(store().append(batch));
    EXPECT_EQ(steps(), "a b");
}

TEST_F(TrajectoryTest, TextIsABlockAStep) {
    tell(
        "'id':'t1','kind':'tool_call','duration_ms':3,'parent':'x','rationale':{'why':'look'},"
        "'fields':{'tool_name':'Read','input':{'path':'/a'},'error':'no\\u001b file'}");
    tell("'id':'g1','kind':'log','parent':'t1','fields':{'severity':'warn','body':'slow'}");
    tell("'id':'l1','kind':'llm_call','fields':{'model':'m','completion':'one\\ntwo'}");
    EXPECT_EQ(text_of(),
              "Session: s1\n"
              "\n"
              "[2026-02-23 00:00:01Z] Tool call: Read /a FAILED: no\\x1b file (3ms)  (t1)\n"
              "    why: look\n"
              "    input: {\"path\":\"/a\"}\n"
              "    error: no\\x1b file\n"
              "    [2026-02-23 00:00:02Z] Log: warn: slow\n"
              "[2026-02-23 00:00:03Z] LLM call: m \"one\" (? tokens)  (l1)\n"
              "    completion: one\n"
              "! incomplete: parent x of t1 was never recorded\n");
    EXPECT_NE(text_of({"s1", 1}).find("\nMore: --cursor "), std::string::npos);
}

TEST_F(TrajectoryTest, WhatIsNotThereOrMakesNoSenseIsRefused) {
    tell("'id':'a'");
    EXPECT_EQ(trajectory(store(), {"nothing"}).error().code, Code::not_found);
    EXPECT_EQ(trajectory(store(), {"s1", 1, "nonsense"}).error().code, Code::invalid);
}

}  // namespace
}  // namespace hence
