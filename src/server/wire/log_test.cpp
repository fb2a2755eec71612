#include "server/wire/log.h"

#include <gtest/gtest.h>

#include "model/json/json.h"

namespace hence {
namespace {

const Time noon = *parse_time("2026-02-23T12:00:00.125Z");

TEST(LogTest, ALineOfTextNamesTimeLevelAndFields) {
    EXPECT_EQ(log_line(LogForm::text, noon, LogLevel::info, "stopping", {}),
              "2026-02-23T12:00:00.125Z info  stopping");
    EXPECT_EQ(log_line(LogForm::text, noon, LogLevel::warn, "refused a request",
                       {{"status", "403"}, {"host", "evil.example"}, {"origin", ""}}),
              "2026-02-23T12:00:00.125Z warn  refused a request status=403 host=evil.example "
              "origin=\"\"");
}

TEST(LogTest, ALineOfJsonIsOneObject) {
    const std::string line = log_line(LogForm::json, noon, LogLevel::error, "cannot answer",
                                      {{"path", "/a\"b"}, {"status", "500"}});
    EXPECT_EQ(line,
              R"({"time":"2026-02-23T12:00:00.125Z","level":"error","message":"cannot answer",)"
              R"("path":"/a\"b","status":"500"})");
    EXPECT_TRUE(minify(line, 4));
}

TEST(LogTest, TextFromOutsideCannotLookLikeAnotherLineOrField) {
    const std::string evil = "x\n2026-01-01T00:00:00Z info  all is well\x1b[2J status=200";
    const std::string text =
        log_line(LogForm::text, noon, LogLevel::warn, "refused a request", {{"host", evil}});
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_TRUE(text.ends_with("status=200\""));
    const std::string json =
        log_line(LogForm::json, noon, LogLevel::warn, "refused a request", {{"host", evil}});
    EXPECT_EQ(json.find('\n'), std::string::npos);
    EXPECT_EQ(json.find('\x1b'), std::string::npos);
    EXPECT_TRUE(minify(json, 4));
    EXPECT_TRUE(
        minify(log_line(LogForm::json, noon, LogLevel::warn, "m", {{"host", "\xff\xc3"}}), 4));
}

TEST(LogTest, LongTextIsCut) {
    const std::string line =
        log_line(LogForm::text, noon, LogLevel::info, "m", {{"path", std::string(100'000, 'a')}});
    EXPECT_LT(line.size(), 400U);
    EXPECT_TRUE(line.ends_with("\u2026"));
}

TEST(ThrottleTest, LetsThroughSoManyASecondAndCountsTheOthers) {
    Throttle throttle(2);
    const std::chrono::steady_clock::time_point start{std::chrono::hours(1)};
    EXPECT_EQ(throttle.pass(start), 0U);
    EXPECT_EQ(throttle.pass(start), 0U);
    EXPECT_FALSE(throttle.pass(start));
    EXPECT_FALSE(throttle.pass(start + std::chrono::milliseconds(999)));
    EXPECT_EQ(throttle.pass(start + std::chrono::milliseconds(1'000)), 2U);
    EXPECT_EQ(throttle.pass(start + std::chrono::milliseconds(1'000)), 0U);
    EXPECT_FALSE(throttle.pass(start + std::chrono::milliseconds(1'000)));
}

}  // namespace
}  // namespace hence
