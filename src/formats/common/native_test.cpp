#include "formats/common/native.h"

#include <gtest/gtest.h>

#include "formats/formats.h"
#include "model/ids.h"

namespace hence {
namespace {

std::string event(const std::string& id) {
    return R"({"id":")" + id + R"(","kind":"thought","time":"2026-02-23T10:00:00Z"})";
}

const std::string nameless = R"({"kind":"thought","time":"2026-02-23T10:00:00Z"})";

// Reads a text and tells what became of its lines: "1:a 3!" is event a on line 1, and line 3
// refused.
class NativeTest : public testing::Test {
protected:
    std::string read(std::string_view text) {
        NativeReader reader(text, options_);
        batch_ = {};
        assigned_.clear();
        while (reader.next(batch_, assigned_)) {
        }
        std::string told;
        for (const Incoming& incoming : batch_.events) {
            told += std::to_string(incoming.line) + ":" + std::string(incoming.event.id()) + " ";
        }
        for (const Refused& refused : batch_.refused) {
            told += std::to_string(refused.line) + "! ";
        }
        return told;
    }

    NativeOptions options_;
    Batch batch_;
    std::vector<Assigned> assigned_;
};

TEST_F(NativeTest, NothingGivesNothing) {
    EXPECT_EQ(read(""), "");
    EXPECT_EQ(read("\n \r\n\t\n"), "");
}

TEST_F(NativeTest, LineWithoutItsEndIsALine) {
    EXPECT_EQ(read(event("a") + "\n" + event("b")), "1:a 2:b ");
}

TEST_F(NativeTest, BlankLinesAreSkippedAndCounted) {
    EXPECT_EQ(read("\n" + event("a") + "\r\n\r\n" + event("b") + "\n"), "2:a 4:b ");
}

TEST_F(NativeTest, LineThatBreaksARuleIsRefusedAlone) {
    options_.source = "log";
    EXPECT_EQ(read(event("a") + "\n{oops\r\n" + event("b")), "1:a 3:b 2! ");
    EXPECT_EQ(batch_.refused[0].bytes, "{oops");
    EXPECT_EQ(batch_.refused[0].source, "log");
    EXPECT_FALSE(batch_.refused[0].reason.empty());
}

TEST_F(NativeTest, LinesAreCountedOnFromTheFirst) {
    options_.first_line = 10;
    EXPECT_EQ(read(event("a") + "\n\nx"), "10:a 12! ");
}

TEST_F(NativeTest, ArrayIsReadByItsElements) {
    EXPECT_EQ(read(" [\n" + event("a") + ",\n" + event("b") + ", 3]\n"), "1:a 2:b 3! ");
    EXPECT_EQ(read("[]"), "");
}

TEST_F(NativeTest, EventOverSeveralLinesIsOne) {
    EXPECT_EQ(read("{\n  \"id\": \"a\",\n  \"kind\": \"thought\",\n"
                   "  \"time\": \"2026-02-23T10:00:00Z\"\n}\n"),
              "1:a ");
    EXPECT_EQ(read("{\"id\": \"a\",\n" + event("b") + "\n"), "2:b 1! ");
}

TEST_F(NativeTest, BrokenArrayIsReadByLines) {
    EXPECT_EQ(read("[" + event("a") + "\n" + event("b") + "\n"), "2:b 1! ");
}

TEST_F(NativeTest, AbsentIdIsAssignedAndReported) {
    read("\n" + nameless);
    ASSERT_EQ(assigned_.size(), 1U);
    EXPECT_EQ(assigned_[0].line, 2U);
    EXPECT_EQ(assigned_[0].id, batch_.events[0].event.id());
    EXPECT_TRUE(is_uuid7(assigned_[0].id));
}

TEST_F(NativeTest, SameKeyAssignsTheSameIds) {
    options_.idempotency_key = "k1";
    const std::string first = read(nameless + "\n" + nameless);
    EXPECT_NE(assigned_[0].id, assigned_[1].id);
    EXPECT_TRUE(is_uuid7(assigned_[0].id));
    EXPECT_EQ(read(nameless + "\n" + nameless), first);
    options_.idempotency_key = "k2";
    EXPECT_NE(read(nameless + "\n" + nameless), first);
}

TEST_F(NativeTest, SessionIsFilledInWhereThereIsNone) {
    options_.session = "s9";
    read(nameless + "\n" + R"({"kind":"thought","time":"2026-02-23T10:00:00Z","session":"own"})");
    EXPECT_EQ(batch_.events[0].event.session(), "s9");
    EXPECT_EQ(batch_.events[1].event.session(), "own");
}

TEST_F(NativeTest, SourceIsNativeUnlessTheEventSays) {
    read(nameless + "\n" +
         R"({"kind":"thought","time":"2026-02-23T10:00:00Z","source":"otlp","seq":7})");
    EXPECT_EQ(batch_.events[0].event.source(), "native");
    EXPECT_EQ(batch_.events[1].event.source(), "otlp");
}

TEST_F(NativeTest, BatchEndsAtItsLimit) {
    std::string text;
    for (std::size_t i = 0; i <= NativeReader::batch_events_max; ++i) {
        text += event("e" + std::to_string(i)) + "\n";
    }
    NativeReader reader(text, options_);
    Batch first;
    Batch second;
    EXPECT_TRUE(reader.next(first, assigned_));
    EXPECT_TRUE(reader.next(second, assigned_));
    EXPECT_EQ(first.events.size(), NativeReader::batch_events_max);
    EXPECT_EQ(second.events.size(), 1U);
    EXPECT_FALSE(reader.next(second, assigned_));
}

TEST_F(NativeTest, LineBeyondSixteenMebibytesIsRefused) {
    const std::string head =
        R"({"id":"a","kind":"thought","time":"2026-02-23T10:00:00Z","fields":{"text":")";
    const std::string tail = "\"}}";
    const std::size_t room = (16U << 20) - head.size() - tail.size();
    EXPECT_EQ(read(head + std::string(room, 'x') + tail), "1:a ");
    EXPECT_EQ(read(head + std::string(room + 1, 'x') + tail), "1! ");
}

TEST(FormatsTest, UnknownFormatNamesTheKnown) {
    EXPECT_EQ(choose_format("", "{")->name, "native");
    EXPECT_EQ(choose_format("native", "")->name, "native");
    EXPECT_EQ(choose_format("nativ", "").error().code, Code::invalid);
    EXPECT_TRUE(choose_format("nativ", "")
                    .error()
                    .hint.starts_with("these can be read: native, mayros, mayros-table, "));
}

}  // namespace
}  // namespace hence
