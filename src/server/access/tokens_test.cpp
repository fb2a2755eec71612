#include "server/access/tokens.h"

#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hence {
namespace {

constexpr std::string_view reader = "reader-0123456789";
constexpr std::string_view sender = "sender-0123456789";

std::string wrong(std::string_view text) {
    const Result<Tokens> tokens = Tokens::parse(text);
    return tokens ? "" : tokens.error().message;
}

TEST(TokensTest, ALineIsATokenItsScopesAndPerhapsAName) {
    const Result<Tokens> tokens = Tokens::parse(
        "# who may do what\n\n"
        "reader-0123456789 read the page\r\n"
        "\t sender-0123456789\tingest,write   agents  \n"
        "  # last one\n"
        "admins-0123456789 admin");
    ASSERT_TRUE(tokens) << tokens.error().message;
    EXPECT_EQ(tokens->size(), 3U);
    EXPECT_EQ(tokens->find(reader), scope_bit(TokenScope::read));
    EXPECT_EQ(tokens->find(sender), scope_bit(TokenScope::ingest) | scope_bit(TokenScope::write));
    EXPECT_EQ(tokens->find("admins-0123456789"), scope_bit(TokenScope::admin));
    EXPECT_FALSE(tokens->find("reader-0123456788"));
    EXPECT_FALSE(tokens->find("reader-012345678"));
    EXPECT_FALSE(tokens->find("reader-0123456789 "));
    EXPECT_FALSE(tokens->find(""));
}

TEST(TokensTest, AWrongLineIsNamedByItsNumberAndTheTokenIsNot) {
    const std::string secret = "sender-0123456789";
    for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
             {"\n" + secret, "line 2: a token without a scope"},
             {secret + " reads", "line 1: unknown scope"},
             {secret + " read,", "line 1: unknown scope"},
             {secret + " READ", "line 1: unknown scope"},
             {secret + " open", "line 1: unknown scope"},
             {"read " + secret, "line 1: unknown scope"},
             {"reader-0123456789 " + secret, "line 1: unknown scope"},
             {secret + " read\n#\n" + secret + " ingest",
              "line 3: a token that stands further up already"},
             {"sch\xc3\xb6n-0123456789 read",
              "line 1: a token of other than visible ASCII characters"},
         }) {
        EXPECT_EQ(wrong(text), message);
        EXPECT_EQ(wrong(text).find(secret), std::string::npos);
    }
}

TEST(TokensTest, ATokenOfALogIsKnownWhereThatLogIsServedAndNowhereElse) {
    constexpr std::string_view text =
        "reader-0123456789 read@team-a page\n"
        "sender-0123456789 ingest,write@team-b\n"
        "admins-0123456789 admin\n";
    const Result<Tokens> a = Tokens::parse(text, "team-a");
    ASSERT_TRUE(a) << a.error().message;
    EXPECT_EQ(a->find(reader), scope_bit(TokenScope::read));
    EXPECT_FALSE(a->find(sender));
    EXPECT_TRUE(a->is_bound_elsewhere(sender));
    EXPECT_FALSE(a->is_bound_elsewhere(reader));
    EXPECT_EQ(a->find("admins-0123456789"), scope_bit(TokenScope::admin));
    const Result<Tokens> directory = Tokens::parse(text);
    ASSERT_TRUE(directory) << directory.error().message;
    EXPECT_EQ(directory->size(), 1U);
    EXPECT_TRUE(directory->is_bound_elsewhere(reader));
}

TEST(TokensTest, AFileOfOtherLogsLetsNobodyIn) {
    const Result<Tokens> other = Tokens::parse("reader-0123456789 read@team-a", "team-b");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().message, "no token in it is for the log team-b");
    EXPECT_EQ(wrong("reader-0123456789 read@team-a"),
              "every token in it is bound to a log of an engine");
    EXPECT_EQ(wrong("reader-0123456789 read@"), "line 1: no name of a log behind the @");
    EXPECT_EQ(wrong("reader-0123456789 read@a/b"), "line 1: no name of a log behind the @");
    EXPECT_EQ(wrong("reader-0123456789 @team-a"), "line 1: unknown scope");
    EXPECT_EQ(wrong("a-0123456789012345 read@a\na-0123456789012345 read@b"),
              "line 2: a token that stands further up already");
}

TEST(TokensTest, ShortTokensAreCounted) {
    EXPECT_EQ(Tokens::parse("0123456789abcdef read")->short_ones(), 0U);
    EXPECT_EQ(Tokens::parse("0123456789abcde read\nx ingest")->short_ones(), 2U);
}

TEST(TokensTest, AFileWithoutATokenLetsNobodyIn) {
    EXPECT_EQ(wrong(""), "there is no token in it");
    EXPECT_EQ(wrong("# none\n\n"), "there is no token in it");
}

TEST(TokensTest, AdminCoversEverythingAndOtherScopesOnlyThemselves) {
    for (const TokenScope scope :
         {TokenScope::ingest, TokenScope::read, TokenScope::write, TokenScope::admin}) {
        EXPECT_TRUE(allows(scope_bit(TokenScope::admin), scope));
        EXPECT_EQ(allows(scope_bit(TokenScope::ingest), scope), scope == TokenScope::ingest);
        EXPECT_EQ(allows(scope_bit(TokenScope::read), scope), scope == TokenScope::read);
        EXPECT_EQ(allows(scope_bit(TokenScope::write), scope), scope == TokenScope::write);
        EXPECT_FALSE(allows(0, scope));
    }
    EXPECT_TRUE(allows(0, TokenScope::open));
}

class TokenFile : public testing::Test {
protected:
    void SetUp() override {
        path_ = testing::TempDir() + "hence-tokens-XXXXXX";
        const int file = ::mkstemp(path_.data());
        ASSERT_GE(file, 0);
        ::close(file);
        std::ofstream(path_) << reader << " read\n";
    }
    void TearDown() override { ::unlink(path_.c_str()); }

    std::string path_;
};

TEST_F(TokenFile, NobodyElseMayReadOrChangeIt) {
    for (const mode_t mode : {0600U, 0400U, 0700U}) {
        ASSERT_EQ(::chmod(path_.c_str(), mode), 0);
        EXPECT_TRUE(Tokens::read(path_)) << mode;
    }
    for (const mode_t mode : {0640U, 0604U, 0610U, 0601U, 0620U, 0602U, 0644U, 0666U}) {
        ASSERT_EQ(::chmod(path_.c_str(), mode), 0);
        const Result<Tokens> tokens = Tokens::read(path_);
        ASSERT_FALSE(tokens) << mode;
        EXPECT_EQ(tokens.error().code, Code::invalid);
        EXPECT_EQ(tokens.error().message, "others may read the token file " + path_);
        EXPECT_EQ(tokens.error().hint, "chmod 600 " + path_);
    }
}

TEST_F(TokenFile, AnotherUsersFileIsNotBelieved) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can give a file away";
    }
    ASSERT_EQ(::chown(path_.c_str(), 12'345, 12'345), 0);
    const Result<Tokens> tokens = Tokens::read(path_);
    ASSERT_FALSE(tokens);
    EXPECT_EQ(tokens.error().message, "the token file " + path_ + " belongs to another user");
}

TEST_F(TokenFile, MustBeAFileOfModestSize) {
    EXPECT_EQ(Tokens::read("/dev/null").error().code, Code::invalid);
    EXPECT_EQ(Tokens::read(path_ + ".none").error().code, Code::io);
    std::ofstream(path_) << std::string(Tokens::file_bytes_max - 25, '\n') << reader << " read\n";
    EXPECT_TRUE(Tokens::read(path_));
    std::ofstream(path_) << std::string(Tokens::file_bytes_max + 1, '\n');
    EXPECT_EQ(Tokens::read(path_).error().message, "the token file " + path_ + " is too large");
}

TEST_F(TokenFile, AWrongLineIsFoundByFileAndNumber) {
    std::ofstream(path_) << reader << " read\n" << sender << " everything\n";
    EXPECT_EQ(Tokens::read(path_).error().message,
              "the token file " + path_ + ": line 2: unknown scope");
}

}  // namespace
}  // namespace hence
