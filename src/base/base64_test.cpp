#include "base/base64.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(Base64Test, TheExamplesOfTheStandardHold) {
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(base64("\xFB\xFF"), "+/8=");
}

TEST(Base64Test, UrlTextNeedsNoEscapeAndComesBack) {
    EXPECT_EQ(base64url("\xFB\xFF"), "-_8");
    std::string all;
    for (int byte = 0; byte < 256; ++byte) {
        all += static_cast<char>(byte);
        EXPECT_EQ(from_base64url(base64url(all)), all);
    }
}

TEST(Base64Test, WhatNoBytesGiveIsRefused) {
    EXPECT_EQ(from_base64url("Zg=="), std::nullopt);
    EXPECT_EQ(from_base64url("Z"), std::nullopt);
    EXPECT_EQ(from_base64url("Zh"), std::nullopt);
    EXPECT_EQ(from_base64url("+/8"), std::nullopt);
    EXPECT_EQ(from_base64url("Zg"), "f");
}

}  // namespace
}  // namespace hence
