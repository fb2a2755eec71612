// A store with an MCP client in front of it, for tests.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hence/store.h"
#include "server/mcp/mcp.h"

namespace hence {

class McpTest : public testing::Test {
protected:
    // The whole answer to a request of the era that begins with initialize.
    std::string ask(std::string_view method, std::string_view params = "{}") {
        return send(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) +
                    R"(","params":)" + std::string(params) + "}");
    }

    std::string send(std::string_view text) {
        answer_ = answer_mcp({.store = store_.get()}, text, options_, era_);
        return answer_.text;
    }

    // The result of a tool, as JSON.
    std::string call(std::string_view tool, std::string_view arguments) {
        const std::string answer =
            ask("tools/call", R"({"name":")" + std::string(tool) + R"(","arguments":)" +
                                  std::string(arguments) + "}");
        return std::string(Json(answer)["result"].raw());
    }

    // What a tool answers.
    std::string structured(std::string_view tool, std::string_view arguments) {
        const std::string result = call(tool, arguments);
        EXPECT_EQ(Json(result)["isError"].raw(), "false") << result;
        return std::string(Json(result)["structuredContent"].raw());
    }

    // What a tool complains of; nothing may have been written.
    std::string complaint(std::string_view tool, std::string_view arguments) {
        const std::uint64_t before = store_->last_seq();
        const std::string result = call(tool, arguments);
        EXPECT_EQ(Json(result)["isError"].raw(), "true") << result;
        EXPECT_TRUE(Json(result)["structuredContent"].raw().empty());
        EXPECT_EQ(store_->last_seq(), before);
        EXPECT_TRUE(store_->quarantine(0, 1)->empty());
        return Json(result)["content"].at(0)["text"].string().value_or("");
    }

    void tell(std::string_view json) {
        Batch batch;
        batch.events.push_back({*Event::parse(json)});
        ASSERT_TRUE(store_->append(batch));
    }

    std::string member(const std::string& object, std::string_view name) {
        return Json(object)[name].string().value_or("");
    }

    std::unique_ptr<Store> store_ = open_memory_store();
    McpOptions options_;
    McpEra era_ = McpEra::unknown;
    McpAnswer answer_;
};

}  // namespace hence
