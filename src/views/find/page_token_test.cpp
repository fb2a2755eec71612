#include "views/find/page_token.h"

#include <gtest/gtest.h>

#include "base/base64.h"

namespace hence {
namespace {

TEST(PageTokenTest, APlaceComesBackAsItWas) {
    const Position place{{.seconds = -62135596800, .nanos = 999'999'999}, 1ULL << 63};
    for (const Direction direction : {Direction::forward, Direction::backward}) {
        const Result<EventToken> token = event_token(to_token({direction, place}), direction);
        ASSERT_TRUE(token);
        EXPECT_EQ(token->place, place);
    }
}

TEST(PageTokenTest, ARowComesBackAsItWas) {
    Summary row;
    row.id = std::string("a\0\"b", 4);
    row.session = "s";
    row.first = {.seconds = 7, .nanos = 1};
    const Result<Summary> token = row_token(to_token(Space::run, row), Space::run);
    ASSERT_TRUE(token);
    EXPECT_EQ(token->id, row.id);
    EXPECT_EQ(token->session, row.session);
    EXPECT_EQ(token->first, row.first);
    EXPECT_FALSE(row_token(to_token(Space::run, row), Space::session));
}

TEST(PageTokenTest, NoOtherTextIsAToken) {
    const std::string token = to_token({Direction::forward, {{.seconds = 1}, 2}});
    EXPECT_TRUE(event_token(token, Direction::forward));
    EXPECT_FALSE(event_token(token, Direction::backward));
    EXPECT_FALSE(event_token(token + "AAAA", Direction::forward));
    EXPECT_FALSE(event_token(token.substr(0, 4), Direction::forward));
    EXPECT_FALSE(event_token("", Direction::forward));
    EXPECT_FALSE(event_token(base64url("f\x02\x80\x94\xEB\xDC\x03\x02"), Direction::forward));
}

}  // namespace
}  // namespace hence
