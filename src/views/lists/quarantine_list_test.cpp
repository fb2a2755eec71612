#include <algorithm>

#include "hence/quarantine.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class QuarantineListTest : public ToldLog {
protected:
    void refuse(const Refused& refused) {
        Batch batch;
        batch.refused.push_back(refused);
        ASSERT_TRUE(store_->append(batch));
    }
};

TEST_F(QuarantineListTest, EachRowSaysWhereAndWhy) {
    refuse({"a.ndjson", 3, "no kind", "{}\n"});
    refuse({"a.ndjson", 9, "no kind", "{}\n"});
    refuse({"-", 0, "odd \"name\"", "x"});
    std::string json;
    EXPECT_TRUE(write_quarantine_json(*store_, into(json)));
    EXPECT_EQ(json,
              R"([{"n":1,"source":"a.ndjson","line":3,"reason":"no kind","size":3,"count":2},)"
              R"({"n":2,"source":"-","line":0,"reason":"odd \"name\"","size":1,"count":1}])"
              "\n");
    std::string text;
    EXPECT_TRUE(write_quarantine_text(*store_, into(text)));
    EXPECT_EQ(text,
              "   1  a.ndjson:3                no kind  (3 bytes)  (2 times)\n"
              "   2  -                         odd \"name\"  (1 bytes)\n");
}

TEST_F(QuarantineListTest, NothingRefusedIsSaidSo) {
    std::string json;
    EXPECT_TRUE(write_quarantine_json(*store_, into(json)));
    EXPECT_EQ(json, "[]\n");
    std::string text;
    EXPECT_TRUE(write_quarantine_text(*store_, into(text)));
    EXPECT_EQ(text, "Nothing is in quarantine.\n");
}

TEST_F(QuarantineListTest, OneRowShowsItsBytesAsTheyCame) {
    refuse({"f", 1, "bad", std::string("\xFF\0z", 3)});
    std::string json;
    EXPECT_TRUE(write_quarantined_json(*store_, 1, into(json)));
    EXPECT_EQ(json, R"({"n":1,"source":"f","line":1,"reason":"bad","size":3,"count":1,"sha256":)"
                    R"("ba6247fb220fc1747e3f185310ea85e2a706a81726c69810dce1870959e02298",)"
                    R"("bytes":"/wB6"})"
                    "\n");
    std::string text;
    EXPECT_TRUE(write_quarantined_text(*store_, 1, into(text)));
    EXPECT_EQ(text, std::string("\xFF\0z", 3));
}

TEST_F(QuarantineListTest, LongBytesAreJoinedFromPieces) {
    refuse({"f", 1, "bad", std::string(200'000, 'x')});
    std::string json;
    EXPECT_TRUE(write_quarantined_json(*store_, 1, into(json)));
    const std::size_t begin = json.find(R"("bytes":")") + 9;
    const std::string bytes = json.substr(begin, json.size() - 3 - begin);
    EXPECT_EQ(bytes.size(), (200'000 + 2) / 3 * 4U);
    EXPECT_EQ(bytes.find('='), bytes.size() - 1);
}

TEST_F(QuarantineListTest, ANumberThatIsNotThereIsNotFound) {
    std::string out;
    const Result<void> shown = write_quarantined_text(*store_, 7, into(out));
    ASSERT_FALSE(shown);
    EXPECT_EQ(shown.error().code, Code::not_found);
}

TEST_F(QuarantineListTest, ManyRowsAreReadInSteps) {
    Batch batch;
    for (int i = 0; i < 2'345; ++i) {
        batch.refused.push_back({"f", 1, "bad", std::to_string(i)});
    }
    ASSERT_TRUE(store_->append(batch));
    std::string text;
    EXPECT_TRUE(write_quarantine_text(*store_, into(text)));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2'345);
}

}  // namespace
}  // namespace hence
