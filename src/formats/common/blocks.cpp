#include "formats/common/blocks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "formats/common/conversation.h"

namespace hence {
namespace {

enum class BlockType : std::uint8_t { text, thought, call, result };

struct TypeName {
    std::string_view name;
    BlockType type;
};
constexpr std::array type_names = {
    TypeName{"text", BlockType::text},
    TypeName{"input_text", BlockType::text},
    TypeName{"output_text", BlockType::text},
    TypeName{"thinking", BlockType::thought},
    TypeName{"think", BlockType::thought},
    TypeName{"reasoning", BlockType::thought},
    TypeName{"tool_use", BlockType::call},
    TypeName{"server_tool_use", BlockType::call},
    TypeName{"mcp_tool_use", BlockType::call},
    TypeName{"tool_call", BlockType::call},
    TypeName{"tool-call", BlockType::call},
    TypeName{"toolCall", BlockType::call},
    TypeName{"tool_result", BlockType::result},
    TypeName{"mcp_tool_result", BlockType::result},
    TypeName{"web_search_tool_result", BlockType::result},
    TypeName{"tool-result", BlockType::result},
    TypeName{"toolResult", BlockType::result},
};

// The first member of these names that is there.
Json any_of(Json json, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        if (const Json value = json[name]; value.present()) {
            return value;
        }
    }
    return {};
}

void add_text(std::string& text, std::string_view more) {
    if (!more.empty()) {
        text += text.empty() ? "" : "\n";
        text += more;
    }
}

std::string text_in(Json json, std::initializer_list<std::string_view> names) {
    return any_of(json, names).string().value_or("");
}

void add_block(Json block, Blocks& blocks) {
    if (block.is_string()) {
        return add_text(blocks.text, block.string().value_or(""));
    }
    const std::string type = block["type"].string().value_or("");
    const auto known = std::ranges::find(type_names, type, &TypeName::name);
    // Gemini's parts have no type.
    const bool plain = type.empty() && block["text"].is_string();
    if (known == type_names.end() && !plain) {
        blocks.others.emplace_back(block.raw());
        return;
    }
    switch (plain ? BlockType::text : known->type) {
        case BlockType::text: return add_text(blocks.text, block["text"].string().value_or(""));
        case BlockType::thought: {
            std::string thought = text_in(block, {"thinking", "think", "text"});
            if (!thought.empty()) {
                blocks.thoughts.push_back(std::move(thought));
            }
            return;
        }
        case BlockType::call:
            blocks.calls.push_back(
                {text_in(block, {"id", "toolCallId", "tool_call_id", "call_id", "callId"}),
                 text_in(block, {"name", "toolName", "tool_name"}),
                 input_json(any_of(block, {"input", "arguments", "args"}))});
            return;
        case BlockType::result:
            blocks.results.push_back(
                {text_in(block,
                         {"tool_use_id", "toolCallId", "tool_call_id", "call_id", "toolUseID"}),
                 text_in(block, {"name", "toolName"}),
                 content_json(any_of(block, {"content", "output", "result"})),
                 any_of(block, {"is_error", "isError"}).boolean().value_or(false)});
            return;
    }
}

double amount_in(Json usage, std::string_view path, bool& any) {
    const std::optional<double> number = number_from(at_path(usage, path)).number();
    any = any || number.has_value();
    return number.value_or(0);
}

void put_sum(Fields& fields, std::string_view name, Json usage,
             std::initializer_list<std::string_view> paths) {
    bool any = false;
    double sum = 0;
    for (const std::string_view path : paths) {
        sum += amount_in(usage, path, any);
    }
    if (any && sum >= 0) {
        std::string number;
        append_number(number, sum);
        fields.value(name, Json(number));
    }
}

}  // namespace

Blocks blocks_of(Json content) {
    Blocks blocks;
    if (!content.is_array()) {
        if (content.present()) {
            add_block(content, blocks);
        }
        return blocks;
    }
    content.each_element([&blocks](Json block) {
        add_block(block, blocks);
        return true;
    });
    return blocks;
}

void put_other_blocks(Fields& fields, const Blocks& blocks) {
    std::string list;
    for (const std::string& block : blocks.others) {
        list += (list.empty() ? "[" : ",") + block;
    }
    if (!list.empty()) {
        fields.value("other_content", Json(list += ']'));
    }
}

std::string input_json(Json input) {
    const std::string held = object_of(input);
    return held.empty() ? std::string(input.raw()) : held;
}

Json at_path(Json json, std::string_view path) {
    if (path.empty()) {
        return {};
    }
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        json = json[path.substr(0, end)];
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return json;
}

void put_usage(Fields& fields, Json usage, const UsageNames& names) {
    put_sum(fields, "prompt_tokens", usage, {names.prompt});
    if (names.completion_excludes_reasoning) {
        put_sum(fields, "completion_tokens", usage, {names.completion, names.reasoning});
    } else {
        put_sum(fields, "completion_tokens", usage, {names.completion});
    }
    put_sum(fields, "total_tokens", usage, {names.total});
    if (names.prompt_excludes_cache) {
        const std::string_view apart =
            names.completion_excludes_reasoning ? names.reasoning : std::string_view();
        put_sum(fields, "total_tokens", usage,
                {names.prompt, names.completion, names.cache_read, names.cache_write, apart});
    }
    put_sum(fields, "cache_read_tokens", usage, {names.cache_read});
    put_sum(fields, "cache_write_tokens", usage, {names.cache_write});
    put_sum(fields, "reasoning_tokens", usage, {names.reasoning});
}

}  // namespace hence
