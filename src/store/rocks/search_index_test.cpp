// The search index on disk: what of another version is left of it, and what is missing in it.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include "hence/store.h"
#include "store/common/directory_for_test.h"
#include "store/rocks/rocks_store.h"
#include "store/search/matches.h"

namespace hence::rocks {
namespace {

class SearchIndexOnDisk : public testing::Test {
protected:
    std::unique_ptr<Store> opened() const {
        RocksOptions options;
        options.segment_events = 16;
        return open_rocks_store(directory_.path() / "store", options).take();
    }

    void record(int events) const {
        const std::unique_ptr<Store> store = opened();
        Batch batch;
        for (int i = 0; i < events; ++i) {
            const Result<Event> event = Event::parse(
                fmt::format(R"({{"id":"e{}","kind":"note","time":"2026-02-23T10:00:00Z",)"
                            R"("fields":{{"text":"word number {}"}}}})",
                            i, i % 7));
            batch.events.push_back({*event, 1});
        }
        ASSERT_TRUE(store->append(batch));
        EXPECT_EQ(found(*store).size(), static_cast<std::size_t>(events));
    }

    static std::vector<std::uint64_t> found(const Store& store, const std::string& word = "word") {
        std::vector<std::uint64_t> seqs;
        const Result<void> asked = store.find_words(
            WordQuery::parse(word).take(), [&](const MatchBlock& block) -> Result<void> {
                block.certain.each([&](std::size_t doc) { seqs.push_back(block.rows->seq(doc)); });
                return {};
            });
        EXPECT_TRUE(asked) << (asked ? "" : asked.error().message);
        return seqs;
    }

    std::unique_ptr<rocksdb::DB> raw() const {
        rocksdb::Options options;
        rocksdb::DB* db = nullptr;
        const rocksdb::Status status =
            rocksdb::DB::Open(options, (directory_.path() / "store" / "search").string(), &db);
        EXPECT_TRUE(status.ok()) << status.ToString();
        return std::unique_ptr<rocksdb::DB>(db);
    }

    StoreDirectory directory_;
};

TEST_F(SearchIndexOnDisk, OneOfAnEarlierVersionIsBuiltAnew) {
    record(40);
    {
        const std::unique_ptr<rocksdb::DB> db = raw();
        std::string version;
        ASSERT_TRUE(db->Get({}, "V", &version).ok());
        ASSERT_EQ(version, "\x03");
        ASSERT_TRUE(db->Put({}, "V", "\x02").ok());
        ASSERT_TRUE(db->Put({}, std::string("S\0\0\0\0\0\0\0\1", 9), "of version 2").ok());
    }
    EXPECT_EQ(found(*opened()).size(), 40U);
    const std::unique_ptr<rocksdb::DB> db = raw();
    std::string value;
    ASSERT_TRUE(db->Get({}, "V", &value).ok());
    EXPECT_EQ(value, "\x03");
    EXPECT_TRUE(db->Get({}, std::string("S\0\0\0\0\0\0\0\1", 9), &value).IsNotFound());
}

// The question that needs the part says so; the next opening has it again.
TEST_F(SearchIndexOnDisk, OneWhoseColumnsAreDamagedSaysSoAndIsBuiltAnew) {
    record(40);
    const std::string first("X\0\0\0\0\0\0\0\1", 9);
    for (const std::string& part : {part_of_head(), part_of_codes(0), std::string("S")}) {
        for (const bool removed : {true, false}) {
            SCOPED_TRACE(part + (removed ? " is removed" : " is too long"));
            {
                const std::unique_ptr<rocksdb::DB> db = raw();
                std::string value;
                ASSERT_TRUE(db->Get({}, first + part, &value).ok());
                ASSERT_TRUE((removed ? db->Delete({}, first + part)
                                     : db->Put({}, first + part, value + "\1"))
                                .ok());
            }
            {
                const std::unique_ptr<Store> store = opened();
                const Result<void> asked = store->find_words(
                    WordQuery::parse("word").take(), [](const MatchBlock& block) -> Result<void> {
                        const auto codes = block.rows->codes(0);
                        return codes ? Result<void>() : codes.error();
                    });
                const bool at_opening = part == "S";
                EXPECT_EQ(static_cast<bool>(asked), at_opening);
            }
            EXPECT_EQ(found(*opened()).size(), 40U);
        }
    }
}

// A segment is written in pieces of a megabyte.
TEST_F(SearchIndexOnDisk, ASegmentOfManyPiecesIsWhole) {
    constexpr int events = 40;
    {
        const std::unique_ptr<Store> store = opened();
        Batch batch;
        for (int i = 0; i < events; ++i) {
            std::string text = "word";
            for (int j = 0; j < 10'000; ++j) {
                text += fmt::format(" w{}x{}", i, j);
            }
            const Result<Event> event = Event::parse(
                fmt::format(R"({{"id":"e{}","kind":"note","time":"2026-02-23T10:00:00Z",)"
                            R"("fields":{{"text":"{}"}}}})",
                            i, text));
            batch.events.push_back({*event, 1});
        }
        ASSERT_TRUE(store->append(batch));
        EXPECT_EQ(found(*store).size(), events);
    }
    const std::unique_ptr<Store> store = opened();
    EXPECT_EQ(found(*store).size(), events);
    for (int i = 0; i < events; ++i) {
        EXPECT_EQ(found(*store, fmt::format("w{}x9999", i)),
                  std::vector<std::uint64_t>{static_cast<std::uint64_t>(i) + 1});
    }
}

}  // namespace
}  // namespace hence::rocks
