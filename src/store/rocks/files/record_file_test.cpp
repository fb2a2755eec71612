#include "store/rocks/files/record_file.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "store/rocks/files/manifest.h"

namespace hence::rocks {
namespace {

constexpr std::size_t block_size = 32'768;

void put_little_endian(std::string& out, std::uint32_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        out.push_back(static_cast<char>(value >> (8 * i)));
    }
}

// Records as RocksDB writes them.
std::string written(const std::vector<std::string>& records) {
    std::string file;
    for (const std::string& record : records) {
        std::string_view rest = record;
        bool begins = true;
        do {
            if (const std::size_t left = block_size - file.size() % block_size; left < 7) {
                file.append(left, '\0');
            }
            const std::size_t room = block_size - file.size() % block_size - 7;
            const std::string_view part = rest.substr(0, room);
            rest.remove_prefix(part.size());
            const bool ends = rest.empty();
            std::string typed(1, static_cast<char>(begins ? (ends ? 1 : 2) : (ends ? 4 : 3)));
            typed.append(part);
            const std::uint32_t crc = crc32c(typed);
            put_little_endian(file, (crc >> 15 | crc << 17) + 0xA282EAD8, 4);
            put_little_endian(file, static_cast<std::uint32_t>(part.size()), 2);
            file += typed;
            begins = false;
        } while (!rest.empty());
    }
    return file;
}

std::vector<std::string> read(RecordFile& file) {
    std::vector<std::string> records;
    while (const std::optional<std::string_view> record = file.next()) {
        records.emplace_back(*record);
    }
    return records;
}

const std::vector<std::string> some = {"one",  std::string(100'000, 'x'), "",
                                       "four", std::string(32'761, 'y'),  "six"};

TEST(RecordFile, TheChecksumIsTheOneThatIsPublished) {
    EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAU);
}

TEST(RecordFile, ReadsWhatWasWrittenAcrossBlocks) {
    const std::string bytes = written(some);
    RecordFile file(bytes);
    EXPECT_EQ(read(file), some);
    EXPECT_EQ(file.end(), RecordFile::End::clean);
}

TEST(RecordFile, ZerosBehindTheEndAreRoomThatWasReserved) {
    const std::string bytes = written({"one"}) + std::string(100'000, '\0');
    RecordFile file(bytes);
    EXPECT_EQ(read(file).size(), 1U);
    EXPECT_EQ(file.end(), RecordFile::End::clean);
}

TEST(RecordFile, ALengthThatWasChangedIsNoCut) {
    const std::string bytes = written({"one", "two"});
    const std::size_t length_of_two = 10 + 4;
    for (const char changed : {'\x04', '\x83', '\xff'}) {
        std::string longer = bytes;
        longer[length_of_two] = changed;
        RecordFile file(longer);
        EXPECT_EQ(read(file).size(), 1U);
        EXPECT_EQ(file.end(), RecordFile::End::bad);
    }
}

TEST(RecordFile, AFileCutAnywhereGivesTheRecordsBeforeTheCut) {
    const std::string bytes = written(some);
    for (std::size_t size = 0; size < bytes.size(); size += size < 40 ? 1 : 997) {
        RecordFile file(std::string_view(bytes).substr(0, size));
        const std::vector<std::string> records = read(file);
        ASSERT_LT(records.size(), some.size());
        EXPECT_TRUE(std::equal(records.begin(), records.end(), some.begin())) << size;
        EXPECT_NE(file.end(), RecordFile::End::bad) << size;
    }
}

TEST(RecordFile, AFlippedByteEndsTheReadingAndTheNextBlockGoesOn) {
    std::string bytes = written(some);
    bytes[9] ^= 0x10;
    RecordFile file(bytes);
    EXPECT_TRUE(read(file).empty());
    EXPECT_EQ(file.end(), RecordFile::End::bad);
    std::vector<std::string> rest;
    while (file.end() == RecordFile::End::bad && file.skip_block()) {
        for (std::string& record : read(file)) {
            rest.push_back(std::move(record));
        }
    }
    // The first block held the beginning of the second record, too.
    EXPECT_EQ(rest, std::vector<std::string>(some.begin() + 2, some.end()));
}

TEST(RecordFile, AnyBytesAtAllAreBorne) {
    std::mt19937_64 dice(7);
    for (int round = 0; round < 200; ++round) {
        std::string bytes = written(some);
        for (int i = 0; i < 5; ++i) {
            bytes[dice() % bytes.size()] = static_cast<char>(dice());
        }
        RecordFile file(bytes);
        for (const std::string& record : read(file)) {
            EXPECT_NE(std::ranges::find(some, record), some.end());
        }
        static_cast<void>(static_cast<bool>(read_manifest(bytes)));
    }
}

TEST(Manifest, EditsAddUp) {
    const auto edit = [](std::initializer_list<int> bytes) {
        return std::string(bytes.begin(), bytes.end());
    };
    const std::string bytes = written({
        edit({2, 4, 4, 9}),                                              // Log 4, sequence 9.
        edit({103, 0, 7, 50, 1, 'a', 1, 'b', 1, 9, 1}),                  // Table 7, of 50 bytes.
        edit({103, 0, 8, 60, 1, 'a', 1, 'b', 1, 9, 7, 2, 'x', 'y', 1}),  // Table 8, with a member.
        edit({6, 0, 7, 2, 5, 4, 12}),                                    // Without table 7.
    });
    const Result<Manifest> manifest = read_manifest(bytes);
    ASSERT_TRUE(manifest) << manifest.error().message;
    EXPECT_EQ(manifest->last_sequence, 12U);
    EXPECT_EQ(manifest->first_log, 5U);
    EXPECT_EQ(manifest->tables, (std::map<std::uint64_t, std::uint64_t>{{8, 60}}));
}

TEST(Manifest, WhatDoesNotReadIsSaid) {
    EXPECT_EQ(read_manifest("").error().code, Code::corrupt);
    EXPECT_EQ(read_manifest(written({"\x02"})).error().code, Code::corrupt);
    EXPECT_EQ(read_manifest(written({"\x4D\x01"})).error().code, Code::unsupported);
    std::string flipped = written({std::string("\x04\x09", 2), std::string("\x04\x0A", 2)});
    flipped[10] ^= 1;
    EXPECT_EQ(read_manifest(flipped).error().code, Code::corrupt);
}

}  // namespace
}  // namespace hence::rocks
