#include "views/write/grid.h"

#include <gtest/gtest.h>

#include "views/write/layout.h"

namespace hence {
namespace {

Grid told() {
    Grid grid({{"NAME"}, {"COUNT", Grid::Align::number}, {"WORDS"}});
    grid.add({"a", "12", "some words that take room"});
    grid.add({"longer name", "3", ""});
    return grid;
}

TEST(Grid, NumbersStandToTheRightAndNothingIsCutInAPipe) {
    std::string out;
    told().append_to(out, 2);
    EXPECT_EQ(out,
              "  NAME         COUNT  WORDS\n"
              "  a               12  some words that take room\n"
              "  longer name      3\n");
}

TEST(Grid, TheLastTextGivesWayFirst) {
    const LayoutScope narrow({.columns = 30});
    std::string out;
    told().append_to(out);
    EXPECT_EQ(out,
              "NAME         COUNT  WORDS\n"
              "a               12  some word…\n"
              "longer name      3\n");
}

TEST(Grid, NumbersStayWholeWhereNothingFits) {
    const LayoutScope narrow({.columns = 5});
    std::string out;
    told().append_to(out);
    EXPECT_EQ(out,
              "NAME      COUNT  WORDS\n"
              "a            12  some wo…\n"
              "longer …      3\n");
}

}  // namespace
}  // namespace hence
