#include "store/integrity/note.h"

#include <fstream>

#include <gtest/gtest.h>

#include "store/common/directory_for_test.h"
#include "store/integrity/checkpoints.h"
#include "store/integrity/signing_keys.h"

namespace hence {
namespace {

NoteSigner signer_for_test() {
    NoteSigner signer{"example.com/log", {}};
    signer.seed.fill(7);
    return signer;
}

TEST(Note, ASignedNoteReadsBackAndAChangedByteIsNoticed) {
    const NoteSigner signer = signer_for_test();
    const NoteKey key = *signer.public_key();
    Note note{checkpoint_text({signer.name, {12, empty_root()}}), {}};
    note.signatures.push_back(*sign_note(note.text, signer));
    const std::string text = note_text(note);
    EXPECT_EQ(check_signature(*read_note(text), key), Signed::good);
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (const int bit : {1, 32}) {
            std::string changed = text;
            changed[i] = static_cast<char>(changed[i] ^ bit);
            const Result<Note> read = read_note(changed);
            EXPECT_FALSE(read && check_signature(*read, key) == Signed::good) << i;
        }
    }
}

TEST(Note, KeysReadBack) {
    const NoteSigner signer = signer_for_test();
    const NoteKey key = *signer.public_key();
    EXPECT_EQ(*read_note_key(key.text()), key);
    EXPECT_EQ(read_note_signer(*signer.text())->seed, signer.seed);
    for (const char* bad : {"", "a+b+c", "name+00000000+AQ==", "PRIVATE+KEY+x+00000000+AA=="}) {
        EXPECT_FALSE(read_note_key(bad)) << bad;
        EXPECT_FALSE(read_note_signer(bad)) << bad;
    }
}

TEST(Note, ANameHasNoSpacesAndNoPlus) {
    EXPECT_TRUE(is_note_name("hence/host/1"));
    for (const char* bad : {"", "a b", "a+b", "a\n", "\xff"}) {
        EXPECT_FALSE(is_note_name(bad)) << bad;
    }
}

class CheckpointFileTest : public testing::Test {
protected:
    std::filesystem::path place() const { return directory_.path() / "checkpoints"; }
    std::unique_ptr<CheckpointFile> open() {
        return std::move(CheckpointFile::open(place(), CheckpointFile::Access::write)).take();
    }
    rocks::StoreDirectory directory_;
};

TEST_F(CheckpointFileTest, RecordsAreReadFromBothEnds) {
    const auto file = open();
    for (std::uint64_t size = 1; size <= 3; ++size) {
        ASSERT_TRUE(file->append({CheckpointKind::checkpoint, 5, {size, empty_root()}, "note"}));
    }
    std::uint64_t at = 0;
    EXPECT_EQ((*file->next(at))->head.size, 1U);
    std::uint64_t end = open()->size();
    EXPECT_EQ((*open()->before(end))->head.size, 3U);
    EXPECT_EQ((*open()->before(end))->head.size, 2U);
    EXPECT_EQ((*open()->before(end))->text, "note");
    EXPECT_FALSE(*open()->before(end));
}

TEST_F(CheckpointFileTest, ATornEndIsCutAndDamageFurtherInIsNot) {
    ASSERT_TRUE(open()->append({CheckpointKind::checkpoint, 5, {1, empty_root()}, "one"}));
    const std::uint64_t one = open()->size();
    ASSERT_TRUE(open()->append({CheckpointKind::checkpoint, 5, {2, empty_root()}, "two"}));
    const std::uint64_t two = open()->size();
    std::filesystem::resize_file(place(), two - 3);
    EXPECT_EQ(open()->size(), one);
    ASSERT_TRUE(open()->append({CheckpointKind::checkpoint, 5, {2, empty_root()}, "two"}));
    {
        std::fstream change(place(), std::ios::in | std::ios::out | std::ios::binary);
        change.seekp(static_cast<std::streamoff>(one) - 20);
        change.put('!');
    }
    std::uint64_t at = 0;
    const auto read = CheckpointFile::open(place(), CheckpointFile::Access::read);
    EXPECT_FALSE((*read)->next(at));
    EXPECT_EQ(open()->size(), two);
}

TEST_F(CheckpointFileTest, AKeyLiesOutsideTheStoreAndIsNotReplacedUnasked) {
    const std::filesystem::path keys = directory_.path() / "config" / "keys";
    EXPECT_FALSE(*signing_key(keys, ""));
    const NoteSigner made = *make_signing_key(keys, {.store = "", .name = "example.com/one"});
    EXPECT_EQ((*signing_key(keys, directory_.path()))->name, "example.com/one");
    EXPECT_EQ(make_signing_key(keys, {.store = "", .name = "other"}).error().code, Code::conflict);
    const NoteSigner next = *make_signing_key(keys, {.store = "", .name = "", .replace = true});
    EXPECT_EQ(next.name, made.name);
    EXPECT_NE(next.seed, made.seed);
    EXPECT_EQ(known_keys(keys, "")->size(), 2U);
    EXPECT_EQ(std::filesystem::status(keys / "default.key").permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    ASSERT_TRUE(make_signing_key(keys, {.store = directory_.path(), .name = "example.com/own"}));
    EXPECT_EQ((*signing_key(keys, directory_.path()))->name, "example.com/own");
    EXPECT_EQ((*signing_key(keys, ""))->name, "example.com/one");
}

}  // namespace
}  // namespace hence
