// What becomes of an open store when its directory, its index or its disk is not what it was.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/words/word_query.h"
#include "store/common/caching_store.h"
#include "store/common/directory_for_test.h"
#include "store/rocks/files/overlay_fs.h"
#include "store/rocks/files/power_cut_fs_for_test.h"
#include "store/rocks/rocks_store.h"

namespace hence::rocks {
namespace {

namespace fs = std::filesystem;

Batch batch_of(const std::string& name, int count = 1) {
    Batch batch;
    for (int i = 0; i < count; ++i) {
        const std::string json = fmt::format(
            R"({{"id":"{}{}","kind":"thought","time":"2026-02-23T10:00:00Z","session":"s-{}"}})",
            name, i, name);
        batch.events.push_back({Event::parse(json).take(), 1});
    }
    return batch;
}

class HeldEngineTest : public testing::Test {
protected:
    fs::path path(const std::string& name) const { return directory_.path() / name; }

    std::unique_ptr<Store> open(const std::string& name, rocksdb::Env* env = nullptr) {
        RocksOptions options;
        options.env = env;
        Result<std::unique_ptr<Store>> store = open_rocks_store(path(name), options);
        EXPECT_TRUE(store) << (store ? "" : store.error().message);
        return store ? std::move(store).take() : nullptr;
    }

    static std::uint64_t events_of(const Store& store, const std::string& session) {
        const Result<std::optional<Summary>> row = store.summary(Space::session, "s-" + session);
        EXPECT_TRUE(row) << (row ? "" : row.error().message);
        return row && *row ? (*row)->events : 0;
    }

    // A second read of what a test says, so that a failure names the message.
    static std::string refusal(Store& store, const std::string& name) {
        const Result<Receipt> receipt = store.append(batch_of(name));
        return receipt ? "taken" : receipt.error().message;
    }

    StoreDirectory directory_;
};

TEST_F(HeldEngineTest, AStoreThatWasMovedAwayAcknowledgesNothing) {
    const auto store = open("a");
    ASSERT_TRUE(store->append(batch_of("before")));
    fs::rename(path("a"), path("b"));
    EXPECT_NE(refusal(*store, "moved").find("was moved or removed while it was open"),
              std::string::npos);
    EXPECT_EQ(events_of(*store, "before"), 1U) << "what was recorded can still be asked for";
}

TEST_F(HeldEngineTest, AnotherStoreInItsPlaceIsLeftAlone) {
    {
        const auto moved = open("a");
        ASSERT_TRUE(moved->append(batch_of("before")));
        fs::rename(path("a"), path("b"));
        const auto fresh = open("a");
        ASSERT_TRUE(fresh->append(batch_of("fresh")));
        EXPECT_NE(refusal(*moved, "moved"), "taken");
        ASSERT_TRUE(fresh->append(batch_of("later")));
        EXPECT_EQ(fresh->last_seq(), 2U);
    }
    EXPECT_EQ(open("a")->last_seq(), 2U);
    EXPECT_EQ(events_of(*open("b"), "before"), 1U);
}

TEST_F(HeldEngineTest, AStoreThatIsPutBackGoesOn) {
    const auto store = open("a");
    fs::rename(path("a"), path("b"));
    EXPECT_NE(refusal(*store, "moved"), "taken");
    fs::rename(path("b"), path("a"));
    std::string last;
    for (int i = 0; i < 100 && last != "taken"; ++i) {
        last = refusal(*store, "back");
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    EXPECT_EQ(last, "taken");
    EXPECT_EQ(events_of(*store, "back"), 1U);
}

TEST_F(HeldEngineTest, AStoreThatWasRemovedAcknowledgesNothing) {
    for (const char* part : {"", "log", "head"}) {
        SCOPED_TRACE(part);
        const auto store = open("a");
        ASSERT_TRUE(store->append(batch_of("before")));
        fs::remove_all(path("a") / part);
        EXPECT_NE(refusal(*store, "removed"), "taken");
        EXPECT_NE(refusal(*store, "removed"), "taken");
        fs::remove_all(path("a"));
    }
}

// A search index that cannot begin a file when it is closed must not end the process either.
TEST_F(HeldEngineTest, AStoreThatWasRemovedWithWordsToWriteIsClosed) {
    RocksOptions options;
    options.segment_events = 4'096;
    const auto store = open_rocks_store(path("a"), options).take();
    const Batch batch = batch_of("before", 2'000);
    ASSERT_TRUE(store->append(batch));
    const auto pass = [](const MatchBlock&) { return Result<void>(); };
    ASSERT_TRUE(store->find_words(WordQuery::parse("nothing").take(), pass));
    fs::remove_all(path("a"));
    EXPECT_NE(refusal(*store, "removed"), "taken");
}

TEST_F(HeldEngineTest, AStoreIsOpenOnce) {
    const auto store = open("a");
    const Result<std::unique_ptr<Store>> again = open_rocks_store(path("a"));
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, Code::io);
    EXPECT_NE(again.error().message.find("is open already"), std::string::npos);
}

TEST_F(HeldEngineTest, AnIndexOfAnotherLogIsNotUsed) {
    ASSERT_TRUE(open("a")->append(batch_of("a", 7)));
    ASSERT_TRUE(open("b")->append(batch_of("b", 5)));
    fs::remove_all(path("a") / "index");
    fs::copy(path("b") / "index", path("a") / "index", fs::copy_options::recursive);
    const auto store = open("a");
    EXPECT_EQ(events_of(*store, "a"), 7U);
    EXPECT_EQ(events_of(*store, "b"), 0U);
    EXPECT_FALSE(*store->find("b0"));
    const Result<Receipt> again = store->append(batch_of("a", 7));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->duplicates, 7U);
}

TEST_F(HeldEngineTest, AnIndexFromBeforeTwoCopiesWentTheirWaysIsNotUsed) {
    ASSERT_TRUE(open("a")->append(batch_of("both", 3)));
    fs::copy(path("a"), path("b"), fs::copy_options::recursive);
    ASSERT_TRUE(open("a")->append(batch_of("a", 4)));
    ASSERT_TRUE(open("b")->append(batch_of("b", 4)));
    fs::remove_all(path("a") / "index");
    fs::copy(path("b") / "index", path("a") / "index", fs::copy_options::recursive);
    const auto store = open("a");
    EXPECT_EQ(events_of(*store, "a"), 4U);
    EXPECT_EQ(events_of(*store, "b"), 0U);
}

TEST_F(HeldEngineTest, ACursorOutlivesAnOpeningAndSaysSo) {
    const auto store = open("a");
    ASSERT_TRUE(store->append(batch_of("before", 3)));
    const Result<std::unique_ptr<Cursor>> cursor = store->read(1, 3);
    ASSERT_TRUE((*cursor)->next());
    fs::rename(path("a"), path("b"));
    EXPECT_NE(refusal(*store, "moved"), "taken");
    EXPECT_NE(refusal(*store, "moved"), "taken");  // Opens the store again.
    const Result<std::optional<Event>> next = (*cursor)->next();
    ASSERT_FALSE(next);
    EXPECT_NE(next.error().message.find("was opened again"), std::string::npos);
}

// A sync that fails has dropped what it should have written, and a second one that succeeds does
// not bring it back.
TEST_F(HeldEngineTest, WhatAFailedSyncLeftBehindIsWrittenAgainBeforeItIsAcknowledged) {
    std::mt19937_64 dice(seed_from_environment());
    for (int round = 0; round < 10; ++round) {
        const std::string name = fmt::format("store-{}", round);
        const auto files = std::make_shared<PowerCutFs>(path("attic"));
        PowerCutEnv env(files);
        auto store = open(name, &env);
        ASSERT_TRUE(store->append(batch_of("before")));
        files->fail_next_log_sync();
        EXPECT_FALSE(store->append(batch_of("again")));
        if (round % 2 == 0) {
            store = nullptr;
            store = open(name, &env);
        }
        const Result<Receipt> receipt = store->append(batch_of("again"));
        ASSERT_TRUE(receipt) << receipt.error().message;
        files->cut();
        store = nullptr;
        files->restore(dice);
        store = open(name, &env);
        ASSERT_FALSE(store->damage()) << store->damage()->message;
        EXPECT_EQ(events_of(*store, "before"), 1U);
        EXPECT_EQ(events_of(*store, "again"), 1U) << "it was acknowledged";
    }
}

TEST_F(HeldEngineTest, AnOverlayChangesNothingOnTheDisk) {
    ASSERT_TRUE(open("a")->append(batch_of("a", 3)));
    std::map<std::string, fs::file_time_type> before;
    for (const auto& entry : fs::recursive_directory_iterator(path("a"))) {
        before[entry.path().string()] = fs::last_write_time(entry.path());
    }
    const std::unique_ptr<rocksdb::Env> env = overlay_env(rocksdb::Env::Default());
    const auto check = [&env](const std::string& file, const std::string& bytes) {
        std::string read;
        EXPECT_TRUE(rocksdb::ReadFileToString(env.get(), file, &read).ok()) << file;
        EXPECT_EQ(read, bytes);
    };
    const std::string file = (path("a") / "fresh").string();
    ASSERT_TRUE(rocksdb::WriteStringToFile(env.get(), "hello", file).ok());
    check(file, "hello");
    ASSERT_TRUE(env->RenameFile(file, (path("a") / "head").string()).ok());
    check((path("a") / "head").string(), "hello");
    EXPECT_TRUE(env->FileExists(file).IsNotFound());
    ASSERT_TRUE(env->DeleteFile((path("a") / "log" / "CURRENT").string()).ok());
    EXPECT_TRUE(env->FileExists((path("a") / "log" / "CURRENT").string()).IsNotFound());
    std::vector<std::string> names;
    ASSERT_TRUE(env->GetChildren(path("a").string(), &names).ok());
    EXPECT_EQ(std::ranges::count(names, "head"), 1);
    for (const auto& [name, time] : before) {
        EXPECT_EQ(fs::last_write_time(name), time) << name;
    }
    EXPECT_FALSE(fs::exists(file));
}

// More than a megabyte of text, which no other event shares.
Batch large_batch() {
    Batch batch;
    for (int i = 0; i < 1'500; ++i) {
        const std::string json = fmt::format(
            R"({{"id":"e{}","kind":"thought","time":"2026-02-23T10:00:00Z","session":"s",)"
            R"("fields":{{"text":"{}{:01000}"}}}})",
            i, i, i);
        batch.events.push_back({Event::parse(json).take(), 1});
    }
    return batch;
}

std::size_t read_session(const Store& store) {
    const std::unique_ptr<Cursor> cursor = store.scan({Space::session, "s"}, {}).take();
    std::size_t events = 0;
    while (cursor->next().take()) {
        ++events;
    }
    return events;
}

TEST_F(HeldEngineTest, WhatWasReadIsDroppedOnceNobodyAsks) {
    const auto store = open("a");
    ASSERT_TRUE(store->append(large_batch()));
    EXPECT_EQ(read_session(*store), 1'500U);
    EXPECT_FALSE(drop_unasked(*store)) << "somebody has just asked";
    EXPECT_TRUE(drop_unasked(*store));
    EXPECT_FALSE(drop_unasked(*store)) << "nothing is left";
    EXPECT_EQ(read_session(*store), 1'500U);
    EXPECT_FALSE(drop_unasked(*store));
    EXPECT_TRUE(drop_unasked(*store));
}

TEST_F(HeldEngineTest, TheSearchIndexIsFilledPastWhatIsKeptForQuestions) {
    const auto store = open("a");
    ASSERT_TRUE(store->append(large_batch()));
    ASSERT_TRUE(store->find_words(WordQuery::parse("absent").take(),
                                  [](const MatchBlock&) { return Result<void>(); }));
    EXPECT_FALSE(drop_unasked(*store)) << "somebody has just asked";
    EXPECT_FALSE(drop_unasked(*store)) << "the words of all events were read, and nothing is kept";
}

}  // namespace
}  // namespace hence::rocks
