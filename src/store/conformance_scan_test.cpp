// What a scan promises on every backend: the right events, in the order of instants and arrival, in
// both directions, and pages that add up.
#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/common/holding_store.h"
#include "store/conformance_for_test.h"

namespace hence {
namespace {

Time at(std::string_view moment) {
    return *parse_time("2026-02-23T" + std::string(moment));
}

class ScanTest : public StoreTest {
protected:
    // Six events whose order in time is not that of arrival; c and d are at the same instant.
    void tell_out_of_order() {
        tell({event_json("f", "10:00:09Z"), event_json("b", "10:00:02.000000001Z")});
        tell({event_json("c", "12:00:03+02:00"), event_json("a", "10:00:02Z")});
        tell({event_json("d", "10:00:03.000Z"), event_json("e", "07:00:04-03:00")});
    }

    static std::string reversed(std::string line) {
        std::ranges::reverse(line);  // Ids of one letter only.
        return line;
    }
};

INSTANTIATE_TEST_SUITE_P(Backends, ScanTest, testing::ValuesIn(backends()), backend_name);

TEST_P(ScanTest, OrderIsByInstantThenArrival) {
    tell_out_of_order();
    EXPECT_EQ(ask_all(), "a b c d e f");
    EXPECT_EQ(ask_all({.direction = Direction::backward}), "f e d c b a");
    reopen();
    EXPECT_EQ(ask_all(), "a b c d e f");
    EXPECT_EQ(ask_all({.direction = Direction::backward}), "f e d c b a");
}

// In directories it is certain of what was never told; no store denies what was.
TEST_P(ScanTest, WhatWasToldIsNeverDenied) {
    std::vector<Key> told;
    for (int i = 0; i < 50; ++i) {
        const std::string run = fmt::format("run-{}", i * 7 % 50);
        tell({fmt::format(
            R"({{"id":"e{}","kind":"note","time":"2026-02-23T10:00:00Z","run":"{}"}})", i, run)});
        told.push_back({Space::run, run});
        EXPECT_EQ(may_hold(*store_, told).take(), std::vector<bool>(told.size(), true)) << i;
    }
    reopen();
    EXPECT_EQ(may_hold(*store_, told).take(), std::vector<bool>(told.size(), true));
    const std::vector<Key> mixed = {{Space::run, "run-0"},   {Space::session, "run-0"},
                                    {Space::run, "run-"},    {Space::run, "run-49"},
                                    {Space::run, "run-490"}, {Space::run, std::string(300, 'r')}};
    const std::vector<bool> held = may_hold(*store_, mixed).take();
    EXPECT_TRUE(held[0] && held[3]);
    if (dynamic_cast<const HoldingStore*>(store_.get()) != nullptr) {
        EXPECT_EQ(held, std::vector<bool>({true, false, false, true, false, false}));
    }
    EXPECT_EQ(may_hold(*store_, {}).take(), std::vector<bool>());
}

TEST_P(ScanTest, ArrivalDecidesWhateverTheIds) {
    tell({event_json("z", "10:00:00Z"), event_json("a", "10:00:00Z")});
    tell({event_json("m", "10:00:00Z")});
    EXPECT_EQ(ask_all(), "z a m");
    EXPECT_EQ(ask_all({.direction = Direction::backward}), "m a z");
}

TEST_P(ScanTest, TheFirstAndTheLastInstantAreInOrder) {
    tell({R"({"id":"c","kind":"note","time":"9999-12-31T23:59:59.999999999Z"})",
          R"({"id":"b","kind":"note","time":"1970-01-01T00:00:00Z"})",
          R"({"id":"a","kind":"note","time":"0001-01-01T00:00:00Z"})",
          R"({"id":"x","kind":"note","time":"1969-12-31T23:59:59.5Z"})"});
    EXPECT_EQ(ask_all(), "a x b c");
    EXPECT_EQ(ask_all({.direction = Direction::backward}), "c b x a");
    EXPECT_EQ(ask_all({.to = Time{-1, 500'000'000}}), "a x");
    EXPECT_EQ(ask_all({.from = Time{-1, 500'000'001}}), "b c");
}

TEST_P(ScanTest, ARangeIncludesBothEnds) {
    tell_out_of_order();
    const Scan range{.from = at("10:00:02Z"), .to = at("10:00:03Z")};
    EXPECT_EQ(ask_all(range), "a b c d");
    EXPECT_EQ(ask_all({.from = range.from, .to = range.to, .direction = Direction::backward}),
              "d c b a");
    EXPECT_EQ(ask_all({.from = at("10:00:02.000000001Z")}), "b c d e f");
    EXPECT_EQ(ask_all({.from = at("10:00:02.000000002Z")}), "c d e f");
    EXPECT_EQ(ask_all({.to = at("10:00:02.000000001Z")}), "a b");
    EXPECT_EQ(ask_all({.to = at("10:00:02Z"), .direction = Direction::backward}), "a");
    EXPECT_EQ(ask_all({.to = at("10:00:01.999999999Z")}), "");
    EXPECT_EQ(ask_all({.from = at("10:00:09.000000001Z")}), "");
    EXPECT_EQ(ask_all({.from = at("10:00:09Z"), .to = at("10:00:02Z")}), "");
    EXPECT_EQ(ask_all({.from = at("10:00:09Z"), .direction = Direction::backward}), "f");
}

TEST_P(ScanTest, GoingOnIsStrictlyBehindInTheDirectionOfTheScan) {
    tell_out_of_order();  // c is number 3, d number 5, both at 10:00:03.
    const Time three = at("10:00:03Z");
    EXPECT_EQ(ask_all({.after = Position{three, 3}}), "d e f");
    EXPECT_EQ(ask_all({.after = Position{three, 4}}), "d e f");
    EXPECT_EQ(ask_all({.after = Position{three, 5}}), "e f");
    EXPECT_EQ(ask_all({.after = Position{three, 0}}), "c d e f");
    EXPECT_EQ(ask_all({.direction = Direction::backward, .after = Position{three, 5}}), "c b a");
    EXPECT_EQ(ask_all({.direction = Direction::backward, .after = Position{three, 3}}), "b a");
    EXPECT_EQ(ask_all({.from = three, .after = Position{at("10:00:00Z"), 1}}), "c d e f");
    EXPECT_EQ(ask_all({.to = three, .after = Position{three, 3}}), "d");
    EXPECT_EQ(ask_all({.to = three, .after = Position{at("10:00:04Z"), 6}}), "");
    EXPECT_EQ(
        ask_all(
            {.to = three, .direction = Direction::backward, .after = Position{at("11:00:00Z"), 1}}),
        "d c b a");
    EXPECT_EQ(ask_all({.from = three,
                       .direction = Direction::backward,
                       .after = Position{at("10:00:04Z"), 6}}),
              "d c");
}

TEST_P(ScanTest, PagesOfEverySizeAddUpToOneScan) {
    std::string whole;
    std::vector<std::string> lines;
    for (int i = 0; i < 24; ++i) {
        // Every instant three times over, the later ones first.
        lines.push_back(event_json(std::string(1, static_cast<char>('a' + i)),
                                   "10:00:0" + std::to_string(7 - i / 3) + "Z",
                                   R"("session":"s")"));
        if (lines.size() == 5) {
            tell(lines);
            lines.clear();
        }
    }
    tell(lines);
    for (const Direction direction : {Direction::forward, Direction::backward}) {
        const std::string expected = ask(Space::session, "s", {.direction = direction});
        EXPECT_EQ(expected.size(), 47U);
        for (std::size_t size = 1; size <= 25; ++size) {
            std::string pages;
            Scan scan{.direction = direction};
            for (bool more = true; more;) {
                const auto cursor = store_->scan({Space::session, "s"}, scan).take();
                more = false;
                for (std::size_t i = 0; i < size; ++i) {
                    const std::optional<Event> event = cursor->next().take();
                    if (!event) {
                        break;
                    }
                    pages += (pages.empty() ? "" : " ") + std::string(event->id());
                    scan.after = Position{event->time(), event->seq()};
                    more = true;
                }
            }
            EXPECT_EQ(pages, expected) << "pages of " << size;
        }
        EXPECT_EQ(direction == Direction::forward ? expected : reversed(expected),
                  ask(Space::session, "s"));
    }
}

TEST_P(ScanTest, ACursorAtItsEndStaysThere) {
    tell({event_json("a", "10:00:00Z")});
    const auto cursor = store_->scan({Space::all, ""}).take();
    EXPECT_EQ(all(*cursor).size(), 1U);
    tell({event_json("b", "10:00:01Z")});
    EXPECT_FALSE(cursor->next().take());
}

TEST_P(ScanTest, EveryPlainKeyFindsItsEvents) {
    tell({event_json("a", "10:00:00Z",
                     R"("kind":"thought","session":"s","run":"r","agent":"g","correlation":"c")"),
          event_json("b", "10:00:01Z", R"("session":"s2","run":"r","agent":"g2","parent":"a")"),
          event_json("c", "10:00:02Z", R"("run":"r","causes":["a","b","a"],"correlation":"c")"),
          event_json("d", "10:00:03Z", R"("parent":"a","rationale":{"why":"w","refs":["k","a"]})"),
          outcome_json("o", "a")});
    reopen();
    EXPECT_EQ(ask(Space::session, "s"), "a");
    EXPECT_EQ(ask(Space::session, "s2"), "b");
    EXPECT_EQ(ask(Space::session, ""), "");
    EXPECT_EQ(ask(Space::run, "r"), "a b c");
    EXPECT_EQ(ask(Space::agent, "g"), "a");
    EXPECT_EQ(ask(Space::correlation, "c"), "a c");
    EXPECT_EQ(ask(Space::kind, "note"), "b c d");
    EXPECT_EQ(ask(Space::kind, "thought"), "a");
    EXPECT_EQ(ask(Space::loose_run, "r"), "c");
    EXPECT_EQ(ask(Space::root_run, "r"), "a c");
    EXPECT_EQ(ask(Space::root_agent, joined("cc", "g")), "a");
    EXPECT_EQ(ask(Space::parent, "a"), "b d");
    EXPECT_EQ(ask(Space::cause, "a"), "c");
    EXPECT_EQ(ask(Space::cause, "b"), "c");
    EXPECT_EQ(ask(Space::ref, "k"), "d");
    EXPECT_EQ(ask(Space::ref, "a"), "d");
    EXPECT_EQ(ask(Space::of, "a"), "o");
    EXPECT_EQ(ask(Space::of, "b"), "");
}

TEST_P(ScanTest, EveryKeyOutOfFieldsFindsItsEvents) {
    tell({event_json("m", "10:00:00Z",
                     R"("kind":"llm_call","session":"s","fields":{"call_ids":["c1","c2","c1"]})"),
          event_json("t", "10:00:01Z",
                     R"("kind":"tool_call","session":"s","fields":{"call_id":"c1"})"),
          event_json("u", "10:00:02Z", R"("kind":"tool_call","fields":{"call_id":"c1"})"),
          event_json("v", "10:00:03Z",
                     R"("kind":"observation","session":"s","fields":{"call_id":"c1","key":"k"})"),
          event_json("d", "10:00:04Z",
                     R"("kind":"delegation","session":"s","fields":{"child_id":"x","run_id":"r"})"),
          event_json("e", "10:00:05Z",
                     R"("kind":"delegation","correlation":"c","fields":{"child_id":"x"})"),
          event_json("f", "10:00:06Z", R"("kind":"decision","fields":{"decision_type":"size"})"),
          event_json("n", "10:00:07Z", R"("session":"s","fields":{"call_id":"c1","key":"k"})")});
    reopen();
    EXPECT_EQ(ask(Space::request, joined("s", "c1")), "m");
    EXPECT_EQ(ask(Space::request, joined("s", "c2")), "m");
    EXPECT_EQ(ask(Space::call, joined("s", "c1")), "t v");
    EXPECT_EQ(ask(Space::call, joined("", "c1")), "u");
    EXPECT_EQ(ask(Space::key, joined("s", "k")), "v");
    EXPECT_EQ(ask(Space::child_run, "r"), "d");
    EXPECT_EQ(ask(Space::child, joined("ss", "x")), "d");
    EXPECT_EQ(ask(Space::child, joined("cc", "x")), "e");
    EXPECT_EQ(ask(Space::decision_type, "size"), "f");
}

TEST_P(ScanTest, KeysThatBeginAlikeAreApart) {
    tell({event_json("a", "10:00:00Z", R"("session":"s")"),
          event_json("b", "10:00:01Z", R"("session":"s1")"),
          event_json("c", "10:00:02Z", R"("session":"s\u0000")"),
          event_json("d", "10:00:03Z", R"("session":"S")"),
          event_json("e", "10:00:04Z", R"("agent":"s")"),
          event_json("f", "10:00:05Z", R"("session":"\ud800")"),
          event_json("g", "10:00:06Z", R"("session":"\ufffd")")});
    reopen();
    EXPECT_EQ(ask(Space::session, "s"), "a");
    EXPECT_EQ(ask(Space::session, "s1"), "b");
    EXPECT_EQ(ask(Space::session, std::string_view("s\0", 2)), "c");
    EXPECT_EQ(ask(Space::agent, "s"), "e");
    EXPECT_EQ(ask(Space::session, "\xed\xa0\x80"), "f");
    EXPECT_EQ(ask(Space::session, "\xef\xbf\xbd"), "g");
    EXPECT_EQ(ask(Space::session, "s2"), "");
}

TEST_P(ScanTest, TwoPartsThatSpellTheSameTogetherAreApart) {
    tell({event_json("a", "10:00:00Z",
                     R"("kind":"tool_call","session":"ab","fields":{"call_id":"c"})"),
          event_json("b", "10:00:01Z",
                     R"("kind":"tool_call","session":"a","fields":{"call_id":"bc"})")});
    EXPECT_EQ(ask(Space::call, joined("ab", "c")), "a");
    EXPECT_EQ(ask(Space::call, joined("a", "bc")), "b");
}

TEST_P(ScanTest, TheLongestNamesFindTheirEvents) {
    const std::string name(1024, 'n');
    const std::string id(256, 'i');
    tell({event_json(id, "10:00:00Z",
                     R"("session":")" + name + R"(","run":")" + name + R"(","agent":")" + name +
                         R"(","correlation":")" + name + R"(","parent":")" + id + R"(")")});
    reopen();
    EXPECT_EQ(ask(Space::session, name), id);
    EXPECT_EQ(ask(Space::run, name), id);
    EXPECT_EQ(ask(Space::agent, name), id);
    EXPECT_EQ(ask(Space::correlation, name), id);
    EXPECT_EQ(ask(Space::parent, id), id);
    EXPECT_EQ(ask(Space::session, name.substr(1)), "");
    EXPECT_NE(found(id), "none");
}

TEST_P(ScanTest, WhatWasRefusedIsNotFound) {
    tell({event_json("a", "10:00:00Z", R"("session":"s")"), outcome_json("o", "a")});
    tell({event_json("a", "10:00:01Z", R"("session":"t")"), outcome_json("p", "a")});
    EXPECT_EQ(ask(Space::session, "t"), "");
    EXPECT_EQ(ask(Space::of, "a"), "o");
    EXPECT_EQ(ask_all(), "a o");
}

TEST_P(ScanTest, ACursorSeesWhatWasThereWhileOthersAppend) {
    for (int i = 0; i < 10; ++i) {
        tell({event_json(std::string(1, static_cast<char>('a' + i)),
                         "10:00:" + std::to_string(10 + i) + "Z")});
    }
    for (const Direction direction : {Direction::forward, Direction::backward}) {
        const auto cursor = store_->scan({Space::all, ""}, {.direction = direction}).take();
        std::string before;
        std::optional<Position> last;
        int round = 0;
        while (const std::optional<Event> event = cursor->next().take()) {
            const Position position{event->time(), event->seq()};
            if (last) {
                EXPECT_EQ(direction == Direction::forward, *last < position);
            }
            last = position;
            if (event->id().size() == 1) {
                before += event->id();
            }
            // Before, at and behind where the cursor stands.
            ASSERT_LT(++round, 100);
            const std::string name =
                (direction == Direction::forward ? "f" : "b") + std::to_string(round);
            tell({event_json(name + "x", "09:00:00Z"), event_json(name + "y", "10:00:15Z"),
                  event_json(name + "z", "11:00:00Z")});
        }
        EXPECT_EQ(before, direction == Direction::forward ? "abcdefghij" : "jihgfedcba");
    }
}

}  // namespace
}  // namespace hence
