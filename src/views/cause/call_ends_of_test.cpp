#include "views/cause/call_ends_of.h"

#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/export.h"
#include "hence/query.h"
#include "model/kinds.h"
#include "store/common/counting_store_for_test.h"
#include "views/cause/call.h"

namespace hence {
namespace {

// Calls and ends in any order, of few call_ids in few sessions, some without a session.
std::vector<std::string> any_calls(std::mt19937& random, int count) {
    std::vector<std::string> lines;
    for (int i = 0; i < count; ++i) {
        const bool call = random() % 2 == 0;
        const std::string session =
            random() % 8 == 0 ? "" : fmt::format("'session':'s{}',", random() % 3);
        const std::string call_id =
            random() % 8 == 0 ? "" : fmt::format(",'call_id':'c{}'", random() % 12);
        lines.push_back(fmt::format(
            "{{'id':'e{}','kind':'{}',{}'run':'r{}','time':'2026-01-01T00:00:{:02}Z',"
            "'fields':{{'tool_name':'t'{}}}}}",
            i, call ? "tool_call" : "observation", session, random() % 3, random() % 60, call_id));
    }
    return lines;
}

TEST(CallEndsOfTest, EachCallGetsTheEndThatItIsGivenAlone) {
    std::mt19937 random(11);
    for (int round = 0; round < 40; ++round) {
        CountingStore store;
        store.record(any_calls(random, 120));
        std::vector<Event> events;
        const auto cursor = store.read(1, store.last_seq()).take();
        while (std::optional<Event> event = cursor->next().take()) {
            if (random() % 4 != 0) {
                events.push_back(std::move(*event));
            }
        }
        Sessions sessions(store);
        const auto ends = ends_of_calls(sessions, events).take();
        ASSERT_EQ(ends.size(), events.size());
        for (std::size_t i = 0; i < events.size(); ++i) {
            std::optional<Event> alone;
            if (events[i].kind() == Kind::tool_call) {
                alone = end_of_call(sessions, events[i]).take();
            }
            ASSERT_EQ(ends[i] ? ends[i]->id() : "none", alone ? alone->id() : "none")
                << events[i].to_json();
        }
    }
}

TEST(CallEndsOfTest, AListOfAWholeSessionGivesTheSameEnds) {
    std::mt19937 random(12);
    for (int round = 0; round < 40; ++round) {
        CountingStore store;
        store.record(any_calls(random, 120));
        store.record({"{'id':'fork','kind':'session_fork','session':'s2',"
                      "'time':'2026-01-01T00:00:59Z','fields':{'origin':'s0','at':'e60'}}"});
        Sessions sessions(store);
        for (const std::string session : {"s0", "s1", "s2"}) {
            const auto cursor = sessions.events(session, {}).take();
            std::vector<Event> batch;
            const std::size_t batch_max = 1 + random() % 60;
            for (bool more = true; more;) {
                std::optional<Event> event = cursor->next().take();
                more = event.has_value();
                if (more) {
                    batch.push_back(std::move(*event));
                }
                if (more && batch.size() < batch_max) {
                    continue;
                }
                const auto ends = ends_of_calls(sessions, batch, ListOf::whole_session).take();
                const auto looked_up = ends_of_calls(sessions, batch).take();
                for (std::size_t i = 0; i < batch.size(); ++i) {
                    ASSERT_EQ(ends[i] ? ends[i]->id() : "none",
                              looked_up[i] ? looked_up[i]->id() : "none")
                        << batch[i].to_json();
                }
                batch.clear();
            }
        }
    }
}

TEST(CallEndsOfTest, ATableOfCallsOfTwoEventsAsksForFewerThingsThanItHasCalls) {
    CountingStore store;
    std::vector<std::string> lines;
    constexpr int calls = 1'000;
    for (int i = 0; i < calls; ++i) {
        for (const char* kind : {"tool_call", "observation"}) {
            lines.push_back(
                fmt::format("{{'id':'{1}{0}','kind':'{1}','session':'s',"
                            "'time':'2026-01-01T00:{2:02}:{3:02}Z','fields':{{'call_id':'c{0}'}}}}",
                            i, kind, i / 60 % 60, i % 60));
        }
    }
    store.record(lines);
    const std::uint64_t before = store.reads();
    EventList events = query(store, {.session = "s"}).take();
    ASSERT_TRUE(write_csv(events, store, [](std::string_view) -> Result<void> { return {}; }));
    // Each event once, and no look-up for a call but those at the edge of a batch.
    EXPECT_LT(store.reads() - before, 2 * calls + calls / 4);
}

}  // namespace
}  // namespace hence
