// The tree of proofs of a log in the engine, and the steps by which its tables grow.
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/erase.h"
#include "store/common/directory_for_test.h"
#include "store/common/redaction_key.h"
#include "store/conformance_for_test.h"
#include "store/integrity/proof.h"
#include "store/integrity/signing_keys.h"
#include "store/postgres/log_for_test.h"
#include "store/postgres/proof_table.h"
#include "store/verify_engine.h"

namespace hence::postgres {
namespace {

class EngineTreeTest : public EngineLogTest {
protected:
    void SetUp() override {
        EngineLogTest::SetUp();
        ASSERT_FALSE(HasFatalFailure());
        keys_ = directory_.path() / "user";
        key_ =
            make_signing_key(keys_, {.store = "", .name = "example.com/log"})->public_key().take();
        store_ = open();
        const Rows logs = ask("SELECT max(log) FROM hence_log");
        log_ = static_cast<std::int32_t>(logs.number(0, 0));
    }

    std::unique_ptr<Store> open() const { return open_log({.signing_keys = keys_}); }

    static void append(Store& store, int from, int to) {
        for (int i = from; i < to;) {
            Batch batch;
            batch.source = "file";
            for (int end = std::min(to, i + 40); i < end; ++i) {
                const std::string line = event_json(
                    fmt::format("e{}", i), "10:00:00Z",
                    fmt::format(R"("session":"s{}","fields":{{"text":"words {}"}})", i % 3, i));
                batch.events.push_back({Event::parse(line).take()});
            }
            ASSERT_TRUE(store.append(batch));
        }
    }

    static void erase_seqs(Store& store, const std::vector<SeqRange>& seqs) {
        auto* const erasable = dynamic_cast<ErasableStore*>(&store);
        std::string ranges;
        for (const SeqRange& range : seqs) {
            ranges += fmt::format("{}[{},{}]", ranges.empty() ? "" : ",", range.first, range.last);
        }
        const Result<Receipt> receipt = erasable->erase_all(
            {{Event::parse(event_json(fmt::format("x{}", store.last_seq()), "12:00:00Z",
                                      fmt::format(R"("kind":"erasure","fields":{{"reason":"r",)"
                                                  R"("seqs":[{}]}})",
                                                  ranges)))
                  .take(),
              seqs,
              {}}});
        ASSERT_TRUE(receipt) << receipt.error().message;
    }

    VerifyReport verified() {
        VerifyRequest request;
        request.keys = {key_};
        const Result<VerifyReport> report = verify_engine(address_, request);
        EXPECT_TRUE(report) << (report ? "" : report.error().message);
        return report ? *report : VerifyReport{};
    }

    static std::string differences(const VerifyReport& report) {
        std::string all;
        for (const std::string& each : report.differences) {
            all += each + "; ";
        }
        return all;
    }

    Integrity& integrity() { return *integrity_of(*store_); }

    rocks::StoreDirectory directory_;
    std::filesystem::path keys_;
    NoteKey key_;
    std::unique_ptr<Store> store_;
    std::int32_t log_ = 0;
};

TEST_F(EngineTreeTest, EveryEventIsProvenAndTheLogVerifies) {
    append(*store_, 0, 700);
    for (const char* const id : {"e0", "e255", "e256", "e699"}) {
        const Result<EventProof> proof = prove(integrity(), **store_->find(id));
        ASSERT_TRUE(proof) << proof.error().message;
        EXPECT_TRUE(check_proof(*proof));
    }
    EXPECT_EQ(integrity().leaves(200, 300)->size(), 101U);
    EXPECT_EQ(integrity().leaves(200, 300)->front().seq, 200U);
    EXPECT_EQ(integrity().proven(701).error().code, Code::not_found);
    EXPECT_EQ(integrity().tree_nodes(1, 0, 10)->size(), 2U);
    append(*store_, 700, 720);
    store_ = nullptr;  // Keeps a last checkpoint.
    const VerifyReport report = verified();
    EXPECT_TRUE(report.is_right()) << differences(report);
    EXPECT_EQ(report.events, 720U);
    EXPECT_EQ(report.verified_up_to, 720U);
    EXPECT_EQ(report.key, key_.text());
    EXPECT_GE(report.signatures, 2U);
}

TEST_F(EngineTreeTest, ServersThatGrowOneTreeAgree) {
    const std::unique_ptr<Store> other = open();
    const auto write = [](Store& store, int from) {
        for (int i = 0; i < 10; ++i) {
            append(store, from + i * 20, from + i * 20 + 20);
            EXPECT_TRUE(integrity_of(store)->cover());
        }
    };
    std::thread writer([&] { write(*other, 1'000); });
    write(*store_, 0);
    writer.join();
    const Result<CheckpointRecord> here = integrity().cover();
    const Result<CheckpointRecord> there = integrity_of(*other)->cover();
    ASSERT_TRUE(here && there);
    EXPECT_EQ(here->head, there->head);
    EXPECT_EQ(here->head.size, 400U);
    const VerifyReport report = verified();
    EXPECT_TRUE(report.is_right()) << differences(report);
    EXPECT_EQ(report.signatures, report.checkpoints);
}

TEST_F(EngineTreeTest, WhatWasProvenBeforeAnErasureStaysProven) {
    append(*store_, 0, 60);
    const EventProof before = prove(integrity(), **store_->find("e30")).take();
    erase_seqs(*store_, {{31, 31}});
    EXPECT_TRUE(check_proof(before));
    const Result<EventProof> stub = prove(integrity(), **store_->find("e30"));
    ASSERT_TRUE(stub) << stub.error().message;
    EXPECT_TRUE(check_proof(*stub));
    EXPECT_EQ(stub->proven.leaf, before.proven.leaf);
    EXPECT_FALSE(stub->proven.salt);
    const VerifyReport report = verified();
    EXPECT_TRUE(report.is_right()) << differences(report);
    EXPECT_EQ(report.erased, 1U);
    EXPECT_EQ(report.erased_announced, 1U);
}

TEST_F(EngineTreeTest, TheKeyOfASessionOfStubsIsDestroyed) {
    append(*store_, 0, 6);
    ASSERT_TRUE(integrity().cover());
    ProofTable table(
        [this](const std::vector<Statement>& statements) { return connection_->run(statements); },
        log_);
    EXPECT_EQ(table.keys({1, 2, 3})->size(), 3U);
    erase_seqs(*store_, {{1, 1}, {4, 4}});  // All of session s0, and nothing else.
    EXPECT_EQ(table.keys({1, 2, 3})->size(), 2U);
    EXPECT_FALSE(table.keys({1})->contains(1));
    append(*store_, 6, 9);  // The session goes on, with a new key.
    ASSERT_TRUE(integrity().cover());
    EXPECT_EQ(table.keys({1, 2, 3})->size(), 3U);
    const VerifyReport report = verified();
    EXPECT_TRUE(report.is_right()) << differences(report);
}

TEST_F(EngineTreeTest, EventsThatNoTreeHasMetCanBeErasedAndProvenLater) {
    keys_.clear();
    store_ = open();
    append(*store_, 0, 6);
    erase_seqs(*store_, {{2, 2}});
    ASSERT_TRUE(integrity().cover());
    const VerifyReport report = verified();
    EXPECT_TRUE(report.is_right()) << differences(report);
    EXPECT_EQ(report.verified_up_to, 7U);
}

TEST_F(EngineTreeTest, WhatAnotherServerErasedIsNotTakenFromWhatIsAtHand) {
    append(*store_, 0, 3);
    ASSERT_TRUE(integrity().cover());
    std::unique_ptr<Store> other = open();
    for (int round = 0; round < 5; ++round) {
        const std::uint64_t first = store_->last_seq() + 1;
        append(*store_, 100 * round + 3, 100 * round + 90);  // The tree has met the fewest.
        erase_seqs(*other, {{first, first + 86}});
        ASSERT_TRUE(integrity().cover());
    }
    store_ = nullptr;
    other = nullptr;
    const VerifyReport report = verified();
    EXPECT_TRUE(report.is_right()) << differences(report);
}

TEST_F(EngineTreeTest, AChangedEventIsFound) {
    append(*store_, 0, 60);
    ASSERT_TRUE(integrity().cover());
    store_ = nullptr;
    Statement select(
        "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part >= $2 AND "
        "part < $3");
    select.integer(log_).bytes("C").bytes("D");
    const std::vector<Rows> rows = connection_->run({select}).take();
    Changes changes;
    ASSERT_TRUE(
        each_value(rows.front(),
                   [&](std::string_view part, std::string_view, std::string value) -> Result<void> {
                       const std::size_t at = value.find("words 30");
                       if (at != std::string::npos) {
                           value.replace(at, 8, "wordz 30");
                           changes.put(part, value);
                       }
                       return {};
                   }));
    ASSERT_FALSE(changes.empty());
    ASSERT_TRUE(connection_->run(changes.statements(log_)));
    const VerifyReport report = verified();
    EXPECT_FALSE(report.is_right());
}

TEST_F(EngineTreeTest, TilesThatAreLostAreBuiltAgain) {
    append(*store_, 0, 600);
    const CheckpointRecord before = integrity().cover().take();
    store_ = nullptr;
    ask(fmt::format("DELETE FROM hence_proof WHERE log = {} AND part >= 'T' AND part < 'U'", log_));
    EXPECT_FALSE(verified().is_right());
    store_ = open();
    append(*store_, 600, 610);
    const Result<CheckpointRecord> after = integrity().cover();
    ASSERT_TRUE(after) << after.error().message;
    EXPECT_EQ(after->head.size, 610U);
    const VerifyReport report = verified();
    EXPECT_TRUE(report.is_right()) << differences(report);
    EXPECT_EQ(before.head.size, 600U);
}

TEST_F(EngineTreeTest, ALogThatIsNotThatOfItsCheckpointsGetsNoFurtherOne) {
    append(*store_, 0, 80);
    ASSERT_TRUE(integrity().cover());
    store_ = nullptr;
    ask(fmt::format("UPDATE hence_head SET last_seq = 40 WHERE log = {}", log_));
    store_ = open();
    const Result<CheckpointRecord> cut = integrity().cover();
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, Code::corrupt);
}

TEST_F(EngineTreeTest, TheKeyOfTheMarksIsTheSameForAll) {
    const std::unique_ptr<Store> other = open();
    const auto here = redaction_key_of(*store_);
    const auto there = redaction_key_of(*other);
    ASSERT_TRUE(here && *here && there && *there);
    EXPECT_EQ(**here, **there);
    EXPECT_NE(**here, SecretKey{});
}

TEST_F(EngineTreeTest, TablesOfAnEarlierVersionGrow) {
    append(*store_, 0, 3);
    store_ = nullptr;
    ask("DROP TABLE hence_proof");
    ask("DROP TABLE hence_migration");
    store_ = open();
    ASSERT_NE(store_, nullptr);
    EXPECT_TRUE(integrity().cover());
    EXPECT_EQ(ask("SELECT max(step) FROM hence_migration").number(0, 0), 1);
    const std::unique_ptr<Store> again = open();
    EXPECT_EQ(again->last_seq(), 3U);
}

TEST_F(EngineTreeTest, TablesOfANewerVersionAreRefused) {
    ask("INSERT INTO hence_schema (version) VALUES (99)");
    const auto refused = open_engine_store(address_);
    ask("DELETE FROM hence_schema WHERE version = 99");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::unsupported);
    ask("INSERT INTO hence_migration (step) VALUES (99)");
    EXPECT_TRUE(open_engine_store(address_));  // What a later version adds harms nobody.
    ask("DELETE FROM hence_migration WHERE step = 99");
}

TEST_F(EngineTreeTest, ARoleWithTheDocumentedRightsIsEnough) {
    static_cast<void>(
        static_cast<bool>(connection_->run({Statement("DROP OWNED BY hence_least")})));
    static_cast<void>(static_cast<bool>(connection_->run({Statement("DROP ROLE hence_least")})));
    ask("CREATE ROLE hence_least LOGIN");
    ask("GRANT SELECT, INSERT, UPDATE, DELETE ON hence_head, hence_index, hence_log, "
        "hence_migration, hence_proof, hence_record, hence_row, hence_schema, hence_search, "
        "hence_writer TO hence_least");
    std::string address = address_;
    address.replace(address.find("user=hence"), 10, "user=hence_least");
    Result<std::unique_ptr<Store>> least = open_engine_store(address, {.signing_keys = keys_});
    ASSERT_TRUE(least) << least.error().message;
    append(**least, 0, 5);
    EXPECT_EQ((*(*least)->find("e4"))->seq(), 5U);
    EXPECT_TRUE(integrity_of(**least)->cover());
    erase_seqs(**least, {{5, 5}});
    EXPECT_TRUE(redaction_key_of(**least));
    least->reset();
    ask("ALTER TABLE hence_migration RENAME TO hence_migration_away");
    const auto lacking = open_engine_store(address);
    ask("ALTER TABLE hence_migration_away RENAME TO hence_migration");
    ASSERT_FALSE(lacking);
    EXPECT_EQ(lacking.error().code, Code::forbidden) << lacking.error().message;
}

}  // namespace
}  // namespace hence::postgres
