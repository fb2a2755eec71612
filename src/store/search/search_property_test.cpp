// Whatever is recorded, the search index finds the events that reading everything finds: in
// segments and in memory, after closing and opening, with replaced events, and with the index gone.
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/try.h"
#include "hence/store.h"
#include "model/json/json.h"
#include "model/words/word_query.h"
#include "store/common/directory_for_test.h"
#include "store/rocks/rocks_store.h"
#include "store/search/matches.h"

namespace hence::rocks {
namespace {

constexpr std::array<const char*, 16> said = {
    "build",  "getUserName", "user_name", "rm -rf build", "user name", "東京都",
    "京",     "\\nuser",     "timeout",   "Build failed", "get",       "🚀 ship",
    "src/a.", "no",          "failed no", "name user",
};
constexpr std::array<const char*, 18> asked = {
    "build",       "user", "getUserName", "userName",       "user_name", "\"user name\"",
    "rm rf build", "東京", "京",          "get* -timeout",  "nuser",     "\"build failed\"",
    "b*",          "🚀",    "no -failed",  "failed -\"no\"", "src/a",     "nothing",
};

std::unique_ptr<Store> opened(const StoreDirectory& directory) {
    RocksOptions options;
    options.segment_events = 16;
    Result<std::unique_ptr<Store>> store = open_rocks_store(directory.path() / "store", options);
    RC_ASSERT(static_cast<bool>(store));
    return std::move(store).take();
}

Event event_of(int id, int content, bool unfinished) {
    const auto text = [&](int turn) { return said[static_cast<std::size_t>(turn) % said.size()]; };
    std::string spoken;
    append_token(spoken, fmt::format("{} {}", text(content), text(content / 16)));
    const Result<Event> event = Event::parse(fmt::format(
        R"({{"id":"e{}","time":"2026-02-23T10:00:{:02}Z","kind":"note","session":"s{}",)"
        R"("fields":{{"said":{},"more":["{}"]}}}})",
        id, content % 60, id % 3, spoken, id % 5 == 0 ? "no" : "yes"));
    RC_ASSERT(static_cast<bool>(event));
    return unfinished ? event->with_flag(Flag::unfinished) : *event;
}

void append_events(Store& store, const std::vector<int>& contents, int& next) {
    Batch batch;
    for (const int content : contents) {
        // Every seventh comes unfinished first, and is completed later.
        const bool completes = content % 7 == 1 && next > 0;
        const int id = completes ? next - 1 : next++;
        batch.events.push_back({event_of(id, content, content % 7 == 0), 1});
    }
    RC_ASSERT(static_cast<bool>(store.append(batch)));
}

std::set<std::uint64_t> by_scan(const Store& store, const WordQuery& query) {
    std::set<std::uint64_t> seqs;
    RC_ASSERT(static_cast<bool>(
        scan_for_words(store, query, [&](const MatchBlock& block) -> Result<void> {
            block.certain.each([&](std::size_t doc) { seqs.insert(block.rows->seq(doc)); });
            return {};
        })));
    return seqs;
}

// What the columns have of an event.
struct InColumns {
    std::array<std::string, match_columns> texts;
    Time time;
};

Result<InColumns> in_columns(MatchRows& rows, std::size_t doc) {
    const std::size_t piece = doc / piece_docs;
    const std::shared_ptr<const PieceCodes> codes = TRY(rows.codes(piece));
    const std::shared_ptr<const PieceTimes> times = TRY(rows.times(piece));
    InColumns all{{}, times->times[doc % piece_docs]};
    for (std::size_t number = 0; number < match_columns; ++number) {
        const auto column = static_cast<MatchColumn>(number);
        all.texts[number] = TRY(rows.name(column, codes->of(column)[doc % piece_docs]));
    }
    return all;
}

// What is certain must match; what is a candidate is looked up. The columns have what the event
// has.
std::set<std::uint64_t> by_index(const Store& store, const WordQuery& query,
                                 const std::vector<Event>& all) {
    std::map<std::uint64_t, InColumns> certain;
    std::map<std::uint64_t, InColumns> candidates;
    RC_ASSERT(
        static_cast<bool>(store.find_words(query, [&](const MatchBlock& block) -> Result<void> {
            for (const auto& [docs, into] :
                 {std::pair(&block.certain, &certain), std::pair(&block.candidates, &candidates)}) {
                docs->each([&, to = into](std::size_t doc) {
                    Result<InColumns> read = in_columns(*block.rows, doc);
                    RC_ASSERT(static_cast<bool>(read));
                    RC_ASSERT(to->emplace(block.rows->seq(doc), std::move(read).take()).second);
                });
            }
            return {};
        })));
    std::set<std::uint64_t> seqs;
    for (const auto* found : {&certain, &candidates}) {
        for (const auto& [seq, columns] : *found) {
            const Event& event = all.at(seq - 1);
            RC_ASSERT(columns.texts == columns_of(event));
            RC_ASSERT(columns.time == event.time());
            if (found == &certain || query.matches(event)) {
                RC_ASSERT(seqs.insert(seq).second);
            }
        }
    }
    return seqs;
}

// In order of arrival, also those that another one took the place of.
std::vector<Event> all_of(const Store& store) {
    std::vector<Event> all;
    const Result<std::unique_ptr<Cursor>> cursor = store.read(1, store.last_seq());
    RC_ASSERT(static_cast<bool>(cursor));
    for (;;) {
        const Result<std::optional<Event>> event = (*cursor)->next();
        RC_ASSERT(static_cast<bool>(event));
        if (!*event) {
            return all;
        }
        all.push_back(**event);
    }
}

void must_agree(const Store& store) {
    const std::vector<Event> all = all_of(store);
    for (const char* text : asked) {
        const Result<WordQuery> query = WordQuery::parse(text);
        RC_ASSERT(static_cast<bool>(query));
        const std::set<std::uint64_t> expected = by_scan(store, *query);
        RC_LOG() << text;
        RC_ASSERT(by_index(store, *query, all) == expected);
    }
}

TEST(SearchProperty, TheIndexFindsWhatReadingEverythingFinds) {
    EXPECT_TRUE(rc::check([] {
        const StoreDirectory directory;
        std::unique_ptr<Store> store = opened(directory);
        int next = 0;
        const auto steps = *rc::gen::container<std::vector<std::vector<int>>>(
            rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 256)));
        for (std::size_t i = 0; i < steps.size() && i < 4; ++i) {
            append_events(*store, steps[i], next);
            const std::size_t turn = steps[i].size() % 4;
            if (turn == 1) {
                must_agree(*store);
            } else if (turn >= 2) {
                store = nullptr;
                if (turn == 3) {
                    std::filesystem::remove_all(directory.path() / "store" / "search");
                }
                store = opened(directory);
            }
        }
        must_agree(*store);
        store = nullptr;
        store = opened(directory);
        must_agree(*store);
    }));
}

TEST(SearchIndexTest, AnIndexOfAnotherLogIsBuiltAnew) {
    const StoreDirectory directory;
    const auto fill = [&](const char* name, int first) {
        RocksOptions options;
        options.segment_events = 4;
        auto store = open_rocks_store(directory.path() / name, options);
        ASSERT_TRUE(store);
        Batch batch;
        for (int i = 0; i < 10; ++i) {
            batch.events.push_back({event_of(first + i, first + i, false), 1});
        }
        ASSERT_TRUE((*store)->append(batch));
        const Result<WordQuery> query = WordQuery::parse("build");
        ASSERT_TRUE((*store)->find_words(*query, [](const MatchBlock&) { return Result<void>(); }));
    };
    fill("one", 0);
    fill("two", 100);
    std::filesystem::remove_all(directory.path() / "two" / "search");
    std::filesystem::copy(directory.path() / "one" / "search", directory.path() / "two" / "search",
                          std::filesystem::copy_options::recursive);
    const auto store = open_rocks_store(directory.path() / "two");
    ASSERT_TRUE(store);
    const Result<WordQuery> query = WordQuery::parse("user");
    EXPECT_EQ(by_index(**store, *query, all_of(**store)), by_scan(**store, *query));
}

TEST(SearchIndexTest, ADamagedIndexIsAnErrorOnceAndThenBuiltAnew) {
    const StoreDirectory directory;
    const std::filesystem::path search = directory.path() / "store" / "search";
    {
        const std::unique_ptr<Store> store = opened(directory);
        Batch batch;
        for (int i = 0; i < 200; ++i) {
            batch.events.push_back({event_of(i, i, false), 1});
        }
        ASSERT_TRUE(store->append(batch));
        EXPECT_FALSE(by_index(*store, *WordQuery::parse("build"), all_of(*store)).empty());
    }
    for (const auto& file : std::filesystem::directory_iterator(search)) {
        if (file.path().extension() == ".sst") {
            std::filesystem::resize_file(file.path(), file.file_size() / 2);
        }
    }
    const WordQuery query = *WordQuery::parse("user -timeout");
    for (int attempt = 0; attempt < 2; ++attempt) {
        const std::unique_ptr<Store> store = opened(directory);
        const Result<void> asked_once =
            store->find_words(query, [](const MatchBlock&) { return Result<void>(); });
        if (asked_once) {
            EXPECT_EQ(by_index(*store, query, all_of(*store)), by_scan(*store, query));
            return;
        }
    }
    FAIL() << "the damaged index was not replaced";
}

}  // namespace
}  // namespace hence::rocks
