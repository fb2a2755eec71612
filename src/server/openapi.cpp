#include "server/openapi.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/json.h"
#include "server/router.h"

namespace hence {
namespace {

constexpr std::string_view about =
    "A flight recorder for AI agents: what they sent is recorded, and every answer is worked out "
    "from the record. A name in a path is decoded once and may hold %2F; ?id= works in its place. "
    "Every answer that has a text comes as text/plain when Accept asks for it. Lists go on at "
    "?cursor=, which is the next of the page before. A server without tokens answers this machine "
    "only; with tokens, a request needs one that has the scope named under security.";

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> media = {{
    {"json", "application/json"},
    {"text", "text/plain"},
    {"ndjson", "application/x-ndjson"},
    {"sse", "text/event-stream"},
    {"csv", "text/csv"},
    {"dot", "text/vnd.graphviz"},
    {"mermaid", "text/vnd.mermaid"},
    {"markdown", "text/markdown"},
    {"protobuf", "application/x-protobuf"},
    {"html", "text/html"},
    {"javascript", "text/javascript"},
    {"css", "text/css"},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 13> meanings = {{
    {"200", "The answer."},
    {"202", "Taken; there is nothing to answer."},
    {"207", "Some of it went to quarantine."},
    {"400", "The request makes no sense."},
    {"401", "It is not known who asks."},
    {"403", "Whoever asks may not."},
    {"404", "There is no such thing."},
    {"409", "Something stands in the way."},
    {"413", "Too large."},
    {"415", "Not in a form that can be read."},
    {"429", "Too much at once; see Retry-After."},
    {"500", "What is stored is damaged, or the server erred."},
    {"503", "Not possible now; see Retry-After."},
}};

template <class Table>
std::string_view look_up(const Table& table, std::string_view key) {
    const auto at = std::ranges::find(table, key, [](const auto& row) { return row.first; });
    return at == table.end() ? key : at->second;
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0) {
            words.push_back(text.substr(0, end));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

// The two sides of the first `mark`; the second is empty when there is none.
std::pair<std::string_view, std::string_view> split(std::string_view text, char mark) {
    const std::size_t at = std::min(text.find(mark), text.size());
    return {text.substr(0, at), text.substr(std::min(at + 1, text.size()))};
}

void append_quoted(std::string& out, std::string_view name, std::string_view text) {
    out += fmt::format("\"{}\":", name);
    append_string(out, text);
}

void comma(std::string& out) {
    if (out.back() != '{' && out.back() != '[') {
        out += ',';
    }
}

std::string plain_type(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> plain = {{
        {"s", R"({"type":"string"})"},
        {"t", R"({"type":"string","format":"date-time"})"},
        {"n", R"({"type":"number"})"},
        {"i", R"({"type":"integer"})"},
        {"b", R"({"type":"boolean"})"},
        {"any", "{}"},
        {"object", R"({"type":"object"})"},
    }};
    const std::string_view found = look_up(plain, type);
    return found == type ? fmt::format(R"({{"$ref":"#/components/schemas/{}"}})", type)
                         : std::string(found);
}

// As SchemaText says. Types come from the tables here, and are nested twice at most.
std::string type_json(std::string_view type) {
    if (type.ends_with('?')) {
        type.remove_suffix(1);
        return fmt::format(R"({{"anyOf":[{},{{"type":"null"}}]}})", type_json(type));
    }
    const std::string_view inner = type.size() > 2 ? type.substr(1, type.size() - 2) : type;
    switch (type.front()) {
        case '[': return fmt::format(R"({{"type":"array","items":{}}})", type_json(inner));
        case '{':
            return fmt::format(R"({{"type":"object","additionalProperties":{}}})",
                               type_json(inner));
        case '(': {
            std::string words;
            for (std::string_view rest = inner; !rest.empty();) {
                const auto [word, more] = split(rest, '|');
                words += fmt::format("{}\"{}\"", words.empty() ? "" : ",", word);
                rest = more;
            }
            return fmt::format(R"({{"type":"string","enum":[{}]}})", words);
        }
        default: return plain_type(type);
    }
}

void append_schema(std::string& out, const SchemaText& schema) {
    std::string required;
    std::string properties = "{";
    for (std::string_view member : words_of(schema.members)) {
        const bool optional = member.starts_with('~');
        member.remove_prefix(optional ? 1 : 0);
        const auto [key, type] = split(member, ':');
        comma(properties);
        properties += fmt::format("\"{}\":{}", key, type_json(type));
        if (!optional) {
            required += fmt::format("{}\"{}\"", required.empty() ? "" : ",", key);
        }
    }
    comma(out);
    out += fmt::format("\"{}\":{{", schema.name);
    if (!schema.text.empty()) {
        append_quoted(out, "description", schema.text);
        out += ',';
    }
    out +=
        fmt::format(R"("type":"object","properties":{}}},"required":[{}]}})", properties, required);
}

// "json=Tree text": each with its schema; text of any kind is a string.
void append_content(std::string& out, std::string_view forms) {
    out += "\"content\":{";
    for (const std::string_view form : words_of(forms)) {
        const auto [name, schema] = split(form, '=');
        comma(out);
        out += fmt::format(R"("{}":{{"schema":{}}})", look_up(media, name),
                           type_json(schema.empty() ? "s" : schema));
    }
    out += '}';
}

void append_parameter(std::string& out, const ParameterText& parameter, bool required) {
    comma(out);
    out += '{';
    append_quoted(out, "name", parameter.name);
    out += fmt::format(R"(,"in":"{}","required":{},)", parameter.in, required ? "true" : "false");
    append_quoted(out, "description", parameter.text);
    out += fmt::format(",\"schema\":{}}}", type_json(parameter.type));
}

void append_parameters(std::string& out, const RouteText& route) {
    out += "\"parameters\":[";
    for (std::string_view rest = route.pattern; rest.find('{') != std::string_view::npos;) {
        rest.remove_prefix(rest.find('{') + 1);
        const std::string_view name = rest.substr(0, rest.find('}'));
        const std::string_view text = name == "id" ? route.id : "The name of a graph.";
        append_parameter(out, {name, name, "s", text, "path"}, true);
    }
    for (std::string_view word : words_of(route.parameters)) {
        const bool required = word.ends_with('!');
        word.remove_suffix(required ? 1 : 0);
        const auto all = parameter_texts();
        const auto found = std::ranges::find(all, word, &ParameterText::key);
        if (found != all.end()) {
            append_parameter(out, *found, required);
        }
    }
    out += ']';
}

void append_answers(std::string& out, const RouteText& route, TokenScope scope) {
    std::vector<std::pair<std::string_view, std::string_view>> answers;  // Status, schema.
    for (const std::string_view word : words_of(route.statuses)) {
        answers.push_back(split(word, '='));
    }
    for (const std::string_view status : {"400", "401", "403", "429", "500", "503"}) {
        if (scope != TokenScope::open && std::ranges::find(answers, status, [](const auto& one) {
                                             return one.first;
                                         }) == answers.end()) {
            answers.emplace_back(status, "");
        }
    }
    std::ranges::sort(answers);
    out += "\"responses\":{\"200\":{";
    append_quoted(out, "description", look_up(meanings, "200"));
    out += ',';
    append_content(out, route.answer);
    out += '}';
    for (const auto& [status, schema] : answers) {
        out += fmt::format(",\"{}\":", status);
        if (schema.empty() && status.front() != '2') {
            out += fmt::format(R"({{"$ref":"#/components/responses/{}"}})", status);
            continue;
        }
        out += '{';
        append_quoted(out, "description", look_up(meanings, status));
        if (!schema.empty()) {
            out += ',';
            append_content(out, fmt::format("json={}", schema));
        }
        out += '}';
    }
    out += '}';
}

// The empty alternative: a server without tokens asks for none.
std::string security_of(TokenScope scope) {
    if (scope == TokenScope::open) {
        return "[]";
    }
    if (scope == TokenScope::either) {
        return R"([{"bearer":["read"]},{"bearer":["write"]},{}])";
    }
    return fmt::format(R"([{{"bearer":["{}"]}},{{}}])", name_of(scope));
}

void append_operation(std::string& out, const RouteText& text, const Route& route) {
    std::string method(route.method);
    std::ranges::transform(method, method.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    comma(out);
    out += fmt::format(R"("{}":{{"operationId":"{}",)", method, text.name);
    append_quoted(out, "summary", text.summary);
    out += ',';
    append_parameters(out, text);
    if (!text.body.empty()) {
        out += R"(,"requestBody":{"required":true,)";
        append_content(out, text.body);
        out += '}';
    }
    out += ',';
    append_answers(out, text, route.scope);
    out += fmt::format(R"(,"security":{}}})", security_of(route.scope));
}

void append_paths(std::string& out) {
    std::vector<std::string_view> patterns;
    for (const Route& route : routes()) {
        if (std::ranges::find(patterns, route.pattern) == patterns.end()) {
            patterns.push_back(route.pattern);
        }
    }
    for (const std::string_view pattern : patterns) {
        std::string operations = "{";
        for (const Route& route : routes()) {
            const auto texts = route_texts();
            const auto text = std::ranges::find_if(texts, [&](const RouteText& one) {
                return one.method == route.method && one.pattern == route.pattern;
            });
            if (route.pattern == pattern && text != texts.end()) {
                append_operation(operations, *text, route);
            }
        }
        if (operations.size() > 1) {
            comma(out);
            out += fmt::format("\"{}\":{}}}", pattern, operations);
        }
    }
}

std::string made() {
    std::string out = R"({"openapi":"3.1.0","info":{"title":"Hence","version":"1",)";
    append_quoted(out, "description", about);
    out += R"(,"license":{"name":"Apache 2.0","identifier":"Apache-2.0"}},"paths":{)";
    append_paths(out);
    out += R"(},"components":{"schemas":{)";
    for (const SchemaText& schema : schema_texts()) {
        append_schema(out, schema);
    }
    out += R"(},"responses":{)";
    for (const auto& [status, meaning] : meanings) {
        if (status.front() != '2') {
            comma(out);
            out += fmt::format("\"{}\":{{", status);
            append_quoted(out, "description", meaning);
            out += ',';
            append_content(out, "json=Error text");
            out += '}';
        }
    }
    out += R"(},"securitySchemes":{"bearer":{"type":"http","scheme":"bearer",)";
    append_quoted(out, "description",
                  "A token of the server's token file. Its scopes are ingest, read, write and "
                  "admin; admin allows everything.");
    return out + "}}}}\n";
}

}  // namespace

const std::string& openapi_document() {
    static const std::string document = made();
    return document;
}

}  // namespace hence
