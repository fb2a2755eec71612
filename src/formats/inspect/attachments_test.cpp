#include "formats/inspect/attachments.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

constexpr std::string_view two = R"({"a":"long \"text\"","b":"attachment://a","n":1})";

std::string resolved(std::string_view value, AttachmentLimits limits = {}) {
    return InspectAttachments(Json(two), limits).resolve(Json(value));
}

TEST(InspectAttachments, ReferenceBecomesItsText) {
    EXPECT_EQ(resolved(R"({"x":["attachment://a",1]})"), R"({"x":["long \"text\"",1]})");
    EXPECT_EQ(resolved(R"("attachment://a")"), R"("long \"text\"")");
    EXPECT_EQ(resolved("7"), "7");
    EXPECT_EQ(resolved(""), "");
}

TEST(InspectAttachments, OnlyAWholeTextIsAReference) {
    for (const std::string_view value :
         {R"({"attachment://a":1})", R"(["see \"attachment://a\""])", R"("an attachment://a")",
          R"("attachment://unknown")", R"("attachment://n")", R"("attachment://")"}) {
        EXPECT_EQ(resolved(value), value);
    }
}

TEST(InspectAttachments, TextThatIsAReferenceStaysOne) {
    EXPECT_EQ(resolved(R"("attachment://b")"), R"("attachment://a")");
}

TEST(InspectAttachments, ListCountsByPosition) {
    InspectAttachments attachments{Json()};
    attachments.add_list(Json(R"(["zero","one"])"));
    attachments.add_list(Json(R"(["two"])"));
    EXPECT_EQ(attachments.resolve(Json(R"(["attachment://2","attachment://0"])")),
              R"(["two","zero"])");
}

TEST(InspectAttachments, RecordAndSampleHaveRoomForSoMuch) {
    const std::string text = R"(["attachment://a","attachment://a"])";
    const std::size_t size = std::string_view(R"("long \"text\"")").size();
    EXPECT_EQ(resolved(text, {.record_bytes_max = 2 * size}),
              R"(["long \"text\"","long \"text\""])");
    EXPECT_EQ(resolved(text, {.record_bytes_max = 2 * size - 1}),
              R"(["long \"text\"","attachment://a"])");
    InspectAttachments small(Json(two), {.sample_bytes_max = 2 * size});
    EXPECT_EQ(small.resolve(Json(text)), R"(["long \"text\"","long \"text\""])");
    EXPECT_EQ(small.left(), 0U);
    EXPECT_EQ(small.resolve(Json(R"("attachment://a")")), R"("attachment://a")");
    EXPECT_EQ(small.left(), 1U);
}

}  // namespace
}  // namespace hence
