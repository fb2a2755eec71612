// The blocks of a message: text, reasoning, tool calls and results, in the spellings that agents
// use.
//
// Anthropic's content blocks are the pattern that most agents copied; the names of types and
// members vary (`tool_use`, `toolCall`, `tool-call`). One table reads them all, so that a reader of
// a format only says what a message means. A block of an unknown type is kept whole.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/common/foreign.h"
#include "model/json/json.h"

namespace hence {

struct BlockCall {
    std::string call_id = {};  // Empty: the transcript gives none.
    std::string name = {};
    std::string input = {};  // JSON; empty: none.
};

struct BlockResult {
    std::string call_id = {};
    std::string name = {};    // Of the tool, where it is said.
    std::string output = {};  // JSON.
    bool failed = false;
};

struct Blocks {
    std::string text = {};
    std::vector<std::string> thoughts = {};
    std::vector<BlockCall> calls = {};
    std::vector<BlockResult> results = {};
    std::vector<std::string> others = {};  // JSON of each block of another type.

    bool says_nothing() const { return text.empty() && calls.empty() && thoughts.empty(); }
};

// The content of a message: a text, one block, or a list of blocks or texts.
Blocks blocks_of(Json content);

// Adds the blocks of other types to `fields`, as a list.
void put_other_blocks(Fields& fields, const Blocks& blocks);

// The input of a call as JSON: the object that a text holds, or the value as it is.
std::string input_json(Json input);

// The names of the token counts in a record; a `/` leads into a member. Empty: it has none.
struct UsageNames {
    std::string_view prompt = {};
    std::string_view completion = {};
    std::string_view cache_read = {};
    std::string_view cache_write = {};
    std::string_view reasoning = {};
    std::string_view total = {};
    bool prompt_excludes_cache = false;          // Then the total is the sum, if none is stated.
    bool completion_excludes_reasoning = false;  // Then the reasoning is added.
};

void put_usage(Fields& fields, Json usage, const UsageNames& names);

// The member that a path of names leads to: "tokens/cache/read".
Json at_path(Json json, std::string_view path);

}  // namespace hence
