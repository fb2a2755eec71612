#include "formats/spans/langchain.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(Langchain, AConstructorIsTheMessageThatItMakes) {
    EXPECT_EQ(plain_messages(Json(
                  R"([[{"lc":1,"id":["a","HumanMessage"],"kwargs":{"content":"hi"}}],)"
                  R"({"type":"ai","data":{"content":"yes"}},{"type":"system","content":"be kind"},)"
                  R"({"message":{"kwargs":{"type":"ai"}}},{"role":"user","content":"x"},"text"])")),
              R"([{"role":"user","content":"hi"},{"role":"assistant","content":"yes"},)"
              R"({"role":"system","type":"system","content":"be kind"},)"
              R"({"role":"assistant","type":"ai"},{"role":"user","content":"x"},"text"])");
    EXPECT_EQ(plain_messages(Json(R"([{"kwargs":{}},{"index":0,"message":{"content":"x"}}])")),
              R"([{},{"index":0,"message":{"content":"x"}}])");
    EXPECT_EQ(plain_messages(Json(R"({"a":1})")), "");
    EXPECT_EQ(plain_messages(Json("[]")), "[]");
}

TEST(Langchain, AToolMessageNamesItsCall) {
    const std::string message = R"({"type":"tool","tool_call_id":"c","content":[1]})";
    EXPECT_EQ(tool_message_in(Json(message))->call_id, "c");
    EXPECT_EQ(tool_message_in(Json(message))->content, "[1]");
    EXPECT_FALSE(tool_message_in(Json(message))->failed);
    EXPECT_TRUE(tool_message_in(Json(R"({"output":)" + message + "}")));
    EXPECT_TRUE(tool_message_in(Json(R"({"output":{"kwargs":)" + message + "}}")));
    EXPECT_TRUE(tool_message_in(
                    Json(R"("{\"type\":\"tool\",\"tool_call_id\":\"c\",\"status\":\"error\"}")"))
                    ->failed);
    EXPECT_TRUE(tool_message_in(
        Json(R"({"lc":1,"id":["m","ToolMessage"],"kwargs":{"tool_call_id":"c","content":"x"}})")));
    EXPECT_FALSE(tool_message_in(
        Json(R"({"lc":1,"id":["m","AIMessage"],"kwargs":{"tool_call_id":"c","content":"x"}})")));
    EXPECT_FALSE(tool_message_in(Json(R"({"type":"tool","content":"x"})")));
    EXPECT_FALSE(tool_message_in(Json(R"({"type":"ai","tool_call_id":"c"})")));
    EXPECT_FALSE(tool_message_in(Json(R"("tool")")));
    EXPECT_FALSE(tool_message_in(Json()));
}

}  // namespace
}  // namespace hence
