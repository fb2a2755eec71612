#include "views/lists/listing_derived.h"

#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class ListingDerivedTest : public ToldLog {
protected:
    // Rows as "session/name:events".
    std::string ask(DerivedCache* cache, Space space, const ListingFilter& filter) {
        Result<Listing> listing =
            list(cache, *store_, {.space = space, .limit = 0, .filter = filter});
        EXPECT_TRUE(listing);
        std::string rows;
        while (const std::optional<Summary> row = listing->next().take()) {
            rows += fmt::format("{}/{}:{} ", row->session, row->id, row->events);
        }
        return rows;
    }
    bool concerned(const std::string& session) {
        Summary row;
        row.id = session;
        return (*cache_.get(*store_))->concern(Space::session, row);
    }
    void tell_stated(const std::string& session, const std::string& run) {
        tell(1, "log", fmt::format(R"("session":"{}","run":"{}")", session, run));
    }
    void tell_derived(const std::string& run) {
        tell(1, "error",
             fmt::format(R"("session":"{0}","run":"{0}","flags":["session_derived"])", run));
    }

    DerivedCache cache_;
};

TEST_F(ListingDerivedTest, NamesThatArriveLaterAreFoundToo) {
    tell_stated("s0", "r0");
    EXPECT_FALSE(cache_.known());
    EXPECT_FALSE(concerned("s0"));
    EXPECT_TRUE(cache_.known());
    tell_derived("r1");
    EXPECT_FALSE(concerned("r1"));
    tell_stated("s1", "r1");
    EXPECT_TRUE(concerned("r1"));
    EXPECT_TRUE(concerned("s1"));
    tell_derived("r0");
    EXPECT_TRUE(concerned("r0"));
    EXPECT_TRUE(concerned("s0"));
    EXPECT_FALSE(concerned("s2"));
}

TEST_F(ListingDerivedTest, SoManyArrivalsThatAllIsWalkedAgain) {
    tell_stated("s0", "r0");
    EXPECT_FALSE(concerned("s0"));
    tell_derived("r0");
    for (int part = 0; part < 6; ++part) {
        Batch batch;
        for (int i = 0; i < 10'000; ++i) {
            batch.events.push_back(
                {*Event::parse(fmt::format(
                     R"({{"id":"{}-{}","kind":"log","time":"2026-02-23T11:00:00Z"}})", part, i)),
                 1});
        }
        ASSERT_TRUE(store_->append(batch));
    }
    EXPECT_TRUE(concerned("s0"));
}

TEST_F(ListingDerivedTest, ListsWithACacheAgreeWithThoseWithout) {
    std::mt19937 random(5);
    const auto one = [&](const char* letter, unsigned count) {
        return fmt::format("{}{}", letter, random() % count);
    };
    for (int round = 0; round < 150; ++round) {
        for (std::uint64_t left = random() % 4; left > 0; --left) {
            const std::string run = one("r", 60);
            std::string rest = fmt::format(R"("run":"{}","agent":"{}")", run, one("a", 4));
            if (random() % 3 == 0) {
                rest += fmt::format(R"(,"session":"{}","flags":["session_derived"])", run);
            } else if (random() % 10 > 0) {
                rest += fmt::format(R"(,"session":"{}")", random() % 8 ? one("s", 40) : run);
            }
            tell(static_cast<int>(random() % 500), random() % 3 == 0 ? "error" : "log", rest);
        }
        for (const Space space : {Space::session, Space::run}) {
            ListingFilter filter{.errors = random() % 2 == 0};
            filter.agent = random() % 2 == 0 ? one("a", 4) : "";
            filter.text = random() % 2 == 0 ? fmt::format("{}", random() % 10) : "";
            ASSERT_EQ(ask(&cache_, space, filter), ask(nullptr, space, filter)) << round;
        }
        ASSERT_TRUE(cache_.get(*store_));
    }
}

TEST_F(ListingDerivedTest, ManyThreadsAskWhileEventsArrive) {
    tell_stated("s0", "r0");
    std::atomic<bool> done = false;
    std::vector<std::thread> readers;
    for (int i = 0; i < 3; ++i) {
        readers.emplace_back([&] {
            while (!done) {
                ask(&cache_, Space::session, {.errors = true});
                EXPECT_TRUE(cache_.get(*store_));
            }
        });
    }
    for (int i = 0; i < 100; ++i) {
        tell_derived(fmt::format("r{}", i));
        tell_stated(fmt::format("s{}", i), fmt::format("r{}", i));
    }
    done = true;
    for (std::thread& reader : readers) {
        reader.join();
    }
    EXPECT_EQ(ask(&cache_, Space::session, {.errors = true}),
              ask(nullptr, Space::session, {.errors = true}));
}

}  // namespace
}  // namespace hence
