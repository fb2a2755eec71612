#include "views/cause/refs.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hence {
namespace {

std::vector<std::string> refs_in(const std::string& rationale) {
    const std::string event =
        R"({"id":"d","kind":"decision","time":"2026-01-01T00:00:00Z","rationale":)" + rationale +
        "}";
    return refs_of(Event::parse(event).take());
}

TEST(RefsTest, EachRefIsNamedOnceHoweverItsNameIsSpelled) {
    const std::vector<std::string> refs = {"obs:1", "e2"};
    EXPECT_EQ(refs_in(R"({"why":"w","refs":["obs:1","e2","obs:1"]})"), refs);
    EXPECT_EQ(refs_in(R"({"why":"w","r\u0065fs":["obs:1","e2"]})"), refs);
}

TEST(RefsTest, WordsAboutRefsAreNone) {
    EXPECT_TRUE(refs_in(R"({"why":"the refs say so"})").empty());
    EXPECT_TRUE(refs_in(R"({"why":"a \"quoted\" word"})").empty());
    EXPECT_TRUE(refs_in(R"({"why":"w"})").empty());
}

}  // namespace
}  // namespace hence
