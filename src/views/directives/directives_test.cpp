#include "hence/across/directives.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hence/replay.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class DirectivesTest : public ToldLog {
protected:
    std::string say(int second, std::string_view correlation, std::string_view status,
                    std::string_view from = "boss", std::string_view to = "worker") {
        return tell(second, "message",
                    fmt::format(R"("correlation":"{}","fields":{{"from":"{}","to":["{}"],)"
                                R"("status":"{}","payload":"do it"}})",
                                correlation, from, to, status));
    }

    Directives ask(const DirectivesRequest& request = {}) {
        Result<Directives> answer = directives(*store_, request);
        EXPECT_TRUE(answer) << answer.error().message;
        return std::move(answer).take();
    }

    // "pending acknowledged*": the steps, and a star when it is open.
    std::string life(std::string_view correlation) {
        const Directives answer = ask({.correlation = std::string(correlation)});
        if (answer.list.size() != 1) {
            return "none";
        }
        std::string out;
        for (const DirectiveStep& step : answer.list.front().steps) {
            out += out.empty() ? "" : " ";
            out += to_string(step.state);
        }
        return out + (answer.open == 1 ? "*" : "");
    }
};

TEST_F(DirectivesTest, StepsFollowTheStatuses) {
    say(0, "d1", "pending");
    say(10, "d1", "acknowledged", "worker", "boss");
    say(15, "d1", "in-progress", "worker", "boss");
    say(16, "d1", "IN PROGRESS", "worker", "boss");
    const std::string end = say(75, "d1", "completed", "worker", "boss");
    EXPECT_EQ(life("d1"), "pending acknowledged in_progress completed");
    const Directive directive = ask().list.front();
    EXPECT_EQ(directive.steps[0].duration_ms, 10'000);
    EXPECT_EQ(directive.steps[2].duration_ms, 60'000);
    EXPECT_FALSE(directive.steps[3].duration_ms);
    EXPECT_EQ(directive.duration_ms, 75'000);
    EXPECT_EQ(directive.messages, 5U);
    EXPECT_EQ(directive.from, "boss");
    EXPECT_EQ(directive.to, std::vector<std::string>{"worker"});
    const Result<Replay> told = replay(*store_, {.type = ChainType::directive, .id = "d1"});
    ASSERT_TRUE(told);
    EXPECT_EQ(told->ended_by, end);
}

TEST_F(DirectivesTest, StatesAreReadInManySpellings) {
    say(0, "accepted", "accepted");
    say(0, "declined", "DECLINED: no budget");
    say(0, "timeout", "timeout");
    say(0, "done", "done");
    say(0, "denied", "not completed");
    EXPECT_EQ(life("accepted"), "acknowledged*");
    EXPECT_EQ(life("declined"), "rejected");
    EXPECT_EQ(life("timeout"), "expired");
    EXPECT_EQ(life("done"), "completed");
    EXPECT_EQ(life("denied"), "none");
}

TEST_F(DirectivesTest, TheFirstMessageIsPendingWhateverItsDeliveryWas) {
    say(0, "d1", "dispatched");
    say(1, "d1", "acknowledged", "worker", "boss");
    EXPECT_EQ(life("d1"), "pending acknowledged*");
    say(0, "chat", "dispatched");
    say(1, "chat", "dispatched");
    EXPECT_EQ(life("chat"), "none");
    EXPECT_EQ(ask().matched, 1U);
}

TEST_F(DirectivesTest, SubtypeAndPayloadSayAStateToo) {
    tell(0, "message",
         R"("correlation":"d1","fields":{"from":"a","to":["b"],"subtype":"directive"})");
    EXPECT_EQ(life("d1"), "pending*");
    tell(1, "message",
         R"("correlation":"d1","fields":{"from":"b","to":["a"],"status":"dispatched",)"
         R"("subtype":"directive.acknowledged"})");
    tell(2, "message",
         R"("correlation":"d1","fields":{"from":"b","to":["a"],"status":"dispatched",)"
         R"("payload":{"status":"completed"}})");
    EXPECT_EQ(life("d1"), "pending acknowledged completed");
}

TEST_F(DirectivesTest, AReceiptDoesNotOpenWhatIsClosed) {
    say(0, "d1", "pending");
    say(1, "d1", "completed", "worker", "boss");
    say(2, "d1", "acknowledged");
    EXPECT_EQ(life("d1"), "pending completed");
    say(3, "d1", "in progress", "worker", "boss");
    EXPECT_EQ(life("d1"), "pending completed in_progress*");
}

TEST_F(DirectivesTest, FiltersChooseAndCount) {
    say(0, "d1", "pending");
    say(1, "d2", "rejected", "boss", "other");
    say(2, "d3", "completed");
    EXPECT_EQ(ask().matched, 3U);
    EXPECT_EQ(ask().list.front().correlation, "d3");
    EXPECT_EQ(ask({.open = true}).list.front().correlation, "d1");
    EXPECT_EQ(ask({.state = DirectiveState::rejected}).matched, 1U);
    EXPECT_EQ(ask({.agent = "other"}).matched, 1U);
    EXPECT_EQ(ask({.limit = 1}).list.size(), 1U);
    EXPECT_EQ(ask({.limit = 1}).matched, 3U);
    EXPECT_EQ(directives(*store_, {.agent = "nobody"}).error().code, Code::not_found);
    EXPECT_EQ(directives(*store_, {.correlation = "nothing"}).error().code, Code::not_found);
    EXPECT_EQ(directives(*store_, {.limit = 0}).error().code, Code::invalid);
    EXPECT_EQ(directives(*store_, {.limit = 10'001}).error().code, Code::invalid);
}

TEST_F(DirectivesTest, TextShowsEachStep) {
    say(0, "d1", "pending");
    say(10, "d1", "acknowledged", "worker", "boss");
    std::string out;
    EXPECT_TRUE(write_text(ask(), *store_, into(out)));
    EXPECT_EQ(out,
              "Directives: 1, 1 open\n"
              "  1 acknowledged\n"
              "\n"
              "d1: acknowledged after 10s\n"
              "  Message: boss -> worker (pending): do it\n"
              "    [2026-02-23 10:00:00Z] pending       by boss, for 10s  (e1)\n"
              "    [2026-02-23 10:00:10Z] acknowledged  by worker, still open  (e2)\n");
}

// The plain way: a state machine over the statuses in order.
RC_GTEST_FIXTURE_PROP(DirectivesTest, StatesAreThoseOfAPlainMachine, ()) {
    store_ = open_memory_store();
    told_ = 0;
    const std::vector<std::string> statuses{"pending",  "acknowledged", "in_progress", "completed",
                                            "rejected", "expired",      "delivered"};
    const auto said = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 7));
    std::string expected;
    int state = -1;
    bool any = false;
    int second = 0;
    for (const int each : said) {
        say(second++, "d", statuses[static_cast<std::size_t>(each)]);
        any = any || each < 6;
        const int next = each < 6 ? each : state == -1 ? 0 : state;
        if (next != state && !(state >= 3 && next == 1)) {
            expected += (expected.empty() ? "" : " ") + statuses[static_cast<std::size_t>(next)];
            state = next;
        }
    }
    RC_PRE(any);
    RC_ASSERT(life("d") == expected + (state < 3 ? "*" : ""));
}

}  // namespace
}  // namespace hence
