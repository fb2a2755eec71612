#include "base/secrets/sealed.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

SecretKey key_of_bytes(std::uint8_t byte) {
    SecretKey key{};
    key.fill(byte);
    return key;
}

TEST(SealedTest, OpensWithItsKeyInItsPlaceOnly) {
    const Result<std::string> sealed = seal(key_of_bytes(1), "here", "a secret");
    ASSERT_TRUE(sealed);
    EXPECT_EQ(sealed->find("secret"), std::string::npos);
    EXPECT_EQ(open_sealed(key_of_bytes(1), "here", *sealed), "a secret");
    EXPECT_FALSE(open_sealed(key_of_bytes(2), "here", *sealed));
    EXPECT_FALSE(open_sealed(key_of_bytes(1), "there", *sealed));
}

TEST(SealedTest, NoticesEveryChangedByteAndEveryCut) {
    const Result<std::string> sealed = seal(key_of_bytes(1), "here", "a secret");
    ASSERT_TRUE(sealed);
    for (std::size_t i = 0; i < sealed->size(); ++i) {
        std::string changed = *sealed;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        EXPECT_FALSE(open_sealed(key_of_bytes(1), "here", changed)) << i;
        EXPECT_FALSE(open_sealed(key_of_bytes(1), "here", sealed->substr(0, i))) << i;
    }
}

TEST(SealedTest, SealsNothingAtAllToo) {
    const Result<std::string> sealed = seal(key_of_bytes(1), "", "");
    ASSERT_TRUE(sealed);
    EXPECT_EQ(open_sealed(key_of_bytes(1), "", *sealed), "");
}

TEST(SealedTest, EqualBytesAreSealedDifferently) {
    EXPECT_NE(*seal(key_of_bytes(1), "here", "same"), *seal(key_of_bytes(1), "here", "same"));
}

// From NIST SP 800-38A, F.5.5.
TEST(SealedTest, StreamIsTheStandardsCounterMode) {
    const SecretKey key = {0x60, 0x3d, 0xeb, 0x10, 0x15, 0xca, 0x71, 0xbe, 0x2b, 0x73, 0xae,
                           0xf0, 0x85, 0x7d, 0x77, 0x81, 0x1f, 0x35, 0x2c, 0x07, 0x3b, 0x61,
                           0x08, 0xd7, 0x2d, 0x98, 0x10, 0xa3, 0x09, 0x14, 0xdf, 0xf4};
    const StreamNonce nonce = {0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7,
                               0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff};
    std::string bytes("\x6b\xc1\xbe\xe2\x2e\x40\x9f\x96\xe9\x3d\x7e\x11\x73\x93\x17\x2a", 16);
    ASSERT_TRUE(apply_stream(key, nonce, 0, bytes));
    EXPECT_EQ(bytes,
              std::string("\x60\x1e\xc3\x13\x77\x57\x89\xa5\xb7\xa7\xf5\x04\xbb\xf3\xd2\x28", 16));
    std::string second("\xae\x2d\x8a\x57\x1e\x03\xac\x9c\x9e\xb7\x6f\xac\x45\xaf\x8e\x51", 16);
    ASSERT_TRUE(apply_stream(key, nonce, 16, second));  // The counter carries over.
    EXPECT_EQ(second,
              std::string("\xf4\x43\xe3\xca\x4d\x62\xb5\x9a\xca\x84\xe9\x90\xca\xca\xf5\xc5", 16));
}

TEST(SealedTest, StreamIsTheSameInAnyPieces) {
    const StreamNonce nonce{255};
    std::string whole(1'000, 'x');
    ASSERT_TRUE(apply_stream(key_of_bytes(3), nonce, 4'000'000'000'000, whole));
    for (const std::size_t cut : {1U, 15U, 16U, 17U, 999U}) {
        std::string pieces(1'000, 'x');
        ASSERT_TRUE(
            apply_stream(key_of_bytes(3), nonce, 4'000'000'000'000, std::span(pieces).first(cut)));
        ASSERT_TRUE(apply_stream(key_of_bytes(3), nonce, 4'000'000'000'000 + cut,
                                 std::span(pieces).subspan(cut)));
        EXPECT_EQ(pieces, whole) << cut;
    }
}

TEST(SealedTest, PackedBytesComeBack) {
    for (const std::string& text :
         {std::string(), std::string("short"), std::string(100'000, 'a')}) {
        EXPECT_EQ(unpack(pack(text), 100'000), text);
    }
    EXPECT_LT(pack(std::string(100'000, 'a')).size(), 1'000U);
}

TEST(SealedTest, UnpacksNothingThatIsTooLargeOrNoPack) {
    EXPECT_FALSE(unpack(pack(std::string(1'000, 'a')), 999));
    EXPECT_FALSE(unpack(pack("abc"), 2));
    EXPECT_FALSE(unpack("", 10));
    EXPECT_FALSE(
        unpack("\x07"
               "abc",
               10));
    EXPECT_FALSE(
        unpack("\x01"
               "abc",
               10));
}

}  // namespace
}  // namespace hence
