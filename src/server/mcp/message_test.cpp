#include "server/mcp/message.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

int code_of(std::string_view text, std::string_view id = "null") {
    const std::variant<McpMessage, McpError> read = read_message(text);
    const auto* error = std::get_if<McpError>(&read);
    EXPECT_NE(error, nullptr) << text;
    if (error != nullptr) {
        EXPECT_EQ(error->id, id) << text;
    }
    return error == nullptr ? 0 : error->code;
}

McpMessage message_of(std::string_view text) {
    const std::variant<McpMessage, McpError> read = read_message(text);
    EXPECT_TRUE(std::holds_alternative<McpMessage>(read)) << text;
    return std::holds_alternative<McpMessage>(read) ? std::get<McpMessage>(read) : McpMessage{};
}

TEST(McpMessages, ARequestKeepsItsIdAsItWasSpelled) {
    const McpMessage read =
        message_of(R"( {"jsonrpc":"2.0", "id":"a\u0062", "method":"x", "params":{"y": 1}})");
    EXPECT_EQ(read.kind, McpMessage::Kind::request);
    EXPECT_EQ(read.id, R"("a\u0062")");
    EXPECT_EQ(read.method, "x");
    EXPECT_EQ(read.params, R"({"y":1})");
    EXPECT_EQ(message_of(R"({"jsonrpc":"2.0","id":-7,"method":"x"})").id, "-7");
}

TEST(McpMessages, WithoutAnIdItIsANotification) {
    EXPECT_EQ(message_of(R"({"jsonrpc":"2.0","method":"x"})").kind, McpMessage::Kind::notification);
    EXPECT_EQ(message_of(R"({"jsonrpc":"2.0","method":"x","params":[]})").kind,
              McpMessage::Kind::notification);
}

TEST(McpMessages, AResponseAsksForNothing) {
    EXPECT_EQ(message_of(R"({"jsonrpc":"2.0","id":1,"result":null})").kind,
              McpMessage::Kind::response);
    EXPECT_EQ(message_of(R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}})").kind,
              McpMessage::Kind::response);
}

TEST(McpMessages, WhatIsNoJsonIsAParseError) {
    for (const std::string_view text : {"", "{", "nonsense", "{\"a\":1}}", "\"\xff\""}) {
        EXPECT_EQ(code_of(text), rpc_parse_error) << text;
    }
}

TEST(McpMessages, WhatIsNoMessageIsAnInvalidRequest) {
    EXPECT_EQ(code_of("[]"), rpc_invalid_request);
    EXPECT_EQ(code_of(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])"), rpc_invalid_request);
    EXPECT_EQ(code_of("1"), rpc_invalid_request);
    EXPECT_EQ(code_of("null"), rpc_invalid_request);
    EXPECT_EQ(code_of(R"({"id":1,"method":"x"})", "1"), rpc_invalid_request);
    EXPECT_EQ(code_of(R"({"jsonrpc":"1.0","id":1,"method":"x"})", "1"), rpc_invalid_request);
    EXPECT_EQ(code_of(R"({"jsonrpc":"2.0","id":1})", "1"), rpc_invalid_request);
    EXPECT_EQ(code_of(R"({"jsonrpc":"2.0","id":1,"method":2})", "1"), rpc_invalid_request);
    EXPECT_EQ(code_of(R"({"jsonrpc":"2.0","id":null,"method":"x"})"), rpc_invalid_request);
    EXPECT_EQ(code_of(R"({"jsonrpc":"2.0","id":1.5,"method":"x"})"), rpc_invalid_request);
    EXPECT_EQ(code_of(R"({"jsonrpc":"2.0","id":{},"method":"x"})"), rpc_invalid_request);
}

TEST(McpMessages, ParamsMustBeAnObject) {
    EXPECT_EQ(code_of(R"({"jsonrpc":"2.0","id":1,"method":"x","params":[1]})", "1"),
              rpc_invalid_params);
    EXPECT_EQ(message_of(R"({"jsonrpc":"2.0","id":1,"method":"x","params":null})").params, "{}");
}

TEST(McpMessages, AMessageMayHaveTenMebibytesAndNoMore) {
    const std::string head = R"({"jsonrpc":"2.0","id":1,"method":")";
    const std::string tail = "\"}";
    std::string text =
        head + std::string(mcp_message_size_max - head.size() - tail.size(), 'm') + tail;
    EXPECT_EQ(message_of(text).id, "1");
    EXPECT_EQ(code_of(text + " "), rpc_invalid_request);
}

TEST(McpMessages, AnAnswerIsOneLine) {
    EXPECT_EQ(rpc_result("1", "{}"), R"({"jsonrpc":"2.0","id":1,"result":{}})");
    EXPECT_EQ(rpc_error({.code = -32601, .message = "a\nb", .data = "[1]", .id = "\"x\""}),
              R"({"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"a\nb","data":[1]}})");
}

}  // namespace
}  // namespace hence
