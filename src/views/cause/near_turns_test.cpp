// Holds what is read near an event against the table of the whole session.
#include "views/cause/near_turns.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/turns.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

// A step of a few agents in a few runs, with call_ids that are used again.
std::string any_step(int number) {
    const std::vector<std::string> kinds = {"llm_call", "tool_call", "observation",   "prompt",
                                            "message",  "thought",   "session_start", "span"};
    const std::string kind = *rc::gen::elementOf(kinds);
    const std::vector<std::string> agents = {"'agent':'a',", "'agent':'b',", ""};
    const std::vector<std::string> runs = {"'run':'r',", "'run':'q',", ""};
    const std::vector<std::string> calls = {"'call_id':'k'", "'call_id':'l'", ""};
    std::string fields = *rc::gen::elementOf(calls);
    if (kind == "message") {
        fields = "'from':'x','to':['a','c']";
    } else if (kind == "session_start") {
        fields = "'goal':'mend it'";
    } else if (kind == "prompt") {
        fields = "'text':'go on'";
    }
    return fmt::format(
        "'id':'e{}','kind':'{}','time':'2026-01-01T00:00:{:02}Z',{}{}'fields':{{{}}}", number, kind,
        *rc::gen::inRange(0, 20), *rc::gen::elementOf(agents), *rc::gen::elementOf(runs), fields);
}

std::vector<Event> events_of(Sessions& sessions, const std::string& session) {
    std::vector<Event> events;
    const auto cursor = sessions.events(session, {}).take();
    std::optional<Event> event = cursor->next().take();
    while (event) {
        events.push_back(std::move(*event));
        event = cursor->next().take();
    }
    return events;
}

RC_GTEST_PROP(NearTurnsProperty, SayWhatTheTableOfTheSessionSays, ()) {
    Story story;
    for (int number = *rc::gen::inRange(1, 30); number > 0; --number) {
        story.tell(any_step(number));
    }
    Sessions sessions(story.store());
    const Lineage* const lineage = sessions.lineage("s1").take();
    const auto cursor = sessions.events("s1", {}).take();
    const SessionTurns table = SessionTurns::of(*cursor, *lineage).take();
    const std::vector<Event> events = events_of(sessions, "s1");
    for (const Event& event : events) {
        NearTurns near(sessions);
        const auto model_call = near.model_call_before(event).take();
        RC_ASSERT(model_call.has_value());
        RC_ASSERT(model_call->at == table.model_call_before(event));
        const auto step = near.step_before(event).take();
        RC_ASSERT(step.has_value());
        RC_ASSERT(step->at == table.step_before(event));
        RC_ASSERT(near.is_first(event).take() == (event.seq() == events.front().seq()));
        if (event.kind() == Kind::llm_call) {
            const auto inputs = near.new_to(event).take();
            RC_ASSERT(inputs.has_value());
            RC_ASSERT(*inputs == table.new_to(event));
        }
    }
}

TEST(NearTurns, DoNotKnowWhatLiesFarAway) {
    Story story;
    story.tell("'id':'m','kind':'llm_call','agent':'a'");
    for (std::uint64_t number = 0; number < NearTurns::window; ++number) {
        story.tell(fmt::format("'id':'b{}','kind':'thought','agent':'b'", number));
    }
    story.tell("'id':'n','kind':'llm_call','agent':'a'");
    Sessions sessions(story.store());
    NearTurns near(sessions);
    const Event last = *story.store().find("n").take();
    EXPECT_FALSE(near.new_to(last).take().has_value());
    EXPECT_FALSE(near.model_call_before(last).take().has_value());
    EXPECT_TRUE(near.step_before(last).take().has_value());
    // The answer is the same: the table gives it.
    EXPECT_EQ(story.why({.event = "n", .follow = Follow::assumed}).substr(0, 1), "m");
}

TEST(NearTurns, GiveUpOnceTheTableIsCheaper) {
    Story story;
    story.tell("'id':'m','kind':'llm_call','agent':'a'");
    story.tell("'id':'t','kind':'thought','agent':'a'");
    Sessions sessions(story.store());
    NearTurns near(sessions);
    const Event step = *story.store().find("t").take();
    std::uint64_t asked = 0;
    while (near.model_call_before(step).take() && asked < NearTurns::reads_max) {
        ++asked;
    }
    EXPECT_GT(asked, 100U);
    EXPECT_LT(asked, NearTurns::reads_max);
}

}  // namespace
}  // namespace hence
