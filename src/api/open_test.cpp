#include "hence/open.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hence/explain.h"
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
    const auto second = open_store(place(), {.alone = true});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Code::io);
    EXPECT_EQ(second.error().message,
              fmt::format("the store {} is kept by pid {} (trader)", place().string(), ::getpid()));
    EXPECT_FALSE(second.error().hint.empty());
}

std::string explained(const Store& store, std::string_view event) {
    const auto answer = explain(store, {.event = std::string(event)});
    EXPECT_TRUE(answer) << answer.error().message;
    std::string text;
    EXPECT_TRUE(write_json(*answer, store, [&](std::string_view piece) {
        text += piece;
        return Result<void>();
    }));
    return text;
}

TEST_F(OpenTest, ASecondProgramWorksThroughTheFirst) {
    auto first = open_store(place(), {.name = "trader"});
    ASSERT_TRUE(first);
    auto second = open_store(place(), {.name = "watcher"});
    ASSERT_TRUE(second) << second.error().message;
    const Scope run = Recorder(**second).session("s").run("r");
    const Step start = run.session_start("buy");
    ASSERT_TRUE(start) << start.failure().message;
    Step last = start;
    for (int i = 0; i < 100; ++i) {
        last = last.thought("one more");
        ASSERT_TRUE(last) << last.failure().message;
    }
    EXPECT_EQ((*second)->last_seq(), 101u);
    EXPECT_EQ((*first)->last_seq(), 101u);
    // Every answer is the same through the other process.
    EXPECT_EQ(explained(**second, last.id()), explained(**first, last.id()));
    const auto row = (*second)->summary(Space::session, "s");
    ASSERT_TRUE(row && *row);
    EXPECT_EQ((*row)->events, 101u);
    EXPECT_EQ((*row)->goal->second, "buy");
    EXPECT_EQ((*second)->runs_of("s").take(), std::vector<std::string>{"r"});
    const auto cursor = (*second)->scan({Space::session, "s"}, {.direction = Direction::backward});
    std::uint64_t seq = 101;
    for (auto event = (*cursor)->next(); event && *event; event = (*cursor)->next()) {
        EXPECT_EQ((*event)->seq(), seq--);
    }
    EXPECT_EQ(seq, 0u);

    // Once the first is gone, the second has the directory.
    first = open_memory_store();
    EXPECT_TRUE(last.thought("alone"));
    EXPECT_EQ((*second)->last_seq(), 102u);
}

TEST_F(OpenTest, AClientIsToldWhatTheStoreRefuses) {
    const auto first = open_store(place());
    const auto second = open_store(place());
    ASSERT_TRUE(second) << second.error().message;
    const std::string event = R"({"kind":"thought","time":"2026-02-23T10:00:00Z","id":"a",)";
    const auto one = Event::parse(event + R"("fields":{"text":"x"}})");
    const auto other = Event::parse(event + R"("fields":{"text":"y"}})");
    EXPECT_TRUE(Recorder(**second).record(*one));
    EXPECT_TRUE(Recorder(**second).record(*one));  // A duplicate is no error.
    const auto refused = Recorder(**second).record(*other);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::conflict);
    const auto rows = (*second)->quarantine(0, 10);
    ASSERT_TRUE(rows) << rows.error().message;
    ASSERT_EQ(rows->size(), 1u);
    const auto row = (*second)->quarantined(rows->front().n);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->bytes, (*first)->quarantined(row->n)->bytes);
    EXPECT_EQ((*second)->quarantined(99).error().code, Code::not_found);
    const auto checked = (*second)->append({}, [](const Store&) { return Result<void>(); });
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().code, Code::unsupported);
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

TEST_F(OpenTest, AServerThatIsNotThereIsTold) {
    const auto nobody = open_store("http://127.0.0.1:1");
    ASSERT_FALSE(nobody);
    EXPECT_EQ(nobody.error().code, Code::io);
    const auto unknown = open_store("ftp://127.0.0.1");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, Code::unsupported);
    EXPECT_EQ(open_store("http://").error().code, Code::invalid);
}

TEST(Version, IsTold) {
    EXPECT_FALSE(version().empty());
    EXPECT_EQ(store_format(), directory_format_version());
}

}  // namespace
}  // namespace hence
