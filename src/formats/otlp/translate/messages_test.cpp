#include "formats/otlp/translate/messages.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string_view letter(MessagePart::Type type) {
    switch (type) {
        case MessagePart::Type::text: return "text";
        case MessagePart::Type::reasoning: return "reasoning";
        case MessagePart::Type::tool_call: return "call";
        case MessagePart::Type::tool_result: return "result";
        case MessagePart::Type::other: return "other";
    }
    return {};
}

// "ROLE: TYPE what it says; ..." of each message in a value.
std::string read(std::string_view json, std::string_view role = "user") {
    std::deque<std::string> kept;
    const std::string valid = minify(json, 64).take();
    std::string all;
    for (const Json element : chat_in(Json(valid), role, kept).elements) {
        const ChatMessage message = read_message(element, role, kept);
        all += (all.empty() ? "" : " | ") + message.role + ":";
        for (const MessagePart& part : message.parts) {
            all += " " + std::string(letter(part.type));
            for (const std::string& said : {part.text, part.call_id, part.name}) {
                all += said.empty() ? "" : " " + said;
            }
            all += part.value.present() ? " " + std::string(part.value.raw()) : "";
            all += part.failed ? " failed" : "";
        }
    }
    return all;
}

TEST(Messages, OpenTelemetryHasParts) {
    EXPECT_EQ(
        read(R"([{"role":"user","parts":[{"type":"text","content":"hi"}]},
        {"role":"assistant","parts":[{"type":"reasoning","content":"hm"},
            {"type":"tool_call","id":"c1","name":"f","arguments":{"a":1}}]},
        {"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"ok"}]}])"),
        R"(user: text hi | assistant: reasoning hm call c1 f {"a":1} | tool: result c1 "ok")");
    EXPECT_EQ(
        read(R"([{"role":"user","parts":[{"type":"tool_call_response","id":"c","result":1}]}])"),
        "user: result c 1");
}

TEST(Messages, AMessageWithTheIdOfACallIsItsResult) {
    EXPECT_EQ(read(R"([{"role":"user","tool_call_id":"c1","content":"ok"},
        {"role":"user","tool_call_id":null,"content":"hi"}])"),
              R"(user: result c1 "ok" | user: text hi)");
}

TEST(Messages, OpenAiHasContentAndToolCalls) {
    EXPECT_EQ(read(R"([{"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[
        {"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},
        {"role":"tool","tool_call_id":"c1","content":"ok"}])"),
              R"(assistant: reasoning hm call c1 f {"a":1} | tool: result c1 "ok")");
    EXPECT_EQ(read(R"({"choices":[{"index":0,"finish_reason":"stop","message":
        {"role":"assistant","content":"hello"}}],"usage":{}})"),
              "assistant: text hello");
    EXPECT_EQ(read(R"([{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},
        {"type":"function_call_output","call_id":"c1","output":"ok"},
        {"type":"message","role":"assistant","content":[{"type":"output_text","text":"hi"}]},
        {"type":"reasoning","summary":[{"type":"summary_text","text":"a"},{"text":"b"}]}])"),
              "assistant: call c1 f {} | tool: result c1 \"ok\" | assistant: text hi | "
              "assistant: reasoning a\nb");
}

TEST(Messages, AnthropicHasBlocks) {
    EXPECT_EQ(
        read(R"([{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},
        {"type":"tool_use","id":"t1","name":"f","input":{"a":1}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"no",)"
             R"("is_error":true},
        {"type":"text","text":"go on"}]}])"),
        R"(assistant: reasoning hm call t1 f {"a":1} | user: result t1 "no" failed text go on)");
}

TEST(Messages, VercelGeminiAndLangchain) {
    EXPECT_EQ(read(R"([{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c",
        "toolName":"f","input":{}}]},{"role":"tool","content":[{"type":"tool-result",
        "toolCallId":"c","toolName":"f","output":{"type":"text","value":"x"}}]}])"),
              R"(assistant: call c f {} | tool: result c f {"type":"text","value":"x"})");
    EXPECT_EQ(read(R"({"contents":[{"role":"user","parts":[{"text":"hi"}]},
        {"role":"model","parts":[{"thought":true,"text":"hm"},{"functionCall":{"name":"f",)"
                   R"("args":{"a":1}}}]},
        {"role":"user","parts":[{"function_response":{"name":"f","response":{"r":1}}}]}]})"),
              R"(user: text hi | model: reasoning hm call f {"a":1} | user: result f {"r":1})");
    EXPECT_EQ(
        read(
            R"({"messages":[[{"lc":1,"type":"constructor","kwargs":{"type":"human","content":"hi"}},
        {"type":"ai","content":"","tool_calls":[{"name":"f","args":{},"id":"c"}]},
        {"type":"tool","content":"r","tool_call_id":"c","name":"f"}]]})"),
        R"(user: text hi | assistant: call c f {} | tool: result c f "r")");
}

TEST(Messages, ACallThatLangchainKeepsAsTheProviderSpelledItCountsOnce) {
    const std::string calls =
        R"("tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}}])";
    EXPECT_EQ(read(R"([{"role":"assistant","content":"","additional_kwargs":{)" + calls + "}}]"),
              "assistant: call c f {}");
    EXPECT_EQ(read(R"([{"role":"assistant","content":"",)" + calls + R"(,"additional_kwargs":{)" +
                   calls + "}}]"),
              "assistant: call c f {}");
}

TEST(Messages, TheIdOfACallIsNotThatOfItsItem) {
    EXPECT_EQ(
        read(R"([{"type":"function_call","id":"fc_1","call_id":"c","name":"f","arguments":"{}"}])"),
        "assistant: call c f {}");
}

TEST(Messages, APromptMayBeATextOrInAnObject) {
    EXPECT_EQ(read(R"("hi")"), "user: text hi");
    EXPECT_EQ(read(R"({"system":"s","prompt":"hi"})"), "system: text s | user: text hi");
    EXPECT_EQ(read(R"({"question":"why?","k":3})"), "user: text why?");
    EXPECT_EQ(read(R"({"inputs":{"messages":[{"role":"user","content":"hi"}]}})"), "user: text hi");
    EXPECT_EQ(read(R"(["a","{\"role\":\"tool\",\"content\":\"b\"}"])"),
              R"(user: text a | tool: result "b")");
    EXPECT_EQ(read(R"({"new_message":{"role":"user","parts":[{"text":"hi"}]},"user_id":"u"})"),
              "user: text hi");
}

TEST(Messages, WhatIsNotUnderstoodIsStillAMessage) {
    std::deque<std::string> kept;
    const Chat chat = chat_in(Json(R"({"foo":1})"), "user", kept);
    EXPECT_FALSE(chat.recognised);
    EXPECT_EQ(chat.to_json("user"), R"([{"role":"user","content":{"foo":1}}])");
    EXPECT_EQ(read(R"([{"role":"user","content":[{"type":"image_url","image_url":{}}]}])"),
              "user: other");
    EXPECT_EQ(read(R"([{"role":"assistant"}])"), "assistant:");
    EXPECT_EQ(read("[]"), "");
    EXPECT_EQ(read("[1,null,[]]"), "user: other");
}

TEST(Messages, OnlyPlainTextIsPlain) {
    std::deque<std::string> kept;
    const auto plain = [&](std::string_view json) {
        return read_message(Json(json), "assistant", kept).plain;
    };
    EXPECT_TRUE(plain(R"({"role":"assistant","parts":[{"type":"text","content":"a"}]})"));
    EXPECT_TRUE(
        plain(R"({"role":"assistant","content":"a","finish_reason":"stop","tool_calls":[]})"));
    EXPECT_FALSE(plain(R"({"role":"assistant","content":"a","name":"bob"})"));
    EXPECT_FALSE(plain(R"({"role":"assistant","content":[{"type":"text","text":"a","cache":1}]})"));
    EXPECT_FALSE(plain(R"({"role":"assistant","reasoning":"hm","content":"a"})"));
}

}  // namespace
}  // namespace hence
