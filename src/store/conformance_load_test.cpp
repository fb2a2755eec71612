// Much text, large events and many threads, on every backend.
#include <atomic>
#include <set>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/conformance_for_test.h"

namespace hence {
namespace {

class LoadTest : public StoreTest {
protected:
    void expect_back(const std::vector<std::string>& lines) {
        EXPECT_EQ(tell(lines), fmt::format("{} new", lines.size()));
        reopen();
        for (const std::string& line : lines) {
            const Event event = Event::parse(line).take();
            EXPECT_TRUE(found(event.id()) == event.to_json()) << event.id();
        }
        EXPECT_EQ(tell(lines), fmt::format("0 new, {} same", lines.size()));
    }
};

INSTANTIATE_TEST_SUITE_P(Backends, LoadTest, testing::ValuesIn(backends()), backend_name);

TEST_P(LoadTest, TextOfEveryLengthAroundTheLimitComesBack) {
    std::vector<std::string> lines;
    for (const std::size_t size : {1U, 509U, 510U, 511U, 512U, 513U, 514U, 4096U, 70'000U}) {
        const std::string text(size, 't');
        lines.push_back(
            event_json(fmt::format("e{}", size), "10:00:00Z",
                       fmt::format(R"("fields":{{"a":"{0}","b":["{0}"],"c":{{"{0}":1}}}})", text)));
        lines.push_back(event_json(
            fmt::format("w{}", size), "10:00:00Z",
            fmt::format(R"("rationale":{{"why":"{0}","refs":["{0}"],"x":"{0}"}})", text)));
    }
    expect_back(lines);
}

TEST_P(LoadTest, TextThatIsHardToCutComesBack) {
    const std::string quotes = R"(\"\\)";
    std::string escaped;
    std::string wide;
    for (int i = 0; i < 600; ++i) {
        escaped += quotes;
        wide += "é\\ud800";
    }
    expect_back({
        event_json("a", "10:00:00Z", R"("fields":{"x":")" + escaped + R"(","y":")" + wide + "\"}"),
        event_json("b", "10:00:00Z", R"("fields":{"x":")" + escaped + R"(","x":1.10})"),
        event_json("c", "10:00:00Z", R"("fields":{"messages":")" + escaped + "\"}"),
        event_json("d", "10:00:00Z", R"("fields":{"messages":{"a":[1]},"x":{"messages":[1,2]}})"),
        event_json("e", "10:00:00Z", R"("fields":{"messages":[]})"),
        event_json("f", "10:00:00Z", R"("fields":{"messages":[null,1,"x",[],{},"x"]})"),
        event_json("g", "10:00:00Z", R"("fields":{"messages":[1],"messages":[1,2]})"),
        event_json("h", "10:00:00Z", R"("kind":"llm_call","fields":{"m\u0065ssages":[{"a":1}]})"),
        event_json("i", "10:00:00Z", R"("fields":{})"),
    });
}

TEST_P(LoadTest, AConversationThatIsResentWithEveryCallComesBack) {
    std::string messages;
    std::vector<std::string> lines;
    for (int turn = 0; turn < 200; ++turn) {
        messages += fmt::format(R"({}{{"role":"user","content":"turn {} {}"}})",
                                turn == 0 ? "" : ",", turn, std::string(turn % 40 * 20, 'm'));
        lines.push_back(event_json(
            fmt::format("e{}", turn), "10:00:00Z",
            R"("kind":"llm_call","session":"s","fields":{"messages":[)" + messages + "]}"));
    }
    expect_back(lines);
}

TEST_P(LoadTest, ListsThatPartWaysInTheMiddleComeBack) {
    const auto line = [](std::string_view id, std::string_view list) {
        return event_json(id, "10:00:00Z",
                          fmt::format(R"("kind":"llm_call","fields":{{"messages":[{}]}})", list));
    };
    expect_back({line("a", "1,2,3"), line("b", "1,2,4"), line("c", "2,3"), line("d", "1,2"),
                 line("e", "3,2,1"), line("f", "1.0,2,3"), line("g", "[1,2],3"),
                 line("h", "1,[2,3]")});
}

TEST_P(LoadTest, AMebibyteInOneFieldComesBack) {
    const std::string text(std::size_t{1} << 20U, 'b');
    expect_back({
        event_json("a", "10:00:00Z", R"("fields":{"x":")" + text + R"(","y":")" + text + "\"}"),
        event_json("b", "10:00:00Z", R"("fields":{"x":")" + text + "c\"}"),
    });
}

TEST_P(LoadTest, AnEventOfNearly16MiBComesBack) {
    const std::string text((std::size_t{16} << 20U) - 200, 'b');
    expect_back({event_json("a", "10:00:00Z", R"("fields":{"x":")" + text + "\"}")});
}

TEST_P(LoadTest, TenThousandChildrenInReverseAreInOrder) {
    std::vector<std::string> lines;
    for (int i = 9'999; i >= 0; --i) {
        lines.push_back(event_json(fmt::format("e{:04}", i), fmt::format("10:00:00.{:04}Z", i),
                                   R"("session":"s","parent":"p")"));
        if (lines.size() == 500) {
            append(lines);
            lines.clear();
        }
    }
    const auto cursor = store_->scan({Space::parent, "p"}).take();
    int expected = 0;
    while (const std::optional<Event> event = cursor->next().take()) {
        ASSERT_EQ(event->id(), fmt::format("e{:04}", expected++));
    }
    EXPECT_EQ(expected, 10'000);
}

TEST_P(LoadTest, ManyThreadsAppendEachEventOnce) {
    constexpr int threads = 8;
    constexpr int rounds = 40;
    std::atomic<std::uint64_t> accepted{0};
    std::atomic<std::uint64_t> duplicates{0};
    std::atomic<std::uint64_t> rejected{0};
    const auto work = [&](int thread) {
        for (int round = 0; round < rounds; ++round) {
            const Receipt receipt = append(
                {event_json(fmt::format("shared{}", round), "10:00:00Z"),
                 event_json(fmt::format("own{}-{}", thread, round), "10:00:00Z",
                            fmt::format(R"("session":"s{}")", thread)),
                 event_json(fmt::format("fought{}", round), "10:00:00Z",
                            fmt::format(R"("agent":"t{}")", thread)),
                 outcome_json(fmt::format("o{}-{}", thread, round), fmt::format("d{}", round))});
            accepted += receipt.accepted;
            duplicates += receipt.duplicates;
            rejected += receipt.quarantined;
        }
    };
    std::vector<std::thread> workers;
    for (int thread = 0; thread < threads; ++thread) {
        workers.emplace_back(work, thread);
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    EXPECT_EQ(accepted, rounds * (1U + threads + 1U + 1U));
    EXPECT_EQ(duplicates, rounds * (threads - 1U));
    EXPECT_EQ(rejected, rounds * 2U * (threads - 1U));
    reopen();
    EXPECT_EQ(store_->last_seq(), accepted);

    const auto cursor = store_->read(1, ~std::uint64_t{0}).take();
    std::set<std::string> ids;
    std::uint64_t seq = 0;
    for (const Event& event : all(*cursor)) {
        EXPECT_EQ(event.seq(), ++seq);
        EXPECT_TRUE(ids.emplace(event.id()).second) << event.id();
    }
    EXPECT_EQ(seq, accepted);
    EXPECT_EQ(store_->summary(Space::session, "s0").take()->events, std::uint64_t{rounds});
}

TEST_P(LoadTest, ThreadsReadWhileOthersAppend) {
    std::atomic<bool> done{false};
    std::thread writer([&] {
        for (int i = 0; i < 300; ++i) {
            // Backwards in time, so that every scan meets events that moved others.
            append({event_json(fmt::format("e{}", i), fmt::format("10:00:00.{:03}Z", 999 - i),
                               R"("session":"s")")});
        }
        done = true;
    });
    while (!done) {
        const std::uint64_t known = store_->last_seq();
        const auto cursor = store_->scan({Space::session, "s"}).take();
        std::optional<Position> last;
        std::uint64_t seen = 0;
        while (const std::optional<Event> event = cursor->next().take()) {
            const Position position{event->time(), event->seq()};
            EXPECT_TRUE(!last || *last < position);
            last = position;
            seen += event->seq() <= known ? 1 : 0;
        }
        EXPECT_EQ(seen, known);
    }
    writer.join();
}

TEST_P(LoadTest, OfManyThreadsWithTheSameCheckOneWins) {
    std::atomic<int> won{0};
    std::vector<std::thread> workers;
    for (int thread = 0; thread < 8; ++thread) {
        workers.emplace_back([&, thread] {
            const Check first = [](const Store& store) -> Result<void> {
                const auto cursor = store.scan({Space::kind, "claim"}).take();
                if (cursor->next().take()) {
                    return Error{Code::conflict, "claimed"};
                }
                return {};
            };
            const std::string claim =
                event_json(fmt::format("c{}", thread), "10:00:00Z", R"("kind":"claim")");
            won += store_->append(batch({claim}), first) ? 1 : 0;
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    EXPECT_EQ(won, 1);
    EXPECT_EQ(store_->last_seq(), 1U);
}

}  // namespace
}  // namespace hence
