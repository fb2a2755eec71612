// Blocks of whole lines: pauses, tails, documents, limits and errors.
#include "record/block_reader.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>

namespace hence {
namespace {

// Reads what is written into a pipe.
class BlockReaderTest : public testing::Test {
protected:
    void SetUp() override {
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        reader_.emplace(Descriptor(ends[0]), "pipe");
        input_ = Descriptor(ends[1]);
    }
    void write(std::string_view text) {
        ASSERT_EQ(::write(input_.number(), text.data(), text.size()),
                  static_cast<ssize_t>(text.size()));
    }
    void close() { input_ = {}; }
    std::string next(BlockReader::Tail tail = BlockReader::Tail::give) {
        const Result<std::string> block = reader_->next(tail);
        return block ? *block : block.error().message;
    }

    std::optional<BlockReader> reader_;
    Descriptor input_;
};

TEST_F(BlockReaderTest, WholeLinesAreGivenWhenTheInputPauses) {
    write("one\ntwo\nthr");
    EXPECT_EQ(next(), "one\ntwo\n");
    EXPECT_EQ(reader_->line(), 3U);
    write("ee\n");
    EXPECT_EQ(next(), "three\n");
    close();
    EXPECT_EQ(next(), "");
}

TEST_F(BlockReaderTest, LastLineNeedsNoEnd) {
    write("one\ntwo");
    close();
    EXPECT_EQ(next(), "one\ntwo");
    EXPECT_EQ(next(), "");
}

TEST_F(BlockReaderTest, HeldTailWaits) {
    write("one\ntwo");
    close();
    EXPECT_EQ(next(BlockReader::Tail::hold), "one\n");
    EXPECT_EQ(next(BlockReader::Tail::hold), "");
    EXPECT_TRUE(reader_->holds());
    EXPECT_EQ(next(BlockReader::Tail::give), "two");
}

TEST_F(BlockReaderTest, ArrayIsGivenWhole) {
    write(" [1,\n");
    write("2]\n");
    close();
    EXPECT_EQ(next(), " [1,\n2]\n");
}

TEST_F(BlockReaderTest, DocumentIsGivenWhole) {
    write("\n");
    std::string block;
    std::thread reading([this, &block] { block = next(); });
    write("{\n\"a\":\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(120));
    write("1}\n");
    close();
    reading.join();
    EXPECT_EQ(block, "\n{\n\"a\":\n1}\n");
}

// Gives a text in pieces, and then an error.
class FailingSource : public ByteSource {
public:
    explicit FailingSource(std::string text) : text_(std::move(text)) {}
    Result<Got> read(std::string& out, int) override {
        if (text_.empty()) {
            return Error{Code::invalid, "spoiled"};
        }
        out += std::exchange(text_, {});
        return Got::some;
    }
    std::uint64_t bytes_read() const override { return 0; }

private:
    std::string text_;
};

TEST_F(BlockReaderTest, WhatCameBeforeAFailureIsGivenFirst) {
    BlockReader reader(std::make_unique<FailingSource>("one\ntw"), "x");
    EXPECT_EQ(*reader.next(BlockReader::Tail::give), "one\ntw");
    EXPECT_EQ(reader.next(BlockReader::Tail::give).error().message, "spoiled");
    EXPECT_EQ(reader.next(BlockReader::Tail::give).error().message, "spoiled");
    BlockReader holding(std::make_unique<FailingSource>("one\ntw"), "x");
    EXPECT_EQ(*holding.next(BlockReader::Tail::hold), "one\n");
    EXPECT_EQ(holding.next(BlockReader::Tail::hold).error().message, "spoiled");
}

class LimitedBlockReaderTest : public BlockReaderTest {
protected:
    void SetUp() override {
        BlockReaderTest::SetUp();
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        reader_.emplace(std::make_unique<FileSource>(Descriptor(ends[0]), "pipe"), "pipe",
                        BlockReader::Limits{8, 16, 4});
        input_ = Descriptor(ends[1]);
    }
    // "LINE+LEFT_OUT:TEXT"
    std::string block(BlockReader::Tail tail = BlockReader::Tail::give) {
        const Result<Block> given = reader_->next_block(tail);
        return given ? std::to_string(given->line) + "+" + std::to_string(given->left_out) + ":" +
                           given->text
                     : given.error().message;
    }
};

TEST_F(LimitedBlockReaderTest, LineUpToTheLimitIsGiven) {
    write("12345678");
    close();
    EXPECT_EQ(block(), "1+0:12345678");
    EXPECT_EQ(block(), "1+0:");
}

TEST_F(LimitedBlockReaderTest, LongLineIsSkippedToItsEnd) {
    write("one\n");
    EXPECT_EQ(block(), "1+0:one\n");
    write("123456789");
    std::string cut;
    std::thread reading([&] { cut = block(); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    write("abc");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    write("d\nthree\n");
    reading.join();
    EXPECT_EQ(cut, "2+9:1234");
    close();
    EXPECT_EQ(block(), "3+0:three\n");
    EXPECT_EQ(reader_->next(BlockReader::Tail::give).take(), "");
}

TEST_F(LimitedBlockReaderTest, FirstLineLikeADocumentMayBeLonger) {
    write("{\"a\":\"12345678\"");
    close();
    EXPECT_EQ(block(), "1+0:{\"a\":\"12345678\"");
}

TEST_F(LimitedBlockReaderTest, TooLongADocumentIsLeftOutToTheEnd) {
    write("[1,\n2,\n3,\n4,\n5,\n6]\n{}\n");
    close();
    EXPECT_EQ(block(), "1+18:[1,\n");
    EXPECT_EQ(block(), "2+0:");
}

TEST_F(LimitedBlockReaderTest, LineThatIsThereAtOnceIsGivenWhole) {
    write("123456789\n");
    close();
    // It is whole when it is read at once: the limit is for what must be held.
    EXPECT_EQ(reader_->next(BlockReader::Tail::give).take(), "123456789\n");
}

TEST_F(BlockReaderTest, ByteOrderMarkIsLeftAway) {
    write("\xef\xbb\xbf[1,\n2]\n");
    close();
    EXPECT_EQ(next(), "[1,\n2]\n");
}

TEST_F(BlockReaderTest, PeekTakesNothing) {
    write("one\ntwo\n");
    EXPECT_EQ(*reader_->peek(4), "one\ntwo\n");
    EXPECT_EQ(next(), "one\ntwo\n");
    close();
    EXPECT_EQ(*reader_->peek(4), "");
}

TEST_F(BlockReaderTest, DocumentIsHeldUntilItIsWhole) {
    const std::filesystem::path path = testing::TempDir() + "hence-document.txt";
    std::ofstream(path) << "{\n\"a\": [1,\ntr";
    Result<BlockReader> reader = open_blocks(path);
    ASSERT_TRUE(reader);
    EXPECT_EQ(*reader->next(BlockReader::Tail::hold), "");
    EXPECT_EQ(*reader->next(BlockReader::Tail::hold), "");
    EXPECT_TRUE(reader->holds());
    std::ofstream(path, std::ios::app) << "ue]}";
    EXPECT_EQ(*reader->next(BlockReader::Tail::hold), "{\n\"a\": [1,\ntrue]}");
    EXPECT_FALSE(reader->holds());
    std::filesystem::remove(path);
}

TEST_F(BlockReaderTest, WhatOnlyBeginsLikeADocumentIsReadByLines) {
    const std::filesystem::path path = testing::TempDir() + "hence-no-document.txt";
    std::ofstream(path) << "{\"a\":1,\n{\"b\":2}\n{\"c";
    Result<BlockReader> reader = open_blocks(path);
    ASSERT_TRUE(reader);
    EXPECT_EQ(*reader->next(BlockReader::Tail::hold), "{\"a\":1,\n{\"b\":2}\n");
    std::string text = "[1,\n[2\n";
    while (text.size() < 2 * BlockReader::block_bytes) {
        text += std::string(1'000, 'x') + "\n";
    }
    std::ofstream(path) << text;
    reader = open_blocks(path);
    EXPECT_LT(reader->next(BlockReader::Tail::give)->size(), text.size());
    std::filesystem::remove(path);
}

TEST(OpenBlocksTest, MissingFileAndDirectoryAreNotThere) {
    EXPECT_EQ(open_blocks("/nonexistent/file").error().code, Code::not_found);
    EXPECT_EQ(open_blocks("/").error().message, "cannot read /: Is a directory");
}

TEST(OpenBlocksTest, FileThatWasCutOrWrittenAnewIsNoticed) {
    const std::filesystem::path path = testing::TempDir() + "hence-rewritten.txt";
    std::ofstream(path) << "one\ntwo";
    Result<BlockReader> reader = open_blocks(path);
    ASSERT_TRUE(reader);
    EXPECT_EQ(*reader->next(BlockReader::Tail::hold), "one\n");
    EXPECT_FALSE(reader->rewritten());
    std::ofstream(path, std::ios::app) << "\nthree\n";
    EXPECT_FALSE(reader->rewritten());
    EXPECT_EQ(*reader->next(BlockReader::Tail::hold), "two\nthree\n");
    std::ofstream(path) << "uno\ndos\ntres!\n";
    EXPECT_TRUE(reader->rewritten());
    reader->restart();
    EXPECT_EQ(*reader->next(BlockReader::Tail::hold), "uno\ndos\ntres!\n");
    std::ofstream(path) << "";
    EXPECT_TRUE(reader->rewritten());
    std::filesystem::remove(path);
}

TEST(OpenBlocksTest, LargeFileComesInBlocksThatAddUp) {
    const std::filesystem::path path = testing::TempDir() + "hence-blocks.txt";
    std::string text;
    while (text.size() < 2 * BlockReader::block_bytes) {
        text += std::string(1'000, 'x') + "\n";
    }
    text += "end";
    std::ofstream(path, std::ios::binary) << text;
    Result<BlockReader> reader = open_blocks(path);
    ASSERT_TRUE(reader);
    std::string all;
    int blocks = 0;
    for (std::string block = *reader->next(BlockReader::Tail::give); !block.empty();
         block = *reader->next(BlockReader::Tail::give)) {
        all += block;
        ++blocks;
    }
    EXPECT_EQ(all == text, true);
    EXPECT_GT(blocks, 1);
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace hence
