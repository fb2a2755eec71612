#include "model/words/words.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hence {
namespace {

// Words and their parts: "getUserName=get+user+name".
std::string words_of(std::string_view text) {
    std::string out;
    WordReader reader(text);
    Word word;
    while (reader.next(word)) {
        out += out.empty() ? "" : " ";
        out += word.folded;
        if (!word.other.empty()) {
            out += "/" + std::string(word.other);
        }
        if (word.parts.size() > 1 || word.parts.front().folded != word.folded) {
            std::string parts;
            for (const WordPart& part : word.parts) {
                parts += (parts.empty() ? "" : "+") + std::string(part.folded);
            }
            out += "=" + parts;
        }
    }
    return out;
}

TEST(WordsTest, AreRunsOfLettersAndDigitsInLowerCase) {
    EXPECT_EQ(words_of("rm -rf build/*.o && make -j8"), "rm rf build o make j8");
    EXPECT_EQ(words_of("/usr/lib/x86_64.so.1"), "usr lib x86_64=x86+64 so 1");
    EXPECT_EQ(words_of(""), "");
    EXPECT_EQ(words_of(" --- __ "), "");
}

TEST(WordsTest, HavePartsInCamelAndSnakeCase) {
    EXPECT_EQ(words_of("getUserName"), "getusername=get+user+name");
    EXPECT_EQ(words_of("HTTPServer2 parseURL"), "httpserver2=http+server2 parseurl=parse+url");
    EXPECT_EQ(words_of("snake_case_name"), "snake_case_name=snake+case+name");
    EXPECT_EQ(words_of("_private MAX_SIZE"), "_private=private max_size=max+size");
    EXPECT_EQ(words_of("utf8 WARNING"), "utf8 warning");
}

TEST(WordsTest, OtherScriptsAreFoldedOrStandAlone) {
    EXPECT_EQ(words_of("Größe ÉCOLE"), "größe école");
    EXPECT_EQ(words_of("МОСКВА Ωmega"), "москва ωmega");
    EXPECT_EQ(words_of("東京tower"), "東 京 tower");
    EXPECT_EQ(words_of("done 🚀✅!"), "done 🚀 ✅");
    EXPECT_EQ(words_of("“quoted” – dash…"), "quoted dash");
}

TEST(WordsTest, AnEscapeInsideOfAStringBeginsNoWord) {
    EXPECT_EQ(words_of("first\\nsecond\\tthird"), "first second/nsecond third/tthird");
    EXPECT_EQ(words_of("C:\\new"), "c ew/new");
}

TEST(WordsTest, AnyBytesAreRead) {
    EXPECT_EQ(words_of("a\xff\xfe"
                       "b\xc3"),
              "a b");
    const std::string long_run(5'000, 'x');
    std::size_t bytes = 0;
    WordReader reader(long_run);
    Word word;
    while (reader.next(word)) {
        EXPECT_LE(word.folded.size(), 1'024U);
        bytes += word.folded.size();
    }
    EXPECT_EQ(bytes, long_run.size());
}

TEST(WordsTest, ATermIsCutAtAWholeCharacter) {
    const std::string text = std::string(63, 'a') + "é";
    EXPECT_EQ(term_of(text), std::string(63, 'a'));
    EXPECT_EQ(term_of("short"), "short");
}

std::vector<std::string> texts_at(std::string_view json) {
    std::vector<std::string> found;
    const Result<Event> event = Event::parse(json);
    EXPECT_TRUE(event);
    each_text_at(*event, [&](const std::string& path, std::string_view text) {
        found.push_back(path + "=" + std::string(text));
    });
    std::vector<std::string> plain;
    each_text(*event, [&](std::string_view text) { plain.emplace_back(text); });
    EXPECT_EQ(plain.size(), found.size());
    return found;
}

TEST(WordsTest, EveryStringOfFieldsAndRationaleIsAText) {
    const std::vector<std::string> found = texts_at(
        R"({"id":"e","time":"2026-02-23T10:00:00Z","kind":"note","agent":"nobody",)"
        R"("rationale":{"why":"because"},"fields":{"a":{"b":["x",{"c":"y\n\"z\""}],"n":7},)"
        R"("d":"w","e":[["p"],["q","r"]]}})");
    const std::vector<std::string> expected = {
        "fields.a.b[0]=x",  "fields.a.b[1].c=y\n\"z\"", "fields.d=w",           "fields.e[0][0]=p",
        "fields.e[1][0]=q", "fields.e[1][1]=r",         "rationale.why=because"};
    EXPECT_EQ(found, expected);
}

TEST(WordsTest, DataIsNoText) {
    const std::string data(8'000, 'A');
    const std::vector<std::string> found =
        texts_at(R"({"id":"e","time":"2026-02-23T10:00:00Z","kind":"note","fields":{"image":")" +
                 data + R"("}})");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_LT(found[0].size(), 100U);
}

TEST(WordsTest, TextBeforeDataIsText) {
    const std::string said = std::string(5'000, ' ') + "here is the picture: ";
    const auto text_with = [&said](std::size_t data) {
        return texts_at(
            R"({"id":"e","time":"2026-02-23T10:00:00Z","kind":"note","fields":{"text":")" + said +
            std::string(data, 'A') + R"("}})");
    };
    EXPECT_EQ(text_with(8'000)[0], "fields.text=" + said + std::string(64, 'A'));
    EXPECT_EQ(text_with(1'024)[0], "fields.text=" + said + std::string(64, 'A'));
    EXPECT_EQ(text_with(1'023)[0], "fields.text=" + said + std::string(1'023, 'A'));
}

}  // namespace
}  // namespace hence
