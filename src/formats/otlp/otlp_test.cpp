// Files of OTLP: detection, parts, refusals and reconstructed calls.
#include "formats/otlp/otlp.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "model/json/json.h"

namespace hence {
namespace {

const std::string trace = "5b8efff798038103d269b633813fc60c";

std::string attribute(const std::string& key, const std::string& value) {
    std::string text;
    append_string(text, value);
    return R"({"key":")" + key + R"(","value":{"stringValue":)" + text + "}}";
}

struct SpanText {
    std::string id;
    std::string parent = {};
    std::string name = "step";
    std::vector<std::string> attributes = {};
};

std::string span(const SpanText& span) {
    std::string attributes;
    for (const std::string& each : span.attributes) {
        attributes += (attributes.empty() ? "" : ",") + each;
    }
    return R"({"traceId":")" + trace + R"(","spanId":")" + span.id + R"(","parentSpanId":")" +
           span.parent + R"(","name":")" + span.name +
           R"(","startTimeUnixNano":"1771840800000000000","endTimeUnixNano":"1771840801000000000",)"
           R"("attributes":[)" +
           attributes + "]}";
}

std::string document(const std::vector<std::string>& spans) {
    std::string list;
    for (const std::string& each : spans) {
        list += (list.empty() ? "" : ",") + each;
    }
    return R"({"resourceSpans":[{"scopeSpans":[{"spans":[)" + list + "]}]}]}";
}

// A model call whose input tells of a call, and of what came of it.
std::string model_span(const std::string& id, const std::string& call_id) {
    return span(
        {id,
         "",
         "chat m",
         {attribute("gen_ai.operation.name", "chat"), attribute("gen_ai.request.model", "m"),
          attribute("gen_ai.input.messages",
                    R"([{"role":"user","parts":[{"type":"text","content":"where?"}]},)"
                    R"({"role":"assistant","parts":[{"type":"tool_call","id":")" +
                        call_id +
                        R"(","name":"look","arguments":{"at":"map"}}]},)"
                        R"({"role":"tool","parts":[{"type":"tool_call_response","id":")" +
                        call_id + R"(","response":"there"}]}])")}});
}

std::vector<std::string> ids(const ReadText& read) {
    std::vector<std::string> ids;
    for (const Event& event : read.events) {
        ids.emplace_back(event.id());
    }
    return ids;
}

TEST(OtlpFileTest, IsKnownByItsBeginning) {
    for (const std::string text :
         {R"({"resourceSpans":[]})", R"([{"resource_spans":[]}])", R"({"resourceLogs":[]})",
          R"({"resource":{},"scopeSpans":[]})", R"({"resourceMetrics":[]})",
          R"({"resource":{},"instrumentationLibrarySpans":[]})"}) {
        EXPECT_EQ(choose_format({}, text)->name, "otlp") << text;
    }
    EXPECT_NE(choose_format({}, R"({"spans":[]})")->name, "otlp");
}

TEST(OtlpFileTest, DocumentArrayAndLinesGiveTheSame) {
    const std::string one = document({span({"00000000000000a1"}), span({"00000000000000a2"})});
    const std::string two = document({span({"00000000000000a3"})});
    const ReadText lines = read_whole(read_otlp, one + "\n" + two + "\n");
    EXPECT_EQ(ids(lines),
              (std::vector<std::string>{"00000000000000a1-" + trace, "00000000000000a2-" + trace,
                                        "00000000000000a3-" + trace}));
    EXPECT_EQ(lines.lines, (std::vector<std::uint64_t>{1, 1, 2}));
    EXPECT_EQ(read_whole(read_otlp, "[" + one + "," + two + "]").told(), lines.told());
    EXPECT_EQ(read_by_lines(read_otlp, one + "\n" + two + "\n").told(), lines.told());
    EXPECT_EQ(ids(read_whole(read_otlp, one)).size(), 2U);
}

TEST(OtlpFileTest, ParentIsTheSpanAbove) {
    const ReadText read = read_whole(
        read_otlp,
        document({span({"00000000000000a2", "00000000000000A1"}), span({"00000000000000a1"})}));
    ASSERT_EQ(read.events.size(), 2U);
    EXPECT_EQ(read.events[0].parent(), "00000000000000a1-" + trace);
    EXPECT_EQ(read.events[1].parent(), "");
    EXPECT_EQ(read.events[0].run(), trace);
    EXPECT_EQ(read.events[0].source(), "otlp");
}

TEST(OtlpFileTest, WhatIsRefusedSaysWhereAndKeepsItsBytes) {
    const std::string bad = R"({"traceId":"zz","spanId":"1"})";
    const std::string timeless =
        R"({"traceId":")" + trace + R"(","spanId":"00000000000000a9","name":"x"})";
    const ReadText read = read_whole(
        read_otlp, document({span({"00000000000000a1"}), bad, timeless}) + "\n{\"x\":1}\n" +
                       "{\"resourceMetrics\":[]}\nno json\n{\"resourceSpans\":7}\n");
    EXPECT_EQ(read.events.size(), 1U);
    ASSERT_EQ(read.refused.size(), 6U);
    const auto reason = [&read](std::size_t at) { return read.refused[at].reason; };
    EXPECT_EQ(reason(0),
              "resourceSpans[0].scopeSpans[0].spans[1].traceId is no id: neither 32 "
              "digits in hex nor base64 of them");
    EXPECT_EQ(read.refused[0].bytes, bad);
    EXPECT_EQ(read.refused[0].line, 1U);
    EXPECT_TRUE(reason(1).starts_with("span 00000000000000a9 of trace " + trace + ": "));
    EXPECT_EQ(read.refused[1].bytes, timeless);
    EXPECT_EQ(reason(2), "holds neither resourceSpans nor resourceLogs");
    EXPECT_EQ(reason(3), "holds metrics, of which none are kept");
    EXPECT_EQ(read.refused[4].line, 4U);
    EXPECT_EQ(reason(5), "resourceSpans is no list");
}

TEST(OtlpFileTest, RecordsBecomeEvents) {
    const ReadText read = read_whole(read_otlp, R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[
            {"timeUnixNano":"1771840800000000000","body":{"stringValue":"hello"}}]}]}]})");
    ASSERT_EQ(read.events.size(), 1U);
    EXPECT_EQ(read.events[0].kind(), "log");
    EXPECT_EQ(read.refused.size(), 0U);
}

TEST(OtlpFileTest, CallThatNobodySentIsReconstructedAtTheEnd) {
    const ReadText read = read_whole(read_otlp, document({model_span("00000000000000a1", "c1")}));
    const std::vector<Event> calls = read.of_kind("tool_call");
    ASSERT_EQ(calls.size(), 1U);
    EXPECT_TRUE(calls[0].has(Flag::derived));
    EXPECT_EQ(Json(calls[0].fields())["call_id"].string(), "c1");
    EXPECT_EQ(read.events.back().id(), calls[0].id());
}

std::uint64_t elements(Json list) {
    std::uint64_t count = 0;
    list.each_element([&count](Json) { return ++count > 0; });
    return count;
}

// How many spans and records documents hold that are spelled as the specification has it.
std::uint64_t items_in(Json documents) {
    std::uint64_t count = 0;
    const auto visit = [&count](Json document) {
        for (const bool spans : {true, false}) {
            document[spans ? "resourceSpans" : "resourceLogs"].each_element([&](Json resource) {
                resource[spans ? "scopeSpans" : "scopeLogs"].each_element([&](Json scope) {
                    count += elements(scope[spans ? "spans" : "logRecords"]);
                    return true;
                });
                return true;
            });
        }
        return true;
    };
    if (documents.is_array()) {
        documents.each_element(visit);
    } else {
        visit(documents);
    }
    return count;
}

// Files that real exporters wrote, in directories otlp-* of the one that HENCE_SAMPLES names.
TEST(OtlpFileTest, EverySpanOfRealFilesBecomesAnEvent) {
    const char* const samples = std::getenv("HENCE_SAMPLES");
    if (samples == nullptr) {
        GTEST_SKIP() << "HENCE_SAMPLES is not set";
    }
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(samples)) {
        const std::string path = entry.path().string();
        if (path.find("/otlp-") == std::string::npos || !path.ends_with(".json")) {
            continue;
        }
        std::ifstream file(path);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        EXPECT_EQ(choose_format({}, text)->name, "otlp") << path;
        const ReadText read = read_whole(read_otlp, text);
        EXPECT_TRUE(read.refused.empty()) << path << ": " << read.refused.at(0).reason;
        const Result<std::string> json = minify(text, 1'000);
        ASSERT_TRUE(json) << path;
        const auto own = std::ranges::count_if(read.events, [](const Event& event) {
            return event.id().find('~') == std::string::npos;
        });
        EXPECT_GE(static_cast<std::uint64_t>(own), items_in(Json(*json))) << path;
        ++files;
    }
    EXPECT_GT(files, 0U);
}

}  // namespace
}  // namespace hence
