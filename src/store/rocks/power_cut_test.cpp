// Many threads record, the power goes, the store is opened again: what was acknowledged is there,
// once, in whole batches, numbered without a hole, and nothing else.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <map>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/common/directory_for_test.h"
#include "store/integrity/encryption.h"
#include "store/rocks/files/power_cut_fs_for_test.h"
#include "store/rocks/rocks_store.h"

// RocksDB loses a memtable when it cannot begin a new write-ahead log, as after the power has gone.
// The sanitizer finds this only where it is visible.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {  // NOLINT
    return "leak:rocksdb::ColumnFamilyData::ConstructNewMemtable";
}

namespace hence::rocks {
namespace {

constexpr std::size_t writers = 3;
constexpr std::size_t batches_of_a_writer = 25;
constexpr int cuts_of_a_store = 10;

// A batch that was handed to the store.
struct Sent {
    std::vector<std::string> ids;
    std::map<std::string, std::string> json;  // By id.
    bool sync = true;
    bool acknowledged = false;
    Receipt receipt = {};
};

enum class Kept : std::uint8_t { plain, encrypted };

class PowerCutTest : public testing::TestWithParam<Kept> {
protected:
    PowerCutTest()
        : files_(std::make_shared<PowerCutFs>(directory_.path() / "attic")), env_(files_) {}

    void open() {
        RocksOptions options;
        options.env = &env_;
        options.write_buffer_bytes = std::size_t{64} << 10;
        options.signing_keys = user_keys();
        if (GetParam() == Kept::encrypted && !is_encrypted_store(path())) {
            const Result<std::string> made = prepare_encrypted_store(path(), user_keys(), {});
            ASSERT_TRUE(made) << made.error().message;
        }
        Result<std::unique_ptr<Store>> opened = open_rocks_store(path(), options);
        ASSERT_TRUE(opened) << (opened ? "" : opened.error().message);
        store_ = std::move(opened).take();
        ASSERT_FALSE(store_->damage()) << store_->damage()->message;
    }

    std::filesystem::path path() const {
        return directory_.path() / fmt::format("store-{}", store_number_);
    }

    std::filesystem::path user_keys() const { return directory_.path() / "user"; }

    void begin_another_store() {
        store_ = nullptr;
        std::filesystem::remove_all(path());
        ++store_number_;
        sent_.clear();
        seqs_.clear();
        open();
    }

    // Some events of a few sessions; half of them with a text that was there before.
    Batch make_batch(Sent& sent, std::mt19937_64& dice, std::size_t writer) {
        Batch batch;
        batch.source = "test";
        batch.sync = sent.sync = dice() % 8 != 0;
        const std::size_t count = 1 + dice() % 8;
        for (std::size_t i = 0; i < count; ++i) {
            const std::string id = fmt::format("w{}-{}", writer, ++last_id_);
            const std::size_t size = dice() % 2 == 0 ? 600 : dice() % 300;
            const std::string json = fmt::format(
                R"({{"id":"{}","kind":"thought","time":"2026-02-23T10:00:{:02}Z","session":"s{}",)"
                R"("fields":{{"text":"{}"}}}})",
                id, dice() % 60, dice() % 4, std::string(size, static_cast<char>('a' + size % 26)));
            batch.events.push_back({Event::parse(json).take(), i + 1});
            sent.ids.push_back(id);
            sent.json.emplace(id, json);
        }
        if (dice() % 10 == 0) {
            batch.refused.push_back({"test", 1, "no event", fmt::format("line {}", ++last_id_)});
        }
        return batch;
    }

    void write(std::vector<Sent>& sent, std::uint64_t seed, std::size_t writer) {
        std::mt19937_64 dice(seed);
        for (std::size_t i = 0; i < batches_of_a_writer; ++i) {
            Sent one;
            const Batch batch = make_batch(one, dice, writer);
            Result<Receipt> receipt = store_->append(batch);
            one.acknowledged = static_cast<bool>(receipt);
            one.receipt = receipt ? *receipt : Receipt{};
            sent.push_back(std::move(one));
            if (!receipt) {
                return;
            }
        }
    }

    void record_until_the_power_goes(std::mt19937_64& dice) {
        std::vector<std::vector<Sent>> sent(writers);
        std::vector<std::thread> threads;
        for (std::size_t writer = 0; writer < writers; ++writer) {
            threads.emplace_back(
                [this, &sent, writer, seed = dice()] { write(sent[writer], seed, writer); });
        }
        std::this_thread::sleep_for(std::chrono::microseconds(dice() % 60'000));
        files_->cut();
        for (std::thread& thread : threads) {
            thread.join();
        }
        store_ = nullptr;
        files_->restore(dice);
        for (std::vector<Sent>& of_one : sent) {
            std::ranges::move(of_one, std::back_inserter(sent_));
        }
    }

    // What is there, by id, after checking that each event stands once and as it was sent.
    std::map<std::string, std::uint64_t> check_each_event() {
        std::map<std::string, std::string> known;
        for (const Sent& sent : sent_) {
            known.insert(sent.json.begin(), sent.json.end());
        }
        std::map<std::string, std::uint64_t> there;
        Result<std::unique_ptr<Cursor>> cursor = store_->read(1, store_->last_seq());
        EXPECT_TRUE(cursor);
        std::uint64_t expected = 0;
        while (cursor) {
            const Result<std::optional<Event>> event = (*cursor)->next();
            EXPECT_TRUE(event) << (event ? "" : event.error().message);
            if (!event || !*event) {
                break;
            }
            const std::string id((*event)->id());
            EXPECT_EQ((*event)->seq(), ++expected) << "seq is dense";
            EXPECT_TRUE(there.emplace(id, (*event)->seq()).second) << id << " is there twice";
            EXPECT_EQ((*event)->stored_as(0, {}).to_json(), known[id]) << id;
        }
        EXPECT_EQ(expected, store_->last_seq());
        return there;
    }

    void check_batches(const std::map<std::string, std::uint64_t>& there) const {
        for (const Sent& sent : sent_) {
            const std::size_t found = static_cast<std::size_t>(std::ranges::count_if(
                sent.ids, [&](const std::string& id) { return there.contains(id); }));
            if (sent.acknowledged && sent.sync) {
                EXPECT_EQ(found, sent.ids.size()) << sent.ids.front() << " was acknowledged";
            }
            EXPECT_TRUE(found == 0 || found == sent.ids.size())
                << "half of the batch that begins with " << sent.ids.front();
            if (sent.acknowledged && found > 0) {
                EXPECT_EQ(there.at(sent.ids.front()), sent.receipt.first_seq);
                EXPECT_EQ(there.at(sent.ids.back()), sent.receipt.last_seq);
            }
        }
    }

    // What the index counts and finds is what the log holds.
    void check_index(const std::map<std::string, std::uint64_t>& there) const {
        const Result<std::vector<Summary>> rows = store_->summaries(Space::session, nullptr, 100);
        ASSERT_TRUE(rows) << rows.error().message;
        std::uint64_t counted = 0;
        for (const Summary& row : *rows) {
            counted += row.events;
        }
        EXPECT_EQ(counted, there.size());
        for (const auto& [id, seq] : there) {
            const Result<std::optional<Event>> event = store_->find(id);
            ASSERT_TRUE(event && *event) << id;
            EXPECT_EQ((*event)->seq(), seq);
        }
    }

    // What was seen once stays: it must have been made safe when the store was opened.
    void check_nothing_seen_is_gone(const std::map<std::string, std::uint64_t>& there) {
        for (const auto& [id, seq] : seqs_) {
            const auto found = there.find(id);
            EXPECT_TRUE(found != there.end() && found->second == seq) << id;
        }
        seqs_ = there;
    }

    void check() {
        const std::map<std::string, std::uint64_t> there = check_each_event();
        check_batches(there);
        check_index(there);
        check_nothing_seen_is_gone(there);
    }

    StoreDirectory directory_;
    std::shared_ptr<PowerCutFs> files_;
    PowerCutEnv env_;
    std::unique_ptr<Store> store_;
    std::vector<Sent> sent_;
    std::map<std::string, std::uint64_t> seqs_;  // As they were seen after the last cut.
    std::atomic<std::uint64_t> last_id_ = 0;
    int store_number_ = 0;
};

TEST_P(PowerCutTest, WhatWasAcknowledgedSurvivesExactlyOnce) {
    // An encrypted store differs in its values and in the files of its index: fewer will do.
    const int cuts =
        number_from_environment("HENCE_CUTS", 100) / (GetParam() == Kept::encrypted ? 4 : 1);
    const std::uint64_t seed = seed_from_environment();
    SCOPED_TRACE(fmt::format("HENCE_SEED={}", seed));
    std::mt19937_64 dice(seed);
    for (int cut = 0; cut < cuts && !HasFailure(); ++cut) {
        SCOPED_TRACE(fmt::format("cut {}", cut));
        if (cut % cuts_of_a_store == 0) {
            begin_another_store();
        }
        record_until_the_power_goes(dice);
        open();
        if (!HasFatalFailure()) {
            check();
        }
    }
}

TEST_P(PowerCutTest, WhatIsAcknowledgedAsKnownIsMadeSafe) {
    std::mt19937_64 dice(seed_from_environment());
    for (int round = 0; round < 10 && !HasFailure(); ++round) {
        begin_another_store();
        Sent sent;
        Batch batch = make_batch(sent, dice, 0);
        batch.refused.clear();
        batch.sync = false;
        ASSERT_TRUE(store_->append(batch));
        batch.sync = true;
        const Result<Receipt> again = store_->append(batch);
        ASSERT_TRUE(again);
        EXPECT_EQ(again->duplicates, batch.events.size());
        files_->cut();
        store_ = nullptr;
        files_->restore(dice);
        open();
        EXPECT_EQ(store_->last_seq(), batch.events.size());
    }
}

TEST_P(PowerCutTest, ThePowerThatGoesWhileAStoreIsMadeLeavesOneThatOpens) {
    std::mt19937_64 dice(seed_from_environment());
    for (int round = 0; round < 10 && !HasFailure(); ++round) {
        begin_another_store();
        files_->cut();
        store_ = nullptr;
        files_->restore(dice);
        open();
    }
}

INSTANTIATE_TEST_SUITE_P(Stores, PowerCutTest, testing::Values(Kept::plain, Kept::encrypted),
                         [](const auto& kept) {
                             return kept.param == Kept::encrypted ? "encrypted" : "plain";
                         });

}  // namespace
}  // namespace hence::rocks
