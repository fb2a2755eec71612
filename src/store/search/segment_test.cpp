// What a segment says about the words of its events, however many an event has.
#include "store/search/segment.h"

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/event.h"

namespace hence {
namespace {

using Docs = std::set<std::size_t>;

Docs docs_in(const DocSet& set, std::size_t count) {
    Docs docs;
    for (std::size_t doc = 0; doc < count; ++doc) {
        if (set.has(doc)) {
            docs.insert(doc);
        }
    }
    return docs;
}

// Words are looked up in groups. Events have no word, one, a group, many groups, and the same word
// again and again; the table of words grows between the words of one event.
TEST(SegmentBuilder, KnowsEachWordOfEachEvent) {
    std::mt19937_64 random(5);
    const std::vector<std::size_t> sizes{0, 1, 63, 64, 65, 128, 5'000, 3, 20'000, 0, 700};
    std::map<std::string, Docs> expected;
    SegmentBuilder segment(1);
    for (std::size_t doc = 0; doc < sizes.size(); ++doc) {
        std::string text;
        for (std::size_t i = 0; i < sizes[doc]; ++i) {
            const std::string word =
                fmt::format("w{}", random() % (random() % 4 == 0 ? 10 : 50'000));
            expected[word].insert(doc);
            text += word + ' ';
        }
        segment.add(*Event::parse(
            fmt::format(R"({{"id":"e{}","kind":"thought","time":"2026-02-23T10:00:00Z",)"
                        R"("fields":{{"text":"{}"}}}})",
                        doc, text)));
    }
    for (const auto& [word, docs] : expected) {
        DocSet found;
        ASSERT_TRUE(segment.add_docs(word, found));
        ASSERT_EQ(docs_in(found, sizes.size()), docs) << word;
    }
    std::map<std::string, Docs> stored;
    segment.each_block([&](std::string_view, const std::string& block) {
        TermReader words(block);
        while (words.next().take()) {
            DocSet found;
            ASSERT_TRUE(add_postings(words.postings(), found));
            stored[words.term()] = docs_in(found, sizes.size());
        }
    });
    for (const auto& [word, docs] : expected) {
        ASSERT_EQ(stored[word], docs) << word;
    }
}

}  // namespace
}  // namespace hence
