// Writes the lines of a Claude Code transcript, and tells what came of them. For tests only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/claude_code/claude_code.h"
#include "formats/common/read_for_test.h"
#include "model/facts.h"
#include "model/json/json.h"

namespace hence {

// A line that follows `parent`, written in the given second.
inline std::string claude_line(std::string_view uuid, std::string_view parent, int second,
                               std::string_view rest) {
    const std::string quoted = parent.empty() ? "null" : fmt::format("\"{}\"", parent);
    return fmt::format(R"({{"parentUuid":{},"isSidechain":false,"sessionId":"s1","uuid":"{}",)"
                       R"("timestamp":"2026-03-01T10:00:{:02}.000Z",{}}})"
                       "\n",
                       quoted, uuid, second, rest);
}

inline std::string claude_prompt(std::string_view uuid, std::string_view parent, int second,
                                 std::string_view text, std::string_view rest = "") {
    return claude_line(
        uuid, parent, second,
        fmt::format(R"("type":"user","message":{{"role":"user","content":"{}"}}{})", text, rest));
}

// A block of the answer `message`.
inline std::string claude_answer(std::string_view uuid, std::string_view parent, int second,
                                 std::string_view message, std::string_view block,
                                 std::string_view rest = R"("stop_reason":null)") {
    return claude_line(
        uuid, parent, second,
        fmt::format(R"("type":"assistant","requestId":"req_1","message":{{"id":"{}",)"
                    R"("model":"claude-opus-4-6","role":"assistant","content":[{}],{}}})",
                    message, block, rest));
}

inline std::string claude_text_block(std::string_view text) {
    return fmt::format(R"({{"type":"text","text":"{}"}})", text);
}

inline std::string claude_call_block(std::string_view id, std::string_view name,
                                     std::string_view input = "{}") {
    return fmt::format(R"({{"type":"tool_use","id":"{}","name":"{}","input":{}}})", id, name,
                       input);
}

inline std::string claude_result(std::string_view uuid, std::string_view parent, int second,
                                 std::string_view call, std::string_view content,
                                 std::string_view rest = "") {
    return claude_line(
        uuid, parent, second,
        fmt::format(R"("type":"user","message":{{"role":"user","content":[{{"type":"tool_result",)"
                    R"("tool_use_id":"{}","content":{}}}]}}{})",
                    call, content, rest));
}

inline ReadText read_claude(std::string_view text) {
    return read_whole(read_claude_code, text);
}

// The kinds of the events, in order.
inline std::string kinds(const ReadText& read) {
    std::string said;
    for (const Event& event : read.events) {
        said += (said.empty() ? "" : " ") + std::string(event.kind());
    }
    return said;
}

// The only event of that kind.
inline Event the(const ReadText& read, std::string_view kind) {
    const std::vector<Event> found = read.of_kind(kind);
    EXPECT_EQ(found.size(), 1U) << kind << " in\n" << read.told();
    const Result<Event> none =
        Event::parse(R"({"id":"?","kind":"none","time":"1970-01-01T00:00:00Z"})");
    return found.empty() ? *none : found.front();
}

}  // namespace hence
