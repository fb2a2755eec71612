#include "model/words/word_query.h"

#include <gtest/gtest.h>

#include "model/json/json.h"

namespace hence {
namespace {

Event event_saying(std::string_view text, std::string_view other = "") {
    std::string token;
    append_string(token, text);
    std::string second;
    append_string(second, other);
    const Result<Event> event =
        Event::parse(R"({"id":"e","time":"2026-02-23T10:00:00Z","kind":"note","fields":{"text":)" +
                     token + R"(,"other":)" + second + "}}");
    EXPECT_TRUE(event);
    return *event;
}

bool finds(std::string_view query, std::string_view text, std::string_view other = "") {
    const Result<WordQuery> parsed = WordQuery::parse(query);
    EXPECT_TRUE(parsed) << query;
    return parsed && parsed->matches(event_saying(text, other));
}

TEST(WordQueryTest, AllWordsInAnyOrderAndAnyText) {
    EXPECT_TRUE(finds("failed build", "The build has FAILED"));
    EXPECT_TRUE(finds("build failed", "build", "it failed"));
    EXPECT_FALSE(finds("build failed", "build"));
    EXPECT_FALSE(finds("buil", "build"));
}

TEST(WordQueryTest, APhraseStandsInOneText) {
    EXPECT_TRUE(finds("\"connection refused\"", "dial tcp: connection refused"));
    EXPECT_FALSE(finds("\"connection refused\"", "refused connection"));
    EXPECT_FALSE(finds("\"connection refused\"", "connection", "refused"));
    EXPECT_TRUE(finds("src/store/engine.cpp", "edited src/store/engine.cpp:12"));
    EXPECT_FALSE(finds("src/store/engine.cpp", "edited src/engine.cpp in store"));
}

TEST(WordQueryTest, NotAndPrefix) {
    EXPECT_TRUE(finds("deploy -staging", "deploy to production"));
    EXPECT_FALSE(finds("deploy -staging", "deploy to staging"));
    EXPECT_FALSE(finds("deploy -\"to staging\"", "deploy to staging"));
    EXPECT_TRUE(finds("deploy -\"to staging\"", "deploy staging"));
    EXPECT_TRUE(finds("time*", "Timeout"));
    EXPECT_FALSE(finds("out*", "timeout"));
    EXPECT_TRUE(finds("\"connection time*\"", "connection timed out"));
}

TEST(WordQueryTest, IdentifiersAreFoundWhicheverWayTheyAreWritten) {
    for (const char* query : {"getUserName", "getusername", "get_user_name", "user", "userName"}) {
        EXPECT_TRUE(finds(query, "calls getUserName()")) << query;
    }
    EXPECT_TRUE(finds("userName", "user_name = 1"));
    EXPECT_TRUE(finds("userName", "get_username"));
    EXPECT_FALSE(finds("userName", "user and name"));
}

TEST(WordQueryTest, ScriptsWithoutSpacesAndEmojiAreFoundInside) {
    EXPECT_TRUE(finds("京都", "東京都庁"));
    EXPECT_FALSE(finds("都京", "東京都庁"));
    EXPECT_TRUE(finds("🚀", "shipped 🚀"));
}

TEST(WordQueryTest, AShellFragmentCanBeReadAsItStands) {
    const std::vector<WordQuery> fragment = WordQuery::fragment("rm -rf build");
    ASSERT_EQ(fragment.size(), 1U);
    EXPECT_TRUE(fragment[0].matches(event_saying("sudo rm -rf build && make")));
    EXPECT_FALSE(fragment[0].matches(event_saying("rm rf build")));
    EXPECT_FALSE(fragment[0].matches(event_saying("rm -r build")));
    EXPECT_TRUE(WordQuery::fragment("make build").empty());
    EXPECT_TRUE(WordQuery::fragment("deploy -\"staging\"").empty());
}

TEST(WordQueryTest, WhatCannotBeReadIsRefusedWithItsPlace) {
    const Result<WordQuery> open = WordQuery::parse("a \"b c");
    ASSERT_FALSE(open);
    EXPECT_NE(open.error().message.find("character 3"), std::string::npos);
    EXPECT_FALSE(WordQuery::parse(""));
    EXPECT_FALSE(WordQuery::parse("&& ||"));
    EXPECT_FALSE(WordQuery::parse("-only -not"));
    EXPECT_FALSE(WordQuery::parse(std::string(2'000, 'x')));
}

TEST(WordQueryTest, MarksSayWhereAPhraseStands) {
    const Result<WordQuery> query = WordQuery::parse("\"user name\"");
    ASSERT_TRUE(query);
    const WordText text("a userName, user_name");
    const std::vector<WordText::Mark> marks = text.marks(query->all.front(), 9);
    ASSERT_EQ(marks.size(), 2U);
    EXPECT_EQ(marks[0], (WordText::Mark{2, 10}));
    EXPECT_EQ(marks[1], (WordText::Mark{12, 21}));
    EXPECT_EQ(text.marks(query->all.front(), 1).size(), 1U);
}

}  // namespace
}  // namespace hence
