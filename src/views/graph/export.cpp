#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/by_text.h"
#include "base/try.h"
#include "graph/fold.h"
#include "graph/node_json.h"
#include "model/text.h"
#include "views/graph/answers.h"
#include "views/write/drawing.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

constexpr std::array names = {"json", "deciduous", "dot", "mermaid"};
constexpr std::size_t label_max = 80;

template <class Append>
auto appending(Pieces& pieces, const Append& append) {
    return [&pieces, append](const auto& item) {
        append(pieces.json, item);
        return pieces.pass_on();
    };
}

// The members "nodes" and "edges", and the end of the object.
template <class AppendNode, class AppendEdge>
Result<void> write_rest(Pieces& pieces, Graph& graph, const AppendNode& node,
                        const AppendEdge& edge) {
    pieces.json.key("nodes").begin_list();
    TRY(graph.each_node(appending(pieces, node)));
    pieces.json.end_list().key("edges").begin_list();
    TRY(graph.each_edge(appending(pieces, edge)));
    pieces.json.end_list().end_object().end_line();
    return pieces.finish();
}

Result<void> export_json(Graph& graph, const Sink& sink) {
    Pieces pieces(sink);
    pieces.json.begin_object().member("graph", graph.at().graph);
    return write_rest(pieces, graph, append_node, append_edge);
}

// Ours goes from 0 to 1, theirs to 100: the decimal point moves, so that 0.07 is 7 and no more.
std::string percent_of(std::string_view confidence) {
    std::string text;
    const double hundredfold = Json(confidence).number().value_or(0) * 100;
    append_number(text, Json(fmt::format("{:.12g}", hundredfold)).number().value_or(0));
    return text;
}

// All that a node says and a patch has no member for goes into its metadata.
std::string patch_metadata(const GraphNode& node, bool described) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    if (!node.confidence.empty()) {
        json.raw_member("confidence", percent_of(node.confidence));
    }
    Json(node.metadata).each_member([&json](std::string_view name, Json value) {
        if (name != "confidence" && name != "description") {
            json.recorded_key(name).value(value);
        }
        return true;
    });
    if (described && !node.rationale.empty() && !Json(node.metadata)["rationale"].present()) {
        json.member("rationale", Exact{node.rationale});
    }
    json.end_object();
    return text;
}

void append_patch_node(JsonWriter& json, const GraphNode& node) {
    const std::string described = Json(node.metadata)["description"].string().value_or("");
    json.begin_object().member("change_id", Exact{node.id});
    json.member("node_type", to_string(node.type)).member("title", Exact{node.label});
    json.member("description", OrNull{described.empty() ? node.rationale : described});
    json.member("status", to_string(node.status));
    json.member("metadata_json", Exact{patch_metadata(node, !described.empty())});
    json.member("created_at", node.created_at).member("updated_at", node.updated_at);
    json.end_object();
}

void append_patch_edge(JsonWriter& json, const GraphEdge& edge) {
    json.begin_object().member("from_change_id", Exact{edge.from_id});
    json.member("to_change_id", Exact{edge.to_id}).member("edge_type", to_string(edge.type));
    json.member("rationale", OrNull{Json(edge.metadata)["rationale"].string().value_or("")});
    json.member("created_at", edge.created_at).end_object();
}

// A patch is of the time of the graph's last change: the same graph gives the same patch.
Result<void> export_patch(Graph& graph, const Sink& sink) {
    const std::unique_ptr<Cursor> cursor = TRY(graph.fold().events(Direction::backward));
    const std::optional<Event> last = TRY(cursor->next());
    Pieces pieces(sink);
    pieces.json.begin_object().member("version", "1.0").key("author").null();
    pieces.json.key("branch").null().key("created_at");
    last ? pieces.json.value(last->time()) : pieces.json.null();
    pieces.json.key("base_commit").null().member("graph", graph.at().graph);
    return write_rest(pieces, graph, append_patch_node, append_patch_edge);
}

Drawing::Line line_of(EdgeType type) {
    const bool turned_down = type == EdgeType::rejected || type == EdgeType::supersedes;
    return turned_down ? Drawing::Line::dashed : Drawing::Line::solid;
}

Result<void> export_drawing(Graph& graph, DrawingLanguage language, const Sink& sink) {
    ByText<std::uint64_t> numbers;
    Drawing drawing(language, graph.at().graph, sink);
    TRY(graph.each_node([&](const GraphNode& node) {
        const bool given_up =
            node.status == NodeStatus::rejected || node.status == NodeStatus::superseded;
        const std::string label =
            fmt::format("{}: {}\n{}", to_string(node.type), first_line(node.label, label_max),
                        to_string(node.status));
        numbers.emplace(
            node.id, drawing.node(label, given_up ? Drawing::Look::failed : Drawing::Look::plain));
        return drawing.pass_on();
    }));
    TRY(graph.each_edge([&](const GraphEdge& edge) {
        drawing.edge(numbers.at(edge.from_id), numbers.at(edge.to_id), to_string(edge.type),
                     line_of(edge.type));
        return drawing.pass_on();
    }));
    return drawing.finish({});
}

}  // namespace

Result<GraphExport> graph_export(std::string_view name) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (name == names[i]) {
            return static_cast<GraphExport>(i);
        }
    }
    return Error{Code::invalid, fmt::format("a graph is not exported as {}", hence::quoted(name)),
                 fmt::format("use one of {}", fmt::join(names, ", "))};
}

Result<void> export_graph(Graph& graph, GraphExport language, const Sink& sink) {
    switch (language) {
        case GraphExport::json: return export_json(graph, sink);
        case GraphExport::deciduous: return export_patch(graph, sink);
        case GraphExport::dot: return export_drawing(graph, DrawingLanguage::dot, sink);
        case GraphExport::mermaid: return export_drawing(graph, DrawingLanguage::mermaid, sink);
    }
    return {};
}

}  // namespace hence
