// Tools that change the graph: each is one append, all of it or nothing.
#include <utility>

#include "base/try.h"
#include "graph/node_json.h"
#include "model/ids.h"
#include "server/mcp/writing.h"

namespace hence {
namespace {

Result<std::string> node_answer(const McpToolCall& call, std::string_view status,
                                std::string_view id) {
    Graph graph(call.store, {.graph = call.options.graph});
    const std::optional<GraphNode> node = TRY(graph.node_ever(id));
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("status", status).key("node");
    if (node) {
        append_node(json, *node);
    } else {
        json.begin_object().end_object();
    }
    json.end_object();
    return out;
}

// What an update is to set, each as it was given.
Result<std::string> changes_given(const McpToolCall& call) {
    const ToolArguments& given = call.arguments;
    const std::string label = TRY(given.text("label"));
    const std::string status = TRY(given.text("status"));
    TRY(status_given(call, NodeStatus::active));
    const std::string confidence = TRY(given.confidence());
    const std::string rationale = TRY(given.text("rationale"));
    const std::string metadata = TRY(given.object("metadata"));
    if (given.given("label") && label.empty()) {
        return wrong_argument("label", "not empty");
    }
    std::string set;
    JsonWriter json(set);
    json.begin_object().member_if_any("label", {label}).member_if_any("status", {status});
    json.raw_if_any("confidence", confidence).member_if_any("rationale", {rationale});
    json.raw_if_any("metadata", metadata).end_object();
    if (set == "{}") {
        return Error{Code::invalid, "nothing is to be changed",
                     "give a label, status, confidence, rationale or metadata"};
    }
    return set;
}

}  // namespace

Result<std::string> tool_add_goal(const McpToolCall& call) {
    TRY(call.arguments.only({"label", "confidence", "rationale"}));
    const GraphNode goal = TRY(node_given(call, NodeType::goal));
    const bool known = TRY(is_recorded(call, goal.id));
    if (!known) {
        GraphWriter writer(call.options.graph, author_of(call.options));
        TRY(writer.add_node(goal));
        TRY(writer.commit(call.store));
    }
    std::string out;
    JsonWriter json(out);
    begin_recorded(json, "added", goal);
    json.end_object();
    return out;
}

Result<std::string> tool_add_node(const McpToolCall& call) {
    const ToolArguments& given = call.arguments;
    TRY(given.only({"type", "label", "id", "status", "confidence", "rationale", "metadata", "event",
                    "parent_id", "edge_type"}));
    const std::string type_name = TRY(given.required_text("type"));
    const Result<NodeType> type = node_type(type_name);
    if (!type) {
        return of_argument("type", type.error());
    }
    GraphNode node = TRY(node_given(call, *type));
    const std::string id = TRY(given.text("id"));
    node.id = id.empty() ? node.id : id;
    node.status = TRY(status_given(call, NodeStatus::active));
    node.event = TRY(given.text("event"));
    const std::string metadata = TRY(given.object("metadata"));
    node.metadata = metadata.empty() ? "{}" : metadata;
    std::string parent = TRY(parent_event(call));
    GraphWriter writer(call.options.graph, author_of(call.options, std::move(parent)));
    TRY(writer.add_node(node));
    TRY(add_parent_edge(call, writer, node));
    const bool known = TRY(is_recorded(call, node.id));
    if (!known || !id.empty()) {
        TRY(writer.commit(call.store));
    }
    return node_answer(call, "added", node.id);
}

Result<std::string> tool_update_node(const McpToolCall& call) {
    const ToolArguments& given = call.arguments;
    TRY(given.only({"node_id", "id", "label", "status", "confidence", "rationale", "metadata"}));
    const bool by_id = given.given("id") && !given.given("node_id");
    const std::string id = TRY(node_argument(call, by_id ? "id" : "node_id"));
    const std::string set = TRY(changes_given(call));
    GraphWriter writer(call.options.graph, author_of(call.options));
    TRY(writer.update({.id = id, .set = set}));
    TRY(writer.commit(call.store));
    return node_answer(call, "updated", id);
}

Result<std::string> tool_supersede_decision(const McpToolCall& call) {
    TRY(call.arguments.only({"old_id", "new_id", "rationale"}));
    Supersede change;
    change.old_id = TRY(node_argument(call, "old_id"));
    change.new_id = TRY(node_argument(call, "new_id"));
    change.why = TRY(call.arguments.text("rationale"));
    change.edge_id = call.options.key.empty() ? new_id() : call.options.key;
    Graph graph(call.store, {.graph = call.options.graph});
    const std::optional<GraphEdge> known = TRY(graph.edge(change.edge_id));
    if (!known) {
        GraphWriter writer(call.options.graph, author_of(call.options));
        TRY(writer.supersede(change));
        TRY(writer.commit(call.store));
    }
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("status", "superseded").member_if_any("old_id", {change.old_id});
    json.member_if_any("new_id", {change.new_id}).member_if_any("edge_id", {change.edge_id});
    json.end_object();
    return out;
}

}  // namespace hence
