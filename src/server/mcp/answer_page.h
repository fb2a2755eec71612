// The arguments by which a tool is asked for a part of its answer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/result.h"
#include "server/mcp/page.h"
#include "server/mcp/tools.h"

namespace hence {

// The argument `max_bytes`.
inline Result<std::size_t> size_asked(const McpToolCall& call) {
    return call.arguments.whole(
        "max_bytes",
        {.least = mcp_answer_size_min, .most = mcp_answer_size_max, .otherwise = mcp_answer_size});
}

// The arguments `max_bytes` and `cursor`.
inline Result<PageAsked> page_asked(const McpToolCall& call) {
    PageAsked asked;
    asked.size_max = TRY(size_asked(call));
    const std::string cursor = TRY(call.arguments.text("cursor"));
    if (!cursor.empty()) {
        const Result<std::uint64_t> start = cursor_start(cursor);
        if (!start) {
            return of_argument("cursor", start.error());
        }
        asked.start = *start;
    }
    return asked;
}

}  // namespace hence
