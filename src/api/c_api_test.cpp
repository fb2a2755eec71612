#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hence/c.h"
#include "store/common/directory_for_test.h"

namespace hence {
namespace {

constexpr std::string_view two_events =
    R"({"id":"e1","kind":"session_start","time":"2026-02-23T10:00:00Z","session":"s"})"
    "\n"
    R"({"id":"e2","kind":"thought","time":"2026-02-23T10:00:01Z","session":"s","parent":"e1",)"
    R"("fields":{"text":"hi"}})"
    "\n";

struct Answered {
    int status = 0;
    std::string text;
};

Answered ask(hence_store* store, const char* target, const char* accept = nullptr) {
    hence_answer* answer = hence_ask(store, "GET", target, accept, nullptr, 0);
    std::size_t size = 0;
    const char* text = hence_answer_text(answer, &size);
    Answered answered{hence_answer_status(answer), std::string(text, size)};
    hence_answer_free(answer);
    return answered;
}

class CApi : public testing::TestWithParam<bool> {
protected:
    std::string place() const {
        return GetParam() ? (directory_.path() / "store").string() : "memory:";
    }

    rocks::StoreDirectory directory_;
};

TEST_P(CApi, RecordsAndAnswers) {
    hence_store* store = hence_open(place().c_str(), "c test", nullptr);
    ASSERT_NE(store, nullptr) << hence_last_error();
    hence_receipt receipt{};
    EXPECT_EQ(hence_append(store, two_events.data(), two_events.size(), &receipt), 0);
    EXPECT_EQ(receipt.accepted, 2u);
    EXPECT_EQ(receipt.first_seq, 1u);
    EXPECT_EQ(receipt.last_seq, 2u);
    EXPECT_EQ(hence_append(store, two_events.data(), two_events.size(), &receipt), 0);
    EXPECT_EQ(receipt.duplicates, 2u);
    const Answered why = ask(store, "/api/v1/events/e2/explain");
    EXPECT_EQ(why.status, 200);
    EXPECT_NE(why.text.find("\"e1\""), std::string::npos) << why.text;
    EXPECT_NE(ask(store, "/api/v1/events/e2", "text/plain").text.find("hi"), std::string::npos);
    hence_close(store);
}

TEST_P(CApi, WhatIsRefusedIsSaid) {
    hence_store* store = hence_open(place().c_str(), nullptr, nullptr);
    ASSERT_NE(store, nullptr) << hence_last_error();
    const std::string broken = std::string(two_events) + "{\"kind\":\n";
    hence_receipt receipt{};
    EXPECT_EQ(hence_append(store, broken.data(), broken.size(), &receipt), 1);
    EXPECT_EQ(receipt.accepted, 2u);
    EXPECT_EQ(receipt.quarantined, 1u);
    EXPECT_EQ(ask(store, "/api/v1/events/none").status, 404);
    EXPECT_EQ(hence_ask(store, "GET", "no slash", nullptr, nullptr, 0), nullptr);
    EXPECT_STREQ(hence_last_error_code(), "invalid");
    EXPECT_EQ(hence_ask(store, nullptr, nullptr, nullptr, nullptr, 0), nullptr);
    EXPECT_EQ(hence_append(store, nullptr, 3, nullptr), -1);
    EXPECT_EQ(hence_append(store, nullptr, 0, nullptr), 0);
    hence_close(store);
}

INSTANTIATE_TEST_SUITE_P(Places, CApi, testing::Bool());

TEST(CApi, WithoutAStoreThereIsAnErrorAndNoCrash) {
    EXPECT_EQ(hence_open(nullptr, nullptr, nullptr), nullptr);
    EXPECT_EQ(hence_open("", nullptr, nullptr), nullptr);
    EXPECT_STREQ(hence_last_error_code(), "invalid");
    EXPECT_EQ(hence_open("ftp://somewhere", nullptr, nullptr), nullptr);
    EXPECT_STREQ(hence_last_error_code(), "unsupported");
    EXPECT_EQ(hence_append(nullptr, "", 0, nullptr), -1);
    EXPECT_EQ(hence_ask(nullptr, "GET", "/", nullptr, nullptr, 0), nullptr);
    EXPECT_NE(std::string(hence_last_error()).find("no store"), std::string::npos);
    EXPECT_EQ(hence_answer_status(nullptr), 0);
    EXPECT_STREQ(hence_answer_text(nullptr, nullptr), "");
    hence_answer_free(nullptr);
    hence_close(nullptr);
}

TEST(CApi, TwoProgramsShareADirectory) {
    const rocks::StoreDirectory directory;
    const std::string place = (directory.path() / "store").string();
    hence_store* first = hence_open(place.c_str(), "first", nullptr);
    hence_store* second = hence_open(place.c_str(), "second", nullptr);
    ASSERT_NE(second, nullptr) << hence_last_error();
    EXPECT_EQ(hence_append(second, two_events.data(), two_events.size(), nullptr), 0);
    EXPECT_EQ(ask(first, "/api/v1/events/e2").status, 200);
    hence_close(first);
    EXPECT_EQ(ask(second, "/api/v1/events/e2").status, 200);
    hence_close(second);
}

TEST(CApi, AForkedChildIsToldAndClosesNothing) {
    const rocks::StoreDirectory directory;
    hence_store* store = hence_open((directory.path() / "store").c_str(), nullptr, nullptr);
    ASSERT_NE(store, nullptr) << hence_last_error();
    const pid_t child = ::fork();
    if (child == 0) {
        const bool refused =
            hence_append(store, two_events.data(), two_events.size(), nullptr) == -1;
        hence_close(store);
        ::_exit(refused ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(hence_append(store, two_events.data(), two_events.size(), nullptr), 0);
    hence_close(store);
}

}  // namespace
}  // namespace hence
