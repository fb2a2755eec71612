// No commit that concerns a key is left out, and while there is room none is named in vain.
#include "store/rocks/pending_keys.h"

#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hence::rocks {
namespace {

constexpr std::size_t enough = 1'000'000;

Additions commit_of(std::uint64_t number, std::size_t events) {
    Additions additions;
    for (std::size_t i = 0; i < events; ++i) {
        const std::string line = fmt::format(
            R"({{"id":"e{0}-{1}","time":"2026-02-23T10:00:00Z","kind":"tool_call","agent":"a{2}",)"
            R"("session":"s{0}","parent":"e{3}-0","fields":{{"call_id":"c{1}"}}}})",
            number, i, number % 3, number - 1);
        additions.events.push_back({Event::parse(line).take(), {}});
    }
    return additions;
}

// What a plain map of every key says.
using Model = std::map<std::pair<Space, std::string>, std::uint64_t>;

void enter(Model& model, std::uint64_t number, const Additions& additions) {
    Keys keys;
    for (const Stored& stored : additions.events) {
        model[{Space::all, std::string(stored.event.id())}] = number;
        for (const KeyView& key : keys.of(stored.event)) {
            model[{key.space, std::string(key.value)}] = number;
            model[{key.space, ""}] = number;
        }
    }
}

TEST(PendingKeysTest, NamesTheLastCommitOfEachKey) {
    PendingKeys keys(enough);
    Model model;
    for (std::uint64_t number = 1; number <= 30; ++number) {
        const Additions additions = commit_of(number, 1 + number % 5);
        keys.enter(number, additions, 0);
        enter(model, number, additions);
        for (const auto& [key, last] : model) {
            ASSERT_EQ(keys.last_to_concern({key.first, key.second}), last) << key.second;
        }
    }
    EXPECT_EQ(keys.last_to_concern({Space::session, "never"}), 0U);
    EXPECT_EQ(keys.last_to_concern({Space::agent, "s1"}), 0U);
    EXPECT_EQ(keys.last_to_concern({Space::loose_run, {}}), 0U);
}

TEST(PendingKeysTest, WithoutRoomItNamesTooManyAndNeverTooFew) {
    for (std::uint64_t behind = 0; behind < 12; ++behind) {
        PendingKeys keys(40);
        Model model;
        for (std::uint64_t number = 1; number <= 60; ++number) {
            const std::uint64_t done = number > behind ? number - behind - 1 : 0;
            const Additions additions = commit_of(number, 1 + number % 7);
            keys.enter(number, additions, done);
            enter(model, number, additions);
            for (const auto& [key, last] : model) {
                if (last > done) {
                    ASSERT_GE(keys.last_to_concern({key.first, key.second}), last) << key.second;
                }
            }
        }
    }
}

TEST(PendingKeysTest, WhatIsDoneMakesRoom) {
    PendingKeys keys(40);
    for (std::uint64_t number = 1; number <= 60; ++number) {
        keys.enter(number, commit_of(number, 3), number - 1);
        ASSERT_EQ(keys.last_to_concern({Space::session, "never"}), 0U);
    }
}

}  // namespace
}  // namespace hence::rocks
