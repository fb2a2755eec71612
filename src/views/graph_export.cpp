#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/by_text.h"
#include "base/try.h"
#include "graph/fold.h"
#include "graph/node_json.h"
#include "model/text.h"
#include "views/drawing.h"
#include "views/graph_answers.h"
#include "views/pieces.h"

namespace hence {
namespace {

constexpr std::array names = {"json", "deciduous", "dot", "mermaid"};
constexpr std::size_t label_max = 80;

template <class Append>
auto appending(Pieces& pieces, const Append& append) {
    return [&pieces, append, first = true](const auto& item) mutable {
        pieces.text += first ? "" : ",";
        first = false;
        append(pieces.text, item);
        return pieces.pass_on();
    };
}

Result<void> export_json(Graph& graph, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text = "{\"graph\":";
    append_string(pieces.text, graph.at().graph);
    pieces.text += ",\"nodes\":[";
    TRY(graph.each_node(appending(pieces, append_node)));
    pieces.text += "],\"edges\":[";
    TRY(graph.each_edge(appending(pieces, append_edge)));
    pieces.text += "]}\n";
    return pieces.finish();
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
    std::string json = "{";
    const auto add = [&json](std::string_view name, std::string_view value) {
        json += json.size() == 1 ? "" : ",";
        append_token(json, name);
        json += ':';
        json += value;
    };
    if (!node.confidence.empty()) {
        add("confidence", percent_of(node.confidence));
    }
    Json(node.metadata).each_member([&](std::string_view name, Json value) {
        if (name != "confidence" && name != "description") {
            add(name, value.raw());
        }
        return true;
    });
    if (described && !node.rationale.empty() && !Json(node.metadata)["rationale"].present()) {
        std::string token;
        append_token(token, node.rationale);
        add("rationale", token);
    }
    return json + "}";
}

void append_patch_node(std::string& out, const GraphNode& node) {
    const std::string described = Json(node.metadata)["description"].string().value_or("");
    out += "{\"change_id\":";
    append_token(out, node.id);
    out += fmt::format(",\"node_type\":\"{}\",\"title\":", to_string(node.type));
    append_token(out, node.label);
    out += ",\"description\":";
    append_string_or_null(out, described.empty() ? node.rationale : described);
    out += fmt::format(",\"status\":\"{}\",\"metadata_json\":", to_string(node.status));
    append_token(out, patch_metadata(node, !described.empty()));
    out += fmt::format(",\"created_at\":\"{}\",\"updated_at\":\"{}\"}}", to_string(node.created_at),
                       to_string(node.updated_at));
}

void append_patch_edge(std::string& out, const GraphEdge& edge) {
    out += "{\"from_change_id\":";
    append_token(out, edge.from_id);
    out += ",\"to_change_id\":";
    append_token(out, edge.to_id);
    out += fmt::format(",\"edge_type\":\"{}\",\"rationale\":", to_string(edge.type));
    append_string_or_null(out, Json(edge.metadata)["rationale"].string().value_or(""));
    out += fmt::format(",\"created_at\":\"{}\"}}", to_string(edge.created_at));
}

// A patch is of the time of the graph's last change: the same graph gives the same patch.
Result<void> export_patch(Graph& graph, const Sink& sink) {
    const std::unique_ptr<Cursor> cursor = TRY(graph.fold().events(Direction::backward));
    const std::optional<Event> last = TRY(cursor->next());
    Pieces pieces(sink);
    pieces.text = R"({"version":"1.0","author":null,"branch":null,"created_at":)";
    pieces.text += last ? '"' + to_string(last->time()) + '"' : "null";
    pieces.text += R"(,"base_commit":null,"graph":)";
    append_string(pieces.text, graph.at().graph);
    pieces.text += ",\"nodes\":[";
    TRY(graph.each_node(appending(pieces, append_patch_node)));
    pieces.text += "],\"edges\":[";
    TRY(graph.each_edge(appending(pieces, append_patch_edge)));
    pieces.text += "]}\n";
    return pieces.finish();
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
