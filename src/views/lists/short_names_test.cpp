#include "views/lists/short_names.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

using Names = std::vector<std::string>;

TEST(ShortNamesTest, EightCharactersAreEnoughWhereTheyDiffer) {
    EXPECT_EQ(short_names({"aaaaaaaa-1", "bbbbbbbb-2", "s"}), (Names{"aaaaaaaa", "bbbbbbbb", "s"}));
}

TEST(ShortNamesTest, EndTellsApartWhatBeginsAlike) {
    EXPECT_EQ(short_names({"01997ea4-a70d-7da3-8c20-c736db82a7c5:1",
                           "01997ea4-a70d-7da3-8c20-c736db82a7c5:2"}),
              (Names{"82a7c5:1", "82a7c5:2"}));
}

TEST(ShortNamesTest, WholeNameWhereNothingElseHelps) {
    EXPECT_EQ(short_names({"position-a-suffix-1", "position-b-suffix-1"}),
              (Names{"position-a-suffix-1", "position-b-suffix-1"}));
}

TEST(ShortNamesTest, SameNameTwiceIsNoClash) {
    EXPECT_EQ(short_names({"aaaaaaaa-1", "aaaaaaaa-1"}), (Names{"aaaaaaaa", "aaaaaaaa"}));
}

}  // namespace
}  // namespace hence
