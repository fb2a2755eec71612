#include "base/keyed.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string hex_of(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char byte : bytes) {
        text.push_back(digits[static_cast<unsigned char>(byte) >> 4]);
        text.push_back(digits[static_cast<unsigned char>(byte) & 15]);
    }
    return text;
}

SecretKey counted_key() {
    SecretKey key{};
    for (std::size_t i = 0; i < key.size(); ++i) {
        key[i] = static_cast<std::uint8_t>(i);
    }
    return key;
}

// RFC 4231, test case 1, whose key of 20 bytes is the same as one padded with zeros.
TEST(Keyed, AnHmacIsTheOneThatTheStandardGives) {
    SecretKey key{};
    std::fill_n(key.begin(), 20, std::uint8_t{0x0b});
    EXPECT_EQ(hex_of(as_bytes(hmac_sha256(key, "Hi There"))),
              "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
}

TEST(Keyed, OneKeyHashesManyTextsAsEachAlone) {
    const KeyedHash by_key(counted_key());
    for (const std::string& text : {std::string(), std::string("a"), std::string(200, 'b')}) {
        EXPECT_EQ(by_key.of(text), hmac_sha256(counted_key(), text));
        EXPECT_EQ(by_key.of(text), by_key.of(text));
    }
}

// RFC 3394, section 4.6.
TEST(Keyed, AWrappedKeyIsTheOneThatTheStandardGives) {
    std::string secret;
    for (int i = 0; i < 16; ++i) {
        secret.push_back(static_cast<char>(i * 16 + i));
    }
    for (int i = 0; i < 16; ++i) {
        secret.push_back(static_cast<char>(i));
    }
    const std::string wrapped = wrap_secret(counted_key(), secret);
    EXPECT_EQ(hex_of(wrapped),
              "28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43b"
              "fb988b9b7a02dd21");
    EXPECT_EQ(unwrap_secret(counted_key(), wrapped), secret);
}

TEST(Keyed, AChangedByteOfAWrappedKeyIsNoticed) {
    const std::string wrapped = wrap_secret(counted_key(), std::string(32, 'k'));
    for (std::size_t i = 0; i < wrapped.size(); ++i) {
        std::string changed = wrapped;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        EXPECT_FALSE(unwrap_secret(counted_key(), changed)) << i;
    }
    EXPECT_FALSE(unwrap_secret(counted_key(), ""));
    EXPECT_FALSE(unwrap_secret(counted_key(), "short"));
}

}  // namespace
}  // namespace hence
