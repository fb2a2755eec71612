// The answer of a view as a tool gives it: the part that was asked for, in the room there is.
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

// What a view answered, or why it did not, said of the argument that named what was asked for.
template <class Answer>
Result<std::string> page_of_answer(const Result<Answer>& answer, std::string_view argument,
                                   const McpToolCall& call) {
    const PageAsked asked = TRY(page_asked(call));
    if (!answer) {
        return of_argument(argument, answer.error());
    }
    std::string whole;
    TRY(write_json(*answer, call.store, [&whole](std::string_view piece) -> Result<void> {
        whole += piece;
        return {};
    }));
    while (whole.ends_with('\n')) {
        whole.pop_back();
    }
    return page_of(whole, asked);
}

}  // namespace hence
