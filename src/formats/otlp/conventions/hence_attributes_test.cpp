// The `hence.*` attributes: what a span with them becomes, and which events stand beside it.
#include "formats/otlp/conventions/hence_attributes.h"

#include <gtest/gtest.h>

#include "formats/otlp/translate/log_for_test.h"

namespace hence {
namespace {

EventDraft draft_of(std::string_view kind) {
    EventDraft draft;
    draft.id = test_span_event;
    draft.kind = kind;
    draft.time = "2026-01-01T00:00:00Z";
    return draft;
}

// What a span with these attributes becomes that otherwise would be `otherwise`: itself, and what
// is beside it, a line for each.
std::string on_span(std::string_view json, std::string_view otherwise = "span") {
    const ToldAttributes attributes(json);
    const HenceAttributes stated(*attributes, test_trace);
    EventDraft main = draft_of(stated.kind_of(otherwise));
    stated.apply(main);
    std::vector<EventDraft> more;
    stated.add_beside(main, more);
    std::string lines = told(std::move(main));
    for (EventDraft& each : more) {
        lines += "\n" + told(std::move(each));
    }
    return lines;
}

std::string on_event(std::string_view name, std::string_view json) {
    const ToldAttributes attributes(json);
    EventDraft main = draft_of("llm_call");
    main.session = "s";
    std::vector<EventDraft> more;
    SpanEvent event;
    event.time_ns = 1'500'000'000;
    event.name = name;
    event.attributes = *attributes;
    const bool added = add_stated_event(event, 3, test_trace, main, more);
    std::string lines = added ? "" : "none";
    for (EventDraft& each : more) {
        lines += (lines.empty() ? "" : "\n") + told(std::move(each));
    }
    return lines;
}

// The keys that were not understood.
std::string left(std::string_view json, StatedRecord record = {}) {
    const ToldAttributes attributes(json);
    const HenceAttributes stated(*attributes, test_trace, std::move(record));
    std::string keys;
    for (const Attribute& each : (*attributes).all()) {
        keys += stated.took(each.key) ? "" : std::string(each.key) + " ";
    }
    return keys;
}

// The event `of` a kind on the span, with these members beside kind and time.
std::string as(std::string_view kind, std::string_view members) {
    return R"({"id":")" + test_span_event + R"(","kind":")" + std::string(kind) +
           R"(","time":"2026-01-01T00:00:00Z",)" + std::string(members) + R"("source":"otlp"})";
}
std::string beside(std::string_view kind, std::string_view members) {
    return R"({"id":")" + test_span_event + "~" + std::string(kind) + R"(","kind":")" +
           std::string(kind) + R"(","time":"2026-01-01T00:00:00Z","parent":")" + test_span_event +
           R"(",)" + std::string(members) + R"("source":"otlp"})";
}

TEST(HenceAttributesTest, ASpanBecomesTheKindItStates) {
    EXPECT_EQ(
        on_span(R"({"hence.kind":"decision","hence.session":"s","hence.run":"r",
                          "hence.agent":"a","hence.correlation":"c","hence.iteration":2,
                          "hence.decision.description":"which door","hence.decision.chosen":"left",
                          "hence.decision.type":"route","hence.decision.status":"made",
                          "hence.decision.alternatives":["left","right"],
                          "hence.decision.inputs":"{\"wind\": 3}","other":1})",
                "llm_call"),
        as("decision", R"("agent":"a","session":"s","run":"r","correlation":"c","iteration":2,)"
                       R"("fields":{"alternatives":["left","right"],"chosen":"left",)"
                       R"("description":"which door","inputs":{"wind":3},"status":"made",)"
                       R"("decision_type":"route"},)"));
}

TEST(HenceAttributesTest, WithoutThemNothingChanges) {
    EXPECT_EQ(on_span(R"({"a":1})", "llm_call"), as("llm_call", ""));
    EXPECT_EQ(on_span("{}"), as("span", ""));
    const ToldAttributes none("{}");
    EXPECT_TRUE(HenceAttributes(*none, test_trace).empty());
}

TEST(HenceAttributesTest, FieldsOfAKindMakeAPlainSpanThatKind) {
    EXPECT_EQ(on_span(R"({"hence.assumption":"it rains"})"),
              as("assumption", R"("fields":{"assumption":"it rains"},)"));
    EXPECT_EQ(on_span(R"({"hence.observation.key":"obs:1","hence.observation.content":"wet"})"),
              as("observation", R"("fields":{"content":"wet","key":"obs:1"},)"));
    EXPECT_EQ(on_span(R"({"hence.outcome.of":"e1","hence.outcome.text":"won",
                          "hence.outcome.correct":true})"),
              as("outcome", R"("fields":{"correct":true,"of":"e1","outcome":"won"},)"));
}

TEST(HenceAttributesTest, FieldsOfAnotherKindOnACallAreAnEventBesideIt) {
    EXPECT_EQ(
        on_span(R"({"hence.decision.description":"d","hence.rationale.why":"w"})", "llm_call"),
        as("llm_call", "") + "\n" +
            beside("decision", R"("rationale":{"why":"w"},"fields":{"description":"d"},)"));
    EXPECT_EQ(
        on_span(R"({"hence.decision.description":"d","hence.rationale.why":"w"})", "tool_call"),
        as("tool_call", R"("rationale":{"why":"w"},)") + "\n" +
            beside("decision", R"("fields":{"description":"d"},)"));
    EXPECT_EQ(on_span(R"({"hence.tool_call.input":"[1]"})", "tool_call"),
              as("tool_call", R"("fields":{"input":[1]},)"));
}

TEST(HenceAttributesTest, AnOutcomeThatSaysNotOfWhatIsOfWhatItIsOn) {
    EXPECT_EQ(
        on_span(R"({"hence.outcome.correct":"true"})", "tool_call"),
        as("tool_call", "") + "\n" +
            beside("outcome", R"("fields":{"correct":true,"of":")" + test_span_event + R"("},)"));
    EXPECT_EQ(
        on_span(R"({"hence.decision.description":"d","hence.outcome.correct":false})"),
        as("decision", R"("fields":{"description":"d"},)") + "\n" +
            beside("outcome", R"("fields":{"correct":false,"of":")" + test_span_event + R"("},)"));
    EXPECT_EQ(
        on_span(R"({"hence.decision.description":"d","hence.outcome.correct":false})", "llm_call"),
        as("llm_call", "") + "\n" + beside("decision", R"("fields":{"description":"d"},)") + "\n" +
            beside("outcome",
                   R"("fields":{"correct":false,"of":")" + test_span_event + R"(~decision"},)"));
    // A span that is itself an outcome must say of what; else it stays what it was.
    EXPECT_EQ(on_span(R"({"hence.kind":"outcome","hence.outcome.correct":true})"), as("span", ""));
}

TEST(HenceAttributesTest, AnIdOfItsOwnMakesAnEventBesideTheSpan) {
    EXPECT_EQ(on_span(R"({"hence.kind":"decision","hence.id":"d1","hence.decision.chosen":"x",
                          "hence.causes":["00f067aa0ba902b7"],"hence.field.mood":"calm",
                          "hence.rationale.why":"w","hence.outcome.correct":true})"),
              as("span", "") + "\n" +
                  R"({"id":"d1","kind":"decision","time":"2026-01-01T00:00:00Z","parent":")" +
                  test_span_event + R"(","causes":["00f067aa0ba902b7-)" + std::string(test_trace) +
                  R"("],"rationale":{"why":"w"},"fields":{"chosen":"x","mood":"calm"},)"
                  R"("source":"otlp"})"
                  "\n" +
                  beside("outcome", R"("fields":{"correct":true,"of":"d1"},)"));
    // Its children know a span by its span id alone.
    EXPECT_EQ(on_span(R"({"hence.kind":"tool_call","hence.id":"d1"})", "tool_call"),
              as("tool_call", ""));
}

TEST(HenceAttributesTest, ASpanThatIsNotOverHasNothingBesideIt) {
    const ToldAttributes attributes(R"({"hence.decision.description":"d"})");
    const HenceAttributes stated(*attributes, test_trace);
    EventDraft main = draft_of("span");
    main.id += "~open";
    std::vector<EventDraft> more;
    stated.add_beside(main, more);
    EXPECT_TRUE(more.empty());
}

TEST(HenceAttributesTest, LinksNameEventsOrSpans) {
    EXPECT_EQ(event_id_meant("00F067AA0ba902b7", test_trace),
              "00f067aa0ba902b7-0af7651916cd43dd8448eb211c80319c");
    EXPECT_EQ(event_id_meant("00f067aa0ba902b7", ""), "00f067aa0ba902b7");
    EXPECT_EQ(event_id_meant("00f067aa0ba902b", test_trace), "00f067aa0ba902b");
    EXPECT_EQ(event_id_meant("00-4BF92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", ""),
              "00f067aa0ba902b7-4bf92f3577b34da6a3ce929d0e0e4736");
    EXPECT_EQ(event_id_meant("00F067aa0ba902b7-4bf92f3577b34da6a3ce929d0e0e4736", test_trace),
              "00f067aa0ba902b7-4bf92f3577b34da6a3ce929d0e0e4736");
    EXPECT_EQ(event_id_meant("order/7", test_trace), "order/7");
    EXPECT_EQ(on_span(R"({"hence.parent":"e0","hence.causes":"e1"})"),
              as("span", R"("parent":"e0","causes":["e1"],)"));
    EXPECT_EQ(on_span(R"({"hence.causes":"[\"e1\", \"e2\"]"})"),
              as("span", R"("causes":["e1","e2"],)"));
}

TEST(HenceAttributesTest, ARationaleComesWholeOrInParts) {
    EXPECT_EQ(on_span(R"({"hence.kind":"decision","hence.rationale":
                          "{\"why\":\"w\",\"refs\":[\"r\"],\"confidence\":0.50}"})"),
              as("decision", R"("rationale":{"why":"w","refs":["r"],"confidence":0.50},)"));
    EXPECT_EQ(on_span(R"({"hence.kind":"decision","hence.rationale.why":"w",
                          "hence.rationale.refs":["r1","r2"],"hence.rationale.confidence":"0.7",
                          "hence.rationale.alternatives":["ask: too slow",
                              "{\"option\":\"wait\",\"rejected_because\":\"late\"}"]})"),
              as("decision", R"("rationale":{"why":"w","refs":["r1","r2"],"alternatives":)"
                             R"([{"option":"ask","rejected_because":"too slow"},)"
                             R"({"option":"wait","rejected_because":"late"}],"confidence":0.7},)"));
    EXPECT_EQ(on_span(R"({"hence.kind":"decision","hence.rationale":"in plain words"})"),
              as("decision", R"("rationale":{"why":"in plain words"},)"));
    EXPECT_EQ(on_span(R"({"hence.kind":"decision","hence.why":"w","hence.refs":"r",
                          "hence.decision.confidence":0.5})"),
              as("decision", R"("rationale":{"why":"w","refs":["r"],"confidence":0.5},)"));
    // Parts that are named stand above those of the whole.
    EXPECT_EQ(on_span(R"({"hence.kind":"decision","hence.rationale.confidence":1,
                          "hence.rationale":"{\"why\":\"w\",\"confidence\":0.5}"})"),
              as("decision", R"("rationale":{"why":"w","confidence":1},)"));
}

TEST(HenceAttributesTest, TheReasoningOfADecisionIsItsWhy) {
    EXPECT_EQ(
        on_span(R"({"hence.decision.reasoning":"r","hence.rationale.confidence":0.2})"),
        as("decision", R"("rationale":{"why":"r","confidence":0.2},"fields":{"reasoning":"r"},)"));
    EXPECT_EQ(on_span(R"({"hence.decision.reasoning":"r"})"),
              as("decision", R"("rationale":{"why":"r"},"fields":{"reasoning":"r"},)"));
    EXPECT_EQ(on_span(R"({"hence.decision.reasoning":"r","hence.rationale.why":"w"})"),
              as("decision", R"("rationale":{"why":"w"},"fields":{"reasoning":"r"},)"));
    EXPECT_EQ(on_span(R"({"hence.decision.reasoning":"r"})", "tool_call"),
              as("tool_call", "") + "\n" +
                  beside("decision", R"("rationale":{"why":"r"},"fields":{"reasoning":"r"},)"));
    EXPECT_EQ(left(R"({"hence.decision.chosen":"x","hence.rationale.confidence":0.2})"),
              "hence.rationale.confidence ");
}

TEST(HenceAttributesTest, AlternativesThatSayWhyAreTheRationalesToo) {
    const std::string_view json = R"({"hence.decision.alternatives":
        ["{\"option\":\"a\",\"rejected_because\":\"slow\"}"],"hence.rationale.why":"w"})";
    EXPECT_EQ(on_span(json), as("decision", R"("rationale":{"why":"w","alternatives":)"
                                            R"([{"option":"a","rejected_because":"slow"}]},)"
                                            R"("fields":{"alternatives":["a"]},)"));
    EXPECT_EQ(left(json), "");
    // Without a rationale the reasons are nowhere else: they stay as they came.
    EXPECT_EQ(left(R"({"hence.decision.alternatives":
                       ["{\"option\":\"a\",\"rejected_because\":\"slow\"}"]})"),
              "hence.decision.alternatives ");
}

TEST(HenceAttributesTest, WhatBreaksARuleIsAbsentAndKept) {
    const std::string long_id(257, 'x');
    EXPECT_EQ(left(R"({"hence.kind":"No Kind","hence.iteration":-2,"hence.session":"",
                       "hence.decision.status":"maybe","hence.outcome.correct":"perhaps",
                       "hence.unheard.of":1,"hence.rationale.refs":[{}],"hence.run":{"a":1},
                       "hence.rationale.why":"w","hence.rationale.confidence":1.5,
                       "hence.decision.chosen":[1],"hence.parent":")" +
                   long_id + R"("})"),
              "hence.decision.chosen hence.decision.status hence.iteration hence.kind "
              "hence.outcome.correct hence.parent hence.rationale.confidence hence.rationale.refs "
              "hence.run hence.session hence.unheard.of ");
    EXPECT_EQ(left(R"({"hence.id":")" + std::string(256, 'x') + R"(","hence.iteration":"-1",
                       "hence.rationale.why":7,"hence.rationale.confidence":"1.0"})"),
              "");
    // One bad alternative costs that one alone, and the attribute is kept.
    const std::string_view mixed =
        R"({"hence.rationale.why":"w","hence.rationale.alternatives":["a: b","nothing"]})";
    EXPECT_EQ(left(mixed), "hence.rationale.alternatives ");
    EXPECT_EQ(on_span(mixed), as("span", R"("rationale":{"why":"w","alternatives":)"
                                         R"([{"option":"a","rejected_because":"b"}]},)"));
}

TEST(HenceAttributesTest, AnyFieldCanBeNamed) {
    EXPECT_EQ(on_span(R"({"hence.kind":"curation","hence.field.action":"dropped",
                          "hence.field.target":"obs:1","hence.field.a.b":[1],
                          "hence.field.none":null})"),
              as("curation", R"("fields":{"a.b":[1],"action":"dropped","target":"obs:1"},)"));
    EXPECT_EQ(on_span(R"({"hence.kind":"graph_node","hence.field.node":"{\"type\":\"goal\"}"})"),
              as("graph_node", R"("fields":{"node":{"type":"goal"}},)"));
    EXPECT_EQ(on_span(R"({"hence.kind":"llm_call","hence.field.prompt_tokens":"12",
                          "hence.field.model":"m"})"),
              as("llm_call", R"("fields":{"model":"m","prompt_tokens":12},)"));
}

TEST(HenceAttributesTest, ASpanEventIsNamedAfterItsKind) {
    EXPECT_EQ(on_event("hence.decision", R"({"description":"d","chosen":"x","confidence":0.5,
                                             "why":"w","code.function":"f"})"),
              R"({"id":")" + test_span_event + R"(~h3","kind":"decision",)" +
                  R"("time":"1970-01-01T00:00:01.500000000Z","session":"s","parent":")" +
                  test_span_event + R"(","rationale":{"why":"w","confidence":0.5},)" +
                  R"("fields":{"chosen":"x","description":"d",)" +
                  R"("attributes":{"code.function":"f"}},"source":"otlp"})");
    EXPECT_EQ(on_event("hence.outcome", R"({"correct":true,"text":"t"})"),
              R"({"id":")" + test_span_event + R"(~h3","kind":"outcome",)" +
                  R"("time":"1970-01-01T00:00:01.500000000Z","session":"s","parent":")" +
                  test_span_event + R"(","fields":{"correct":true,"outcome":"t","of":")" +
                  test_span_event + R"("},"source":"otlp"})");
    EXPECT_EQ(on_event("gen_ai.choice", R"({"description":"d"})"), "none");
    EXPECT_EQ(on_event("hence.Not A Kind", "{}"), "none");
    EXPECT_NE(on_event("anything", R"({"hence.kind":"thought","hence.thought":"t"})"), "none");
}

TEST(HenceAttributesTest, EveryKindCanBeNamed) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"thought", R"("text":"t")"},
        {"assumption", R"("assumption":"a")"},
        {"curation", R"("action":"dropped","target":"obs:1")"},
        {"strategy_switch", R"("from":"a","to":"b")"},
        {"alternatives", R"("chosen":"a","rejected":[{"option":"b","rejected_because":"c"}])"},
        {"termination", R"("reason":"done")"},
        {"reactive", R"("action":"branch")"},
        {"message", R"("from":"a","to":["b"])"},
        {"delegation", R"("child_id":"c","parent_id":"p")"},
        {"session_end", R"("status":"success")"},
        {"of_my_own", R"("anything":{"goes":1})"},
    };
    for (const auto& [kind, members] : cases) {
        const std::string event =
            on_event("hence." + std::string(kind), "{" + std::string(members) + "}");
        EXPECT_NE(event.find(R"("kind":")" + std::string(kind)), std::string::npos) << event;
        EXPECT_NE(event.find(R"("fields":{)" + std::string(members) + "}"), std::string::npos)
            << event;
    }
}

TEST(HenceAttributesTest, AnOutcomeOfNothingIsNone) {
    EXPECT_EQ(left(R"({"correct":true})", {"outcome", ""}), "correct ");
    const ToldAttributes attributes(R"({"correct":true})");
    EXPECT_EQ(HenceAttributes(*attributes, {}, {"outcome", ""}).kind_of("log"), "log");
    EXPECT_EQ(HenceAttributes(*attributes, {}, {"outcome", "e1"}).kind_of("log"), "outcome");
}

std::string correlation(std::string_view json) {
    const ToldAttributes attributes(json);
    return correlation_from(*attributes);
}

TEST(CorrelationFromTest, TakesTheFirstThatIsStated) {
    EXPECT_EQ(correlation(R"({"a":1})"), "");
    EXPECT_EQ(correlation(R"({"baggage":"hence.correlation=d","baggage.hence.correlation":"b",
        "hence.correlation":"a","traceloop.association.properties.correlation_id":"c"})"),
              "a");
    EXPECT_EQ(correlation(R"({"baggage":"hence.correlation=d","baggage.hence.correlation":"b",
        "traceloop.association.properties.correlation_id":"c"})"),
              "b");
    EXPECT_EQ(correlation(R"({"baggage":"hence.correlation=d",
        "traceloop.association.properties.correlation_id":7})"),
              "7");
}

TEST(CorrelationFromTest, ReadsBaggage) {
    EXPECT_EQ(correlation(R"({"baggage":"a=b, hence.correlation = order%2F7%25 ;p=1;q , c=d"})"),
              "order/7%");
    EXPECT_EQ(correlation(R"({"http.request.header.baggage":["a=b","hence.correlation=x"]})"), "x");
    EXPECT_EQ(correlation(R"({"baggage":"a=b;hence.correlation=x,xhence.correlation=y"})"), "");
    EXPECT_EQ(correlation(R"({"baggage":"hence.correlation=100%zz%4"})"), "100%zz%4");
    EXPECT_EQ(correlation(R"({"baggage":"hence.correlation=%ff"})"), "");
    EXPECT_EQ(correlation(R"({"baggage":",,=;=,"})"), "");
    EXPECT_EQ(correlation(R"({"baggage":{"a":1}})"), "");
}

TEST(CorrelationFromTest, ANameHas1024BytesAtMost) {
    const std::string most(1024, 'x');
    EXPECT_EQ(correlation(R"({"hence.correlation":")" + most + R"("})"), most);
    EXPECT_EQ(correlation(R"({"hence.correlation":")" + most + R"(x","baggage":
        "hence.correlation=y"})"),
              "y");
}

}  // namespace
}  // namespace hence
