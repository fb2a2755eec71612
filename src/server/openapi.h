// What can be asked of a server, as an OpenAPI document: made from the table of routes and from two
// tables beside it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hence {

// The document, OpenAPI 3.1 in JSON. Only rows of routes() are in it, with the scope that they have
// there.
const std::string& openapi_document();

// What is said of one row of routes(). Lists are words with spaces between them.
struct RouteText {
    std::string_view method;
    std::string_view pattern;
    std::string_view name;  // The operationId.
    std::string_view summary;
    std::string_view parameters = {};  // Of parameter_texts(); a ! behind it: must be there.
    std::string_view body = {};        // MEDIA=SCHEMA of what is sent.
    std::string_view answer = {};      // MEDIA=SCHEMA of what comes back.
    std::string_view statuses = {};    // Further ones: an error, or STATUS=SCHEMA.
    std::string_view id = {};          // What {id} stands for.
};
std::span<const RouteText> route_texts();

struct ParameterText {
    std::string_view key;  // How a row names it.
    std::string_view name;
    std::string_view type;  // As in a SchemaText.
    std::string_view text;
    std::string_view in = "query";
};
std::span<const ParameterText> parameter_texts();

// An object: its members in the order in which they are written, KEY:TYPE each. A ~ before the key:
// it may be absent. TYPE is s (text), t (time), n (number), i (whole number), b (true or false),
// any, object, a schema's name, [TYPE] a list, {TYPE} a map, (a|b) one of these words; a ? behind
// it: or null.
struct SchemaText {
    std::string_view name;
    std::string_view members;
    std::string_view text = {};
};
std::span<const SchemaText> schema_texts();

}  // namespace hence
