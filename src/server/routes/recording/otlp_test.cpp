// Tests of OTLP over HTTP.
#include "server/otlp/otlp.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/otlp/decode/telemetry_for_test.h"
#include "intake/redaction.h"
#include "model/facts.h"
#include "server/router/router.h"
#include "store/common/forwarding_store.h"

namespace hence {
namespace {

const std::string trace_id(32, 'a');

std::string span_id(std::uint64_t number) {
    return fmt::format("{:016x}", number);
}

std::string event_id(std::uint64_t number) {
    return span_id(number) + "-" + trace_id;
}

// Attributes from pairs of key and text.
std::string attributes_json(const std::vector<std::pair<std::string, std::string>>& texts) {
    std::string list;
    for (const auto& [key, text] : texts) {
        list += list.empty() ? "" : ",";
        list += fmt::format(R"({{"key":"{}","value":{{"stringValue":"{}"}}}})", key, text);
    }
    return "[" + list + "]";
}

struct SpanTelling {
    std::uint64_t number = 1;
    std::uint64_t parent = 0;
    std::string name = "step";
    std::vector<std::pair<std::string, std::string>> attributes = {};
    std::uint64_t second = 0;
};

std::string span_json(const SpanTelling& telling) {
    return fmt::format(
        R"({{"traceId":"{}","spanId":"{}","parentSpanId":"{}","name":"{}",)"
        R"("startTimeUnixNano":"{}000000000","endTimeUnixNano":"{}500000000","attributes":{}}})",
        trace_id, span_id(telling.number), telling.parent == 0 ? "" : span_id(telling.parent),
        telling.name, 1'770'000'000 + telling.second, 1'770'000'000 + telling.second,
        attributes_json(telling.attributes));
}

std::string traces_json(const std::vector<std::string>& spans) {
    return fmt::format(R"({{"resourceSpans":[{{"scopeSpans":[{{"spans":[{}]}}]}}]}})",
                       fmt::join(spans, ","));
}

std::string traces_protobuf(const std::vector<ProtobufForTest>& spans) {
    ProtobufForTest scope;
    for (const ProtobufForTest& span : spans) {
        scope.part(2, span);
    }
    return ProtobufForTest().part(1, ProtobufForTest().part(2, scope)).bytes;
}

ProtobufForTest span_protobuf(std::string_view name) {
    return ProtobufForTest()
        .text(1, std::string(16, '\xaa'))
        .text(2, std::string(7, '\0') + '\1')
        .text(5, name)
        .fixed64(7, 1'770'000'000'000'000'000)
        .fixed64(8, 1'770'000'000'500'000'000);
}

// Fails to append, or counts what it appends.
class WatchedStore final : public ForwardingStore {
public:
    using ForwardingStore::ForwardingStore;
    Result<Receipt> append(const Batch& batch, const Check& check) override {
        if (failure) {
            return *failure;
        }
        sizes.push_back(batch.events.size());
        return ForwardingStore::append(batch, check);
    }
    std::optional<Error> failure;
    std::vector<std::size_t> sizes;
};

class OtlpRoutesTest : public testing::Test {
protected:
    Response post(const std::string& path, std::string body,
                  const std::string& type = "application/json") {
        Request request;
        request.method = "POST";
        EXPECT_TRUE(parse_target(path, request));
        request.headers["content-type"] = type;
        if (!coding_.empty()) {
            request.headers["content-encoding"] = coding_;
        }
        request.body = std::move(body);
        return handle({.store = store_, .redaction = &redaction_}, request);
    }
    // "200 application/json BODY".
    std::string traces(std::string body, const std::string& type = "application/json") {
        return told(post("/v1/traces", std::move(body), type));
    }
    static std::string told(const Response& response) {
        return fmt::format("{} {} {}", response.status, response.content_type, response.body);
    }
    std::string get(const std::string& target) {
        Request request;
        EXPECT_TRUE(parse_target(target, request));
        const Response response = handle({store_}, request);
        std::string answer = response.body;
        if (response.produce) {
            EXPECT_TRUE(response.produce([&answer](std::string_view piece) {
                answer.append(piece);
                return Result<void>();
            }));
        }
        return answer;
    }
    std::string kind_of(const std::string& id) {
        const std::optional<Event> event = store_.find(id).take();
        return event ? std::string(event->kind()) : "none";
    }

    WatchedStore store_{open_memory_store()};
    Redaction redaction_;
    std::string coding_;
};

TEST_F(OtlpRoutesTest, TracesInJsonAreAnsweredInJson) {
    EXPECT_EQ(traces(traces_json({span_json({.number = 1, .name = "x"})})),
              "200 application/json {}");
    EXPECT_EQ(kind_of(event_id(1)), "span");
    EXPECT_EQ(store_.find(event_id(1)).take()->source(), "otlp");
}

TEST_F(OtlpRoutesTest, TracesInProtobufAreAnsweredInProtobuf) {
    EXPECT_EQ(traces(traces_protobuf({span_protobuf("x")}), "application/x-protobuf"),
              "200 application/x-protobuf ");
    EXPECT_EQ(kind_of(event_id(1)), "span");
}

TEST_F(OtlpRoutesTest, BothEncodingsAreOneSpan) {
    traces(traces_protobuf({span_protobuf("x")}), "application/x-protobuf");
    EXPECT_EQ(traces(traces_json({span_json({.number = 1, .name = "x"})})),
              "200 application/json {}");
    EXPECT_EQ(store_.last_seq(), 1U);
}

TEST_F(OtlpRoutesTest, SecretsAreTakenOutBeforeTheyAreStored) {
    const std::string secret = std::string("ghp_") + "a8Kd0Zq3Xw7Rt5Yba8Kd0Zq3Xw7Rt5Yb0aK8";
    const std::string spans = traces_json(
        {span_json({.number = 1, .name = "x", .attributes = {{"http.header", "x " + secret}}})});
    EXPECT_EQ(traces(spans), "200 application/json {}");
    const std::string stored = store_.find(event_id(1)).take()->to_json();
    EXPECT_EQ(stored.find(secret), std::string::npos) << stored;
    EXPECT_NE(stored.find("x [redacted github_token "), std::string::npos) << stored;
    EXPECT_NE(stored.find(R"("redacted"])"), std::string::npos) << stored;
    // The same request again is the same span.
    EXPECT_EQ(traces(spans), "200 application/json {}");
    EXPECT_EQ(store_.last_seq(), 1U);
    const std::string bad = traces_json({R"({"traceId":"","spanId":"","name":")" + secret + "\"}"});
    traces(bad);
    const std::string row = store_.quarantined(1)->bytes;
    EXPECT_EQ(row.find(secret), std::string::npos) << row;
    EXPECT_NE(row.find("[redacted github_token "), std::string::npos) << row;
    redaction_.set_policy({.foreign = false});
    traces(traces_json({span_json({.number = 2, .name = secret})}));
    EXPECT_NE(store_.find(event_id(2)).take()->to_json().find(secret), std::string::npos);
}

TEST_F(OtlpRoutesTest, EmptyBodyIsSuccess) {
    EXPECT_EQ(traces(""), "200 application/json {}");
    EXPECT_EQ(traces("{}"), "200 application/json {}");
    EXPECT_EQ(traces("", "application/x-protobuf"), "200 application/x-protobuf ");
    EXPECT_EQ(told(post("/v1/logs", "")), "200 application/json {}");
    EXPECT_EQ(told(post("/v1/metrics", "")), "200 application/json {}");
}

TEST_F(OtlpRoutesTest, ContentTypeMayHaveParametersAndCapitals) {
    EXPECT_EQ(post("/v1/traces", "{}", "application/json; charset=utf-8").status, 200);
    EXPECT_EQ(post("/v1/traces", "{}", "Application/JSON ;charset=utf-8").status, 200);
    EXPECT_EQ(post("/v1/traces", "", "Application/X-Protobuf").status, 200);
}

TEST_F(OtlpRoutesTest, AnyOtherContentTypeIs415) {
    for (const std::string type : {"", "text/plain", "application/jsonx", "application/x-ndjson",
                                   "application/x-www-form-urlencoded", "multipart/form-data"}) {
        EXPECT_EQ(traces(traces_json({span_json({})}), type),
                  "415 application/json {\"code\":3,\"message\":\"OTLP is "
                  "application/x-protobuf "
                  "or application/json; name one of them as Content-Type\"}")
            << type;
    }
    EXPECT_EQ(store_.last_seq(), 0U);
}

TEST_F(OtlpRoutesTest, CodingThatIsLeftIs415) {
    coding_ = "br";
    EXPECT_EQ(post("/v1/traces", "{}").status, 415);
    coding_ = "identity";
    EXPECT_EQ(post("/v1/traces", "{}").status, 200);
}

TEST_F(OtlpRoutesTest, BadDataIs400InItsEncoding) {
    const std::string json = traces("{\"resourceSpans\":[");
    EXPECT_TRUE(json.starts_with("400 application/json {\"code\":3,\"message\":\"")) << json;
    const std::string protobuf = traces("\x0a\x7f nonsense", "application/x-protobuf");
    EXPECT_TRUE(protobuf.starts_with("400 application/x-protobuf \x08\x03\x12")) << protobuf;
    EXPECT_EQ(store_.last_seq(), 0U);
    EXPECT_TRUE(store_.quarantine(0, 10).take().empty());
}

TEST_F(OtlpRoutesTest, BadSpansAreRejectedAlone) {
    const std::string answer = traces(traces_json(
        {span_json({.number = 1}), R"({"traceId":"12","name":"bad"})", span_json({.number = 3})}));
    EXPECT_TRUE(
        answer.starts_with("200 application/json {\"partialSuccess\":{\"rejectedSpans\":"
                           "\"1\",\"errorMessage\":\"1 span was not taken: number 2: "))
        << answer;
    EXPECT_EQ(store_.last_seq(), 2U);
    const std::vector<QuarantineRow> rows = store_.quarantine(0, 10).take();
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].source, "otlp");
    EXPECT_EQ(rows[0].line, 2U);
    EXPECT_EQ(store_.quarantined(rows[0].n).take().bytes, R"({"traceId":"12","name":"bad"})");
}

TEST_F(OtlpRoutesTest, BadSpansAreRejectedInProtobufToo) {
    const std::string answer =
        traces(traces_protobuf({span_protobuf("x"), ProtobufForTest().text(5, "no id")}),
               "application/x-protobuf");
    EXPECT_TRUE(answer.starts_with("200 application/x-protobuf \x0a")) << answer;
    EXPECT_NE(answer.find("\x08\x01\x12"), std::string::npos);
    EXPECT_NE(answer.find("1 span was not taken: number 2: "), std::string::npos);
    EXPECT_EQ(store_.last_seq(), 1U);
}

TEST_F(OtlpRoutesTest, MessageNamesTheFirstReasonsOnly) {
    const std::vector<std::string> bad(10, R"({"name":"bad"})");
    const std::string answer = traces(traces_json(bad));
    EXPECT_NE(answer.find("\"rejectedSpans\":\"10\""), std::string::npos) << answer;
    EXPECT_NE(answer.find("10 spans were not taken: number 1: "), std::string::npos) << answer;
    EXPECT_NE(answer.find("; number 3: "), std::string::npos) << answer;
    EXPECT_EQ(answer.find("number 4: "), std::string::npos) << answer;
    EXPECT_NE(answer.find("; and 7 more"), std::string::npos) << answer;
}

TEST_F(OtlpRoutesTest, RequestSentAgainChangesNothing) {
    const std::string request =
        traces_json({span_json({.number = 2,
                                .parent = 1,
                                .name = "chat",
                                .attributes = {{"gen_ai.operation.name", "chat"},
                                               {"gen_ai.request.model", "m"},
                                               {"gen_ai.response.id", "r"}}}),
                     span_json({.number = 3,
                                .parent = 1,
                                .name = "execute_tool",
                                .attributes = {{"gen_ai.operation.name", "execute_tool"},
                                               {"gen_ai.tool.name", "Read"},
                                               {"gen_ai.tool.call.id", "c1"}}}),
                     span_json({.number = 1, .name = "invoke_agent"})});
    EXPECT_EQ(traces(request), "200 application/json {}");
    const std::uint64_t before = store_.last_seq();
    const std::string all = get("/api/v1/events");
    EXPECT_EQ(traces(request), "200 application/json {}");
    EXPECT_EQ(store_.last_seq(), before);
    EXPECT_EQ(get("/api/v1/events"), all);
    EXPECT_TRUE(store_.quarantine(0, 10).take().empty());
}

TEST_F(OtlpRoutesTest, SameSpanWithOtherContentIsRejected) {
    traces(traces_json({span_json({.number = 1, .name = "x"})}));
    const std::string answer = traces(traces_json({span_json({.number = 1, .name = "y"})}));
    EXPECT_NE(answer.find("\"rejectedSpans\":\"1\""), std::string::npos) << answer;
    EXPECT_NE(answer.find("conflict: it is not what is stored as " + event_id(1)),
              std::string::npos)
        << answer;
    EXPECT_EQ(store_.quarantine(0, 10).take().at(0).reason, "conflict");
}

TEST_F(OtlpRoutesTest, MetricsAreCountedAndNotKept) {
    EXPECT_EQ(
        told(post("/v1/metrics", R"({"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"m",)"
                                 R"("gauge":{"dataPoints":[{"asInt":"1"},{"asInt":"2"}]}}]}]}]})")),
        "200 application/json {\"partialSuccess\":{\"rejectedDataPoints\":\"2\","
        "\"errorMessage\":\"metrics are not kept here: traces and logs are\"}}");
    EXPECT_EQ(store_.last_seq(), 0U);
}

TEST_F(OtlpRoutesTest, RecordsBecomeEvents) {
    EXPECT_EQ(told(post("/v1/logs",
                        R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":)"
                        R"("1770000000000000000","severityText":"INFO","body":{"stringValue":)"
                        R"("hello"}},{"body":{"stringValue":"no time"}}]}]}]})"))
                  .substr(0, 119),
              "200 application/json {\"partialSuccess\":{\"rejectedLogRecords\":\"1\","
              "\"errorMessage\":\"1 log record was not taken: number 2: ");
    EXPECT_EQ(store_.last_seq(), 1U);
}

TEST_F(OtlpRoutesTest, StoreThatCannotWriteIs503) {
    store_.failure = Error{Code::io, "no room on the disk"};
    Response response = post("/v1/traces", traces_json({span_json({})}));
    EXPECT_EQ(told(response),
              "503 application/json {\"code\":14,\"message\":\"no room on the disk\","
              "\"details\":[{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\","
              "\"retryDelay\":\"5s\"}]}");
    ASSERT_EQ(response.headers.size(), 1U);
    EXPECT_EQ(response.headers[0], std::pair(std::string("Retry-After"), std::string("5")));
    store_.failure = Error{Code::corrupt, "lost"};
    response = post("/v1/traces", traces_protobuf({span_protobuf("x")}), "application/x-protobuf");
    EXPECT_EQ(response.status, 503);
    ASSERT_EQ(response.headers.size(), 1U);
    EXPECT_EQ(response.headers[0].second, "60");
}

TEST_F(OtlpRoutesTest, ManySpansKeepTheirOrderInBatches) {
    std::vector<std::string> spans;
    for (std::uint64_t i = 1; i <= 1'300; ++i) {
        spans.push_back(span_json({.number = i}));
    }
    EXPECT_EQ(traces(traces_json(spans)), "200 application/json {}");
    EXPECT_EQ(store_.sizes, (std::vector<std::size_t>{1024, 276}));
    for (std::uint64_t i = 1; i <= 1'300; ++i) {
        EXPECT_EQ(store_.find(event_id(i)).take()->seq(), i);
    }
}

TEST_F(OtlpRoutesTest, LargeSpansGoInSmallerBatches) {
    std::vector<std::string> spans;
    for (std::uint64_t i = 1; i <= 5; ++i) {
        spans.push_back(
            span_json({.number = i, .attributes = {{"x", std::string(1'500'000, 'x')}}}));
    }
    EXPECT_EQ(traces(traces_json(spans)), "200 application/json {}");
    EXPECT_EQ(store_.sizes, (std::vector<std::size_t>{3, 2}));
}

TEST_F(OtlpRoutesTest, ParentMayComeLaterOrNever) {
    traces(traces_json(
        {span_json({.number = 2, .parent = 1}), span_json({.number = 4, .parent = 9})}));
    traces(traces_json({span_json({.number = 1, .attributes = {{"session.id", "s1"}}})}));
    const std::string tree = get("/api/v1/sessions/s1/tree");
    EXPECT_NE(tree.find(event_id(2)), std::string::npos) << tree;
    EXPECT_NE(tree.find("\"missing_parents\":[{\"event\":\"" + event_id(4) + "\",\"parent\":\"" +
                        event_id(9)),
              std::string::npos)
        << tree;
}

TEST_F(OtlpRoutesTest, SessionOfOneSpanIsThatOfItsTrace) {
    traces(traces_json({span_json({.number = 2, .parent = 1})}));
    traces(traces_json({span_json({.number = 1, .attributes = {{"session.id", "s1"}}}),
                        span_json({.number = 3, .parent = 1})}));
    const std::string events = get("/api/v1/events?session=s1");
    for (const std::uint64_t number : {1, 2, 3}) {
        EXPECT_NE(events.find("\"id\":\"" + event_id(number)), std::string::npos) << events;
    }
}

TEST_F(OtlpRoutesTest, WrappedModelCallCountsOnce) {
    const auto chat = [](std::uint64_t number, std::uint64_t parent) {
        return span_json({.number = number,
                          .parent = parent,
                          .name = "chat",
                          .attributes = {{"gen_ai.operation.name", "chat"},
                                         {"gen_ai.request.model", "m"},
                                         {"gen_ai.usage.input_tokens", "10"},
                                         {"gen_ai.usage.output_tokens", "5"},
                                         {"session.id", "s1"}}});
    };
    EXPECT_EQ(traces(traces_json({chat(2, 1), chat(1, 0)})), "200 application/json {}");
    EXPECT_EQ(kind_of(event_id(1)), "span");
    EXPECT_EQ(kind_of(event_id(2)), "llm_call");
    const std::string sessions = get("/api/v1/sessions");
    EXPECT_NE(sessions.find("\"tokens\":15"), std::string::npos) << sessions;
}

TEST_F(OtlpRoutesTest, EachSpanSaysWhoSentIt) {
    const auto scope = [](const std::string& name, std::uint64_t first) {
        return fmt::format(R"({{"scope":{{"name":"{}"}},"spans":[{},{}]}})", name,
                           span_json({.number = first}), span_json({.number = first + 1}));
    };
    const auto resource = [](const std::string& service, const std::string& scopes) {
        return fmt::format(R"({{"resource":{{"attributes":{}}},"scopeSpans":[{}]}})",
                           attributes_json({{"service.name", service}}), scopes);
    };
    EXPECT_EQ(traces(R"({"resourceSpans":[)" +
                     resource("one", scope("a", 1) + "," + scope("b", 3)) + "," +
                     resource("two", scope("b", 5)) + "]}"),
              "200 application/json {}");
    const auto sent_by = [this](std::uint64_t number) {
        const std::optional<Event> event = store_.find(event_id(number)).take();
        return std::string(field(*event, "scope")["name"].raw()) + " of " +
               std::string(field(*event, "resource")["service.name"].raw());
    };
    for (const std::uint64_t number : {1, 2}) {
        EXPECT_EQ(sent_by(number), R"("a" of "one")");
        EXPECT_EQ(sent_by(number + 2), R"("b" of "one")");
        EXPECT_EQ(sent_by(number + 4), R"("b" of "two")");
    }
}

}  // namespace
}  // namespace hence
