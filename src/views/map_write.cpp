#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/by_text.h"
#include "base/try.h"
#include "hence/event.h"
#include "hence/map.h"
#include "model/json.h"
#include "model/text.h"
#include "views/context_members.h"
#include "views/levels.h"
#include "views/pieces.h"

namespace hence {
namespace {

void append_ordinal(std::string& out, std::string_view name, std::optional<std::uint64_t> ordinal) {
    append_member_name(out, name);
    out += ordinal ? std::to_string(*ordinal) : "null";
}

void append_node(std::string& out, const MapNode& node) {
    append_node_members(out, node);
    append_ordinal(out, "ordinal", node.ordinal);
    append_ordinal(out, "last_ordinal", node.last_ordinal);
    append_member(out, "parent", std::string_view(node.parent));
    append_member(out, "members", node.members);
    append_member(out, "errors", node.errors);
    append_member(out, "hidden", node.hidden);
    append_member(out, "level", std::uint64_t{node.level});
    out += '}';
}

void append_edge(std::string& out, const MapEdge& edge) {
    append_edge_members(out, edge);
    append_member(out, "provenance", to_string(edge.provenance));
    append_member(out, "count", edge.count);
    out += '}';
}

void append_thought_head(std::string& out, const MapNode& node) {
    out += node.parent.empty() ? "" : "delegated: ";
    out += node.ordinal ? fmt::format("#{} ", *node.ordinal) : std::string();
    if (node.time) {
        out += node.time_derived ? "[no time] " : "[" + to_text(*node.time) + "] ";
    }
    out += node.agent.empty() ? "" : printable(node.agent) + ": ";
}

void append_head(std::string& out, const MapNode& node, bool returned) {
    switch (node.type) {
        case MapType::incident: out += "INCIDENT: "; return;
        case MapType::action: out += "ACTION: "; return;
        case MapType::tool_call: out += "calls "; return;
        case MapType::observation:
            out += !returned ? "observed: " : node.status == "error" ? "error: " : "returned: ";
            return;
        case MapType::thought: return append_thought_head(out, node);
        case MapType::stack: out += "... "; return;
    }
}

// What a stack stands for, and how to open it.
void append_stack_tail(std::string& out, const MapNode& node) {
    if (node.ordinal && node.last_ordinal) {
        out += fmt::format(", #{} to #{}", *node.ordinal, *node.last_ordinal);
    }
    append_measures(out, node);
    out += node.errors > 0 ? fmt::format(", {} failed", node.errors) : std::string();
    out += "  [" + printable(node.id) + "]";
}

void append_tail(std::string& out, const MapNode& node) {
    const bool observed = node.type == MapType::observation;
    if (node.type == MapType::tool_call || node.type == MapType::thought) {
        append_measures(out, node);
    }
    out += node.status == "error" && !observed ? " FAILED" : "";
    out += node.synthesized ? " [synthesized]" : "";
    if (node.hidden > 0) {
        const std::uint64_t failed = node.errors - (node.status == "error" ? 1 : 0);
        out += fmt::format(" [{} hidden", node.hidden);
        out += failed > 0 ? fmt::format(", {} failed]", failed) : "]";
    }
    // A result that was recorded with its call has the call's event.
    if (!node.event.empty() && (!observed || node.id == node.event)) {
        out += "  (" + printable(short_id(node.event)) + ")";
    }
}

void append_line(std::string& out, const MapNode& node, bool returned) {
    append_level_mark(out, node.level);
    out.append(4 * (indented_level(node.level) - 1), ' ');
    append_head(out, node, returned);
    out += printable(node.label);
    if (node.type == MapType::stack) {
        append_stack_tail(out, node);
    } else {
        append_tail(out, node);
    }
    out += '\n';
}

}  // namespace

Result<void> write_json(const SessionMap& map, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += R"({"session":)";
    append_string(pieces.text, map.session);
    append_member(pieces.text, "nodes_total", map.nodes_total);
    append_member(pieces.text, "last_seq", map.last_seq);
    append_member(pieces.text, "shown", map.nodes.size());
    pieces.text += R"(,"nodes":[)";
    for (const MapNode& node : map.nodes) {
        pieces.text += &node == &map.nodes.front() ? "" : ",";
        append_node(pieces.text, node);
        TRY(pieces.pass_on());
    }
    pieces.text += R"(],"edges":[)";
    for (const MapEdge& edge : map.edges) {
        pieces.text += &edge == &map.edges.front() ? "" : ",";
        append_edge(pieces.text, edge);
        TRY(pieces.pass_on());
    }
    pieces.text += R"(],"completeness":)";
    map.completeness.append_json(pieces.text);
    pieces.text += "}\n";
    return pieces.finish();
}

Result<void> write_text(const SessionMap& map, const Store&, const Sink& sink) {
    TextViews returned;
    for (const MapEdge& edge : map.edges) {
        if (edge.label == "returns") {
            returned.insert(edge.to);
        }
    }
    Pieces pieces(sink);
    pieces.text += "Session: " + printable(map.session) + "\n";
    pieces.text += fmt::format("Shown: {} nodes, of {}\n\n", map.nodes.size(), map.nodes_total);
    for (const MapNode& node : map.nodes) {
        append_line(pieces.text, node, returned.contains(node.id));
        TRY(pieces.pass_on());
    }
    map.completeness.append_text(pieces.text);
    return pieces.finish();
}

}  // namespace hence
