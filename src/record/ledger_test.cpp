#include "record/ledger.h"

#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <gtest/gtest.h>

#include "record/source.h"
#include "store/common/directory_for_test.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

class LedgerTest : public testing::Test {
protected:
    void SetUp() override { write("one\n"); }
    void write(std::string_view text) { std::ofstream(text_, std::ios::binary) << text; }
    FileMark mark() const {
        const Result<Descriptor> file = open_to_read(text_.string());
        return mark_of(file->number()).value_or(FileMark());
    }
    LedgerEntry entry() const { return {mark(), "native", "e\"1", 3, 1}; }
    std::string content() const {
        std::ifstream in(file_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void save_one() {
        Ledger ledger(file_, "t");
        ledger.put(text_.string(), entry());
        ASSERT_TRUE(ledger.save());
    }

    rocks::StoreDirectory directory_;
    fs::path file_ = directory_.path() / "recorded";
    fs::path text_ = directory_.path() / "text";
};

TEST_F(LedgerTest, WhatWasPutIsFoundByTheNext) {
    save_one();
    EXPECT_EQ(Ledger(file_, "t").find(text_.string()), entry());
    EXPECT_EQ(Ledger(file_, "t").find("/other"), std::nullopt);
    EXPECT_EQ(fs::status(file_).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(LedgerTest, OtherTermsFindNothing) {
    save_one();
    EXPECT_EQ(Ledger(file_, "u").find(text_.string()), std::nullopt);
}

TEST_F(LedgerTest, SpoiledLedgerCountsAsEmptyAndIsWrittenAnew) {
    save_one();
    const std::string good = content();
    for (const std::string& bad :
         {std::string(), std::string("\0\xff", 2), good.substr(0, good.size() - 5), good + "{}\n",
          good + "[[[[[\n", "{\"hence_ledger\":2}\n" + good.substr(good.find('\n') + 1)}) {
        std::ofstream(file_, std::ios::binary) << bad;
        Ledger ledger(file_, "t");
        EXPECT_EQ(ledger.find(text_.string()), std::nullopt) << bad;
        ledger.put(text_.string(), entry());
        EXPECT_TRUE(ledger.save());
        EXPECT_EQ(content(), good);
    }
}

TEST_F(LedgerTest, WhatOthersWroteMeanwhileStays) {
    const std::string other = (directory_.path() / "other").string();
    std::ofstream(other) << "x";
    Ledger first(file_, "t");
    Ledger second(file_, "t");
    first.put(text_.string(), entry());
    second.put(other, entry());
    ASSERT_TRUE(first.save());
    ASSERT_TRUE(second.save());
    EXPECT_TRUE(Ledger(file_, "t").find(text_.string()));
    EXPECT_TRUE(Ledger(file_, "t").find(other));
    second.forget(other);
    ASSERT_TRUE(second.save());
    EXPECT_FALSE(Ledger(file_, "t").find(other));
}

TEST_F(LedgerTest, FilesThatAreGoneAreLeftOut) {
    Ledger ledger(file_, "t");
    ledger.put("/nonexistent/file", entry());
    ASSERT_TRUE(ledger.save());
    EXPECT_FALSE(Ledger(file_, "t").find("/nonexistent/file"));
}

TEST_F(LedgerTest, WithoutANameNothingIsKept) {
    Ledger ledger({}, "t");
    ledger.put(text_.string(), entry());
    EXPECT_FALSE(ledger.find(text_.string()));
    EXPECT_TRUE(ledger.save());
}

TEST_F(LedgerTest, NameThatIsNoTextIsNotKept) {
    Ledger ledger(file_, "t");
    ledger.put("/tmp/\xff", entry());
    EXPECT_FALSE(ledger.find("/tmp/\xff"));
}

TEST_F(LedgerTest, LedgerThatCannotBeWrittenIsToldOf) {
    Ledger ledger("/nonexistent/recorded", "t");
    ledger.put(text_.string(), entry());
    EXPECT_EQ(ledger.save().error().code, Code::io);
}

TEST_F(LedgerTest, MarkTellsFilesApart) {
    const FileMark one = mark();
    EXPECT_EQ(mark(), one);
    write("two\n");
    EXPECT_NE(mark().ends, one.ends);
    write("one\ntwo\n");
    EXPECT_NE(mark().bytes, one.bytes);
    const std::string middle(20'000, 'x');
    write("a" + middle + "b");
    const std::string ends = mark().ends;
    write("a" + middle + "c");
    EXPECT_NE(mark().ends, ends);
    const Descriptor null{::open("/dev/null", O_RDONLY)};
    EXPECT_EQ(mark_of(null.number()), std::nullopt);
}

}  // namespace
}  // namespace hence
