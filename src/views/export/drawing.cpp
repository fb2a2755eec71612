// Trees, explanations and context graphs as drawings in DOT or Mermaid. Links that the emitter did
// not state are dashed, and an event that was named and never recorded is drawn as missing: a
// drawing must not look more complete than the answer.
#include "views/write/drawing.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/by_text.h"
#include "base/try.h"
#include "hence/context.h"
#include "hence/explain.h"
#include "hence/export.h"
#include "hence/store.h"
#include "hence/tree.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/summary/summary_text.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/cause/call_ends_of.h"
#include "views/find/session_events.h"
#include "views/tree/noted_end.h"
#include "views/tree/tree_events.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t label_characters_max = 80;

// By event, what it names and nobody recorded.
using Missing = std::multimap<std::string_view, std::string_view>;

Missing missing_of(const Completeness& completeness) {
    Missing missing;
    for (const MissingParent& each : completeness.missing_parents) {
        missing.emplace(each.event, each.parent);
    }
    return missing;
}

std::string label_of(LinkType type, Provenance provenance) {
    std::string label(to_string(type));
    if (provenance != Provenance::explicit_) {
        label += " (" + std::string(to_string(provenance)) + ")";
    }
    return label;
}

Drawing::Line line_of(Provenance provenance) {
    return provenance == Provenance::explicit_ ? Drawing::Line::solid : Drawing::Line::dashed;
}

// Draws events: each a node, with what it names and nobody recorded above it.
class EventDrawer {
public:
    EventDrawer(const Store& store, Drawing& drawing, const Completeness& completeness)
        : sessions_(store), drawing_(drawing), missing_(missing_of(completeness)) {}

    Sessions& sessions() { return sessions_; }

    Result<std::uint64_t> add(const Event& event) {
        std::optional<Event> end;
        if (event.kind() == Kind::tool_call) {
            end = TRY(end_of_call(sessions_, event));
        }
        return add(event, end);
    }

    Result<std::uint64_t> add(const Event& event, const std::optional<Event>& end) {
        return add(event, end ? call_end(*end) : CallEnd());
    }

    // What a call came to may be said by its end, an event of its own.
    Result<std::uint64_t> add(const Event& event, const CallEnd& end) {
        std::string label = summary(event, end);
        label += "\n" + when(event) + "  (" + short_id(event.id()) + ")";
        const bool failed = event.kind() == Kind::error || failed_call(event) || end.failed;
        const std::uint64_t node =
            drawing_.node(label, failed ? Drawing::Look::failed : Drawing::Look::plain);
        const auto [first, last] = missing_.equal_range(event.id());
        for (auto at = first; at != last; ++at) {
            const std::uint64_t absent = drawing_.node(std::string(at->second) + "\nnever recorded",
                                                       Drawing::Look::unrecorded);
            drawing_.edge(absent, node, "missing", Drawing::Line::dashed);
        }
        TRY(drawing_.pass_on());
        return node;
    }

private:
    Sessions sessions_;
    Drawing& drawing_;
    Missing missing_;
};

// A node on the way from a root to where a tree is drawn.
struct Above {
    std::string id;
    std::uint64_t node;
};

void draw_branch(Drawing& drawing, const Above& above, const Event& event, std::uint64_t node) {
    const bool child = event.parent() == above.id;
    const LinkType type = child ? LinkType::parent : LinkType::delegation;
    const Provenance provenance =
        child && !event.has(Flag::parent_derived) ? Provenance::explicit_ : Provenance::derived;
    drawing.edge(above.node, node, label_of(type, provenance), line_of(provenance));
}

}  // namespace

Result<void> draw(const Tree& tree, const Drawn& how, const Sink& sink) {
    Drawing drawing(how.language, "Tree of session " + tree.session, sink);
    EventDrawer drawer(how.store, drawing, tree.completeness);
    TreeEvents events(tree, how.store);
    NotedEnds ends(tree, drawer.sessions());
    std::vector<Above> path;
    for (const TreeNode& place : tree.nodes) {
        const Event* const event = TRY(events.next());
        const NotedEnd* const end = TRY(ends.of(*event));
        const std::uint64_t node = TRY(drawer.add(*event, call_end(*end)));
        path.resize(place.level - 1);
        if (!path.empty()) {
            draw_branch(drawing, path.back(), *event, node);
        }
        path.push_back({std::string(event->id()), node});
    }
    return drawing.finish(tree.completeness);
}

Result<void> draw(const Explanation& explanation, const Drawn& how, const Sink& sink) {
    Drawing drawing(how.language,
                    (explanation.down ? "What event " : "Why event ") + explanation.event +
                        (explanation.down ? " led to" : " happened"),
                    sink);
    EventDrawer drawer(how.store, drawing, explanation.completeness);
    ByText<std::uint64_t> nodes;
    std::vector<Event> chain;
    for (const ExplainLink& link : explanation.chain) {
        chain.push_back(link.event);
    }
    const auto ends = TRY(ends_of_calls(drawer.sessions(), chain));
    for (std::size_t i = 0; i < chain.size(); ++i) {
        nodes[std::string(chain[i].id())] = TRY(drawer.add(chain[i], ends[i]));
    }
    // A graph has events beside the chain.
    for (const ExplainEdge& edge : explanation.links) {
        for (const std::string& id : {edge.from, edge.to}) {
            if (!nodes.contains(id)) {
                const std::optional<Event> event = TRY(how.store.find(id));
                if (event) {
                    nodes[id] = TRY(drawer.add(*event));
                } else {
                    nodes[id] = drawing.node(id, Drawing::Look::unrecorded);
                }
            }
        }
        drawing.edge(nodes[edge.from], nodes[edge.to], label_of(edge.type, edge.provenance),
                     line_of(edge.provenance));
        TRY(drawing.pass_on());
    }
    for (const ExplainLink& link : explanation.chain) {
        if (link.via && !explanation.graph) {
            drawing.edge(nodes[link.via->from], nodes[std::string(link.event.id())],
                         label_of(link.via->type, link.via->provenance),
                         line_of(link.via->provenance));
        }
    }
    return drawing.finish(explanation.completeness);
}

Result<void> draw(const ContextGraph& graph, const Drawn& how, const Sink& sink) {
    Drawing drawing(how.language, "Context of session " + graph.session, sink);
    ByTextView<std::uint64_t> nodes;
    for (const ContextNode& node : graph.nodes) {
        const Drawing::Look look = node.synthesized         ? Drawing::Look::unrecorded
                                   : node.status == "error" ? Drawing::Look::failed
                                                            : Drawing::Look::plain;
        nodes[node.id] = drawing.node(
            std::string(to_string(node.type)) + "\n" + first_line(node.label, label_characters_max),
            look);
        TRY(drawing.pass_on());
    }
    for (const ContextEdge& edge : graph.edges) {
        const auto from = nodes.find(edge.from);
        const auto to = nodes.find(edge.to);
        if (from != nodes.end() && to != nodes.end()) {
            drawing.edge(from->second, to->second, edge.label, Drawing::Line::solid);
        }
        TRY(drawing.pass_on());
    }
    return drawing.finish(graph.completeness);
}

}  // namespace hence
