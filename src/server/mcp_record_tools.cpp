// Tools by which agents record what they decided and what came of it: the event and its place in
// the graph in one append.
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/try.h"
#include "model/json.h"
#include "server/mcp_once.h"
#include "server/mcp_writing.h"

namespace hence {
namespace {

struct EventNames {
    std::string_view id;
    std::string_view kind;
    std::string_view agent;
    std::string_view session;
    std::string_view run;
    std::string_view correlation;
};

Result<Event> event_of(const EventNames& names, std::string_view rationale,
                       std::string_view fields) {
    std::string json = "{";
    append_text_member(json, "id", names.id);
    append_text_member(json, "kind", names.kind);
    append_text_member(json, "time", to_string(to_the_millisecond(now())));
    append_text_member(json, "agent", names.agent);
    append_text_member(json, "session", names.session);
    append_text_member(json, "run", names.run);
    append_text_member(json, "correlation", names.correlation);
    append_json_member(json, "rationale", rationale);
    append_json_member(json, "fields", fields);
    const Event event = TRY(Event::parse(json + "}"));
    return event.with_source("mcp");
}

std::string rationale_json(const GraphNode& node, const std::vector<Alternative>& alternatives) {
    if (node.rationale.empty()) {
        return {};  // A reason that nobody gave is not made up.
    }
    std::string out = "{";
    append_text_member(out, "why", node.rationale);
    std::string listed;
    for (const Alternative& each : alternatives) {
        if (!each.rejected_because.empty()) {
            listed += listed.empty() ? "{" : ",{";
            append_text_member(listed, "option", each.option);
            append_text_member(listed, "rejected_because", each.rejected_because);
            listed += '}';
        }
    }
    append_json_member(out, "alternatives", listed.empty() ? "" : "[" + listed + "]");
    append_json_member(out, "confidence", node.confidence);
    return out + "}";
}

std::string decision_fields(const GraphNode& node, const std::vector<Alternative>& alternatives,
                            std::string_view type) {
    std::string out = "{";
    append_text_member(out, "description", node.label);
    append_text_member(out, "decision_type", type);
    std::string listed = "[";
    for (const Alternative& each : alternatives) {
        listed += listed == "[" ? "" : ",";
        append_token(listed, each.option);
    }
    append_json_member(out, "alternatives", listed == "[" ? "" : listed + "]");
    append_text_member(out, "chosen", node.label);
    append_text_member(out, "status", "made");
    append_text_member(out, "node", node.id);
    return out + "}";
}

Result<std::vector<std::string>> add_options(GraphWriter& writer, const GraphNode& decision,
                                             const std::vector<Alternative>& alternatives) {
    std::vector<std::string> ids;
    for (const Alternative& each : alternatives) {
        GraphNode option{.type = NodeType::option,
                         .label = each.option,
                         .status = NodeStatus::rejected,
                         .rationale = each.rejected_because};
        const std::string id = TRY(writer.add_node(std::move(option)));
        TRY(writer.add_edge({.from_id = decision.id, .to_id = id, .type = EdgeType::rejected}));
        ids.push_back(id);
    }
    return ids;
}

std::string decision_answer(const GraphNode& node, const std::vector<std::string>& options) {
    std::string out = recorded("recorded", node);
    append_text_member(out, "event", node.event);
    out += ",\"options\":[";
    for (const std::string& each : options) {
        out += out.back() == '[' ? "" : ",";
        append_token(out, each);
    }
    return out + "]}";
}

// The event by which an outcome judges the decision that `parent` stands for.
Result<Event> outcome_event(const McpToolCall& call, const GraphNode& outcome, bool correct,
                            const std::string& parent) {
    Graph graph(call.store, {.graph = call.options.graph});
    const std::optional<GraphNode> decision = TRY(graph.node(parent));
    if (!decision || decision->event.empty()) {
        return Error{Code::invalid,
                     "argument \"correct\" cannot be recorded: the node that \"parent_id\" names "
                     "stands for no decision in the log",
                     "name a decision of record_decision, or leave correct out"};
    }
    const std::optional<Event> judged = TRY(call.store.find(decision->event));
    std::string fields = "{";
    append_text_member(fields, "of", decision->event);
    append_text_member(fields, "outcome", outcome.label);
    append_json_member(fields, "correct", correct ? "true" : "false");
    // It belongs where its decision is, as every outcome does.
    return event_of({.id = outcome.id,
                     .kind = "outcome",
                     .agent = call.options.agent,
                     .session = judged ? judged->session() : call.options.session,
                     .run = judged ? judged->run() : call.options.run,
                     .correlation = judged ? judged->correlation() : ""},
                    rationale_json(outcome, {}), fields + "}");
}

// What came of a decision closes its node, as the outcome of its event does by any other door.
Result<void> close(const McpToolCall& call, GraphWriter& writer, const std::string& parent) {
    Graph graph(call.store, {.graph = call.options.graph});
    const std::optional<GraphNode> decision = TRY(graph.node(parent));
    if (decision && decision->status == NodeStatus::active) {
        TRY(writer.update({parent, R"({"status":"completed"})"}));
    }
    return {};
}

}  // namespace

Result<std::string> tool_record_decision(const McpToolCall& call) {
    const ToolArguments& given = call.arguments;
    TRY(given.only({"label", "parent_id", "edge_type", "confidence", "rationale", "alternatives",
                    "decision_type", "correlation"}));
    GraphNode node = TRY(node_given(call, NodeType::decision));
    node.event = node.id;
    const std::vector<Alternative> alternatives = TRY(given.alternatives());
    const std::string type = TRY(given.text("decision_type"));
    const std::string correlation = TRY(given.text("correlation"));
    const Event event = TRY(event_of({.id = node.event,
                                      .kind = "decision",
                                      .agent = call.options.agent,
                                      .session = call.options.session,
                                      .run = call.options.run,
                                      .correlation = correlation},
                                     rationale_json(node, alternatives),
                                     decision_fields(node, alternatives, type)));
    GraphWriter writer(call.options.graph, author_of(call.options));
    writer.also(event);
    TRY(writer.add_node(node));
    TRY(add_parent_edge(call, writer, node));
    const std::vector<std::string> options = TRY(add_options(writer, node, alternatives));
    const bool known = TRY(is_recorded(call, node.id));
    if (!known) {
        TRY(writer.commit(call.store));
    }
    return decision_answer(node, options);
}

Result<std::string> tool_record_outcome(const McpToolCall& call) {
    TRY(call.arguments.only({"label", "parent_id", "status", "correct", "rationale"}));
    GraphNode node = TRY(node_given(call, NodeType::outcome));
    node.status = TRY(status_given(call, NodeStatus::completed));
    const std::optional<bool> correct = TRY(call.arguments.boolean("correct"));
    const std::string parent = TRY(node_argument(call, "parent_id"));
    GraphWriter writer(call.options.graph, author_of(call.options));
    OnceStore store(call.store);
    if (correct) {
        const Event event = TRY(outcome_event(call, node, *correct, parent));
        node.event = node.id;
        writer.also(event);
        TRY(close(call, writer, parent));
    }
    TRY(writer.add_node(node));
    TRY(add_parent_edge(call, writer, node));
    const bool known = TRY(is_recorded(call, node.id));
    if (!known) {
        TRY(writer.commit(store));
    }
    std::string out = recorded("recorded", node) + ",\"event\":";
    if (correct) {
        append_token(out, node.event);
    } else {
        out += "null";
    }
    return out + "}";
}

}  // namespace hence
