// Tests of live feeds: waking, resuming, filters, and slow readers.
#include "server/watch/live.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "server/router/router.h"
#include "server/watch/observed_store.h"
#include "server/wire/http.h"

namespace hence {
namespace {

using std::chrono_literals::operator""s;

// Lets a test sleep until a feed is ready.
class Bell {
public:
    std::function<void()> rope() {
        return [this] {
            const std::lock_guard lock(mutex_);
            ++rings_;
            rung_.notify_all();
        };
    }
    bool heard(int times = 1) {
        std::unique_lock lock(mutex_);
        return rung_.wait_for(lock, 10s, [&] { return rings_ >= times; });
    }
    int rings() {
        const std::lock_guard lock(mutex_);
        return rings_;
    }

private:
    std::mutex mutex_;
    std::condition_variable rung_;
    int rings_ = 0;
};

// The ids of the blocks that carry an event, and of the last block of any kind.
struct Told {
    std::vector<std::uint64_t> events;
    std::uint64_t last_id = 0;

    void read(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = text.find("\n\n");
            ASSERT_NE(end, std::string_view::npos) << "a block is cut";
            const std::string_view block = text.substr(0, end + 1);
            text.remove_prefix(end + 2);
            const std::size_t id = block.find("id: ");
            if (id != std::string_view::npos) {
                last_id = std::stoull(std::string(block.substr(id + 4)));
            }
            if (block.find("data: ") != std::string_view::npos) {
                events.push_back(last_id);
            }
        }
    }
};

class LiveTest : public testing::Test {
protected:
    static std::string event(const std::string& id, const std::string& rest = {}) {
        return R"({"id":")" + id + R"(","kind":"thought","time":"2026-02-23T10:00:00Z")" + rest +
               "}";
    }
    void add(const std::vector<std::string>& events) {
        Batch batch;
        for (const std::string& json : events) {
            Result<Event> parsed = Event::parse(json);
            ASSERT_TRUE(parsed) << json;
            batch.events.push_back({std::move(parsed).take()});
        }
        ASSERT_TRUE(store_.append(batch, {}));
    }
    std::shared_ptr<Feed> open(const LiveRequest& request = {}) {
        Result<std::shared_ptr<Feed>> feed = hub_.open(store_, request);
        EXPECT_TRUE(feed);
        return feed ? std::move(feed).take() : nullptr;
    }
    static std::string next(Feed& feed) {
        Result<std::string> piece = feed.next();
        EXPECT_TRUE(piece);
        return piece ? std::move(piece).take() : "";
    }
    // Everything that there is by now.
    static std::vector<std::uint64_t> all(Feed& feed) {
        Told told;
        for (std::string piece = next(feed); !piece.empty(); piece = next(feed)) {
            told.read(piece);
        }
        return told.events;
    }
    std::vector<std::uint64_t> filtered(const EventQuery& filter) {
        return all(*open({.after_seq = 0, .filter = filter}));
    }
    Response ask(const std::string& target, const std::string& last_event_id = {}) {
        Request request;
        EXPECT_TRUE(parse_target(target, request));
        if (!last_event_id.empty()) {
            request.headers["last-event-id"] = last_event_id;
        }
        return handle({.store = store_, .metrics = &metrics_, .live = &hub_}, request);
    }

    using Seqs = std::vector<std::uint64_t>;
    Metrics metrics_;
    LiveHub hub_{3};
    ObservedStore store_{open_memory_store(), metrics_, hub_};
};

TEST_F(LiveTest, TellsWhatArrivesFromNowOn) {
    add({event("before")});
    const auto feed = open();
    EXPECT_EQ(next(*feed), "retry: 2000\n: at 1\nid: 1\n\n");
    EXPECT_EQ(next(*feed), "");
    add({event("after")});
    EXPECT_EQ(next(*feed),
              "id: 2\nevent: event\ndata: " + (*store_.find("after"))->to_json() + "\n\n");
    EXPECT_EQ(next(*feed), "");
}

TEST_F(LiveTest, ResumesBehindTheSeqThatIsGiven) {
    add({event("a"), event("b"), event("c")});
    EXPECT_EQ(all(*open({.after_seq = 0})), Seqs({1, 2, 3}));
    EXPECT_EQ(all(*open({.after_seq = 2})), Seqs({3}));
    EXPECT_EQ(all(*open({.after_seq = 3})), Seqs());
}

TEST_F(LiveTest, SeqBeyondTheEndMeansFromNowOn) {
    add({event("a")});
    const auto feed = open({.after_seq = 99});
    EXPECT_EQ(next(*feed), "retry: 2000\n: at 1\nid: 1\n\n");
    add({event("b")});
    EXPECT_EQ(all(*feed), Seqs({2}));
}

TEST_F(LiveTest, ReaderThatKnowsItsPlaceIsNotToldAgain) {
    add({event("a")});
    EXPECT_EQ(next(*open({.after_seq = 1})), "retry: 2000\n\n");
}

TEST_F(LiveTest, ResumingLosesAndDoublesNothingWhileFourThreadsAppend) {
    constexpr int batches = 150;
    std::vector<std::thread> writers;
    for (int writer = 0; writer < 4; ++writer) {
        writers.emplace_back([this, writer] {
            for (int i = 0; i < batches; ++i) {
                add({event(fmt::format("{}-{}", writer, i)),
                     event(fmt::format("{}-{}-too", writer, i))});
            }
        });
    }
    Told told;
    for (int piece = 0; told.events.size() < 4 * 2 * batches; ++piece) {
        const auto feed = open({.after_seq = told.last_id});
        for (int i = 0; i <= piece % 5 && told.events.size() < 4 * 2 * batches; ++i) {
            Bell bell;
            feed->wait(bell.rope());
            ASSERT_TRUE(bell.heard());
            told.read(next(*feed));
        }
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    for (std::size_t i = 0; i < told.events.size(); ++i) {
        ASSERT_EQ(told.events[i], i + 1);
    }
}

TEST_F(LiveTest, ReadersThatNeverReadHoldNobodyUp) {
    const auto silent = open();
    const auto waiting = open();
    next(*waiting);
    Bell bell;
    waiting->wait(bell.rope());
    for (int i = 0; i < 50; ++i) {
        std::vector<std::string> batch;
        for (int j = 0; j < 40; ++j) {
            batch.push_back(event(fmt::format("{}-{}", i, j),
                                  R"(,"fields":{"text":")" + std::string(1'000, 'x') + "\"}"));
        }
        add(batch);
    }
    EXPECT_TRUE(bell.heard());
    EXPECT_EQ(bell.rings(), 1);
    Told told;
    for (std::string piece = next(*silent); !piece.empty(); piece = next(*silent)) {
        EXPECT_LT(piece.size(), 260U * 1024);
        told.read(piece);
    }
    EXPECT_EQ(told.events.size(), 2'000U);
}

TEST_F(LiveTest, PieceHasAtMostFiveHundredEvents) {
    std::vector<std::string> batch;
    for (int i = 0; i < 501; ++i) {
        batch.push_back(event(std::to_string(i)));
    }
    add(batch);
    const auto feed = open({.after_seq = 0});
    Told told;
    told.read(next(*feed));
    EXPECT_EQ(told.events.size(), 500U);
    told.read(next(*feed));
    EXPECT_EQ(told.events.size(), 501U);
}

TEST_F(LiveTest, EventLargerThanAPieceIsToldAlone) {
    const std::string large = R"(,"fields":{"text":")" + std::string(300 * 1024, 'x') + "\"}";
    add({event("a", large), event("b")});
    const auto feed = open({.after_seq = 0});
    Told told;
    told.read(next(*feed));
    EXPECT_EQ(told.events, Seqs({1}));
    told.read(next(*feed));
    EXPECT_EQ(told.events, Seqs({1, 2}));
}

TEST_F(LiveTest, WhoWaitsIsCalledOnceWhenSomethingArrives) {
    const auto feed = open();
    next(*feed);
    Bell bell;
    feed->wait(bell.rope());
    EXPECT_EQ(bell.rings(), 0);
    add({event("a")});
    EXPECT_TRUE(bell.heard());
    add({event("b")});
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(bell.rings(), 1);
}

TEST_F(LiveTest, WhoWaitsForWhatIsThereIsCalledAtOnce) {
    add({event("a")});
    const auto feed = open({.after_seq = 0});
    Bell bell;
    feed->wait(bell.rope());  // For the first words.
    EXPECT_EQ(bell.rings(), 1);
    const auto behind = open();
    next(*behind);
    add({event("b")});
    behind->wait(bell.rope());
    EXPECT_EQ(bell.rings(), 2);
}

TEST_F(LiveTest, SecondWaitReplacesTheFirstAndTheEndRevokesBoth) {
    auto feed = open();
    next(*feed);
    Bell first;
    Bell second;
    feed->wait(first.rope());
    feed->wait(second.rope());
    add({event("a")});
    EXPECT_TRUE(second.heard());
    next(*feed);
    Bell third;
    feed->wait(third.rope());
    feed.reset();
    add({event("b")});
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(first.rings(), 0);
    EXPECT_EQ(third.rings(), 0);
}

TEST_F(LiveTest, ReaderMayGoAwayInItsOwnCall) {
    auto feed = open();
    next(*feed);
    Bell bell;
    Feed& named = *feed;
    named.wait([feed = std::move(feed), ring = bell.rope()]() mutable {
        feed.reset();
        ring();
    });
    add({event("a")});
    EXPECT_TRUE(bell.heard());
    EXPECT_EQ(hub_.readers(), 0U);
}

TEST_F(LiveTest, ManyAppendsWakeAReaderFewTimes) {
    constexpr std::size_t appends = 400;
    const auto feed = open();
    next(*feed);
    const auto begin = std::chrono::steady_clock::now();
    std::thread writer([this] {
        for (std::size_t i = 0; i < appends; ++i) {
            add({event(std::to_string(i))});
            hub_.announce(1);  // Late, and no news.
        }
    });
    Told told;
    int wakes = 0;
    while (told.events.size() < appends) {
        Bell bell;
        feed->wait(bell.rope());
        ASSERT_TRUE(bell.heard());
        ++wakes;
        // What a caller does before it waits again: take everything.
        for (std::string piece = next(*feed); !piece.empty(); piece = next(*feed)) {
            told.read(piece);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    writer.join();
    const auto rounds = (std::chrono::steady_clock::now() - begin) / std::chrono::milliseconds(1);
    EXPECT_LE(wakes, rounds + 2);
    EXPECT_LT(wakes, static_cast<int>(appends));
}

TEST_F(LiveTest, FiltersLetPassWhatTheyName) {
    add({event("a", R"(,"agent":"x","correlation":"c","fields":{"text":"one"})"),
         event("b", R"(,"agent":"y","session":"s","run":"r")"),
         R"({"id":"c","kind":"error","time":"2026-02-23T11:00:00Z","agent":"x"})"});
    EXPECT_EQ(filtered({.agent = "x"}), Seqs({1, 3}));
    EXPECT_EQ(filtered({.session = "s"}), Seqs({2}));
    EXPECT_EQ(filtered({.run = "r"}), Seqs({2}));
    EXPECT_EQ(filtered({.run = "latest"}), Seqs({2}));
    EXPECT_EQ(filtered({.correlation = "c"}), Seqs({1}));
    EXPECT_EQ(filtered({.kinds = {"error", "tool_call"}}), Seqs({3}));
    EXPECT_EQ(filtered({.where = R"(fields.text = "one" or kind = "error")"}), Seqs({1, 3}));
    EXPECT_EQ(filtered({.text = "ONE"}), Seqs({1}));
    EXPECT_EQ(filtered({.from = *parse_time("2026-02-23T10:30:00Z")}), Seqs({3}));
    EXPECT_EQ(filtered({.to = *parse_time("2026-02-23T10:30:00Z")}), Seqs({1, 2}));
    EXPECT_EQ(filtered({.agent = "x", .kinds = {"error"}}), Seqs({3}));
    EXPECT_EQ(filtered({.session = "nobody"}), Seqs());
}

TEST_F(LiveTest, SessionIncludesEventsOfItsRunsThatNameNone) {
    const auto feed = open({.filter = {.session = "s"}});
    next(*feed);
    add({event("early", R"(,"run":"r")")});  // Nobody knows yet whose it is.
    EXPECT_EQ(all(*feed), Seqs());
    add({event("named", R"(,"run":"r","session":"s")"), event("loose", R"(,"run":"r")"),
         event("other", R"(,"run":"q")"), event("another", R"(,"run":"q","session":"t")"),
         event("bare")});
    EXPECT_EQ(all(*feed), Seqs({2, 3}));
    add({event("still", R"(,"run":"r")")});
    EXPECT_EQ(all(*feed), Seqs({7}));
}

TEST_F(LiveTest, FilterThatMakesNoSenseIsRefused) {
    EXPECT_EQ(hub_.open(store_, {.filter = {.kinds = {"No"}}}).error().code, Code::invalid);
    EXPECT_EQ(hub_.open(store_, {.filter = {.where = "("}}).error().code, Code::invalid);
    EXPECT_EQ(hub_.readers(), 0U);
}

TEST_F(LiveTest, EventsThatAreSkippedMoveThePlace) {
    std::vector<std::string> batch;
    for (int i = 0; i < 600; ++i) {
        batch.push_back(event(std::to_string(i)));
    }
    add(batch);
    const auto feed = open({.after_seq = 0, .filter = {.agent = "nobody"}});
    EXPECT_EQ(next(*feed), "retry: 2000\n\n");
    EXPECT_EQ(next(*feed), ": at 600\nid: 600\n\n");
    EXPECT_EQ(feed->heartbeat(), ": \n\n");
    add({event("600")});
    EXPECT_EQ(next(*feed), "");  // Not worth a word by itself.
    EXPECT_EQ(feed->heartbeat(), ": at 601\nid: 601\n\n");
    EXPECT_EQ(feed->heartbeat(), ": \n\n");
    batch.clear();
    for (int i = 601; i < 1'101; ++i) {
        batch.push_back(event(std::to_string(i)));
    }
    add(batch);
    EXPECT_EQ(next(*feed), ": at 1101\nid: 1101\n\n");
    EXPECT_EQ(next(*feed), "");
}

TEST_F(LiveTest, TextCannotEndALine) {
    add({event("a", ",\"fields\":{\"text\":\"x\\n\\r\\u2028\xE2\x80\xA8\xC2\x85 y\"}")});
    const auto feed = open({.after_seq = 0});
    next(*feed);
    const std::string piece = next(*open({.after_seq = 0}));
    EXPECT_EQ(std::count(piece.begin(), piece.end(), '\n'), 6);  // Two of the first words, four.
    EXPECT_EQ(std::count(piece.begin(), piece.end(), '\r'), 0);
    EXPECT_NE(piece.find("\xE2\x80\xA8"), std::string::npos);
}

TEST_F(LiveTest, LastWordsSayWhyAndWhereToGoOn) {
    add({event("a")});
    const auto feed = open({.after_seq = 0});
    all(*feed);
    EXPECT_EQ(feed->farewell(Farewell::too_slow),
              "event: dropped\ndata: {\"reason\":\"too_slow\",\"last_seq\":1}\n\n");
    EXPECT_EQ(feed->farewell(Farewell::stopping),
              "event: stopping\ndata: {\"reason\":\"stopping\",\"last_seq\":1}\n\n");
}

TEST_F(LiveTest, OneReaderTooManyIsSentAwayUntilOneGoes) {
    auto first = open();
    const auto second = open();
    const auto third = open();
    EXPECT_EQ(hub_.readers(), 3U);
    const Response refused = ask("/api/v1/live");
    EXPECT_EQ(refused.status, 503);
    ASSERT_EQ(refused.headers.size(), 1U);
    EXPECT_EQ(refused.headers[0].first, "Retry-After");
    first.reset();
    EXPECT_EQ(ask("/api/v1/live").status, 200);
}

TEST_F(LiveTest, AnswerIsAFeed) {
    add({event("a"), event("b")});
    const Response response = ask("/api/v1/live?last_event_id=0&agent=nobody");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.content_type, "text/event-stream");
    ASSERT_NE(response.feed, nullptr);
    EXPECT_EQ(all(*response.feed), Seqs());
    EXPECT_EQ(all(*ask("/api/v1/live?last_event_id=0").feed), Seqs({1, 2}));
    EXPECT_EQ(all(*ask("/api/v1/live?last_event_id=0", "1").feed), Seqs({2}));
    EXPECT_EQ(all(*ask("/api/v1/live").feed), Seqs());
}

TEST_F(LiveTest, ParametersAreChecked) {
    EXPECT_EQ(ask("/api/v1/live", "first").status, 400);
    EXPECT_EQ(ask("/api/v1/live", "-1").status, 400);
    EXPECT_EQ(ask("/api/v1/live", "99999999999999999999").status, 400);
    EXPECT_EQ(ask("/api/v1/live?last_event_id=").status, 400);
    EXPECT_EQ(ask("/api/v1/live?where=%28").status, 400);
    EXPECT_EQ(ask("/api/v1/live?limit=3").status, 400);
    EXPECT_EQ(ask("/api/v1/live?cursor=x").status, 400);
    EXPECT_EQ(ask("/api/v1/live", "18446744073709551615").status, 200);
}

TEST_F(LiveTest, OwnerThatIsNoServerHasNone) {
    Request request{.path = {"api", "v1", "live"}};
    EXPECT_EQ(handle({store_}, request).status, 404);
}

TEST_F(LiveTest, NobodyIsTakenBeforeTheEnd) {
    EXPECT_EQ(ask("/readyz").status, 200);
    hub_.close();
    EXPECT_EQ(ask("/api/v1/live").status, 503);
    EXPECT_EQ(ask("/readyz").status, 503);
}

}  // namespace
}  // namespace hence
