// Files inside a record, told by their hash.
#include "formats/common/file_hashes.h"

#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/hash.h"
#include "model/json/json.h"

namespace hence {
namespace {

const std::string picture = "\x89PNG\r\n" + std::string(90, 'x');

std::string told(std::string_view type, std::string_view bytes) {
    return "\"data:" + std::string(type) + ";bytes=" + std::to_string(bytes.size()) +
           ";sha256=" + sha256_hex(bytes) + ",\"";
}

TEST(FileHashesTest, DataUrlKeepsItsTypeItsSizeAndItsHash) {
    const std::string url = "\"data:image/png;base64," + base64(picture) + "\"";
    EXPECT_EQ(files_by_hash(R"({"image_url":{"url":)" + url + R"(},"a":1})"),
              R"({"image_url":{"url":)" + told("image/png", picture) + R"(},"a":1})");
    EXPECT_EQ(files_by_hash("[" + url + "," + url + "]"),
              "[" + told("image/png", picture) + "," + told("image/png", picture) + "]");
    EXPECT_EQ(files_by_hash(R"(["data:text/plain;charset=utf-8;base64,aGVsbG8gd29ybGQ="])"),
              "[" + told("text/plain", "hello world") + "]");
}

TEST(FileHashesTest, MemberBesideAMediaTypeIsAFile) {
    const std::string rows(100, 'r');
    EXPECT_EQ(files_by_hash(R"({"type":"base64","media_type":"text/csv","data":")" + base64(rows) +
                            R"("})"),
              R"({"type":"base64","media_type":"text/csv","data":)" + told("text/csv", rows) + "}");
    EXPECT_EQ(files_by_hash(R"({"data":")" + base64(rows) + R"(","mimeType":"text/csv"})"),
              R"({"data":)" + told("text/csv", rows) + R"(,"mimeType":"text/csv"})");
}

TEST(FileHashesTest, PictureIsKnownByItsFirstBytes) {
    EXPECT_EQ(files_by_hash(R"({"result":")" + base64(picture) + R"("})"),
              R"({"result":)" + told("image/png", picture) + "}");
}

TEST(FileHashesTest, OtherTextStaysAsItIs) {
    const std::string letters(200, 'A');
    for (const std::string& json :
         {R"({"data":")" + letters + R"("})", R"({"text":")" + base64(picture) + R"("})",
          R"({"media_type":"image/png","in":{},"data":")" + letters + R"("})",
          std::string(
              R"({"a":"say \"data:image/png;base64,AAAA\" and so on and so on, at length"})"),
          std::string(R"({"url":"data:image/png;base64,?? this is not base64 at all, is it ??"})"),
          std::string(R"({"url":"data:image/png,no base64 here, only some text of some length"})"),
          std::string(R"({})")}) {
        EXPECT_EQ(files_by_hash(json), json);
    }
}

TEST(FileHashesTest, AnswerIsValidJson) {
    const std::string json =
        R"({"a\"b":"\\","c":["data:im\"age;base64,aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=","x"]})";
    EXPECT_TRUE(minify(files_by_hash(json), 10));
}

}  // namespace
}  // namespace hence
