// What the tools that write have in common: who writes, the node they add, the edge it hangs on.
// The key of a message becomes the id of its node, so a message that is sent again finds its node
// and records nothing twice.
#pragma once

#include <string>
#include <string_view>

#include "hence/graph.h"
#include "hence/graph_writer.h"
#include "hence/result.h"
#include "model/json/writer.h"
#include "server/mcp/tools.h"

namespace hence {

// `parent` is the event that the changes belong to; empty: none.
GraphAuthor author_of(const McpOptions& options, std::string parent = {});

// A node from the arguments label, confidence and rationale, under the key of the message.
Result<GraphNode> node_given(const McpToolCall& call, NodeType type);
Result<NodeStatus> status_given(const McpToolCall& call, NodeStatus otherwise);

// The edge from the node that parent_id names, of the type that edge_type names; if it is given.
Result<void> add_parent_edge(const McpToolCall& call, GraphWriter& writer, const GraphNode& node);

// The event of the node that parent_id names, so that a session's tree hangs a step under what it
// is for: the one that the node stands for, else the one that added the node. Empty without
// parent_id.
Result<std::string> parent_event(const McpToolCall& call);

// Whether this very message was recorded before: the process that was to answer may have died.
Result<bool> is_recorded(const McpToolCall& call, const std::string& node);

// {"status","id","type","label", and no end.
void begin_recorded(JsonWriter& json, std::string_view status, const GraphNode& node);

}  // namespace hence
