// ObjectMembers against Json, which walks over the object for each name.
#include "model/json/members.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace hence {
namespace {

// An object of so many members, of few names, some of them spelled with escapes.
std::string random_object(std::mt19937& random, std::size_t count) {
    constexpr std::array<std::string_view, 6> names = {"a", "ab", "b", "tool", "", "é"};
    std::string object = "{";
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view name = names[random() % names.size()];
        object += i == 0 ? "\"" : ",\"";
        object += name == "a" && random() % 2 == 0 ? "\\u0061" : std::string(name);
        object += "\":" + std::to_string(i);
    }
    return object + "}";
}

TEST(ObjectMembersTest, FindsWhatJsonFinds) {
    std::mt19937 random(5);
    for (int round = 0; round < 500; ++round) {
        const std::string object = random_object(random, random() % 20);
        const ObjectMembers members(object);
        for (const std::string_view name : {"a", "ab", "b", "tool", "", "é", "c", "\\u0061"}) {
            EXPECT_EQ(members[name].raw(), Json(object)[name].raw()) << object << name;
        }
    }
}

TEST(ObjectMembersTest, OfAnythingElseThereAreNone) {
    EXPECT_FALSE(ObjectMembers("[1]")["a"].present());
    EXPECT_FALSE(ObjectMembers("")[""].present());
}

}  // namespace
}  // namespace hence
