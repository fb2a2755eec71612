#include "api/background.h"

#include <atomic>
#include <future>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/recorder_for_test.h"

namespace hence {
namespace {

using std::chrono::milliseconds;

// Appends only while its gate is open.
class GatedStore final : public ForwardingStore {
public:
    GatedStore() : ForwardingStore(open_memory_store()) {}
    Result<Receipt> append(const Batch& batch, const Check& check) override {
        opened_.wait();
        ++appends;
        return ForwardingStore::append(batch, check);
    }
    void open() { gate_.set_value(); }

    std::atomic<int> appends = 0;

private:
    std::promise<void> gate_;
    std::shared_future<void> opened_ = gate_.get_future().share();
};

TEST(Background, EverythingIsStoredInOrderAndInFewBatches) {
    const auto store = std::make_shared<GatedStore>();
    const Recorder recorder(store, {.background = true});
    Step last = recorder.session("s").session_start("go");
    for (int i = 0; i < 1'000; ++i) {
        last = last.thought("more");
        ASSERT_TRUE(last);
    }
    const Flushed early = recorder.flush(milliseconds(1));
    EXPECT_FALSE(early);
    EXPECT_EQ(early.waiting, 1'001u);
    EXPECT_EQ(early.stored, 0u);
    store->open();
    const Flushed flushed = recorder.flush();
    EXPECT_TRUE(flushed);
    EXPECT_EQ(flushed.stored, 1'001u);
    EXPECT_EQ(flushed.last_seq, 1'001u);
    EXPECT_LE(store->appends, 3);
    const auto found = store->find(last.id());
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->seq(), 1'001u);
}

TEST(Background, WhatFailedIsCountedAndTold) {
    const auto store = std::make_shared<FullStore>();
    std::atomic<int> told = 0;
    const Recorder recorder(store, {.on_error = [&](const Error&) { ++told; }, .background = true});
    EXPECT_TRUE(recorder.session("s").thought("lost"));
    const Flushed failed = recorder.flush();
    EXPECT_FALSE(failed);
    EXPECT_EQ(failed.failed, 1u);
    EXPECT_EQ(failed.error->code, Code::io);
    EXPECT_EQ(told, 1);
    store->full = false;
    EXPECT_TRUE(recorder.session("s").thought("kept"));
    EXPECT_EQ(recorder.flush().stored, 1u);
}

TEST(Background, WhatTheStoreRefusesIsNotCountedAsStored) {
    const std::shared_ptr<Store> store = open_memory_store();
    const Recorder recorder(store, {.background = true});
    const std::string event = R"({"kind":"thought","time":"2026-02-23T10:00:00Z","id":"a",)";
    EXPECT_TRUE(recorder.record(*Event::parse(event + R"("fields":{"text":"x"}})")));
    EXPECT_TRUE(recorder.record(*Event::parse(event + R"("fields":{"text":"y"}})")));
    const Flushed flushed = recorder.flush();
    EXPECT_EQ(flushed.stored, 1u);
    EXPECT_EQ(flushed.failed, 1u);
    EXPECT_EQ(flushed.error->code, Code::conflict);
}

TEST(Background, WhoeverRecordsTooMuchWaitsForRoom) {
    const auto store = std::make_shared<GatedStore>();
    const Recorder recorder(store, {.background = true, .background_bytes = 10'000});
    std::atomic<int> recorded = 0;
    std::thread host([&] {
        for (int i = 0; i < 100; ++i) {
            EXPECT_TRUE(recorder.session("s").thought("more"));
            ++recorded;
        }
    });
    while (recorded == 0) {
        std::this_thread::yield();
    }
    EXPECT_GT(recorder.flush(milliseconds(50)).waiting, 0u);
    EXPECT_LT(recorded, 100);
    store->open();
    host.join();
    EXPECT_EQ(recorder.flush().stored, 100u);
}

TEST(Background, WhatWaitsIsStoredWhenTheRecorderGoes) {
    const std::shared_ptr<Store> store = open_memory_store();
    {
        const Recorder recorder(store, {.background = true});
        for (int i = 0; i < 50; ++i) {
            EXPECT_TRUE(recorder.session("s").thought("more"));
        }
    }
    EXPECT_EQ(store->last_seq(), 50u);
}

TEST(Background, ManyThreadsShareOne) {
    const std::shared_ptr<Store> store = open_memory_store();
    const Recorder recorder(store, {.background = true});
    std::vector<std::thread> hosts;
    for (int host = 0; host < 4; ++host) {
        hosts.emplace_back([&] {
            for (int i = 0; i < 250; ++i) {
                EXPECT_TRUE(recorder.session("s").thought("more"));
            }
        });
    }
    for (std::thread& host : hosts) {
        host.join();
    }
    EXPECT_EQ(recorder.flush().stored, 1'000u);
}

TEST(Background, AForkedChildIsTold) {
    const std::shared_ptr<Store> store = open_memory_store();
    auto recorder = std::make_unique<Recorder>(store, RecorderOptions{.background = true});
    EXPECT_TRUE(recorder->session("s").thought("before"));
    EXPECT_TRUE(recorder->flush());
    const pid_t child = ::fork();
    if (child == 0) {
        const bool refused = !recorder->session("s").thought("in the child");
        recorder = nullptr;
        ::_exit(refused ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_TRUE(recorder->session("s").thought("after"));
    EXPECT_EQ(recorder->flush().stored, 2u);
}

TEST(Background, WithoutItNothingWaits) {
    const std::shared_ptr<Store> store = open_memory_store();
    const Recorder recorder(store);
    EXPECT_TRUE(recorder.session("s").thought("now"));
    EXPECT_TRUE(recorder.flush());
}

}  // namespace
}  // namespace hence
