// Columns that were taken apart and put together again say what the events said.
#include "store/search/columns.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "hence/event.h"
#include "store/search/matches.h"
#include "store/search/rows_builder.h"

namespace hence {
namespace {

using Parts = std::map<std::string, std::string>;

Event event_of(std::size_t number, std::size_t agents) {
    const Result<Event> event = Event::parse(fmt::format(
        R"({{"id":"e{}","kind":"k{}","time":"2026-02-{:02}T10:00:{:02}.{:03}Z","agent":"a{}",)"
        R"("run":"r{}","fields":{{"tool_name":"t{}"}}}})",
        number, number % 3, 1 + number / 1'000 % 28, number % 60, number * 7 % 1'000,
        number * 31 % agents, number, number % 2));
    return number % 5 == 0 ? event->with_flag(Flag::settled) : *event;
}

MatchRowsBuilder built(std::size_t events, std::size_t agents) {
    MatchRowsBuilder builder(8);
    for (std::size_t i = 0; i < events; ++i) {
        builder.add(event_of(i, agents));
    }
    return builder;
}

std::shared_ptr<Parts> parts_of(const MatchRowsBuilder& builder) {
    auto parts = std::make_shared<Parts>();
    builder.each_part([&](const std::string& part, std::string bytes) {
        EXPECT_TRUE(parts->emplace(part, std::move(bytes)).second) << part;
    });
    return parts;
}

void must_say(MatchRows& rows, std::size_t doc, const Event& event) {
    const std::size_t piece = doc / piece_docs;
    const auto codes = rows.codes(piece).take();
    const auto times = rows.times(piece).take();
    const std::array<std::string, match_columns> texts = columns_of(event);
    for (std::size_t number = 0; number < match_columns; ++number) {
        const auto column = static_cast<MatchColumn>(number);
        const std::size_t code = codes->of(column)[doc % piece_docs];
        ASSERT_EQ(rows.name(column, code).take(), texts[number]) << doc << ' ' << number;
    }
    ASSERT_EQ(times->times[doc % piece_docs], event.time()) << doc;
    ASSERT_EQ(times->is(doc % piece_docs, MatchFlag::replaceable), event.has(Flag::settled));
    ASSERT_FALSE(times->is(doc % piece_docs, MatchFlag::untimed));
    const MatchPiece& bounds = rows.pieces()[piece];
    ASSERT_TRUE(bounds.earliest <= event.time() && event.time() <= bounds.latest);
}

TEST(Columns, EveryEventIsReadBackFromItsPiece) {
    for (const std::size_t events : {1U, 2U, 4'095U, 4'096U, 4'097U, 9'000U}) {
        const auto rows = MatchRows::of(8, parts_of(built(events, 400))).take();
        ASSERT_EQ(rows->size(), events);
        ASSERT_EQ(rows->first_seq(), 8U);
        for (std::size_t doc = 0; doc < events; ++doc) {
            ASSERT_NO_FATAL_FAILURE(must_say(*rows, doc, event_of(doc, 400)));
        }
    }
}

TEST(Columns, ASegmentGoesOnAfterItWasReadBack) {
    const auto rows = MatchRows::of(8, parts_of(built(5'000, 300))).take();
    MatchRowsBuilder again = MatchRowsBuilder::from(*rows).take();
    for (std::size_t i = 5'000; i < 9'000; ++i) {
        again.add(event_of(i, 300));
    }
    EXPECT_EQ(*parts_of(again), *parts_of(built(9'000, 300)));
}

TEST(Columns, OnlyThePiecesThatAreAskedForAreKept) {
    DocSet wanted;
    wanted.add(4'100);
    const auto rows = built(9'000, 10).rows_of(wanted).take();
    ASSERT_NO_FATAL_FAILURE(must_say(*rows, 4'100, event_of(4'100, 10)));
    EXPECT_EQ(rows->codes(0).error().code, Code::corrupt);
    EXPECT_EQ(rows->times(2).error().code, Code::corrupt);
}

TEST(Columns, APieceSaysWhichFlagsItsEventsHave) {
    MatchRowsBuilder builder;
    for (std::size_t i = 0; i < piece_docs + 3; ++i) {
        const Event event = event_of(1, 1);
        builder.add(i == 7 || i >= piece_docs ? event.with_flag(Flag::time_derived) : event);
    }
    const auto rows = MatchRows::of(1, parts_of(builder)).take();
    EXPECT_TRUE(rows->pieces()[0].some_are(MatchFlag::untimed));
    EXPECT_FALSE(rows->pieces()[0].all_are(MatchFlag::untimed));
    EXPECT_TRUE(rows->pieces()[1].all_are(MatchFlag::untimed));
    EXPECT_FALSE(rows->pieces()[1].some_are(MatchFlag::replaceable));
    EXPECT_TRUE(rows->times(0).take()->is(7, MatchFlag::untimed));
}

// Reads all that there is, or fails; the sanitizers watch.
bool can_be_read(const std::shared_ptr<Parts>& parts) {
    const Result<std::unique_ptr<MatchRows>> rows = MatchRows::of(8, parts);
    return rows && MatchRowsBuilder::from(**rows);
}

TEST(Columns, DamagedBytesAreRefusedOrCanBeRead) {
    const std::shared_ptr<Parts> whole = parts_of(built(300, 300));
    EXPECT_TRUE(can_be_read(whole));
    for (const auto& [name, bytes] : *whole) {
        auto lacking = std::make_shared<Parts>(*whole);
        lacking->erase(name);
        EXPECT_FALSE(can_be_read(lacking)) << name;
        if (!bytes.empty()) {
            auto shorter = std::make_shared<Parts>(*whole);
            (*shorter)[name].pop_back();
            EXPECT_FALSE(can_be_read(shorter)) << name;
        }
        auto longer = std::make_shared<Parts>(*whole);
        (*longer)[name].push_back('\1');
        EXPECT_FALSE(can_be_read(longer)) << name;
    }
    EXPECT_TRUE(rc::check([&] {
        auto changed = std::make_shared<Parts>(*whole);
        auto part = changed->begin();
        std::advance(part, *rc::gen::inRange<std::ptrdiff_t>(
                               0, static_cast<std::ptrdiff_t>(changed->size())));
        if (!part->second.empty()) {
            part->second[*rc::gen::inRange<std::size_t>(0, part->second.size())] =
                static_cast<char>(*rc::gen::inRange(0, 256));
        }
        static_cast<void>(can_be_read(changed));
    }));
}

TEST(Columns, InstantsOfAnySizeAreReadBack) {
    EXPECT_TRUE(rc::check([] {
        const auto seconds =
            *rc::gen::container<std::vector<std::int64_t>>(rc::gen::arbitrary<std::int64_t>());
        const auto unit = *rc::gen::element(1U, 1'000U, 1'000'000U, 999'999'999U);
        std::vector<Time> times;
        for (const std::int64_t second : seconds) {
            times.push_back(
                {second, *rc::gen::inRange<std::uint32_t>(0, 1'000'000'000U / unit) * unit, 0});
        }
        const MatchPiece piece;
        const std::string bytes =
            encode_times(times, std::vector<std::uint8_t>(times.size()), piece);
        const Result<PieceTimes> read = decode_times(bytes, times.size(), piece);
        RC_ASSERT(static_cast<bool>(read));
        RC_ASSERT(read->times == times);
    }));
}

}  // namespace
}  // namespace hence
