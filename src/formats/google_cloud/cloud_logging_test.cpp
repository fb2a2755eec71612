#include "formats/google_cloud/cloud_logging.h"

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "model/json/json.h"

namespace hence {
namespace {

constexpr std::string_view trace = "0123456789abcdef0123456789abcdef";

std::string entry_with(std::string_view more) {
    return R"({"insertId":"i1","logName":"projects/shop/logs/agent",)"
           R"("timestamp":"2026-03-01T10:00:00.25Z","severity":"WARNING",)"
           R"("resource":{"type":"cloud_run_revision","labels":{"service_name":"planner"}})" +
           std::string(more) + "}";
}

std::string on_span() {
    return R"(,"trace":"projects/shop/traces/)" + std::string(trace) +
           R"(","spanId":"000000000000001a")";
}

Event only(const std::string& text) {
    ReadText read = read_whole(read_cloud_logging, text);
    EXPECT_TRUE(read.refused.empty()) << read.told();
    EXPECT_EQ(read.events.size(), 1U) << read.told();
    return read.events.at(0);
}

std::string field(const Event& event, std::string_view name) {
    return std::string(Json(event.fields())[name].raw());
}

std::string attribute(const Event& event, std::string_view name) {
    return std::string(Json(event.fields())["attributes"][name].raw());
}

TEST(CloudLoggingTest, EntriesAreKnownByTheirMembers) {
    const std::string entry = entry_with(R"(,"textPayload":"x")");
    for (const std::string& text :
         {entry, "[" + entry + "]", R"({"entries":[)" + entry + "]}",
          std::string(R"({"log_name":"projects/p/logs/l","insert_id":"1","json_payload":{}})")}) {
        EXPECT_EQ(choose_format({}, text)->name, "cloud-logging") << text;
    }
    for (const std::string_view text : {R"({"logName":"l","textPayload":"x"})", R"({"entries":[]})",
                                        R"({"insertId":"1","textPayload":"x"})"}) {
        EXPECT_NE(choose_format({}, text)->name, "cloud-logging") << text;
    }
}

TEST(CloudLoggingTest, EntryIsALogOfItsSpan) {
    const Event log = only(entry_with(R"(,"textPayload":"slow")" + on_span()));
    EXPECT_EQ(log.kind(), "log");
    EXPECT_EQ(log.parent(), "000000000000001a-" + std::string(trace));
    EXPECT_EQ(log.run(), trace);
    EXPECT_EQ(log.agent(), "planner");
    EXPECT_EQ(log.source(), "cloud-logging");
    EXPECT_EQ(to_string(log.time()), "2026-03-01T10:00:00.250000000Z");
    EXPECT_EQ(field(log, "severity"), R"("WARNING")");
    EXPECT_EQ(field(log, "severity_number"), "13");
    EXPECT_EQ(field(log, "body"), R"("slow")");
    EXPECT_EQ(attribute(log, "insertId"), R"("i1")");
}

TEST(CloudLoggingTest, MessageOfAnObjectIsTheBodyAndTheRestAreAttributes) {
    const Event log =
        only(entry_with(R"(,"jsonPayload":{"message":"slow","attempt":2,"session.id":"s9"})"));
    EXPECT_EQ(field(log, "body"), R"("slow")");
    EXPECT_EQ(attribute(log, "attempt"), "2");
    EXPECT_EQ(log.session(), "s9");
    EXPECT_EQ(field(only(entry_with(R"(,"jsonPayload":{"a":1})")), "body"), R"({"a":1})");
}

TEST(CloudLoggingTest, EventOfTheConventionsKeepsItsBody) {
    const Event said = only(entry_with(R"(,"labels":{"event.name":"gen_ai.user.message"},)"
                                       R"("jsonPayload":{"content":"find it","message":"no"})"));
    EXPECT_EQ(field(said, "otel_event"), R"("gen_ai.user.message")");
    EXPECT_NE(field(said, "message").find("find it"), std::string::npos) << said.to_json();
    const Event named = only(R"({"insertId":"1","logName":"projects/p/logs/gen_ai.choice",)"
                             R"("timestamp":"2026-03-01T10:00:00Z","jsonPayload":)"
                             R"({"index":0,"message":{"content":"done"}}})");
    EXPECT_EQ(field(named, "otel_event"), R"("gen_ai.choice")");
}

TEST(CloudLoggingTest, AttributesInThePlaceOfABodyAreAttributes) {
    const ReadText read = read_whole(
        read_cloud_logging,
        R"({"insertId":"1","logName":"projects/p/logs/gen_ai.client.inference.operation.details",)"
        R"("timestamp":"2026-03-01T10:00:00Z","jsonPayload":{"gen_ai.operation.name":"chat",)"
        R"("gen_ai.request.model":"g","gen_ai.usage.input_tokens":5}})");
    ASSERT_FALSE(read.events.empty()) << read.told();
    EXPECT_EQ(read.events[0].kind(), "llm_call");
    EXPECT_EQ(field(read.events[0], "prompt_tokens"), "5");
}

TEST(CloudLoggingTest, AuditEntryIsCalledByItsMethod) {
    const Event log = only(entry_with(R"(,"protoPayload":{"methodName":"Delete","status":{}})"));
    EXPECT_EQ(field(log, "body"), R"("Delete")");
    EXPECT_EQ(attribute(log, "protoPayload"), R"({"methodName":"Delete","status":{}})");
}

TEST(CloudLoggingTest, RequestIsToldInOneLine) {
    const Event log = only(
        entry_with(R"(,"httpRequest":{"requestMethod":"GET","requestUrl":"/a","status":500})"));
    EXPECT_EQ(field(log, "body"), R"("GET /a 500")");
    EXPECT_NE(attribute(log, "httpRequest"), "");
}

TEST(CloudLoggingTest, IdsThatAreNoneStayAsTheyWereSaid) {
    const Event log = only(entry_with(R"(,"textPayload":"x","trace":"whatever","spanId":"y")"));
    EXPECT_EQ(log.parent(), "");
    EXPECT_EQ(attribute(log, "trace"), R"("whatever")");
    EXPECT_EQ(attribute(log, "spanId"), R"("y")");
    const Event decimal = only(
        entry_with(R"(,"textPayload":"x","trace":")" + std::string(trace) + R"(","spanId":"26")"));
    EXPECT_EQ(decimal.parent(), "000000000000001a-" + std::string(trace));
}

TEST(CloudLoggingTest, EntryWithoutATimeOfItsOwnWasWhenItArrived) {
    const Event log = only(R"({"logName":"l","receiveTimestamp":"2026-03-01T10:00:00Z",)"
                           R"("textPayload":"x"})");
    EXPECT_EQ(to_string(log.time()), "2026-03-01T10:00:00.000000000Z");
}

TEST(CloudLoggingTest, EntryIsRefusedAloneWithTheReason) {
    const ReadText read =
        read_whole(read_cloud_logging, R"({"entries":[{"logName":"l"},)" + entry_with("") + "]}");
    EXPECT_EQ(read.events.size(), 1U);
    ASSERT_EQ(read.refused.size(), 1U);
    EXPECT_EQ(read.refused[0].reason,
              "entry 1: is no log entry: it has no logName, time or payload");
    const ReadText late =
        read_whole(read_cloud_logging, R"({"logName":"l","timestamp":"noon","textPayload":"x"})");
    ASSERT_EQ(late.refused.size(), 1U);
    EXPECT_EQ(late.refused[0].reason, "timestamp is no time from 1970 to 2554");
}

TEST(CloudLoggingTest, SameEntryIsTheSameEventAndAnotherIsAnother) {
    const std::string first = entry_with(R"(,"textPayload":"x")");
    EXPECT_EQ(only(first).id(), only(first).id());
    EXPECT_NE(only(first).id(), only(entry_with(R"(,"textPayload":"y")")).id());
    const std::string text = first + "\n" + entry_with(R"(,"textPayload":"y")") + "\n";
    EXPECT_EQ(read_by_lines(read_cloud_logging, text).told(),
              read_whole(read_cloud_logging, text).told());
}

}  // namespace
}  // namespace hence
