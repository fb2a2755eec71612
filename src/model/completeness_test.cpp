#include "hence/completeness.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string json(const Completeness& completeness) {
    std::string out;
    completeness.append_json(out);
    return out;
}

std::string text(const Completeness& completeness) {
    std::string out;
    completeness.append_text(out);
    return out;
}

TEST(Completeness, LacksNothingAndSaysSoInJsonOnly) {
    const Completeness whole;
    EXPECT_EQ(json(whole),
              R"({"complete":true,"missing_parents":[],"cycles":[],"unresolved_refs":[],)"
              R"("uncaused":[],"truncated":0,"gaps":[]})");
    EXPECT_EQ(text(whole), "");
}

TEST(Completeness, JsonHasEveryKeyInOrder) {
    Completeness lacking;
    lacking.missing_parents = {{"b", "x"}, {"c", "y"}};
    lacking.cycles = {{"a", "b"}, {}};
    lacking.unresolved_refs = {{"e3", "obs:99"}};
    lacking.uncaused = {"e7"};
    lacking.truncated = 7;
    lacking.gaps = {{"unthreaded_message", "m3", "it \"says\""}};
    EXPECT_EQ(json(lacking),
              R"({"complete":false,"missing_parents":[{"event":"b","parent":"x"},)"
              R"({"event":"c","parent":"y"}],"cycles":[["a","b"],[]],)"
              R"("unresolved_refs":[{"event":"e3","ref":"obs:99"}],"uncaused":["e7"],)"
              R"("truncated":7,)"
              R"("gaps":[{"rule":"unthreaded_message","event":"m3","detail":"it \"says\""}]})");
}

TEST(Completeness, EachKindAloneMakesItIncomplete) {
    Completeness lacking;
    lacking.truncated = 1;
    EXPECT_EQ(text(lacking), "! incomplete: a limit cut off 1 more\n");
    lacking = {};
    lacking.missing_parents = {{"b", "x"}};
    EXPECT_EQ(text(lacking), "! incomplete: parent x of b was never recorded\n");
    lacking = {};
    lacking.cycles = {{"a", "b"}};
    EXPECT_EQ(text(lacking), "! incomplete: a -> b -> a is a cycle\n");
    lacking = {};
    lacking.unresolved_refs = {{"e3", "obs:99"}};
    EXPECT_EQ(text(lacking), "! incomplete: ref obs:99 of e3 names nothing that was recorded\n");
    lacking = {};
    lacking.gaps = {{"silent_agent", "m3", "cfo was not heard from"}};
    EXPECT_EQ(text(lacking), "! incomplete: silent_agent at m3: cfo was not heard from\n");
}

TEST(Completeness, SeveralOfOneKindShareALine) {
    Completeness lacking;
    lacking.missing_parents = {{"b", "x"}, {"c", "x"}, {"d", "x"}, {"e", "x"}};
    lacking.cycles = {{"a"}, {"b"}};
    EXPECT_EQ(text(lacking),
              "! incomplete: parent x of b was never recorded, and 3 more\n"
              "! incomplete: a -> a is a cycle, and 1 more\n");
}

TEST(Completeness, EachRuleOfGapsIsAKind) {
    Completeness lacking;
    lacking.gaps = {
        {"silent_agent", "m1", "one"}, {"clock_skew", "", ""}, {"silent_agent", "m2", "two"}};
    EXPECT_EQ(text(lacking),
              "! incomplete: silent_agent at m1: one, and 1 more\n"
              "! incomplete: clock_skew\n");
}

TEST(Completeness, CycleOfEightIsNamedWholeAndALongerOneIsCounted) {
    Completeness lacking;
    lacking.cycles = {{"1", "2", "3", "4", "5", "6", "7", "8"}};
    EXPECT_EQ(text(lacking),
              "! incomplete: 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 1 is a cycle\n");
    lacking.cycles = {{"1", "2", "3", "4", "5", "6", "7", "8", "9"}};
    EXPECT_EQ(text(lacking),
              "! incomplete: 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> … (9 events) -> 1 "
              "is a cycle\n");
}

TEST(Completeness, ControlCharactersNeverReachATerminal) {
    Completeness lacking;
    lacking.missing_parents = {{"b\x1b", "x\n"}};
    lacking.cycles = {{"\x1b"}};
    lacking.unresolved_refs = {{"\x1b", "\x07"}};
    lacking.gaps = {{"\x1b", "\x1b", "\x1b"}};
    const std::string lines = text(lacking);
    EXPECT_EQ(lines.find_first_of("\x1b\x07"), std::string::npos);
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 4);
}

}  // namespace
}  // namespace hence
