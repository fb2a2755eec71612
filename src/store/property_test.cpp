// Whatever is told, in whatever order, a backend answers every question as the naive store does.
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "store/conformance_for_test.h"
#include "store/naive_store_for_test.h"

namespace hence {

// One line of a batch. Equal numbers give equal lines: what an event says is drawn from its id and
// `content`, of which 0 is much the most frequent, and only how it is spelled from `spelling`.
struct Line {
    int id = 0;
    int content = 0;
    int spelling = 0;
};

enum class Act { append, release, reopen, erase };

struct StoreStep {
    Act act = Act::append;
    std::vector<Line> lines;
    std::uint64_t n = 0;  // What is released, or which source the lines come from.
};

inline std::ostream& operator<<(std::ostream& out, const Line& line) {
    return out << line.id << '.' << line.content << '.' << line.spelling;
}

inline std::ostream& operator<<(std::ostream& out, const StoreStep& step) {
    out << (step.act == Act::append    ? "append"
            : step.act == Act::release ? "release"
            : step.act == Act::erase   ? "erase"
                                       : "reopen")
        << ' ' << step.n << " [";
    for (const Line& line : step.lines) {
        out << ' ' << line;
    }
    return out << " ]";
}

namespace {

// Draws one of a few things, the same ones from the same seed.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : state_(seed) {}

    std::size_t below(std::size_t bound) {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return (z ^ (z >> 31U)) % bound;
    }

    std::string of(const std::vector<std::string>& choices) {
        return choices[below(choices.size())];
    }

private:
    std::uint64_t state_;
};

std::string id_of(int number) {
    return fmt::format("e{}", number);
}

std::string long_text(std::size_t which) {
    return std::string(500 + 6 * which, static_cast<char>('a' + which));
}

std::string fields_of(const std::string& kind, Draw& draw) {
    if (kind == "outcome") {
        return fmt::format(R"({{"of":"{}","correct":{}}})", id_of(static_cast<int>(draw.below(12))),
                           draw.of({"true", "false", "null"}));
    }
    if (kind == "tool_call" || kind == "observation") {
        return fmt::format(R"({{"call_id":"c{}","key":"k{}","status":"{}","output":"{}"}})",
                           draw.below(4), draw.below(3), draw.of({"ok", "error"}),
                           long_text(draw.below(5)));
    }
    if (kind == "llm_call") {
        std::string messages;
        const std::size_t count = draw.below(6);
        for (std::size_t i = 0; i < count; ++i) {
            // Mostly the same conversation, resent; sometimes another turn.
            messages += fmt::format(R"({}{{"m":"{}"}})", i == 0 ? "" : ",",
                                    long_text(draw.below(5) == 0 ? i + 1 : i));
        }
        return fmt::format(R"({{"messages":[{}],"call_ids":["c{}","c{}"],"total_tokens":{}}})",
                           messages, draw.below(4), draw.below(4), draw.below(100));
    }
    return fmt::format(R"({{"goal":"g{0}","status":"t{0}","run_id":"r{1}","child_id":"a{1}",)"
                       R"("decision_type":"d{1}"}})",
                       draw.below(5), draw.below(3));
}

// The members that only some events have.
std::string optional_members(const std::string& kind, Draw& draw) {
    std::string members;
    const auto maybe = [&](std::string_view name, std::vector<std::string> values) {
        if (draw.below(3) != 0) {
            members += fmt::format(R"(,"{}":{})", name, draw.of(values));
        }
    };
    maybe("agent", {R"("a0")", R"("a1")", R"("\ud800")"});
    maybe("session", {R"("s")", R"("s1")", R"("s\u0000")", R"("other")"});
    maybe("run", {R"("r0")", R"("r1")", R"("r2")"});
    maybe("correlation", {R"("c")", R"("cs")"});
    maybe("parent", {R"("e0")", R"("e1")", R"("missing")"});
    maybe("causes", {R"(["e0","e1"])", R"(["e2","e2"])", "[]"});
    maybe("rationale", {R"({"why":"w","refs":["k0","e1"]})", R"({"why":")" + long_text(3) + "\"}"});
    if (kind == "outcome" || draw.below(4) != 0) {
        members += R"(,"fields":)" + fields_of(kind, draw);
    }
    return members;
}

std::string json_of(const Line& line) {
    if (line.id % 20 == 0 && line.spelling == 1) {
        return fmt::format("junk {}", line.content);
    }
    // Content 3 and 4 are earlier states of what content 0 says.
    const bool earlier = line.content > 2;
    Draw draw(static_cast<std::uint64_t>(line.id * 16 + (earlier ? 0 : line.content)));
    const std::string kind =
        draw.of({"note", "thought", "tool_call", "observation", "llm_call", "decision",
                 "delegation", "outcome", "outcome", "error", "session_start", "session_end"});
    // Few instants, so that many events share one; each can be spelled in three ways.
    static const std::array<std::array<const char*, 3>, 5> times = {{
        {"2026-02-23T10:00:01Z", "2026-02-23T12:00:01.0+02:00", "2026-02-23T10:00:01.000Z"},
        {"2026-02-23T10:00:01.000000001Z", "2026-02-23T09:00:01.000000001-01:00",
         "2026-02-23T10:00:01.000000001+00:00"},
        {"2026-02-23T10:00:00Z", "2026-02-23T10:00:00.00Z", "2026-02-23T09:59:60Z"},
        {"1969-12-31T23:59:59.9Z", "1970-01-01T00:59:59.9+01:00", "1969-12-31T23:59:59.90Z"},
        {"2026-02-24T10:00:00Z", "2026-02-24t10:00:00z", "2026-02-24T11:00:00+01:00"},
    }};
    // An unfinished event leaves its spelling of the time in the rows: it has one.
    const auto spelling = static_cast<std::size_t>(kind == "llm_call" ? 0 : line.spelling);
    const std::string time = times[draw.below(times.size())][spelling];
    const std::string members = optional_members(kind, draw);
    const std::string id =
        line.spelling == 2 ? "\\u0065" + id_of(line.id).substr(1) : id_of(line.id);
    if (earlier && kind == "llm_call") {
        const std::size_t fields = line.content == 3 ? members.size() : members.find(",\"fields\"");
        return fmt::format(R"({{"id":"{}","kind":"{}","time":"{}"{},"flags":["unfinished"]}})", id,
                           kind, time, members.substr(0, fields));
    }
    return fmt::format(R"({{"id":"{}","kind":"{}","time":"{}"{}}})", id, kind, time, members);
}

Batch batch_of(const StoreStep& step) {
    Batch batch;
    batch.source = fmt::format("file{}", step.n % 2);
    batch.sync = step.n != 1;
    std::uint64_t number = 0;
    for (const Line& line : step.lines) {
        const std::string json = json_of(line);
        Result<Event> event = Event::parse(json);
        ++number;
        if (event) {
            batch.events.push_back({std::move(event).take(), number});
        } else {
            batch.refused.push_back({batch.source, number, "not an event", json});
        }
    }
    return batch;
}

// Erases some events, each with all its records, and sometimes the quarantine of a session.
std::vector<Erasure> erasure_of(const StoreStep& step, const NaiveStore& naive) {
    std::set<std::string> ids;
    for (const Line& line : step.lines) {
        ids.insert(id_of(line.id));
    }
    Erasure erasure{Event::parse(fmt::format(R"({{"id":"x{}","kind":"erasure",)"
                                             R"("time":"2026-03-01T00:00:00Z",)"
                                             R"("fields":{{"reason":"because {}"}}}})",
                                             naive.last_seq(), step.n))
                        .take(),
                    {},
                    step.n < 2 ? "s1" : ""};
    const auto whole = naive.read(1, naive.last_seq()).take();
    while (const std::optional<Event> event = whole->next().take()) {
        if (ids.contains(std::string(event->id()))) {
            erasure.seqs.push_back({event->seq(), event->seq()});
        }
    }
    return erasure.seqs.empty() ? std::vector<Erasure>() : std::vector{erasure};
}

// Everything is compared as text. `received` is the clock's, and left out.

std::string in_words(const Event& event) {
    return event.stored_as(event.seq(), {}).to_json();
}

std::vector<std::string> in_words(Cursor& cursor) {
    std::vector<std::string> lines;
    while (const std::optional<Event> event = cursor.next().take()) {
        lines.push_back(in_words(*event));
    }
    return lines;
}

std::string in_words(const Summary& row) {
    const auto said = [](const auto& text) {
        return text ? fmt::format("{} {} {}", to_string(text->first.time), text->first.seq,
                                  text->second)
                    : "-";
    };
    const auto when = [](const std::optional<Time>& time) {
        return time ? to_string(*time) : std::string("-");
    };
    return fmt::format("{}/{} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", row.id, row.session,
                       to_string(row.first), to_string(row.last), when(row.begin), when(row.end),
                       row.events, row.with_parent, row.kinds, row.agents, row.sessions,
                       row.tokens.value_or(-1), row.tokens_stated.value_or(-1), row.errors,
                       said(row.goal), said(row.status));
}

std::string in_words(const QuarantineRow& row) {
    return fmt::format("{} {}:{} {} {} x{} {} {}", row.n, row.source, row.line, row.reason,
                       row.size, row.count, row.sha256, row.bytes);
}

std::string in_words(const Receipt& receipt) {
    std::string words = fmt::format("{} {} {} {} {}", receipt.accepted, receipt.duplicates,
                                    receipt.quarantined, receipt.first_seq, receipt.last_seq);
    for (const Rejection& rejection : receipt.rejections) {
        words += fmt::format(" {} {} {}", rejection.index, rejection.reason, rejection.stands);
    }
    return words;
}

template <class T>
std::vector<std::string> in_words(const std::vector<T>& rows) {
    std::vector<std::string> lines;
    for (const T& row : rows) {
        lines.push_back(in_words(row));
    }
    return lines;
}

void compare_scans(const Store& store, const NaiveStore& naive) {
    for (const auto& [space, value] : naive.known_keys()) {
        for (const Direction direction : {Direction::forward, Direction::backward}) {
            const Scan scan{.direction = direction};
            const auto expected = in_words(**naive.scan({space, value}, scan));
            RC_ASSERT(in_words(**store.scan({space, value}, scan)) == expected);
        }
    }
    RC_ASSERT(in_words(**store.scan({Space::session, "nowhere"})).empty());
}

// Ranges and places to go on from: every event's own, as both ends and as neither.
void compare_parts_of_scans(const Store& store, const NaiveStore& naive, Draw& draw) {
    const auto keys = naive.known_keys();
    for (std::uint64_t i = 0; i < 12 && naive.last_seq() > 0; ++i) {
        auto key = keys.begin();
        std::advance(key, static_cast<std::ptrdiff_t>(draw.below(keys.size())));
        const auto any_event = [&] {
            const std::uint64_t seq = 1 + draw.below(naive.last_seq());
            return *(*naive.read(seq, seq))->next().take();
        };
        Scan scan;
        scan.direction = draw.below(2) == 0 ? Direction::forward : Direction::backward;
        if (draw.below(2) == 0) {
            scan.from = any_event().time();
        }
        if (draw.below(2) == 0) {
            scan.to = any_event().time();
        }
        if (draw.below(2) == 0) {
            const Event event = any_event();
            scan.after = Position{event.time(), event.seq()};
        }
        const auto expected = in_words(**naive.scan({key->first, key->second}, scan));
        RC_ASSERT(in_words(**store.scan({key->first, key->second}, scan)) == expected);
    }
}

void compare_log(const Store& store, const NaiveStore& naive, Draw& draw) {
    const std::uint64_t last = naive.last_seq();
    RC_ASSERT(store.last_seq() == last);
    RC_ASSERT(in_words(**store.read(0, last + 1)) == in_words(**naive.read(0, last + 1)));
    const std::uint64_t from = draw.below(last + 2);
    const std::uint64_t to = draw.below(last + 2);
    RC_ASSERT(in_words(**store.read(from, to)) == in_words(**naive.read(from, to)));
    const auto whole = naive.read(1, last).take();
    while (const std::optional<Event> event = whole->next().take()) {
        RC_ASSERT(in_words(*store.find(event->id()).take()) ==
                  in_words(*naive.find(event->id()).take()));
    }
    RC_ASSERT(!store.find("missing").take());
}

void compare_rows(const Store& store, const NaiveStore& naive, Draw& draw) {
    for (const Space space :
         {Space::session, Space::run, Space::agent, Space::correlation, Space::loose_run}) {
        const std::vector<Summary> rows = naive.summaries(space, nullptr, 1'000).take();
        RC_ASSERT(in_words(store.summaries(space, nullptr, 1'000).take()) == in_words(rows));
        for (const Summary& row : rows) {
            RC_ASSERT(in_words(*store.summary(space, row.id, row.session).take()) == in_words(row));
            const std::size_t limit = draw.below(3);
            RC_ASSERT(in_words(store.summaries(space, &row, limit).take()) ==
                      in_words(naive.summaries(space, &row, limit).take()));
        }
    }
    const auto sorted = [](auto names) {
        std::ranges::sort(names);
        return names;
    };
    for (const Summary& row : naive.summaries(Space::session, nullptr, 1'000).take()) {
        RC_ASSERT(sorted(store.runs_of(row.id).take()) == sorted(naive.runs_of(row.id).take()));
    }
    for (const Summary& row : naive.summaries(Space::run, nullptr, 1'000).take()) {
        RC_ASSERT(store.rows_of_run(row.id).take().size() ==
                  naive.rows_of_run(row.id).take().size());
    }
    for (const Space space : {Space::all, Space::session, Space::run, Space::agent,
                              Space::correlation, Space::loose_run}) {
        for (const char* part : {"", "e", "1", "s", "r1", "e1", "s1", "zz"}) {
            const std::size_t limit = draw.below(6);
            RC_ASSERT(store.names_like(space, part, limit).take() ==
                      naive.names_like(space, part, limit).take());
        }
    }
}

void compare_quarantines(const Store& store, const NaiveStore& naive, Draw& draw) {
    RC_ASSERT(in_words(store.quarantine(0, 1'000).take()) ==
              in_words(naive.quarantine(0, 1'000).take()));
    const std::uint64_t after = draw.below(8);
    const std::size_t limit = draw.below(4);
    RC_ASSERT(in_words(store.quarantine(after, limit).take()) ==
              in_words(naive.quarantine(after, limit).take()));
    std::uint64_t n = 1;
    for (; naive.quarantined(n); ++n) {
        RC_ASSERT(in_words(store.quarantined(n).take()) == in_words(naive.quarantined(n).take()));
    }
    RC_ASSERT(!store.quarantined(n));
}

// Of the whole range from the first try on: sizes are for lists.
rc::Gen<int> below(int bound) {
    return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, bound));
}

rc::Gen<Line> any_line() {
    return rc::gen::build<Line>(
        rc::gen::set(&Line::id, below(120)),
        rc::gen::set(&Line::content,
                     rc::gen::weightedElement<int>({{14, 0}, {1, 1}, {1, 2}, {2, 3}, {2, 4}})),
        rc::gen::set(&Line::spelling, below(3)));
}

rc::Gen<StoreStep> any_step() {
    return rc::gen::build<StoreStep>(
        rc::gen::set(
            &StoreStep::act,
            rc::gen::weightedElement<Act>(
                {{10, Act::append}, {2, Act::release}, {2, Act::reopen}, {1, Act::erase}})),
        rc::gen::set(&StoreStep::lines, rc::gen::container<std::vector<Line>>(any_line())),
        rc::gen::set(&StoreStep::n,
                     rc::gen::map(below(8), [](int n) { return static_cast<std::uint64_t>(n); })));
}

class PropertyTest : public testing::TestWithParam<NamedBackend> {};

INSTANTIATE_TEST_SUITE_P(Backends, PropertyTest, testing::ValuesIn(backends()), backend_name);
INSTANTIATE_TEST_SUITE_P(Servers, PropertyTest,
                         testing::Values(NamedBackend{
                             "postgres_twice",
                             [] { return std::make_unique<TwoServersBackend>(); }}),
                         backend_name);

TEST_P(PropertyTest, AnswersAreThoseOfTheNaiveStore) {
    const auto story = rc::gen::scale(0.25, rc::gen::container<std::vector<StoreStep>>(any_step()));
    const bool holds = rc::check("every answer is the same", [&](std::uint64_t seed) {
        const std::vector<StoreStep> steps = *story;
        const std::unique_ptr<Backend> backend = GetParam().make();
        std::unique_ptr<Store> store = backend->make();
        NaiveStore naive;
        for (const StoreStep& step : steps) {
            if (step.act == Act::reopen) {
                store = backend->reopen(std::move(store));
                continue;
            }
            if (step.act == Act::erase) {
                const std::vector<Erasure> erasures = erasure_of(step, naive);
                auto* const erasable = dynamic_cast<ErasableStore*>(store.get());
                if (!erasures.empty()) {
                    RC_ASSERT(in_words(erasable->erase_all(erasures).take()) ==
                              in_words(naive.erase_all(erasures).take()));
                }
                RC_ASSERT(erasable->replaced().take() == naive.replaced().take());
                continue;
            }
            Batch batch = batch_of(step);
            if (step.act == Act::release) {
                batch.released = {step.n, step.n / 2};
            }
            RC_ASSERT(in_words(store->append(batch).take()) ==
                      in_words(naive.append(batch).take()));
        }
        Draw draw(seed);
        compare_log(*store, naive, draw);
        compare_scans(*store, naive);
        compare_parts_of_scans(*store, naive, draw);
        compare_rows(*store, naive, draw);
        compare_quarantines(*store, naive, draw);
    });
    EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace hence
