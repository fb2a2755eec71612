#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "graph/fold.h"
#include "graph/node_json.h"
#include "model/kinds.h"
#include "model/text.h"
#include "views/graph/answers.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t line_max = 10'000;

std::string shown(std::string_view text) {
    return first_line(printable(text), line_max);
}

template <class Item, class Append>
Result<void> write_array(const std::vector<Item>& items, const Append& append, const Sink& sink) {
    Pieces pieces(sink);
    TRY(pieces.list(items, append));
    pieces.json.end_line();
    return pieces.finish();
}

template <class Item, class Line>
Result<void> write_lines(const std::vector<Item>& items, const Line& line, const Sink& sink) {
    Pieces pieces(sink);
    for (const Item& item : items) {
        pieces.text += line(item) + "\n";
        TRY(pieces.pass_on());
    }
    return pieces.finish();
}

void append_moment(JsonWriter& json, const GraphMoment& moment) {
    const Event& event = moment.event;
    json.begin_object().member("event", event.id()).member("time", event.time());
    json.member("kind", event.kind()).member("agent", OrNull{event.agent()});
    json.member("session", OrNull{event.session()}).member("run", OrNull{event.run()});
    json.member("correlation", OrNull{event.correlation()}).key("edge");
    moment.edge ? append_edge(json, *moment.edge) : void(json.null());
    json.key("node");
    moment.node ? append_node(json, *moment.node) : void(json.null());
    json.end_object();
}

std::string what_happened(const GraphMoment& moment) {
    const std::string_view kind = moment.event.kind();
    if (kind == Kind::graph_node) {
        return "added " + node_line(*moment.node).substr(2);
    }
    if (kind == Kind::graph_update) {
        return "changed: " + node_line(*moment.node).substr(2);
    }
    if (kind == Kind::graph_delete) {
        return "deleted";
    }
    const std::string why = Json(moment.edge->metadata)["rationale"].string().value_or("");
    return (kind == Kind::graph_supersede ? "superseded: " : "edge ") + edge_line(*moment.edge) +
           (why.empty() ? "" : " -- " + shown(why));
}

std::string moment_line(const GraphMoment& moment) {
    const std::string by = moment.event.agent().empty() ? "" : " by " + shown(moment.event.agent());
    return fmt::format("[{}] {}{}", time_text(moment.event.time()), what_happened(moment), by);
}

std::string node_line_as(const GraphNode& node, const std::string& id) {
    return fmt::format("- [{}] {}: {} ({}{}){}", id, to_string(node.type), shown(node.label),
                       to_string(node.status),
                       node.confidence.empty() ? "" : ", confidence: " + node.confidence,
                       node.rationale.empty() ? "" : " -- " + shown(node.rationale));
}

std::string edge_line_as(const GraphEdge& edge, const std::string& from, const std::string& to) {
    return fmt::format("[{}] -{}-> [{}]", from, to_string(edge.type), to);
}

}  // namespace

std::string node_line(const GraphNode& node) {
    return node_line_as(node, shown(short_id(node.id)));
}

std::string edge_line(const GraphEdge& edge) {
    return edge_line_as(edge, shown(short_id(edge.from_id)), shown(short_id(edge.to_id)));
}

Result<void> write_json(const NodeAnswer& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    append_node(pieces.json, answer.node);
    pieces.json.end_line();
    return pieces.finish();
}

Result<void> write_text(const NodeAnswer& answer, const Store&, const Sink& sink) {
    const GraphNode& node = answer.node;
    std::string text = fmt::format("{} {}\n", to_string(node.type), shown(node.id));
    const auto add = [&text](std::string_view name, const std::string& value) {
        text += value.empty() ? "" : fmt::format("  {:<11} {}\n", name, shown(value));
    };
    add("label", node.label);
    add("status", std::string(to_string(node.status)));
    add("confidence", node.confidence);
    add("rationale", node.rationale);
    add("metadata", node.metadata == "{}" ? "" : node.metadata);
    add("event", node.event);
    add("created", time_text(node.created_at));
    add("updated", time_text(node.updated_at));
    return sink(text);
}

Result<void> write_json(const NodeList& answer, const Store&, const Sink& sink) {
    return write_array(answer.nodes, append_node, sink);
}

Result<void> write_text(const NodeList& answer, const Store&, const Sink& sink) {
    ShownIds ids;
    const auto line = [&ids](const GraphNode& node) { return node_line_as(node, ids.of(node.id)); };
    return write_lines(answer.nodes, line, sink);
}

Result<void> write_json(const EdgeList& answer, const Store&, const Sink& sink) {
    return write_array(answer.edges, append_edge, sink);
}

Result<void> write_text(const EdgeList& answer, const Store&, const Sink& sink) {
    ShownIds ids;
    const auto line = [&ids](const GraphEdge& edge) {
        const std::string from = ids.of(edge.from_id);
        return edge_line_as(edge, from, ids.of(edge.to_id));
    };
    return write_lines(answer.edges, line, sink);
}

Result<void> write_json(const NodeHistory& answer, const Store&, const Sink& sink) {
    return write_array(answer.moments, append_moment, sink);
}

Result<void> write_text(const NodeHistory& answer, const Store&, const Sink& sink) {
    return write_lines(answer.moments, moment_line, sink);
}

Result<void> write_json(const DeletedNode& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    append_node(pieces.json.begin_object().key("deleted"), answer.node);
    TRY(pieces.list("edges", answer.edges, append_edge));
    pieces.json.end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(const DeletedNode& answer, const Store& store, const Sink& sink) {
    TRY(sink(fmt::format("deleted {}\n", node_line(answer.node).substr(2))));
    return write_text(EdgeList{answer.edges}, store, sink);
}

Result<DeletedNode> deleted_node(Graph& graph, std::string_view id) {
    DeletedNode answer;
    const std::vector<GraphMoment> moments = TRY(history(graph, id));
    std::optional<GraphNode> node = TRY(graph.node_ever(id));
    answer.node = std::move(*node);
    for (const GraphMoment& moment : moments) {
        if (!moment.edge) {
            continue;
        }
        const GraphEdge& edge = *moment.edge;
        const std::string& other = edge.from_id == id ? edge.to_id : edge.from_id;
        const GraphFold::Life* life = TRY(graph.fold().life(other));
        const bool stood = other == id || !life->deleted || (answer.node.deleted < life->deleted);
        if (stood) {
            answer.edges.push_back(edge);
        }
    }
    return answer;
}

Result<void> write_nodes_json(Graph& graph, const Sink& sink) {
    Pieces pieces(sink);
    pieces.json.begin_list();
    TRY(graph.each_node([&pieces](const GraphNode& node) {
        append_node(pieces.json, node);
        return pieces.pass_on();
    }));
    pieces.json.end_list().end_line();
    return pieces.finish();
}

Result<void> write_nodes_text(Graph& graph, const Sink& sink) {
    Pieces pieces(sink);
    TRY(graph.each_node([&](const GraphNode& node) {
        pieces.text += node_line(node) + "\n";
        return pieces.pass_on();
    }));
    return pieces.finish();
}

}  // namespace hence
