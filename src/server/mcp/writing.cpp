#include "server/mcp/writing.h"

#include <utility>

#include "base/try.h"
#include "model/ids.h"

namespace hence {

// Who records: on every event. The correlation belongs to the decision alone, so that a thread
// is told without the graph's own housekeeping.
GraphAuthor author_of(const McpOptions& options, std::string parent) {
    return {.agent = options.agent,
            .session = options.session,
            .run = options.run,
            .correlation = {},
            .parent = std::move(parent)};
}

void begin_recorded(JsonWriter& json, std::string_view status, const GraphNode& node) {
    json.begin_object().member("status", status).member_if_any("id", {node.id});
    json.member("type", to_string(node.type)).member_if_any("label", {node.label});
}

Result<GraphNode> node_given(const McpToolCall& call, NodeType type) {
    GraphNode node;
    node.id = call.options.key.empty() ? new_id() : call.options.key;
    node.type = type;
    node.label = TRY(call.arguments.required_text("label"));
    node.confidence = TRY(call.arguments.confidence());
    node.rationale = TRY(call.arguments.text("rationale"));
    return node;
}

Result<NodeStatus> status_given(const McpToolCall& call, NodeStatus otherwise) {
    const std::string name = TRY(call.arguments.text("status"));
    if (name.empty()) {
        return otherwise;
    }
    const Result<NodeStatus> status = node_status(name);
    if (!status) {
        return of_argument("status", status.error());
    }
    return *status;
}

Result<void> add_parent_edge(const McpToolCall& call, GraphWriter& writer, const GraphNode& node) {
    const std::string name = TRY(call.arguments.text("edge_type"));
    const Result<EdgeType> type = name.empty() ? EdgeType::leads_to : edge_type(name);
    if (!type) {
        return of_argument("edge_type", type.error());
    }
    const std::string part = TRY(call.arguments.text("parent_id"));
    if (part.empty()) {
        return {};
    }
    const std::string parent = TRY(node_argument(call, "parent_id"));
    TRY(writer.add_edge({.from_id = parent, .to_id = node.id, .type = *type}));
    return {};
}

Result<std::string> parent_event(const McpToolCall& call) {
    const std::string part = TRY(call.arguments.text("parent_id"));
    if (part.empty()) {
        return std::string();
    }
    const std::string id = TRY(node_argument(call, "parent_id"));
    Graph graph(call.store, {.graph = call.options.graph});
    const std::optional<GraphNode> node = TRY(graph.node(id));
    if (!node || !node->event.empty()) {
        return node ? node->event : std::string();
    }
    const auto cursor = TRY(call.store.read(node->added.seq, node->added.seq));
    const std::optional<Event> added = TRY(cursor->next());
    return added ? std::string(added->id()) : std::string();
}

Result<bool> is_recorded(const McpToolCall& call, const std::string& node) {
    Graph graph(call.store, {.graph = call.options.graph});
    const std::optional<GraphNode> known = TRY(graph.node_ever(node));
    return !call.options.key.empty() && known.has_value();
}

}  // namespace hence
