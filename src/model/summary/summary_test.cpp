#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hence/store.h"

namespace hence {
namespace {

Time at(std::int64_t seconds, std::uint8_t digits = 0) {
    return {seconds, 0, digits};
}

Summary row(std::int64_t first, std::int64_t last) {
    Summary summary;
    summary.first = at(first);
    summary.last = at(last);
    summary.events = 1;
    return summary;
}

Summary sum(Summary a, const Summary& b) {
    a.add(b);
    return a;
}

std::string spelled(const std::optional<Time>& time) {
    return time ? to_string(*time) : "none";
}

// All that a row says, spelling of times included.
auto told(const Summary& row) {
    return std::tuple(row.id, row.session, to_string(row.first), to_string(row.last),
                      spelled(row.begin), spelled(row.end), row.events, row.with_parent, row.kinds,
                      row.agents, row.sessions, row.tokens, row.tokens_stated, row.errors, row.goal,
                      row.status);
}

TEST(SummaryTest, ARowThatLostItsPromptsHasNoGoal) {
    Summary prompted = row(1, 2);
    prompted.kinds = {{"prompt", 1}};
    prompted.goal = std::pair(Position{at(1), 1}, std::string("mend it"));
    Summary both = sum(prompted, row(3, 4));
    both.forget_taken_back();
    EXPECT_TRUE(both.goal);
    both.take_back(prompted);
    both.forget_taken_back();
    EXPECT_FALSE(both.goal);
}

rc::Gen<std::string> name() {
    return rc::gen::elementOf(std::vector<std::string>{"a", "b", "c"});
}

std::optional<std::pair<Position, std::string>> any_saying() {
    if (*rc::gen::arbitrary<bool>()) {
        return std::nullopt;
    }
    return std::pair(Position{at(*rc::gen::inRange(0, 3)), *rc::gen::inRange<std::uint64_t>(0, 3)},
                     *name());
}

// Rows of one name, as they are when they are added up. Tokens are whole: sums of others round.
Summary any_row() {
    Summary any;
    any.id = "r";
    any.session = "s";
    any.events = *rc::gen::inRange<std::uint64_t>(0, 3);
    if (any.events == 0) {
        return any;
    }
    any.first = at(*rc::gen::inRange(0, 4), *rc::gen::inRange<std::uint8_t>(0, 4));
    any.last = at(*rc::gen::inRange(0, 4), *rc::gen::inRange<std::uint8_t>(0, 4));
    any.with_parent = *rc::gen::inRange<std::uint64_t>(0, 3);
    any.kinds[*name()] = *rc::gen::inRange<std::uint64_t>(1, 3);
    any.agents = {{*name(), 1}, {*name(), 2}};
    any.sessions = {{*name(), 1}};
    if (*rc::gen::arbitrary<bool>()) {
        any.begin = any.first;
        any.end = any.last;
        any.tokens = *rc::gen::inRange(0, 1000);
        any.tokens_stated = *rc::gen::inRange(0, 1000);
    }
    any.errors = *rc::gen::inRange<std::uint64_t>(0, 3);
    any.goal = any_saying();
    any.status = any_saying();
    return any;
}

RC_GTEST_PROP(SummaryRow, AddsUpInAnyOrder, ()) {
    const Summary a = any_row();
    const Summary b = any_row();
    RC_ASSERT(told(sum(a, b)) == told(sum(b, a)));
}

RC_GTEST_PROP(SummaryRow, AddsUpInAnyGrouping, ()) {
    const Summary a = any_row();
    const Summary b = any_row();
    const Summary c = any_row();
    RC_ASSERT(told(sum(sum(a, b), c)) == told(sum(a, sum(b, c))));
}

TEST(SummaryRow, SpansBothAndCountsBoth) {
    Summary a = row(5, 6);
    Summary b = row(3, 5);
    a.kinds = {{"x", 1}, {"y", 2}};
    b.kinds = {{"y", 3}};
    a.agents = {{"p", 1}};
    b.agents = {{"q", 2}};
    a.tokens = 1.5;
    b.tokens = 2;
    b.errors = 1;
    const Summary both = sum(a, b);
    EXPECT_EQ(both.first, at(3));
    EXPECT_EQ(both.last, at(6));
    EXPECT_EQ(both.events, 2U);
    EXPECT_EQ(both.kinds, (std::map<std::string, std::uint64_t>{{"x", 1}, {"y", 5}}));
    EXPECT_EQ(both.agents, (std::map<std::string, std::uint64_t>{{"p", 1}, {"q", 2}}));
    EXPECT_EQ(both.tokens, 3.5);
    EXPECT_EQ(both.errors, 1U);
}

TEST(SummaryRow, WhatIsUnknownStaysUnknownUntilOneSaysIt) {
    Summary untimed = row(0, 0);
    Summary timed = row(5, 6);
    EXPECT_FALSE(sum(untimed, untimed).begin);
    EXPECT_FALSE(sum(untimed, untimed).tokens_total());
    timed.begin = at(5);
    timed.end = at(9);
    EXPECT_EQ(sum(untimed, timed).begin, at(5));
    EXPECT_EQ(sum(timed, untimed).end, at(9));
    timed.tokens_stated = 7;
    EXPECT_EQ(sum(untimed, timed).tokens_total(), 7);
    untimed.tokens = 3;
    EXPECT_EQ(sum(untimed, timed).tokens_total(), 3);
}

TEST(SummaryRow, GoalIsTheFirstGivenAndStatusTheLast) {
    Summary a = row(1, 1);
    Summary b = row(2, 2);
    a.goal = {Position{at(1), 9}, "first"};
    b.goal = {Position{at(2), 1}, "second"};
    a.status = {Position{at(1), 9}, "failure"};
    b.status = {Position{at(1), 10}, "success"};
    EXPECT_EQ(sum(a, b).goal->second, "first");
    EXPECT_EQ(sum(a, b).status->second, "success");
}

TEST(SummaryRow, NothingAddsNothing) {
    const Summary a = row(5, 6);
    EXPECT_EQ(told(sum(a, Summary{})), told(a));
    EXPECT_EQ(told(sum(Summary{}, a)), told(a));
}

}  // namespace
}  // namespace hence
