// Events whose session was derived from their run: where they count once the run states one.
#include "hence/debrief.h"
#include "hence/explain.h"
#include "hence/listing.h"
#include "hence/query.h"
#include "hence/tree.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class DerivedSessionTest : public ToldLog {
protected:
    // As an importer gives a span that names no session: the trace stands in for it.
    std::string tell_span(int second, std::string_view trace, std::string_view rest = {}) {
        return tell(second, "span",
                    fmt::format(R"("session":"{0}","run":"{0}","flags":["session_derived"]{1}{2})",
                                trace, rest.empty() ? "" : ",", rest));
    }
    std::string tell_root(int second, std::string_view trace, std::string_view session) {
        return tell(second, "span", fmt::format(R"("session":"{}","run":"{}")", session, trace));
    }

    std::string events(std::string_view session) {
        const auto cursor = session_events(*store_, session).take();
        std::string ids;
        while (const std::optional<Event> event = cursor->next().take()) {
            ids += (ids.empty() ? "" : " ") + std::string(event->id());
        }
        return ids;
    }

    std::string rows(Space space) {
        Listing listing = list(*store_, {.space = space}).take();
        std::string rows;
        while (const std::optional<Summary> row = listing.next().take()) {
            rows += fmt::format("{}{}{}:{}", rows.empty() ? "" : " ", row->id,
                                space == Space::run ? "/" + row->session : "", row->events);
        }
        return rows;
    }
};

TEST_F(DerivedSessionTest, ATraceThatStatesNoSessionIsOneOfItsOwn) {
    tell_span(0, "t");
    tell_span(1, "t");
    EXPECT_EQ(events("t"), "e1 e2");
    EXPECT_EQ(rows(Space::session), "t:2");
    EXPECT_EQ(rows(Space::run), "t/t:2");
    EXPECT_EQ(resolve_run(*store_, {"t"})->session, "t");
}

TEST_F(DerivedSessionTest, TheSessionThatARootStatesLaterTakesInWhatCameBefore) {
    tell_span(1, "t");
    tell_span(2, "t", R"("fields":{"call_id":"c"})");
    tell_root(0, "t", "chat");
    tell_span(3, "u");
    EXPECT_EQ(events("chat"), "e3 e1 e2");
    EXPECT_EQ(events("u"), "e4");
    EXPECT_EQ(rows(Space::session), "u:1 chat:3");
    EXPECT_EQ(rows(Space::run), "u/u:1 t/chat:3");
    EXPECT_EQ(resolve_run(*store_, {"t"})->session, "chat");
    const Event early = *store_->find("e1").take();
    EXPECT_EQ(session_of(*store_, early).take(), "chat");
    EXPECT_EQ(early.session(), "t");  // Its own JSON stays as it is.
}

TEST_F(DerivedSessionTest, OfSeveralStatedSessionsTheEarliestOwnsTheRest) {
    tell_span(1, "t");
    tell_root(5, "t", "late");
    tell_root(2, "t", "early");
    EXPECT_EQ(events("early"), "e1 e3");
    EXPECT_EQ(events("late"), "e2");
    EXPECT_EQ(rows(Space::session), "late:1 early:2");
}

TEST_F(DerivedSessionTest, ASessionThatWasStatedKeepsItsEventsWhateverItIsCalled) {
    // Named like its run, but by its emitter.
    tell(0, "span", R"("session":"t","run":"t")");
    tell_root(1, "t", "chat");
    EXPECT_EQ(events("t"), "e1");
    EXPECT_EQ(events("chat"), "e2");
    EXPECT_EQ(rows(Space::session), "chat:1 t:1");
    EXPECT_EQ(rows(Space::run), "t/chat:1 t/t:1");
}

TEST_F(DerivedSessionTest, ATreeHangsLateRootsAboveEarlyChildren) {
    tell_span(1, "t", R"("parent":"e2")");
    tell_root(0, "t", "chat");
    const Result<Tree> answer = tree(*store_, {.session = "chat"});
    ASSERT_TRUE(answer);
    std::string text;
    ASSERT_TRUE(write_text(*answer, *store_, into(text)));
    EXPECT_NE(text.find("1 root(s), depth: 2"), std::string::npos) << text;
}

TEST_F(DerivedSessionTest, CallsAreFoundAcrossBothHalvesOfASession) {
    tell(0, "llm_call",
         R"("session":"t","run":"t","flags":["session_derived"],"fields":{"call_ids":["c"]})");
    tell(1, "tool_call", R"("session":"chat","run":"t","fields":{"call_id":"c"})");
    const Result<Explanation> why = explain(*store_, {.event = "e2"});
    ASSERT_TRUE(why);
    std::string json;
    ASSERT_TRUE(write_json(*why, *store_, into(json)));
    EXPECT_NE(json.find(R"("event_id":"e1")"), std::string::npos) << json;
}

}  // namespace
}  // namespace hence
