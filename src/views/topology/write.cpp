#include <string>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/across/topology.h"
#include "model/summary/duration_text.h"
#include "model/text.h"
#include "views/write/drawing.h"
#include "views/write/grid.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"

namespace hence {
namespace {

std::string shown_name(const TopologyNode& node) {
    return node.name.empty() ? "unknown" : printable(node.name);
}

void append_latency(JsonWriter& json, const CallStats& latency) {
    json.key("latency").begin_object().member("mean_ms", latency.mean_ms);
    json.member("p50_ms", latency.p50_ms).member("p95_ms", latency.p95_ms);
    json.member("max_ms", latency.max_ms).end_object();
}

std::string ms_cell(const std::optional<double>& ms) {
    return ms ? duration_text(*ms) : std::string("-");
}

std::string edge_label(const TopologyEdge& edge) {
    std::string label = fmt::format("{} {}", to_string(edge.type), edge.count);
    label += edge.failures > 0 ? fmt::format(", {} failed", edge.failures) : "";
    label += edge.latency.p50_ms ? ", " + duration_text(*edge.latency.p50_ms) : "";
    return label;
}

}  // namespace

Result<void> write_json(const Topology& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object().member("from", answer.from).member("to", answer.to);
    TRY(out.list("nodes", answer.nodes, [](JsonWriter& json, const TopologyNode& node) {
        json.begin_object().member("kind", to_string(node.kind));
        json.member("name", OrNull{node.name}).end_object();
    }));
    TRY(out.list("edges", answer.edges, [&](JsonWriter& json, const TopologyEdge& edge) {
        json.begin_object().member("type", to_string(edge.type));
        json.member("from", OrNull{answer.nodes[edge.from].name});
        json.member("to", OrNull{answer.nodes[edge.to].name}).member("count", edge.count);
        json.member("failures", edge.failures).member("sessions", edge.sessions);
        append_latency(json, edge.latency);
        json.member("first_event", edge.first_event).end_object();
    }));
    out.json.end_object().end_line();
    return out.finish();
}

Result<void> write_text(const Topology& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    using Align = Grid::Align;
    Grid grid({{"FROM"},
               {"DOES"},
               {"TO"},
               {"COUNT", Align::number},
               {"FAILED", Align::number},
               {"SESSIONS", Align::number},
               {"P50", Align::number},
               {"P95", Align::number},
               {"MAX", Align::number},
               {"FIRST"}});
    ShownIds ids;
    for (const TopologyEdge& edge : answer.edges) {
        grid.add({shown_name(answer.nodes[edge.from]), std::string(to_string(edge.type)),
                  shown_name(answer.nodes[edge.to]), std::to_string(edge.count),
                  std::to_string(edge.failures), std::to_string(edge.sessions),
                  ms_cell(edge.latency.p50_ms), ms_cell(edge.latency.p95_ms),
                  ms_cell(edge.latency.max_ms), ids.of(edge.first_event)});
    }
    if (grid.empty()) {
        out.text += "No calls, delegations or messages.\n";
    } else {
        grid.append_to(out.text);
    }
    return out.finish();
}

Result<void> draw(const Topology& answer, const Drawn& how, const Sink& sink) {
    Drawing drawing(how.language, "Topology", sink);
    std::vector<std::uint64_t> numbers;
    for (const TopologyNode& node : answer.nodes) {
        const Drawing::Look look =
            node.name.empty() ? Drawing::Look::unrecorded : Drawing::Look::plain;
        numbers.push_back(
            drawing.node(fmt::format("{}\n{}", shown_name(node), to_string(node.kind)), look));
        TRY(drawing.pass_on());
    }
    for (const TopologyEdge& edge : answer.edges) {
        drawing.edge(
            numbers[edge.from], numbers[edge.to], edge_label(edge),
            edge.type == TopologyEdgeType::messages ? Drawing::Line::dashed : Drawing::Line::solid);
        TRY(drawing.pass_on());
    }
    return drawing.finish({});
}

}  // namespace hence
