#include <fmt/format.h>

#include "base/try.h"
#include "hence/graph.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t line_max = 10'000;

// What agents recorded stays on its line, however it was spelled.
std::string one_line(std::string_view text) {
    return first_line(printable(text), line_max);
}

// What took the place of a superseded node: "superseded by [4d0f7b2c] Use PASETO".
Result<std::string> superseded_by(Graph& graph, const GraphNode& node) {
    const std::vector<GraphEdge> edges = TRY(graph.edges_in(node.id));
    for (const GraphEdge& edge : edges) {
        const std::optional<GraphNode> newer = TRY(graph.node(edge.from_id));
        if (edge.type == EdgeType::supersedes && newer) {
            return fmt::format("superseded by [{}] {}", short_id(newer->id),
                               one_line(newer->label));
        }
    }
    return std::string("superseded");
}

// The word of the edge where it says how the child came off, else the child's status. An agent
// reads a chosen child as what holds, so a superseded one says so as well.
Result<std::string> mark_of(Graph& graph, const GraphEdge& edge, const GraphNode& child) {
    if (edge.type != EdgeType::chosen && edge.type != EdgeType::rejected) {
        return std::string(to_string(child.status));
    }
    std::string mark(to_string(edge.type));
    if (child.status == NodeStatus::superseded) {
        const std::string fate = TRY(superseded_by(graph, child));
        mark += ", " + fate;
    }
    return mark;
}

Result<std::string> goals_text(Graph& graph) {
    const std::vector<GraphNode> goals = TRY(active_goals(graph));
    std::string text;
    for (const GraphNode& goal : goals) {
        text += fmt::format("\n- [{}] {} (status: {}{})", short_id(goal.id), one_line(goal.label),
                            to_string(goal.status),
                            goal.confidence.empty() ? "" : ", confidence: " + goal.confidence);
        const std::vector<GraphEdge> edges = TRY(graph.edges_out(goal.id));
        for (const GraphEdge& edge : edges) {
            const std::optional<GraphNode> child = TRY(graph.node(edge.to_id));
            if (!child) {
                continue;
            }
            const std::string mark = TRY(mark_of(graph, edge, *child));
            text += fmt::format("\n  └─ [{}] {} ({})", short_id(child->id), one_line(child->label),
                                mark);
        }
    }
    return text;
}

// A decision that no longer stands says so, and what took its place: an agent reads this as what it
// has decided.
Result<std::string> fate_of(Graph& graph, const GraphNode& decision) {
    if (decision.status == NodeStatus::rejected) {
        return std::string(" (rejected)");
    }
    if (decision.status != NodeStatus::superseded) {
        return std::string();
    }
    const std::string fate = TRY(superseded_by(graph, decision));
    return " (" + fate + ")";
}

Result<std::string> decisions_text(Graph& graph, std::size_t limit) {
    const std::vector<GraphNode> decisions = TRY(recent_decisions(graph, limit));
    std::string text;
    for (const GraphNode& decision : decisions) {
        const std::string fate = TRY(fate_of(graph, decision));
        text +=
            fmt::format("\n- [{}] {}{}{}", short_id(decision.id), one_line(decision.label), fate,
                        decision.rationale.empty() ? "" : " -- " + one_line(decision.rationale));
    }
    return text;
}

}  // namespace

Result<std::string> context_text(Graph& graph, std::size_t decision_limit) {
    const std::string goals = TRY(goals_text(graph));
    const std::string decisions = TRY(decisions_text(graph, decision_limit));
    std::string text;
    if (!goals.empty()) {
        text += "## Active Goals" + goals + "\n";
    }
    if (!decisions.empty()) {
        text += text.empty() ? "" : "\n";
        text += "## Recent Decisions" + decisions + "\n";
    }
    return text;
}

}  // namespace hence
