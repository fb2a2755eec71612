// Tests of the spool: lines are taken once, whatever dies, and odd files harm nobody.
#include "record/spool/spool.h"

#include <cstdlib>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/spool/mark.h"
#include "record/spool/writer.h"
#include "store/common/forwarding_store.h"

namespace hence {
namespace {

std::string line(const std::string& id) {
    return R"({"id":")" + id + R"(","kind":"thought","time":"2026-02-23T10:00:00Z"})" + "\n";
}

class SpoolTest : public testing::Test {
protected:
    void SetUp() override {
        std::string path = testing::TempDir() + "hence-spool-XXXXXX";
        ASSERT_NE(::mkdtemp(path.data()), nullptr);
        directory_ = path;
        std::filesystem::create_directory(directory_ / "spool");
    }
    void TearDown() override { std::filesystem::remove_all(directory_); }

    std::filesystem::path at(const std::string& name) const { return directory_ / "spool" / name; }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(at(name), std::ios::app) << text;
    }
    std::uint64_t take() {
        const Spool spool(directory_, *store_);
        problems_ = spool.problems();
        return store_->last_seq();
    }
    std::vector<QuarantineRow> refused() const { return *store_->quarantine(0, 100); }
    bool is_there(const std::string& name) const { return std::filesystem::exists(at(name)); }

    std::filesystem::path directory_;
    std::unique_ptr<Store> store_ = open_memory_store();
    std::vector<std::string> problems_;
};

TEST_F(SpoolTest, StoreWithoutASpoolIsNoProblem) {
    std::filesystem::remove(directory_ / "spool");
    EXPECT_EQ(take(), 0U);
    EXPECT_TRUE(problems_.empty());
}

TEST_F(SpoolTest, LinesAreStoredAndTheFileIsRemoved) {
    write("a.ndjson", line("1") + line("2"));
    write("b.ndjson", line("3"));
    EXPECT_EQ(take(), 3U);
    EXPECT_TRUE(std::filesystem::is_empty(directory_ / "spool"));
}

TEST_F(SpoolTest, DamagedLineIsQuarantinedWithItsPlace) {
    write("a.ndjson", line("1") + "nonsense\n" + line("2"));
    EXPECT_EQ(take(), 2U);
    ASSERT_EQ(refused().size(), 1U);
    EXPECT_EQ(refused()[0].source, "spool/a.ndjson");
    EXPECT_EQ(refused()[0].line, 2U);
}

TEST_F(SpoolTest, OpenFileIsTakenAsItGrowsAndStays) {
    std::ofstream file(at("a.ndjson"), std::ios::app);
    file << line("1") << std::flush;
    Spool spool(directory_, *store_);
    EXPECT_EQ(store_->last_seq(), 1U);
    file << line("2") << std::flush;
    spool.catch_up();
    EXPECT_EQ(store_->last_seq(), 2U);
    ASSERT_EQ(spool.rows().size(), 1U);
    EXPECT_TRUE(spool.rows()[0].open);
    file.close();
    spool.catch_up();
    EXPECT_FALSE(is_there("a.ndjson"));
    EXPECT_TRUE(spool.rows().empty());
}

TEST_F(SpoolTest, HalfALineWaitsForItsWriter) {
    std::ofstream file(at("a.ndjson"), std::ios::app);
    const std::string whole = line("1");
    file << whole.substr(0, 20) << std::flush;
    Spool spool(directory_, *store_);
    spool.catch_up();
    EXPECT_EQ(store_->last_seq(), 0U);
    EXPECT_TRUE(refused().empty());
    file << whole.substr(20) << std::flush;
    spool.catch_up();
    EXPECT_EQ(store_->last_seq(), 1U);
    EXPECT_TRUE(refused().empty());
}

TEST_F(SpoolTest, HalfALineOfNobodyIsQuarantined) {
    write("a.ndjson", line("1") + line("2").substr(0, 20));
    EXPECT_EQ(take(), 1U);
    ASSERT_EQ(refused().size(), 1U);
    EXPECT_EQ(refused()[0].line, 2U);
    EXPECT_FALSE(is_there("a.ndjson"));
}

TEST_F(SpoolTest, HalfALineOfAProcessThatRunsWaits) {
    const std::string name = fmt::format("{}-{}-1.ndjson", spool_host(), ::getpid());
    write(name, line("1") + line("2").substr(0, 20));
    EXPECT_EQ(take(), 1U);
    EXPECT_TRUE(refused().empty());
    EXPECT_TRUE(is_there(name));
}

TEST_F(SpoolTest, EventWithoutANewlineAtTheEndIsAnEvent) {
    const std::string whole = line("1");
    write("a.ndjson", whole.substr(0, whole.size() - 1));
    EXPECT_EQ(take(), 1U);
    EXPECT_TRUE(refused().empty());
}

// Dies between the append and the mark: the file and the mark are as they were before.
TEST_F(SpoolTest, WhatIsReadAgainCountsOnce) {
    const std::string text = line("1") + "nonsense\n" +
                             R"({"kind":"thought","time":"2026-02-23T10:00:00Z"})" + "\n" +
                             line("2");
    const Descriptor held(::open(at("a.ndjson").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600));
    ASSERT_EQ(::write(held.number(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    EXPECT_EQ(take(), 3U);
    std::filesystem::remove(at("a.ndjson.at"));
    EXPECT_EQ(take(), 3U);
    ASSERT_EQ(refused().size(), 1U);
    EXPECT_EQ(refused()[0].count, 1U);
}

TEST_F(SpoolTest, MarkOfAnotherFileOfThatNameIsIgnored) {
    write("a.ndjson", line("1"));
    SpoolMark mark{.inode = 1, .birth_ns = 2, .bytes = 10, .lines = 1};
    const Descriptor directory(::open((directory_ / "spool").c_str(), O_RDONLY | O_DIRECTORY));
    ASSERT_TRUE(write_spool_mark(directory.number(), "a.ndjson", mark));
    EXPECT_EQ(read_spool_mark(directory.number(), "a.ndjson"), mark);
    EXPECT_EQ(take(), 1U);
    EXPECT_TRUE(refused().empty());
    EXPECT_FALSE(is_there("a.ndjson.at"));
}

TEST_F(SpoolTest, DamagedMarkIsIgnored) {
    std::ofstream file(at("a.ndjson"), std::ios::app);
    file << line("1") << std::flush;
    EXPECT_EQ(take(), 1U);
    std::ofstream(at("a.ndjson.at")) << "hence-spool 1 x";
    file << line("2") << std::flush;
    EXPECT_EQ(take(), 2U);
}

TEST_F(SpoolTest, OddFilesAreLeftAndNamed) {
    ASSERT_EQ(::symlink("/etc/passwd", at("link.ndjson").c_str()), 0);
    ASSERT_EQ(::mkfifo(at("pipe.ndjson").c_str(), 0600), 0);
    std::filesystem::create_directory(at("folder.ndjson"));
    write("good.ndjson", line("1"));
    EXPECT_EQ(take(), 1U);
    ASSERT_EQ(problems_.size(), 3U);
    EXPECT_NE(problems_[0].find("folder.ndjson is not a regular file"), std::string::npos);
    EXPECT_NE(problems_[1].find("link.ndjson is a symbolic link"), std::string::npos);
    EXPECT_TRUE(is_there("pipe.ndjson"));
}

TEST_F(SpoolTest, FileOfAnotherUserIsNotRead) {
    write("a.ndjson", line("1"));
    if (::chown(at("a.ndjson").c_str(), 12345, 12345) != 0) {
        GTEST_SKIP() << "only root can give a file away";
    }
    EXPECT_EQ(take(), 0U);
    ASSERT_EQ(problems_.size(), 1U);
    EXPECT_NE(problems_[0].find("belongs to user 12345"), std::string::npos) << problems_[0];
}

TEST_F(SpoolTest, SpoolThatIsALinkIsNotRead) {
    std::filesystem::create_directory(directory_ / "elsewhere");
    std::filesystem::remove(directory_ / "spool");
    std::filesystem::create_symlink(directory_ / "elsewhere", directory_ / "spool");
    write("a.ndjson", line("1"));
    EXPECT_EQ(take(), 0U);
    ASSERT_EQ(problems_.size(), 1U);
    EXPECT_NE(problems_[0].find("is not a directory"), std::string::npos);
}

TEST_F(SpoolTest, LineThatIsTooLongIsCutAndTheNextIsStored) {
    write("a.ndjson", std::string(40 << 20, 'x') + "\n" + line("1"));
    EXPECT_EQ(take(), 1U);
    ASSERT_EQ(refused().size(), 1U);
    EXPECT_EQ(refused()[0].reason,
              "too long: 41943040 bytes, of which the first 16777216 are kept");
}

TEST_F(SpoolTest, TelemetryAndEventsMayStandInOneFile) {
    const std::string span =
        R"({"resourceSpans":[{"resource":{},"scopeSpans":[{"spans":[)"
        R"({"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331","name":"x",)"
        R"("startTimeUnixNano":"1","endTimeUnixNano":"2"}]}]}]})";
    write("a.ndjson", line("1") + span + "\n" + line("2"));
    EXPECT_GE(take(), 3U);
    EXPECT_TRUE(refused().empty());
}

// A store that takes nothing for a while.
class FullStore final : public ForwardingStore {
public:
    explicit FullStore(std::shared_ptr<Store> store) : ForwardingStore(std::move(store)) {}
    Result<Receipt> append(const Batch& batch, const Check& check) override {
        if (full) {
            return Error{Code::io, "the disk is full"};
        }
        return ForwardingStore::append(batch, check);
    }
    bool full = true;
};

TEST_F(SpoolTest, FileStaysWhileTheStoreTakesNothing) {
    FullStore store(open_memory_store());
    write("a.ndjson", line("1"));
    {
        const Spool spool(directory_, store);
        ASSERT_EQ(spool.problems().size(), 1U);
        EXPECT_EQ(spool.problems()[0], "the disk is full");
        EXPECT_TRUE(is_there("a.ndjson"));
    }
    store.full = false;
    const Spool spool(directory_, store);
    EXPECT_EQ(store.last_seq(), 1U);
    EXPECT_FALSE(is_there("a.ndjson"));
}

TEST(SpoolWriterTest, NameTellsTheProcess) {
    const std::optional<NamedWriter> writer = named_spool_writer("my-host-4711-1772000000.ndjson");
    ASSERT_TRUE(writer);
    EXPECT_EQ(writer->host, "my-host");
    EXPECT_EQ(writer->process_id, 4711);
    EXPECT_TRUE(named_spool_writer("h-1-2.99.closing.ndjson"));
    EXPECT_FALSE(named_spool_writer("mine.ndjson"));
    EXPECT_FALSE(named_spool_writer("a-b-c.ndjson"));
    EXPECT_FALSE(named_spool_writer(".ndjson"));
}

}  // namespace
}  // namespace hence
