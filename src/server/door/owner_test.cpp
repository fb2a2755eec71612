// Tests of how a directory's owner is found, changes, and dies.
#include "server/door/owner.h"

#include <atomic>
#include <fstream>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/try.h"
#include "server/door/client.h"
#include "server/door/owner_lock.h"

namespace hence {
namespace {

using std::chrono::milliseconds;

class OwnerTest : public testing::Test {
protected:
    void SetUp() override {
        std::string path = testing::TempDir() + "hence-owner-XXXXXX";
        ASSERT_NE(::mkdtemp(path.data()), nullptr);
        directory_ = path;
    }
    void TearDown() override { std::filesystem::remove_all(directory_); }

    std::unique_ptr<Door> open(bool insists = false, milliseconds patience = milliseconds(5'000)) {
        OwnerOptions options;
        options.command = "hence test";
        options.insists = insists;
        options.patience = patience;
        options.open = [this](const std::filesystem::path&) -> Result<std::unique_ptr<Store>> {
            ++opened_;
            return open_memory_store();
        };
        Result<std::unique_ptr<Door>> door = open_directory_door(directory_, options);
        return door ? std::move(door).take() : nullptr;
    }

    static Result<std::string> ask(Door& door, const Request& request) {
        std::string answer;
        const Reply reply = TRY(door.send(request, [&answer](std::string_view piece) {
            answer.append(piece);
            return Result<void>();
        }));
        return reply.refused ? reply.refused->message : answer;
    }
    static std::string health(Door& door) {
        const Result<std::string> answer = ask(door, {.path = {"healthz"}});
        return answer ? *answer : answer.error().message;
    }
    static std::string record(Door& door, const std::string& id) {
        Request request{.method = "POST", .path = {"api", "v1", "events"}};
        request.body = R"({"id":")" + id + R"(","kind":"thought","time":"2026-02-23T10:00:00Z"})";
        const Result<std::string> answer = ask(door, request);
        return answer ? *answer : answer.error().message;
    }

    // A child that owns the directory until it is killed; -1 when there is none.
    pid_t owner_in_a_child() {
        int ready[2];
        if (::pipe(ready) != 0) {
            return -1;
        }
        const pid_t child = ::fork();
        if (child == 0) {
            const auto door = open();
            health(*door);
            [[maybe_unused]] const ssize_t put = ::write(ready[1], "x", 1);
            ::pause();
            ::_exit(0);
        }
        char byte = 0;
        const bool owns = ::read(ready[0], &byte, 1) == 1;
        ::close(ready[0]);
        ::close(ready[1]);
        return owns ? child : -1;
    }

    std::filesystem::path directory_;
    std::atomic<int> opened_ = 0;
};

const std::string empty = "{\"status\":\"ok\",\"last_seq\":0}\n";
const std::string one = "{\"status\":\"ok\",\"last_seq\":1}\n";

TEST_F(OwnerTest, AnAnswerThatThrowsKeepsNobodyWaiting) {
    auto owner = open();
    EXPECT_EQ(health(*owner), empty);
    // A library below may throw, most likely since no memory is left.
    const auto throws = [](std::string_view) -> Result<void> {
        static_cast<void>(std::string().at(1));
        return {};
    };
    EXPECT_THROW(static_cast<void>(owner->send({.path = {"healthz"}}, throws)), std::out_of_range);
    EXPECT_EQ(health(*owner), empty);
    owner = nullptr;  // Leaves the directory, and waits for no answer.
    EXPECT_EQ(health(*open()), empty);
    EXPECT_EQ(opened_, 2);
}

TEST_F(OwnerTest, SecondDoorAsksTheFirst) {
    const auto owner = open();
    EXPECT_EQ(health(*owner), empty);
    record(*owner, "a");
    const auto client = open();
    EXPECT_EQ(health(*client), one);
    EXPECT_EQ(opened_, 1);
}

TEST_F(OwnerTest, QuestionSeesWhatWasSpooledBeforeIt) {
    std::filesystem::create_directory(directory_ / "spool");
    const std::string event = R"({"kind":"thought","time":"2026-02-23T10:00:00Z","id":")";
    std::ofstream(directory_ / "spool" / "a.ndjson") << event << "a\"}\n";
    const auto owner = open();
    EXPECT_EQ(health(*owner), one);
    const auto client = open();
    for (const std::string name : {"b", "c", "d"}) {
        std::ofstream(directory_ / "spool" / (name + ".ndjson")) << event << name << "\"}\n";
        const auto answer = ask(*client, {.path = {"api", "v1", "events", name}});
        ASSERT_TRUE(answer);
        EXPECT_NE(answer->find("thought"), std::string::npos) << *answer;
    }
}

TEST_F(OwnerTest, WhatTheSpoolCannotTakeIsAWarning) {
    std::filesystem::create_directories(directory_ / "spool" / "odd.ndjson");
    const auto owner = open();
    const auto reply = owner->send({.path = {"api", "v1", "sessions"}},
                                   [](std::string_view) { return Result<void>(); });
    ASSERT_TRUE(reply);
    EXPECT_NE(reply->warning.find("odd.ndjson is not a regular file"), std::string::npos);
    EXPECT_EQ(reply->exit_status, 0);
}

TEST_F(OwnerTest, ClientTakesOverWhenTheOwnerHasGone) {
    auto owner = open();
    health(*owner);
    const auto client = open();
    health(*client);
    owner.reset();
    EXPECT_EQ(health(*client), empty);
    EXPECT_EQ(opened_, 2);
}

TEST_F(OwnerTest, SocketIsForItsUserAlone) {
    const auto owner = open();
    health(*owner);
    struct stat status {};
    ASSERT_EQ(::stat((directory_ / "hence.sock").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_F(OwnerTest, PathMayBeLongerThanASocketsAddress) {
    directory_ /= std::string(100, 'x');
    directory_ /= std::string(100, 'y');
    std::filesystem::create_directories(directory_);
    const auto owner = open();
    record(*owner, "a");
    const auto client = open();
    EXPECT_EQ(health(*client), one);
    directory_ = directory_.parent_path().parent_path();
}

TEST_F(OwnerTest, StaleSocketIsReplaced) {
    std::ofstream(directory_ / "hence.sock") << "left behind";
    const auto owner = open();
    EXPECT_EQ(health(*owner), empty);
}

TEST_F(OwnerTest, OwnerHandsOverAndGoesOnAsClient) {
    const auto first = open();
    health(*first);
    const auto second = open(true);
    ASSERT_TRUE(second);
    record(*second, "a");
    EXPECT_EQ(health(*first), one);
    EXPECT_EQ(opened_, 2);
}

TEST_F(OwnerTest, OneWhoInsistsHandsOverToNobody) {
    const auto first = open(true);
    ASSERT_TRUE(first);
    EXPECT_FALSE(open(true));
    EXPECT_EQ(health(*first), empty);
}

TEST_F(OwnerTest, StoreThatCannotBeOpenedIsTheAnswer) {
    OwnerOptions options;
    options.open = [](const std::filesystem::path&) -> Result<std::unique_ptr<Store>> {
        return Error{Code::io, "the disk is on fire"};
    };
    const auto door = open_directory_door(directory_, options);
    EXPECT_EQ(health(**door), "the disk is on fire");
    EXPECT_FALSE(std::filesystem::exists(directory_ / "hence.sock"));
    EXPECT_EQ(health(*open()), empty);
}

TEST_F(OwnerTest, HolderOfTheLockThatDoesNotAnswerIsNamed) {
    const Result<std::optional<DirectoryLock>> lock =
        DirectoryLock::take(directory_, "hence sleep");
    ASSERT_TRUE(lock && *lock);
    const std::string answer = health(*open(false, milliseconds(100)));
    EXPECT_NE(answer.find("(hence sleep), which does not answer"), std::string::npos) << answer;
}

TEST_F(OwnerTest, MissingDirectoryIsAnError) {
    directory_ /= "nowhere";
    EXPECT_NE(health(*open()).find("No such file"), std::string::npos);
    directory_ = directory_.parent_path();
}

TEST_F(OwnerTest, LongAnswerComesWhole) {
    const auto owner = open();
    Request request{.method = "POST", .path = {"api", "v1", "events"}};
    for (int i = 0; i < 5'000; ++i) {
        request.body += R"({"id":"event-)" + std::to_string(i) +
                        R"(","kind":"thought","time":"2026-02-23T10:00:00Z"})" + "\n";
    }
    ASSERT_TRUE(ask(*owner, request));
    Request events{.path = {"api", "v1", "events"}};
    events.headers["accept"] = std::string(command_json);
    const auto client = open();
    const Result<std::string> near = ask(*owner, events);
    const Result<std::string> far = ask(*client, events);
    EXPECT_GT(near->size(), 300'000U);
    EXPECT_EQ(*near, *far);
}

TEST_F(OwnerTest, HandoverUnderLoadLosesNothing) {
    const auto first = open();
    std::atomic<bool> stop = false;
    std::mutex mutex;
    std::set<std::string> refusals;
    std::vector<std::thread> askers;
    for (int i = 0; i < 4; ++i) {
        askers.emplace_back([&] {
            const auto door = open();
            while (!stop) {
                const std::string answer = health(*door);
                if (!answer.starts_with("{\"status\":\"ok\"")) {
                    const std::lock_guard lock(mutex);
                    refusals.insert(answer);
                }
            }
        });
    }
    std::this_thread::sleep_for(milliseconds(100));
    { const auto second = open(true); }
    std::this_thread::sleep_for(milliseconds(100));
    stop = true;
    for (std::thread& asker : askers) {
        asker.join();
    }
    EXPECT_TRUE(refusals.empty()) << *refusals.begin();
}

// What each of many processes does. Exits 0 when all went well.
[[noreturn]] void race(const std::filesystem::path& directory, int turns) {
    OwnerOptions options;
    options.open = [](const std::filesystem::path&) -> Result<std::unique_ptr<Store>> {
        return open_memory_store();
    };
    bool well = true;
    for (int i = 0; i < turns && well; ++i) {
        const auto door = open_directory_door(directory, options);
        std::string answer;
        const Result<Reply> reply =
            (*door)->send({.path = {"healthz"}}, [&answer](std::string_view piece) {
                answer.append(piece);
                return Result<void>();
            });
        well = reply && !reply->refused && answer.starts_with("{\"status\":\"ok\"");
    }
    ::_exit(well ? 0 : 1);
}

TEST_F(OwnerTest, TwentyProcessesAtOnceAllGetAnAnswer) {
    std::vector<pid_t> children;
    for (int i = 0; i < 20; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            race(directory_, 1);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

TEST_F(OwnerTest, KilledOwnerIsReplaced) {
    const pid_t child = owner_in_a_child();
    ASSERT_GT(child, 0);
    const auto client = open();
    EXPECT_EQ(health(*client), empty);
    EXPECT_EQ(opened_, 0);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    EXPECT_EQ(health(*client), empty);
    EXPECT_EQ(opened_, 1);
}

TEST_F(OwnerTest, StoppedOwnerIsNamedAndAnswersOnceItIsContinued) {
    const pid_t child = owner_in_a_child();
    ASSERT_GT(child, 0);
    ::kill(child, SIGSTOP);
    int status = 0;
    ::waitpid(child, &status, WUNTRACED);
    const auto client = open();
    const Result<std::string> answer = ask(*client, {.path = {"healthz"}});
    ASSERT_FALSE(answer);
    EXPECT_NE(answer.error().message.find("(hence test), which is stopped"), std::string::npos)
        << answer.error().message;
    EXPECT_NE(answer.error().hint.find("kill -CONT " + std::to_string(child)), std::string::npos)
        << answer.error().hint;
    EXPECT_EQ(open(true), nullptr);
    ::kill(child, SIGCONT);
    EXPECT_EQ(health(*client), empty);
    EXPECT_EQ(opened_, 0);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace hence
