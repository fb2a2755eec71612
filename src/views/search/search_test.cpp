#include "hence/search.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "hence/similar.h"
#include "model/json/json.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class SearchTest : public ToldLog {
protected:
    void run_command(int second, std::string_view session, std::string_view agent,
                     std::string_view command) {
        std::string token;
        append_string(token, command);
        tell(second, "tool_call",
             fmt::format(R"("session":"{}","agent":"{}","fields":{{"tool_name":"Bash","args":)"
                         R"({{"command":{}}}}})",
                         session, agent, token));
    }

    SearchAnswer ask(SearchRequest request) {
        Result<SearchAnswer> answer = search(*store_, request);
        EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
        return answer ? std::move(answer).take() : SearchAnswer{};
    }

    static std::string ids(const SearchAnswer& answer) {
        std::string out;
        for (const SearchRow& row : answer.rows) {
            out += (out.empty() ? "" : " ") + std::string(row.event.id());
        }
        return out;
    }
};

TEST_F(SearchTest, TheNewestComeFirstAndPagesFollow) {
    for (int i = 0; i < 5; ++i) {
        run_command(i, "s", "coder", "make build");
    }
    const SearchAnswer first = ask({.text = "build", .limit = 2});
    EXPECT_EQ(ids(first), "e5 e4");
    EXPECT_EQ(first.matches, 5U);
    ASSERT_TRUE(first.next);
    const SearchAnswer second = ask({.text = "build", .limit = 2, .cursor = *first.next});
    EXPECT_EQ(ids(second), "e3 e2");
    EXPECT_EQ(second.matches, 5U);
    const SearchAnswer third = ask({.text = "build", .limit = 2, .cursor = *second.next});
    EXPECT_EQ(ids(third), "e1");
    EXPECT_FALSE(third.next);
}

TEST_F(SearchTest, AShellFragmentIsFoundAsItStandsElseTheDashLeavesOut) {
    run_command(1, "s", "coder", "rm -rf build && make");
    run_command(2, "s", "coder", "rm build");
    run_command(3, "s", "coder", "deploy to production");
    run_command(4, "s", "coder", "deploy to staging");
    const SearchAnswer fragment = ask({.text = "rm -rf build"});
    EXPECT_TRUE(fragment.fragment);
    EXPECT_EQ(ids(fragment), "e1");
    const SearchAnswer without = ask({.text = "deploy -staging"});
    EXPECT_FALSE(without.fragment);
    EXPECT_EQ(ids(without), "e3");
}

TEST_F(SearchTest, CountsCoverAllMatchesAndFiltersHold) {
    run_command(1, "s1", "coder", "cargo test");
    run_command(2, "s1", "tester", "cargo test");
    run_command(3, "s2", "coder", "cargo build");
    tell(4, "note", R"("session":"s2","fields":{"text":"cargo is slow"})");
    const SearchAnswer all = ask({.text = "cargo", .limit = 1});
    EXPECT_EQ(all.matches, 4U);
    ASSERT_EQ(all.by_session.size(), 2U);
    EXPECT_EQ(all.by_session[0].name, "s1");
    EXPECT_EQ(all.by_session[0].matches, 2U);
    ASSERT_EQ(all.by_tool.size(), 1U);
    EXPECT_EQ(all.by_tool[0].matches, 3U);
    ASSERT_EQ(all.by_day.size(), 1U);
    EXPECT_EQ(all.by_day[0].name, "2026-02-23");
    EventQuery of_coder;
    of_coder.agent = "coder";
    EXPECT_EQ(ids(ask({.text = "cargo", .filters = of_coder})), "e3 e1");
    EventQuery in_second;
    in_second.session = "s2";
    in_second.kinds = {"tool_call"};
    EXPECT_EQ(ids(ask({.text = "cargo", .filters = in_second})), "e3");
    EventQuery where;
    where.where = "fields.args.command = \"cargo build\"";
    EXPECT_EQ(ask({.text = "cargo", .filters = where}).matches, 1U);
}

// A log of several pieces and days, in no order of time, against a list of what it holds.
class LongSearchTest : public SearchTest {
protected:
    struct Told {
        std::string id;
        Time time;
        std::string session;
        std::string agent;
        std::string day;
    };

    void SetUp() override {
        Batch batch;
        for (int i = 0; i < 9'000; ++i) {
            const int turned = (i / 500 % 2 == 0 ? i : i + 2'000) % 9'000;
            const std::string day = fmt::format("2026-02-{:02}", 10 + turned / 2'500);
            const std::string time = fmt::format("{}T{:02}:{:02}:{:02}Z", day, turned / 120 % 20,
                                                 turned / 2 % 60, i % 60);
            const Told told{fmt::format("e{}", i), parse_time(time).take(),
                            fmt::format("s{}", i % 601), fmt::format("a{}", i % 7), day};
            batch.events.push_back(
                {Event::parse(fmt::format(R"({{"id":"{}","kind":"note","time":"{}","session":"{}",)"
                                          R"("agent":"{}","fields":{{"text":"{} {} pie"}}}})",
                                          told.id, time, told.session, told.agent,
                                          i % 3 == 0 ? "apple" : "pear",
                                          i % 2 == 0 ? "crumble" : "is"))
                     .take(),
                 1});
            if (i % 3 == 0) {
                apples_.push_back(told);
            }
        }
        ASSERT_TRUE(store_->append(batch));
    }

    template <class Wanted>
    void must_count(const EventQuery& filters, const Wanted& wanted) {
        std::map<std::string, std::uint64_t> agents;
        std::map<std::string, std::uint64_t> days;
        std::vector<Told> told;
        for (const Told& apple : apples_) {
            if (wanted(apple)) {
                ++agents[apple.agent];
                ++days[apple.day];
                told.push_back(apple);
            }
        }
        std::ranges::stable_sort(told, std::less(), &Told::time);
        std::ranges::reverse(told);
        SearchRequest request{.text = "apple", .filters = filters, .limit = 500};
        std::size_t at = 0;
        for (bool more = true; more;) {
            const SearchAnswer answer = ask(request);
            EXPECT_EQ(answer.matches, told.size());
            EXPECT_EQ(by_name(answer.by_agent), agents);
            EXPECT_EQ(by_name(answer.by_day), days);
            for (const SearchRow& row : answer.rows) {
                ASSERT_LT(at, told.size());
                ASSERT_EQ(row.event.id(), told[at].id) << at;
                ASSERT_EQ(row.session, told[at++].session);
            }
            more = answer.next.has_value();
            request.cursor = answer.next.value_or("");
        }
        EXPECT_EQ(at, told.size());
    }

    static std::map<std::string, std::uint64_t> by_name(const std::vector<SearchCount>& counts) {
        std::map<std::string, std::uint64_t> named;
        for (const SearchCount& count : counts) {
            named[count.name] = count.matches;
        }
        return named;
    }

    std::vector<Told> apples_;
};

TEST_F(LongSearchTest, CountsRowsAndFiltersAreThoseOfReadingAll) {
    must_count({}, [](const Told&) { return true; });
    EventQuery of_agent;
    of_agent.agent = "a3";
    must_count(of_agent, [](const Told& told) { return told.agent == "a3"; });
    EventQuery in_time;
    in_time.from = parse_time("2026-02-11T04:30:10Z").take();
    in_time.to = parse_time("2026-02-12T11:00:20Z").take();
    must_count(in_time, [&](const Told& told) {
        return told.time >= *in_time.from && told.time <= *in_time.to;
    });
    in_time.session = "s300";
    must_count(in_time, [&](const Told& told) {
        return told.session == "s300" && told.time >= *in_time.from && told.time <= *in_time.to;
    });
}

TEST_F(LongSearchTest, APhraseIsCountedWhereverItStands) {
    const SearchAnswer phrase = ask({.text = "\"apple crumble\""});
    EXPECT_EQ(phrase.matches, 1'500U);
    EXPECT_TRUE(phrase.counted_all);
    EXPECT_EQ(ask({.text = "\"apple pie\""}).matches, 0U);
}

TEST_F(SearchTest, ASessionThatIsKnownLaterHasItsLooseEvents) {
    tell(1, "note", R"("run":"r1","fields":{"text":"loose words"})");
    tell(2, "note", R"("run":"r1","session":"s9","fields":{"text":"bound words"})");
    EventQuery in_session;
    in_session.session = "s9";
    const SearchAnswer found = ask({.text = "words", .filters = in_session});
    EXPECT_EQ(ids(found), "e2 e1");
    ASSERT_EQ(found.by_session.size(), 1U);
    EXPECT_EQ(found.by_session[0].name, "s9");
    EXPECT_EQ(found.by_session[0].matches, 2U);
}

TEST_F(SearchTest, AForkHasTheWordsThatItInherits) {
    run_command(1, "s1", "coder", "make build");
    run_command(2, "s1", "coder", "make test");
    tell(3, "session_fork", R"("session":"s2","fields":{"origin":"s1","at":"e1"})");
    run_command(4, "s2", "coder", "make install");
    EventQuery in_fork;
    in_fork.session = "s2";
    EXPECT_EQ(ids(ask({.text = "make", .filters = in_fork})), "e4 e1");
}

TEST_F(SearchTest, ASnippetMarksWhatWasFoundInCharacters) {
    run_command(1, "s", "coder", "écho \"größer\" && rm -rf build");
    const SearchAnswer answer = ask({.text = "rm -rf build"});
    ASSERT_EQ(answer.rows.size(), 1U);
    ASSERT_EQ(answer.rows[0].snippets.size(), 1U);
    const SearchSnippet& snippet = answer.rows[0].snippets[0];
    EXPECT_EQ(snippet.path, "fields.args.command");
    ASSERT_EQ(snippet.marks.size(), 1U);
    EXPECT_EQ(snippet.marks[0], std::pair(std::size_t{17}, std::size_t{29}));
}

TEST_F(SearchTest, ALongTextIsCutAroundWhatWasFound) {
    run_command(1, "s", "coder", std::string(2'000, '.') + " needle " + std::string(2'000, '.'));
    const SearchAnswer answer = ask({.text = "needle"});
    ASSERT_EQ(answer.rows.size(), 1U);
    const SearchSnippet& snippet = answer.rows[0].snippets.front();
    EXPECT_LT(snippet.text.size(), 300U);
    EXPECT_TRUE(snippet.text.starts_with("…"));
    EXPECT_TRUE(snippet.text.ends_with("…"));
}

TEST_F(SearchTest, RankPutsWhatIsMostAboutItFirst) {
    run_command(1, "s", "coder", "cache cache cache");
    run_command(2, "s", "coder", "cache " + std::string(3'000, 'x'));
    EXPECT_EQ(ids(ask({.text = "cache"})), "e2 e1");
    EXPECT_EQ(ids(ask({.text = "cache", .rank = true})), "e1 e2");
    const SearchAnswer page = ask({.text = "cache", .rank = true, .limit = 1});
    ASSERT_TRUE(page.next);
    EXPECT_EQ(ids(ask({.text = "cache", .rank = true, .limit = 1, .cursor = *page.next})), "e2");
}

TEST_F(SearchTest, WhatMakesNoSenseIsRefused) {
    EXPECT_FALSE(search(*store_, {.text = "\"open"}));
    EXPECT_FALSE(search(*store_, {.text = "x", .limit = 0}));
    EXPECT_FALSE(search(*store_, {.text = "x", .cursor = "nonsense"}));
    EXPECT_FALSE(search(*store_, {.text = "x", .rank = true, .cursor = "nonsense"}));
    std::string out;
    EXPECT_TRUE(write_text(ask({.text = "nowhere"}), *store_, into(out)));
    EXPECT_EQ(out, "Nothing matches nowhere.\n");
}

class SimilarTest : public ToldLog {
protected:
    std::string decide(int second, std::string_view description, std::string_view chosen,
                       std::string_view correct = "") {
        std::string id =
            tell(second, "decision",
                 fmt::format(R"("agent":"a","fields":{{"description":"{}","chosen":"{}",)"
                             R"("alternatives":["{}","nothing"]}})",
                             description, chosen, chosen));
        if (!correct.empty()) {
            tell(second, "outcome",
                 fmt::format(R"("fields":{{"of":"{}","outcome":"so it went","correct":{}}})", id,
                             correct));
        }
        return id;
    }

    Similar ask(const SimilarRequest& request) {
        Result<Similar> answer = similar(*store_, request);
        EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
        return answer ? std::move(answer).take() : Similar{};
    }
};

TEST_F(SimilarTest, EarlierDecisionsOnTheSameQuestionComeWithWhatCameOfThem) {
    const std::string right = decide(1, "which database for the audit log", "postgres", "true");
    decide(2, "which colour for the button", "green", "false");
    const std::string wrong = decide(3, "database for the session log", "sqlite", "false");
    const std::string now = decide(4, "which database for the audit log", "duckdb");
    decide(5, "which database for the audit log", "later");
    const Similar answer = ask({.to = now});
    EXPECT_EQ(answer.compared, 3U);
    ASSERT_GE(answer.rows.size(), 2U);
    EXPECT_EQ(answer.rows[0].decision.id(), right);
    EXPECT_EQ(answer.rows[0].correct, std::optional(true));
    EXPECT_EQ(answer.rows[1].decision.id(), wrong);
    EXPECT_EQ(answer.rows[1].correct, std::optional(false));
    EXPECT_GT(answer.rows[0].score, answer.rows[1].score);
    EXPECT_EQ(answer.right, 1U);
    const std::vector<std::string>& shared = answer.rows[0].shared;
    EXPECT_NE(std::find(shared.begin(), shared.end(), "audit"), shared.end());
}

TEST_F(SimilarTest, ATextIsAQuestionToo) {
    decide(1, "retry the upload or give up", "retry");
    EXPECT_EQ(ask({.to = "should we retry an upload?"}).rows.size(), 1U);
    EXPECT_TRUE(ask({.to = "entirely different matters"}).rows.empty());
    EXPECT_FALSE(similar(*store_, {.to = "?!"}));
    EXPECT_FALSE(similar(*store_, {.to = "x y", .limit = 0}));
}

}  // namespace
}  // namespace hence
