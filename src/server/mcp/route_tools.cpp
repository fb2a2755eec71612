#include "server/mcp/route_tools.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "server/mcp/answer_page.h"
#include "server/router/notation.h"
#include "server/router/parameter_schema.h"

namespace hence {
namespace {

constexpr std::string_view id_in_path = "{id}";
constexpr std::uint64_t rows_max = 1'000;  // Of a limit that the route does not bound.

constexpr ParameterText cursor_argument{"cursor", "s", "`next` of the answer before."};
constexpr ParameterText size_argument =
    within(otherwise({"max_bytes", "i", "The most bytes of the answer."}, "8192"),
           mcp_answer_size_min, mcp_answer_size_max);
static_assert(mcp_answer_size == 8192);

ToolArgument argument_of(const ParameterText& parameter, const ToolText& tool) {
    ToolArgument argument{.shown = parameter, .parameter = parameter.name};
    if (const std::string_view name = value_of(tool.renamed, parameter.name); !name.empty()) {
        argument.shown.name = name;
    }
    argument.asks_for = value_of(tool.otherwise, parameter.name);
    if (!argument.asks_for.empty()) {
        argument.shown.otherwise = argument.asks_for;
    }
    if (argument.shown.name == "limit" && argument.shown.most == 0) {
        argument.shown = within(argument.shown, 1, rows_max);
    }
    return argument;
}

Result<void> check_text(const ToolArguments& given, const ParameterText& shown) {
    if (shown.type == "t") {
        TRY(given.time(shown.name));
    }
    if (shown.type.starts_with('(')) {
        TRY(given.one_of(shown.name, choices_of(shown.type)));
    }
    return {};
}

// What a route is given for an argument; none when it is absent.
Result<std::vector<std::string>> values_given(const ToolArguments& given,
                                              const ParameterText& shown) {
    std::vector<std::string> values;
    if (shown.several) {
        return given.list(shown.name);
    }
    switch (shown.type.front()) {
        case 'b': {
            const std::optional<bool> truth = TRY(given.boolean(shown.name));
            if (truth) {
                values.emplace_back(*truth ? "true" : "false");
            }
            return values;
        }
        case 'i':
            if (given.given(shown.name)) {
                const std::uint64_t most =
                    shown.most == 0 ? std::numeric_limits<std::uint64_t>::max() : shown.most;
                const std::uint64_t number =
                    TRY(given.whole(shown.name, {.least = shown.least, .most = most}));
                values.push_back(std::to_string(number));
            }
            return values;
        case 'n': {
            const std::optional<double> number = TRY(given.amount(shown.name));
            if (number) {
                values.push_back(fmt::format("{}", *number));
            }
            return values;
        }
        default: break;
    }
    TRY(check_text(given, shown));
    std::string text =
        TRY(shown.required ? given.required_text(shown.name) : given.text(shown.name));
    if (!text.empty()) {
        values.push_back(std::move(text));
    }
    return values;
}

// The error of a route, said of the argument that it is about as far as one can tell.
Error blamed(const McpToolCall& call, const Error& error) {
    std::string_view about;
    for (const std::string_view name : words_of(call.tool.route->text.tool.blames)) {
        about = name;
        if (const Result<std::string> text = call.arguments.text(name); !text || !text->empty()) {
            break;
        }
    }
    return about.empty() ? error : of_argument(about, error);
}

void append_type(JsonWriter& json, const ParameterText& shown) {
    if (shown.several) {
        json.member("type", "array").raw_member("items", R"({"type":"string"})");
        return;
    }
    switch (shown.type.front()) {
        case 'b': json.member("type", "boolean").member("default", false); return;
        case 'i':
            json.member("type", "integer");
            if (shown.most == 0) {
                json.member("minimum", 0);
            }
            return;
        case 'n': json.member("type", "number").member("minimum", 0); return;
        case '(': json.member("type", "string").list("enum", choices_of(shown.type)); return;
        default: json.member("type", "string"); return;
    }
}

void append_argument(JsonWriter& json, const ParameterText& shown) {
    json.key(shown.name).begin_object();
    append_type(json, shown);
    if (shown.required) {
        json.member("minLength", 1);
    }
    append_limits(json, shown);
    const bool time = shown.type == "t";
    json.member("description", fmt::format("{}{}", shown.text, time ? " RFC 3339." : ""));
    json.end_object();
}

// The type of a value in JSON Schema; empty where it may be any.
std::string_view type_name(std::string_view type) {
    switch (type.front()) {
        case '[': return "array";
        case '(': return "string";
        case '{': return "object";
        default: break;
    }
    if (type == "s" || type == "t") {
        return "string";
    }
    return type == "i"     ? "integer"
           : type == "n"   ? "number"
           : type == "b"   ? "boolean"
           : type == "any" ? ""
                           : "object";
}

// A page shows the members of an answer as they are, and in place of an element of a list that is
// too large another one of its type. What is deeper may be cut, and is not promised.
void append_shown_type(JsonWriter& json, std::string_view type) {
    const bool or_null = type.ends_with('?');
    type.remove_suffix(or_null ? 1 : 0);
    const std::string_view name = type_name(type);
    json.begin_object();
    if (name.empty()) {
        json.end_object();
        return;
    }
    or_null ? json.key("type").begin_list().value(name).value("null").end_list()
            : json.member("type", name);
    if (name == "array") {
        const std::string_view element = type_name(type.substr(1, type.size() - 2));
        json.key("items").begin_object();
        if (!element.empty() && element != "array") {
            json.member("type", element);
        }
        json.end_object();
    }
    json.end_object();
}

}  // namespace

std::vector<ToolArgument> arguments_of_route(const Route& route, const McpTool& tool) {
    const ToolText& text = route.text.tool;
    std::vector<ToolArgument> all;
    if (!text.id.empty()) {
        const std::string_view meaning = text.id_text.empty() ? route.text.id : text.id_text;
        all.push_back({.shown = required({text.id, "s", meaning}), .parameter = id_in_path});
    }
    for (const ParameterText& parameter : route.text.takes) {
        // The cursor of a tool is its own: it leads through the answer page by page.
        if (parameter.name != cursor_argument.name && !has_word(text.without, parameter.name)) {
            all.push_back(argument_of(parameter, text));
        }
    }
    for (const ParameterText& own : tool.adds) {
        all.push_back({.shown = own});
    }
    if (tool.goes_on) {
        all.push_back({.shown = cursor_argument});
    }
    all.push_back({.shown = size_argument});
    return all;
}

void append_route_input(JsonWriter& json, const McpTool& tool) {
    std::vector<std::string_view> needed;
    json.begin_object().member("type", "object").key("properties").begin_object();
    for (const ToolArgument& argument : tool.takes) {
        append_argument(json, argument.shown);
        if (argument.shown.required) {
            needed.push_back(argument.shown.name);
        }
    }
    json.end_object();
    if (!needed.empty()) {
        json.list("required", needed);
    }
    json.member("additionalProperties", false).end_object();
}

void append_route_output(JsonWriter& json, const Route& route) {
    constexpr std::string_view next = "next";
    const SchemaText* schema = find_schema(value_of(route.text.gives, "json"));
    std::vector<std::string_view> present = {"note"};
    json.begin_object().member("type", "object").key("properties").begin_object();
    append_shown_type(json.key("note"), "s");
    for (std::string_view member : words_of(schema == nullptr ? "" : schema->members)) {
        const bool optional = member.starts_with('~');
        member.remove_prefix(optional ? 1 : 0);
        const auto [name, type] = split(member, ':');
        if (name == next) {
            continue;
        }
        append_shown_type(json.key(name), type);
        if (!optional) {
            present.push_back(name);
        }
    }
    append_shown_type(json.key(next), "s?");
    present.push_back(next);
    json.end_object().list("required", present).end_object();
}

Result<RouteQuestion> question_of(const McpToolCall& call) {
    std::vector<std::string_view> known;
    for (const ToolArgument& argument : call.tool.takes) {
        known.push_back(argument.shown.name);
    }
    TRY(call.arguments.only(known));
    RouteQuestion question;
    for (const ToolArgument& argument : call.tool.takes) {
        std::vector<std::string> values = TRY(values_given(call.arguments, argument.shown));
        if (values.empty() && !argument.asks_for.empty()) {
            values.emplace_back(argument.asks_for);
        }
        if (argument.parameter == id_in_path) {
            question.id = values.front();
            continue;
        }
        for (std::string& value : values) {
            if (!argument.parameter.empty()) {
                question.request.query.emplace(argument.parameter, std::move(value));
            }
        }
    }
    return question;
}

Result<std::string> answer_of_route(const McpToolCall& call, const RouteQuestion& question) {
    const App app{.store = call.store, .allowed = call.options.allowed};
    Result<Response> answered = call.tool.route->answer(app, question.request, question.id);
    if (!answered) {
        return blamed(call, answered.error());
    }
    std::string whole = std::move(answered->body);
    if (answered->produce) {
        TRY(answered->produce([&whole](std::string_view piece) -> Result<void> {
            whole += piece;
            return {};
        }));
    }
    while (whole.ends_with('\n')) {
        whole.pop_back();
    }
    return whole;
}

Result<std::string> tool_ask_route(const McpToolCall& call) {
    const RouteQuestion question = TRY(question_of(call));
    const PageAsked page = TRY(page_asked(call));
    const std::string whole = TRY(answer_of_route(call, question));
    return page_of(whole, page);
}

}  // namespace hence
