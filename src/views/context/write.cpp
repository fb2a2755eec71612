#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "base/try.h"
#include "hence/context.h"
#include "hence/event.h"
#include "model/summary/opening_line.h"
#include "model/text.h"
#include "views/cause/words_for.h"
#include "views/context/members.h"
#include "views/write/levels.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

void append_node(JsonWriter& json, const ContextNode& node, bool marked) {
    begin_node(json, node);
    if (marked) {
        json.member("inherited", OrNull{node.inherited}).member("abandoned", node.abandoned);
    }
    json.end_object();
}

void append_edge(JsonWriter& json, const ContextEdge& edge) {
    begin_edge(json, edge);
    json.end_object();
}

void append_time_of(std::string& out, const ContextNode& node) {
    if (node.time) {
        out += node.time_derived ? "[no time] " : "[" + time_text(*node.time) + "] ";
    }
}

// Writes one line a node, thoughts numbered within their line.
class Outline {
public:
    explicit Outline(const ContextGraph& graph) {
        for (const ContextEdge& edge : graph.edges) {
            if (edge.label == "leads to") {
                led_to_.insert(edge.to);
            } else if (edge.label == "returns") {
                returned_.insert(edge.to);
            }
        }
    }

    void append(std::string& out, const ContextNode& node, const std::string& label) {
        append_level_mark(out, node.level);
        out.append(4 * (indented_level(node.level) - 1), ' ');
        append_head(out, node);
        // A goal is whole in the graph, and may be pages long.
        out += node.type == DrawnType::incident ? opening_line(node.label) : label;
        if (node.type == DrawnType::tool_call || node.type == DrawnType::thought) {
            append_measures(out, node);
        }
        out += node.status == "error" && node.type != DrawnType::observation ? " FAILED" : "";
        out += node.synthesized ? " [synthesized]" : "";
        out += node.inherited.empty() ? "" : " [inherited from " + printable(node.inherited) + "]";
        out += node.abandoned ? " [abandoned]" : "";
        if (!node.event.empty() && !shares_its_event(node)) {
            out += "  (" + ids_.of(node.event) + ")";
        }
        out += '\n';
    }

private:
    // A result that was recorded with its call.
    bool shares_its_event(const ContextNode& node) const {
        return node.type == DrawnType::observation && node.id != node.event;
    }

    void append_head(std::string& out, const ContextNode& node) {
        switch (node.type) {
            case DrawnType::incident: out += "INCIDENT: "; return;
            case DrawnType::action: out += "ACTION: "; return;
            case DrawnType::tool_call: out += "calls "; return;
            case DrawnType::observation:
                out += !returned_.contains(node.id) ? "observed: "
                       : node.status == "error"     ? "error: "
                                                    : "returned: ";
                return;
            case DrawnType::decision: out += "DECISION: "; return;
            case DrawnType::outcome: out += "OUTCOME: "; return;
            case DrawnType::thought:
            case DrawnType::stack: break;
        }
        counts_.resize(std::max<std::size_t>(counts_.size(), node.level + 1));
        if (!led_to_.contains(node.id)) {
            counts_[node.level] = 0;
            out += "delegates: ";
        }
        out += std::to_string(++counts_[node.level]) + ". ";
        append_time_of(out, node);
        if (!node.agent.empty()) {
            out += printable(node.agent) + ": ";
        }
    }

    ShownIds ids_;
    TextViews led_to_;                   // Thoughts that are not the first of a line.
    TextViews returned_;                 // What calls came to.
    std::vector<std::uint64_t> counts_;  // By level.
};

void append_counts(std::string& out, const ContextGraph& graph) {
    const auto count = [&](DrawnType type) {
        return std::ranges::count(graph.nodes, type, &ContextNode::type);
    };
    const auto failed = std::ranges::count_if(graph.nodes, [](const ContextNode& node) {
        return node.type == DrawnType::tool_call && node.status == "error";
    });
    out += "Thoughts: " + std::to_string(count(DrawnType::thought)) +
           ", tool calls: " + std::to_string(count(DrawnType::tool_call)) +
           ", failed: " + std::to_string(failed) + "\n\n";
}

}  // namespace

Result<void> write_json(const ContextGraph& graph, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.json.begin_object().member("session", graph.session);
    TRY(pieces.list("nodes", graph.nodes, [&graph](JsonWriter& json, const ContextNode& node) {
        append_node(json, node, graph.marked);
    }));
    TRY(pieces.list("edges", graph.edges, append_edge));
    graph.completeness.append_json(pieces.json.key("completeness").text());
    pieces.json.end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(const ContextGraph& graph, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += "Session: " + printable(graph.session) + "\n";
    append_counts(pieces.text, graph);
    Outline outline(graph);
    for (const ContextNode& node : graph.nodes) {
        const std::string label =
            TRY(node.type == DrawnType::tool_call ? called_with(store, node.label, node.event)
                                                  : Result<std::string>(printable(node.label)));
        outline.append(pieces.text, node, label);
        TRY(pieces.pass_on());
    }
    graph.completeness.append_text(pieces.text);
    return pieces.finish();
}

}  // namespace hence
