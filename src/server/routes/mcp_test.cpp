#include <gtest/gtest.h>

#include "model/json/json.h"
#include "server/mcp/message.h"
#include "server/router/router.h"

namespace hence {
namespace {

class McpRoute : public testing::Test {
protected:
    McpRoute() {
        request_.method = "POST";
        request_.path = {"mcp"};
    }

    Response post(std::string body) {
        request_.body = std::move(body);
        return handle({*store_}, request_);
    }

    Response post_modern(std::string_view method, std::string_view more = "") {
        return post(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) +
                    R"(","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":)"
                    R"("2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})" +
                    std::string(more) + "}}");
    }

    void head(std::string_view method, std::string name = "") {
        request_.headers = {{"mcp-protocol-version", "2026-07-28"},
                            {"mcp-method", std::string(method)}};
        if (!name.empty()) {
            request_.headers["mcp-name"] = std::move(name);
        }
    }

    static int code(const Response& response) {
        return static_cast<int>(Json(response.body)["error"]["code"].number().value_or(0));
    }

    std::unique_ptr<Store> store_ = open_memory_store();
    Request request_;
};

constexpr const char* plain_list = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";

TEST_F(McpRoute, ARequestOfEitherEraIsAnswered) {
    EXPECT_EQ(post(plain_list).status, 200);
    head("tools/list");
    const Response modern = post_modern("tools/list");
    EXPECT_EQ(modern.status, 200);
    EXPECT_EQ(modern.content_type, "application/json");
    EXPECT_EQ(Json(modern.body)["result"]["resultType"].string(), "complete");
}

TEST_F(McpRoute, OnlyPostIsPossible) {
    for (const char* method : {"GET", "DELETE", "PUT"}) {
        request_.method = method;
        EXPECT_EQ(post("").status, 405);
    }
}

TEST_F(McpRoute, ANotificationIsAcceptedAndNotAnswered) {
    const Response response = post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    EXPECT_EQ(response.status, 202);
    EXPECT_EQ(response.body, "");
}

TEST_F(McpRoute, WhatIsNoMessageIsABadRequest) {
    EXPECT_EQ(post("{").status, 400);
    EXPECT_EQ(code(post("{")), rpc_parse_error);
    EXPECT_EQ(post("[]").status, 400);
    EXPECT_EQ(code(post("[]")), rpc_invalid_request);
}

TEST_F(McpRoute, AModernRequestRepeatsItselfInItsHeaders) {
    EXPECT_EQ(code(post_modern("tools/list")), rpc_header_mismatch);
    head("tools/call");
    EXPECT_EQ(code(post_modern("tools/list")), rpc_header_mismatch);
    request_.headers = {{"mcp-protocol-version", "2025-11-25"}, {"mcp-method", "tools/list"}};
    EXPECT_EQ(post_modern("tools/list").status, 400);
    EXPECT_EQ(code(post_modern("tools/list")), rpc_header_mismatch);
    head("tools/call");
    const char* goal = R"(,"name":"add_goal","arguments":{"label":"g"})";
    EXPECT_EQ(code(post_modern("tools/call", goal)), rpc_header_mismatch);
    head("tools/call", "record_decision");
    EXPECT_EQ(code(post_modern("tools/call", goal)), rpc_header_mismatch);
    EXPECT_EQ(store_->last_seq(), 0U);
    head("tools/call", "add_goal");
    EXPECT_EQ(post_modern("tools/call", goal).status, 200);
    head("tools/call", "=?base64?YWRkX2dvYWw=?=");
    EXPECT_EQ(post_modern("tools/call", goal).status, 200);
    head("resources/read", "hence://graphs/default/context");
    EXPECT_EQ(post_modern("resources/read", R"(,"uri":"hence://graphs/default/context")").status,
              200);
}

TEST_F(McpRoute, AModernHeaderAsksForAModernMessage) {
    head("tools/list");
    const Response response = post(plain_list);
    EXPECT_EQ(response.status, 400);
    EXPECT_EQ(code(response), rpc_invalid_params);
}

TEST_F(McpRoute, AnUnknownVersionInTheHeaderIsRefused) {
    request_.headers = {{"mcp-protocol-version", "1999-01-01"}};
    EXPECT_EQ(post(plain_list).status, 400);
    request_.headers = {{"mcp-protocol-version", "2025-06-18"}};
    EXPECT_EQ(post(plain_list).status, 200);
}

TEST_F(McpRoute, AnUnknownModernMethodIsNotFound) {
    head("ping");
    EXPECT_EQ(post_modern("ping").status, 404);
}

TEST_F(McpRoute, ParametersSayOnWhoseBehalf) {
    request_.query = {{"session", "s1"}, {"agent", "a"}, {"graph", "mine"}, {"run", "r1"}};
    post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"record_decision",)"
         R"("arguments":{"label":"x"}}})");
    const Result<std::optional<Event>> event = (*store_->scan({Space::kind, "decision"}))->next();
    ASSERT_TRUE(event && *event);
    EXPECT_EQ((*event)->session(), "s1");
    EXPECT_EQ((*event)->agent(), "a");
    EXPECT_EQ((*event)->run(), "r1");
    request_.query = {{"inject", "sometimes"}};
    EXPECT_EQ(post(plain_list).status, 400);
    request_.query = {{"decision_limit", "x"}};
    EXPECT_EQ(post(plain_list).status, 400);
}

}  // namespace
}  // namespace hence
