// Tools that ask what a GET route answers, made from the row of the route.
//
// A row of routes names its tool (ToolText in router.h). What the tool takes are the parameters of
// the route, what it answers is a page of the route's answer, and both schemas follow from the same
// texts as the OpenAPI document. So an argument is described, checked and passed on in one place.
// Must never happen: a tool that answers otherwise than its route. A tool with an answer of its own
// (a list in compact form, an event by the node that stands for it) builds on the parts here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "model/json/writer.h"
#include "server/mcp/tools.h"
#include "server/wire/http.h"

namespace hence {

// What a tool that asks this route takes: what stands for {id}, the parameters of the route, what
// the tool adds, and how much of the answer is shown.
std::vector<ToolArgument> arguments_of_route(const Route& route, const McpTool& tool);

// The JSON Schema of what such a tool takes and, where it does not say so itself, answers.
void append_route_input(JsonWriter& json, const McpTool& tool);
void append_route_output(JsonWriter& json, const Route& route);

// What a route is asked in place of a tool.
struct RouteQuestion {
    std::string id = {};
    Request request = {};
};

// Fails with invalid, naming the argument, when a tool was called in a way that it does not take.
Result<RouteQuestion> question_of(const McpToolCall& call);
// The JSON object that the route answers. Fails as the route does, said of an argument.
Result<std::string> answer_of_route(const McpToolCall& call, const RouteQuestion& question);

// The answer of a tool that says what its route says.
Result<std::string> tool_ask_route(const McpToolCall& call);

}  // namespace hence
