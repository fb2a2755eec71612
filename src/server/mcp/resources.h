// The resource that every graph has: its context, as text. A client reads it when its user asks for
// it, while the injected context of texts.h is shown without being asked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "server/mcp/mcp.h"

namespace hence {

// hence://graphs/NAME/context, the name escaped as in any address.
std::string context_uri(std::string_view graph);
// The graph that such an address names, or nothing when it is none.
std::optional<std::string> graph_in_uri(std::string_view uri);

// The results of resources/list, resources/templates/list and prompts/list, as JSON objects.
std::string listed_resources(const McpOptions& options);
std::string listed_templates();
std::string listed_prompts();
// What the prompt "decisions" is for.
inline constexpr std::string_view about_decisions_prompt =
    "Asks an agent to record its goals, decisions and outcomes.";

// The result of resources/read. Fails with not_found.
Result<std::string> read_resource(const Store& store, const McpOptions& options,
                                  std::string_view uri);

}  // namespace hence
