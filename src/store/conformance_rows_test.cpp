// What is kept beside the events, on every backend: summary rows, names, and the quarantine.
#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/hash.h"
#include "store/conformance_for_test.h"
#include "store/memory/quarantine.h"

namespace hence {
namespace {

std::string described(const Summary& row) {
    std::string kinds;
    for (const auto& [kind, count] : row.kinds) {
        kinds += fmt::format(" {}={}", kind, count);
    }
    std::string agents;
    for (const auto& [agent, count] : row.agents) {
        agents += " " + agent;
    }
    std::string sessions;
    for (const auto& [session, count] : row.sessions) {
        sessions += " " + session;
    }
    return fmt::format(
        "{}/{} {}..{} took {}..{} {} events, {} with parent,{}; agents{}; sessions{}; {} tokens, "
        "{} stated, {} "
        "errors, goal {}, status {}",
        row.id, row.session, to_string(row.first), to_string(row.last),
        row.begin ? to_string(*row.begin) : "-", row.end ? to_string(*row.end) : "-", row.events,
        row.with_parent, kinds, agents, sessions, row.tokens.value_or(-1),
        row.tokens_stated.value_or(-1), row.errors, row.goal ? row.goal->second : "-",
        row.status ? row.status->second : "-");
}

class RowsTest : public StoreTest {
protected:
    // The rows of a space, newest first: "s2 s1". A run comes with its session, "r/s".
    std::string rows(Space space, std::size_t limit = 100) const {
        return names(store_->summaries(space, nullptr, limit).take());
    }

    static std::string names(const std::vector<Summary>& rows) {
        std::string line;
        for (const Summary& row : rows) {
            line += (line.empty() ? "" : " ") + row.id;
            line += row.session.empty() ? "" : "/" + row.session;
        }
        return line;
    }

    std::string row(Space space, std::string_view id, std::string_view session = {}) const {
        const std::optional<Summary> found = store_->summary(space, id, session).take();
        return found ? described(*found) : "none";
    }

    std::uint64_t errors(Space space, std::string_view id, std::string_view session = {}) const {
        return store_->summary(space, id, session).take().value_or(Summary{}).errors;
    }

    std::string like(Space space, std::string_view part, std::size_t limit = 100) const {
        std::string line;
        for (const std::string& name : store_->names_like(space, part, limit).take()) {
            line += (line.empty() ? "" : " ") + name;
        }
        return line;
    }

    // The quarantine: "1 story:2 conflict x1".
    std::string refused(std::uint64_t after_n = 0, std::size_t limit = 100) const {
        std::string line;
        for (const QuarantineRow& row : store_->quarantine(after_n, limit).take()) {
            EXPECT_EQ(row.bytes, "");
            line += fmt::format("{}{} {}:{} {} x{}", line.empty() ? "" : ", ", row.n, row.source,
                                row.line, row.reason, row.count);
        }
        return line;
    }
};

INSTANTIATE_TEST_SUITE_P(Backends, RowsTest, testing::ValuesIn(backends()), backend_name);

TEST_P(RowsTest, ARowAddsUpItsEvents) {
    tell({event_json("a", "10:00:05Z",
                     R"("kind":"session_start","session":"s","run":"r","fields":{"goal":"late"})"),
          event_json("b", "10:00:01.50Z",
                     R"("kind":"session_start","session":"s","agent":"y","fields":{"goal":"win"})"),
          event_json("c", "10:00:02Z",
                     R"("kind":"llm_call","session":"s","agent":"x","parent":"b",)"
                     R"("correlation":"c","fields":{"total_tokens":12})")});
    tell({event_json("d", "12:00:09.0+02:00",
                     R"("kind":"llm_call","session":"s","agent":"x","run":"r",)"
                     R"("fields":{"prompt_tokens":3,"completion_tokens":4})"),
          event_json("e", "10:00:03Z", R"("kind":"error","session":"t","correlation":"c")"),
          event_json("f", "10:00:08Z",
                     R"("kind":"session_end","session":"s","fields":{"status":"success"})"),
          event_json("g", "10:00:07Z",
                     R"("kind":"session_end","session":"s","fields":{"status":"failure"})")});
    reopen();
    EXPECT_EQ(row(Space::session, "s"),
              "s/ 2026-02-23T10:00:01.50Z..2026-02-23T10:00:09.0Z "
              "took 2026-02-23T10:00:01.50Z..2026-02-23T10:00:09.0Z 6 events, 1 with parent, "
              "llm_call=2 session_end=2 session_start=2; agents x y; sessions s; 19 tokens, -1 "
              "stated, 0 "
              "errors, goal win, status success");
    EXPECT_EQ(row(Space::run, "r", "s"),
              "r/s 2026-02-23T10:00:05Z..2026-02-23T10:00:09.0Z "
              "took 2026-02-23T10:00:05Z..2026-02-23T10:00:09.0Z 2 events, 0 with parent, "
              "llm_call=1 session_start=1; agents x; sessions s; 7 tokens, -1 stated, 0 errors, "
              "goal late, "
              "status -");
    EXPECT_EQ(
        row(Space::correlation, "c"),
        "c/ 2026-02-23T10:00:02Z..2026-02-23T10:00:03Z "
        "took 2026-02-23T10:00:02Z..2026-02-23T10:00:03Z 2 events, 1 with parent, error=1 "
        "llm_call=1; agents x; sessions s t; 12 tokens, -1 stated, 1 errors, goal -, status -");
    EXPECT_EQ(row(Space::agent, "y"),
              "y/ 2026-02-23T10:00:01.50Z..2026-02-23T10:00:01.50Z "
              "took 2026-02-23T10:00:01.50Z..2026-02-23T10:00:01.50Z 1 events, 0 with parent, "
              "session_start=1; agents y; sessions s; -1 tokens, -1 stated, 0 errors, goal win, "
              "status -");
}

TEST_P(RowsTest, WhatIsRareIsNeverDeniedOnceItWasTold) {
    struct Told {
        Rare rare;
        std::string members;
    };
    const std::vector<Told> all = {
        {Rare::loose_run, R"("run":"r")"},
        {Rare::derived_session, R"("session":"q","run":"q","flags":["session_derived"])"},
        {Rare::lineage, R"("kind":"session_fork","session":"s")"},
        {Rare::delegation, R"("kind":"delegation","session":"s")"},
        {Rare::graph_node, R"("kind":"graph_node","session":"s")"},
    };
    tell({event_json("plain", "10:00:00Z", R"("session":"s","run":"r")")});
    for (std::size_t i = 0; i < all.size(); ++i) {
        // A store that takes no notes may have everything.
        if (std::string_view(GetParam().name) != "postgres") {
            EXPECT_FALSE(store_->may_have(all[i].rare)) << i;
        }
        tell({event_json("rare" + std::to_string(i), "10:00:01Z", all[i].members)});
        EXPECT_TRUE(store_->may_have(all[i].rare)) << i;
    }
    reopen();
    for (const Told& told : all) {
        EXPECT_TRUE(store_->may_have(told.rare)) << told.members;
    }
}

TEST_P(RowsTest, WhatIsNotThereHasNoRow) {
    tell({event_json("a", "10:00:00Z", R"("session":"s","run":"r")")});
    EXPECT_EQ(row(Space::session, "t"), "none");
    EXPECT_EQ(row(Space::session, ""), "none");
    EXPECT_EQ(row(Space::run, "r"), "none");
    EXPECT_EQ(row(Space::run, "r", "t"), "none");
    EXPECT_EQ(row(Space::session, "s", "s"), "none");
    EXPECT_EQ(rows(Space::agent), "");
    EXPECT_EQ(rows(Space::correlation), "");
    EXPECT_EQ(rows(Space::loose_run), "");
}

TEST_P(RowsTest, OtherSpacesHaveNoRowsAndSaySo) {
    for (const Space space : {Space::kind, Space::parent, Space::decision_type}) {
        EXPECT_EQ(store_->summaries(space, nullptr, 1).error().code, Code::invalid);
        EXPECT_EQ(store_->summary(space, "x").error().code, Code::invalid);
        EXPECT_EQ(store_->names_like(space, "x", 1).error().code, Code::invalid);
    }
    EXPECT_EQ(store_->summaries(Space::all, nullptr, 1).error().code, Code::invalid);
    EXPECT_EQ(store_->summary(Space::all, "").error().code, Code::invalid);
}

TEST_P(RowsTest, NewestFirstThenById) {
    tell({event_json("a", "10:00:02Z", R"("session":"s2")"),
          event_json("b", "10:00:02.0Z", R"("session":"s1")"),
          event_json("c", "10:00:03Z", R"("session":"s0")"),
          event_json("d", "10:00:09Z", R"("session":"s3")")});
    EXPECT_EQ(rows(Space::session), "s3 s0 s1 s2");
    EXPECT_EQ(rows(Space::session, 3), "s3 s0 s1");
    EXPECT_EQ(rows(Space::session, 0), "");
    // A row moves when an earlier event of it arrives, and not for a later one.
    tell({event_json("e", "10:00:01Z", R"("session":"s3")"),
          event_json("f", "10:00:30Z", R"("session":"s2")")});
    reopen();
    EXPECT_EQ(rows(Space::session), "s0 s1 s2 s3");
}

TEST_P(RowsTest, ARunIsOfItsSession) {
    tell({event_json("a", "10:00:00Z", R"("run":"r","session":"s2")"),
          event_json("b", "10:00:00Z", R"("run":"r","session":"s1")"),
          event_json("c", "10:00:01Z", R"("run":"r")"),
          event_json("d", "10:00:02Z", R"("run":"r","session":"s1")")});
    EXPECT_EQ(rows(Space::run), "r r/s1 r/s2");
    EXPECT_EQ(store_->summary(Space::run, "r", "s1").take()->events, 2U);
    EXPECT_EQ(store_->summary(Space::run, "r", "").take()->events, 1U);
    EXPECT_EQ(rows(Space::loose_run), "r");
    EXPECT_EQ(store_->summary(Space::loose_run, "r").take()->events, 1U);
}

TEST_P(RowsTest, ARunKnowsItsSessionsAndASessionItsRuns) {
    const std::string longer(300, 'r');
    tell({event_json("a", "10:00:00Z", R"("run":"r","session":"s2")"),
          event_json("b", "10:00:00Z", R"("run":"r","session":"s")"),
          event_json("c", "10:00:01Z", R"("run":"r")"),
          event_json("d", "10:00:02Z", R"("run":"rr","session":"s")"),
          event_json("e", "10:00:03Z", R"("run":")" + longer + R"(","session":"s")"),
          event_json("f", "10:00:04Z", R"("session":"s")")});
    const std::vector<Summary> rows = store_->rows_of_run("r").take();
    ASSERT_EQ(rows.size(), 3U);
    std::set<std::string> sessions;
    for (const Summary& row : rows) {
        sessions.insert(row.session);
        EXPECT_EQ(row.id, "r");
        EXPECT_EQ(row.events, 1U);
    }
    EXPECT_EQ(sessions, (std::set<std::string>{"", "s", "s2"}));
    std::vector<std::string> runs = store_->runs_of("s").take();
    std::ranges::sort(runs);
    EXPECT_EQ(runs, (std::vector<std::string>{"r", "rr", longer}));
    EXPECT_EQ(store_->runs_of("s2").take(), std::vector<std::string>{"r"});
    EXPECT_TRUE(store_->runs_of("nobody").take().empty());
    EXPECT_TRUE(store_->rows_of_run("nobody").take().empty());
}

TEST_P(RowsTest, PagesOfEverySizeAddUpToOneList) {
    for (int i = 0; i < 20; ++i) {
        tell({event_json("e" + std::to_string(i), fmt::format("10:00:0{}Z", i % 4),
                         fmt::format(R"("run":"r{}","session":"s{}")", i % 7, i % 3))});
    }
    const std::string whole = rows(Space::run);
    for (std::size_t size = 1; size <= 21; ++size) {
        std::vector<Summary> pages;
        while (true) {
            const Summary* const after = pages.empty() ? nullptr : &pages.back();
            const std::vector<Summary> page = store_->summaries(Space::run, after, size).take();
            if (page.empty()) {
                break;
            }
            EXPECT_LE(page.size(), size);
            pages.insert(pages.end(), page.begin(), page.end());
        }
        EXPECT_EQ(names(pages), whole) << "pages of " << size;
    }
}

TEST_P(RowsTest, AFailedCallCountsOnceAsOneEventOrTwo) {
    const std::string in = R"("session":"s","run":"r","agent":"x","correlation":"c")";
    const auto call = [&](std::string_view id, std::string_view kind, std::string_view fields) {
        return event_json(id, "10:00:00Z",
                          fmt::format(R"("kind":"{}",{},"fields":{{{}}})", kind, in, fields));
    };
    tell({call("a", "tool_call", R"("call_id":"1","status":"error")")});
    tell({call("b", "observation", R"("call_id":"1","status":"error")")});
    EXPECT_EQ(errors(Space::session, "s"), 1U);
    tell({call("c", "observation", R"("call_id":"2","error":"no")"),
          call("d", "tool_call", R"("call_id":"2","error":"no")"),
          call("e", "tool_call", R"("call_id":"3")")});
    EXPECT_EQ(errors(Space::session, "s"), 2U);
    tell({call("f", "tool_call", R"("error":"no")"), call("g", "tool_call", R"("error":"no")")});
    reopen();
    tell({call("h", "tool_call", R"("call_id":"1","status":"error")")});
    for (const Space space : {Space::session, Space::agent, Space::correlation}) {
        EXPECT_EQ(errors(space, space == Space::session ? "s"
                                : space == Space::agent ? "x"
                                                        : "c"),
                  4U);
    }
    EXPECT_EQ(errors(Space::run, "r", "s"), 4U);
}

TEST_P(RowsTest, FailedCallsOfTwoSessionsAreTwo) {
    const std::string failed = R"("kind":"tool_call","correlation":"c","fields":{"call_id":"1",)"
                               R"("status":"error"},"session":)";
    tell({event_json("a", "10:00:00Z", failed + R"("s")"),
          event_json("b", "10:00:00Z", failed + R"("t")")});
    EXPECT_EQ(errors(Space::correlation, "c"), 2U);
    EXPECT_EQ(errors(Space::session, "s"), 1U);
}

TEST_P(RowsTest, RefusedAndRepeatedEventsCountNowhere) {
    const std::string first = event_json("a", "10:00:00Z", R"("session":"s","kind":"error")");
    tell({first, first, event_json("a", "09:00:00Z", R"("session":"s")"),
          event_json("a", "10:00:00Z", R"("session":"t")")});
    tell({first});
    EXPECT_EQ(rows(Space::session), "s");
    EXPECT_EQ(store_->summary(Space::session, "s").take()->events, 1U);
    EXPECT_EQ(errors(Space::session, "s"), 1U);
}

TEST_P(RowsTest, NamesAreFoundByTheirBeginningOrEnd) {
    tell({event_json("ab", "10:00:00Z", R"("session":"one","run":"r1","agent":"ann")"),
          event_json("ba", "10:00:01Z", R"("session":"two","run":"r1")"),
          event_json("aa", "10:00:02Z", R"("session":"one","run":"r2")"),
          event_json("b", "10:00:03Z", R"("run":"r1","correlation":"r1x")"),
          event_json("éa", "10:00:03Z")});
    reopen();
    EXPECT_EQ(like(Space::all, "a"), "aa ab ba éa");
    EXPECT_EQ(like(Space::all, "b"), "ab b ba");
    EXPECT_EQ(like(Space::all, "ab"), "ab");
    EXPECT_EQ(like(Space::all, "abc"), "");
    EXPECT_EQ(like(Space::all, "a", 2), "aa ab");
    EXPECT_EQ(like(Space::all, "b", 2), "ab b");
    EXPECT_EQ(like(Space::all, "a", 0), "");
    EXPECT_EQ(like(Space::all, ""), "aa ab b ba éa");
    EXPECT_EQ(like(Space::all,
                   "\xa9"
                   "a"),
              "éa");
    EXPECT_EQ(like(Space::session, "o"), "one two");
    EXPECT_EQ(like(Space::session, "n"), "");
    EXPECT_EQ(like(Space::run, "r"), "r1 r2");
    EXPECT_EQ(like(Space::run, "1"), "r1");
    EXPECT_EQ(like(Space::run, "r", 1), "r1");
    EXPECT_EQ(like(Space::agent, "an"), "ann");
    EXPECT_EQ(like(Space::correlation, "1x"), "r1x");
    EXPECT_EQ(like(Space::loose_run, "r"), "r1");
}

TEST_P(RowsTest, WhatWasRefusedIsKeptAsItCame) {
    const std::string junk("{\"id\":\"a\0\xff", 10);
    tell({event_json("a", "10:00:00Z"), junk, event_json("a", "10:00:01Z")});
    tell({outcome_json("o", "a"), outcome_json("p", "a")});
    reopen();
    EXPECT_EQ(refused(),
              "1 story:2 not an event x1, 2 story:3 conflict x1, "
              "3 story:2 outcome_exists x1");
    const QuarantineRow first = store_->quarantined(1).take();
    EXPECT_EQ(first.bytes, junk);
    EXPECT_EQ(first.size, junk.size());
    EXPECT_EQ(first.sha256, sha256_hex(junk));
    EXPECT_EQ(first.reason, "not an event");
    EXPECT_EQ(store_->quarantined(3)->bytes, Event::parse(outcome_json("p", "a"))->to_json());
}

TEST_P(RowsTest, ARejectedEventIsKeptInTheBytesItCameIn) {
    tell({event_json("a", "10:00:00Z")});
    const std::string came = " " + event_json("a", "10:00:01Z") + "\r";
    Batch given = batch({came});
    given.events[0].bytes = came;
    append(given);
    EXPECT_EQ(store_->quarantined(1)->bytes, came);
}

TEST_P(RowsTest, WithinABatchWhatCouldNotBeReadComesFirst) {
    tell({event_json("a", "10:00:00Z"), event_json("a", "10:00:01Z"), "junk"});
    EXPECT_EQ(refused(), "1 story:3 not an event x1, 2 story:2 conflict x1");
}

TEST_P(RowsTest, TheSameFromThereForThatReasonIsOneRow) {
    const std::string other = event_json("a", "10:00:01Z");
    tell({event_json("a", "10:00:00Z"), other, "junk", "junk"});
    EXPECT_EQ(tell({"x", "", "junk", other, other}), "0 new, 5 refused: conflict a, conflict a");
    reopen();
    tell({"junk"});
    EXPECT_EQ(refused(),
              "1 story:3 not an event x4, 2 story:2 conflict x3, "
              "3 story:1 not an event x1, 4 story:2 not an event x1");
    Batch given;
    given.refused.push_back({"elsewhere", 7, "not an event", "junk"});
    given.refused.push_back({"story", 8, "not a line", "junk"});
    append(given);
    EXPECT_EQ(refused(4), "5 elsewhere:7 not an event x1, 6 story:8 not a line x1");
    EXPECT_EQ(store_->quarantined(1)->count, 4U);
}

TEST_P(RowsTest, TheQuarantineIsPaged) {
    tell({"a", "b", "c", "d"});
    EXPECT_EQ(refused(0, 2), "1 story:1 not an event x1, 2 story:2 not an event x1");
    EXPECT_EQ(refused(3, 2), "4 story:4 not an event x1");
    EXPECT_EQ(refused(4, 2), "");
    EXPECT_EQ(refused(~std::uint64_t{0}, 2), "");
    EXPECT_EQ(refused(0, 0), "");
}

TEST_P(RowsTest, AnUnknownNumberIsNotFound) {
    tell({"a"});
    for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{2}, ~std::uint64_t{0}}) {
        const Result<QuarantineRow> row = store_->quarantined(n);
        ASSERT_FALSE(row);
        EXPECT_EQ(row.error().code, Code::not_found);
    }
}

TEST_P(RowsTest, WhatIsReleasedIsNoLongerListedAndStillThere) {
    tell({"a", "b", "c"});
    Batch given = batch({event_json("x", "10:00:00Z")});
    given.released = {2, 99};
    append(given);
    reopen();
    EXPECT_EQ(refused(), "1 story:1 not an event x1, 3 story:3 not an event x1");
    EXPECT_EQ(refused(0, 2), "1 story:1 not an event x1, 3 story:3 not an event x1");
    EXPECT_EQ(store_->quarantined(2)->bytes, "b");
    EXPECT_EQ(found("x"), Event::parse(event_json("x", "10:00:00Z"))->to_json());
    tell({"d"});
    EXPECT_EQ(refused(3), "4 story:1 not an event x1");
}

TEST_P(RowsTest, WhatIsRefusedAgainAfterItsReleaseIsListedAgain) {
    tell({"a", "b"});
    Batch given;
    given.released = {1};
    append(given);
    EXPECT_EQ(refused(), "2 story:2 not an event x1");
    tell({"z", "a"});
    EXPECT_EQ(refused(),
              "1 story:1 not an event x2, 2 story:2 not an event x1, "
              "3 story:1 not an event x1");
}

TEST_P(RowsTest, WhatABatchBothReleasesAndRefusesStaysListed) {
    tell({"a", "b"});
    Batch given = batch({"a"});
    given.released = {1, 2};
    append(given);
    reopen();
    EXPECT_EQ(refused(), "1 story:1 not an event x2");
}

TEST_P(RowsTest, AFailedCheckReleasesNothing) {
    tell({"a"});
    Batch given;
    given.released = {1};
    const Check no = [](const Store&) -> Result<void> { return Error{Code::invalid, "no"}; };
    EXPECT_FALSE(store_->append(given, no));
    EXPECT_EQ(refused(), "1 story:1 not an event x1");
}

TEST_P(RowsTest, TheFirst16MiBAreKeptWithTheSizeAndHashOfTheWhole) {
    const std::string exact(quarantine_bytes_max, 'x');
    const std::string more = exact + "y";
    Batch given;
    given.refused.push_back({"story", 1, "too long", exact});
    given.refused.push_back({"story", 2, "too long", more});
    given.refused.push_back({"story", 3, "too long", exact + "z"});
    append(given);
    reopen();
    EXPECT_EQ(refused(), "1 story:1 too long x1, 2 story:2 too long x1, 3 story:3 too long x1");
    const QuarantineRow row = store_->quarantined(2).take();
    EXPECT_EQ(row.size, more.size());
    EXPECT_EQ(row.sha256, sha256_hex(more));
    EXPECT_TRUE(row.bytes == exact);
    EXPECT_TRUE(store_->quarantined(1)->bytes == exact);
}

}  // namespace
}  // namespace hence
