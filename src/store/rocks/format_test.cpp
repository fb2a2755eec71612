// docs/FORMAT.md is true: its example is decoded, and encoded to the very same bytes.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "store/common/directory_for_test.h"
#include "store/format/chunk.h"
#include "store/format/event_codec.h"
#include "store/rocks/files/head.h"

namespace hence::rocks {
namespace {

constexpr const char* example =
    R"({"id":"e1","kind":"thought","time":"2026-02-23T10:00:00.5Z","session":"s1",)"
    R"("fields":{"text":"hi"}})";

// The document, looked for from where the tests run and from where this file was compiled.
std::ifstream open_document() {
    namespace fs = std::filesystem;
    for (fs::path at : {fs::current_path(), fs::absolute(__FILE__)}) {
        for (; at != at.parent_path(); at = at.parent_path()) {
            if (fs::exists(at / "docs/FORMAT.md")) {
                return std::ifstream(at / "docs/FORMAT.md");
            }
        }
    }
    return {};
}

// The bytes of a fenced block: pairs of hexadecimal digits, up to two spaces in a row.
std::string block(const std::string& name) {
    std::ifstream document = open_document();
    EXPECT_TRUE(document.is_open()) << "docs/FORMAT.md is not found";
    std::string bytes;
    bool inside = false;
    for (std::string line; std::getline(document, line);) {
        if (line.starts_with("```")) {
            inside = line == "```" + name;
            continue;
        }
        std::istringstream pairs(inside ? line.substr(0, line.find("  ")) : "");
        for (std::string pair; pairs >> pair;) {
            bytes.push_back(static_cast<char>(std::stoi(pair, nullptr, 16)));
        }
    }
    return bytes;
}

class NoTexts : public TextReader, public TextWriter {
public:
    Result<Unit> unit(const Hash& /*hash*/) override { return Error{Code::corrupt, "none"}; }
    bool knows(const Hash& /*hash*/) override { return false; }
    void add(const Hash& /*hash*/, UnitKind /*kind*/, std::string_view /*payload*/) override {
        FAIL() << "the example has no texts";
    }
};

TEST(FormatTest, TheChunkOfTheDocumentReadsAsItsEvent) {
    const auto chunk = Chunk::parse(block("chunk"), 7);
    ASSERT_TRUE(chunk) << chunk.error().message;
    ASSERT_EQ((*chunk)->events().size(), 1U);
    NoTexts texts;
    const auto event = decode_event((*chunk)->events()[0].stored, *chunk, texts);
    ASSERT_TRUE(event) << event.error().message;
    EXPECT_EQ(event->to_json(), example);
    const Event stored = event->stored_as((*chunk)->events()[0].seq, (*chunk)->received());
    EXPECT_NE(stored.to_json().find(R"("seq":7,"received":"2026-02-23T10:00:01.250Z")"),
              std::string::npos)
        << stored.to_json();
}

TEST(FormatTest, TheEventOfTheDocumentIsWrittenAsItsChunk) {
    ChunkBuilder chunk(7, 7);
    NoTexts texts;
    encode_event(chunk.events(), Event::parse(example).take(), texts);
    chunk.close_event(7);
    const auto read = Chunk::parse(block("chunk"), 7);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(chunk.finish((*read)->received()), block("chunk"));
}

TEST(FormatTest, TheBatchOfTheDocumentNamesTheChunk) {
    const Result<BatchEntry> batch = BatchEntry::decode(block("batch"), 7);
    ASSERT_TRUE(batch) << batch.error().message;
    ASSERT_EQ(batch->parts.size(), 1U);
    EXPECT_EQ(batch->parts[0].cluster, 7U);
    EXPECT_EQ(batch->parts[0].seqs, std::vector<std::uint64_t>{7});
    EXPECT_EQ(batch->encode(), block("batch"));
}

TEST(FormatTest, TheHeadOfTheDocumentSaysHowMuchThereIs) {
    const StoreDirectory directory;
    const std::string path = (directory.path() / "head").string();
    std::string slot = block("head");
    ASSERT_EQ(slot.size(), 60U);
    slot.resize(512, '\0');
    std::ofstream(path, std::ios::binary) << slot << slot;
    const auto head = HeadFile::read(*rocksdb::FileSystem::Default(), path);
    ASSERT_TRUE(head && *head);
    EXPECT_EQ((*head)->generation, 12U);
    EXPECT_EQ((*head)->last_seq, 7U);
    EXPECT_EQ((*head)->last_refused, 0U);
    EXPECT_EQ((*head)->writes, 15U);
}

// An element of a list of messages may itself be a long string, with the hash of that string.
TEST(FormatTest, AListOfLongStringsComesBack) {
    struct Texts : TextReader, TextWriter {
        std::unordered_map<Hash, std::pair<UnitKind, std::string>, HashOfHash> kept;
        Result<Unit> unit(const Hash& hash) override {
            const auto& [kind, payload] = kept.at(hash);
            return Unit{kind, payload};
        }
        bool knows(const Hash& hash) override { return kept.contains(hash); }
        void add(const Hash& hash, UnitKind kind, std::string_view payload) override {
            EXPECT_TRUE(kept.emplace(hash, std::pair(kind, std::string(payload))).second);
        }
    };
    const std::string said = "\"" + std::string(600, 'a') + "\"";
    for (const std::string& json :
         {"{\"messages\":[" + said + ",\"b\"]}",
          "{\"text\":" + said + ",\"messages\":[" + said + "]}",
          "{\"messages\":[" + said + "," + said + "],\"text\":" + said + "}"}) {
        Texts texts;
        std::string pieces;
        put_pieces(pieces, json, Lists::messages, texts);
        std::string joined;
        const Result<void> done = join_pieces(joined, pieces, json.size(), texts);
        ASSERT_TRUE(done) << done.error().message;
        EXPECT_EQ(joined, json);
    }
}

}  // namespace
}  // namespace hence::rocks
