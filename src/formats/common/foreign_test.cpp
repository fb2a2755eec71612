#include "formats/common/foreign.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace hence
