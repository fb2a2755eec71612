// The tools that agents may call: what each takes and answers, and what it does.
//
// A table, so that the list that a client sees, the schemas, the scopes and the functions cannot
// drift apart. A tool that asks what a GET route answers is made from the row of that route. A tool
// that writes makes one append, all of it or nothing: a model that reads an
// error must be able to rely on nothing having been written. Answers are bounded (mcp/page.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "model/json/writer.h"
#include "server/mcp/arguments.h"
#include "server/mcp/mcp.h"
#include "server/router/router.h"

namespace hence {

struct McpTool;

struct McpToolCall {
    Store& store;
    const McpOptions& options;
    ToolArguments arguments;
    const McpTool& tool;
};

// The answer is a JSON object of bounded size. An error says what the agent is to do otherwise, and
// then nothing was written.
using McpToolAnswer = Result<std::string> (*)(const McpToolCall& call);

// An argument of a tool that asks a route.
struct ToolArgument {
    ParameterText shown;              // Under the name of the argument.
    std::string_view parameter = {};  // Of the route, or {id}. Empty: the tool's alone.
    std::string_view asks_for = {};   // What the route is given when the argument is absent.
};

struct McpTool {
    std::string_view name;
    std::string_view title = {};
    std::string_view description = {};
    std::string_view input = {};   // JSON Schema; of a tool that asks a route, it is made.
    std::string_view output = {};  // JSON Schema; empty: that of the route's answer.
    bool writes = false;
    McpToolAnswer answer = nullptr;
    // Of a tool that asks a route (mcp/route_tools.h): what it takes beside the parameters of the
    // route, and whether an answer may have several pages.
    std::span<const ParameterText> adds = {};
    bool goes_on = true;
    const Route* route = nullptr;
    std::vector<ToolArgument> takes = {};

    // What a token must allow, as at the address that does the same.
    TokenScope scope() const { return writes ? TokenScope::write : TokenScope::read; }
};

// Always in the same order.
std::span<const McpTool> mcp_tools();
const McpTool* find_mcp_tool(std::string_view name);
// The members of a list of tools.
void append_tool(JsonWriter& json, const McpTool& tool);

// Writing.
Result<std::string> tool_add_goal(const McpToolCall& call);
Result<std::string> tool_record_decision(const McpToolCall& call);
Result<std::string> tool_record_outcome(const McpToolCall& call);
Result<std::string> tool_fork_session(const McpToolCall& call);
Result<std::string> tool_rewind_session(const McpToolCall& call);
Result<std::string> tool_checkpoint_session(const McpToolCall& call);
Result<std::string> tool_add_node(const McpToolCall& call);
Result<std::string> tool_update_node(const McpToolCall& call);
Result<std::string> tool_supersede_decision(const McpToolCall& call);

// Reading.
Result<std::string> tool_query_decisions(const McpToolCall& call);
Result<std::string> tool_explain_event(const McpToolCall& call);
Result<std::string> tool_search_events(const McpToolCall& call);
Result<std::string> tool_search(const McpToolCall& call);

// The whole id of the node that an argument names. Fails with not_found, or with invalid when
// several fit.
Result<std::string> node_argument(const McpToolCall& call, std::string_view name);

// Fails with invalid, said of that argument, for a kind that Hence does not know and nobody has
// recorded: an empty answer would look like a true one.
Result<void> known_kinds(const Store& store, const std::vector<std::string>& kinds,
                         std::string_view argument);

}  // namespace hence
