#include "formats/common/records.h"

#include <gtest/gtest.h>

#include "base/try.h"
#include "formats/common/reading_for_test.h"

namespace hence {
namespace {

// {"id":"a"} is a thought; {"list":[...]} holds some.
class PlainReader : public RecordReader {
public:
    using RecordReader::RecordReader;

protected:
    Result<void> read(const Record& record, Batch& batch) override {
        if (record.json["list"].is_array()) {
            read_each(record.json["list"], batch,
                      [&](const Record& one) { return read_thought(one, batch); });
            return {};
        }
        return read_thought(record, batch);
    }

private:
    static Result<void> read_thought(const Record& record, Batch& batch) {
        const std::string id = record.json["id"].string().value_or("");
        if (id.empty()) {
            return Error{Code::invalid, "id is missing"};
        }
        Event event = TRY(Event::parse(R"({"id":")" + id +
                                       R"(","kind":"thought","time":"2026-01-01T00:00:00Z"})"));
        add(std::move(event), record, batch);
        return {};
    }
};

const Format plain{.name = "plain",
                   .description = "",
                   .reader = [](const ReadOptions& options) -> std::unique_ptr<Reader> {
                       return std::make_unique<PlainReader>(options);
                   }};

// "1:a 3! " is event a on line 1, and line 3 refused.
std::string told(std::string_view text) {
    const std::unique_ptr<Reader> reader = plain.reader({.source = "log"});
    Batch batch;
    reader->take(text, 1, batch);
    EXPECT_EQ(reader->finish(batch), 0U);
    EXPECT_EQ(batch.source, "log");
    std::string told;
    for (const Incoming& incoming : batch.events) {
        told += std::to_string(incoming.line) + ":" + std::string(incoming.event.id()) + " ";
    }
    for (const Refused& refused : batch.refused) {
        told += std::to_string(refused.line) + "! ";
        EXPECT_EQ(refused.source, "log");
    }
    return told;
}

TEST(RecordReaderTest, LineIsARecord) {
    EXPECT_EQ(told("{\"id\":\"a\"}\n\n \r\n{\"id\":\"b\"}\r\n{\"id\":\"c\"}"), "1:a 4:b 5:c ");
    EXPECT_EQ(told(""), "");
}

TEST(RecordReaderTest, RecordThatCannotBeReadIsRefusedAlone) {
    EXPECT_EQ(told("{\"id\":\"a\"}\n{oops\n3\n{}\n{\"id\":\"b\"}"), "1:a 5:b 2! 3! 4! ");
    const Reading reading = read_whole(plain, "{ \"no\":1}\r\n[1]\n\xff\n");
    EXPECT_EQ(reading.bytes, (std::vector<std::string>{"{ \"no\":1}", "[1]", "\xff"}));
    EXPECT_EQ(reading.refused[0], "1 id is missing");
    EXPECT_EQ(reading.refused[1], "2 not a JSON object");
}

TEST(RecordReaderTest, ArrayIsReadByItsElements) {
    EXPECT_EQ(told(" [\n{\"id\":\"a\"},\n3, {\"id\":\"b\"}, {}]\n"), "1:a 3:b 2! 4! ");
    EXPECT_EQ(told("[]"), "");
}

TEST(RecordReaderTest, BrokenArrayIsReadByLines) {
    EXPECT_EQ(told("[{\"id\":\"a\"}\n{\"id\":\"b\"}\n"), "2:b 1! ");
}

TEST(RecordReaderTest, DocumentOverSeveralLinesIsOneRecord) {
    EXPECT_EQ(told("{\n \"id\": \"a\"\n}\n"), "1:a ");
    EXPECT_EQ(told("{\"list\": [\n{\"id\":\"a\"},\n{}\n]}"), "1:a 2! ");
}

TEST(RecordReaderTest, DocumentBeginsOnTheFirstLineOnly) {
    const std::unique_ptr<Reader> reader = plain.reader({.source = "log"});
    Batch batch;
    reader->take("[\n", 2, batch);
    EXPECT_EQ(batch.refused.size(), 1U);
}

TEST(RecordReaderTest, RecordNestsToALimit) {
    const auto nested = [](std::size_t depth) {
        return R"({"id":"a","x":)" + std::string(depth - 1, '[') + std::string(depth - 1, ']') +
               "}";
    };
    EXPECT_EQ(told(nested(record_depth_max)), "1:a ");
    EXPECT_EQ(told(nested(record_depth_max + 1)), "1! ");
}

}  // namespace
}  // namespace hence
