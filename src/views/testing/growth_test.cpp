// Shapes that drive one thing up with the number of events: an answer must read what it needs and
// no more, so that four times the events mean about four times the reading.
#include <array>

#include <gtest/gtest.h>

#include "hence/explain.h"
#include "hence/export.h"
#include "hence/gaps.h"
#include "hence/query.h"
#include "hence/tree.h"
#include "store/common/counting_store_for_test.h"
#include "views/cause/call.h"
#include "views/find/noted_store.h"

namespace hence {
namespace {

constexpr double linear_max = 6;

void ask_csv(Store& store, int /*events*/) {
    Result<EventList> events = query(store, {});
    ASSERT_TRUE(events);
    text_of([&](const Sink& sink) { return write_csv(*events, store, sink); });
}

void ask_why(Store& store, const ExplainRequest& request) {
    const Result<Explanation> why = explain(store, request);
    ASSERT_TRUE(why) << why.error().message;
    text_of([&](const Sink& sink) { return write_json(*why, store, sink); });
}

void ask_gaps(Store& store, int /*events*/) {
    ASSERT_TRUE(gaps(store, {.id = "s"}));
}

TEST(Growth, GapsOfStepsThatNameNoCause) {
    const auto steps = [](int i, int) {
        constexpr std::array kinds{"prompt", "llm_call", "tool_call", "observation", "decision"};
        return Grown{.kind = kinds[static_cast<std::size_t>(i % 5)],
                     .fields = "'call_id':'same','key':'k','call_ids':['same']"};
    };
    EXPECT_LT(reads_growth(200, steps, ask_gaps), linear_max);
}

TEST(Growth, GapsOfRunsThatWereBegunAndNeverEnded) {
    const auto runs = [](int i, int) {
        return Grown{.kind = i % 2 == 0 ? "session_start" : "llm_call",
                     .members = fmt::format("'session':'s','run':'r{}'", i / 2),
                     .fields = "'unfinished':true,'message_id':'m'"};
    };
    EXPECT_LT(reads_growth(200, runs, ask_gaps), linear_max);
}

TEST(Growth, CallsOfOneIdFindTheirEndsBehindAllTheOthers) {
    const auto calls = [](int i, int events) {
        return Grown{.kind = i < events / 2 ? "tool_call" : "observation",
                     .fields = "'call_id':'same','tool_name':'t'"};
    };
    EXPECT_LT(reads_growth(200, calls, ask_csv), linear_max);
}

TEST(Growth, CallsOfOneIdThatNeverEnd) {
    const auto calls = [](int, int) {
        return Grown{.kind = "tool_call", .fields = "'call_id':'same','tool_name':'t'"};
    };
    EXPECT_LT(reads_growth(200, calls, ask_csv), linear_max);
}

TEST(Growth, CallsOfOneIdInRunsWithoutASession) {
    const auto calls = [](int i, int) {
        return Grown{
            .kind = i % 2 == 0 ? "tool_call" : "observation",
            .members = fmt::format("'run':'r{}'{}", i / 4,
                                   i % 4 == 0 ? fmt::format(",'session':'s{}'", i / 4) : ""),
            .fields = "'call_id':'same','tool_name':'t'"};
    };
    EXPECT_LT(reads_growth(1'000, calls, ask_csv), linear_max);
}

TEST(Growth, ASessionOfRunsThatStandUnderTheirOwnNames) {
    const auto calls = [](int i, int) {
        const std::string run = fmt::format("r{}", i / 2);
        return Grown{
            .kind = "tool_call",
            .members = fmt::format("'run':'{}','session':'{}'{}", run, i % 2 == 0 ? run : "s",
                                   i % 2 == 0 ? ",'flags':['session_derived']" : ""),
            .fields = "'call_id':'same','tool_name':'t'"};
    };
    EXPECT_LT(reads_growth(400, calls, ask_csv), linear_max);
}

TEST(Growth, ObservationsOfOneKeyAndDecisionsThatReferToIt) {
    const auto observed = [](int i, int) {
        return i % 2 == 0 ? Grown{.kind = "observation", .fields = "'key':'k'"}
                          : Grown{.kind = "decision",
                                  .members =
                                      "'session':'s','run':'r',"
                                      "'rationale':{'why':'w','refs':['k']}"};
    };
    const auto ask = [](Store& store, int events) {
        ask_why(store, {.event = fmt::format("e{}", events - 1), .graph = true});
    };
    EXPECT_LT(reads_growth(200, observed, ask), linear_max);
}

TEST(Growth, OneRunInVeryManySessions) {
    const auto everywhere = [](int i, int) {
        return Grown{.kind = "outcome",
                     .members = fmt::format("'session':'s{}','run':'r'", i),
                     .fields = fmt::format("'of':'x{}'", i)};
    };
    const auto ask = [](Store& store, int events) {
        Sessions sessions(store);
        for (int i = 0; i < events; ++i) {
            const std::string session = fmt::format("s{}", i);
            const auto cursor = sessions.run_events(session, "r", {});
            ASSERT_TRUE(cursor);
            EXPECT_EQ((**(*cursor)->next()).session(), session);
            EXPECT_FALSE(*(*cursor)->next());
        }
    };
    EXPECT_LT(reads_growth(100, everywhere, ask), linear_max);
}

// An end that is found in the notes is the one that is found by walking.
TEST(Growth, TheEndOfACallIsTheSameHoweverItIsFound) {
    CountingStore store;
    std::vector<std::string> lines;
    const int count = 60;
    for (int i = 0; i < count; ++i) {
        const bool ends = i % 7 == 3 || (i > 40 && i % 2 == 0);
        lines.push_back(grown_line(i, {.kind = ends ? "observation" : "tool_call",
                                       .members = fmt::format("'run':'r{}'", i % 3),
                                       .fields = "'call_id':'same','tool_name':'t'"}));
    }
    store.record(lines);
    Sessions sessions(store);
    for (int i = 0; i < count; ++i) {
        const Event call = **store.find(fmt::format("e{}", i));
        if (call.kind() != "tool_call") {
            continue;
        }
        // The first behind it, else the last before it, unless a call stands before that one.
        std::string expected;
        bool begun = false;
        for (int k = 0; k < count; ++k) {
            const Event event = **store.find(fmt::format("e{}", k));
            if (event.run() != call.run()) {
                continue;
            }
            if (event.kind() == "observation") {
                expected = begun && k < i ? "" : event.id();
            }
            if (event.kind() == "observation" && k > i) {
                break;
            }
            begun = event.kind() == "tool_call";
        }
        const Result<std::optional<Event>> end = end_of_call(sessions, call);
        ASSERT_TRUE(end);
        EXPECT_EQ(*end ? std::string((*end)->id()) : "", expected) << i;
    }
}

// What is asked of a name again and again is found where it was found at first.
TEST(NotedStore, GivesWhatTheStoreGives) {
    CountingStore store;
    std::vector<std::string> lines;
    for (int i = 0; i < 50; ++i) {
        lines.push_back(grown_line(i * 7 % 50, {.kind = "observation", .fields = "'key':'k'"}));
    }
    store.record(lines);
    const NotedStore noted(store);
    for (int i = 0; i < 200; ++i) {
        const Event place = **store.find(fmt::format("e{}", i % 50));
        const Scan scan{.from = i % 5 == 0 ? std::optional(place.time()) : std::nullopt,
                        .to = i % 7 == 0 ? std::optional(place.time()) : std::nullopt,
                        .direction = i % 2 == 0 ? Direction::backward : Direction::forward,
                        .after = Position{place.time(), place.seq()}};
        std::string found[2];
        for (const Store* each : std::initializer_list<const Store*>{&noted, &store}) {
            const auto cursor = each->scan({Space::key, joined("s", "k")}, scan);
            ASSERT_TRUE(cursor);
            for (auto event = (*cursor)->next(); event && *event; event = (*cursor)->next()) {
                found[each == &noted] += fmt::format("{} ", (*event)->id());
            }
        }
        EXPECT_EQ(found[0], found[1]) << i;
    }
}

// Enough look-ups that places are noted on the way: nothing that is found may change by it.
TEST(Growth, NotedPlacesGiveWhatEachLookUpGave) {
    CountingStore store;
    std::vector<std::string> lines;
    for (int i = 0; i < 90; ++i) {
        const std::string run = fmt::format("r{}", i / 3);
        const std::string session = i % 3 == 0 ? run : i % 3 == 1 ? fmt::format("s{}", i % 2) : "";
        lines.push_back(grown_line(
            i,
            {.kind = "observation",
             .members = fmt::format("'run':'{}'{}{}", run,
                                    session.empty() ? "" : fmt::format(",'session':'{}'", session),
                                    i % 3 == 0 ? ",'flags':['session_derived']" : ""),
             .fields = fmt::format("'key':'k{}'", i % 2)}));
    }
    store.record(lines);
    Sessions noted(store);
    for (int round = 0; round < 100; ++round) {
        const std::string session = fmt::format("s{}", round % 2);
        const std::string key = fmt::format("k{}", round / 2 % 2);
        const Event place = **store.find(fmt::format("e{}", round * 7 % 90));
        const Scan scan{.direction = round % 3 == 0 ? Direction::backward : Direction::forward,
                        .after = Position{place.time(), place.seq()}};
        Sessions fresh(store);
        std::string found[2];
        for (Sessions* each : {&noted, &fresh}) {
            const auto cursor = each->named({Space::key, key}, session, scan);
            ASSERT_TRUE(cursor);
            for (auto event = (*cursor)->next(); event && *event; event = (*cursor)->next()) {
                found[each == &fresh] += fmt::format("{} ", (*event)->id());
            }
        }
        EXPECT_EQ(found[0], found[1]) << round;
    }
}

}  // namespace
}  // namespace hence
