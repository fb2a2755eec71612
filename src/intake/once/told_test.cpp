// A settled event says what was told, whatever was made of it in between.
#include "intake/once/told.h"

#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace hence {
namespace {

class Draws {
public:
    explicit Draws(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t bound) { return random_() % bound; }
    bool one_in(std::size_t count) { return below(count) == 0; }
    std::string any(const std::vector<std::string>& of) { return of[below(of.size())]; }

    // Mostly plain; else with escapes, half a surrogate pair, or other scripts.
    std::string name_token() {
        return any({R"("boss")", R"("svc")", R"("r")", R"("Jürgen")", R"("a\"b")", R"("\ud83d")",
                    R"("a\u0041")", R"("a\tb")"});
    }

    std::string value() {
        return any({"1", "null", R"("text")", R"({"a":[1,2]})", R"([])", R"("\u00e9")", "-0.50",
                    R"({"a":1,"a":2})"});
    }

    Event event() {
        std::string json = R"({"id":"e","kind":)" + any({R"("span")", R"("llm_call")"}) +
                           R"(,"time":"2026-01-01T00:00:00.120Z","run":)" + name_token();
        for (const std::string name : {"agent", "session", "parent", "correlation"}) {
            json += one_in(4) ? "" : fmt::format(R"(,"{}":{})", name, name_token());
        }
        json += one_in(3) ? R"(,"causes":["c","\"d"],"duration_ms":1.50)" : "";
        json += one_in(3) ? R"(,"rationale":{"why":"so"})" : "";
        std::string fields;
        for (std::size_t left = below(5); left > 0; --left) {
            fields +=
                fmt::format(R"({}{}:{})", fields.empty() ? "" : ",",
                            any({R"("model")", R"("output")", R"("\u0061")", R"("b b")"}), value());
        }
        json += one_in(4) ? "}" : fmt::format(R"(,"fields":{{{}}}}})", fields);
        Event event = Event::parse(json).take().with_source("otlp");
        for (const Flag flag : {Flag::session_derived, Flag::derived, Flag::settled}) {
            event = one_in(2) ? event.with_flag(flag) : event;
        }
        return event;
    }

    Change change() {
        Change change;
        const auto name = [&] { return unescape(name_token()); };
        change.agent = one_in(2) ? std::optional(name()) : std::nullopt;
        change.session = one_in(2) ? std::optional(name()) : std::nullopt;
        change.kind = one_in(4) ? std::optional<std::string>("withdrawn") : std::nullopt;
        if (one_in(8)) {
            change.agent = std::string(2'000, 'a');  // Too long.
        }
        change.rationale = one_in(6) ? R"({"why":"asked"})" : "";
        if (one_in(3)) {
            change.fields[any({"counted_by", "output", "a"})] = value();
        }
        return change;
    }

private:
    std::mt19937 random_;
};

std::string said(const Result<Event>& event) {
    return event ? fmt::format("{} {}", event->to_json(), event->flags()) : event.error().message;
}

// However an event is amended, its JSON is the same.
RC_GTEST_PROP(Amended, IsWhatItsTextSays, (unsigned seed)) {
    Draws draws(seed);
    Event event = draws.event();
    for (int times = 0; times < 4; ++times) {
        const Change change = draws.change();
        const Result<Event> made = amended(AsTold(event), change);
        if (change.any() || AsTold(event).is_changed()) {
            RC_ASSERT(said(made) == said(amended_by_text(event, change)));
        }
        if (made) {
            const Event parsed = Event::parse(made->to_json()).take();
            RC_ASSERT(parsed.says_the_same_as(*made));
            RC_ASSERT(AsTold(*made).change() == AsTold(parsed).change());
            event = *made;
        }
    }
}

TEST(AmendedEvent, LivesWithoutTheEventThatItWasMadeFrom) {
    std::optional<Event> event =
        Event::parse(
            R"({"id":"e","kind":"span","time":"2026-01-01T00:00:00Z","run":"r","fields":{"a":1}})")
            .take();
    const std::optional<Event> made = amended(AsTold(*event), {.agent = "boss"}).take();
    event = std::nullopt;
    EXPECT_EQ(made->to_json(),
              R"({"id":"e","kind":"span","time":"2026-01-01T00:00:00Z","agent":"boss","run":"r",)"
              R"("fields":{"a":1,"told":{"agent":""}}})");
}

}  // namespace
}  // namespace hence
