#include "views/lists/listing_filter.h"

#include <algorithm>
#include <random>
#include <vector>

#include "views/lists/names.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class ListingFilterTest : public ToldLog {
protected:
    // Names of the rows, "a b"; of all pages, "a | b".
    std::string ask(ListingRequest request) {
        std::string pages;
        while (true) {
            Result<Listing> listing = list(*store_, request);
            if (!listing) {
                return "! " + listing.error().message;
            }
            while (const std::optional<Summary> row = listing->next().take()) {
                pages += (pages.empty() || pages.back() == ' ' ? "" : " ") + row->id;
            }
            if (!listing->next_page()) {
                return pages;
            }
            request.cursor = *listing->next_page();
            pages += " | ";
        }
    }
    std::string sessions(const ListingFilter& filter) { return ask({.filter = filter}); }
    std::string runs(const ListingFilter& filter) {
        return ask({.space = Space::run, .filter = filter});
    }
    std::string text(const ListingRequest& request) {
        Result<Listing> listing = list(*store_, request);
        EXPECT_TRUE(listing);
        std::string out;
        EXPECT_TRUE(listing->write_text(into(out)));
        return out;
    }
    std::string json(const ListingRequest& request) {
        Result<Listing> listing = list(*store_, request);
        EXPECT_TRUE(listing);
        std::string out;
        EXPECT_TRUE(listing->write_json(into(out), ListForm::page));
        return out;
    }
    static std::optional<Time> at(int second) { return parse_time(time_at(second)).take(); }
};

TEST_F(ListingFilterTest, EachFilterLetsPassWhatItNames) {
    tell(1, "session_start",
         R"("session":"s1","run":"r1","agent":"a","fields":{"goal":"Ship It"})");
    tell(4, "log", R"("session":"s1","run":"r1","agent":"B")");
    tell(2, "error", R"("session":"s2","run":"r2","agent":"b","correlation":"c1")");
    tell(3, "log", R"("session":"s3","run":"r3","correlation":"c1")");
    EXPECT_EQ(sessions({}), "s3 s2 s1");
    EXPECT_EQ(sessions({.agent = "B"}), "s1");
    EXPECT_EQ(sessions({.kind = "log"}), "s3 s1");
    EXPECT_EQ(sessions({.errors = true}), "s2");
    EXPECT_EQ(sessions({.correlation = "c1"}), "s3 s2");
    EXPECT_EQ(sessions({.correlation = "nowhere"}), "! correlation \"nowhere\" was never recorded");
    EXPECT_EQ(sessions({.agent = "nobody"}), "! agent \"nobody\" was never recorded");
    EXPECT_EQ(sessions({.agent = "b", .kind = "log"}), "");
    EXPECT_EQ(runs({.correlation = "c1"}), "r3 r2");
    EXPECT_EQ(sessions({.text = "ship"}), "s1");
    EXPECT_EQ(sessions({.text = "b"}), "s2 s1");
    EXPECT_EQ(sessions({.text = "S3"}), "s3");
    EXPECT_EQ(runs({.text = "R3"}), "r3");
    EXPECT_EQ(sessions({.kind = "log", .correlation = "c1"}), "s3");
}

TEST_F(ListingFilterTest, TimesLetPassWhatOverlapsThem) {
    tell(1, "log", R"("session":"long")");
    tell(9, "log", R"("session":"long")");
    tell(4, "log", R"("session":"short")");
    EXPECT_EQ(sessions({.from = at(5)}), "long");
    EXPECT_EQ(sessions({.from = at(4)}), "short long");
    EXPECT_EQ(sessions({.to = at(3)}), "long");
    EXPECT_EQ(sessions({.from = at(2), .to = at(3)}), "long");
    EXPECT_EQ(sessions({.from = at(10)}), "");
}

TEST_F(ListingFilterTest, ANextPageIsNamedOnlyWhereAnotherRowFits) {
    for (int second = 0; second < 3'000; ++second) {
        tell(second, second % 1'000 == 0 ? "error" : "log",
             fmt::format(R"("session":"s{}")", second));
    }
    EXPECT_EQ(ask({.limit = 2, .filter = {.errors = true}}), "s2000 s1000 | s0");
    EXPECT_EQ(ask({.limit = 3, .filter = {.errors = true}}), "s2000 s1000 s0");
    EXPECT_EQ(ask({.limit = 0, .filter = {.errors = true}}), "s2000 s1000 s0");
    const std::string table = text({.limit = 1, .filter = {.errors = true}});
    EXPECT_TRUE(table.ends_with("\n2 more: --limit 3\n")) << table;
    EXPECT_EQ(text({.filter = {.kind = "thought"}}), "No sessions.\n");
}

TEST_F(ListingFilterTest, EventsWithoutASessionCountWhereTheirRunBelongs) {
    tell(1, "error", R"("run":"r1","agent":"loose","correlation":"c")");
    tell(2, "log", R"("run":"r1","session":"s1")");
    tell(3, "log", R"("run":"r2","session":"s2")");
    EXPECT_EQ(sessions({.agent = "loose"}), "s1");
    EXPECT_EQ(sessions({.errors = true}), "s1");
    EXPECT_EQ(sessions({.to = at(1)}), "s1");
    EXPECT_EQ(sessions({.correlation = "c"}), "s1");
    EXPECT_EQ(runs({.correlation = "c"}), "r1");
}

TEST_F(ListingFilterTest, SessionsThatStandInForAnotherCountThere) {
    tell(1, "error",
         R"("session":"t","run":"t","agent":"x","correlation":"c","flags":["session_derived"])");
    tell(2, "log", R"("session":"chat","run":"t")");
    tell(3, "log", R"("session":"u","run":"u","agent":"x","flags":["session_derived"])");
    EXPECT_EQ(sessions({.agent = "x"}), "u chat");
    EXPECT_EQ(sessions({.errors = true}), "chat");
    EXPECT_EQ(runs({.errors = true}), "t");
    EXPECT_EQ(sessions({.correlation = "c"}), "chat");
    EXPECT_EQ(sessions({.text = "t"}), "chat");
}

TEST_F(ListingFilterTest, WhatMakesNoSenseIsRefused) {
    EXPECT_EQ(sessions({.kind = "Log"}), "! \"Log\" is no kind");
    EXPECT_EQ(sessions({.text = std::string(1'025, 'x')}),
              "! the text to look for is longer than 1024 bytes");
    EXPECT_EQ(ask({.space = Space::agent, .filter = {.text = "x"}}), "! agents have no filters");
    EXPECT_EQ(ask({.space = Space::correlation, .status = true}), "! correlations have no filters");
    tell(1, "log", R"("correlation":"c-one","session":"s")");
    tell(1, "log", R"("correlation":"c-two","session":"s")");
    EXPECT_EQ(sessions({.correlation = "c-"}).substr(0, 2), "! ");
    EXPECT_EQ(sessions({.correlation = "c-o"}), "s");
}

TEST_F(ListingFilterTest, StatusIsTheLastOneGivenAndOutcomesAreCounted) {
    tell(1, "decision", R"("session":"s","run":"r")");
    tell(2, "decision", R"("session":"s","run":"r")");
    tell(3, "session_end", R"("session":"s","run":"r","fields":{"status":"failure"})");
    tell(4, "session_end", R"("session":"s","run":"q","fields":{"status":"success"})");
    tell(5, "outcome", R"("session":"s","run":"r","fields":{"of":"e1","correct":true})");
    tell(6, "outcome", R"("session":"s","run":"q","fields":{"of":"e2","correct":null})");
    tell(7, "log", R"("session":"bare","run":"b")");
    const std::string rows = json({.status = true});
    EXPECT_NE(rows.find(R"("goal":null,"status":null,"outcomes":{"correct":0,"incorrect":0,)"
                        R"("unknown":0},"duration_ms":null},{"id":"s")"),
              std::string::npos)
        << rows;
    EXPECT_TRUE(rows.ends_with(R"("goal":null,"status":"success","outcomes":{"correct":1,)"
                               R"("incorrect":0,"unknown":1},"duration_ms":3000}],"next":null})"
                               "\n"))
        << rows;
    const std::string of_runs = json({.space = Space::run, .status = true});
    EXPECT_NE(of_runs.find(R"("session":"s","status":"failure","flags":[],"outcomes":{"correct":1,)"
                           R"("incorrect":0,"unknown":0},"duration_ms":2000})"),
              std::string::npos)
        << of_runs;
    const std::string table = text({.status = true});
    EXPECT_NE(table.find("STATUS   OUTCOMES"), std::string::npos) << table;
    EXPECT_NE(table.find("success  +1 ?1"), std::string::npos) << table;
    EXPECT_EQ(text({}).find("STATUS"), std::string::npos);
}

TEST_F(ListingFilterTest, BehindManyRowsNothingIsMissedEither) {
    tell(1, "error", R"("session":"t","run":"t","agent":"x","flags":["session_derived"])");
    tell(2, "log", R"("session":"chat","run":"t")");
    tell(2, "log", R"("session":"alike","run":"alike","agent":"x")");
    Batch batch;
    for (int i = 0; i < 5'500; ++i) {
        batch.events.push_back(
            {*Event::parse(fmt::format(
                 R"({{"id":"{0}","kind":"log","time":"2026-02-23T11:00:00Z","session":"s{0}"}})",
                 i)),
             1});
    }
    ASSERT_TRUE(store_->append(batch));
    EXPECT_EQ(sessions({.errors = true}), "chat");
    EXPECT_EQ(sessions({.agent = "x"}), "alike chat");
    EXPECT_EQ(sessions({.text = "T"}), "chat");
}

TEST_F(ListingFilterTest, FiltersAgreeWithLookingAtEveryRow) {
    std::mt19937 random(11);
    const auto one = [&](const char* letter, unsigned count) {
        return fmt::format("{}{}", letter, random() % count);
    };
    for (int i = 0; i < 300; ++i) {
        std::string rest =
            fmt::format(R"("agent":"{}","correlation":"{}")", one("Ag", 5), one("c", 6));
        const std::string run = one("r", 40);
        if (random() % 5 == 0) {
            rest += fmt::format(R"(,"session":"{0}","run":"{0}","flags":["session_derived"])", run);
        } else if (random() % 5 > 0) {
            rest += fmt::format(R"(,"session":"{}","run":"{}")", one("s", 30), run);
        } else {
            rest += fmt::format(R"(,"run":"{}")", run);
        }
        tell(static_cast<int>(random() % 500), random() % 3 == 0 ? "error" : "log", rest);
    }
    for (const Space space : {Space::session, Space::run}) {
        std::vector<Summary> rows;
        Listing all = list(*store_, {.space = space, .limit = 0}).take();
        while (const std::optional<Summary> row = all.next().take()) {
            rows.push_back(*row);
        }
        for (int round = 0; round < 20; ++round) {
            ListingFilter filter;
            filter.agent = random() % 2 ? one("Ag", 6) : "";
            filter.errors = random() % 2 == 0;
            filter.kind = random() % 3 == 0 ? "error" : "";
            filter.text = random() % 2 ? fmt::format("{}", random() % 30) : "";
            filter.from = random() % 2 ? at(static_cast<int>(random() % 500)) : std::nullopt;
            filter.to = random() % 2 ? at(static_cast<int>(random() % 500)) : std::nullopt;
            std::string expected;
            for (const Summary& row : rows) {
                const auto has = [&](const std::string& text) {
                    return text.find(filter.text) != std::string::npos;
                };
                if ((filter.agent.empty() || row.agents.contains(filter.agent)) &&
                    (!filter.errors || row.errors > 0) &&
                    (filter.kind.empty() || row.kinds.contains(filter.kind)) &&
                    (!filter.from || row.last >= *filter.from) &&
                    (!filter.to || row.first <= *filter.to) &&
                    (has(row.id) || std::ranges::any_of(names_in(row.agents), has))) {
                    expected += (expected.empty() ? "" : " ") + row.id;
                }
            }
            const bool known = filter.agent.empty() ||
                               std::any_of(rows.begin(), rows.end(), [&](const Summary& row) {
                                   return row.agents.contains(filter.agent);
                               });
            if (!known) {
                continue;  // An agent that nobody recorded is refused.
            }
            ASSERT_EQ(ask({.space = space, .limit = 0, .filter = filter}), expected);
            std::string pages = ask({.space = space, .limit = 3 + random() % 20, .filter = filter});
            while (pages.find(" | ") != std::string::npos) {
                pages.replace(pages.find(" | "), 3, " ");
            }
            ASSERT_EQ(pages, expected);
        }
    }
}

}  // namespace
}  // namespace hence
