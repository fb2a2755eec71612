// After an erasure, no file below the store's directory holds a byte of what was erased.
//
// Tables are compressed, so looking at files alone proves little: each table is also read entry by
// entry.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rocksdb/sst_file_reader.h>

#include "hence/erase.h"
#include "model/words/word_query.h"
#include "store/common/directory_for_test.h"
#include "store/conformance_for_test.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

std::string marker(std::mt19937_64& random, std::size_t size) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::string text;
    while (text.size() < size) {
        text += letters[random() % letters.size()];
    }
    return text;
}

std::string whole_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Everything that a table holds, uncompressed.
std::string whole_table(const fs::path& path) {
    rocksdb::SstFileReader reader{rocksdb::Options()};
    std::string all;
    if (!reader.Open(path.string()).ok()) {
        return all;
    }
    const std::unique_ptr<rocksdb::Iterator> at(reader.NewIterator({}));
    for (at->SeekToFirst(); at->Valid(); at->Next()) {
        all += at->key().ToString() + '\n' + at->value().ToString() + '\n';
    }
    return all;
}

// The files that hold a part of `text`.
std::string files_with(const fs::path& directory, const std::string& text) {
    std::string names;
    for (const auto& entry : fs::recursive_directory_iterator(directory)) {
        if (!entry.is_regular_file()) {
            continue;
        }
        const std::string bytes =
            whole_file(entry.path()) +
            (entry.path().extension() == ".sst" ? whole_table(entry.path()) : "");
        for (const std::size_t at : {std::size_t{0}, text.size() / 2, text.size() - 12}) {
            if (bytes.find(text.substr(at, 12)) != std::string::npos) {
                names += entry.path().lexically_relative(directory).string() + ' ';
                break;
            }
        }
    }
    return names;
}

class EraseBytesTest : public testing::Test {
protected:
    EraseBytesTest() : path_(directory_.path() / "store") { open(); }

    void open() {
        store_ = nullptr;
        Result<std::unique_ptr<Store>> store =
            open_rocks_store(path_, {.write_buffer_bytes = 64 << 10, .segment_events = 64});
        ASSERT_TRUE(store) << store.error().message;
        store_ = std::move(store).take();
    }

    void append(const std::vector<std::string>& lines) {
        Batch batch;
        batch.source = "file";
        for (const std::string& line : lines) {
            batch.events.push_back({Event::parse(line).take()});
        }
        ASSERT_TRUE(store_->append(batch));
    }

    void fill(int from, int to) {
        for (int i = from; i < to; ++i) {
            append({event_json(fmt::format("n{}", i), "10:00:00Z",
                               fmt::format(R"("session":"s{}","fields":{{"text":"{}"}})", i % 3,
                                           marker(random_, 700)))});
        }
    }

    void erase_seqs(const std::vector<SeqRange>& seqs) {
        auto* const erasable = dynamic_cast<ErasableStore*>(store_.get());
        const Result<Receipt> receipt = erasable->erase_all(
            {{Event::parse(event_json("x" + std::to_string(store_->last_seq()), "12:00:00Z",
                                      R"("kind":"erasure","fields":{"reason":"leaked"})"))
                  .take(),
              seqs,
              {}}});
        ASSERT_TRUE(receipt) << receipt.error().message;
    }

    std::mt19937_64 random_{7};
    rocks::StoreDirectory directory_;
    fs::path path_;
    std::unique_ptr<Store> store_;
};

TEST_F(EraseBytesTest, NoFileHoldsWhatWasErased) {
    std::vector<std::string> secrets;
    for (const std::size_t size : {30, 30, 30, 30, 600, 600, 600, 40}) {
        secrets.push_back(marker(random_, size));
    }
    fill(0, 60);
    const std::string talk = fmt::format(R"({{"m":"{}"}},{{"m":"{}"}})", secrets[4], secrets[5]);
    const std::uint64_t first = store_->last_seq() + 1;
    append(
        {event_json("a", "10:00:01Z",
                    fmt::format(R"("kind":"session_start","session":"s","rationale":)"
                                R"({{"why":"{}","refs":["{}"]}},"fields":{{"goal":"{}"}})",
                                secrets[0], secrets[1], secrets[2])),
         event_json(
             "b", "10:00:02Z",
             fmt::format(R"("kind":"llm_call","session":"s","fields":{{"messages":[{}]}})", talk)),
         event_json("c", "10:00:03Z",
                    fmt::format(R"("kind":"decision","session":"s","fields":)"
                                R"({{"decision_type":"{}","description":"{}"}})",
                                secrets[3], secrets[6]))});
    const std::uint64_t last = store_->last_seq();
    append({event_json("a", "10:00:01Z",
                       fmt::format(R"("session":"s","fields":{{"text":"{}"}})", secrets[7]))});
    fill(60, 120);
    open();
    fill(120, 200);
    const WordQuery query = *WordQuery::parse("nothing");
    ASSERT_TRUE(store_->find_words(query, [](const MatchBlock&) { return Result<void>(); }));
    open();
    for (const std::string& secret : secrets) {
        EXPECT_NE(files_with(path_, secret), "");
    }
    const std::string kept = (*store_->find("n10"))->to_json();
    erase_seqs({{first, last}});
    for (const std::string& secret : secrets) {
        EXPECT_EQ(files_with(path_, secret), "") << "while the store is open";
    }
    EXPECT_EQ((*store_->find("n10"))->to_json(), kept);
    ASSERT_TRUE(store_->find_words(query, [](const MatchBlock&) { return Result<void>(); }));
    store_ = nullptr;
    for (const std::string& secret : secrets) {
        EXPECT_EQ(files_with(path_, secret), "") << "once it is closed";
    }
}

TEST_F(EraseBytesTest, ASharedTextGoesWithTheLastEventThatNamesIt) {
    const std::string shared = marker(random_, 900);
    const auto says = [&](const char* id, const char* session) {
        return event_json(
            id, "10:00:01Z",
            fmt::format(R"("session":"{}","fields":{{"text":"{}"}})", session, shared));
    };
    append({says("a", "s1")});
    append({says("b", "s2")});
    erase_seqs({{1, 1}});
    EXPECT_NE(files_with(path_, shared), "");
    EXPECT_NE((*store_->find("b"))->to_json().find(shared), std::string::npos);
    erase_seqs({{2, 2}});
    EXPECT_EQ(files_with(path_, shared), "");
    // Told again, it is stored again: nobody believes that it is still there.
    append({says("c", "s2")});
    open();
    EXPECT_NE((*store_->find("c"))->to_json().find(shared), std::string::npos);
}

}  // namespace
}  // namespace hence
