#include "intake/redaction.h"

#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "formats/common/relay.h"
#include "intake/ingest.h"
#include "intake/redacted_store.h"

namespace hence {
namespace {

const std::string secret = std::string("AKIA") + "Q7ZK2MXW5RTBQ7ZK";

std::string foreign_event(const std::string& id, const std::string& error) {
    return R"({"id":")" + id +
           R"(","type":"error","agentId":"a","timestamp":"2026-02-23T10:00:00Z",)"
           R"("fields":{"error":")" +
           error + R"("}})" + "\n";
}

std::string native_event(const std::string& id, const std::string& text) {
    return R"({"id":")" + id +
           R"(","kind":"thought","time":"2026-02-23T10:00:00Z","fields":{"text":")" + text +
           R"("}})" + "\n";
}

class RedactionTest : public testing::Test {
protected:
    std::string ingest_all(std::string_view text) {
        options_.redaction = &redaction_;
        const Result<Account> account = ingest(*store_, text, options_);
        return account ? account->to_text() : account.error().message;
    }
    std::string find(std::string_view id) {
        const std::optional<Event> event = store_->find(id).take();
        return event ? event->stored_as(0, {}).to_json() : "none";
    }
    bool is_stored() {
        const std::unique_ptr<Cursor> cursor = store_->read(1, store_->last_seq()).take();
        while (const std::optional<Event> event = cursor->next().take()) {
            if (event->to_json().find(secret) != std::string::npos) {
                return true;
            }
        }
        for (const QuarantineRow& row : store_->quarantine(0, 100).take()) {
            const QuarantineRow whole = store_->quarantined(row.n).take();
            if (whole.bytes.find(secret) != std::string::npos ||
                whole.reason.find(secret) != std::string::npos) {
                return true;
            }
        }
        return false;
    }

    std::unique_ptr<Store> store_ = open_memory_store();
    Redaction redaction_;
    IngestOptions options_;
};

TEST_F(RedactionTest, AForeignTextIsRedactedBeforeItIsStored) {
    EXPECT_EQ(ingest_all(foreign_event("a", "denied for " + secret) + foreign_event("b", "fine")),
              "recorded 2 events (1 secret redacted)\n");
    EXPECT_FALSE(is_stored());
    EXPECT_NE(find("a").find(R"(denied for [redacted aws_access_key_id )"), std::string::npos);
    EXPECT_NE(find("a").find(R"("flags":["redacted"])"), std::string::npos);
    EXPECT_EQ(find("b").find("flags"), std::string::npos);
}

TEST_F(RedactionTest, TheSameTextAgainIsADuplicate) {
    const std::string text = foreign_event("a", secret);
    ingest_all(text);
    EXPECT_EQ(ingest_all(text), "recorded 0 events (1 duplicate, 1 secret redacted)\n");
    EXPECT_TRUE(store_->quarantine(0, 10)->empty());
}

TEST_F(RedactionTest, WhatWasStoredWithItsSecretsIsADuplicate) {
    options_.redact = false;
    EXPECT_EQ(ingest_all(foreign_event("a", secret)), "recorded 1 event\n");
    EXPECT_TRUE(is_stored());
    options_.redact.reset();
    EXPECT_EQ(ingest_all(foreign_event("a", secret)),
              "recorded 0 events (1 duplicate, 1 secret redacted)\n");
    EXPECT_EQ(ingest_all(foreign_event("a", "another " + secret)),
              "recorded 0 events (1 quarantined, 1 secret redacted)\n");
}

TEST_F(RedactionTest, NativeEventsAreRedactedOnlyWhenAsked) {
    EXPECT_EQ(ingest_all(native_event("a", secret)), "recorded 1 event\n");
    EXPECT_TRUE(is_stored());
    store_ = open_memory_store();
    options_.redact = true;
    EXPECT_EQ(ingest_all(native_event("a", secret)), "recorded 1 event (1 secret redacted)\n");
    EXPECT_FALSE(is_stored());
    store_ = open_memory_store();
    options_.redact.reset();
    redaction_.set_policy({.foreign = true, .native = true});
    EXPECT_EQ(ingest_all(native_event("a", secret)), "recorded 1 event (1 secret redacted)\n");
}

TEST_F(RedactionTest, ARefusedLineIsRedactedWithItsReason) {
    EXPECT_EQ(ingest_all(native_event("a", "x") + R"({"kind":")" + secret + R"(","time":"?"})"),
              "recorded 1 event (1 quarantined, 1 secret redacted)\n");
    EXPECT_FALSE(is_stored());
}

TEST_F(RedactionTest, MarksThatCameOpenAreClosed) {
    Event event = *Event::parse(native_event("a", "the " + secret));
    ASSERT_EQ(*Redactor().redact(event), 1U);
    std::string bytes = "broken " + secret;
    ASSERT_EQ(Redactor().redact(bytes), 1U);
    std::string relay;
    append_relay(Incoming{event, 1}, relay);
    append_relay(Refused{"f", 2, "no JSON", bytes}, relay);
    options_.format = relay_format;
    EXPECT_EQ(ingest_all(relay), "recorded 1 event (1 quarantined, 2 secrets redacted)\n");
    const std::string stored = find("a");
    const std::size_t mark = stored.find("[redacted aws_access_key_id ");
    ASSERT_NE(mark, std::string::npos);
    EXPECT_EQ(stored.find(']', mark) - mark, 32U);
    const std::string row = store_->quarantined(1)->bytes;
    EXPECT_EQ(row, "broken " + stored.substr(mark, 33));
}

TEST_F(RedactionTest, ARuleThatIsNoneIsRefused) {
    options_.redact_rules = {"("};
    EXPECT_TRUE(ingest_all(native_event("a", "x")).starts_with("the rule is no regular"));
}

TEST_F(RedactionTest, AStoreCanBeReadWithoutItsSecrets) {
    ingest_all(native_event("a", "the " + secret) + native_event("b", "nothing"));
    const RedactedStore redacted(*store_, redaction_);
    const std::optional<Event> event = redacted.find("a").take();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->to_json().find(secret), std::string::npos);
    EXPECT_EQ(event->seq(), 1U);
    EXPECT_EQ(redacted.find("b").take()->to_json(), store_->find("b").take()->to_json());
    const std::unique_ptr<Cursor> cursor = redacted.read(1, 2).take();
    EXPECT_EQ(cursor->next().take()->to_json(), event->to_json());
}

// Sheets have the words of events as these were stored, so figures must read the events.
class SheetedForTest final : public ForwardingStore {
public:
    using ForwardingStore::ForwardingStore;
    Result<Sheets> sheets() const override { return Sheets{.places = {{.last_seq = 1}}}; }
};

TEST_F(RedactionTest, AStoreWithoutItsSecretsKeepsNoSheets) {
    SheetedForTest sheeted(open_memory_store());
    EXPECT_EQ(sheets_of(sheeted)->places.size(), 1U);
    EXPECT_TRUE(sheets_of(RedactedStore(sheeted, redaction_))->places.empty());
}

class RedactKeyTest : public testing::Test {
protected:
    RedactKeyTest() {
        std::string pattern = testing::TempDir() + "hence-key-XXXXXX";
        directory_ = ::mkdtemp(pattern.data());
    }
    ~RedactKeyTest() override { std::filesystem::remove_all(directory_); }

    std::filesystem::path directory_;
};

TEST_F(RedactKeyTest, IsMadeOnceForItsOwnerAlone) {
    const RedactKey key = Redaction(directory_).key().take();
    struct stat status {};
    ASSERT_EQ(::stat((directory_ / "redact.key").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    EXPECT_EQ(Redaction(directory_).key().take(), key);
    EXPECT_NE(Redaction().key().take(), key);
    const auto files = std::distance(std::filesystem::directory_iterator(directory_), {});
    EXPECT_EQ(files, 1);
}

TEST_F(RedactKeyTest, IsNotReplacedWhenItIsDamaged) {
    std::ofstream(directory_ / "redact.key") << "not a key";
    Redaction redaction(directory_);
    const Result<RedactKey> key = redaction.key();
    ASSERT_FALSE(key);
    EXPECT_EQ(key.error().code, Code::corrupt);
}

TEST_F(RedactKeyTest, ThatCannotBeMadeIsAnError) {
    Redaction redaction(directory_ / "nowhere");
    const Result<RedactKey> key = redaction.key();
    ASSERT_FALSE(key);
    EXPECT_EQ(key.error().code, Code::io);
}

}  // namespace
}  // namespace hence
