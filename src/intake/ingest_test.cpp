#include "intake/ingest.h"

#include <gtest/gtest.h>

#include "formats/common/native.h"
#include "formats/common/relay.h"
#include "formats/mapping/mapping.h"

namespace hence {
namespace {

// A Mayros event of that id.
std::string trace(const std::string& id, const std::string& error = "x") {
    return R"({"id":")" + id +
           R"(","type":"error","agentId":"a","timestamp":"2026-02-23T10:00:00Z",)"
           R"("fields":{"error":")" +
           error + R"("}})" + "\n";
}

class IngestTest : public testing::Test {
protected:
    // "3 accepted", and what else there was.
    std::string ingest_all(std::string_view text) {
        const Result<Account> account = ingest(*store_, text, options_);
        return account ? account->to_text() : account.error().message;
    }
    std::string find(std::string_view id) {
        const std::optional<Event> event = store_->find(id).take();
        return event ? event->stored_as(0, {}).to_json() : "none";
    }
    std::string retry() { return retry_quarantined(*store_).take().to_text(); }
    QuarantineRow row(std::uint64_t n) { return store_->quarantined(n).take(); }

    std::unique_ptr<Store> store_ = open_memory_store();
    IngestOptions options_;
};

TEST_F(IngestTest, ForeignTextIsDetected) {
    EXPECT_EQ(ingest_all(trace("a") + trace("b")), "recorded 2 events\n");
    EXPECT_EQ(store_->find("a").take()->source(), "mayros");
}

TEST_F(IngestTest, TextOfNoKnownFormatIsRefusedWhole) {
    EXPECT_EQ(ingest_all("{\"a\":1}\n{\"a\":2}\n"),
              "the text is of no known format: it looks like JSON lines with the key a");
    EXPECT_EQ(ingest_all("hello"), "the text is of no known format: it looks like plain text");
    EXPECT_TRUE(store_->quarantine(0, 10)->empty());
    // What looks like events is read as events, and so are later parts of a text.
    EXPECT_EQ(ingest_all(R"({"kind":"a","tiem":"b"})"), "recorded 0 events (1 quarantined)\n");
    options_.first_line = 9;
    EXPECT_EQ(ingest_all("hello"), "recorded 0 events (1 quarantined)\n");
}

TEST_F(IngestTest, ForeignTextTwiceAddsNothing) {
    ingest_all(trace("a") + trace("b"));
    EXPECT_EQ(ingest_all("[" + trace("b") + "," + trace("a") + "]"),
              "recorded 0 events (2 duplicates)\n");
}

TEST_F(IngestTest, WhatATranscriptEndsInIsCompletedWhenItHasGrown) {
    const auto line = [](std::string_view id, std::string_view parent, std::string_view rest) {
        return R"({"uuid":")" + std::string(id) + R"(","parentUuid":")" + std::string(parent) +
               R"(","sessionId":"s","timestamp":"2026-03-01T10:00:00Z",)" + std::string(rest) +
               "}\n";
    };
    const std::string begun =
        line("p", "", R"("type":"user","message":{"role":"user","content":"hi"})") +
        line("a", "p",
             R"("type":"assistant","message":{"id":"m","model":"x","content":[)"
             R"({"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}]})");
    const std::string ended =
        line("r", "a",
             R"("type":"user","message":{"role":"user","content":[)"
             R"({"type":"tool_result","tool_use_id":"t","content":"found"}]})") +
        line("b", "r",
             R"("type":"assistant","message":{"id":"n","model":"x","stop_reason":"end_turn",)"
             R"("content":[{"type":"text","text":"Done"}]})");
    EXPECT_EQ(ingest_all(begun), "recorded 3 events (2 unfinished)\n");
    EXPECT_TRUE(store_->find("a").take()->has(Flag::unfinished));
    EXPECT_EQ(ingest_all(begun), "recorded 0 events (3 duplicates, 2 unfinished)\n");
    EXPECT_EQ(ingest_all(begun + ended), "recorded 4 events (1 duplicate)\n");
    const Event call = *store_->find("a").take();
    EXPECT_FALSE(call.has(Flag::unfinished));
    EXPECT_NE(call.fields().find("found"), std::string_view::npos);
    EXPECT_EQ((*store_->summary(Space::session, "s"))->events, 5U);
    // Half of it again says nothing new.
    EXPECT_EQ(ingest_all(begun), "recorded 0 events (3 duplicates, 2 unfinished)\n");
    EXPECT_FALSE(store_->find("a").take()->has(Flag::unfinished));
}

TEST_F(IngestTest, TwoEqualLiveCallsAreTwoUnlessTheyHaveOneKey) {
    const std::string call =
        R"({"agent_id":"a","decision_type":"t","rationale":"why","correlation_id":"c"})";
    EXPECT_EQ(ingest_all(call), "recorded 1 event\n");
    EXPECT_EQ(ingest_all(call), "recorded 0 events (1 duplicate)\n");
    options_.live = true;
    EXPECT_EQ(ingest_all(call), "recorded 1 event\n");
    EXPECT_EQ(ingest_all(call), "recorded 1 event\n");
    options_.idempotency_key = "k";
    EXPECT_EQ(ingest_all(call), "recorded 1 event\n");
    EXPECT_EQ(ingest_all(call), "recorded 0 events (1 duplicate)\n");
}

TEST_F(IngestTest, AMappingReadsATextOfNoKnownFormat) {
    options_.mapping = std::make_shared<const Mapping>(
        parse_mapping(R"({"kind":{"from":"type","values":{"ask":"prompt"}},"id":"n",)"
                      R"("text":"words"})")
            .take());
    options_.live = true;
    EXPECT_EQ(ingest_all(R"({"type":"ask","n":"j1","words":"mend"})"
                         "\n"
                         R"({"type":"sing"})"),
              "recorded 1 event (1 quarantined)\n");
    EXPECT_EQ(store_->find("j1").take()->source(), "mapped");
    // It happened when it came, so that nobody had to work its time out.
    EXPECT_FALSE(store_->find("j1").take()->has(Flag::time_derived));
    const std::string nameless = R"({"type":"ask","words":"again"})";
    EXPECT_EQ(ingest_all(nameless) + ingest_all(nameless), "recorded 1 event\nrecorded 1 event\n");
    options_.idempotency_key = "k";
    EXPECT_EQ(ingest_all(nameless), "recorded 1 event\n");
    EXPECT_EQ(ingest_all(nameless), "recorded 0 events (1 duplicate)\n");
}

TEST_F(IngestTest, GraphChangesWithoutEffectAreNoted) {
    const std::string dangling =
        R"({"nodes":[{"id":"a","type":"goal","label":"g"},)"
        R"({"id":"o","type":"decision","label":"old","status":"superseded"}],)"
        R"("edges":[{"id":"e1","from_id":"a","to_id":"gone","edge_type":"leads_to"}]})";
    EXPECT_EQ(ingest_all(dangling),
              "recorded 3 events\n"
              "! the node \"o\" is superseded, and no edge says by what\n"
              "! the edge \"e1\" has no effect: there is no node \"gone\"\n");
    const std::string whole =
        R"({"nodes":[{"id":"n","type":"decision","label":"new"},)"
        R"({"id":"p","type":"decision","label":"old","status":"superseded"}],)"
        R"("edges":[{"id":"e2","from_id":"n","to_id":"p","edge_type":"supersedes"}]})";
    EXPECT_EQ(ingest_all(whole), "recorded 3 events\n");
    std::string json;
    ingest(*store_, dangling, options_)->append_json(json);
    EXPECT_EQ(account_from_json(json)->notes.size(), 2U);
    EXPECT_EQ(account_from_json(json)->noted, 2U);
}

TEST_F(IngestTest, ForcedFormatIsObeyed) {
    options_.format = "mayros";
    EXPECT_EQ(ingest_all("{}\n"), "recorded 0 events (1 quarantined)\n");
    EXPECT_EQ(row(1).reason, "type is missing");
    options_.format = "native";
    EXPECT_EQ(ingest_all(trace("a")), "recorded 0 events (1 quarantined)\n");
    options_.format = "morse";
    EXPECT_EQ(ingest_all(trace("a")), "there is no format \"morse\"");
}

TEST_F(IngestTest, SessionIsFilledInWhereThereIsNone) {
    options_.session = "s9";
    std::string own = trace("b");
    own.insert(1, R"("session":"own",)");
    ingest_all(trace("a") + own);
    EXPECT_EQ(store_->find("a").take()->session(), "s9");
    EXPECT_EQ(store_->find("b").take()->session(), "own");
}

TEST_F(IngestTest, SessionThatIsNoneRefusesTheEvent) {
    options_.session = std::string(1'025, 's');
    EXPECT_EQ(ingest_all(trace("a")), "recorded 0 events (1 quarantined)\n");
}

TEST_F(IngestTest, LinesOfAPartAreCountedOn) {
    options_.first_line = 10;
    options_.source = "log";
    ingest_all(trace("a") + "\nnoise\n");
    EXPECT_EQ(row(1).line, 12U);
    EXPECT_EQ(row(1).source, "log");
}

TEST_F(IngestTest, AnyNumberOfEventsComesOfOneDocument) {
    std::string text = "[";
    for (std::size_t i = 0; i <= NativeReader::batch_events_max; ++i) {
        text += (i == 0 ? "" : ",") + trace("e" + std::to_string(i));
    }
    EXPECT_EQ(ingest_all(text + "]"), "recorded 4097 events\n");
    EXPECT_EQ(store_->last_seq(), 4'097U);
}

TEST_F(IngestTest, RelayKeepsLinesAndRefusedBytes) {
    std::string text;
    append_relay(Incoming{Event::parse(R"({"id":"a","kind":"thought",)"
                                       R"("time":"2026-01-01T00:00:00Z"})")
                              .take()
                              .with_source("mayros"),
                          3},
                 text);
    append_relay(Refused{"", 4, "why not", "by\ntes"}, text);
    options_.format = "relay";
    options_.source = "log";
    options_.session = "s";
    EXPECT_EQ(ingest_all(text), "recorded 1 event (1 quarantined)\n");
    EXPECT_EQ(store_->find("a").take()->source(), "mayros");
    EXPECT_EQ(store_->find("a").take()->session(), "s");
    EXPECT_EQ(row(1).line, 4U);
    EXPECT_EQ(row(1).reason, "why not");
    EXPECT_EQ(row(1).bytes, "by\ntes");
    EXPECT_EQ(row(1).source, "log");
}

TEST_F(IngestTest, CopyOfAKnownRecordIsADuplicateWhateverItSays) {
    const auto event = [](const std::string& id, const std::string& text) {
        return Incoming{
            Event::parse(R"({"id":")" + id + R"(","kind":"thought",)" +
                         R"("time":"2026-01-01T00:00:00Z","fields":{"text":")" + text + "\"}}")
                .take(),
            1};
    };
    std::string text;
    append_relay(event("a", "first"), text, Standing::copy);
    append_relay(event("a", "second"), text, Standing::copy);
    options_.format = "relay";
    EXPECT_EQ(ingest_all(text), "recorded 1 event (1 duplicate)\n");
    text.clear();
    append_relay(event("a", "third"), text, Standing::copy);
    append_relay(event("b", "new"), text, Standing::copy);
    EXPECT_EQ(ingest_all(text), "recorded 1 event (1 duplicate)\n");
    EXPECT_NE(find("a").find("first"), std::string::npos);
    text.clear();
    append_relay(event("a", "fourth"), text);
    EXPECT_EQ(ingest_all(text), "recorded 0 events (1 quarantined)\n");
}

TEST_F(IngestTest, ConflictKeepsTheEventAsItWouldHaveBeen) {
    ingest_all(trace("a"));
    EXPECT_EQ(ingest_all(trace("a", "y")), "recorded 0 events (1 quarantined)\n");
    EXPECT_EQ(row(1).reason, "conflict");
    EXPECT_EQ(row(1).bytes, R"({"id":"a","kind":"error","time":"2026-02-23T10:00:00Z","agent":"a",)"
                            R"("fields":{"error":"y"},"source":"mayros"})");
    EXPECT_EQ(retry(), "recorded 0 events (1 quarantined)\n");
}

// As if an earlier version had refused what this one can read.
TEST_F(IngestTest, RetryReadsARowInItsFormat) {
    Batch batch;
    batch.refused.push_back({"log", 3, "not understood", trace("a")});
    batch.refused.push_back({"log", 4, "not understood",
                             R"({"id":"d","agent_id":"a","decision_type":"t","outcome":"o",)"
                             R"("created_at":"2026-02-23T10:00:00Z"})"});
    batch.refused.push_back({"log", 5, "not understood", "{}"});
    ASSERT_TRUE(store_->append(batch));
    EXPECT_EQ(retry(), "recorded 3 events (1 quarantined)\n");
    EXPECT_EQ(store_->find("a").take()->source(), "mayros");
    EXPECT_NE(find("d"), "none");
    EXPECT_EQ(retry(), "recorded 0 events (1 quarantined)\n");
}

TEST_F(IngestTest, RetryOfARowSettlesAllOfItOrNothing) {
    ingest_all(R"({"id":"o","kind":"outcome","time":"2026-02-23T10:00:00Z","fields":{"of":"d"}})");
    Batch batch;
    batch.refused.push_back({"log", 4, "not understood",
                             R"({"id":"d","agent_id":"a","decision_type":"t","outcome":"o",)"
                             R"("created_at":"2026-02-23T10:00:00Z"})"});
    ASSERT_TRUE(store_->append(batch));
    EXPECT_EQ(retry(), "recorded 0 events (1 quarantined)\n");
    EXPECT_EQ(find("d"), "none");
}

}  // namespace
}  // namespace hence
