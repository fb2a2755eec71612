#include "record/source.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/deflate.h"

namespace hence {
namespace {

TEST(PackingTest, PackingIsKnownByTheFirstBytes) {
    EXPECT_EQ(packing_of("\x1f\x8b\x08"), Packing::gzip);
    EXPECT_EQ(packing_of("\x28\xb5\x2f\xfd\x24"), Packing::zstd);
    EXPECT_EQ(packing_of("PK\x03\x04more"), Packing::zip);
    EXPECT_EQ(packing_of("PK\x05\x06"), Packing::zip);
    EXPECT_EQ(packing_of("PK"), Packing::none);
    EXPECT_EQ(packing_of(""), Packing::none);
    EXPECT_EQ(packing_of("{\"a\":1}"), Packing::none);
}

TEST(OpenToRead, WithoutADescriptorStandardInputIsUnreadable) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const int next = ::dup(STDERR_FILENO);
    ::close(next);
    const rlimit none_left{static_cast<rlim_t>(next), before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none_left), 0);
    const Result<Descriptor> opened = open_to_read("-");
    ::setrlimit(RLIMIT_NOFILE, &before);
    ASSERT_FALSE(opened);
    EXPECT_TRUE(opened.error().message.starts_with("cannot read -: ")) << opened.error().message;
    EXPECT_TRUE(open_to_read("-"));
}

// Reads what is written into a pipe.
class FileSourceTest : public testing::Test {
protected:
    void SetUp() override {
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        source_ = std::make_unique<FileSource>(Descriptor(ends[0]), "pipe");
        input_ = Descriptor(ends[1]);
    }
    void write(std::string_view text) {
        ASSERT_EQ(::write(input_.number(), text.data(), text.size()),
                  static_cast<ssize_t>(text.size()));
    }
    // All there is, and how it ended.
    std::string all() {
        std::string text;
        while (true) {
            const Result<Got> got = source_->read(text, 10);
            if (!got) {
                return text + "|" + got.error().message;
            }
            if (*got != Got::some) {
                return text + (*got == Got::end ? "|end" : "|pause");
            }
        }
    }

    std::unique_ptr<FileSource> source_;
    Descriptor input_;
};

TEST_F(FileSourceTest, PlainTextComesAsItIs) {
    write("one");
    EXPECT_EQ(all(), "|pause");
    write(" two");
    EXPECT_EQ(all(), "one two|pause");
    input_ = {};
    EXPECT_EQ(all(), "|end");
    EXPECT_EQ(source_->bytes_read(), 7U);
    EXPECT_GE(source_->descriptor(), 0);
}

TEST_F(FileSourceTest, TextOfFewBytesIsGivenAtTheEnd) {
    write("{}");
    input_ = {};
    EXPECT_EQ(all(), "|pause");
    EXPECT_EQ(all(), "{}|end");
}

TEST_F(FileSourceTest, CompressedTextIsInflatedAndItsEndIsChecked) {
    std::string packed;
    Deflater deflater;
    deflater.take(std::string(5'000'000, 'x'), packed);
    deflater.finish(packed);
    write(packed.substr(0, packed.size() - 8));
    EXPECT_EQ(all(), std::string(5'000'000, 'x') + "|pause");
    EXPECT_EQ(source_->descriptor(), -1);
    write(packed.substr(packed.size() - 8, 4));
    EXPECT_EQ(all(), "|pause");
    input_ = {};
    EXPECT_EQ(all(), "|the compressed text is cut off");
}

TEST_F(FileSourceTest, LittleIsInflatedAtATime) {
    std::string packed;
    Deflater deflater;
    deflater.take(std::string(20'000'000, 'x'), packed);
    deflater.finish(packed);
    ASSERT_LT(packed.size(), 100'000U);
    write(packed.substr(0, 60'000));
    std::string text;
    ASSERT_TRUE(source_->read(text, 10));
    EXPECT_LT(text.size(), 3'000'000U);
}

TEST_F(FileSourceTest, ArchiveIsNotReadFromAPipe) {
    write("PK\x03\x04xxxx");
    EXPECT_EQ(all(), "|a zip archive can only be read from a file by its name");
}

TEST_F(FileSourceTest, WhatIsNotWhatItBeginsLikeIsTold) {
    write("\x1f\x8bxxxxxxxx");
    EXPECT_EQ(all(), "|the body is not gzip");
}

}  // namespace
}  // namespace hence
