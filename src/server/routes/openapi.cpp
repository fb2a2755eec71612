// Makes the OpenAPI document from the rows of the routes and from the schemas beside them. Nothing
// here comes from outside: the rows are constants of the program, and tests check them.
#include "server/routes/openapi.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.h"
#include "model/json/writer.h"
#include "server/router/notation.h"
#include "server/router/parameter_schema.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

constexpr std::string_view about =
    "A flight recorder for AI agents: what they sent is recorded, and every answer is worked out "
    "from the record. A name in a path is decoded once and may hold %2F; ?id= works in its place. "
    "Every answer that has a text comes as text/plain when Accept asks for it. Lists go on at "
    "?cursor=, which is the next of the page before. A server without tokens answers this machine "
    "only; with tokens, a request needs one that has the scope named under security.";

constexpr std::array<std::pair<std::string_view, std::string_view>, 13> media = {{
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
    {"texts", "application/vnd.hence.texts"},
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

std::string_view plain_type(std::string_view type) {
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
    return found == type ? std::string_view() : found;
}

// An object that stands elsewhere in the document.
void append_reference(JsonWriter& json, std::string_view folder, std::string_view name) {
    json.begin_object().member("$ref", fmt::format("#/components/{}/{}", folder, name));
    json.end_object();
}

// As SchemaText says. Types come from the tables here, and are nested twice at most.
void append_type(JsonWriter& json, std::string_view type) {
    if (type.ends_with('?')) {
        json.begin_object().key("anyOf").begin_list();
        append_type(json, type.substr(0, type.size() - 1));
        json.raw(R"({"type":"null"})").end_list().end_object();
        return;
    }
    const std::string_view inner = type.size() > 2 ? type.substr(1, type.size() - 2) : type;
    switch (type.front()) {
        case '[':
            append_type(json.begin_object().member("type", "array").key("items"), inner);
            json.end_object();
            return;
        case '{':
            json.begin_object().member("type", "object").key("additionalProperties");
            append_type(json, inner);
            json.end_object();
            return;
        case '(':
            json.begin_object().member("type", "string").key("enum").begin_list();
            for (const std::string_view word : choices_of(type)) {
                json.value(word);
            }
            json.end_list().end_object();
            return;
        default: break;
    }
    if (const std::string_view plain = plain_type(type); !plain.empty()) {
        json.raw(plain);
    } else {
        append_reference(json, "schemas", type);
    }
}

void append_schema(JsonWriter& json, const SchemaText& schema) {
    json.key(schema.name).begin_object();
    if (!schema.text.empty()) {
        json.member("description", schema.text);
    }
    json.member("type", "object").key("properties").begin_object();
    std::vector<std::string_view> required;
    for (std::string_view member : words_of(schema.members)) {
        const bool optional = member.starts_with('~');
        member.remove_prefix(optional ? 1 : 0);
        const auto [key, type] = split(member, ':');
        append_type(json.key(key), type);
        if (!optional) {
            required.push_back(key);
        }
    }
    json.end_object().list("required", required).end_object();
}

// "json=Tree text": each with its schema; text of any kind is a string.
void append_content(JsonWriter& json, std::string_view forms) {
    json.key("content").begin_object();
    for (const std::string_view form : words_of(forms)) {
        const auto [name, schema] = split(form, '=');
        json.key(look_up(media, name)).begin_object().key("schema");
        append_type(json, schema.empty() ? "s" : schema);
        json.end_object();
    }
    json.end_object();
}

void append_parameter(JsonWriter& json, const ParameterText& parameter) {
    json.begin_object().member("name", parameter.name).member("in", parameter.in);
    json.member("required", parameter.required);
    json.member("description",
                parameter.several ? fmt::format("{}, with commas between them.",
                                                parameter.text.substr(0, parameter.text.size() - 1))
                                  : std::string(parameter.text));
    append_type(json.key("schema"), parameter.type);
    append_limits(json.reopen_object(), parameter);
    json.end_object().end_object();
}

void append_parameters(JsonWriter& json, const Route& route) {
    json.key("parameters").begin_list();
    for (std::string_view rest = route.pattern; rest.find('{') != std::string_view::npos;) {
        rest.remove_prefix(rest.find('{') + 1);
        const std::string_view name = rest.substr(0, rest.find('}'));
        const std::string_view text = name == "id" ? route.text.id : "The name of a graph.";
        append_parameter(json, {name, "s", text, "path", true});
    }
    for (const ParameterText& parameter : route.text.takes) {
        append_parameter(json, parameter);
    }
    json.end_list();
}

void append_answers(JsonWriter& json, const RouteText& route, TokenScope scope) {
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
    json.key("responses").begin_object().key("200").begin_object();
    json.member("description", look_up(meanings, "200"));
    append_content(json, route.gives);
    json.end_object();
    for (const auto& [status, schema] : answers) {
        json.key(status);
        if (schema.empty() && status.front() != '2') {
            append_reference(json, "responses", status);
            continue;
        }
        json.begin_object().member("description", look_up(meanings, status));
        if (!schema.empty()) {
            append_content(json, fmt::format("json={}", schema));
        }
        json.end_object();
    }
    json.end_object();
}

void append_token_of(JsonWriter& json, TokenScope scope) {
    json.begin_object().key("bearer").begin_list().value(name_of(scope)).end_list().end_object();
}

// The empty alternative: a server without tokens asks for none.
void append_security(JsonWriter& json, TokenScope scope) {
    json.key("security").begin_list();
    if (scope == TokenScope::either) {
        append_token_of(json, TokenScope::read);
        append_token_of(json, TokenScope::write);
    } else if (scope != TokenScope::open) {
        append_token_of(json, scope);
    }
    if (scope != TokenScope::open) {
        json.begin_object().end_object();
    }
    json.end_list();
}

void append_operation(JsonWriter& json, const Route& route) {
    const RouteText& text = route.text;
    json.key(lower_case(route.method)).begin_object().member("operationId", text.name);
    json.member("summary", text.summary);
    append_parameters(json, route);
    if (!text.body.empty()) {
        json.key("requestBody").begin_object().member("required", true);
        append_content(json, text.body);
        json.end_object();
    }
    append_answers(json, text, route.scope);
    append_security(json, route.scope);
    if (!text.command.empty()) {
        json.member("x-hence-command", text.command);
    }
    json.end_object();
}

void append_paths(JsonWriter& json) {
    std::vector<std::string_view> patterns;
    for (const Route& route : routes()) {
        if (std::ranges::find(patterns, route.pattern) == patterns.end()) {
            patterns.push_back(route.pattern);
        }
    }
    json.key("paths").begin_object();
    for (const std::string_view pattern : patterns) {
        const auto told = [pattern](const Route& route) {
            return route.pattern == pattern && !route.text.name.empty();
        };
        if (std::ranges::none_of(routes(), told)) {
            continue;
        }
        json.key(pattern).begin_object();
        for (const Route& route : routes()) {
            if (told(route)) {
                append_operation(json, route);
            }
        }
        json.end_object();
    }
    json.end_object();
}

void append_components(JsonWriter& json) {
    json.key("components").begin_object().key("schemas").begin_object();
    for (const SchemaText& schema : all_schemas()) {
        append_schema(json, schema);
    }
    json.end_object().key("responses").begin_object();
    for (const auto& [status, meaning] : meanings) {
        if (status.front() != '2') {
            json.key(status).begin_object().member("description", meaning);
            append_content(json, "json=Error text");
            json.end_object();
        }
    }
    json.end_object().key("securitySchemes").begin_object().key("bearer").begin_object();
    json.member("type", "http").member("scheme", "bearer");
    json.member("description",
                "A token of the server's token file. Its scopes are ingest, read, write and "
                "admin; admin allows everything.");
    json.end_object().end_object().end_object();
}

std::string made() {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("openapi", "3.1.0").key("info").begin_object();
    json.member("title", "Hence").member("version", "1").member("description", about);
    json.key("license").begin_object().member("name", "Apache 2.0");
    json.member("identifier", "Apache-2.0").end_object().end_object();
    append_paths(json);
    append_components(json);
    json.end_object().end_line();
    return out;
}

}  // namespace

std::vector<SchemaText> all_schemas() {
    std::vector<SchemaText> all(shared_schemas().begin(), shared_schemas().end());
    for (const RouteTable& table : route_tables()) {
        all.insert(all.end(), table.schemas.begin(), table.schemas.end());
    }
    return all;
}

const SchemaText* find_schema(std::string_view name) {
    static const std::vector<SchemaText> all = all_schemas();
    const auto found = std::ranges::find(all, name, &SchemaText::name);
    return found == all.end() ? nullptr : &*found;
}

const std::string& openapi_document() {
    static const std::string document = made();
    return document;
}

}  // namespace hence
