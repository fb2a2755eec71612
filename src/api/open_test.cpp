#include "hence/open.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hence/recorder.h"
#include "hence/version.h"
#include "server/door/owner.h"
#include "store/directory.h"

namespace hence {
namespace {

class OpenTest : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (std::filesystem::temp_directory_path() / "open-XXXXXX").string();
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        root = pattern;
    }
    void TearDown() override { std::filesystem::remove_all(root); }

    // Asks as another process would: through the socket in the directory.
    std::string ask(std::vector<std::string> path) const {
        Result<std::unique_ptr<Door>> door = open_directory_door(
            place(), {.open = [](const auto&) -> Result<std::unique_ptr<Store>> {
                return Error{Code::io, "nobody listens"};
            }});
        std::string answer;
        const Result<Reply> reply = (*door)->send({.path = std::move(path)}, [&](auto piece) {
            answer += piece;
            return Result<void>();
        });
        return reply ? answer : reply.error().message;
    }
    std::filesystem::path place() const { return root / "deep" / "store"; }

    std::filesystem::path root;
};

TEST_F(OpenTest, WhatWasRecordedIsThereAgain) {
    {
        const auto store = open_store(place());
        ASSERT_TRUE(store) << store.error().message;
        EXPECT_TRUE(Recorder(**store).session("s").thought("remember"));
    }
    const auto again = open_store(place());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ((*again)->last_seq(), 1u);
}

TEST_F(OpenTest, HostTakesTheSpoolOfItsDirectory) {
    std::filesystem::create_directories(place() / "spool");
    const std::string event = R"({"kind":"thought","time":"2026-02-23T10:00:00Z","id":")";
    std::ofstream(place() / "spool" / "a.ndjson") << event << "1\"}\n";
    const auto store = open_store(place());
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ((*store)->last_seq(), 1u);
    std::ofstream(place() / "spool" / "b.ndjson") << event << "2\"}\n";
    EXPECT_NE(ask({"api", "v1", "events", "2"}).find("thought"), std::string::npos);
    EXPECT_NE(ask({"api", "v1", "spool"}).find("\"files\":[]"), std::string::npos);
}

TEST_F(OpenTest, SecretsAreTakenOutWhenTheHostAsksForIt) {
    const std::string secret = std::string("AKIA") + "Q7ZK2MXW5RTBQ7ZK";
    for (const std::string& where : {std::string("memory:"), place().string()}) {
        const auto store = open_store(where, {.redact = true});
        ASSERT_TRUE(store) << store.error().message;
        EXPECT_TRUE(Recorder(**store).session("s").thought("use " + secret));
        const auto cursor = (*store)->read(1, 1);
        const std::string stored = (*cursor)->next().take()->to_json();
        EXPECT_NE(stored.find("use [redacted aws_access_key_id "), std::string::npos) << stored;
    }
    const auto plain = open_store("memory:");
    EXPECT_TRUE(Recorder(**plain).session("s").thought("use " + secret));
    EXPECT_NE((*(*plain)->read(1, 1))->next().take()->to_json().find(secret), std::string::npos);
}

TEST_F(OpenTest, OnlyItsUserMayReadIt) {
    const auto store = open_store(place());
    ASSERT_TRUE(store);
    struct stat status {};
    ASSERT_EQ(::stat(place().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0700u);
}

TEST_F(OpenTest, OthersAreAnsweredWhileTheHostRuns) {
    auto store = open_store(place());
    ASSERT_TRUE(store);
    EXPECT_TRUE(Recorder(**store).session("s").thought("remember"));
    EXPECT_NE(ask({"api", "v1", "sessions"}).find(R"("id":"s")"), std::string::npos);
    store = open_memory_store();
    EXPECT_EQ(ask({"api", "v1", "sessions"}), "nobody listens");
}

TEST_F(OpenTest, WhoeverKeepsTheDirectoryIsNamed) {
    const auto first = open_store(place(), {.name = "trader"});
    ASSERT_TRUE(first);
    const auto second = open_store(place());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Code::io);
    EXPECT_EQ(second.error().message,
              fmt::format("the store {} is kept by pid {} (trader)", place().string(), ::getpid()));
    EXPECT_FALSE(second.error().hint.empty());
}

TEST_F(OpenTest, ACommandHandsItsDirectoryOver) {
    std::filesystem::create_directories(place());
    const Result<std::unique_ptr<Door>> command = open_directory_door(
        place(), {.open = [](const auto& path) { return open_directory_store(path); }});
    const auto nowhere = [](std::string_view) { return Result<void>(); };
    ASSERT_TRUE((*command)->send({.path = {"healthz"}}, nowhere));
    const auto store = open_store(place());
    EXPECT_TRUE(store) << store.error().message;
}

TEST_F(OpenTest, AFileIsNoStore) {
    std::ofstream(root / "file") << "x";
    const auto store = open_store(root / "file");
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().code, Code::io);
    EXPECT_FALSE(open_store(root / "file" / "below"));
}

TEST_F(OpenTest, MemoryNeedsNoDirectory) {
    const auto store = open_store("memory:");
    ASSERT_TRUE(store);
    EXPECT_TRUE(Recorder(**store).session("s").thought("forget"));
    EXPECT_FALSE(std::filesystem::exists("memory:"));
}

TEST_F(OpenTest, AnAddressIsNoPlace) {
    const auto store = open_store("http://127.0.0.1:4318");
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().code, Code::unsupported);
}

TEST(Version, IsTold) {
    EXPECT_FALSE(version().empty());
    EXPECT_EQ(store_format(), directory_format_version());
}

}  // namespace
}  // namespace hence
