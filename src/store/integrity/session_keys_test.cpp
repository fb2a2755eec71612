#include "store/integrity/session_keys.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "store/common/directory_for_test.h"
#include "store/integrity/leaf.h"

namespace hence {
namespace {

std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class SessionKeysTest : public testing::Test {
protected:
    std::unique_ptr<SessionKeys> open(KeyAccess access = KeyAccess::write) {
        return std::move(SessionKeys::open(place(), access)).take();
    }
    std::filesystem::path place() const { return directory_.path() / "keys"; }

    rocks::StoreDirectory directory_;
};

TEST_F(SessionKeysTest, AKeyIsTheSameAfterOpeningAgain) {
    const SecretKey one = *open()->key_of(1);
    const SecretKey seven = *open()->key_of(7);
    EXPECT_NE(one, seven);
    EXPECT_EQ(*open()->key_of(1), one);
    EXPECT_EQ(*open(KeyAccess::read)->find(7), seven);
    EXPECT_EQ(*open()->find(3), std::nullopt);
    EXPECT_EQ(std::filesystem::status(place() / "master").permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(SessionKeysTest, ClustersMayComeInAnyOrder) {
    const auto keys = open();
    std::vector<SecretKey> made;
    const std::vector<std::uint64_t> clusters{5, 9, 2, 7, 1, 12};
    for (const std::uint64_t cluster : clusters) {
        made.push_back(*keys->key_of(cluster));
    }
    const auto again = open(KeyAccess::read);
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        EXPECT_EQ(*again->find(clusters[i]), made[i]);
    }
}

TEST_F(SessionKeysTest, ADestroyedKeyIsNowhere) {
    const auto keys = open();
    const SecretKey before = *keys->key_of(3);
    ASSERT_TRUE(keys->key_of(4));
    const std::string record = bytes_of(place() / "sessions").substr(12, 48);
    const std::vector<std::uint64_t> gone{3, 99};
    ASSERT_TRUE(keys->destroy(gone));
    EXPECT_EQ(*keys->find(3), std::nullopt);
    EXPECT_EQ(*keys->state(3), KeyState::destroyed);
    EXPECT_EQ(*keys->state(99), KeyState::missing);
    EXPECT_EQ(*keys->state(4), KeyState::present);
    EXPECT_EQ(bytes_of(place() / "sessions").find(record), std::string::npos);
    EXPECT_NE(*keys->key_of(3), before);
    EXPECT_EQ(*open()->state(3), KeyState::present);
}

TEST_F(SessionKeysTest, AChangedByteOfAKeyIsNoticed) {
    ASSERT_TRUE(open()->key_of(3));
    const std::string whole = bytes_of(place() / "sessions");
    for (std::size_t i = 0; i < 64; ++i) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 4);
        std::ofstream(place() / "sessions", std::ios::binary) << changed;
        const Result<std::optional<SecretKey>> found = open()->find(3);
        EXPECT_TRUE(!found || !*found) << i;
    }
}

TEST_F(SessionKeysTest, ARecordThatWasCutIsNoRecord) {
    ASSERT_TRUE(open()->key_of(3));
    std::ofstream(place() / "sessions", std::ios::binary | std::ios::app) << "HKEY\0\0";
    ASSERT_TRUE(open()->key_of(8));
    EXPECT_TRUE(*open()->find(3));
    EXPECT_TRUE(*open()->find(8));
}

TEST_F(SessionKeysTest, ARecordOfZerosAtTheEndIsNoRecord) {
    ASSERT_TRUE(open()->key_of(3));
    std::ofstream(place() / "sessions", std::ios::binary | std::ios::app) << std::string(150, '\0');
    EXPECT_TRUE(*open(KeyAccess::read)->find(3));
    ASSERT_TRUE(open()->key_of(8));
    EXPECT_EQ(std::filesystem::file_size(place() / "sessions"), 2 * 64U);
    EXPECT_TRUE(*open()->find(3));
    EXPECT_TRUE(*open()->find(8));
}

TEST_F(SessionKeysTest, ALeafIsTheBytesThatTheDocumentSays) {
    SecretKey key{};
    const Salt salt = salt_of(key, 7);
    EXPECT_NE(salt, salt_of(key, 8));
    const Leaf leaf{7, received_ms(Time{.seconds = 2, .nanos = 250'999'999}),
                    commitment_of(salt, "event")};
    EXPECT_EQ(leaf.received_ms, 2250);
    const std::string record = leaf_record(leaf);
    EXPECT_EQ(record.size(), leaf_size);
    EXPECT_EQ(record.substr(0, 17), std::string("\x01\0\0\0\0\0\0\0\x07\0\0\0\0\0\0\x08\xca", 17));
    EXPECT_EQ(leaf.commitment, sha256("\x01" + std::string(as_bytes(salt)), "event"));
    EXPECT_EQ(leaf_hash(record), sha256(std::string(1, '\0') + record));
    EXPECT_EQ(read_leaf(record), leaf);
    EXPECT_FALSE(read_leaf(record + "x"));
    EXPECT_FALSE(read_leaf("\x02" + record.substr(1)));
}

}  // namespace
}  // namespace hence
