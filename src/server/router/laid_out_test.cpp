#include "server/router/laid_out.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TextLayout asked(const std::string& accept) {
    Request request;
    request.headers["accept"] = accept;
    return asked_layout(request);
}

TEST(LaidOutTest, AcceptSaysHowTextShallLook) {
    EXPECT_EQ(asked("text/plain").columns, 0U);
    EXPECT_FALSE(asked("text/plain").marks_times);
    EXPECT_EQ(asked("text/plain; columns=80").columns, 80U);
    EXPECT_EQ(asked("text/plain; columns=100; times=marked").columns, 100U);
    EXPECT_TRUE(asked("text/plain; columns=100; times=marked").marks_times);
}

TEST(LaidOutTest, WhatMakesNoSenseCutsNothing) {
    EXPECT_EQ(asked("text/plain; columns=").columns, 0U);
    EXPECT_EQ(asked("text/plain; columns=x").columns, 0U);
    EXPECT_EQ(asked("text/plain; columns=-5").columns, 0U);
    EXPECT_EQ(asked("text/plain; columns=1").columns, 40U);
    EXPECT_EQ(asked("text/plain; columns=99999999999999999999999").columns, 0U);
    EXPECT_EQ(asked("application/json; columns=80").columns, 0U);
}

TEST(LaidOutTest, OnlyTextIsFitted) {
    const std::string row = "[2026-02-23 10:00:01Z] " + std::string(100, 'x') + "  (abc)\n";
    Response text = text_response(row);
    lay_out(text, {.columns = 40});
    EXPECT_EQ(text.body, "[2026-02-23 10:00:01Z] xxxxxxxxx…  (abc)\n");
    Response json = json_response(row);
    lay_out(json, {.columns = 40});
    EXPECT_EQ(json.body, row);
}

}  // namespace
}  // namespace hence
