#include "store/integrity/merkle.h"

#include <gtest/gtest.h>

#include "store/common/directory_for_test.h"
#include "store/integrity/leaf.h"
#include "store/integrity/tile_path.h"
#include "store/integrity/tree_check.h"
#include "store/integrity/tree_files.h"

namespace hence {
namespace {

std::vector<Hash> numbered_leaves(std::size_t count) {
    std::vector<Hash> leaves;
    for (std::size_t i = 0; i < count; ++i) {
        leaves.push_back(leaf_hash(std::to_string(i)));
    }
    return leaves;
}

// RFC 6962, section 2.1, word for word; slow, and plainly right.
Hash plain_root(const std::vector<Hash>& leaves, std::size_t first, std::size_t last) {
    if (first == last) {
        return empty_root();
    }
    if (last - first == 1) {
        return leaves[first];
    }
    std::size_t split = 1;
    while (split * 2 < last - first) {
        split *= 2;
    }
    return node_hash(plain_root(leaves, first, first + split),
                     plain_root(leaves, first + split, last));
}

class TreeOnDisk : public testing::Test {
protected:
    std::unique_ptr<TreeFiles> open() {
        auto files =
            std::move(TreeFiles::open(directory_.path() / "tree", TreeAccess::write)).take();
        EXPECT_TRUE(files->cut(files->size()));
        return files;
    }
    rocks::StoreDirectory directory_;
};

TEST_F(TreeOnDisk, EveryRootAndProofIsTheOneOfTheStandard) {
    const std::vector<Hash> leaves = numbered_leaves(700);
    const auto files = open();
    ASSERT_TRUE(files->append(leaves));
    for (const std::size_t size : {0, 1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 513, 700}) {
        const TreeHead head{size, plain_root(leaves, 0, size)};
        EXPECT_EQ(GrowingTree::of(size, files->source())->root(), head.root) << size;
        for (std::size_t index = 0; index < size; index += 1 + size / 9) {
            std::vector<Hash> path = *inclusion_path(index, size, files->source());
            EXPECT_TRUE(is_included(leaves[index], index, path, head)) << index << " " << size;
            EXPECT_FALSE(is_included(leaves[(index + 1) % 700], index, path, head));
            path.push_back(head.root);
            EXPECT_FALSE(is_included(leaves[index], index, path, head));
        }
        for (std::size_t old = 0; old <= size; old += 1 + size / 11) {
            const TreeHead before{old, plain_root(leaves, 0, old)};
            const std::vector<Hash> path = *consistency_path(old, size, files->source());
            EXPECT_TRUE(is_consistent(before, head, path)) << old << " " << size;
            EXPECT_FALSE(old > 0 && is_consistent({old, leaves[0]}, {size, leaves[1]}, path));
        }
    }
}

TEST_F(TreeOnDisk, TheRootInMemoryIsThatOfAllLeavesAtEverySize) {
    const std::vector<Hash> leaves = numbered_leaves(66'600);
    auto files = open();
    EXPECT_EQ(files->root(), empty_root());
    GrowingTree tree;
    for (std::size_t at = 0, step = 1; at < leaves.size(); step = step % 601 + 7) {
        const std::size_t end = std::min(leaves.size(), at + step);
        const auto begin = leaves.begin();
        ASSERT_TRUE(files->append(
            {begin + static_cast<std::ptrdiff_t>(at), begin + static_cast<std::ptrdiff_t>(end)}));
        for (; at < end; ++at) {
            tree.add(leaves[at]);
        }
        ASSERT_EQ(files->root(), tree.root()) << at;
    }
    files = open();
    EXPECT_EQ(files->root(), tree.root());
}

TEST_F(TreeOnDisk, ATreeGoesOnWhereItWasCut) {
    const std::vector<Hash> leaves = numbered_leaves(1'000);
    ASSERT_TRUE(open()->append(leaves));
    const auto files = open();
    EXPECT_EQ(files->size(), 1'000U);
    ASSERT_TRUE(files->cut(300));
    EXPECT_EQ(files->root(), plain_root(leaves, 0, 300));
    ASSERT_TRUE(files->append({leaves.begin() + 300, leaves.end()}));
    EXPECT_EQ(files->root(), plain_root(leaves, 0, 1'000));
    EXPECT_EQ(GrowingTree::of(1'000, files->source())->root(), plain_root(leaves, 0, 1'000));
    EXPECT_FALSE(files->cut(1'001));
}

TEST_F(TreeOnDisk, AChangedHashOfAnyLevelIsNoticed) {
    const std::vector<Hash> leaves = numbered_leaves(600);
    const auto files = open();
    ASSERT_TRUE(files->append(leaves));
    for (const auto& [level, number] : std::vector<std::pair<unsigned, std::uint64_t>>{
             {0, 0}, {0, 299}, {0, 599}, {1, 0}, {1, 1}, {2, 5}}) {
        std::vector<std::string> differences;
        TreeCheck check(
            [&](unsigned asked, std::uint64_t first, std::uint64_t count) {
                std::vector<Hash> hashes = *files->nodes(asked, first, count);
                if (asked == level && number >= first && number < first + hashes.size()) {
                    hashes[number - first][31] ^= 1;
                }
                return Result<std::vector<Hash>>(hashes);
            },
            600, [&](std::string what) { differences.push_back(std::move(what)); });
        for (const Hash& leaf : leaves) {
            ASSERT_TRUE(check.add(leaf));
        }
        ASSERT_TRUE(check.finish());
        EXPECT_EQ(differences.size(), level == 2 ? 0U : 1U) << level << " " << number;
    }
}

TEST(TilePath, ANumberHasOneSpelling) {
    for (const char* path : {"0/000", "0/x001/x234/067", "63/999.p/255", "entries/x001/000.p/1"}) {
        const std::optional<TilePath> tile = read_tile_path(path);
        ASSERT_TRUE(tile) << path;
        EXPECT_EQ(tile_path(*tile), std::string("tile/") + path);
    }
    EXPECT_EQ(read_tile_path("0/x001/x234/067")->number, 1'234'067U);
    for (const char* path : {"", "0", "0/", "0/0", "00/000", "64/000", "0/x000/001", "0/001/002",
                             "0/000.p/0", "0/000.p/256", "0/000.p/01", "-1/000", "entries/x1/000",
                             "0/x999/x999/x999/x999/x999/x999/x999/999", "data/000"}) {
        EXPECT_FALSE(read_tile_path(path)) << path;
    }
}

}  // namespace
}  // namespace hence
