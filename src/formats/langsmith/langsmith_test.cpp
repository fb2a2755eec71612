// LangSmith runs: merging of creation and update, holding back, and the events of each run type.
#include "formats/langsmith/langsmith.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "formats/langsmith/run.h"
#include "model/facts.h"

namespace hence {
namespace {

// A run of the trace "r" that took a second.
std::string run(const std::string& id, const std::string& type, const std::string& more = "") {
    return R"({"id":")" + id + R"(","trace_id":"r","run_type":")" + type + R"(","name":")" + id +
           R"(","start_time":"2026-03-01T09:00:00.100000+00:00",)"
           R"("end_time":"2026-03-01T09:00:01.100000+00:00")" +
           (id == "r" ? "" : R"(,"parent_run_id":"r")") + more + "}";
}

ReadText read(const std::string& text) {
    return read_whole(read_langsmith, text);
}

const Event& of_id(const ReadText& all, std::string_view id) {
    const auto found = std::ranges::find(all.events, id, &Event::id);
    EXPECT_NE(found, all.events.end()) << id << " is not in\n" << all.told();
    return found == all.events.end() ? all.events.front() : *found;
}

TEST(Langsmith, ARunIsMadeOfItsCreationAndItsUpdate) {
    const ReadText all = read(
        R"({"post":[{"id":"r","trace_id":"r","run_type":"llm","name":"ChatOpenAI",)"
        R"("start_time":"2026-03-01T09:00:00Z","inputs":{"messages":[{"role":"user",)"
        R"("content":"howdy"}],"model":"m-mini"},"outputs":{},)"
        R"("extra":{"metadata":{"ls_provider":"openai","thread_id":"th-1"}}}],)"
        R"("patch":[{"id":"r","trace_id":"r","parent_run_id":null,)"
        R"("end_time":"2026-03-01T09:00:02Z",)"
        R"("extra":{"metadata":{"ls_model_name":"m-mini"}},"outputs":{"model":"m-mini-1",)"
        R"("choices":[{"index":0,"finish_reason":"stop",)"
        R"("message":{"role":"assistant","content":"hello"}}],)"
        R"("usage_metadata":{"input_tokens":9,"output_tokens":2,"total_tokens":11,)"
        R"("input_token_details":{"cache_read":4}}},"events":[{"name":"new_token","time":"x"},)"
        R"({"name":"retry","time":"2026-03-01T09:00:01Z","kwargs":{"n":1}}]}]})");
    EXPECT_EQ(all.pending, 0u);
    const Event& call = of_id(all, "r");
    EXPECT_EQ(call.kind(), "llm_call");
    EXPECT_EQ(call.session(), "th-1");
    EXPECT_EQ(call.run(), "r");
    EXPECT_EQ(call.duration_ms(), 2000);
    EXPECT_EQ(text_field(call, "model"), "m-mini-1");
    EXPECT_EQ(text_field(call, "provider"), "openai");
    EXPECT_EQ(tokens_of(call), 11);
    EXPECT_EQ(field(call, "cache_read_tokens").raw(), "4");
    EXPECT_EQ(text_field(call, "completion"), "hello");
    EXPECT_EQ(text_field(call, "finish_reason"), "stop");
    EXPECT_EQ(field(call, "messages").raw(), R"([{"role":"user","content":"howdy"}])");
    EXPECT_EQ(field(call, "new_tokens").raw(), "1");
    EXPECT_EQ(text_field(of_id(all, "r~start"), "goal"), "howdy");
    EXPECT_EQ(text_field(of_id(all, "r~end"), "output"), "hello");
    ASSERT_EQ(all.of_kind("log").size(), 1u);
    EXPECT_EQ(text_field(all.of_kind("log").front(), "body"), "retry");
}

TEST(Langsmith, ARunThatIsNotOverIsHeldBack) {
    const std::string created = R"({"id":"a","trace_id":"r","run_type":"tool","name":"a",)"
                                R"("start_time":"2026-03-01T09:00:00Z","inputs":{"x":1}})";
    const std::string finished = R"({"id":"a","trace_id":"r","end_time":"2026-03-01T09:00:01Z"})";
    EXPECT_EQ(read(created).pending, 1u);
    EXPECT_TRUE(read(created).events.empty());
    EXPECT_EQ(read(finished).pending, 1u);
    EXPECT_TRUE(read(finished).events.empty());
    const ReadText both = read(created + "\n" + finished);
    EXPECT_EQ(both.pending, 0u);
    EXPECT_EQ(field(of_id(both, "a"), "input").raw(), R"({"x":1})");
    EXPECT_EQ(read_by_lines(read_langsmith, created + "\n" + finished).told(), both.told());
    EXPECT_EQ(read("[" + created + "," + finished + "]").told(), both.told());
}

TEST(Langsmith, WhatIsSaidOfARunAfterItsEndIsKept) {
    const std::string late = R"({"id":"r","trace_id":"r","tags":["late"]})";
    const ReadText all = read(run("r", "tool") + "\n" + late + "\n" + run("r", "tool"));
    ASSERT_EQ(all.of_kind("run_update").size(), 1u);
    EXPECT_EQ(all.of_kind("run_update").front().parent(), "r");
    EXPECT_EQ(field(all.of_kind("run_update").front(), "tags").raw(), R"(["late"])");
    ASSERT_EQ(all.of_kind("tool_call").size(), 2u);
    EXPECT_EQ(all.of_kind("tool_call")[0].to_json(), all.of_kind("tool_call")[1].to_json());
}

TEST(Langsmith, MergingKeepsWhatTheUpdateLeavesEmpty) {
    EXPECT_EQ(
        merged_run(Json(R"({"a":1,"b":{"x":1},"c":"old","extra":{"metadata":{"m":1,"n":1}}})"),
                   Json(R"({"a":null,"b":{},"c":"new","extra":{"metadata":{"n":2}},"d":[]})")),
        R"({"a":1,"b":{"x":1},"c":"new","extra":{"metadata":{"m":1,"n":2}},"d":[]})");
}

TEST(Langsmith, TheDottedOrderNamesParentAndTrace) {
    const std::string order =
        "20260301T090000100000Zaaa.20260301T090000200000Zbbb."
        "20260301T090000300000Zccc";
    const auto ids = [](const std::string& json) {
        const RunIds all = ids_of(Json(json));
        return all.id + " in " + all.trace + " under " + all.parent;
    };
    EXPECT_EQ(ids(R"({"id":"ccc","dotted_order":")" + order + "\"}"), "ccc in aaa under bbb");
    EXPECT_EQ(
        ids(R"({"id":"ccc","parent_run_id":"p","trace_id":"t","dotted_order":")" + order + "\"}"),
        "ccc in t under p");
    EXPECT_EQ(ids(R"({"id":"aaa","dotted_order":"20260301T090000100000Zaaa"})"),
              "aaa in aaa under ");
    EXPECT_EQ(ids(R"({"id":"aaa","dotted_order":"..."})"), "aaa in aaa under ");
    EXPECT_EQ(ids(R"({"id":"aaa"})"), "aaa in aaa under ");
}

TEST(Langsmith, AProjectIsNoSession) {
    const ReadText all = read(run("r", "tool", R"(,"session_id":"project-1")"));
    EXPECT_EQ(of_id(all, "r").session(), "r");
    EXPECT_TRUE(of_id(all, "r").has(Flag::session_derived));
    EXPECT_EQ(field(of_id(all, "r"), "langsmith")["session_id"].string(), "project-1");
    const ReadText thread =
        read(run("r", "tool", R"(,"extra":{"metadata":{"session_id":"chat-1"}})"));
    EXPECT_EQ(of_id(thread, "r").session(), "chat-1");
}

const std::string generation =
    R"(,"inputs":{"messages":[[{"lc":1,"type":"constructor","id":["langchain","SystemMessage"],)"
    R"("kwargs":{"content":"be kind"}},{"lc":1,"type":"constructor","id":["x","HumanMessage"],)"
    R"("kwargs":{"content":"where is order 7","type":"human"}}]]},)"
    R"("outputs":{"generations":[[{"text":"","generation_info":{"finish_reason":"tool_calls"},)"
    R"("message":{"lc":1,"type":"constructor","id":["x","AIMessage"],"kwargs":{"content":"",)"
    R"("type":"ai","tool_calls":[{"name":"find","args":{"order":7},"id":"c1","type":"tool_call"}],)"
    R"("usage_metadata":{"input_tokens":5,"output_tokens":3,"total_tokens":8},)"
    R"("response_metadata":{"model_name":"m-1"}}}}]],"llm_output":null})";

TEST(Langsmith, MessagesOfLangchainArePlainOnes) {
    const ReadText all = read(run("g", "llm", generation));
    const Event& call = of_id(all, "g");
    EXPECT_EQ(field(call, "messages").raw(),
              R"([{"role":"system","content":"be kind"},)"
              R"({"role":"user","content":"where is order 7","type":"human"}])");
    EXPECT_EQ(field(call, "completion")["role"].string(), "assistant");
    EXPECT_EQ(field(call, "call_ids").raw(), R"(["c1"])");
    EXPECT_EQ(text_field(call, "model"), "m-1");
    EXPECT_EQ(text_field(call, "finish_reason"), "tool_calls");
    EXPECT_EQ(tokens_of(call), 8);
    EXPECT_EQ(call.parent(), "r");
}

TEST(Langsmith, TokensAreThoseOfTheRunWhereItsAnswerHasNone) {
    const std::string tokens =
        R"(,"prompt_tokens":4,"completion_tokens":1,"total_tokens":5,"total_cost":"0.25")";
    EXPECT_EQ(tokens_of(of_id(read(run("g", "llm", tokens)), "g")), 5);
    EXPECT_EQ(field(of_id(read(run("g", "llm", tokens)), "g"), "cost_usd").raw(), "0.25");
    EXPECT_EQ(of_id(read(run("r", "chain", tokens)), "r").kind(), "span");
    const std::string none = R"(,"prompt_tokens":0,"completion_tokens":0,"total_tokens":0)";
    EXPECT_EQ(tokens_of(of_id(read(run("g", "llm", none)), "g")), std::nullopt);
}

TEST(Langsmith, AToolRunHasTheCallThatWasAskedFor) {
    const std::string tool =
        run("find", "tool", R"(,"inputs":{"order":7},"outputs":{"output":"depot"})");
    const std::string model = run("g", "llm", generation);
    const ReadText all = read("[" + tool + "," + model + "]");
    EXPECT_EQ(text_field(of_id(all, "find"), "call_id"), "c1");
    EXPECT_EQ(text_field(of_id(all, "find"), "output"), "depot");
    const ReadText lines = read(model + "\n" + tool);
    EXPECT_EQ(text_field(of_id(lines, "find"), "call_id"), "c1");
    EXPECT_EQ(read_by_lines(read_langsmith, model + "\n" + tool).told(), lines.told());
}

TEST(Langsmith, AToolMessageIsWhatAToolReturned) {
    const ReadText all = read(run(
        "find", "tool",
        R"(,"inputs":{"input":"{'order': 7}"},"outputs":{"output":{"type":"tool","content":"lost",)"
        R"("tool_call_id":"c9","status":"error"}})"));
    const Event& call = of_id(all, "find");
    EXPECT_EQ(text_field(call, "call_id"), "c9");
    EXPECT_EQ(field(call, "input")["order"].number(), 7);
    EXPECT_EQ(text_field(call, "output"), "lost");
    EXPECT_TRUE(failed_call(call));
    EXPECT_EQ(field(call, "tool_message")["tool_call_id"].string(), "c9");
}

TEST(Langsmith, AnErrorIsOneWholeAndATraceThatHasItFailed) {
    const ReadText all = read(run("r", "chain",
                                  R"(,"status":"error","error":"ValueError('no')\n\nTraceback",)"
                                  R"("inputs":{"question":"where is it"})"));
    EXPECT_EQ(text_field(of_id(all, "r"), "status"), "error");
    EXPECT_EQ(text_field(of_id(all, "r~end"), "status"), "failure");
    EXPECT_EQ(text_field(of_id(all, "r~start"), "goal"), "where is it");
    ASSERT_EQ(all.of_kind("error").size(), 1u);
    EXPECT_EQ(text_field(all.of_kind("error").front(), "error"), "ValueError('no')\n\nTraceback");
}

TEST(Langsmith, OnlyTheRootBeginsAndEnds) {
    const ReadText all = read("[" +
                              run("r", "chain",
                                  R"(,"status":"success","inputs":{"input":"go"},)"
                                  R"("outputs":{"output":"went"})") +
                              "," + run("step", "chain", R"(,"inputs":{"input":"go"})") + "]");
    EXPECT_EQ(all.of_kind("session_start").size(), 1u);
    EXPECT_EQ(text_field(of_id(all, "r~end"), "status"), "success");
    EXPECT_EQ(text_field(of_id(all, "r~end"), "output"), "went");
    EXPECT_EQ(of_id(all, "r~start").parent(), "r");
}

TEST(Langsmith, RunsInRunsAreReadAndTimesMayBeNumbers) {
    const ReadText all =
        read(R"({"runs":[{"id":"r","run_type":"chain","name":"r","start_time":1772355600000,)"
             R"("end_time":1772355601500,"child_runs":[)" +
             run("a", "tool") + "]}]}");
    EXPECT_EQ(of_id(all, "r").duration_ms(), 1500);
    EXPECT_EQ(of_id(all, "a").kind(), "tool_call");
    EXPECT_NE(of_id(all, "r").to_json().find(R"("time":"2026-03-01T09:00:00.000Z")"),
              std::string::npos);
}

TEST(Langsmith, RunsStandInsideEachOtherUpToALimit) {
    const auto nested = [](int levels) {
        std::string text;
        for (int i = 0; i < levels; ++i) {
            const std::string one = run("n" + std::to_string(i), "tool", R"(,"child_runs":[)");
            text += one.substr(0, one.size() - 1);
        }
        for (int i = 0; i < levels; ++i) {
            text += "]}";
        }
        return text;
    };
    EXPECT_EQ(read(nested(64)).events.size(), 64u);
    EXPECT_TRUE(read(nested(64)).refused.empty());
    ASSERT_EQ(read(nested(65)).refused.size(), 1u);
    EXPECT_EQ(read(nested(65)).refused.front().reason, "run: stands inside 64 others");
    EXPECT_EQ(read(nested(65)).events.size(), 64u);
}

TEST(Langsmith, IsKnownByItsRuns) {
    for (const std::string& text :
         {run("r", "llm"), "[" + run("r", "llm") + "]", R"({"runs":[)" + run("r", "llm") + "]}",
          std::string(R"({"post":[],"patch":[{"id":"r","dotted_order":"x"}]})")}) {
        EXPECT_EQ(choose_format({}, text)->name, "langsmith") << text;
    }
    for (const std::string text : {R"({"id":"r","run_type":"llm"})", R"({"post":[],"patch":[]})",
                                   R"({"runs":[{"id":"r"}]})"}) {
        EXPECT_NE(choose_format({}, text)->name, "langsmith") << text;
    }
}

TEST(Langsmith, WhatCannotBeReadIsRefusedAlone) {
    const ReadText all =
        read(R"({"post":[7,{"id":""},{"id":"x","run_type":"llm","end_time":"soon"},)" +
             run("a", "tool") + "]}");
    ASSERT_EQ(all.refused.size(), 3u);
    EXPECT_EQ(all.refused[0].reason, "run: it has no id");
    EXPECT_EQ(all.refused[0].bytes, "7");
    EXPECT_EQ(all.refused[2].reason, "run x: the span has neither a start nor an end");
    EXPECT_EQ(of_id(all, "a").kind(), "tool_call");
    EXPECT_EQ(read("{}").refused.front().reason,
              "is no run: it has no id, or neither run_type nor trace_id");
}

TEST(Langsmith, WhatWasExportedBeforeIsKnownInOtherWords) {
    const std::unique_ptr<Reader> reader = read_langsmith({});
    Batch batch;
    reader->take(run("a", "tool"), 1, batch);
    EXPECT_EQ(reader->copies(), std::vector<std::string>{"a"});
}

TEST(Langsmith, AnUpdateWithoutAnIdIsThatOfItsDottedOrder) {
    const ReadText all =
        read(R"({"post":[{"id":"r-1","trace_id":"t","run_type":"llm","name":"m","inputs":{},)"
             R"("start_time":"2026-03-01T09:00:00Z","child_runs":[]}],"patch":[{"trace_id":"t",)"
             R"("dotted_order":"20260301T090000000000Zt.20260301T090000100000Zr-1",)"
             R"("end_time":"2026-03-01T09:00:02Z","outputs":{}}]})");
    EXPECT_EQ(all.pending, 0u);
    EXPECT_TRUE(all.refused.empty()) << all.told();
    EXPECT_EQ(of_id(all, "r-1").duration_ms(), 2000);
    EXPECT_EQ(read(R"({"patch":[{"trace_id":"t","dotted_order":"Z"}]})").refused.size(), 1u);
}

}  // namespace
}  // namespace hence
