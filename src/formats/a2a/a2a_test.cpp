// A2A messages, tasks, artifacts and JSON-RPC in both versions, and the events that they become.
#include "formats/a2a/a2a.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/a2a/reader.h"
#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "model/json/json.h"

namespace hence {
namespace {

const std::string hello =
    R"({"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message",)"
    R"("messageId":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c01","role":"user",)"
    R"("parts":[{"kind":"text","text":"book a table"}]}}})";
const std::string asking =
    R"({"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t1","contextId":"c1","status":)"
    R"({"state":"input-required","timestamp":"2026-03-01T10:00:01Z","message":{"kind":"message",)"
    R"("messageId":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c02","role":"agent",)"
    R"("parts":[{"kind":"text","text":"for how many?"}]}}}})";
const std::string answer =
    R"({"jsonrpc":"2.0","id":2,"method":"message/send","params":{"message":{"kind":"message",)"
    R"("messageId":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c03","taskId":"t1","role":"user",)"
    R"("parts":[{"kind":"text","text":"four"}]}}})";
const std::string done =
    R"({"jsonrpc":"2.0","id":2,"result":{"kind":"task","id":"t1","contextId":"c1",)"
    R"("artifacts":[{"artifactId":"a1","name":"booking","parts":[{"kind":"text",)"
    R"("text":"table 7"}]}],"status":{"state":"completed","timestamp":"2026-03-01T10:00:09Z"}}})";

std::string field(const Event& event, std::string_view name) {
    return std::string(Json(event.fields())[name].raw());
}

std::string message(std::string_view id, std::string_view more = {}) {
    return R"({"messageId":")" + std::string(id) + R"(","role":"ROLE_USER","contextId":"c1",)" +
           R"("parts":[{"text":"hi"}])" + std::string(more) + "}";
}

std::string update(std::string_view state, std::string_view more = {}) {
    return R"({"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":")" +
           std::string(state) + R"(","timestamp":"2026-03-01T10:00:05Z"})" + std::string(more) +
           "}}";
}

std::string chunk(std::string_view text, std::string_view more) {
    return R"({"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a1",)"
           R"("parts":[{"text":")" +
           std::string(text) + R"("}]})" + std::string(more) + "}}";
}

ReadText read_with(const A2aReader::Limits& limits, std::string_view text) {
    A2aReader reader({}, limits);
    return read_whole(reader, text);
}

TEST(A2aTest, WhatIsSentIsKnownInBothVersions) {
    for (const std::string& text :
         {hello, asking, message("m"), update("TASK_STATE_WORKING"), chunk("x", ""),
          "[" + hello + "]",
          std::string(R"({"kind":"task","id":"t","status":{"state":"working"}})"),
          std::string(R"({"tasks":[{"id":"t","contextId":"c","status":{"state":"working"}}]})"),
          std::string(R"({"message":{"messageId":"m","role":"user","parts":[]}})"),
          std::string(R"({"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}})"),
          std::string(R"({"name":"a","url":"u","skills":[],"capabilities":{}})")}) {
        EXPECT_EQ(choose_format({}, text)->name, "a2a") << text;
    }
    for (const std::string_view text :
         {R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})",
          R"({"jsonrpc":"2.0","id":1,"result":{}})", R"({"messageId":"m","role":"user"})",
          R"({"id":"t","status":{"state":"working"}})",
          R"({"message":{"role":"user","content":"x"}})", "{}"}) {
        EXPECT_NE(choose_format({}, text)->name, "a2a") << text;
    }
}

TEST(A2aTest, ExchangeIsReadAsAPersonWouldTellIt) {
    const ReadText read =
        read_whole(read_a2a, hello + "\n" + asking + "\n" + answer + "\n" + done + "\n");
    EXPECT_TRUE(read.refused.empty()) << read.told();
    EXPECT_EQ(read.pending, 0U);
    ASSERT_EQ(read.events.size(), 8U) << read.told();
    std::string kinds;
    for (const Event& event : read.events) {
        kinds += std::string(event.kind()) + " ";
        EXPECT_EQ(event.session(), "c1") << event.to_json();
        EXPECT_EQ(event.run(), "t1") << event.to_json();
        EXPECT_EQ(event.source(), "a2a");
    }
    EXPECT_EQ(kinds,
              "session_start message message message message message termination session_end ");
    EXPECT_EQ(field(read.events[0], "goal"), R"("book a table")");
    EXPECT_EQ(field(read.events[2], "status"), R"("input-required")");
    EXPECT_EQ(field(read.events[2], "payload"), R"("for how many?")");
    EXPECT_EQ(read.events[2].parent(), read.events[1].id());
    EXPECT_FALSE(read.events[2].has(Flag::parent_derived));
    EXPECT_EQ(read.events[3].parent(), read.events[2].id());
    EXPECT_TRUE(read.events[3].has(Flag::parent_derived));
    EXPECT_EQ(field(read.events[4], "subtype"), R"("artifact")");
    EXPECT_EQ(read.events[4].parent(), read.events[3].id());
    EXPECT_EQ(field(read.events[6], "reason"), R"("completed")");
    EXPECT_EQ(field(read.events[6], "output"), R"("table 7")");
    EXPECT_EQ(field(read.events[7], "status"), R"("success")");
}

TEST(A2aTest, MessageIsAnAuditEntry) {
    const ReadText read = read_whole(read_a2a, message("m-1", R"(,"metadata":{"a":1})"));
    const std::vector<Event> messages = read.of_kind("message");
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].agent(), "user");
    EXPECT_TRUE(messages[0].id().starts_with("m-1~")) << messages[0].id();
    EXPECT_EQ(messages[0].fields(),
              R"({"message_id":"m-1","from":"user","to":["agent"],"subtype":"message",)"
              R"("payload":"hi","metadata":{"a":1}})");
}

TEST(A2aTest, CorrelationInTheMetadataIsTheThread) {
    const ReadText read =
        read_whole(read_a2a, message("m-1", R"(,"metadata":{"correlation_id":"trade-1","a":1})"));
    ASSERT_EQ(read.events.size(), 2U);  // The message, and the goal that it states.
    EXPECT_EQ(read.events[0].correlation(), "trade-1");
    EXPECT_EQ(read.events[1].correlation(), "trade-1");
    EXPECT_EQ(field(read.of_kind("message")[0], "metadata"),
              R"({"correlation_id":"trade-1","a":1})");
    const std::string status =
        R"({"kind":"status-update","taskId":"t","contextId":"c","final":true,)"
        R"("metadata":{"correlationId":"trade-2"},"status":{"state":"completed"}})";
    for (const Event& event : read_whole(read_a2a, status).events) {
        EXPECT_EQ(event.correlation(), "trade-2") << event.to_json();
    }
}

TEST(A2aTest, PartsThatAreNotOneTextStayAsTheyCame) {
    const std::string parts = R"([{"text":"a"},{"data":{"n":1}}])";
    EXPECT_EQ(a2a_payload(Json(parts)), parts);
    EXPECT_EQ(a2a_payload(Json(R"([{"text":"a","metadata":{"x":1}}])")),
              R"([{"text":"a","metadata":{"x":1}}])");
    EXPECT_EQ(a2a_payload(Json(R"([{"kind":"text","text":"a"}])")), R"("a")");
    EXPECT_EQ(a2a_payload(Json("[]")), "[]");
    EXPECT_EQ(a2a_text(Json(R"([{"text":"a"},{"data":1},{"text":"b"}])")), "a\nb");
}

TEST(A2aTest, OwnIdIsKeptWhereItIsUnique) {
    const std::string uuid = "6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c01";
    EXPECT_EQ(a2a_message_id(Json(message(uuid))), uuid);
    EXPECT_NE(a2a_message_id(Json(message("1"))),
              a2a_message_id(Json(R"({"messageId":"1","role":"user","parts":[{"text":"bye"}]})")));
    EXPECT_EQ(a2a_message_id(Json(message(std::string(300, 'x')))).size(), 64U);
}

TEST(A2aTest, TimeIsThatOfTheStatusAndOthersTakeTheNearest) {
    const ReadText read = read_whole(
        read_a2a, message("1") + "\n" + update("TASK_STATE_WORKING") + "\n" + message("2") + "\n");
    ASSERT_EQ(read.of_kind("message").size(), 3U) << read.told();
    for (const Event& event : read.of_kind("message")) {
        EXPECT_EQ(to_string(event.time()), "2026-03-01T10:00:05Z");
        EXPECT_EQ(event.has(Flag::time_derived), field(event, "subtype") != R"("status")");
    }
}

TEST(A2aTest, TextWithoutAnyTimeIsInOrder) {
    const ReadText read = read_whole(read_a2a, message("1") + "\n" + message("2") + "\n");
    ASSERT_EQ(read.events.size(), 4U);
    for (std::size_t i = 1; i < read.events.size(); ++i) {
        EXPECT_LT(read.events[i - 1].time(), read.events[i].time());
        EXPECT_TRUE(read.events[i].has(Flag::time_derived));
    }
}

TEST(A2aTest, RecordThatALoggerStampedHasThatTime) {
    const ReadText read = read_whole(
        read_a2a, message("1", R"(,"timestamp":"2026-03-01T09:00:00Z")") + "\n" +
                      message("2", R"(,"metadata":{"timestamp":"2026-03-01T09:30:00Z"})") + "\n");
    const std::vector<Event> messages = read.of_kind("message");
    ASSERT_EQ(messages.size(), 2U);
    EXPECT_EQ(to_string(messages[0].time()), "2026-03-01T09:00:00Z");
    EXPECT_EQ(to_string(messages[1].time()), "2026-03-01T09:30:00Z");
    EXPECT_FALSE(messages[1].has(Flag::time_derived));
}

TEST(A2aTest, RequestThatIsNeverAnsweredIsToldAtTheEnd) {
    const ReadText read = read_whole(read_a2a, hello + "\n" + update("TASK_STATE_WORKING") + "\n");
    ASSERT_EQ(read.events.size(), 3U) << read.told();
    EXPECT_EQ(read.events[1].session(), "");
}

TEST(A2aTest, IdOfARequestMayBeUsedAgain) {
    const std::string again =
        R"({"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{)"
        R"("messageId":"9","role":"user","parts":[{"text":"other"}]}}})";
    const ReadText read = read_whole(read_a2a, hello + "\n" + again + "\n" + asking + "\n");
    for (const Event& event : read.of_kind("message")) {
        const bool first = field(event, "payload") == R"("book a table")";
        EXPECT_EQ(event.session(), first ? "" : "c1") << event.to_json();
    }
}

TEST(A2aTest, EveryFinalStateIsATermination) {
    for (const std::string_view state :
         {"TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_CANCELED", "TASK_STATE_REJECTED",
          "completed", "failed", "canceled", "rejected"}) {
        const ReadText read = read_whole(read_a2a, update(state));
        EXPECT_EQ(read.of_kind("termination").size(), 1U) << state;
        ASSERT_EQ(read.of_kind("session_end").size(), 1U) << state;
        std::string small(state.substr(state.rfind('_') + 1));
        std::ranges::transform(small, small.begin(), [](char c) {
            return c < 'a' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        EXPECT_EQ(field(read.of_kind("termination")[0], "reason"), '"' + small + '"');
        EXPECT_EQ(field(read.of_kind("session_end")[0], "status"),
                  small == "completed"  ? R"("success")"
                  : small == "canceled" ? R"("cancelled")"
                                        : R"("failure")");
    }
    for (const std::string_view state :
         {"TASK_STATE_WORKING", "TASK_STATE_SUBMITTED", "input-required", "auth-required", "odd"}) {
        const ReadText read = read_whole(read_a2a, update(state));
        EXPECT_TRUE(read.of_kind("termination").empty()) << state;
        EXPECT_EQ(read.of_kind("message").size(), 1U) << state;
    }
}

TEST(A2aTest, ChunksOfAnArtifactAreOneArtifact) {
    const std::string chunks = chunk("table", "") + "\n" + chunk(" ", R"(,"append":true)") + "\n" +
                               chunk(" ", R"(,"append":true)") + "\n";
    const std::string last = chunk("7", R"(,"append":true,"lastChunk":true)") + "\n";
    const ReadText read = read_whole(read_a2a, chunks + last);
    ASSERT_EQ(read.events.size(), 1U) << read.told();
    EXPECT_EQ(field(read.events[0], "payload"),
              R"([{"text":"table"},{"text":" "},{"text":" "},{"text":"7"}])");
    EXPECT_EQ(read.pending, 0U);
    const ReadText whole = read_whole(read_a2a, chunk("table  7", R"(,"lastChunk":true)"));
    EXPECT_EQ(whole.events.at(0).id(), read.events[0].id());
    const ReadText open = read_whole(read_a2a, chunks);
    EXPECT_TRUE(open.events.empty());
    EXPECT_EQ(open.pending, 1U);
    const ReadText ended = read_whole(read_a2a, chunks + update("TASK_STATE_COMPLETED"));
    EXPECT_EQ(ended.pending, 0U);
    EXPECT_EQ(field(ended.of_kind("termination").at(0), "output"), R"("table\n \n ")");
}

TEST(A2aTest, ArtifactThatIsSaidAnewReplacesWhatWasSaid) {
    const ReadText read = read_whole(
        read_a2a, chunk("draft", "") + "\n" + chunk("final", R"(,"lastChunk":true)") + "\n");
    ASSERT_EQ(read.events.size(), 1U);
    EXPECT_EQ(field(read.events[0], "payload"), R"("final")");
}

TEST(A2aTest, ArtifactsHaveLimits) {
    const A2aReader::Limits limits{.artifacts = {.open_max = 1, .bytes_max = 40}};
    const std::string other =
        R"({"taskId":"t2","contextId":"c","artifact":{"artifactId":"b","parts":[]}})";
    EXPECT_TRUE(read_with(limits, chunk("a", "")).refused.empty());
    const ReadText many = read_with(limits, chunk("a", "") + "\n" + other);
    ASSERT_EQ(many.refused.size(), 1U);
    EXPECT_EQ(many.refused[0].reason, "more than 1 artifacts are unfinished");
    constexpr std::string_view around = R"([{"text":""}])";
    const std::string fits(40 - around.size(), 'x');
    EXPECT_TRUE(read_with(limits, chunk(fits, "")).refused.empty());
    const ReadText large = read_with(limits, chunk(fits + "x", ""));
    ASSERT_EQ(large.refused.size(), 1U);
    EXPECT_EQ(large.refused[0].reason,
              "artifact a1 is larger than 40 bytes, or all that are unfinished than 67108864");
    const ReadText never =
        read_with(limits, chunk(fits + "x", "") + "\n" + update("TASK_STATE_COMPLETED"));
    EXPECT_EQ(never.of_kind("message").size(), 1U);
    const A2aReader::Limits all{.artifacts = {.all_bytes_max = 40}};
    EXPECT_TRUE(read_with(all, chunk(fits, "")).refused.empty());
    EXPECT_EQ(read_with(all, chunk(fits, "") + "\n" + other).refused.size(), 1U);
}

TEST(A2aTest, WhatWaitsHasLimits) {
    std::string text;
    for (int i = 0; i < 4; ++i) {
        text += message(std::to_string(i)) + "\n";
    }
    text += update("TASK_STATE_WORKING") + "\n";
    const auto without_time = [&](const A2aReader::Limits& limits) {
        const ReadText read = read_with(limits, text);
        EXPECT_EQ(read.of_kind("message").size(), 5U);
        return std::ranges::count_if(
            read.events, [](const Event& event) { return event.time() < Time{.seconds = 1'000}; });
    };
    EXPECT_EQ(without_time({.waiting = {.events_max = 8}}), 0);
    EXPECT_EQ(without_time({.waiting = {.events_max = 7}}), 1);
    EXPECT_EQ(without_time({.waiting = {.bytes_max = 1}}), 7);
}

TEST(A2aTest, TasksReferredToAreCauses) {
    const ReadText read = read_whole(
        read_a2a, update("TASK_STATE_COMPLETED") + "\n" +
                      message("2", R"(,"referenceTaskIds":["t1","t1","unknown"])") + "\n");
    const Event later = read.of_kind("message").at(1);
    ASSERT_EQ(later.causes().size(), 1U);
    EXPECT_EQ(later.causes()[0], read.of_kind("termination").at(0).id());
    EXPECT_EQ(field(later, "reference_task_ids"), R"(["t1","t1","unknown"])");
}

TEST(A2aTest, HistoryIsToldInOrderAndItsLastWordOnce) {
    const std::string task =
        R"({"id":"t1","contextId":"c1","history":[)" + message("1") +
        R"(,{"messageId":"2","role":"ROLE_AGENT","parts":[{"text":"who?"}]},)" + message("3") +
        R"(,{"messageId":"4","role":"ROLE_AGENT","parts":[{"text":"done"}]}],)" +
        R"("status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-03-01T10:00:00Z",)" +
        R"("message":{"messageId":"4","role":"ROLE_AGENT","parts":[{"text":"done"}]}}})";
    const ReadText read = read_whole(read_a2a, task);
    const std::vector<Event> messages = read.of_kind("message");
    ASSERT_EQ(messages.size(), 4U) << read.told();
    EXPECT_EQ(messages[1].parent(), messages[0].id());
    EXPECT_EQ(messages[2].parent(), messages[1].id());
    EXPECT_EQ(messages[3].parent(), messages[2].id());
    EXPECT_EQ(field(messages[3], "status"), R"("completed")");
    EXPECT_EQ(read.of_kind("session_start").size(), 1U);
    EXPECT_EQ(field(read.of_kind("termination").at(0), "output"), R"("done")");
}

TEST(A2aTest, ErrorBelongsToTheMessageThatItAnswers) {
    const ReadText read = read_whole(
        read_a2a, hello + "\n" +
                      R"({"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no task"}})" +
                      "\n");
    const std::vector<Event> errors = read.of_kind("error");
    ASSERT_EQ(errors.size(), 1U) << read.told();
    EXPECT_EQ(errors[0].parent(), read.of_kind("message").at(0).id());
    EXPECT_EQ(errors[0].fields(), R"({"error":"no task","code":-32001})");
}

TEST(A2aTest, OtherCallsAreTrafficToo) {
    const ReadText read = read_whole(
        read_a2a, update("TASK_STATE_WORKING") + "\n" +
                      R"({"jsonrpc":"2.0","id":"x","method":"tasks/cancel","params":{"id":"t1"}})" +
                      "\n" + R"({"jsonrpc":"2.0","id":"x","result":{"odd":true}})" + "\n");
    const std::vector<Event> messages = read.of_kind("message");
    ASSERT_EQ(messages.size(), 3U) << read.told();
    EXPECT_EQ(field(messages[1], "subtype"), R"("tasks/cancel")");
    EXPECT_EQ(messages[1].run(), "t1");
    EXPECT_EQ(messages[1].session(), "c1");
    EXPECT_EQ(field(messages[2], "payload"), R"({"odd":true})");
}

TEST(A2aTest, CardNamesTheAgent) {
    const ReadText read =
        read_whole(read_a2a, R"({"name":"tables","url":"u","skills":[],"capabilities":{}})"
                             "\n" +
                                 message("1") + "\n");
    ASSERT_EQ(read.of_kind("agent_card").size(), 1U);
    EXPECT_EQ(field(read.of_kind("message").at(0), "to"), R"(["tables"])");
}

TEST(A2aTest, WhatIsNothingOfA2aIsRefusedAlone) {
    const ReadText read = read_whole(read_a2a, message("1") + "\n{\"a\":1}\nnot JSON\n");
    EXPECT_EQ(read.of_kind("message").size(), 1U);
    ASSERT_EQ(read.refused.size(), 2U);
    EXPECT_EQ(read.refused[0].line, 2U);
    EXPECT_EQ(read.refused[0].reason, "is nothing of A2A: no message, task, update or call");
}

TEST(A2aTest, EventThatBreaksARuleIsRefusedWithItsLine) {
    const ReadText read = read_whole(read_a2a, R"({"messageId":"1","role":"agent","contextId":")" +
                                                   std::string(1'025, 'c') + R"(","parts":[]})");
    ASSERT_EQ(read.refused.size(), 1U) << read.told();
    EXPECT_NE(read.refused[0].reason.find("session"), std::string::npos);
    EXPECT_FALSE(read.refused[0].bytes.empty());
}

TEST(A2aTest, EventsDoNotDependOnHowTheTextWasCut) {
    const std::string text = hello + "\n" + asking + "\n" + answer + "\n" + done + "\n" +
                             chunk("a", "") + "\n" + update("TASK_STATE_FAILED") + "\n";
    EXPECT_EQ(read_by_lines(read_a2a, text).told(), read_whole(read_a2a, text).told());
}

TEST(A2aTest, EveryEventMayStandInAnotherText) {
    const std::unique_ptr<Reader> reader = read_a2a({});
    Batch batch;
    reader->take(update("TASK_STATE_COMPLETED"), 1, batch);
    const std::vector<std::string> copies = reader->copies();
    ASSERT_EQ(copies.size(), 3U);
    EXPECT_EQ(copies[0], batch.events.at(0).event.id());
    EXPECT_TRUE(reader->copies().empty());
}

TEST(A2aTest, OnlyTheLastTasksAreRemembered) {
    A2aRecent<int> recent(2);
    recent.get("a") = 1;
    recent.get("b") = 2;
    recent.get("a") = 3;
    EXPECT_EQ(*recent.find("a"), 3);
    recent.get("c") = 4;
    EXPECT_EQ(recent.find("a"), nullptr);
    EXPECT_NE(recent.find("b"), nullptr);
    EXPECT_EQ(*recent.find("c"), 4);
}

}  // namespace
}  // namespace hence
