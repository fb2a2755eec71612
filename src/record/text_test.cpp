#include "record/text.h"

#include <gtest/gtest.h>

#include "hence/store.h"
#include "record/host_for_test.h"
#include "record/store_receiver.h"

namespace hence {
namespace {

class RecordTextTest : public testing::Test {
protected:
    std::string event(const std::string& id) {
        return R"({"id":")" + id + R"(","kind":"thought","time":"2026-01-01T00:00:00Z"})" + "\n";
    }
    TextRecorder recorder(bool named) { return {courier_, {.name = "f", .named = named}}; }

    std::unique_ptr<Store> store_ = open_memory_store();
    StoreReceiver receiver_{*store_};
    QuietHost host_;
    Account account_;
    Courier courier_{receiver_, host_, account_, {}};
};

TEST(LooksRecordedTest, SomeLineBeginsLikeJson) {
    EXPECT_TRUE(looks_recorded(" \n{"));
    EXPECT_TRUE(looks_recorded("[1"));
    EXPECT_TRUE(looks_recorded("cut line\"}\n  {\"a\":1}"));
    EXPECT_TRUE(looks_recorded(std::string_view("\xff\xfe{\0", 4)));
    EXPECT_FALSE(looks_recorded(std::string_view("\xff\xfe#\0", 4)));
    EXPECT_FALSE(looks_recorded(""));
    EXPECT_FALSE(looks_recorded("\n\n"));
    EXPECT_FALSE(looks_recorded("# Title {\n"));
    EXPECT_TRUE(looks_recorded("\n# aider chat started at 2026-03-01 09:00:00\n"));
}

TEST_F(RecordTextTest, NativeEventsAreCountedAndTheLastIsKnown) {
    TextRecorder text = recorder(true);
    ASSERT_TRUE(text.take({event("a") + event("b") + "\n"}));
    ASSERT_TRUE(text.end());
    EXPECT_EQ(text.tally().events, 2U);
    EXPECT_EQ(text.tally().last_event, "b");
    EXPECT_EQ(text.tally().format, "native");
    EXPECT_TRUE(courier_.knows("a"));
    EXPECT_FALSE(courier_.knows("c"));
}

TEST_F(RecordTextTest, LastLineOfATranscriptThatBreaksOffIsHeldBack) {
    const std::string asked =
        R"({"id":"e1","timestamp":"2026-03-01T10:00:00.000000","source":"user","llm_message":{)"
        R"("role":"user","content":[{"type":"text","text":"mend"}]},"kind":"MessageEvent"})"
        "\n";
    const std::string cut = R"({"id":"e2","kind":"Note","text":"}\"]",)";
    TextRecorder file(courier_, {.name = "f", .named = true, .stays = true});
    ASSERT_TRUE(file.take({asked + cut}));
    ASSERT_TRUE(file.end());
    EXPECT_EQ(file.tally().events, 1U);
    EXPECT_EQ(file.tally().pending, 1U);
    EXPECT_EQ(account_.pending, 1U);
    EXPECT_EQ(account_.quarantined, 0U);
    // What has ended is judged, and so are our own events and what nobody can read again.
    TextRecorder ended(courier_, {.name = "g", .named = true, .stays = true});
    ASSERT_TRUE(ended.take({asked + cut + "\n"}));
    ASSERT_TRUE(ended.end());
    TextRecorder own(courier_, {.name = "h", .named = true, .stays = true});
    ASSERT_TRUE(own.take({event("d") + cut}));
    TextRecorder pipe = recorder(true);
    ASSERT_TRUE(pipe.take({asked + cut}));
    ASSERT_TRUE(pipe.end());
    EXPECT_EQ(account_.quarantined, 3U);
    EXPECT_EQ(account_.pending, 1U);
}

TEST_F(RecordTextTest, OnlyWhatStaysOrWasFoundIsDeclined) {
    TextRecorder found = recorder(false);
    ASSERT_TRUE(found.take({"{\"a\":1}\n"}));
    EXPECT_TRUE(found.declined());
    TextRecorder file(courier_, {.name = "f", .named = true, .stays = true});
    ASSERT_TRUE(file.take({"{\"a\":1}\n"}));
    EXPECT_TRUE(file.declined());
    ASSERT_TRUE(file.unknown());
    EXPECT_EQ(file.unknown()->looks(), "JSON lines with the key a");
    EXPECT_EQ(account_.quarantined, 0U);
    TextRecorder named = recorder(true);
    ASSERT_TRUE(named.take({"{\"a\":1}\n"}));
    EXPECT_FALSE(named.declined());
    EXPECT_EQ(named.tally().quarantined, 1U);
}

TEST_F(RecordTextTest, EventWithAMisspeltKeyIsRefusedAndNotDeclined) {
    TextRecorder file(courier_, {.name = "f", .named = true, .stays = true});
    ASSERT_TRUE(file.take({R"({"kind":"thought","tiem":"2026-01-01T00:00:00Z"})"
                           "\n"}));
    EXPECT_FALSE(file.declined());
    ASSERT_EQ(account_.refused.size(), 1U);
    EXPECT_EQ(account_.refused[0].reason, R"(unknown key "tiem": did you mean "time"?)");
}

TEST_F(RecordTextTest, LineThatIsCutIsRefusedWithItsPlaceAndSize) {
    TextRecorder text = recorder(false);
    ASSERT_TRUE(text.take({event("a")}));
    ASSERT_TRUE(text.take({"xxxx", 2, 100}));
    ASSERT_TRUE(text.take({event("b"), 3}));
    EXPECT_EQ(account_.accepted, 2U);
    ASSERT_EQ(account_.refused.size(), 1U);
    EXPECT_EQ(account_.refused[0].line, 2U);
    EXPECT_EQ(account_.refused[0].reason, "too long: 104 bytes, of which the first 4 are kept");
}

TEST_F(RecordTextTest, FirstLineThatIsTooLongIsNotSent) {
    TextRecorder text = recorder(true);
    const std::size_t size = BlockReader::Limits().line_bytes;
    ASSERT_TRUE(text.take({"{\"a\":\"" + std::string(size, 'x') + "\"}\n" + event("a")}));
    EXPECT_EQ(account_.accepted, 1U);
    ASSERT_EQ(account_.refused.size(), 1U);
    EXPECT_TRUE(account_.refused[0].reason.starts_with("an event is larger than 16 MiB; of its "));
}

TEST_F(RecordTextTest, UnknownFormatIsRefused) {
    TextRecorder text(courier_, {.name = "f", .format = "morse"});
    EXPECT_EQ(text.take({event("a")}).error().code, Code::invalid);
}

}  // namespace
}  // namespace hence
