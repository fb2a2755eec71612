#include "cli/block_reader.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

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
