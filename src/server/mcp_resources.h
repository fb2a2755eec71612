// The resource that every graph has: its context, as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "server/mcp.h"

namespace hence {

// hence://graphs/NAME/context, the name escaped as in any address.
std::string context_uri(std::string_view graph);
// The graph that such an address names, or nothing when it is none.
std::optional<std::string> graph_in_uri(std::string_view uri);

// Members of the results of resources/list, resources/templates/list and prompts/list.
std::string listed_resources(const McpOptions& options);
std::string_view listed_templates();
std::string_view listed_prompts();

// Members of the result of resources/read. Fails with not_found.
Result<std::string> read_resource(const Store& store, const McpOptions& options,
                                  std::string_view uri);

}  // namespace hence
