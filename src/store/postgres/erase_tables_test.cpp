// After an erasure, no table of the engine holds a byte of what was erased, and no other server
// brings it back.
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/erase.h"
#include "model/words/word_query.h"
#include "store/conformance_for_test.h"
#include "store/postgres/events.h"
#include "store/postgres/log_for_test.h"
#include "store/postgres/search_table.h"
#include "store/postgres/tables.h"

namespace hence::postgres {
namespace {

std::string hex_of(std::string_view bytes) {
    std::string hex;
    for (const char byte : bytes) {
        hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    }
    return hex;
}

class EraseTablesTest : public EngineLogTest {
protected:
    void SetUp() override {
        EngineLogTest::SetUp();
        ASSERT_FALSE(HasFatalFailure());
        store_ = open_log();
    }

    std::string marker(std::size_t size) {
        constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
        std::string text;
        while (text.size() < size) {
            text += letters[random_() % letters.size()];
        }
        return text;
    }

    // Every row of every table of this schema, as it is and unpacked.
    std::string tables_with(const std::string& text) {
        std::string names;
        const Rows tables =
            ask("SELECT table_name::text FROM information_schema.columns WHERE table_name LIKE "
                "'hence%' GROUP BY table_name ORDER BY 1");
        EXPECT_GE(tables.size(), 8);
        unpack();
        for (int table = 0; table < tables.size(); ++table) {
            const std::string name(tables.bytes(table, 0));
            std::string all;
            const Rows rows = ask("SELECT t::text FROM " + name + " t");
            for (int row = 0; row < rows.size(); ++row) {
                all += rows.bytes(row, 0);
            }
            const auto unpacked = unpacked_.find(name);
            all += unpacked == unpacked_.end() ? "" : unpacked->second;
            for (const std::size_t at : {std::size_t{0}, text.size() / 2, text.size() - 12}) {
                const std::string part = text.substr(at, 12);
                if (all.find(part) != std::string::npos ||
                    all.find(hex_of(part)) != std::string::npos) {
                    names += name + ' ';
                    break;
                }
            }
        }
        return names;
    }

    // The values of the tables whose bodies are packed, by table.
    void unpack() {
        unpacked_.clear();
        const Rows logs = ask("SELECT log FROM hence_log");
        for (int row = 0; row < logs.size(); ++row) {
            for (const char* const table :
                 {"hence_record", "hence_index", "hence_row", "hence_search"}) {
                const Rows rows =
                    ask(fmt::format("SELECT part, rest, piece, body FROM {} WHERE log = {}", table,
                                    logs.number(row, 0)));
                EXPECT_TRUE(each_value(rows, [&](std::string_view part, std::string_view rest,
                                                 const std::string& value) {
                    unpacked_[table].append(part).append(rest).append(value);
                    return Result<void>();
                }));
            }
        }
    }

    static void append(Store& store, const std::vector<std::string>& lines) {
        Batch batch;
        batch.source = "file";
        for (const std::string& line : lines) {
            batch.events.push_back({Event::parse(line).take()});
        }
        ASSERT_TRUE(store.append(batch));
    }

    static void erase_seqs(Store& store, const std::vector<SeqRange>& seqs) {
        auto* const erasable = dynamic_cast<ErasableStore*>(&store);
        const Result<Receipt> receipt = erasable->erase_all(
            {{Event::parse(event_json("x" + std::to_string(store.last_seq()), "12:00:00Z",
                                      R"("kind":"erasure","fields":{"reason":"leaked"})"))
                  .take(),
              seqs,
              {}}});
        ASSERT_TRUE(receipt) << receipt.error().message;
    }

    static std::size_t found(const Store& store, const std::string& words) {
        std::size_t count = 0;
        const Result<void> done =
            store.find_words(*WordQuery::parse(words), [&](const MatchBlock& block) {
                block.certain.each([&](std::size_t) { ++count; });
                block.candidates.each([&](std::size_t) { ++count; });
                return Result<void>();
            });
        EXPECT_TRUE(done) << (done ? "" : done.error().message);
        return count;
    }

    std::mt19937_64 random_{std::random_device{}()};
    std::map<std::string, std::string> unpacked_;
    std::unique_ptr<Store> store_;
};

TEST_F(EraseTablesTest, NoTableHoldsWhatWasErased) {
    std::vector<std::string> secrets;
    for (const std::size_t size : {30, 30, 30, 30, 600, 600, 600, 40}) {
        secrets.push_back(marker(size));
    }
    secrets.push_back(marker(3'000'000));  // Has several pieces, of which a stub has one.
    const auto fill = [&](int from, int to) {
        for (int i = from; i < to; ++i) {
            append(*store_, {event_json(fmt::format("n{}", i), "10:00:00Z",
                                        fmt::format(R"("session":"s{}","fields":{{"text":"{}"}})",
                                                    i % 3, marker(700)))});
        }
    };
    fill(0, 20);
    const std::uint64_t first = store_->last_seq() + 1;
    append(*store_,
           {event_json("a", "10:00:01Z",
                       fmt::format(R"("kind":"session_start","session":"s","rationale":)"
                                   R"({{"why":"{}","refs":["{}"]}},"fields":{{"goal":"{}"}})",
                                   secrets[0], secrets[1], secrets[2])),
            event_json("b", "10:00:02Z",
                       fmt::format(R"("kind":"llm_call","session":"s","fields":{{"messages":)"
                                   R"([{{"m":"{}"}},{{"m":"{}"}}]}})",
                                   secrets[4], secrets[5])),
            event_json("c", "10:00:03Z",
                       fmt::format(R"("kind":"decision","session":"s","fields":)"
                                   R"({{"decision_type":"{}","description":"{}","more":"{}"}})",
                                   secrets[3], secrets[6], secrets[8]))});
    const std::uint64_t last = store_->last_seq();
    append(*store_,
           {event_json("a", "10:00:01Z",
                       fmt::format(R"("session":"s","fields":{{"text":"{}"}})", secrets[7]))});
    fill(20, 40);
    EXPECT_EQ(found(*store_, secrets[2]), 1U);
    for (const std::string& secret : secrets) {
        EXPECT_NE(tables_with(secret), "");
    }
    const std::string kept = (*store_->find("n10"))->to_json();
    erase_seqs(*store_, {{first, last}});
    for (const std::string& secret : secrets) {
        EXPECT_EQ(tables_with(secret), "");
    }
    EXPECT_EQ((*store_->find("n10"))->to_json(), kept);
    EXPECT_EQ(found(*store_, secrets[2]), 0U);
    EXPECT_EQ(found(*store_, "leaked"), 4U);  // The stubs, and what announced them.
    EXPECT_TRUE(dynamic_cast<ErasableStore*>(store_.get())->erasure_leftovers().empty());
}

TEST_F(EraseTablesTest, AnotherServerForgetsWhatItHasInMemory) {
    const std::string secret = marker(30);
    append(*store_,
           {event_json("a", "10:00:00Z", R"("session":"s","fields":{"text":")" + secret + "\"}"),
            event_json("b", "10:00:01Z", R"("session":"s")")});
    const std::unique_ptr<Store> other = open_log();
    EXPECT_NE((*other->find("a"))->to_json().find(secret), std::string::npos);
    EXPECT_EQ(found(*other, secret), 1U);
    erase_seqs(*store_, {{1, 1}});
    EXPECT_EQ((*other->find("a"))->to_json().find(secret), std::string::npos);
    EXPECT_EQ(found(*other, secret), 0U);
    append(*other, {event_json("c", "10:00:02Z")});
    EXPECT_EQ(store_->last_seq(), 4U);
    EXPECT_EQ((*store_->summary(Space::session, "s"))->events, 2U);
}

TEST_F(EraseTablesTest, ASegmentFromBeforeAnErasureIsNotWrittenAfterIt) {
    append(*store_, {event_json("a", "10:00:00Z", R"("fields":{"text":"secretword"})")});
    const Rows logs = ask("SELECT max(log) FROM hence_log");
    const auto log = static_cast<std::int32_t>(logs.number(0, 0));
    Pool pool(*parse_address(address_), 2);
    const std::unique_ptr<SearchTable> table = SearchTable::open(pool, log, 0).take();
    SegmentBuilder words(1, 64);
    words.add(**store_->find("a"));
    erase_seqs(*store_, {{1, 1}});
    const Result<void> written = table->write(words, "a");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, Code::io);
    EXPECT_TRUE(SearchTable::open(pool, log, 1).take()->segments()->empty());
    const auto late = SearchTable::open(pool, log, 0);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, Code::io);
    EXPECT_EQ(tables_with("secretword__").find("hence_search"), std::string::npos);
}

TEST_F(EraseTablesTest, ARoleThatMayNotVacuumSaysSo) {
    append(*store_, {event_json("a", "10:00:00Z", R"("fields":{"text":"words"})")});
    for (const char* const sql : {"DROP OWNED BY hence_guest", "DROP ROLE hence_guest"}) {
        static_cast<void>(static_cast<bool>(connection_->run({Statement(sql)})));
    }
    ask("CREATE ROLE hence_guest LOGIN");
    ask("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO hence_guest");
    std::string address = address_;
    address.replace(address.find("user=hence"), 10, "user=hence_guest");
    Result<std::unique_ptr<Store>> guest = open_engine_store(address);
    ASSERT_TRUE(guest) << guest.error().message;
    erase_seqs(**guest, {{1, 1}});
    const std::vector<std::string> left =
        dynamic_cast<ErasableStore*>(guest->get())->erasure_leftovers();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_NE(left.front().find("hence_record"), std::string::npos) << left.front();
    EXPECT_EQ((*store_->find("a"))->to_json().find("words"), std::string::npos);
}

}  // namespace
}  // namespace hence::postgres
