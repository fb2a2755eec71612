// A store that is encrypted: what its files tell, who can read it, and what a destroyed key takes.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/sst_file_reader.h>
#include <sys/stat.h>

#include "hence/erase.h"
#include "model/words/word_query.h"
#include "store/common/directory_for_test.h"
#include "store/conformance_for_test.h"
#include "store/format/layout.h"
#include "store/integrity/encryption.h"
#include "store/integrity/integrity.h"
#include "store/integrity/session_keys.h"
#include "store/verify/verify.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// What a table holds, for whoever has no key.
std::string values_of(const fs::path& path) {
    rocksdb::SstFileReader reader{rocksdb::Options()};
    std::string all;
    if (path.extension() == ".sst" && reader.Open(path.string()).ok()) {
        const std::unique_ptr<rocksdb::Iterator> at(reader.NewIterator({}));
        for (at->SeekToFirst(); at->Valid(); at->Next()) {
            all += at->key().ToString() + '\n' + at->value().ToString() + '\n';
        }
    }
    return all;
}

std::string files_that_tell(const fs::path& directory, const std::string& word) {
    std::string names;
    for (const auto& entry : fs::recursive_directory_iterator(directory)) {
        if (entry.is_regular_file() &&
            (bytes_of(entry.path()) + values_of(entry.path())).find(word) != std::string::npos) {
            names += entry.path().lexically_relative(directory).string() + ' ';
        }
    }
    return names;
}

class EncryptedTest : public testing::Test {
protected:
    EncryptedTest() : path_(directory_.path() / "store"), user_(directory_.path() / "user") {
        const Result<std::string> key = prepare_encrypted_store(path_, user_, {});
        EXPECT_TRUE(key) << (key ? "" : key.error().message);
        master_file_ = key ? *key : "";
        open();
    }

    Result<std::unique_ptr<Store>> try_to_open() {
        store_ = nullptr;
        return open_rocks_store(
            path_, {.write_buffer_bytes = 64 << 10, .segment_events = 64, .signing_keys = user_});
    }
    void open() {
        Result<std::unique_ptr<Store>> store = try_to_open();
        ASSERT_TRUE(store) << store.error().message;
        store_ = std::move(store).take();
    }

    void append(const std::vector<std::string>& lines) {
        Batch batch;
        batch.source = "file";
        std::uint64_t number = 0;
        for (const std::string& line : lines) {
            Result<Event> event = Event::parse(line);
            ++number;
            if (event) {
                batch.events.push_back({std::move(event).take(), number});
            } else {
                batch.refused.push_back({"file", number, "not an event", line});
            }
        }
        const Result<Receipt> receipt = store_->append(batch);
        ASSERT_TRUE(receipt) << receipt.error().message;
    }

    static std::string says(const std::string& id, const std::string& session,
                            const std::string& text) {
        return event_json(id, "10:00:01Z",
                          fmt::format(R"("session":"{}","fields":{{"text":"{}"}})", session, text));
    }

    Result<Receipt> erase(const std::vector<SeqRange>& seqs, const std::string& session = {}) {
        auto* const erasable = dynamic_cast<ErasableStore*>(store_.get());
        return erasable->erase_all(
            {{Event::parse(event_json("x" + std::to_string(store_->last_seq()), "12:00:00Z",
                                      fmt::format(R"("kind":"erasure","fields":{{"reason":)"
                                                  R"("leaked","seqs":[[{},{}]]}})",
                                                  seqs.front().first, seqs.front().last)))
                  .take(),
              seqs, session}});
    }

    std::string text_of(const std::string& id) {
        const Result<std::optional<Event>> event = store_->find(id);
        return !event ? event.error().message : *event ? (*event)->to_json() : "none";
    }

    void search() {
        ASSERT_TRUE(store_->find_words(*WordQuery::parse("nothing"),
                                       [](const MatchBlock&) { return Result<void>(); }));
    }

    VerifyReport verified() {
        store_ = nullptr;
        VerifyRequest request;
        request.path = path_;
        request.user_keys = user_;
        const Result<VerifyReport> report = verify(request);
        EXPECT_TRUE(report) << (report ? "" : report.error().message);
        return report ? *report : VerifyReport{};
    }

    static void copy(const fs::path& from, const fs::path& to) {
        fs::remove_all(to);
        fs::copy(from, to, fs::copy_options::recursive);
    }

    rocks::StoreDirectory directory_;
    fs::path path_;
    fs::path user_;
    fs::path master_file_;
    std::unique_ptr<Store> store_;
};

TEST_F(EncryptedTest, NoFileTellsWhatWasRecorded) {
    for (int i = 0; i < 100; ++i) {
        append({says(fmt::format("identifier{}", i), fmt::format("sessionname{}", i % 3),
                     "plainword " + std::string(700, 'x'))});
    }
    append({"this is unparsable rubbish", says("identifier1", "sessionname1", "conflicting")});
    open();
    search();
    for (const char* const when : {"open", "closed"}) {
        for (const char* const word :
             {"identifier1", "sessionname1", "plainword", "plainwor", "rubbish", "conflicting"}) {
            EXPECT_EQ(files_that_tell(path_, word), "") << word << ", while it is " << when;
        }
        store_ = nullptr;
    }
    open();
    EXPECT_NE(text_of("identifier1").find("plainword"), std::string::npos);
    EXPECT_EQ((*store_->quarantined(1)).bytes, "this is unparsable rubbish");
}

TEST_F(EncryptedTest, TheMasterKeyIsOutsideTheStoreAndItsOwnersOnly) {
    struct stat found {};
    ASSERT_EQ(::stat(master_file_.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777U, 0600U);
    EXPECT_EQ(master_file_.parent_path(), user_);
    std::string key = bytes_of(master_file_);
    ASSERT_EQ(key.size(), 65U);
    key.pop_back();
    EXPECT_EQ(files_that_tell(path_, key), "");
}

TEST_F(EncryptedTest, WithoutItsKeyOrWithAnotherNothingOpens) {
    append({says("a", "s", "text")});
    const std::string right = bytes_of(master_file_);
    fs::remove(master_file_);
    const Result<std::unique_ptr<Store>> lost = try_to_open();
    ASSERT_FALSE(lost);
    EXPECT_NE(lost.error().message.find("master key"), std::string::npos);
    EXPECT_NE(lost.error().hint.find(master_file_.filename().string()), std::string::npos);
    std::ofstream(master_file_) << std::string(64, '0') << "\n";
    const Result<std::unique_ptr<Store>> wrong = try_to_open();
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().message.find("another master key"), std::string::npos);
    std::ofstream(master_file_) << right;
    open();
    EXPECT_NE(text_of("a").find("text"), std::string::npos);
}

TEST_F(EncryptedTest, AKeyMayComeFromAFileOrACommand) {
    const fs::path by_command = directory_.path() / "second";
    const std::string command = "cat " + master_file_.string();
    ASSERT_TRUE(prepare_encrypted_store(by_command, user_, {{}, command}));
    EXPECT_TRUE(open_rocks_store(by_command, {.signing_keys = user_}));
    const fs::path by_file = directory_.path() / "third";
    const fs::path file = directory_.path() / "some.key";
    ASSERT_TRUE(prepare_encrypted_store(by_file, user_, {file, {}}));
    EXPECT_TRUE(open_rocks_store(by_file, {.signing_keys = user_}));
    fs::remove(file);
    EXPECT_FALSE(open_rocks_store(by_file, {.signing_keys = user_}));
    EXPECT_FALSE(prepare_encrypted_store(directory_.path() / "fourth", user_, {{}, "echo no key"}));
    EXPECT_FALSE(fs::exists(directory_.path() / "fourth"));
}

TEST_F(EncryptedTest, AnotherMasterKeyOpensTheStoreAndTheOldOneDoesNot) {
    append({says("a", "s1", "text"), "rubbish"});
    ASSERT_TRUE(erase({{1, 1}}, "s1"));  // Stubs and emptied rows are sealed by the store itself.
    append({says("b", "s2", "more")});
    store_ = nullptr;
    const std::string old_key = bytes_of(master_file_);
    const std::string old_marker = bytes_of(path_ / "keys" / "encrypted");
    const Result<std::string> place = replace_master_key(path_, user_, {});
    ASSERT_TRUE(place) << place.error().message;
    EXPECT_EQ(*place, master_file_.string());
    const std::string new_key = bytes_of(master_file_);
    EXPECT_NE(new_key, old_key);
    open();
    EXPECT_NE(text_of("a").find("leaked"), std::string::npos);
    EXPECT_NE(text_of("b").find("more"), std::string::npos);
    append({"rubbish", says("c", "s3", "yet more")});
    EXPECT_EQ((*store_->quarantined(1)).count, 2U);  // The line is known again.
    EXPECT_TRUE(verified().is_right());
    std::ofstream(master_file_) << old_key;
    EXPECT_FALSE(try_to_open());
    // Old copies of keys/ go on with the old key: that is what must be said.
    std::ofstream(path_ / "keys" / "encrypted") << old_marker;
    open();
    EXPECT_NE(text_of("b").find("more"), std::string::npos);
}

TEST_F(EncryptedTest, AReplacementThatIsInterruptedLeavesAKeyThatOpens) {
    append({says("a", "s", "text")});
    store_ = nullptr;
    const std::string old_key = bytes_of(master_file_);
    const std::string old_marker = bytes_of(path_ / "keys" / "encrypted");
    ASSERT_TRUE(replace_master_key(path_, user_, {}));
    const std::string new_key = bytes_of(master_file_);
    const std::string new_marker = bytes_of(path_ / "keys" / "encrypted");
    const fs::path next = master_file_.string() + ".next";
    EXPECT_FALSE(fs::exists(next));
    // Before the store needs the next key, and before that one took the place of the old one.
    for (const std::string& marker : {old_marker, new_marker}) {
        std::ofstream(master_file_) << old_key;
        std::ofstream(next) << new_key;
        std::ofstream(path_ / "keys" / "encrypted") << marker;
        open();
        EXPECT_NE(text_of("a").find("text"), std::string::npos);
        store_ = nullptr;
    }
    // The next replacement goes on from there: before all else, the key that opens is put in place.
    const Result<std::string> last =
        replace_master_key(path_, user_, {directory_.path() / "k", {}});
    ASSERT_TRUE(last);
    EXPECT_FALSE(fs::exists(next));
    open();
    EXPECT_NE(text_of("a").find("text"), std::string::npos);
}

TEST_F(EncryptedTest, AReplacementNeedsAnotherKey) {
    store_ = nullptr;
    const Result<std::string> same = replace_master_key(path_, user_, {master_file_, {}});
    ASSERT_FALSE(same);
    EXPECT_EQ(same.error().code, Code::invalid);
    EXPECT_FALSE(replace_master_key(path_, user_, {{}, "echo no key"}));
    EXPECT_FALSE(replace_master_key(directory_.path() / "elsewhere", user_, {}));
    open();
    const fs::path file = directory_.path() / "next.key";
    store_ = nullptr;
    ASSERT_TRUE(replace_master_key(path_, user_, {file, {}}));
    open();
    fs::remove(file);
    EXPECT_FALSE(try_to_open());
}

// A store from before there was a root key.
TEST_F(EncryptedTest, AStoreOfTheFirstVersionOpensAndKeepsItsKey) {
    const fs::path first = directory_.path() / "first";
    const std::string id = "0123456789abcdef";
    SecretKey key{};
    key.fill(7);
    const std::string lines = "hence encrypted store 1\nid " + id + "\n";
    const auto sum = hmac_sha256(key, lines);
    std::string check;
    for (const unsigned char byte : as_bytes(sum).substr(0, 16)) {
        check += fmt::format("{:02x}", byte);
    }
    fs::create_directories(first / "keys");
    std::ofstream(first / "keys" / "encrypted") << lines << "check " << check << "\n";
    std::string digits;
    for (std::size_t i = 0; i < key.size(); ++i) {
        digits += "07";
    }
    std::ofstream(user_ / (id + ".master")) << digits << "\n";
    EXPECT_TRUE(open_rocks_store(first, {.signing_keys = user_}));
    const Result<std::string> refused = replace_master_key(first, user_, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::unsupported);
}

TEST_F(EncryptedTest, OnlyANewStoreIsEncrypted) {
    const Result<std::string> again = prepare_encrypted_store(path_, user_, {});
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, Code::conflict);
}

TEST_F(EncryptedTest, AStoreWhoseKeysAreGoneSaysSo) {
    append({says("a", "s", "text")});
    store_ = nullptr;
    fs::remove_all(path_ / "keys");
    const Result<std::unique_ptr<Store>> opened = try_to_open();
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().hint.find("put keys/ back"), std::string::npos);
}

TEST_F(EncryptedTest, ATextIsSharedInsideItsSessionOnly) {
    const std::string shared(900, 'y');
    append({says("a1", "s1", shared)});
    append({says("b1", "s2", shared)});
    append({says("a2", "s1", shared)});
    append({says("b2", "s2", shared)});
    ASSERT_TRUE(erase({{1, 1}}));
    ASSERT_TRUE(erase({{3, 3}}));  // The key of s1 is destroyed with it.
    open();
    EXPECT_NE(text_of("b1").find(shared), std::string::npos);
    EXPECT_NE(text_of("b2").find(shared), std::string::npos);
    EXPECT_NE(text_of("a2").find("leaked"), std::string::npos);
    EXPECT_TRUE(verified().is_right());
}

TEST_F(EncryptedTest, ASessionThatWasErasedIsGoneFromABackupOfTheLog) {
    append({says("a", "secretsession", "the secret"), says("b", "other", "the rest")});
    append({says("c", "secretsession", std::string(700, 'z')), "{\"session\":\"broken"});
    store_ = nullptr;
    const fs::path backup = directory_.path() / "backup";
    copy(path_, backup);
    open();
    ASSERT_TRUE(erase({{1, 1}, {3, 3}}, "secretsession"));
    append({says("d", "secretsession", "it goes on")});
    open();
    EXPECT_NE(text_of("d").find("it goes on"), std::string::npos);
    EXPECT_NE(text_of("a").find("leaked"), std::string::npos);
    store_ = nullptr;

    for (const char* const part : {"log", "index"}) {
        copy(backup / part, path_ / part);
    }
    fs::copy_file(backup / "head", path_ / "head", fs::copy_options::overwrite_existing);
    open();
    ASSERT_TRUE(store_->damage());
    EXPECT_NE(text_of("b").find("the rest"), std::string::npos);
    EXPECT_EQ(text_of("a").find("the secret"), std::string::npos) << text_of("a");
    EXPECT_EQ(text_of("c"), "none");
}

TEST_F(EncryptedTest, AnIndexInABackupIsUnreadableAfterAnErasure) {
    append({says("a", "s1", "word"), says("b", "s2", "word")});
    search();
    store_ = nullptr;
    const std::string index_key = bytes_of(path_ / "keys" / "index");
    open();
    ASSERT_TRUE(erase({{1, 1}}, "s1"));
    EXPECT_NE(bytes_of(path_ / "keys" / "index"), index_key);
    search();
    EXPECT_NE(text_of("b").find("word"), std::string::npos);
}

TEST_F(EncryptedTest, TheKeyOfAQuarantinedLineGoesWithItsSession) {
    append({says("a", "s", "first")});
    append({says("a", "s", "second, in conflict")});
    const std::string line = (*store_->quarantined(1)).bytes;
    EXPECT_NE(line.find("second"), std::string::npos);
    ASSERT_TRUE(erase({{1, 1}}, "s"));
    open();
    EXPECT_EQ((*store_->quarantined(1)).bytes, "");
    store_ = nullptr;
    const Result<std::optional<SecretKey>> master = root_key_of(path_, user_);
    ASSERT_TRUE(master && *master);
    const auto source = [&]() -> Result<SecretKey> { return **master; };
    const auto rows = SessionKeys::open(path_ / "keys", KeyAccess::read, source, "quarantine");
    ASSERT_TRUE(rows);
    EXPECT_EQ(*(*rows)->state(1), KeyState::destroyed);
    const auto sessions = SessionKeys::open(path_ / "keys", KeyAccess::read, source);
    ASSERT_TRUE(sessions);
    EXPECT_EQ(*(*sessions)->state(1), KeyState::destroyed);
}

// By somebody who can write the files and has no key: RocksDB's checksums are right.
TEST_F(EncryptedTest, AChunkThatWasMovedIsNoticed) {
    append({says("a", "s", "first")});
    append({says("b", "s", "second")});
    EXPECT_TRUE(verified().is_right());
    {
        rocksdb::DB* opened = nullptr;
        ASSERT_TRUE(rocksdb::DB::Open({}, (path_ / "log").string(), &opened).ok());
        const std::unique_ptr<rocksdb::DB> db(opened);
        std::string first;
        ASSERT_TRUE(db->Get({}, log_key::of_chunk(1, 1), &first).ok());
        ASSERT_TRUE(db->Put({}, log_key::of_chunk(1, 2), first).ok());
    }
    EXPECT_FALSE(verified().is_right());
    fs::remove_all(path_ / "index");
    open();
    EXPECT_TRUE(store_->damage());
    EXPECT_EQ(text_of("b").find("first"), std::string::npos);  // An older value may be found.
}

// The error names the place, and everything else is answered.
TEST_F(EncryptedTest, AValueThatWasTamperedWithNamesItsPlaceAndTheRestAnswers) {
    append({says("a", "s1", "first")});
    append({says("b", "s2", "second")});
    append({says("c", "s2", "third")});
    store_ = nullptr;
    {
        rocksdb::DB* opened = nullptr;
        ASSERT_TRUE(rocksdb::DB::Open({}, (path_ / "log").string(), &opened).ok());
        const std::unique_ptr<rocksdb::DB> db(opened);
        std::string sealed;
        ASSERT_TRUE(db->Get({}, log_key::of_chunk(2, 2), &sealed).ok());
        sealed[sealed.size() / 2] = static_cast<char>(sealed[sealed.size() / 2] ^ 1);
        ASSERT_TRUE(db->Put({}, log_key::of_chunk(2, 2), sealed).ok());
    }
    const VerifyReport report = verified();
    EXPECT_FALSE(report.is_right());
    ASSERT_FALSE(report.differences.empty());
    EXPECT_NE(fmt::format("{}", fmt::join(report.differences, "; ")).find("begins with event 2"),
              std::string::npos);
    open();
    EXPECT_NE(text_of("a").find("first"), std::string::npos);
    EXPECT_NE(text_of("c").find("third"), std::string::npos);
    EXPECT_EQ(text_of("b").find("second\""), std::string::npos) << text_of("b");
}

TEST_F(EncryptedTest, ADamagedLogIsReadAsFarAsItGoes) {
    for (int i = 0; i < 300; ++i) {
        append({says(fmt::format("e{}", i), fmt::format("s{}", i % 5),
                     fmt::format("{:0600}", i * 7919))});
    }
    store_ = nullptr;
    fs::path table;
    for (const auto& entry : fs::directory_iterator(path_ / "log")) {
        table = entry.path().extension() == ".sst" ? entry.path() : table;
    }
    ASSERT_FALSE(table.empty());
    std::fstream file(table, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(fs::file_size(table) / 2));
    file.write("damage", 6);
    file.close();
    fs::remove_all(path_ / "index");
    open();
    ASSERT_TRUE(store_->damage());
    EXPECT_NE(store_->damage()->message.find("missing"), std::string::npos);
    EXPECT_GT(store_->last_seq(), 0U);
    EXPECT_FALSE(verified().is_right());
}

}  // namespace
}  // namespace hence
