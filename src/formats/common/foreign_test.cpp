#include "formats/common/foreign.h"

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "formats/common/event_made.h"
#include "model/event_rules.h"
#include "model/ids.h"

namespace hence {
namespace {

std::string fields_of(Fields fields) {
    return std::move(fields).take().take();
}

TEST(FieldsTest, FirstValueOfANameStands) {
    Fields fields;
    fields.text("a", "");
    fields.value("a", Json("null"));
    fields.list("a", {});
    EXPECT_FALSE(fields.has("a"));
    fields.text("a", "one");
    fields.value("a", Json("2"));
    fields.list("b", {"x", "y"});
    EXPECT_TRUE(fields.has("a"));
    EXPECT_EQ(fields_of(std::move(fields)), R"({"a":"one","b":["x","y"]})");
}

TEST(FieldsTest, HalfASurrogatePairIsKept) {
    Fields fields;
    fields.text("a", unescape(R"("\ud800")"));
    fields.list("b", {unescape(R"("\udfff")")});
    const std::string json = fields_of(std::move(fields));
    EXPECT_EQ(unescape(Json(json)["a"].raw()), unescape(R"("\ud800")"));
    EXPECT_EQ(unescape(Json(json)["b"].at(0).raw()), unescape(R"("\udfff")"));
}

TEST(FieldsTest, TextThatHoldsAnObjectOrAListBecomesIt) {
    Fields fields;
    fields.unpacked("object", Json(R"("{\"a\":1.10}")"), JsonText::compact);
    fields.unpacked("list", Json(R"("[1]")"), JsonText::compact);
    fields.unpacked("spaced", Json(R"("[1, 2]")"), JsonText::compact);
    fields.unpacked("any", Json(R"(" [1, 2]")"), JsonText::any);
    fields.unpacked("number", Json(R"("12")"), JsonText::any);
    fields.unpacked("broken", Json(R"("[1")"), JsonText::any);
    fields.unpacked("value", Json(R"({"b":2})"), JsonText::any);
    EXPECT_EQ(fields_of(std::move(fields)),
              R"({"object":{"a":1.10},"list":[1],"spaced":"[1, 2]","any":[1,2],"number":"12",)"
              R"("broken":"[1","value":{"b":2}})");
}

TEST(FieldsTest, TextThatHoldsWhatIsTooDeepStaysText) {
    const auto nested = [](std::size_t depth) {
        return "\"" + std::string(depth, '[') + std::string(depth, ']') + "\"";
    };
    Fields fields;
    fields.unpacked("a", Json(nested(fields_depth_max - 1)), JsonText::any);
    fields.unpacked("b", Json(nested(fields_depth_max)), JsonText::any);
    const std::string json = fields_of(std::move(fields));
    EXPECT_TRUE(Json(json)["a"].is_array());
    EXPECT_TRUE(Json(json)["b"].is_string());
}

TEST(EventDraftTest, ADraftBesideAnotherKeepsItsPlace) {
    EventDraft main;
    main.id = "a";
    main.kind = "span";
    main.time = "2026-02-23T10:00:00Z";
    main.agent = "x";
    main.session = "s";
    main.run = "r";
    main.parent = "p";
    main.correlation = "c";
    main.iteration = 3;
    main.duration_ms = Json("5");
    main.fields.text("name", "n");
    main.flags = {Flag::session_derived, Flag::derived};
    EventDraft beside = draft_beside(main, "log", "~l1");
    EXPECT_EQ(beside.flags, std::vector<Flag>{Flag::session_derived});
    const Result<Event> event = std::move(beside).finish("test");
    ASSERT_TRUE(event);
    EXPECT_EQ(
        event->to_json(),
        R"({"id":"a~l1","kind":"log","time":"2026-02-23T10:00:00Z","agent":"x","session":"s",)"
        R"("run":"r","parent":"a","correlation":"c","iteration":3,"source":"test",)"
        R"("flags":["session_derived"]})");
}

TEST(ForeignTest, WhatNobodyTookIsLeftUnderItsName) {
    const std::string object = R"({"a":"x","b":2,"c":null,"d":true,"e":{"f":1},"g":[1],"h":"3"})";
    Foreign foreign{Json(object)};
    Fields fields;
    fields.text("h", "ours");
    EXPECT_EQ(foreign.text("a"), "x");
    EXPECT_EQ(foreign.text("b"), "2");
    EXPECT_EQ(foreign.text("c"), "");
    EXPECT_EQ(foreign.text("d"), "true");
    EXPECT_EQ(foreign.text("e"), "");
    EXPECT_EQ(foreign.text("missing"), "");
    foreign.leave(fields, "test");
    EXPECT_EQ(fields_of(std::move(fields)), R"({"h":"ours","e":{"f":1},"g":[1],"test.h":"3"})");
}

TEST(ForeignTest, AmountIsANumberOrATextThatIsOne) {
    const std::string object =
        R"({"a":1.50,"b":"42","c":-1,"d":"x","e":"1 ","f":"","g":"1e999","h":"-0","i":"01"})";
    Foreign foreign{Json(object)};
    EXPECT_EQ(foreign.amount("a").raw(), "1.50");
    EXPECT_EQ(foreign.amount("b").raw(), "42");
    EXPECT_EQ(foreign.amount("h").raw(), "-0");
    for (const std::string_view name : {"c", "d", "e", "f", "g", "i", "missing"}) {
        EXPECT_FALSE(foreign.amount(name).present()) << name;
    }
    Fields fields;
    foreign.leave(fields, "test");
    EXPECT_EQ(fields_of(std::move(fields)),
              R"({"c":-1,"d":"x","e":"1 ","f":"","g":"1e999","i":"01"})");
}

TEST(EventDraftTest, DraftIsCheckedAsAnyEvent) {
    EventDraft draft;
    draft.id = "a";
    draft.kind = "thought";
    draft.time = "2026-01-01T02:00:00.50+02:00";
    draft.duration_ms = Json("1.0");
    draft.iteration = -1;
    draft.causes = {"b"};
    draft.rationale = R"({"why":"w"})";
    draft.flags = {Flag::parent_derived, Flag::time_derived};
    draft.fields.text("text", "t");
    const Result<Event> event = std::move(draft).finish("test");
    ASSERT_TRUE(event);
    EXPECT_EQ(event->to_json(),
              R"({"id":"a","kind":"thought","time":"2026-01-01T00:00:00.50Z","causes":["b"],)"
              R"("iteration":-1,"duration_ms":1.0,"rationale":{"why":"w"},"fields":{"text":"t"},)"
              R"("source":"test","flags":["parent_derived","time_derived"]})");
    EventDraft nothing;
    EXPECT_FALSE(std::move(nothing).finish("test"));
}

TEST(KindFromTest, NameBecomesAKind) {
    EXPECT_EQ(kind_from("tool_call"), "tool_call");
    EXPECT_EQ(kind_from("Tool-Call 2"), "tool_call_2");
    EXPECT_EQ(kind_from("9lives"), "lives");
    EXPECT_EQ(kind_from("\xC3\xA4"), "");
    EXPECT_EQ(kind_from(""), "");
    EXPECT_EQ(kind_from(std::string(64, 'a')), std::string(64, 'a'));
    EXPECT_EQ(kind_from(std::string(65, 'a')), std::string(64, 'a'));
}

TEST(TimeFromTest, TimesAsOthersWriteThem) {
    const auto told = [](std::string_view text) {
        const std::string json = "\"" + std::string(text) + "\"";
        return time_from(Json(json)).value_or("none");
    };
    EXPECT_EQ(told("2026-02-23T10:00:00Z"), "2026-02-23T10:00:00Z");
    EXPECT_EQ(told("2026-02-23T10:00:00"), "2026-02-23T10:00:00Z");
    EXPECT_EQ(told("2026-02-23 10:00:00.123456"), "2026-02-23T10:00:00.123456Z");
    EXPECT_EQ(told("2026-02-23 10:00:00.5 UTC"), "2026-02-23T10:00:00.5Z");
    EXPECT_EQ(told("2026-02-23T10:00:00+02:00"), "2026-02-23T10:00:00+02:00");
    EXPECT_EQ(told("2026-02-23 10:00:00+00"), "2026-02-23T10:00:00+00:00");
    EXPECT_EQ(told("2026-02-23 10:00:00.25-0330"), "2026-02-23T10:00:00.25-03:30");
    EXPECT_EQ(told("2026-02-23"), "none");
    EXPECT_EQ(told("yesterday, at about noon"), "none");
    EXPECT_EQ(told(""), "none");
    EXPECT_EQ(time_from(Json("17")), std::nullopt);
}

TEST(TimeFromTest, MillisecondsCountFrom1970) {
    const auto told = [](std::string_view json) {
        return time_from_ms(Json(json)).value_or("none");
    };
    EXPECT_EQ(told("0"), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(told("1771840800123"), "2026-02-23T10:00:00.123Z");
    EXPECT_EQ(told("-1"), "1969-12-31T23:59:59.999Z");
    EXPECT_EQ(told("1.5"), "1970-01-01T00:00:00.001500000Z");
    EXPECT_EQ(told("253402300799999"), "9999-12-31T23:59:59.999Z");
    EXPECT_EQ(told("253402300800000"), "none");
    EXPECT_EQ(told("\"0\""), "none");
}

TEST(TimeFromTest, TimeOfAnIndexIsThatManyNanoseconds) {
    EXPECT_EQ(time_of_index(0), "1970-01-01T00:00:00.000000000Z");
    EXPECT_EQ(time_of_index(1'000'000'001), "1970-01-01T00:00:01.000000001Z");
}

TEST(DerivedIdTest, SamePartsGiveTheSameId) {
    const std::string time = "2026-02-23T10:00:00Z";
    const std::string id = derived_id(time, {"a", "b"});
    EXPECT_TRUE(is_uuid7(id));
    EXPECT_EQ(derived_id(time, {"a", "b"}), id);
    EXPECT_EQ(derived_id(*parse_time(time), {"a", "b"}), id);
    EXPECT_NE(derived_id(time, {"ab"}), id);
    EXPECT_NE(derived_id(time, {"ab", ""}), id);
    EXPECT_NE(derived_id("2026-02-23T10:00:01Z", {"a", "b"}), id);
    EXPECT_TRUE(is_uuid7(derived_id("no time", {"a"})));
    EXPECT_TRUE(is_uuid7(derived_id("1969-01-01T00:00:00Z", {"a"})));
}

RC_GTEST_PROP(EventMade, ATextThatNeedsNoEscapeStandsAsItIs, (const std::string& bytes)) {
    std::string token;
    append_token(token, bytes);
    RC_ASSERT(needs_no_escape(bytes) == (token == '"' + bytes + '"'));
}

// Drafts of which every part may be what no event allows.
class RandomDraft {
public:
    explicit RandomDraft(unsigned seed) : random_(seed) {}

    EventDraft draft() {
        EventDraft draft;
        draft.id = text(id_size_max);
        draft.kind = any<std::string_view>({"span", "llm_call", "outcome", "Kind", ""});
        draft.time = any<std::string_view>(
            {"2026-02-23T10:00:00.5Z", "2026-02-23T10:00:00+02:00", "noon", ""});
        draft.agent = text(name_size_max);
        draft.session = text(name_size_max);
        draft.run = text(name_size_max);
        draft.parent = text(id_size_max);
        draft.correlation = text(name_size_max);
        draft.causes = one_in(8) ? std::vector<std::string>{"c"} : std::vector<std::string>();
        draft.iteration = one_in(8) ? std::optional<std::int64_t>(3) : std::nullopt;
        draft.duration_ms = Json(any<std::string_view>({"", "1.50", "0", "-0", "-1", "1e400"}));
        draft.duration = any<std::string_view>({"", "7.25"});
        draft.rationale = any<std::string_view>({"", "", R"({"why":"so"})"});
        add_fields(draft.fields);
        if (one_in(3)) {
            draft.flags = {Flag::derived, Flag::session_derived};
        }
        return draft;
    }

private:
    bool one_in(unsigned count) { return random_() % count == 0; }
    template <class T>
    T any(std::initializer_list<T> values) {
        return *(values.begin() + random_() % values.size());
    }

    std::string text(std::size_t size_max) {
        const auto size = size_max + (one_in(20) ? 1 : 0);
        return one_in(4) ? std::string(any<std::string_view>(
                               {"", "a \"b\"", "\x7f\xc3\xa9", "\xff", "\xed\xa0\x80", "a\nb"}))
                         : std::string(one_in(4) ? size : std::size_t{5}, 'x');
    }

    void add_fields(Fields& fields) {
        if (one_in(2)) {
            fields.text("name", text(name_size_max));
        }
        if (one_in(3)) {
            const std::size_t depth = fields_depth_max - 2 + random_() % 3;
            fields.value("deep", Json(keep(std::string(depth, '[') + std::string(depth, ']'))));
        }
        if (one_in(3)) {
            fields.value("spaced", Json(R"({"a" : [1, "x y"] })"));
        }
    }
    std::string_view keep(std::string json) { return kept_.emplace_back(std::move(json)); }

    std::mt19937 random_;
    std::deque<std::string> kept_;
};

// The event of a draft by way of its JSON.
Result<Event> printed_and_parsed(EventDraft draft) {
    const bool derives = std::ranges::find(draft.flags, Flag::session_derived) != draft.flags.end();
    draft.session = draft.session.empty() && derives ? draft.run : draft.session;
    std::string json;
    const auto raw = [&json](std::string_view name, std::string_view value) {
        if (!value.empty()) {
            json += json.empty() ? '{' : ',';
            append_token(json, name);
            json += ':';
            json += value;
        }
    };
    const auto text = [&raw](std::string_view name, std::string_view value) {
        std::string token;
        append_token(token, value);
        raw(name, value.empty() ? std::string_view() : token);
    };
    text("id", draft.id);
    text("kind", draft.kind);
    text("time", draft.time);
    text("agent", draft.agent);
    text("session", draft.session);
    text("run", draft.run);
    text("parent", draft.parent);
    raw("causes", draft.causes.empty() ? "" : R"(["c"])");
    text("correlation", draft.correlation);
    raw("iteration", draft.iteration ? "3" : "");
    const Json lasted = draft.duration_ms.present() ? draft.duration_ms : Json(draft.duration);
    raw("duration_ms", lasted.number().value_or(-1) >= 0 ? lasted.raw() : std::string_view());
    raw("rationale", draft.rationale);
    raw("fields", std::move(draft.fields).take().take());
    Result<Event> event = Event::parse(json.empty() ? json : json + "}");
    for (const Flag flag : draft.flags) {
        event = event ? Result<Event>(event->with_flag(flag)) : event;
    }
    return event ? Result<Event>(event->with_source("f")) : event;
}

// However a draft becomes an event, it is the one that its JSON says, or is refused for the same
// reason.
RC_GTEST_PROP(EventDraftProperty, IsFinishedAsItsTextSays, (unsigned seed)) {
    RandomDraft random(seed);
    const EventDraft draft = random.draft();
    const Result<Event> made = EventDraft(draft).finish("f");
    const Result<Event> wanted = printed_and_parsed(draft);
    RC_ASSERT(static_cast<bool>(made) == static_cast<bool>(wanted));
    if (!made) {
        RC_ASSERT(made.error().message == wanted.error().message);
        return;
    }
    RC_ASSERT(made->to_json() == wanted->to_json());
    RC_ASSERT(made->flags() == wanted->flags());
    RC_ASSERT(made->duration_ms() == wanted->duration_ms());
    RC_ASSERT(made->says_the_same_as(*wanted));
}

}  // namespace
}  // namespace hence
