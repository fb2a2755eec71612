// Figures and calibration from sheets, compared with the same answers from events: random logs,
// with calls of two events, late ends, replaced and withdrawn events, loose and derived runs.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hence/calibration.h"
#include "hence/erase.h"
#include "hence/stats.h"
#include "model/repeat.h"
#include "store/common/forwarding_store.h"
#include "store/format/sheet.h"
#include "views/find/counted_walk.h"

namespace hence {
namespace {

// A store in memory that keeps sheets of a few events each, all but the newest.
class StoreWithSheets final : public ForwardingStore {
public:
    StoreWithSheets(std::shared_ptr<Store> store, std::uint64_t sheet_events)
        : ForwardingStore(store), store_(std::move(store)), sheet_events_(sheet_events) {}

    Result<Sheets> sheets() const override {
        Sheets sheets{.places = {}, .replaced = *replaced(), .last_seq = store_->last_seq()};
        for (std::uint64_t last = sheet_events_; last <= sheets.last_seq; last += sheet_events_) {
            sheets.places.push_back({last, built(last)->first().value_or(Position())});
        }
        std::ranges::sort(sheets.replaced);
        return sheets;
    }
    Result<std::string> sheet(SheetKind kind, std::uint64_t last_seq) const override {
        return built(last_seq)->encode(kind);
    }

private:
    std::unique_ptr<SheetBuilder> built(std::uint64_t last) const {
        auto builder = std::make_unique<SheetBuilder>();
        const std::unique_ptr<Cursor> events = store_->read(last - sheet_events_ + 1, last).take();
        for (std::optional<Event> event = *events->next(); event; event = *events->next()) {
            builder->add(*event);
        }
        return builder;
    }

    std::shared_ptr<Store> store_;
    std::uint64_t sheet_events_;
};

template <class T>
T any_of(std::initializer_list<T> values) {
    return *rc::gen::elementOf(std::vector<T>(values));
}

int any_below(int end) {
    return *rc::gen::inRange(0, end);
}

std::string any_number() {
    return any_of<std::string>({"0", "7", "41", "0.1", "0.7", "1e300", "123456789", "-0.0"});
}

// Members of `fields` that a kind may have, each with a chance.
std::string any_fields() {
    std::string fields;
    const auto maybe = [&](std::string_view name, const std::string& value) {
        if (any_below(3) != 0) {
            fields += fmt::format(R"({}"{}":{})", fields.empty() ? "" : ",", name, value);
        }
    };
    maybe("tool_name", any_of<std::string>({R"("read")", R"("write")", R"("a\"b")", "7"}));
    maybe("call_id", any_of<std::string>({R"("c1")", R"("c2")", R"("c3")", R"("")", "null"}));
    maybe("input", any_of<std::string>({R"({"a":1,"b":2})", R"({"b":2.0,"a":1})", "7", "null"}));
    maybe("output", any_of<std::string>({R"("fine\nreally")", "{}", "null"}));
    maybe("content", any_of<std::string>({R"("it broke\nhere")", R"("")", "[1]"}));
    maybe("status", any_of<std::string>({R"("ok")", R"("error")", R"("e\u0072ror")"}));
    if (any_below(3) == 0) {
        maybe("error",
              any_of<std::string>({R"("no such file")", R"("")", "null", R"({"code":5})"}));
    }
    for (const std::string_view name : {"prompt_tokens", "completion_tokens", "total_tokens",
                                        "cache_read_tokens", "reasoning_tokens", "cost_usd"}) {
        maybe(name, any_number());
    }
    maybe("key", any_of<std::string>({R"("score:x")", R"("k")"}));
    return fields;
}

class RandomLog {
public:
    void tell() {
        const std::string kind = any_of<std::string>(
            {"tool_call", "tool_call", "observation", "observation", "llm_call", "session_end",
             "error", "decision", "decision", "outcome", "thought", "note", "own_kind"});
        std::string fields = any_fields();
        if (kind == "outcome") {
            const int of = any_below(count_ + 3);
            fields = fmt::format(R"("of":"e{}","correct":{})", of,
                                 any_of<std::string>({"true", "false", "null"}));
        } else if (kind == "decision") {
            fields = fmt::format(R"("decision_type":"{}")", any_of<std::string>({"a", "b"}));
        }
        add(fmt::format(
                R"({{"id":"e{}","kind":"{}","time":"2026-02-23T10:00:{:02}{}Z"{}{}{}{}{}{},)"
                R"("fields":{{{}}}}})",
                count_, kind, any_below(20), any_of<std::string>({"", ".5", ".500", ".123456789"}),
                maybe(R"(,"session":"s{}")", 3), maybe(R"(,"run":"r{}")", 2),
                maybe(R"(,"agent":"a{}")", 2), maybe(R"(,"duration_ms":{}.5)", 4),
                any_below(2) == 0
                    ? fmt::format(R"(,"rationale":{{"why":"w","confidence":0.{}}})", any_below(10))
                    : "",
                any_below(6) == 0 ? R"(,"flags":["time_derived"])" : "", fields),
            any_below(5));
        ++count_;
    }

    // Another event takes the place of a settled one.
    void settle_anew() {
        if (!settled_.empty()) {
            const std::string id =
                settled_[static_cast<std::size_t>(any_below(static_cast<int>(settled_.size())))];
            const std::string kind =
                any_of<std::string>({"tool_call", "thought", std::string(withdrawn_kind)});
            add(fmt::format(R"({{"id":"{}","kind":"{}","time":"2026-02-23T10:00:30Z","run":"r1"}})",
                            id, kind),
                0);
        }
    }

    const std::shared_ptr<Store>& store() const { return store_; }

private:
    static std::string maybe(std::string_view form, int choices) {
        const int chosen = any_below(choices + 1);
        return chosen == 0 ? std::string() : fmt::format(fmt::runtime(form), chosen);
    }

    void add(const std::string& json, int settled_if_zero) {
        Result<Event> event = Event::parse(json);
        RC_ASSERT(static_cast<bool>(event));
        const bool settled = settled_if_zero == 0;
        Batch batch;
        batch.events.push_back(
            {.event = settled ? event->with_flag(Flag::settled) : *event, .replaces = settled});
        RC_ASSERT(static_cast<bool>(store_->append(batch)));
        if (settled) {
            settled_.emplace_back(event->id());
        }
    }

    std::shared_ptr<Store> store_ = open_memory_store();
    std::vector<std::string> settled_;
    int count_ = 0;
};

std::string stats_of(const Store& store, const StatsRequest& request) {
    const Result<Stats> answer = stats(store, request);
    RC_ASSERT(static_cast<bool>(answer));
    std::string out;
    RC_ASSERT(static_cast<bool>(answer->write_json([&out](std::string_view piece) {
        out += piece;
        return Result<void>();
    })));
    return out;
}

std::string calibration_of(const Store& store, const CalibrationRequest& request) {
    const Result<Calibration> answer = calibration(store, request);
    if (!answer) {
        return answer.error().message;  // No event names the agent.
    }
    std::string out;
    RC_ASSERT(static_cast<bool>(write_json(*answer, store, [&out](std::string_view piece) {
        out += piece;
        return Result<void>();
    })));
    return out;
}

RC_GTEST_PROP(SheetsProperty, AnswersAreThoseOfTheEvents, ()) {
    RandomLog log;
    const int steps = any_below(60);
    for (int i = 0; i < steps; ++i) {
        if (any_below(8) == 0) {
            log.settle_anew();
        } else {
            log.tell();
        }
    }
    const auto sheet_events = static_cast<std::uint64_t>(1 + any_below(20));
    const StoreWithSheets sheeted(log.store(), sheet_events);
    RC_ASSERT(*keeps_sheets(sheeted) == (log.store()->last_seq() >= sheet_events));
    RC_ASSERT(!*keeps_sheets(*log.store()));

    RC_ASSERT(stats_of(sheeted, {}) == stats_of(*log.store(), {}));
    RC_ASSERT(stats_of(sheeted, {.slower_than_ms = 1}) ==
              stats_of(*log.store(), {.slower_than_ms = 1}));
    RC_ASSERT(calibration_of(sheeted, {}) == calibration_of(*log.store(), {}));
    RC_ASSERT(calibration_of(sheeted, {.agent = "a1", .bins = 3}) ==
              calibration_of(*log.store(), {.agent = "a1", .bins = 3}));
}

TEST(SheetReaderTest, DamagedSheetIsRefused) {
    const std::shared_ptr<Store> store = open_memory_store();
    Batch batch;
    batch.events.push_back(
        {.event = *Event::parse(
             R"({"id":"e1","kind":"tool_call","time":"2026-02-23T10:00:00Z","duration_ms":0.5,)"
             R"("fields":{"tool_name":"t","call_id":"c","error":"bad"}})")});
    ASSERT_TRUE(store->append(batch));
    SheetBuilder builder;
    builder.add(batch.events.front().event);
    const std::string sheet = builder.encode(SheetKind::events);
    for (std::size_t size = 0; size < sheet.size(); ++size) {
        NameTable names;
        Result<SheetReader> reader = SheetReader::open(sheet.substr(0, size), names);
        Counted row;
        const bool reads = reader && reader->next(row) && *reader->next(row);
        EXPECT_FALSE(reads) << size;
    }
}

}  // namespace
}  // namespace hence
