#include "hence/gaps.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "views/gaps/story_for_test.h"

namespace hence {
namespace {

constexpr const char* no_run = "no decision stands in a run that has a correlation";

// Of a thread that has nothing but an event without any links.
std::vector<RuleCheck> nothing_to_check() {
    return {{"missing_parents", 0, 0, "no event names a parent or a cause"},
            {"cycles", 0, 0, "no event names a parent or a cause"},
            {"unresolved_refs", 0, 0, "no rationale refers to anything"},
            {"uncaused", 0, 0, "no event needs a cause"},
            {"unthreaded_message", 0, 0, "no message was recorded"},
            {"unthreaded_decision", 0, 0, "no decision was recorded"},
            {"reused_correlation", 0, 0, "this is a session, not a correlation"},
            {"unanswered_delegation", 0, 0, "no delegation was recorded"},
            {"decision_without_outcome", 0, 0, "no decision was recorded"},
            {"rationale_missing", 0, 0, ""},
            {"tool_call_without_result", 0, 0, "no tool call was recorded"},
            {"unfinished", 0, 0, "no model call and no beginning of a run was recorded"},
            {"silent_agent", 0, 0, "no message was recorded"},
            {"clock_skew", 0, 0, "no event states a parent or a cause"},
            {"dropped_attributes", 1, 0, ""},
            {"graph_conflict", 0, 0, "no decision graph was changed"}};
}

class GapsTest : public GapStory {
protected:
    std::string refusal(const GapsRequest& request) {
        const Result<Gaps> answer = gaps(store(), request);
        return answer ? "nothing refused" : answer.error().message;
    }
    // The list of an answer, of these checks and of others that had nothing to check.
    static std::string rules(const std::vector<RuleCheck>& checks) {
        std::string list;
        for (const RuleCheck& none : nothing_to_check()) {
            const auto given = std::ranges::find(checks, none.rule, &RuleCheck::rule);
            const RuleCheck& check = given == checks.end() ? none : *given;
            list += fmt::format(R"({}{{"rule":"{}","checked":{},"found":{},"note":{}}})",
                                list.empty() ? "" : ",", check.rule, check.checked, check.found,
                                check.note.empty() ? "null" : '"' + check.note + '"');
        }
        return '[' + list + ']';
    }

    void refuse(int count) {
        Batch batch;
        for (int i = 0; i < count; ++i) {
            batch.refused.push_back({"file", 1, "no JSON", fmt::format("{} of {}", i, count)});
        }
        ASSERT_TRUE(store().append(batch));
    }

    std::string scope_of(const GapsRequest& request) {
        const Gaps answer = asked(request);
        return std::string(to_string(answer.scope)) + " " + answer.id;
    }
};

TEST_F(GapsTest, SessionOfThatNameComesFirst) {
    tell("'id':'a','session':'same'");
    tell("'id':'b','session':'other','correlation':'same'");
    EXPECT_EQ(scope_of({"same"}), "session same");
    EXPECT_EQ(scope_of({"same", ThreadScope::correlation}), "correlation same");
    EXPECT_EQ(scope_of({"other"}), "session other");
}

TEST_F(GapsTest, WholeNameComesBeforeAShortenedOne) {
    tell("'id':'a','session':'trade-1-desk','correlation':'trade-1'");
    EXPECT_EQ(scope_of({"trade-1"}), "correlation trade-1");
    EXPECT_EQ(scope_of({"trade-1-"}), "session trade-1-desk");
    EXPECT_EQ(scope_of({"desk"}), "session trade-1-desk");
    EXPECT_EQ(scope_of({"-1"}), "correlation trade-1");
}

TEST_F(GapsTest, UnknownAndAmbiguousNamesAreRefused) {
    tell("'id':'a','session':'s1'");
    tell("'id':'b','session':'s2','correlation':'c'");
    EXPECT_EQ(refusal({"x"}), "neither a session nor a correlation \"x\" was ever recorded");
    EXPECT_EQ(refusal({""}), "neither a session nor a correlation \"\" was ever recorded");
    EXPECT_EQ(refusal({"c", ThreadScope::session}), "session \"c\" was never recorded");
    EXPECT_EQ(refusal({"s1", ThreadScope::correlation}), "correlation \"s1\" was never recorded");
    EXPECT_EQ(refusal({"s"}), "session \"s\" is ambiguous: s1, s2");
}

TEST_F(GapsTest, ANameThatIsSomethingElseSaysSo) {
    tell("'id':'e9','session':'s1','run':'r1','agent':'x'");
    const auto hint = [&](std::string_view name) {
        const Result<Gaps> answer = gaps(store(), {std::string(name)});
        return answer ? "nothing refused" : answer.error().hint;
    };
    EXPECT_EQ(hint("r1"), "that is a run: hence debrief r1");
    EXPECT_EQ(hint("e9"), "that is an event: hence explain e9");
    EXPECT_EQ(hint("zz"), "`hence sessions` and `hence correlations` list what was");
    // A whole name counts before what begins or ends with it.
    tell("'id':'e90','session':'s1','run':'r1','agent':'x'");
    tell("'id':'or1','session':'s1','run':'r1','agent':'x'");
    EXPECT_EQ(hint("e9"), "that is an event: hence explain e9");
    EXPECT_EQ(hint("r1"), "that is a run: hence debrief r1");
}

TEST_F(GapsTest, CorrelationIsAllOfItsEventsInAnySession) {
    tell("'id':'a','session':'s1','correlation':'c','agent':'x','parent':'gone'");
    tell("'id':'b','session':'s2','correlation':'c','agent':'x','parent':'gone too'");
    tell("'id':'d','session':'s2','agent':'x','parent':'not of the thread'");
    EXPECT_EQ(asked({"c"}).completeness.missing_parents.size(), 2U);
    EXPECT_EQ(asked({"s1"}).completeness.missing_parents.size(), 1U);
    EXPECT_EQ(asked({"s2"}).completeness.missing_parents.size(), 2U);
}

TEST_F(GapsTest, GapsComeByThePlaceOfTheirEventThenByRule) {
    tell("'id':'late','kind':'tool_call','time':'2026-02-23T12:00:00Z'");
    tell("'id':'d','kind':'decision','time':'2026-02-23T10:00:00Z','parent':'late'");
    std::string said;
    for (const Gap& gap : asked({"s1"}).completeness.gaps) {
        said += gap.event + " " + gap.rule + "; ";
    }
    EXPECT_EQ(said,
              "d clock_skew; d decision_without_outcome; d rationale_missing; "
              "late tool_call_without_result; ");
}

TEST_F(GapsTest, JsonHasEveryKey) {
    tell("'id':'d','kind':'decision','correlation':'c','rationale':{'why':'w'}");
    EXPECT_EQ(
        json(asked({"c"})),
        R"({"id":"c","scope":"correlation","completeness":{"complete":false,)"
        R"("missing_parents":[],"cycles":[],"unresolved_refs":[],"uncaused":[],"truncated":0,)"
        R"("gaps":[{"rule":"decision_without_outcome","event":"d",)"
        R"("detail":"nobody recorded what came of this decision"}]},"rules":)" +
            rules({{"unresolved_refs", 0, 0, "no rationale refers to anything"},
                   {"reused_correlation", 1, 0, ""},
                   {"unthreaded_decision", 0, 0, no_run},
                   {"decision_without_outcome", 1, 1, ""},
                   {"rationale_missing", 1, 0, ""},
                   {"dropped_attributes", 1, 0, ""}}) +
            "}\n");
    tell("'id':'o','kind':'outcome','correlation':'c','fields':{'of':'d','correct':true}");
    EXPECT_EQ(json(asked({"s1"})),
              R"({"id":"s1","scope":"session","completeness":{"complete":true,)"
              R"("missing_parents":[],"cycles":[],"unresolved_refs":[],)"
              R"("uncaused":[],"truncated":0,"gaps":[]},"rules":)" +
                  rules({{"missing_parents", 1, 0, ""},
                         {"cycles", 0, 0, "no event names a cause within this thread"},
                         {"uncaused", 1, 0, ""},
                         {"unthreaded_decision", 0, 0, no_run},
                         {"reused_correlation", 0, 0, "this is a session, not a correlation"},
                         {"decision_without_outcome", 1, 0, ""},
                         {"rationale_missing", 1, 0, ""},
                         {"dropped_attributes", 2, 0, ""}}) +
                  "}\n");
}

TEST_F(GapsTest, TextIsAChecklist) {
    tell("'id':'d','kind':'decision','parent':'x','rationale':{'why':'w'}");
    tell("'id':'e','kind':'decision','parent':'e','rationale':{'why':'w'}");
    const std::string said = text(asked({"s1"}));
    EXPECT_TRUE(said.starts_with("Gaps: session s1\n\nmissing_parents: ")) << said;
    EXPECT_NE(said.find("\n  [ ] d: x was never recorded\n"), std::string::npos) << said;
    EXPECT_NE(said.find("\n  [ ] e -> e\n"), std::string::npos) << said;
    EXPECT_NE(said.find("\ndecision_without_outcome: say what came of it: "
                        "hence outcome EVENT --correct|--incorrect|--unknown\n"
                        "  [ ] d: nobody recorded what came of this decision\n"
                        "  [ ] e: nobody recorded what came of this decision\n"
                        "\n[-] unresolved_refs: no rationale refers to anything\n"),
              std::string::npos)
        << said;
    EXPECT_TRUE(
        said.ends_with("! incomplete: decision_without_outcome at d: nobody recorded what "
                       "came of this decision, and 1 more\n"))
        << said;
}

TEST_F(GapsTest, TextTicksOnlyWhatWasChecked) {
    tell("'id':'a'");
    tell("'id':'t','kind':'tool_call','parent':'a','fields':{'output':1}");
    const std::string said = text(asked({"s1"}));
    EXPECT_EQ(said.find("[ ]"), std::string::npos) << said;
    EXPECT_NE(said.find("\n[x] missing_parents: every parent and cause was recorded (1 checked)\n"),
              std::string::npos)
        << said;
    EXPECT_NE(said.find("\n[-] rationale_missing: no rationale was ever given: 1 tool call\n"
                        "[x] tool_call_without_result: every tool call has a result (1 checked)\n"),
              std::string::npos)
        << said;
    EXPECT_TRUE(said.ends_with("[-] graph_conflict: no decision graph was changed\n")) << said;
}

TEST_F(GapsTest, LastLineCountsWhatIsInQuarantine) {
    tell("'id':'a'");
    refuse(1);
    EXPECT_TRUE(text(asked({"s1"}))
                    .ends_with("\n1 line is kept in quarantine and no part of the record: hence "
                               "quarantine\n"));
    refuse(1'000);
    EXPECT_TRUE(text(asked({"s1"}))
                    .ends_with("\n1001 lines are kept in quarantine and no part of the record: "
                               "hence quarantine\n"));
    EXPECT_TRUE(asked({"s1"}).completeness.complete());
}

TEST_F(GapsTest, TextShowsNoControlCharacters) {
    tell("'id':'a','parent':'x\\u001b[2J'");
    EXPECT_EQ(text(asked({"s1"})).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace hence
