#include "model/keys.h"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hence {
namespace {

Event event(const std::string& members) {
    const Result<Event> parsed =
        Event::parse(R"({"id":"e","time":"2026-02-23T10:00:00Z",)" + members + "}");
    EXPECT_TRUE(parsed) << parsed.error().message;
    return *parsed;
}

// The keys of one space, sorted, between bars: "a|b|".
std::string keys_in(Space space, const std::string& members) {
    static Keys keys;  // Reused, as by a store.
    const Event told = event(members);
    std::multiset<std::string> values;
    for (const KeyView& key : keys.of(told)) {
        if (key.space == space) {
            values.emplace(key.value);
        }
    }
    std::string out;
    for (const std::string& value : values) {
        out += value + "|";
    }
    return out;
}

SummaryPart part_of(const std::string& members) {
    return summarize(event(members));
}

TEST(Keys, EveryEventIsFoundUnderAllOnce) {
    EXPECT_EQ(keys_in(Space::all, R"("kind":"x")"), "|");
}

TEST(Keys, EventIsFoundByWhatItNames) {
    const std::string members =
        R"("kind":"x","agent":"a","session":"s","run":"r","correlation":"c","parent":"p")";
    EXPECT_EQ(keys_in(Space::session, members), "s|");
    EXPECT_EQ(keys_in(Space::run, members), "r|");
    EXPECT_EQ(keys_in(Space::agent, members), "a|");
    EXPECT_EQ(keys_in(Space::correlation, members), "c|");
    EXPECT_EQ(keys_in(Space::kind, members), "x|");
    EXPECT_EQ(keys_in(Space::parent, members), "p|");
}

TEST(Keys, WhatIsAbsentMakesNoKey) {
    Keys keys;
    const Event bare = event(R"("kind":"tool_call")");
    EXPECT_EQ(keys.of(bare).size(), 2U);  // All, and kind.
}

TEST(Keys, RunWithoutSessionIsLoose) {
    EXPECT_EQ(keys_in(Space::loose_run, R"("kind":"x","run":"r")"), "r|");
    EXPECT_EQ(keys_in(Space::loose_run, R"("kind":"x","run":"r","session":"s")"), "");
}

TEST(Keys, EventWithoutParentIsARootOfItsRunAndAgent) {
    const std::string members = R"("kind":"x","run":"r","agent":"a","session":"s")";
    EXPECT_EQ(keys_in(Space::root_run, members), "r|");
    EXPECT_EQ(keys_in(Space::root_agent, members), joined("ss", "a") + "|");
    EXPECT_EQ(keys_in(Space::root_run, members + R"(,"parent":"p")"), "");
    EXPECT_EQ(keys_in(Space::root_agent, members + R"(,"parent":"p")"), "");
}

TEST(Keys, ScopeIsTheCorrelationElseTheSession) {
    EXPECT_EQ(
        keys_in(Space::root_agent, R"("kind":"x","agent":"a","session":"s","correlation":"k")"),
        joined("ck", "a") + "|");
    EXPECT_EQ(keys_in(Space::root_agent, R"("kind":"x","agent":"a")"), joined("s", "a") + "|");
}

TEST(Keys, EachCauseAndRefCountsOnce) {
    EXPECT_EQ(keys_in(Space::cause, R"("kind":"x","causes":["b","a","b"])"), "a|b|");
    EXPECT_EQ(
        keys_in(Space::ref, R"("kind":"x","rationale":{"why":"w","refs":["o","\u006f","p"]})"),
        "o|p|");
}

TEST(Keys, OutcomeIsFoundByWhatItIsOf) {
    EXPECT_EQ(keys_in(Space::of, R"("kind":"outcome","fields":{"of":"d\u0031"})"), "d1|");
    EXPECT_EQ(keys_in(Space::of, R"("kind":"x","fields":{"of":"d1"})"), "");
}

TEST(Keys, CallsAndTheirObservationsMeetUnderSessionAndCall) {
    const std::string rest = R"(","session":"s","fields":{"call_id":"1","key":"k"})";
    EXPECT_EQ(keys_in(Space::call, R"("kind":"tool_call)" + rest), joined("s", "1") + "|");
    EXPECT_EQ(keys_in(Space::call, R"("kind":"observation)" + rest), joined("s", "1") + "|");
    EXPECT_EQ(keys_in(Space::call, R"("kind":"thought)" + rest), "");
    EXPECT_EQ(keys_in(Space::call, R"("kind":"tool_call","fields":{"call_id":"1"})"),
              joined("", "1") + "|");
}

TEST(Keys, ObservationIsFoundByItsKey) {
    EXPECT_EQ(keys_in(Space::key, R"("kind":"observation","session":"s","fields":{"key":"k"})"),
              joined("s", "k") + "|");
    EXPECT_EQ(keys_in(Space::key, R"("kind":"tool_call","session":"s","fields":{"key":"k"})"), "");
}

TEST(Keys, ModelCallIsFoundByEachCallItRequested) {
    EXPECT_EQ(
        keys_in(Space::request,
                R"("kind":"llm_call","session":"s","fields":{"call_ids":["2","1",7,"2",""]})"),
        joined("s", "1") + "|" + joined("s", "2") + "|");
}

TEST(Keys, DelegationIsFoundByTheChildsRunAndName) {
    const std::string members =
        R"("kind":"delegation","session":"s","fields":{"child_id":"c","run_id":"r2"})";
    EXPECT_EQ(keys_in(Space::child_run, members), "r2|");
    EXPECT_EQ(keys_in(Space::child, members), joined("ss", "c") + "|");
}

TEST(Keys, DecisionIsFoundByItsType) {
    EXPECT_EQ(keys_in(Space::decision_type, R"("kind":"decision","fields":{"decision_type":"t"})"),
              "t|");
    EXPECT_EQ(keys_in(Space::decision_type, R"("kind":"decision","fields":{"decision_type":1})"),
              "");
}

TEST(Keys, LastOfRepeatedMembersStands) {
    EXPECT_EQ(keys_in(Space::key, R"("kind":"observation","fields":{"key":"a","key":"b"})"),
              joined("", "b") + "|");
}

TEST(Keys, HundredThousandCausesAndCallsAreFound) {
    std::string causes;
    std::string calls;
    for (int i = 0; i < 100'000; ++i) {
        causes += fmt::format("{}\"c{}\"", i == 0 ? "" : ",", i);
        calls += fmt::format("{}\"\\u0063{}\"", i == 0 ? "" : ",", i % 50'000);
    }
    Keys keys;
    const Event wide = event(R"("kind":"llm_call","causes":[)" + causes +
                             R"(],"fields":{"call_ids":[)" + calls + "]}");
    EXPECT_EQ(keys.of(wide).size(), 150'002U);
}

TEST(Joined, NoTwoPairsMeet) {
    const std::vector<std::string> parts{"", "1", "1:", ":1", "2:ab", "ab", "a", "b", "11:"};
    std::set<std::string> seen;
    for (const std::string& first : parts) {
        for (const std::string& second : parts) {
            EXPECT_TRUE(seen.insert(joined(first, second)).second) << first << " " << second;
        }
    }
}

TEST(Summarize, CountsOneEvent) {
    const Summary row = part_of(R"("kind":"x","agent":"a","session":"s","parent":"p")").summary;
    EXPECT_EQ(to_string(row.first), "2026-02-23T10:00:00Z");
    EXPECT_EQ(row.last, row.first);
    EXPECT_EQ(row.events, 1U);
    EXPECT_EQ(row.with_parent, 1U);
    EXPECT_EQ(row.kinds, (std::map<std::string, std::uint64_t>{{"x", 1}}));
    EXPECT_EQ(row.agents, (std::map<std::string, std::uint64_t>{{"a", 1}}));
    EXPECT_EQ(row.sessions, (std::map<std::string, std::uint64_t>{{"s", 1}}));
    EXPECT_EQ(row.errors, 0U);
    EXPECT_FALSE(row.goal || row.status);
}

TEST(Summarize, AbsentNamesAddNothing) {
    const Summary row = part_of(R"("kind":"x")").summary;
    EXPECT_EQ(row.with_parent, 0U);
    EXPECT_TRUE(row.agents.empty() && row.sessions.empty());
}

TEST(Summarize, TokensAreThoseOfModelCalls) {
    const auto tokens = [](const std::string& kind, const std::string& fields) {
        return part_of("\"kind\":\"" + kind + "\",\"fields\":{" + fields + "}").summary.tokens;
    };
    EXPECT_EQ(tokens("llm_call", R"("total_tokens":9,"prompt_tokens":1)"), 9);
    EXPECT_EQ(tokens("llm_call", R"("prompt_tokens":1,"completion_tokens":2)"), 3);
    EXPECT_EQ(tokens("llm_call", R"("total_tokens":"9","completion_tokens":2)"), 2);
    EXPECT_EQ(tokens("llm_call", ""), std::nullopt);
    EXPECT_EQ(tokens("session_end", R"("total_tokens":9)"), std::nullopt);
    EXPECT_EQ(part_of(R"("kind":"session_end","fields":{"total_tokens":9})").summary.tokens_stated,
              9);
}

TEST(Summarize, ErrorEventIsAnError) {
    EXPECT_EQ(part_of(R"("kind":"error","fields":{"error":"x"})").summary.errors, 1U);
    EXPECT_FALSE(part_of(R"("kind":"error","fields":{"error":"x"})").failed_call);
}

TEST(Summarize, CallFailsByItsStatusOrItsError) {
    const auto fails = [](const std::string& fields) {
        return part_of(R"("kind":"tool_call","fields":{)" + fields + "}").failed_call;
    };
    EXPECT_TRUE(fails(R"("status":"error")"));
    EXPECT_TRUE(fails(R"("status":"\u0065rror")"));
    EXPECT_TRUE(fails(R"("error":"x")"));
    EXPECT_TRUE(fails(R"("error":{"code":1})"));
    EXPECT_FALSE(fails(R"("status":"ok","error":null)"));
    EXPECT_FALSE(fails(R"("error":"")"));
    EXPECT_FALSE(fails(""));
}

TEST(Summarize, ObservationFailsOnlyAsTheEndOfACall) {
    EXPECT_TRUE(
        part_of(R"("kind":"observation","fields":{"status":"error","call_id":"1"})").failed_call);
    EXPECT_FALSE(part_of(R"("kind":"observation","fields":{"status":"error"})").failed_call);
    EXPECT_FALSE(
        part_of(R"("kind":"thought","fields":{"status":"error","call_id":"1"})").failed_call);
}

TEST(Summarize, BothHalvesOfAFailedCallShareAKey) {
    const std::string rest = R"(","session":"s","fields":{"error":"x","call_id":"1"})";
    EXPECT_EQ(part_of(R"("kind":"tool_call)" + rest).failed_call_key, joined("s", "1"));
    EXPECT_EQ(part_of(R"("kind":"observation)" + rest).failed_call_key, joined("s", "1"));
    EXPECT_EQ(part_of(R"("kind":"tool_call","fields":{"error":"x"})").failed_call_key, "");
    EXPECT_EQ(part_of(R"("kind":"tool_call)" + rest).summary.errors, 0U);
}

TEST(Summarize, GoalAndStatusComeFromTheEndsOfASession) {
    const Event start =
        event(R"("kind":"session_start","fields":{"goal":"g","status":"x"})").stored_as(7, {});
    const Summary row = summarize(start).summary;
    ASSERT_TRUE(row.goal);
    EXPECT_EQ(row.goal->second, "g");
    EXPECT_EQ(row.goal->first, (Position{start.time(), 7}));
    EXPECT_FALSE(row.status);
    EXPECT_EQ(
        part_of(R"("kind":"session_end","fields":{"status":"success"})").summary.status->second,
        "success");
    EXPECT_FALSE(part_of(R"("kind":"session_start","fields":{"goal":7})").summary.goal);
    EXPECT_FALSE(part_of(R"("kind":"thought","fields":{"goal":"g"})").summary.goal);
}

}  // namespace
}  // namespace hence
