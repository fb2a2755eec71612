#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/by_text.h"
#include "base/try.h"
#include "hence/event.h"
#include "hence/map.h"
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

void append_node(JsonWriter& json, const MapNode& node) {
    begin_node(json, node);
    json.member("ordinal", node.ordinal).member("last_ordinal", node.last_ordinal);
    json.member("parent", OrNull{node.parent}).member("members", node.members);
    json.member("errors", node.errors).member("hidden", node.hidden);
    json.member("level", node.level);
    json.member("kind", OrNull{node.kind}).member("summary", OrNull{node.summary});
    if (node.time_derived) {
        json.member("time_derived", true);
    }
    json.end_object();
}

void append_edge(JsonWriter& json, const MapEdge& edge) {
    begin_edge(json, edge);
    json.member("provenance", to_string(edge.provenance)).member("count", edge.count);
    json.end_object();
}

void append_thought_head(std::string& out, const MapNode& node) {
    out += node.parent.empty() ? "" : "delegated: ";
    out += node.ordinal ? fmt::format("#{} ", *node.ordinal) : std::string();
    if (node.time) {
        out += node.time_derived ? "[no time] " : "[" + time_text(*node.time) + "] ";
    }
    out += node.agent.empty() ? "" : printable(node.agent) + ": ";
}

// A turn that stands for a decision has the place of a thought.
void append_decision_head(std::string& out, const MapNode& node) {
    if (node.event != node.id) {
        append_thought_head(out, node);
    }
    out += "decides: ";
}

void append_head(std::string& out, const MapNode& node, bool returned) {
    switch (node.type) {
        case DrawnType::incident: out += "INCIDENT: "; return;
        case DrawnType::action: out += "ACTION: "; return;
        case DrawnType::tool_call: out += "calls "; return;
        case DrawnType::decision: return append_decision_head(out, node);
        case DrawnType::outcome: out += "outcome: "; return;
        case DrawnType::observation:
            out += !returned ? "observed: " : node.status == "error" ? "error: " : "returned: ";
            return;
        case DrawnType::thought: return append_thought_head(out, node);
        case DrawnType::stack: out += "... "; return;
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

void append_tail(std::string& out, const MapNode& node, ShownIds& ids) {
    const bool observed = node.type == DrawnType::observation;
    if (node.type == DrawnType::tool_call || node.type == DrawnType::thought) {
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
        out += "  (" + ids.of(node.event) + ")";
    }
}

void append_line(std::string& out, const MapNode& node, const std::string& label, bool returned,
                 ShownIds& ids) {
    append_level_mark(out, node.level);
    out.append(4 * (indented_level(node.level) - 1), ' ');
    append_head(out, node, returned);
    out += label;
    if (node.type == DrawnType::stack) {
        append_stack_tail(out, node);
    } else {
        append_tail(out, node, ids);
    }
    out += '\n';
}

}  // namespace

Result<void> write_json(const SessionMap& map, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.json.begin_object().member("session", map.session);
    pieces.json.member("nodes_total", map.nodes_total).member("last_seq", map.last_seq);
    pieces.json.member("shown", map.nodes.size());
    TRY(pieces.list("nodes", map.nodes, append_node));
    TRY(pieces.list("edges", map.edges, append_edge));
    map.completeness.append_json(pieces.json.key("completeness").text());
    pieces.json.end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(const SessionMap& map, const Store& store, const Sink& sink) {
    TextViews returned;
    for (const MapEdge& edge : map.edges) {
        if (edge.label == "returns") {
            returned.insert(edge.to);
        }
    }
    Pieces pieces(sink);
    pieces.text += "Session: " + printable(map.session) + "\n";
    pieces.text += fmt::format("Shown: {} nodes, of {}\n\n", map.nodes.size(), map.nodes_total);
    ShownIds ids;
    for (const MapNode& node : map.nodes) {
        const std::string label = TRY(node.type == DrawnType::tool_call
                                          ? called_with(store, node.label, node.event)
                                          : Result<std::string>(node.type == DrawnType::incident
                                                                    ? opening_line(node.label)
                                                                    : printable(node.label)));
        append_line(pieces.text, node, label, returned.contains(node.id), ids);
        TRY(pieces.pass_on());
    }
    map.completeness.append_text(pieces.text);
    return pieces.finish();
}

}  // namespace hence
