#include "model/words/text_search.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hence {
namespace {

bool found(std::string_view wanted, std::string_view text) {
    Result<TextSearch> search = TextSearch::from(wanted);
    EXPECT_TRUE(search);
    return search->found_in(text);
}

bool found_in_event(std::string_view wanted, std::string_view json) {
    Result<TextSearch> search = TextSearch::from(wanted);
    EXPECT_TRUE(search);
    const Result<Event> event = Event::parse(json);
    EXPECT_TRUE(event) << json;
    const Event stored = event->with_source("elsewhere").stored_as(77, event->time());
    return search->found_in(stored);
}

constexpr std::string_view told =
    R"({"id":"E1","kind":"tool_call","time":"2026-02-23T10:00:00Z","agent":"Coder",)"
    R"("fields":{"tool_name":"Read","path":"C:\\Temp","said":"\"no\"\nline","city":"Łódź"}})";

TEST(TextSearchTest, CaseOfAsciiLettersDoesNotMatter) {
    EXPECT_TRUE(found("HeLLo", "say hello, world"));
    EXPECT_TRUE(found("[@`{", "...[@`{"));
    EXPECT_FALSE(found("[", "{"));
    EXPECT_FALSE(found("@", "`"));
    EXPECT_FALSE(found("É", "é"));
    EXPECT_TRUE(found("", ""));
    EXPECT_FALSE(found("a", ""));
}

TEST(TextSearchTest, FirstMatchHasAPosition) {
    Result<TextSearch> search = TextSearch::from("Profile");
    ASSERT_TRUE(search);
    EXPECT_EQ(search->position_in("keep build/profile, the PROFILE"), 11u);
    EXPECT_EQ(search->position_in("nothing"), std::string_view::npos);
    Result<TextSearch> all = TextSearch::from("");
    ASSERT_TRUE(all);
    EXPECT_EQ(all->position_in("x"), 0u);
}

TEST(TextSearchTest, EverythingRecordedIsLookedThrough) {
    EXPECT_TRUE(found_in_event("e1", told));
    EXPECT_TRUE(found_in_event(R"("agent":"coder","fields":{"tool_name":"READ")", told));
    EXPECT_TRUE(found_in_event("10:00:00z", told));
    EXPECT_TRUE(found_in_event("Łódź", told));
    EXPECT_TRUE(found_in_event("}}", told));
    EXPECT_FALSE(found_in_event("write", told));
}

TEST(TextSearchTest, WhatTheStoreAddsIsNot) {
    EXPECT_FALSE(found_in_event("elsewhere", told));
    EXPECT_FALSE(found_in_event("\"seq\"", told));
    EXPECT_FALSE(found_in_event("received", told));
}

TEST(TextSearchTest, TextIsFoundAsItReadsAndAsJsonSpellsIt) {
    EXPECT_TRUE(found_in_event(R"(c:\temp)", told));
    EXPECT_TRUE(found_in_event(R"(c:\\temp)", told));
    EXPECT_TRUE(found_in_event(R"("no")", told));
    EXPECT_TRUE(found_in_event("no\"\nline", told));
}

TEST(TextSearchTest, TextThatIsTooLongIsRefused) {
    EXPECT_TRUE(TextSearch::from(std::string(search_text_bytes_max, 'x')));
    const Result<TextSearch> refused =
        TextSearch::from(std::string(search_text_bytes_max + 1, 'x'));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::invalid);
}

// The same by comparing letter for letter.
bool naive(std::string wanted, std::string text) {
    const auto lower = [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    };
    std::transform(wanted.begin(), wanted.end(), wanted.begin(), lower);
    std::transform(text.begin(), text.end(), text.begin(), lower);
    return text.find(wanted) != std::string::npos;
}

TEST(TextSearchTest, AgreesWithANaiveSearchOnAnyBytes) {
    std::mt19937 random(7);
    constexpr std::string_view few = "aAbB[@\x7f\xc3\xa9";
    for (int round = 0; round < 20'000; ++round) {
        const auto some = [&](std::size_t size_max) {
            std::string text(random() % (size_max + 1), ' ');
            for (char& byte : text) {
                byte = random() % 4 == 0 ? static_cast<char>(random()) : few[random() % few.size()];
            }
            return text;
        };
        const std::string wanted = some(3);
        const std::string text = some(40);
        ASSERT_EQ(found(wanted, text), naive(wanted, text)) << round;
    }
}

TEST(TextSearchTest, TextThatAlmostFitsEverywhereTakesNoLonger) {
    // Comparing at each place anew would take 16 billion steps.
    const std::string text(16'000'000, 'a');
    EXPECT_FALSE(found(std::string(1'000, 'a') + "b", text));
}

}  // namespace
}  // namespace hence
