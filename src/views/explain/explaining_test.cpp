#include "views/explain/explaining.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "store/common/counting_store_for_test.h"
#include "views/debrief/debriefing.h"
#include "views/explain/chain.h"
#include "views/knew/lanes.h"

namespace hence {
namespace {

constexpr std::string_view kinds[] = {"tool_call", "observation", "llm_call",
                                      "decision",  "delegation",  "outcome"};

// Few names, so that circles, calls, refs and missing causes meet often.
Grown any_event(int i) {
    const auto any = [](int end) { return *rc::gen::inRange(0, end); };
    Grown grown{.kind = std::string(kinds[any(std::size(kinds))])};
    grown.members =
        fmt::format("'session':'s{}','run':'r{}','agent':'a{}'", any(2), any(3), any(2));
    grown.members += any(3) == 0 ? "" : fmt::format(",'parent':'e{}'", any(14));
    grown.members += any(3) == 0 ? fmt::format(",'causes':['e{}','e{}']", any(14), any(14)) : "";
    grown.members +=
        any(3) == 0 ? fmt::format(",'rationale':{{'why':'w','refs':['k{}']}}", any(4)) : "";
    grown.fields = fmt::format(
        "'of':'e{}','call_id':'c{}','call_ids':['c{}'],'key':'k{}','run_id':'r{}','child_id':'a1'",
        i == 0 ? 99 : i - 1, any(3), any(3), any(4), any(3));
    return grown;
}

void tell_any(CountingStore& store, int count) {
    std::vector<std::string> lines;
    for (int i = 0; i < count; ++i) {
        lines.push_back(grown_line(*rc::gen::inRange(0, 3) == 0 ? i + 40 : i, any_event(i)));
    }
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    store.record(lines);
}

RC_GTEST_PROP(ExplainingProperty, OneAfterAnotherGivesWhatEachAloneGives, ()) {
    CountingStore store;
    const int count = *rc::gen::inRange(1, 14);
    tell_any(store, count);
    Sessions sessions(store);
    Explaining explaining(store, sessions);
    KnewLanes lanes(sessions);
    const auto limit = static_cast<std::uint64_t>(*rc::gen::inRange(0, 4));
    for (std::uint64_t seq = 1; seq <= store.last_seq(); ++seq) {
        const std::string id((*(*store.read(seq, seq))->next())->id());
        for (const bool down : {false, true}) {
            const Result<Explanation> alone =
                explain(store, {.event = id, .down = down, .limit = limit});
            const Result<Explanation> among =
                explaining.explain({.event = id, .down = down, .limit = limit});
            RC_ASSERT(alone && among);
            RC_ASSERT(
                text_of([&](const Sink& sink) { return write_json(*among, sessions, sink); }) ==
                text_of([&](const Sink& sink) { return write_json(*alone, store, sink); }));
        }
        const Result<Knew> alone = knew(store, {.event = id});
        const Result<Knew> among = lanes.knew({.event = id});
        RC_ASSERT(alone && among);
        RC_ASSERT(text_of([&](const Sink& sink) { return write_json(*among, store, sink); }) ==
                  text_of([&](const Sink& sink) { return write_json(*alone, store, sink); }));
    }
}

// Explains every event of a log, both ways.
void explain_all(Store& store, int events) {
    Sessions sessions(store);
    Explaining explaining(store, sessions);
    for (int i = 0; i < events; ++i) {
        for (const bool down : {false, true}) {
            ASSERT_TRUE(
                explaining.explain({.event = fmt::format("e{}", i), .down = down, .limit = 5}));
        }
    }
}

TEST(Explaining, ReadsEachLinkOfAChainOnce) {
    const auto chain = [](int i, int) {
        return Grown{.members = i == 0 ? "'session':'s'"
                                       : fmt::format("'session':'s','parent':'e{}'", i - 1)};
    };
    EXPECT_LT(reads_growth(100, chain, explain_all), 6);
}

TEST(Explaining, ReadsEachOfManyCausesOnce) {
    const auto causes = [](int i, int) {
        return Grown{.members = i < 3 ? "'session':'s'"
                                      : fmt::format("'session':'s','causes':['e{}','e{}','e{}']",
                                                    i - 1, i - 2, i - 3)};
    };
    EXPECT_LT(reads_growth(100, causes, explain_all), 6);
}

TEST(Explaining, AWalkEndsWhereItMay) {
    CountingStore store;
    std::vector<std::string> lines;
    for (int i = 0; i < 20; ++i) {
        lines.push_back(grown_line(
            i, {.members = i == 0 ? "'session':'s'"
                                  : fmt::format("'session':'s','parent':'e{}'", i - 1)}));
    }
    store.record(lines);
    Sessions sessions(store);
    Explaining explaining(store, sessions);
    EXPECT_TRUE(explaining.explain({.event = "e0", .down = true, .limit = 1, .steps_max = 19}));
    const Result<Explanation> longer =
        explaining.explain({.event = "e0", .down = true, .limit = 1, .steps_max = 18});
    ASSERT_FALSE(longer);
    EXPECT_EQ(longer.error().code, Code::limit);
}

TEST(KnewLanes, ReadsARunOnceHoweverManyDecisionsAreAskedFor) {
    const auto decisions = [](int, int) { return Grown{.kind = "decision"}; };
    const auto ask = [](Store& store, int events) {
        Sessions sessions(store);
        KnewLanes lanes(sessions);
        for (int i = 0; i < events; ++i) {
            const Result<Knew> knew = lanes.knew({.event = fmt::format("e{}", i)});
            ASSERT_TRUE(knew);
            EXPECT_EQ(knew->steps.size(), std::min<std::size_t>(i, knew_steps_max));
            EXPECT_EQ(knew->more, i > static_cast<int>(knew_steps_max));
        }
    };
    EXPECT_LT(reads_growth(100, decisions, ask), 6);
}

TEST(Debriefing, LooksForTheRunsOfASessionOnce) {
    const auto runs = [](int i, int) {
        return Grown{.members = fmt::format("'session':'s','run':'r{}'", i)};
    };
    const auto ask = [](Store& store, int events) {
        Sessions sessions(store);
        Debriefing debriefing(store, sessions);
        for (int i = 0; i < events; ++i) {
            ASSERT_TRUE(debriefing.debrief({"s", fmt::format("r{}", i)}));
        }
    };
    EXPECT_LT(reads_growth(100, runs, ask), 6);
}

}  // namespace
}  // namespace hence
