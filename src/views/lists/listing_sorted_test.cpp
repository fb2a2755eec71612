#include "views/lists/listing_sorted.h"

#include <string>

#include <fmt/format.h>

#include "hence/listing.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class SortedListTest : public ToldLog {
protected:
    // Sessions a, b, c, d with 1, 3, 2 and 2 events; only b and c state tokens.
    void SetUp() override {
        ToldLog::SetUp();
        int at = 0;
        for (const auto& [session, events] :
             {std::pair("a", 1), std::pair("b", 3), std::pair("c", 2), std::pair("d", 2)}) {
            for (int i = 0; i < events; ++i) {
                const bool uses = std::string(session) == "b" || std::string(session) == "c";
                tell(at++, uses ? "llm_call" : "thought",
                     fmt::format(R"("session":"{}"{})", session,
                                 uses ? R"(,"fields":{"total_tokens":7})" : ""));
            }
        }
    }

    // The names of the pages, a page apart.
    std::string pages(ListingRequest request) {
        std::string names;
        for (int page = 0; page < 9; ++page) {
            Result<Listing> listing = list(*store_, request);
            if (!listing) {
                return listing.error().message;
            }
            for (auto row = listing->next(); row && *row; row = listing->next()) {
                names += (*row)->id;
            }
            if (!listing->next_page()) {
                return names;
            }
            names += '|';
            request.cursor = *listing->next_page();
        }
        return names + "...";
    }
};

TEST_F(SortedListTest, GoesByTheFigureAndThenByTheUsualOrder) {
    EXPECT_EQ(pages({.sort = ListingSort::events}), "bdca");
    EXPECT_EQ(pages({.sort = ListingSort::events, .ascending = true}), "adcb");
    EXPECT_EQ(pages({.ascending = true}), "abcd");
    EXPECT_EQ(pages({.sort = ListingSort::id}), "dcba");
}

TEST_F(SortedListTest, RowsWithoutTheFigureComeLastEitherWay) {
    EXPECT_EQ(pages({.sort = ListingSort::tokens}), "bcda");
    EXPECT_EQ(pages({.sort = ListingSort::tokens, .ascending = true}), "cbda");
}

TEST_F(SortedListTest, PagesGoOnWhereTheOneBeforeEnded) {
    EXPECT_EQ(pages({.limit = 1, .sort = ListingSort::events}), "b|d|c|a");
    EXPECT_EQ(pages({.limit = 3, .sort = ListingSort::tokens}), "bcd|a");
}

TEST_F(SortedListTest, ACursorOfAnotherOrderIsRefused) {
    Result<Listing> listing = list(*store_, {.limit = 1, .sort = ListingSort::events});
    ASSERT_TRUE(listing);
    while (listing->next()->has_value()) {
    }
    const std::string cursor = *listing->next_page();
    EXPECT_EQ(pages({.cursor = cursor, .sort = ListingSort::tokens}),
              "the cursor is one of this list in another order");
    EXPECT_EQ(pages({.cursor = cursor}), "the cursor is not one of this list");
    EXPECT_EQ(pages({.cursor = "x!", .sort = ListingSort::events}),
              "the cursor is not one of this list");
}

TEST_F(SortedListTest, TotalsCoverWhatThePageLeavesOut) {
    Result<Listing> listing = list(*store_, {.limit = 1, .totals = true});
    ASSERT_TRUE(listing);
    std::string json;
    ASSERT_TRUE(listing->write_json(
        [&json](std::string_view piece) -> Result<void> {
            json += piece;
            return {};
        },
        ListForm::page));
    EXPECT_NE(json.find(R"("totals":{"rows":4,"events":8,"errors":0,"tokens":35})"),
              std::string::npos)
        << json;
}

TEST_F(SortedListTest, EveryOrderHasItsName) {
    for (int i = 0; i <= static_cast<int>(ListingSort::agent); ++i) {
        const auto sort = static_cast<ListingSort>(i);
        EXPECT_EQ(listing_sort_named(to_string(sort)), sort);
    }
    EXPECT_FALSE(listing_sort_named("size"));
}

}  // namespace
}  // namespace hence
