#include "store/format/chunk_cache.h"

#include <string>

#include <gtest/gtest.h>

namespace hence {
namespace {

// A chunk without events, of about that many bytes: its text says nothing.
std::shared_ptr<const Chunk> chunk_of(std::uint64_t cluster, std::size_t bytes = 1'000) {
    ChunkBuilder builder(cluster, 1);
    builder.add_text({}, UnitKind::string, std::string(bytes, 'x'));
    return Chunk::parse(builder.finish({}), 1, cluster).take();
}

TEST(ChunkCacheTest, WhatWasAskedForAgainStaysWhileAWalkPassesThrough) {
    ChunkCache cache(20'000);
    for (std::uint64_t cluster = 1; cluster <= 5; ++cluster) {
        cache.add({cluster, 1}, chunk_of(cluster));
        cache.latest();
    }
    for (std::uint64_t cluster = 100; cluster < 200; ++cluster) {
        cache.add({cluster, 1}, chunk_of(cluster));
    }
    for (std::uint64_t cluster = 1; cluster <= 5; ++cluster) {
        const auto chunk = cache.find({cluster, 1});
        ASSERT_NE(chunk, nullptr);
        EXPECT_EQ(chunk->cluster(), cluster);
    }
    EXPECT_EQ(cache.find({100, 1}), nullptr);
    EXPECT_NE(cache.find({199, 1}), nullptr);
}

TEST(ChunkCacheTest, NothingIsLeftAfterClearing) {
    ChunkCache cache(20'000);
    std::size_t bytes = 0;
    for (std::uint64_t cluster = 1; cluster <= 5; ++cluster) {
        const auto chunk = chunk_of(cluster);
        bytes += chunk->size();
        cache.add({cluster, 1}, chunk);
        cache.find({cluster / 2 * 2, 1});
    }
    EXPECT_EQ(cache.clear(), bytes);
    EXPECT_EQ(cache.clear(), 0U);
    EXPECT_EQ(cache.find({1, 1}), nullptr);
    EXPECT_EQ(cache.latest(), nullptr);
    cache.add({1, 1}, chunk_of(1));
    EXPECT_NE(cache.find({1, 1}), nullptr);
}

TEST(ChunkCacheTest, TheSizeIsKeptWhateverIsAskedForAgain) {
    ChunkCache cache(20'000);
    for (std::uint64_t cluster = 1; cluster <= 100; ++cluster) {
        cache.add({cluster, 1}, chunk_of(cluster));
        cache.find({cluster, 1});
    }
    std::size_t held = 0;
    for (std::uint64_t cluster = 1; cluster <= 100; ++cluster) {
        held += cache.find({cluster, 1}) != nullptr ? 1 : 0;
    }
    EXPECT_GT(held, 10);
    EXPECT_LT(held, 20);
}

TEST(ChunkCacheTest, AChunkThatIsLargerThanTheCacheIsTheLatestAllTheSame) {
    ChunkCache cache(2'000);
    EXPECT_EQ(cache.latest(), nullptr);
    const auto large = chunk_of(1, 10'000);
    cache.add({1, 1}, large);
    EXPECT_EQ(cache.latest(), large);
    EXPECT_EQ(cache.find({1, 1}), large);
    const auto next = chunk_of(2);
    cache.add({2, 1}, next);
    EXPECT_EQ(cache.latest(), next);
    cache.add({2, 1}, next);
    EXPECT_EQ(cache.find({2, 1}), next);
}

}  // namespace
}  // namespace hence
