// The frame of a span's translation: ids, times, links, status and attributes.
#include <gtest/gtest.h>

#include "formats/otlp/otlp_for_test.h"

namespace hence {
namespace {

TEST(SpanTranslation, ASpanHasThePlaceThatItsIdsGiveIt) {
    const ToldEvents told = events_of(R"({"name":"GET /","parent":"00f067aa0ba902b7"})");
    EXPECT_EQ(told.main().id(), test_span_event);
    EXPECT_EQ(told.main().parent(), "00f067aa0ba902b7-" + std::string(test_trace));
    EXPECT_EQ(told.main().run(), test_trace);
    EXPECT_EQ(told.main().session(), test_trace);
    EXPECT_TRUE(told.main().has(Flag::session_derived));
    EXPECT_EQ(told.main().kind(), "span");
    EXPECT_EQ(told.main().source(), "otlp");
}

TEST(SpanTranslation, TimesAreExact) {
    const auto lasting = [](std::string_view end) {
        return events_of(R"({"end":1700000000)" + std::string(end) + "}").main().to_json();
    };
    const ToldEvents told = events_of("{}");
    EXPECT_EQ(to_string(told.main().time()), "2023-11-14T22:13:20.000000000Z");
    EXPECT_NE(told.main().to_json().find(R"("duration_ms":1.5,)"), std::string::npos);
    EXPECT_NE(lasting("000000001").find(R"("duration_ms":0.000001,)"), std::string::npos);
    EXPECT_NE(lasting("045000000").find(R"("duration_ms":45,)"), std::string::npos);
    EXPECT_NE(lasting("000000000").find(R"("duration_ms":0,)"), std::string::npos);
}

TEST(SpanTranslation, ASpanThatEndsBeforeItBeginsLastsNothing) {
    const ToldEvents told = events_of(R"({"end":1699999999000000000})");
    EXPECT_EQ(told.main().duration_ms(), 0);
    EXPECT_EQ(told.field("end_time"), R"("2023-11-14T22:13:19.000000000Z")");
}

TEST(SpanTranslation, OneEdgeIsEnough) {
    const ToldEvents told = events_of(R"({"start":0})");
    EXPECT_EQ(to_string(told.main().time()), "2023-11-14T22:13:20.001500000Z");
    EXPECT_EQ(told.main().duration_ms(), std::nullopt);
    EXPECT_EQ(events_of(R"({"start":0,"end":0})").error, "the span has neither a start nor an end");
}

TEST(SpanTranslation, ASpanThatIsNotOverIsOpen) {
    const ToldEvents told = events_of(R"({"end":0,"parent":"00f067aa0ba902b7","attributes":{
        "gen_ai.operation.name":"chat","gen_ai.request.model":"m","gen_ai.usage.input_tokens":)"
                                      R"(3}})");
    EXPECT_EQ(told.main().id(), test_span_event + "~open");
    EXPECT_EQ(told.main().kind(), "span");
    EXPECT_EQ(told.main().parent(), "00f067aa0ba902b7-" + std::string(test_trace));
    EXPECT_EQ(told.main().duration_ms(), std::nullopt);
    const auto status = [](std::string_view said) {
        return std::string(with_attributes("chat", R"({"gen_ai.operation.name":"chat",
            "gen_ai.response.status":")" + std::string(said) +
                                                       R"("})")
                               .main()
                               .kind());
    };
    EXPECT_EQ(status("in_progress"), "span");
    EXPECT_EQ(status("queued"), "span");
    EXPECT_EQ(status("completed"), "llm_call");
}

TEST(SpanTranslation, APlaceholderHangsWhereTheSpanWillThatItStandsFor) {
    const ToldEvents told = events_of(R"({"name":"agent run","parent":"00f067aa0ba902b7",
        "attributes":{"logfire.span_type":"pending_span","logfire.pending_parent_id":)"
                                      R"("00f067aa0ba902b8"}})");
    EXPECT_EQ(told.main().id(), test_span_event + "~open");
    EXPECT_EQ(told.field("stands_for"), "\"00f067aa0ba902b7-" + std::string(test_trace) + "\"");
    EXPECT_EQ(told.main().parent(), "00f067aa0ba902b8-" + std::string(test_trace));
    EXPECT_EQ(told.main().kind(), "span");
    EXPECT_EQ(told.kinds(), "");
    const ToldEvents root = events_of(R"({"name":"agent run","parent":"00f067aa0ba902b7",
        "attributes":{"logfire.span_type":"pending_span","logfire.pending_parent_id":)"
                                      R"("0000000000000000"}})");
    EXPECT_EQ(root.main().parent(), "");
    EXPECT_EQ(events_of(R"({"parent":"00f067aa0ba902b7","attributes":{"logfire.span_type":
        "pending_span","logfire.pending_parent_id":"nonsense"}})")
                  .main()
                  .parent(),
              "00f067aa0ba902b7-" + std::string(test_trace));
}

TEST(SpanTranslation, ASessionIsStatedOfTheSpanOrItsResource) {
    EXPECT_EQ(events_of(R"({"resource":{"session.id":"r"}})").main().session(), "r");
    EXPECT_FALSE(events_of(R"({"resource":{"session.id":"r"}})").main().has(Flag::session_derived));
    EXPECT_EQ(events_of(R"({"resource":{"session.id":"r"},"attributes":{"mcp.session.id":"m"}})")
                  .main()
                  .session(),
              "m");
    EXPECT_EQ(
        with_attributes("x", R"({"hence.session":"h","langfuse.session.id":"l"})").main().session(),
        "h");
    EXPECT_EQ(
        with_attributes("x", R"({"session.id":"","gen_ai.conversation.id":"c"})").main().session(),
        "c");
    EXPECT_EQ(with_attributes("x", R"({"session.id":42})").main().session(), "42");
    EXPECT_EQ(with_attributes("x", R"({"session.id":{"a":1}})").main().session(), test_trace);
}

TEST(SpanTranslation, AnAgentIsNamedOrTheServiceIs) {
    const auto agent = [](std::string_view json) {
        return std::string(events_of(json).main().agent());
    };
    EXPECT_EQ(agent(R"({"attributes":{"gen_ai.agent.name":"a","agent.name":"b"}})"), "a");
    EXPECT_EQ(agent(R"({"attributes":{"graph.node.id":"n","gen_ai.agent.id":"i"}})"), "n");
    EXPECT_EQ(agent(R"({"resource":{"service.name":"shop"}})"), "shop");
    EXPECT_EQ(agent(R"({"resource":{"service.name":"unknown_service:node"}})"), "");
    EXPECT_EQ(agent(R"({"resource":{"service.name":"shop","gen_ai.main_agent.name":"m"}})"), "m");
    EXPECT_EQ(agent(R"({"attributes":{"gen_ai.agent.name":"same","gen_ai.agent.id":"same"}})"),
              "same");
}

TEST(SpanTranslation, EverythingASpanSaysIsKept) {
    ToldSpan span(
        R"({"name":"work","kind":"server","scope":"lib","scope_version":"1.2","status":"ok",
        "resource":{"service.name":"shop","host":{"a":[1]}},"message":"fine","dropped":3,
        "attributes":{"__proto__":1,"a.b":"x","n":null}})");
    span->trace_state = "k=v";
    span->dropped_events = 2;
    span->dropped_links = 1;
    const ToldAttributes link(R"({"why":"async"})");
    span->links.push_back({std::string(test_trace), "00f067aa0ba902b7", *link});
    const ToldEvents told = events_of(*span);
    EXPECT_EQ(told.main().fields(),
              R"({"status":"ok","name":"work","span_kind":"server","status_message":"fine",)"
              R"("trace_state":"k=v","dropped_attributes_count":3,"dropped_events_count":2,)"
              R"("dropped_links_count":1,"links":[{"trace_id":"0af7651916cd43dd8448eb211c80319c",)"
              R"("span_id":"00f067aa0ba902b7","attributes":{"why":"async"}}],)"
              R"("scope":{"name":"lib","version":"1.2"},)"
              R"("resource":{"host":{"a":[1]},"service.name":"shop"},)"
              R"("attributes":{"__proto__":1,"a.b":"x","n":null}})");
}

TEST(SpanTranslation, ARunBeginsWithItsPromptAndEndsWithItsAnswer) {
    constexpr std::string_view agent =
        R"("name":"invoke_agent a","attributes":{
        "gen_ai.operation.name":"invoke_agent","input.value":"{\"messages\":[{\"role\":\"user\",)"
        R"(\"content\":\"plan a trip\"},{\"role\":\"assistant\",\"content\":\"where?\"},)"
        R"({\"role\":\"user\",\"content\":\"Rome\"}]}",
        "output.value":"booked"}})";
    const ToldEvents told = events_of(R"({"status":"ok",)" + std::string(agent));
    EXPECT_EQ(told.of("session_start").fields(), R"({"goal":"Rome"})");
    EXPECT_EQ(told.of("session_start").id(), test_span_event + "~start");
    EXPECT_EQ(told.of("session_end").fields(), R"({"status":"success","output":"booked"})");
    EXPECT_EQ(to_string(told.of("session_end").time()), "2023-11-14T22:13:20.001500000Z");
    const ToldEvents failed =
        events_of(R"({"status":"error","message":"boom",)" + std::string(agent));
    EXPECT_EQ(failed.of("session_end").fields(), R"({"status":"failure","output":"booked"})");
    EXPECT_EQ(events_of(R"({"parent":"00f067aa0ba902b7",)" + std::string(agent)).kinds(), "");
    EXPECT_EQ(with_attributes("c", R"({"openinference.span.kind":"CHAIN",
        "input.value":"{\"k\":3}"})")
                  .kinds(),
              "");
    EXPECT_EQ(with_attributes("GET", R"({"input.value":"hi"})").kinds(), "");
}

TEST(SpanTranslation, AToolThatTransfersIsAlsoADelegation) {
    const ToldEvents told = with_attributes("execute_tool transfer_to_billing", R"({
        "gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"transfer_to_billing",
        "gen_ai.agent.name":"triage"})");
    EXPECT_EQ(told.main().kind(), "tool_call");
    EXPECT_EQ(told.of("delegation").fields(), R"({"parent_id":"triage","child_id":"billing"})");
    EXPECT_TRUE(told.of("delegation").has(Flag::derived));
    const ToldEvents stated = with_attributes("x", R"({
        "gen_ai.agent.handoff.source.name":"a","gen_ai.agent.handoff.target.name":"b"})");
    EXPECT_EQ(stated.main().kind(), "delegation");
    EXPECT_EQ(stated.field("child_id"), R"("b")");
}

TEST(SpanTranslation, FailedCallsSayWhy) {
    constexpr std::string_view rest = R"("attributes":{"gen_ai.operation.name":"execute_tool",
        "gen_ai.tool.name":"f"},"events":[{"name":"exception","attributes":{
        "exception.type":"ValueError","exception.message":"bad","exception.stacktrace":"at f"}}]})";
    const ToldEvents told = events_of(R"({"status":"error","message":"boom",)" + std::string(rest));
    EXPECT_EQ(told.field("status"), R"("error")");
    EXPECT_EQ(told.field("error"), R"("ValueError: bad")");
    EXPECT_NE(told.field("exception").find("at f"), std::string::npos);
    EXPECT_EQ(told.kinds(), "");
    // An exception that steers is no failure.
    const ToldEvents deferred = events_of("{" + std::string(rest));
    EXPECT_EQ(deferred.field("status"), "");
    EXPECT_EQ(deferred.field("error"), "");
    EXPECT_EQ(deferred.kinds(), "log");
    const ToldEvents model = events_of(R"({"status":"error","message":"429","attributes":{
        "gen_ai.operation.name":"chat"}})");
    EXPECT_EQ(model.field("error"), R"("429")");
}

TEST(SpanTranslation, AnExceptionThatClimbsIsOneError) {
    const auto failing = [](std::string_view name) {
        ToldSpan span(R"({"status":"error","events":[{"name":"exception","attributes":{
            "exception.type":"ValueError","exception.message":"bad"}}]})");
        span->name = name;
        span->span_id = name == "outer" ? "00f067aa0ba902b7" : span->span_id;
        return events_of(*span);
    };
    const ToldEvents inner = failing("inner");
    const ToldEvents outer = failing("outer");
    EXPECT_EQ(inner.if_absent, 1U);
    EXPECT_EQ(inner.of("error").fields(), R"({"error":"ValueError: bad","context":"inner"})");
    EXPECT_EQ(inner.of("error").id(), std::string(inner.main().id()) + "~e1");
    EXPECT_NE(inner.of("error").id(), outer.of("error").id());
    EXPECT_EQ(inner.main().kind(), "span");
    EXPECT_EQ(events_of(R"({"status":"error"})").kinds(), "");
    EXPECT_EQ(events_of(R"({"status":"error","message":"boom"})").of("error").fields(),
              R"({"error":"boom"})");
}

TEST(SpanTranslation, OtherSpanEventsAreLogs) {
    const ToldEvents told = events_of(R"({"events":[{"name":"ai.stream.firstChunk",
        "attributes":{"ms":5}},{"name":"retry"}]})");
    EXPECT_EQ(told.kinds(), "log log");
    EXPECT_EQ(told.of("log").id(), test_span_event + "~l1");
    EXPECT_EQ(told.of("log").parent(), test_span_event);
    EXPECT_EQ(told.of("log").fields(), R"({"body":"ai.stream.firstChunk","attributes":{"ms":5}})");
    EXPECT_EQ(to_string(told.of("log").time()), "2023-11-14T22:13:20.000500000Z");
}

TEST(SpanTranslation, WhatAModelAssumesIsAnEvent) {
    const ToldEvents told = with_attributes("chat", R"({"gen_ai.operation.name":"chat",
        "gen_ai.completion":"I assume the user means USD because no currency was given."})");
    EXPECT_EQ(told.of("assumption").fields(), R"({"assumption":"the user means USD"})");
    EXPECT_EQ(told.of("assumption").rationale(), R"({"why":"no currency was given"})");
    EXPECT_EQ(told.of("assumption").id(), test_span_event + "~a1");
    EXPECT_TRUE(told.of("assumption").has(Flag::derived));
}

TEST(SpanTranslation, HenceAttributesComeFirst) {
    const ToldEvents told = with_attributes("chat", R"({"gen_ai.operation.name":"chat",
        "hence.kind":"decision","hence.decision.description":"use vitest","hence.agent":"me",
        "gen_ai.agent.name":"you","hence.correlation":"c-1","hence.rationale.why":"fast"})");
    EXPECT_EQ(told.main().kind(), "decision");
    EXPECT_EQ(told.main().agent(), "me");
    EXPECT_EQ(told.main().correlation(), "c-1");
    EXPECT_EQ(told.main().rationale(), R"({"why":"fast"})");
    EXPECT_EQ(told.field("description"), R"("use vitest")");
    EXPECT_EQ(told.attribute("hence.kind"), "");
    EXPECT_EQ(
        events_of(R"({"events":[{"name":"hence.thought","attributes":{"text":"hm"}}]})").kinds(),
        "thought");
}

TEST(SpanTranslation, ContentInEventsCountsAsAttributes) {
    const ToldEvents told = events_of(R"({"attributes":{"gen_ai.operation.name":"chat"},"events":[
        {"name":"gen_ai.client.inference.operation.details","attributes":{
            "gen_ai.input.messages":[{"role":"user","parts":[{"type":"text","content":"hi"}]}]}},
        {"name":"gen_ai.client.inference.operation.details","attributes":{
            "gen_ai.output.messages":[{"role":"assistant","parts":[
                {"type":"tool_call","id":"c1","name":"f"}]}]}}]})");
    EXPECT_EQ(told.kinds(), "");
    EXPECT_EQ(told.field("messages"),
              R"([{"role":"user","parts":[{"type":"text","content":"hi"}]}])");
    EXPECT_EQ(told.field("call_ids"), R"(["c1"])");
}

TEST(SpanTranslation, WhatDirectsAGraphIsNoFailure) {
    const ToldEvents told = events_of(R"({"status":"error","message":"ParentCommand: go",
        "events":[{"name":"exception","attributes":{"exception.type":
        "langgraph.errors.ParentCommand","exception.message":"go"}}]})");
    EXPECT_EQ(told.field("status"), "");
    EXPECT_EQ(told.kinds(), "log");
}

}  // namespace
}  // namespace hence
