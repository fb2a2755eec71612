// What agents are told unasked: how to use the tools, and what was recorded before. Everything here
// ends up in a model's prompt, so recorded text is bounded, and framed by marks that it cannot
// contain.
#pragma once

#include <string>
#include <string_view>

#include "hence/result.h"
#include "hence/store.h"
#include "server/mcp/mcp.h"

namespace hence {

// Asks an agent to record its goals, decisions and outcomes: the prompt `decisions`.
std::string_view decisions_prompt();

// The text for `instructions`, followed by the context where it is to be injected.
std::string mcp_instructions(const McpStore& store, const McpOptions& options);

// The context of the graph between marks that nothing inside it can forge, with the word that it is
// data; bounded. Empty when the graph is.
Result<std::string> framed_context(const Store& store, const McpOptions& options);

// The same error for an agent, which has tools and no command line: where the hint names a command,
// the tool that answers the same stands in its place.
Error for_agents(Error error);

}  // namespace hence
