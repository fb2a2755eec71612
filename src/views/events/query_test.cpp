// Tests of lists of events: filters, pages, and order.
#include "hence/query.h"

#include <algorithm>
#include <random>
#include <utility>

#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

// Asks, and reads the ids back as one line: "e1 e2".
class QueryTest : public ToldLog {
protected:
    std::string ask(const EventQuery& asked) {
        Result<EventList> list = query(*store_, asked);
        if (!list) {
            return "! " + list.error().message;
        }
        std::string ids;
        while (true) {
            const Result<std::optional<Event>> event = list->next();
            if (!event || !*event) {
                break;
            }
            ids += ids.empty() ? "" : " ";
            ids += (*event)->id();
        }
        next_ = list->next_page();
        return ids;
    }

    // All pages, as "e1 e2 | e3".
    std::string ask_pages(EventQuery asked) {
        std::string pages = ask(asked);
        while (next_) {
            asked.cursor = *next_;
            pages += " | " + ask(asked);
        }
        return pages;
    }

    std::string text(const EventQuery& asked) {
        Result<EventList> list = query(*store_, asked);
        EXPECT_TRUE(list);
        std::string out;
        EXPECT_TRUE(list->write_text(into(out)));
        return out;
    }

    std::string json(const EventQuery& asked) {
        Result<EventList> list = query(*store_, asked);
        EXPECT_TRUE(list);
        std::string out;
        EXPECT_TRUE(list->write_json(into(out)));
        return out;
    }

    std::optional<std::string> next_;
};

Time at(std::string_view text) {
    return *parse_time(text);
}

TEST_F(QueryTest, EventsComeInTheOrderOfTimeNotOfArrival) {
    tell(5, "log");
    tell(1, "log");
    tell(1, "log");
    EXPECT_EQ(ask({}), "e2 e3 e1");
}

TEST_F(QueryTest, EachFilterLetsPassWhatItNames) {
    tell(1, "log", R"("agent":"a","session":"s1","run":"r1","correlation":"c1")");
    tell(2, "error", R"("agent":"b","session":"s2","run":"r2","correlation":"c2")");
    tell(3, "thought", R"("agent":"a","session":"s2","run":"r1","correlation":"c1")");
    EXPECT_EQ(ask({.agent = "a"}), "e1 e3");
    EXPECT_EQ(ask({.session = "s2"}), "e2 e3");
    EXPECT_EQ(ask({.run = "r1"}), "e1 e3");
    EXPECT_EQ(ask({.correlation = "c2"}), "e2");
    EXPECT_EQ(ask({.kinds = {"error"}}), "e2");
    EXPECT_EQ(ask({.kinds = {"thought", "log", "log"}}), "e1 e3");
    EXPECT_EQ(ask({.where = R"(agent = "b")"}), "e2");
    EXPECT_EQ(ask({}), "e1 e2 e3");
}

TEST_F(QueryTest, TextIsLookedForInWhatWasRecorded) {
    tell(1, "log", R"("agent":"Coder","fields":{"body":"ENOENT: no such file"})");
    tell(2, "log", R"("fields":{"body":"all is well"})");
    tell(3, "error", R"("agent":"coder","rationale":{"why":"enoent again"})");
    EXPECT_EQ(ask({.text = "enoent"}), "e1 e3");
    EXPECT_EQ(ask({.text = "CODER"}), "e1 e3");
    EXPECT_EQ(ask({.kinds = {"error"}, .text = "enoent"}), "e3");
    EXPECT_EQ(ask({.text = "received"}), "");
    EXPECT_EQ(ask({.text = ""}), "e1 e2 e3");
    EXPECT_EQ(ask({.text = "enoent", .limit = 1, .newest = true}), "e3");
    EXPECT_EQ(ask_pages({.text = "enoent", .limit = 1}), "e1 | e3");
    EXPECT_EQ(ask({.text = std::string(1'025, 'x')}),
              "! the text to look for is longer than 1024 bytes");
}

TEST_F(QueryTest, FiltersAddUp) {
    tell(1, "log", R"("agent":"a","session":"s1","run":"r1")");
    tell(2, "log", R"("agent":"b","session":"s1","run":"r1")");
    tell(3, "log", R"("agent":"a","session":"s2","run":"r1")");
    tell(4, "error", R"("agent":"a","session":"s1","run":"r2")");
    EXPECT_EQ(ask({.session = "s1", .run = "r1"}), "e1 e2");
    EXPECT_EQ(ask({.agent = "a", .session = "s1", .run = "r1"}), "e1");
    EXPECT_EQ(ask({.agent = "a", .session = "s1", .kinds = {"error"}}), "e4");
    EXPECT_EQ(ask({.agent = "a", .where = "not kind = \"log\""}), "e4");
}

TEST_F(QueryTest, BothEndsOfTheRangeBelongToIt) {
    tell(1, "log");
    tell(2, "log");
    tell(3, "log");
    EXPECT_EQ(ask({.from = at(time_at(2))}), "e2 e3");
    EXPECT_EQ(ask({.to = at(time_at(2))}), "e1 e2");
    EXPECT_EQ(ask({.from = at(time_at(2)), .to = at(time_at(2))}), "e2");
    EXPECT_EQ(ask({.from = at("2026-02-23T10:00:02.000000001Z")}), "e3");
    EXPECT_EQ(ask({.from = at(time_at(3)), .to = at(time_at(1))}), "");
}

TEST_F(QueryTest, AnEventWithoutASessionIsFoundUnderThatOfItsRun) {
    tell(1, "log", R"("run":"r1")");
    tell(2, "log", R"("run":"r1","session":"s1")");
    tell(3, "log", R"("run":"r1","session":"s2")");
    tell(4, "log", R"("run":"r2")");
    EXPECT_EQ(ask({.session = "s1"}), "e1 e2");
    EXPECT_EQ(ask({.session = "s2"}), "e3");
    EXPECT_EQ(ask({.session = "s1", .run = "r1"}), "e1 e2");
    EXPECT_EQ(ask({.session = "s2", .run = "r1"}), "e3");
}

TEST_F(QueryTest, ShortenedNamesAreFoundAtEitherEnd) {
    tell(1, "log", R"("session":"session-one")");
    tell(2, "log", R"("session":"session-two")");
    EXPECT_EQ(ask({.session = "two"}), "e2");
    EXPECT_EQ(ask({.session = "nothing"}), "! session \"nothing\" was never recorded");
    EXPECT_EQ(ask({.session = "session"}),
              "! session \"session\" is ambiguous: session-one, session-two");
}

TEST_F(QueryTest, TheLatestRunIsTheOneWithTheNewestEvent) {
    EXPECT_EQ(ask({.run = "latest"}), "! no run was ever recorded");
    tell(1, "log", R"("session":"s1","run":"r")");
    tell(9, "log", R"("session":"s2","run":"r")");
    tell(5, "log", R"("session":"s1","run":"q")");
    EXPECT_EQ(ask({.run = "latest"}), "e2");
    EXPECT_EQ(ask({.session = "s1", .run = "latest"}), "e3");
}

TEST_F(QueryTest, AWholeNameIsMeantEvenWhereALongerOneBeginsLikeIt) {
    tell(1, "log", R"("session":"s1")");
    tell(2, "log", R"("session":"s10")");
    EXPECT_EQ(ask({.session = "s1"}), "e1");
}

TEST_F(QueryTest, LimitKeepsTheOldestAndNewestTheNewestBothInOrder) {
    for (int second = 1; second <= 5; ++second) {
        tell(second, "log");
    }
    EXPECT_EQ(ask({.limit = 2}), "e1 e2");
    EXPECT_EQ(ask({.limit = 2, .newest = true}), "e4 e5");
    EXPECT_EQ(ask({.limit = 9, .newest = true}), "e1 e2 e3 e4 e5");
    EXPECT_EQ(ask({.newest = true}), "e1 e2 e3 e4 e5");
}

TEST_F(QueryTest, PagesAddUpToOneScan) {
    for (int second = 1; second <= 5; ++second) {
        tell(second / 2, "log");
    }
    EXPECT_EQ(ask_pages({.limit = 2}), "e1 e2 | e3 e4 | e5");
    EXPECT_EQ(ask_pages({.limit = 1}), "e1 | e2 | e3 | e4 | e5");
    EXPECT_EQ(ask_pages({.limit = 2, .newest = true}), "e4 e5 | e2 e3 | e1");
}

TEST_F(QueryTest, APageThatIsExactlyFullIsTheLastWhenNothingFollows) {
    tell(1, "log");
    tell(2, "log");
    tell(3, "error");
    EXPECT_EQ(ask_pages({.limit = 3}), "e1 e2 e3");
    EXPECT_EQ(ask_pages({.kinds = {"log"}, .limit = 2}), "e1 e2");
    EXPECT_EQ(ask_pages({.kinds = {"log"}, .limit = 2, .newest = true}), "e1 e2");
}

// The first session that an event of this run names, in order of time and arrival.
std::string owner(const std::vector<Event>& events, std::string_view run) {
    for (const Event& event : events) {
        if (event.run() == run && !event.session().empty()) {
            return std::string(event.session());
        }
    }
    return {};
}

// The rules of the filters, told as plainly as they can be.
std::string naive(const std::vector<Event>& events, const EventQuery& asked) {
    std::string ids;
    for (const Event& event : events) {
        std::string session(event.session());
        if (session.empty() && !event.run().empty()) {
            session = owner(events, event.run());
        }
        const bool fits =
            (asked.agent.empty() || asked.agent == event.agent()) &&
            (asked.session.empty() || asked.session == session) &&
            (asked.run.empty() || asked.run == event.run()) &&
            (asked.correlation.empty() || asked.correlation == event.correlation()) &&
            (!asked.from || event.time() >= *asked.from) &&
            (!asked.to || event.time() <= *asked.to) &&
            (asked.kinds.empty() || std::ranges::count(asked.kinds, event.kind()) > 0);
        if (fits) {
            ids += (ids.empty() ? "" : " ") + std::string(event.id());
        }
    }
    return ids;
}

TEST_F(QueryTest, RandomQueriesAgreeWithThePlainRules) {
    std::mt19937 random(11);
    const auto pick = [&](std::string_view name, unsigned names) {
        const unsigned long number = random() % (names + 1);  // 0: absent.
        return number == 0 ? "" : fmt::format("{}{}", name, number);
    };
    for (int i = 0; i < 300; ++i) {
        std::string rest = R"("iteration":0)";
        for (const auto& [key, value] :
             {std::pair("agent", pick("a", 3)), std::pair("session", pick("s", 3)),
              std::pair("run", pick("r", 4)), std::pair("correlation", pick("c", 2))}) {
            rest += value.empty() ? "" : fmt::format(R"(,"{}":"{}")", key, value);
        }
        tell(static_cast<int>(random() % 40), random() % 2 == 0 ? "log" : "thought", rest);
    }
    std::vector<Event> events;
    const auto cursor = store_->scan({Space::all, {}});
    ASSERT_TRUE(cursor);
    for (auto event = (*cursor)->next(); event && *event; event = (*cursor)->next()) {
        events.push_back(**event);
    }
    ASSERT_EQ(events.size(), 300U);
    for (int round = 0; round < 300; ++round) {
        EventQuery asked{.agent = pick("a", 3), .session = pick("s", 3), .run = pick("r", 4)};
        asked.correlation = pick("c", 2);
        if (random() % 2 == 0) {
            asked.from = at(time_at(static_cast<int>(random() % 30)));
            asked.to = at(time_at(10 + static_cast<int>(random() % 30)));
        }
        if (random() % 2 == 0) {
            asked.kinds = {"log", random() % 2 == 0 ? "thought" : "error"};
        }
        const std::string expected = naive(events, asked);
        EXPECT_EQ(ask(asked), expected);
        asked.limit = 1 + random() % 20;
        std::string pages = ask_pages(asked);
        std::erase(pages, '|');
        pages.erase(std::unique(pages.begin(), pages.end(),
                                [](char x, char y) { return x == ' ' && y == ' '; }),
                    pages.end());
        EXPECT_EQ(pages, expected);
    }
}

TEST_F(QueryTest, WhatMakesNoSenseIsRefused) {
    tell(1, "log");
    tell(2, "log");
    EXPECT_EQ(ask({.kinds = {"Tool-Call"}}), "! \"Tool-Call\" is no kind");
    EXPECT_EQ(ask({.cursor = "zzz"}), "! the cursor is not one of this list");
    EXPECT_EQ(ask({.where = "kind ="}).substr(0, 2), "! ");
    ask({.limit = 1});
    ASSERT_TRUE(next_);
    EXPECT_EQ(ask({.limit = 1, .newest = true, .cursor = *next_}),
              "! the cursor is not one of this list");
}

TEST_F(QueryTest, NdjsonIsOneEventToALineWithWhatTheStoreAdds) {
    tell(1, "log", R"("fields":{"n":1.10})");
    tell(2, "log");
    Result<EventList> list = query(*store_, {});
    ASSERT_TRUE(list);
    std::string out;
    EXPECT_TRUE(list->write_ndjson(into(out)));
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 2);
    EXPECT_TRUE(out.starts_with(
        R"({"id":"e1","kind":"log","time":"2026-02-23T10:00:01Z","fields":{"n":1.10},"seq":1,)"))
        << out;
}

TEST_F(QueryTest, AJsonPageNamesTheNext) {
    tell(1, "log");
    EXPECT_EQ(json({.kinds = {"error"}}), "{\"events\":[],\"next\":null}\n");
    tell(2, "log");
    const std::string page = json({.limit = 1});
    EXPECT_TRUE(page.starts_with(R"({"events":[{"id":"e1",)")) << page;
    EXPECT_NE(page.find(R"(}],"next":")"), std::string::npos) << page;
}

TEST_F(QueryTest, TextIsOneLineForEachEvent) {
    tell(1, "tool_call",
         R"("agent":"orchestrator","duration_ms":45,"fields":{"tool_name":"Read"})");
    tell_json(R"({"id":"untimed","kind":"error","time":"1970-01-01T00:00:00Z",)"
              R"("flags":["time_derived"],"fields":{"error":"no\u001b[2J"}})");
    EXPECT_EQ(text({}),
              "[no time]              error        -             Error: no\\x1b[2J  (untimed)\n"
              "[2026-02-23 10:00:01Z] tool_call    orchestrator  Tool call: Read (45ms)  (e1)\n");
    EXPECT_EQ(text({.kinds = {"unheard_of"}}), "No events.\n");
    EXPECT_EQ(ask({.agent = "nobody"}), "! agent \"nobody\" was never recorded");
}

TEST_F(QueryTest, ACallOfTwoEventsIsToldWithTheDurationOfItsEnd) {
    tell(1, "tool_call", R"("session":"s1","fields":{"tool_name":"Read","call_id":"c"})");
    tell(2, "observation", R"("session":"s2","duration_ms":7,"fields":{"call_id":"c"})");
    tell(3, "observation", R"("session":"s1","duration_ms":12.5,"fields":{"call_id":"c"})");
    EXPECT_EQ(text({.kinds = {"tool_call"}}),
              "[2026-02-23 10:00:01Z] tool_call    -             Tool call: Read (12.5ms)  (e1)\n");
}

TEST_F(QueryTest, AReaderWhoHasGoneEndsTheAnswer) {
    tell(1, "log");
    Result<EventList> list = query(*store_, {});
    ASSERT_TRUE(list);
    const Result<void> written = list->write_ndjson([](std::string_view) -> Result<void> {
        return Error{Code::io, "gone"};
    });
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message, "gone");
}

}  // namespace
}  // namespace hence
