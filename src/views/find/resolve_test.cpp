#include "views/find/resolve.h"

#include <string>

#include <gtest/gtest.h>

#include "views/find/session_events.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class ResolveTest : public StoryTest {
protected:
    // "session/run", or what is wrong.
    std::string run(std::string_view name, std::string_view session = {}) {
        const Result<RunName> found = resolve_run(store(), {name, session});
        return found ? found->session + "/" + found->run : found.error().message;
    }

    // The ids of the session's events, as the scan gives them.
    std::string events(std::string_view session, const Scan& scan = {}) {
        const Result<std::unique_ptr<Cursor>> cursor = session_events(store(), session, scan);
        std::string ids;
        for (;;) {
            const Result<std::optional<Event>> event = (*cursor)->next();
            if (!*event) {
                return ids;
            }
            ids += (*event)->id();
        }
    }
};

TEST_F(ResolveTest, AGroupOfEventsBesideOneMeansThatOne) {
    tell("'id':'1952a7cf-t'");
    tell("'id':'1952a7cf-t~a1'");
    tell("'id':'1952a7cf-t~t1'");
    EXPECT_EQ(resolve_event(store(), "1952a7cf")->id(), "1952a7cf-t");
    EXPECT_EQ(resolve_event(store(), "t~t1")->id(), "1952a7cf-t~t1");
    EXPECT_EQ(resolve_event(store(), "1952a7cf~t1")->id(), "1952a7cf-t~t1");
    EXPECT_EQ(resolve_event(store(), "1952A7CF")->id(), "1952a7cf-t");
    tell("'id':'1952a7cf-u'");
    EXPECT_FALSE(resolve_event(store(), "1952a7cf"));
}

TEST_F(ResolveTest, RunIsFoundWithItsSession) {
    tell("'id':'a','run':'first'");
    tell("'id':'b','run':'second','session':'s2'");
    EXPECT_EQ(run("second"), "s2/second");
    EXPECT_EQ(run("fir"), "s1/first");
    EXPECT_EQ(run("third"), "run \"third\" was never recorded");
    EXPECT_EQ(run(""), "run \"\" was never recorded");
}

TEST_F(ResolveTest, RunInSeveralSessionsIsAmbiguousUnlessOneIsNamed) {
    tell("'id':'a','run':'r'");
    tell("'id':'b','run':'r','session':'s2'");
    EXPECT_EQ(run("r"), "run \"r\" is ambiguous: it is in sessions s1, s2");
    EXPECT_EQ(resolve_run(store(), {"r"}).error().code, Code::invalid);
    EXPECT_EQ(run("r", "s2"), "s2/r");
}

TEST_F(ResolveTest, RunThatTheSessionLacksIsNotThere) {
    tell("'id':'a','run':'r'");
    tell("'id':'b','run':'q','session':'s2'");
    EXPECT_EQ(run("r", "s2"), "run \"r\" was never recorded in session \"s2\"");
    EXPECT_EQ(run("r", "s3"), "session \"s3\" was never recorded");
}

TEST_F(ResolveTest, LatestRunHasTheNewestEvent) {
    EXPECT_EQ(run("latest"), "no run was ever recorded");
    tell("'id':'a','run':'r1','time':'2026-01-01T00:00:09Z'");
    tell("'id':'b','run':'r2','session':'s2','time':'2026-01-01T00:00:05Z'");
    tell("'id':'c','time':'2026-01-01T00:00:10Z'");
    EXPECT_EQ(run("latest"), "s1/r1");
    EXPECT_EQ(run("latest", "s2"), "s2/r2");
}

TEST_F(ResolveTest, SessionWithoutRunsIsOneRun) {
    tell("'id':'a','session':'alone'");
    tell("'id':'b','session':'other','run':'r'");
    tell("'id':'c','session':'alone'");
    EXPECT_EQ(run("alone"), "alone/alone");
    EXPECT_EQ(run("alo"), "alone/alone");
    EXPECT_EQ(run("latest"), "alone/alone");
    EXPECT_EQ(run("latest~1"), "other/r");
    EXPECT_EQ(run("alone", "alone"), "alone/alone");
    Sessions sessions(store());
    const Result<std::unique_ptr<Cursor>> events = sessions.run_events("alone", "alone", {});
    EXPECT_EQ((*(*events)->next())->id(), "a");
    EXPECT_EQ((*(*events)->next())->id(), "c");
}

TEST_F(ResolveTest, SessionMeansItsLatestRun) {
    tell("'id':'a','session':'s','run':'s:1'");
    tell("'id':'b','session':'s','run':'s:2'");
    tell("'id':'c','session':'s'");
    EXPECT_EQ(run("s"), "s/s:2");
    EXPECT_TRUE(resolve_run(store(), {"s"})->of_session);
    EXPECT_EQ(run("s:1"), "s/s:1");
    EXPECT_FALSE(resolve_run(store(), {"s:1"})->of_session);
}

TEST_F(ResolveTest, RunThatNamesNoSessionHasNone) {
    tell("'id':'a','run':'r','session':null");
    EXPECT_EQ(run("r"), "/r");
    EXPECT_EQ(run("latest"), "/r");
}

TEST_F(ResolveTest, ManyMatchesAreNamedByTheFirstTwo) {
    tell("'id':'ab1'");
    tell("'id':'ab2'");
    tell("'id':'ab3'");
    EXPECT_EQ(resolve_event(store(), "ab").error().message, "id \"ab\" is ambiguous: ab1, ab2, …");
}

TEST_F(ResolveTest, EventsOfASessionIncludeThoseThatItsRunsLeaveLoose) {
    tell("'id':'a','run':'r','session':null");
    tell("'id':'b','run':'r'");
    tell("'id':'c','run':'r','session':'s2'");
    tell("'id':'d','run':'r','session':null");
    tell("'id':'e','run':'q','session':null");
    tell("'id':'f','session':null");
    EXPECT_EQ(events("s1"), "abd");
    EXPECT_EQ(events("s1", {.direction = Direction::backward}), "dba");
    EXPECT_EQ(events("s2"), "c");
    EXPECT_EQ(*session_of(store(), *resolve_event(store(), "d")), "s1");
    EXPECT_EQ(*session_of(store(), *resolve_event(store(), "e")), "");
}

TEST_F(ResolveTest, SessionScanGoesOnBehindAPosition) {
    tell("'id':'a','run':'r','session':null");
    tell("'id':'b','run':'r'");
    tell("'id':'c','run':'r','session':null");
    const Event b = *resolve_event(store(), "b");
    EXPECT_EQ(events("s1", {.after = Position{b.time(), b.seq()}}), "c");
}

}  // namespace
}  // namespace hence
