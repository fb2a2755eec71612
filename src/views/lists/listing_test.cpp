#include "hence/listing.h"

#include <algorithm>
#include <cstdint>

#include "views/testing/told_log_for_test.h"
#include "views/write/columns.h"
#include "views/write/layout.h"

namespace hence {
namespace {

class ListingTest : public ToldLog {
protected:
    // Rows as "name:events", a run as "session/run:events".
    std::string ask(const ListingRequest& request) {
        Result<Listing> listing = list(*store_, request);
        if (!listing) {
            return "! " + listing.error().message;
        }
        std::string rows;
        while (true) {
            const Result<std::optional<Summary>> row = listing->next();
            if (!row || !*row) {
                break;
            }
            const Summary& is = **row;
            rows += rows.empty() ? "" : " ";
            rows += request.space == Space::run ? is.session + "/" : "";
            rows += fmt::format("{}:{}", is.id, is.events);
        }
        next_ = listing->next_page();
        return rows;
    }

    std::string ask_pages(ListingRequest request) {
        std::string pages = ask(request);
        while (next_) {
            request.cursor = *next_;
            pages += " | " + ask(request);
        }
        return pages;
    }

    std::string json(Space space, ListForm form = ListForm::array, std::uint64_t limit = 100) {
        Result<Listing> listing = list(*store_, {.space = space, .limit = limit});
        EXPECT_TRUE(listing);
        std::string out;
        EXPECT_TRUE(listing->write_json(into(out), form));
        return out;
    }

    std::string text(Space space, std::uint64_t limit = 100) {
        Result<Listing> listing = list(*store_, {.space = space, .limit = limit});
        EXPECT_TRUE(listing);
        std::string out;
        EXPECT_TRUE(listing->write_text(into(out)));
        return out;
    }

    std::optional<std::string> next_;
};

TEST_F(ListingTest, SessionsThatNameNoRunAreRuns) {
    tell(1, "step", R"("session":"a")");
    tell(2, "step", R"("session":"b","run":"r")");
    tell(3, "step", R"("session":"c")");
    tell(3, "step", R"("session":"b","run":"c")");
    tell(4, "step", R"("session":"c")");
    EXPECT_EQ(ask({.space = Space::run}), "b/c:1 c/c:2 b/r:1 a/a:1");
    EXPECT_EQ(ask_pages({.space = Space::run, .limit = 1}), "b/c:1 | c/c:2 | b/r:1 | a/a:1");
    const std::string rows = json(Space::run);
    EXPECT_NE(rows.find(R"("session":"a","status":null,"flags":["run_derived"])"), rows.npos);
    EXPECT_NE(rows.find(R"("id":"r")"), rows.npos);
    EXPECT_NE(rows.find(R"("session":"b","status":null,"flags":[])"), rows.npos) << rows;
}

TEST_F(ListingTest, SessionsThatNameNoRunStandAmongLooseRuns) {
    tell(1, "step", R"("session":"a")");
    tell(2, "step", R"("run":"r")");
    tell(3, "step", R"("session":"b","run":"r")");
    EXPECT_EQ(ask({.space = Space::run}), "b/r:2 a/a:1");
}

TEST_F(ListingTest, NewestFirstThenByName) {
    tell(1, "log", R"("session":"old")");
    tell(5, "log", R"("session":"b")");
    tell(5, "log", R"("session":"a")");
    tell(9, "log", R"("session":"old")");
    EXPECT_EQ(ask({}), "a:1 b:1 old:2");
}

TEST_F(ListingTest, PagesAddUpToTheList) {
    for (int second = 0; second < 5; ++second) {
        tell(second / 2, "log", fmt::format(R"("session":"s{}")", second));
    }
    EXPECT_EQ(ask_pages({.limit = 2}), "s4:1 s2:1 | s3:1 s0:1 | s1:1");
    EXPECT_EQ(ask_pages({.limit = 5}), "s4:1 s2:1 s3:1 s0:1 s1:1");
    EXPECT_EQ(ask_pages({.limit = UINT64_MAX}), "s4:1 s2:1 s3:1 s0:1 s1:1");
    EXPECT_EQ(ask_pages({.limit = 0}), "s4:1 s2:1 s3:1 s0:1 s1:1");
}

TEST_F(ListingTest, ARunIsKnownByItsSessionToo) {
    tell(1, "log", R"("session":"s1","run":"r")");
    tell(1, "log", R"("session":"s2","run":"r")");
    EXPECT_EQ(ask({.space = Space::run}), "s1/r:1 s2/r:1");
    EXPECT_EQ(ask_pages({.space = Space::run, .limit = 1}), "s1/r:1 | s2/r:1");
}

TEST_F(ListingTest, EventsWithoutASessionCountWhereTheirRunBelongs) {
    tell(1, "log", R"("run":"r1","agent":"early","correlation":"c")");
    tell(2, "log", R"("run":"r2","session":"other")");
    tell(3, "log", R"("run":"r1","session":"s1","agent":"late")");
    tell(4, "log", R"("run":"r1","session":"s2")");
    tell(5, "log", R"("run":"alone")");
    // Counted from its loose event on, s1 is older than other.
    EXPECT_EQ(ask({}), "s2:1 other:1 s1:2");
    EXPECT_EQ(ask_pages({.limit = 1}), "s2:1 | other:1 | s1:2");
    EXPECT_EQ(ask({.space = Space::run}), "/alone:1 s2/r1:1 other/r2:1 s1/r1:2");
    EXPECT_EQ(ask_pages({.space = Space::run, .limit = 3}),
              "/alone:1 s2/r1:1 other/r2:1 | s1/r1:2");
    EXPECT_NE(json(Space::session).find(R"("id":"s1","first":"2026-02-23T10:00:01Z")"),
              std::string::npos);
    EXPECT_NE(json(Space::session).find(R"("agents":["early","late"])"), std::string::npos);
    EXPECT_NE(json(Space::correlation).find(R"("sessions":["s1"])"), std::string::npos);
}

TEST_F(ListingTest, RunsThatNameNoSessionAnywhereStandAlone) {
    tell(1, "log", R"("run":"alone")");
    tell(2, "log", R"("session":"s1")");
    EXPECT_EQ(ask({}), "s1:1");
    EXPECT_EQ(ask({.space = Space::run}), "s1/s1:1 /alone:1");
    EXPECT_NE(json(Space::run).find(R"("session":null,"status":null)"), std::string::npos);
}

TEST_F(ListingTest, ItTookFromTheFirstBeginningToTheLastEnd) {
    tell(1, "tool_call", R"("session":"s1","duration_ms":12700)");
    tell(2, "outcome", R"("session":"s1","fields":{"of":"e1"})");
    tell(3600, "outcome", R"("session":"s1","fields":{"of":"e0"})");
    EXPECT_NE(json(Space::session).find(R"("last":"2026-02-23T11:00:00Z","events":3)"),
              std::string::npos);
    EXPECT_NE(json(Space::session).find(R"("duration_ms":12700})"), std::string::npos);
    EXPECT_NE(text(Space::session).find("12.7s"), std::string::npos);
}

TEST_F(ListingTest, ARowWithoutTimesSaysNone) {
    tell_json(R"({"id":"x","kind":"thought","time":"1970-01-01T00:00:00Z","session":"s1",)"
              R"("flags":["time_derived"]})");
    EXPECT_NE(json(Space::session).find(R"("first":null,"last":null,)"), std::string::npos);
    EXPECT_NE(json(Space::session).find(R"("duration_ms":null})"), std::string::npos);
    tell(5, "thought", R"("session":"s1")");
    EXPECT_NE(json(Space::session)
                  .find(R"("first":"2026-02-23T10:00:05Z","last":"2026-02-23T10:00:05Z",)"),
              std::string::npos);
}

TEST_F(ListingTest, TokensThatAnEndStatesCountWhereNoCallSaysAny) {
    tell(1, "session_end", R"("session":"s1","fields":{"total_tokens":1500})");
    EXPECT_NE(json(Space::session).find(R"("tokens":1500,)"), std::string::npos);
    tell(1, "llm_call", R"("session":"s1","fields":{"prompt_tokens":3})");
    EXPECT_NE(json(Space::session).find(R"("tokens":3,)"), std::string::npos);
    tell(1, "log", R"("session":"s2")");
    EXPECT_NE(json(Space::session).find(R"("tokens":0,)"), std::string::npos);
    tell(1, "llm_call", R"("session":"s2")");
    EXPECT_NE(json(Space::session).find(R"("tokens":null,)"), std::string::npos);
}

TEST_F(ListingTest, JsonSaysAllThatIsKnownInTheOrderOfTheContract) {
    tell(0, "session_start",
         R"("session":"s1","run":"r1","agent":"b","fields":{"goal":"ship \"it\""})");
    tell(1, "llm_call",
         R"("session":"s1","run":"r1","agent":"a","correlation":"c1",)"
         R"("fields":{"prompt_tokens":3,"completion_tokens":4.5})");
    tell(2, "error", R"("session":"s1","run":"r1","agent":"a")");
    tell(3, "tool_call", R"("session":"s1","run":"r1","fields":{"call_id":"x","error":"no"})");
    tell(4, "observation",
         R"("session":"s1","run":"r1","fields":{"call_id":"x","status":"error"})");
    tell(5, "session_end", R"("session":"s1","run":"r1","fields":{"status":"failure"})");
    const std::string all =
        R"("first":"2026-02-23T10:00:00Z","last":"2026-02-23T10:00:05Z",)"
        R"("events":6,)"
        R"("kinds":{"error":1,"llm_call":1,"observation":1,"session_end":1,"session_start":1,)"
        R"("tool_call":1},"agents":["a","b"],"tokens":7.5,"errors":2,"goal":"ship \"it\"")";
    EXPECT_EQ(json(Space::session), "[{\"id\":\"s1\"," + all + ",\"duration_ms\":5000}]\n");
    EXPECT_EQ(json(Space::run),
              "[{\"id\":\"r1\"," + all +
                  R"(,"session":"s1","status":"failure","flags":[],"duration_ms":5000}])"
                  "\n");
    EXPECT_EQ(json(Space::correlation),
              R"([{"id":"c1","first":"2026-02-23T10:00:01Z","last":"2026-02-23T10:00:01Z",)"
              R"("events":1,"kinds":{"llm_call":1},"agents":["a"],"tokens":7.5,)"
              R"("errors":0,"goal":null,"sessions":["s1"],"duration_ms":null}])"
              "\n");
}

TEST_F(ListingTest, APageOfJsonNamesTheNext) {
    EXPECT_EQ(json(Space::session), "[]\n");
    EXPECT_EQ(json(Space::agent, ListForm::page), "{\"agents\":[],\"next\":null}\n");
    tell(1, "log", R"("agent":"a")");
    tell(2, "log", R"("agent":"b")");
    const std::string page = json(Space::agent, ListForm::page, 1);
    EXPECT_TRUE(page.starts_with(R"({"agents":[{"id":"b",)")) << page;
    EXPECT_NE(page.find(R"(}],"next":")"), std::string::npos) << page;
}

TEST_F(ListingTest, WhatMakesNoSenseIsRefused) {
    EXPECT_EQ(ask({.space = Space::kind}), "! there is no list of these");
    EXPECT_EQ(ask({.cursor = "?"}), "! the cursor is not one of this list");
    tell(1, "log", R"("session":"s1","agent":"a")");
    tell(1, "log", R"("session":"s2","agent":"b")");
    ask({.limit = 1});
    ASSERT_TRUE(next_);
    EXPECT_EQ(ask({.space = Space::agent, .cursor = *next_}),
              "! the cursor is not one of this list");
}

TEST_F(ListingTest, TextIsATableThatSaysHowManyItLeftOut) {
    tell(0, "session_start",
         R"("session":"s1","agent":"planner","fields":{"goal":"find a price"})");
    tell(95, "llm_call", R"("session":"s1","agent":"critic","fields":{"total_tokens":1200})");
    tell(100, "error", R"("session":"s2","agent":"planner")");
    EXPECT_EQ(
        text(Space::session),
        "SESSION  FIRST                   TOOK  EVENTS  ERRORS  TOKENS  AGENTS           GOAL\n"
        "s2       2026-02-23 10:01:40Z       -       1       1       -  planner\n"
        "s1       2026-02-23 10:00:00Z  1m 35s       2       0    1200  critic, planner"
        "  find a price\n");
    EXPECT_EQ(text(Space::session, 1),
              "SESSION  FIRST                 TOOK  EVENTS  ERRORS  TOKENS  AGENTS\n"
              "s2       2026-02-23 10:01:40Z     -       1       1       -  planner\n"
              "1 more: --limit 2\n");
    EXPECT_EQ(text(Space::correlation), "No correlations.\n");
}

TEST_F(ListingTest, LongTextStaysWholeAndControlsDoNotAct) {
    const std::string goal(500, 'g');
    tell(0, "session_start",
         fmt::format(R"("session":"{}","agent":"\u001b[2J","fields":)"
                     R"({{"goal":"{}"}})",
                     std::string(300, 's'), goal));
    const std::string table = text(Space::session);
    EXPECT_EQ(table.find('\x1b'), std::string::npos);
    EXPECT_NE(table.find(std::string(300, 's') + "  2026"), std::string::npos) << table;
    EXPECT_NE(table.find("  " + goal + "\n"), std::string::npos) << table;
}

TEST_F(ListingTest, GoalIsToldByItsFirstLineThatSaysSomething) {
    tell(0, "session_start", R"("session":"s1","fields":{"goal":"\n\nfind a price\nand more"})");
    EXPECT_NE(text(Space::session).find("  find a price\n"), std::string::npos);
}

TEST_F(ListingTest, TableFitsTheTerminal) {
    const std::string goal(500, 'g');
    for (const std::string end : {"1", "2"}) {
        tell(0, "session_start",
             fmt::format(R"("session":"01997ea4-a70d-7da3-8c20-c736db82a7c5:{}","agent":"planner",)"
                         R"("fields":{{"goal":"{}"}})",
                         end, goal));
    }
    for (const std::size_t columns : {200U, 120U, 80U, 60U}) {
        const LayoutScope scope({.columns = columns});
        const std::string table = text(Space::session);
        std::size_t line = 0;
        for (std::size_t at = 0; at < table.size(); at = line + 1) {
            line = table.find('\n', at);
            EXPECT_LE(width(table.substr(at, line - at)), columns) << table;
        }
        EXPECT_NE(table.find("82a7c5:1  2026"), std::string::npos) << table;
        EXPECT_NE(table.find("82a7c5:2  2026"), std::string::npos) << table;
        EXPECT_NE(table.find("ggg…\n"), std::string::npos) << table;
        EXPECT_EQ(table.find("Not shown: AGENTS") != std::string::npos, columns <= 80) << table;
    }
}

TEST_F(ListingTest, ManyRowsAreReadInSteps) {
    Batch batch;
    for (int i = 0; i < 2'500; ++i) {
        batch.events.push_back(
            {*Event::parse(fmt::format(
                 R"({{"id":"{0}","kind":"log","time":"2026-02-23T10:00:00Z","agent":"a{0}"}})", i)),
             1});
    }
    ASSERT_TRUE(store_->append(batch));
    const std::string all = ask({.space = Space::agent, .limit = 0});
    EXPECT_EQ(std::count(all.begin(), all.end(), ':'), 2'500);
    EXPECT_NE(text(Space::agent, 7).find("\n2493 more: --limit 2500\n"), std::string::npos);
}

}  // namespace
}  // namespace hence
