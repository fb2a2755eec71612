#include "model/ids.h"

#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(Ids, AUuid7HoldsItsTimeVersionVariantAndRandomBits) {
    const UuidRandom random{0xFC, 0xC3, 0xD8, 0xC4, 0xDC, 0x0C, 0x0C, 0x07, 0x39, 0x8F};
    const Time time = *parse_time("2022-02-22T19:22:22.000Z");  // The example of RFC 9562.
    EXPECT_EQ(make_uuid7(time, random), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
}

TEST(Ids, ATimeBeforeTheEpochCountsAsTheEpoch) {
    EXPECT_EQ(make_uuid7(*parse_time("1960-01-01T00:00:00Z"), {}),
              "00000000-0000-7000-8000-000000000000");
}

TEST(Ids, OnlyAUuidOfVersion7IsOne) {
    EXPECT_TRUE(is_uuid7("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"));
    EXPECT_TRUE(is_uuid7("017F22E2-79B0-7CC3-B8C4-DC0C0C07398F"));
    EXPECT_FALSE(is_uuid7("017f22e2-79b0-4cc3-98c4-dc0c0c07398f"));
    EXPECT_FALSE(is_uuid7("017f22e2-79b0-7cc3-c8c4-dc0c0c07398f"));
    EXPECT_FALSE(is_uuid7("017f22e2-79b0-7cc3-98c4-dc0c0c07398"));
    EXPECT_FALSE(is_uuid7("017f22e2-79b0-7cc3-98c4-dc0c0c07398g"));
    EXPECT_FALSE(is_uuid7("017f22e2x79b0-7cc3-98c4-dc0c0c07398f"));
    EXPECT_FALSE(is_uuid7(""));
}

TEST(Ids, EachIsGreaterThanTheOneBefore) {
    std::string last = new_id();
    for (int i = 0; i < 20'000; ++i) {
        std::string next = new_id();
        ASSERT_TRUE(is_uuid7(next)) << next;
        ASSERT_LT(last, next);
        last = std::move(next);
    }
}

TEST(Ids, ThreadsNeverShareOne) {
    std::vector<std::vector<std::string>> made(4);
    std::vector<std::thread> threads;
    for (auto& ids : made) {
        threads.emplace_back([&ids] {
            for (int i = 0; i < 2'000; ++i) {
                ids.push_back(new_id());
            }
        });
    }
    std::set<std::string> all;
    for (std::size_t i = 0; i < threads.size(); ++i) {
        threads[i].join();
        all.insert(made[i].begin(), made[i].end());
    }
    EXPECT_EQ(all.size(), 8'000u);
}

}  // namespace
}  // namespace hence
