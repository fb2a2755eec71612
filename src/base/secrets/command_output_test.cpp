#include "base/secrets/command_output.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(CommandOutputTest, IsWhatTheCommandPrints) {
    EXPECT_EQ(*output_of("printf 'a b'; printf c"), "a bc");
    EXPECT_EQ(*output_of("cat"), "");  // Nothing is on its standard input.
}

TEST(CommandOutputTest, FailsWithTheStatus) {
    const Result<std::string> output = output_of("echo key; exit 3");
    ASSERT_FALSE(output);
    EXPECT_NE(output.error().message.find("status 3"), std::string::npos);
}

TEST(CommandOutputTest, FailsWhenItPrintsTooMuch) {
    const Result<std::string> output = output_of("yes", {.bytes_max = 10});
    ASSERT_FALSE(output);
    EXPECT_EQ(output.error().code, Code::limit);
}

TEST(CommandOutputTest, FailsWhenItTakesTooLong) {
    const Result<std::string> output =
        output_of("exec sleep 60", {.time_max = std::chrono::milliseconds(50)});
    ASSERT_FALSE(output);
    EXPECT_EQ(output.error().code, Code::io);
}

TEST(CommandOutputTest, FailsWhenItClosesItsOutputAndGoesOn) {
    const auto begin = std::chrono::steady_clock::now();
    const Result<std::string> output =
        output_of("echo key; exec sleep 60 >&-", {.time_max = std::chrono::milliseconds(50)});
    ASSERT_FALSE(output);
    EXPECT_NE(output.error().message.find("not done after 50 ms"), std::string::npos);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

}  // namespace
}  // namespace hence
