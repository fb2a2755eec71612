// Tools by which agents record what they decided and what came of it: the event and its place in
// the graph in one append.
#include <utility>

#include "base/clock.h"
#include "base/try.h"
#include "model/kinds.h"
#include "server/mcp/once.h"
#include "server/mcp/writing.h"

namespace hence {
namespace {

struct EventNames {
    std::string_view id;
    std::string_view kind;
    std::string_view agent;
    std::string_view session;
    std::string_view run;
    std::string_view correlation;
    std::string_view parent;
};

Result<Event> event_of(const EventNames& names, std::string_view rationale,
                       std::string_view fields) {
    std::string text;
    JsonWriter json(text);
    json.begin_object().member_if_any("id", {names.id}).member_if_any("kind", {names.kind});
    json.member("time", to_the_millisecond(now())).member_if_any("agent", {names.agent});
    json.member_if_any("session", {names.session}).member_if_any("run", {names.run});
    json.member_if_any("parent", {names.parent});
    json.member_if_any("correlation", {names.correlation});
    json.raw_if_any("rationale", rationale).raw_if_any("fields", fields).end_object();
    const Event event = TRY(Event::parse(text));
    return event.with_source("mcp");
}

std::string rationale_json(const GraphNode& node, const std::vector<Alternative>& alternatives) {
    if (node.rationale.empty()) {
        return {};  // A reason that nobody gave is not made up.
    }
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("why", Exact{node.rationale});
    bool listed = false;
    for (const Alternative& each : alternatives) {
        if (each.rejected_because.empty()) {
            continue;
        }
        if (!listed) {
            json.key("alternatives").begin_list();
            listed = true;
        }
        json.begin_object().member_if_any("option", {each.option});
        json.member("rejected_because", Exact{each.rejected_because}).end_object();
    }
    if (listed) {
        json.end_list();
    }
    json.raw_if_any("confidence", node.confidence).end_object();
    return out;
}

std::string decision_fields(const GraphNode& node, const std::vector<Alternative>& alternatives,
                            std::string_view type) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member_if_any("description", {node.label});
    json.member_if_any("decision_type", {type});
    if (!alternatives.empty()) {
        json.key("alternatives").begin_list();
        for (const Alternative& each : alternatives) {
            json.value(Exact{each.option});
        }
        json.end_list();
    }
    json.member_if_any("chosen", {node.label}).member("status", "made");
    json.member_if_any("node", {node.id}).end_object();
    return out;
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
    std::string out;
    JsonWriter json(out);
    begin_recorded(json, "recorded", node);
    json.member_if_any("event", {node.event}).key("options").begin_list();
    for (const std::string& each : options) {
        json.value(Exact{each});
    }
    json.end_list().end_object();
    return out;
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
    std::string fields;
    JsonWriter json(fields);
    json.begin_object().member("of", Exact{decision->event});
    json.member_if_any("outcome", {outcome.label}).member("correct", correct).end_object();
    // It belongs where its decision is, as every outcome does.
    return event_of({.id = outcome.id,
                     .kind = std::string(name_of(Kind::outcome)),
                     .agent = call.options.agent,
                     .session = judged ? judged->session() : call.options.session,
                     .run = judged ? judged->run() : call.options.run,
                     .correlation = judged ? judged->correlation() : "",
                     .parent = decision->event},
                    rationale_json(outcome, {}), fields);
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
    const std::string parent = TRY(parent_event(call));
    const Event event = TRY(event_of({.id = node.event,
                                      .kind = std::string(name_of(Kind::decision)),
                                      .agent = call.options.agent,
                                      .session = call.options.session,
                                      .run = call.options.run,
                                      .correlation = correlation,
                                      .parent = parent},
                                     rationale_json(node, alternatives),
                                     decision_fields(node, alternatives, type)));
    GraphWriter writer(call.options.graph, author_of(call.options, node.event));
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
    std::string above = TRY(parent_event(call));
    above = correct ? node.id : above;
    GraphWriter writer(call.options.graph, author_of(call.options, std::move(above)));
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
    std::string out;
    JsonWriter json(out);
    begin_recorded(json, "recorded", node);
    json.key("event");
    correct ? json.value(Exact{node.event}) : json.null();
    json.end_object();
    return out;
}

}  // namespace hence
