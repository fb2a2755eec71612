#include "store/rocks/names/packed_key.h"

#include <algorithm>
#include <random>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/format/layout.h"

namespace hence::rocks {
namespace {

constexpr std::string_view some_uuid = "0190163d-8694-739b-aea5-966c26f8ad91";

std::string random_uuid(std::mt19937_64& random) {
    const std::uint64_t a = random();
    const std::uint64_t b = random();
    return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", a >> 32U, a >> 16U & 0xFFFFU,
                       a & 0xFFFFU, b >> 48U, b & 0xFFFFFFFFFFFFU);
}

TEST(PackedKey, AnIdThatIsAUuidTakesSixteenBytesAndReadsBack) {
    const std::string key = packed_key(index_key::of_id(some_uuid));
    EXPECT_EQ(key.size(), 17U);
    EXPECT_EQ(unpacked_id(key), some_uuid);
    EXPECT_EQ(index_key::filtered_size(key), key.size());
}

TEST(PackedKey, OtherIdsStayAsTheyAre) {
    std::string capital(some_uuid);
    capital[0] = 'A';
    std::string without(some_uuid);
    without[8] = '0';
    for (const std::string& id : {std::string(), std::string("e1"), capital, without,
                                  std::string(some_uuid) + "0", std::string(16, '\x01')}) {
        EXPECT_EQ(packed_key(index_key::of_id(id)), index_key::of_id(id)) << id;
        EXPECT_EQ(unpacked_id(index_key::of_id(id)), std::nullopt);
    }
}

TEST(PackedKey, APostingKeepsWhatStandsBehindItsValue) {
    std::string prefix;
    index_key::put_posting_prefix(prefix, Space::parent, some_uuid);
    std::string key;
    index_key::put_posting(key, Space::parent, some_uuid, {{1'771'840'800, 5, 1}, 7});
    const std::string packed = packed_key(key);
    EXPECT_EQ(packed.size() + 20, key.size());
    EXPECT_TRUE(packed.starts_with(packed_key(prefix)));
    EXPECT_EQ(packed.substr(packed_key(prefix).size()), key.substr(prefix.size()));
    EXPECT_EQ(index_key::filtered_size(packed), packed_key(prefix).size());
}

TEST(PackedKey, PostingsOfOtherValuesStayAsTheyAre) {
    for (const std::string& value :
         {std::string("s1"), std::string(36, 'a'), std::string(36, '-'), std::string(70, 'a')}) {
        std::string key;
        index_key::put_posting(key, Space::session, value, {{1, 0, 0}, 1});
        EXPECT_EQ(packed_key(key), key);
    }
}

TEST(PackedKey, PackedIdsSortAsTheirTextsDo) {
    std::mt19937_64 random(1);
    std::vector<std::string> ids;
    for (int i = 0; i < 500; ++i) {
        ids.push_back(random_uuid(random));
    }
    std::ranges::sort(ids);
    EXPECT_TRUE(std::ranges::is_sorted(
        ids, {}, [](const std::string& id) { return packed_key(index_key::of_id(id)); }));
}

// Held against comparing the texts.
TEST(PackedKey, AWalkFromAnyTextBeginsAtTheFirstIdThatIsNotBeforeIt) {
    std::mt19937_64 random(2);
    const std::string bytes = std::string("-0189abcdefgAFZz:/,") + '\0' + '\xFF';
    for (int i = 0; i < 20'000; ++i) {
        const std::string id = random_uuid(random);
        std::string from = id.substr(0, random() % (id.size() + 1));
        for (std::size_t more = random() % 3; more > 0; --more) {
            from += bytes[random() % bytes.size()];
        }
        EXPECT_EQ(id >= from, packed_key(index_key::of_id(id)) >= packed_id_from(from))
            << id << " from " << from;
    }
}

}  // namespace
}  // namespace hence::rocks
