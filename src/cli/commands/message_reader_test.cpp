#include "cli/commands/message_reader.h"

#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

namespace hence {
namespace {

std::string request(std::string_view id, std::string_view method = "tools/list") {
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" + std::string(method) +
           "\"}\n";
}

std::string cancelled(std::string_view id) {
    return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
           std::string(id) + "}}\n";
}

// Everything that is read from these bytes: ids of requests, codes of errors, or methods.
std::vector<std::string> read_from(const std::string& bytes) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    std::thread writer([&] {
        for (std::size_t at = 0; at < bytes.size();) {
            const ssize_t written = ::write(ends[1], bytes.data() + at, bytes.size() - at);
            ASSERT_GT(written, 0);
            at += static_cast<std::size_t>(written);
        }
        ::close(ends[1]);
    });
    if (bytes.size() < 60'000) {
        writer.join();  // So that all of it has come.
    }
    MessageReader reader(ends[0]);
    std::vector<std::string> all;
    for (;;) {
        const Result<std::optional<ReceivedMessage>> next = reader.next();
        EXPECT_TRUE(next);
        if (!next || !*next) {
            break;
        }
        if (const auto* error = std::get_if<McpError>(&(*next)->read)) {
            all.push_back(std::to_string(error->code));
        } else {
            const auto& message = std::get<McpMessage>((*next)->read);
            all.push_back(message.id.empty() ? message.method : message.id);
        }
    }
    if (writer.joinable()) {
        writer.join();
    }
    ::close(ends[0]);
    return all;
}

using Read = std::vector<std::string>;

TEST(MessageReader, MessagesComeInOrder) {
    EXPECT_EQ(read_from(request("1") + request("\"b\"") + request("3")), (Read{"1", "\"b\"", "3"}));
}

TEST(MessageReader, TheLastLineNeedsNoEnd) {
    std::string bytes = request("1") + request("2");
    bytes.pop_back();
    EXPECT_EQ(read_from(bytes), (Read{"1", "2"}));
    EXPECT_EQ(read_from(""), Read{});
}

TEST(MessageReader, EmptyLinesAreNothingAndBadOnesAreErrors) {
    EXPECT_EQ(read_from("\n \r\n{\n" + request("1")), (Read{"-32700", "1"}));
}

TEST(MessageReader, ARequestThatHasNotBegunCanBeCancelled) {
    EXPECT_EQ(read_from(request("1") + request("2") + cancelled("1")), (Read{"2"}));
    EXPECT_EQ(read_from(request("\"a\"") + cancelled("\"\\u0061\"")), Read{});
}

TEST(MessageReader, WhatIsUnknownOrBeginsAConversationIsNotCancelled) {
    EXPECT_EQ(read_from(request("1") + cancelled("\"1\"") + cancelled("7")), (Read{"1"}));
    EXPECT_EQ(read_from(request("1", "initialize") + cancelled("1")), (Read{"1"}));
    EXPECT_EQ(read_from(cancelled("1") + request("1")), (Read{"1"}));
}

TEST(MessageReader, ALineMayBeAsLongAsAMessageAndNoLonger) {
    const std::string head = R"({"jsonrpc":"2.0","id":1,"method":")";
    const std::string longest =
        head + std::string(mcp_message_size_max - head.size() - 2, 'm') + "\"}";
    EXPECT_EQ(read_from(longest + "\n" + request("2")), (Read{"1", "2"}));
    EXPECT_EQ(read_from(" " + longest + "\n" + request("2")), (Read{"-32600", "2"}));
}

}  // namespace
}  // namespace hence
