// The sheets of a store on disk hold what its events say: whatever the commits, through reopenings,
// and for events that were replaced or erased.
#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/erase.h"
#include "store/common/directory_for_test.h"
#include "store/format/sheet.h"
#include "store/rocks/rocks_store.h"

namespace hence {
namespace {

std::string told(const Counted& row, const NameTable& names) {
    return fmt::format("{} {}.{}.{} {} {} {} {} {} {} {} {} {} {} {} {} '{}' '{}'", row.place.seq,
                       row.place.time.seconds, row.place.time.nanos, row.place.time.digits,
                       names.text(row.kind), names.text(row.agent), names.text(row.session),
                       names.text(row.run), names.text(row.tool), row.timed, row.is_work,
                       row.session_is_run, row.rationale_given, row.failed, row.whole,
                       row.duration_ms.value_or(-1), row.call_id, row.error);
}

class SheetedLog {
public:
    explicit SheetedLog(std::size_t sheet_events) : sheet_events_(sheet_events) { open(); }

    void open() {
        store_ = nullptr;
        store_ = open_rocks_store(directory_.path(), {.segment_events = sheet_events_}).take();
    }

    // Appends a batch of so many events. Some are settled, and some of these come again.
    void append(std::size_t events) {
        Batch batch;
        for (std::size_t i = 0; i < events; ++i, ++count_) {
            const bool settled = count_ % 3 == 0;
            const std::size_t id = settled && count_ > 12 ? count_ % 12 : count_;
            const Event event =
                Event::parse(
                    fmt::format(R"({{"id":"e{}","kind":"{}","time":"2026-02-23T10:{:02}:00.5Z",)"
                                R"("session":"s{}","run":"r","duration_ms":{},)"
                                R"("fields":{{"tool_name":"t{}","call_id":"c{}","error":"x{}"}}}})",
                                id, count_ % 2 == 0 ? "tool_call" : "observation",
                                (count_ * 7) % 60, count_ % 4, count_, count_ % 3, count_, count_))
                    .take();
            batch.events.push_back(
                {.event = settled ? event.with_flag(Flag::settled) : event, .replaces = settled});
        }
        ASSERT_TRUE(store_->append(batch));
    }

    void erase(std::uint64_t seq) {
        auto* const erasable = dynamic_cast<ErasableStore*>(store_.get());
        const Event event = Event::parse(R"({"id":"gone","kind":"erasure",)"
                                         R"("time":"2026-02-23T12:00:00Z",)"
                                         R"("fields":{"reason":"leaked","count":1}})")
                                .take();
        ASSERT_TRUE(erasable->erase_all({{event, {{seq, seq}}}}));
    }

    // What a scan of all events says.
    std::vector<std::string> by_events() const {
        std::vector<std::string> rows;
        NameTable names;
        Counting counting(names);
        const std::unique_ptr<Cursor> events = store_->scan({Space::all, {}}).take();
        for (std::optional<Event> event = *events->next(); event; event = *events->next()) {
            rows.push_back(told(counting.of(*event), names));
        }
        return rows;
    }

    // What the sheets and the events behind the last of them say.
    std::vector<std::string> by_sheets() const {
        const Sheets sheets = *sheets_of(*store_);
        std::vector<std::pair<Position, std::string>> rows;
        NameTable names;
        const auto take = [&](std::string sheet) {
            SheetReader reader = SheetReader::open(std::move(sheet), names).take();
            Counted row;
            while (*reader.next(row)) {
                if (!std::ranges::binary_search(sheets.replaced, row.place.seq)) {
                    rows.emplace_back(row.place, told(row, names));
                }
            }
        };
        std::uint64_t kept = 0;
        for (const SheetPlace& place : sheets.places) {
            take(*sheet_of(*store_, SheetKind::events, place.last_seq));
            kept = place.last_seq;
        }
        SheetBuilder tail;
        const std::unique_ptr<Cursor> events = store_->read(kept + 1, sheets.last_seq).take();
        for (std::optional<Event> event = *events->next(); event; event = *events->next()) {
            tail.add(*event);
        }
        take(tail.encode(SheetKind::events));
        std::ranges::sort(rows, {}, [](const auto& row) { return row.first; });
        std::vector<std::string> texts;
        for (auto& [place, text] : rows) {
            texts.push_back(std::move(text));
        }
        return texts;
    }

    std::size_t sheets() const { return sheets_of(*store_)->places.size(); }

private:
    rocks::StoreDirectory directory_;
    std::size_t sheet_events_;
    std::unique_ptr<Store> store_;
    std::size_t count_ = 0;
};

TEST(SheetsTest, ASheetIsWrittenWhenItIsFull) {
    SheetedLog log(8);
    log.append(7);
    EXPECT_EQ(log.sheets(), 0U);
    log.append(1);
    EXPECT_EQ(log.sheets(), 1U);
    log.append(20);
    EXPECT_EQ(log.sheets(), 2U);  // A commit is never cut in two.
    EXPECT_EQ(log.by_sheets(), log.by_events());
}

TEST(SheetsTest, RowsThatWereCollectedBeforeAReopeningAreNotLost) {
    SheetedLog log(8);
    log.append(5);
    log.open();
    log.append(2);
    log.open();
    log.append(4);
    EXPECT_EQ(log.sheets(), 1U);
    EXPECT_EQ(log.by_sheets(), log.by_events());
}

TEST(SheetsTest, ErasedEventsLeaveTheirSheets) {
    SheetedLog log(8);
    log.append(20);
    log.erase(5);
    EXPECT_GE(log.sheets(), 1U);
    EXPECT_EQ(log.by_sheets(), log.by_events());
    for (const std::string& row : log.by_sheets()) {
        EXPECT_EQ(row.find("'x4'"), std::string::npos) << row;
    }
}

TEST(SheetsTest, SheetsSayWhatTheEventsSay) {
    const std::uint64_t seed = rocks::seed_from_environment();
    std::mt19937_64 random(seed);
    for (int round = rocks::number_from_environment("HENCE_ROUNDS", 12); round > 0; --round) {
        SheetedLog log(1 + random() % 12);
        for (std::uint64_t step = random() % 8; step > 0; --step) {
            log.append(1 + random() % 15);
            if (random() % 4 == 0) {
                log.open();
            }
        }
        ASSERT_EQ(log.by_sheets(), log.by_events()) << "HENCE_SEED=" << seed;
    }
}

}  // namespace
}  // namespace hence
