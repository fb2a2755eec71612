// Draws a context graph in one walk, from the incident to the action; context/painter.h has the
// outline.
//
// Data flow: ContextLog reads events and groups them in strands, ContextTurns makes turns of the
// strands, ContextLinks says how well an edge is supported, and the ContextPainter puts nodes and
// edges in order. The order of nodes is that of a depth-first walk: every node stands before the
// nodes that hang under it.
#include "views/context/painter.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/try.h"
#include "hence/store.h"
#include "views/context/context_painter.h"
#include "views/context/ending.h"
#include "views/context/turns.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

// In context_labels.
std::uint8_t place_of(std::string_view label) {
    return static_cast<std::uint8_t>(std::ranges::find(context_labels, label) -
                                     context_labels.begin());
}

}  // namespace

ContextPainter::ContextPainter(std::shared_ptr<ContextCanvas> canvas, const ContextTurns& turns,
                               const TakeNode& take)
    : take_(take),
      canvas_(std::move(canvas)),
      log_(canvas_->log),
      turns_(turns),
      links_(log_, turns),
      decisions_(take ? ContextDecisions(log_, turns) : ContextDecisions()),
      end_(final_event(log_)),
      turn_ids_(turns.size()),
      turn_nodes_(turns.size(), none) {
    graph_.texts = canvas_;
    if (!take_) {
        graph_.nodes.reserve(log_.size() + 2);
        graph_.edges.reserve(2 * log_.size() + 2);
    }
    for (std::uint32_t strand = 0; strand < log_.strands().size(); ++strand) {
        if (log_.strands()[strand].claimed_by != none) {
            claimed_.emplace(log_.strands()[strand].claimed_by, strand);
        }
    }
    painting_.edges.reserve(2 * log_.size() + 2);
}

ContextPainting ContextPainter::paint(std::string session) {
    graph_.session = std::move(session);
    add_incident();
    for (const std::uint32_t node : turns_.early()) {
        add_observation(node, 2);
    }
    for (const std::uint32_t node : decisions_.early()) {
        add_outcome(node, 0, 2);
    }
    lines_.push_back({turns_.backbone(), none, "leads to", 1, painting_.lines++});
    while (!lines_.empty()) {
        step();
    }
    add_action(turns_.backbone().empty() ? none : turns_.backbone().back());
    hand_over();
    settle_edges();
    graph_.completeness = log_.completeness();
    graph_.marked = log_.is_marked();
    painting_.graph = std::move(graph_);
    painting_.log = std::shared_ptr<const ContextLog>(canvas_, &canvas_->log);
    return std::move(painting_);
}

// An id of our own never meets an event's, whatever that is called.
std::string_view ContextPainter::make_id(std::string wanted) {
    TextNumbers& made = canvas_->made_ids;
    while (log_.knows(wanted) || made.find(wanted) != TextNumbers::none) {
        wanted += '~';
    }
    return made.text(made.add(wanted));
}

std::string_view ContextPainter::id_of(std::uint32_t number) {
    std::string_view& known = turn_ids_[number];
    if (known.empty()) {
        const ContextTurn& turn = turns_.turn(number);
        const std::uint32_t event = turns_.stands_for(number);
        const ContextLog::Strand& strand = log_.strands()[turn.strand];
        std::string made = "thought:" + std::string(strand.run);
        made += strand.agent.empty() ? "" : ":" + std::string(strand.agent);
        known = event == none ? make_id(std::move(made)) : log_.id(event);
    }
    return known;
}

// The node drawn last is finished when the next one begins.
void ContextPainter::hand_over() {
    if (take_ && drawn_ > 0) {
        take_(graph_.nodes.back(), painted_, log_);
        graph_.nodes.clear();
    }
}

ContextNode& ContextPainter::add(DrawnType type, std::string_view id, std::uint32_t level) {
    hand_over();
    ContextNode& drawn = graph_.nodes.emplace_back();
    drawn.id = id;
    drawn.type = type;
    drawn.level = level;
    painted_ = {};
    ++drawn_;
    return drawn;
}

void ContextPainter::add_edge(const PaintedEdge& edge, std::string_view to) {
    if (!take_) {
        graph_.edges.push_back({graph_.nodes[edge.from].id, to, context_labels[edge.label]});
    }
    painting_.edges.push_back(edge);
}

void ContextPainter::connect(std::uint32_t from, std::uint32_t to, std::string_view label,
                             Provenance provenance) {
    add_edge({from, to, provenance, place_of(label)}, take_ ? "" : graph_.nodes[to].id);
}

// The turn may be drawn later.
void ContextPainter::connect_to_turn(std::uint32_t from, std::uint32_t turn, std::string_view label,
                                     Provenance provenance) {
    to_turns_.push_back(painting_.edges.size());
    add_edge({from, turn, provenance, place_of(label)}, id_of(turn));
}

void ContextPainter::connect_to_action(std::uint32_t from, Provenance provenance) {
    if (action_id_.empty()) {
        action_id_ = make_id("action:" + graph_.session);
    }
    to_action_.push_back(painting_.edges.size());
    add_edge({from, 0, provenance, place_of("informs")}, action_id_);
}

// An edge to a turn that was not drawn is left out.
void ContextPainter::settle_edges() {
    for (const std::size_t edge : to_turns_) {
        painting_.edges[edge].to = turn_nodes_[painting_.edges[edge].to];
    }
    for (const std::size_t edge : to_action_) {
        painting_.edges[edge].to = last();
    }
    std::size_t kept = 0;
    for (std::size_t edge = 0; edge < painting_.edges.size(); ++edge) {
        if (painting_.edges[edge].to != none) {
            painting_.edges[kept] = painting_.edges[edge];
            if (!take_) {
                graph_.edges[kept] = graph_.edges[edge];
            }
            ++kept;
        }
    }
    painting_.edges.resize(kept);
    graph_.edges.resize(take_ ? 0 : kept);
}

// Notes which event the label of the node drawn last is from.
void ContextPainter::name(std::uint32_t by, LabelOf label) {
    painted_.named_by = by;
    painted_.label = label;
}

// The node drawn last.
void ContextPainter::stand_for(ContextNode& drawn, std::uint32_t node) {
    const ContextFact& fact = log_.fact(node);
    painted_.event = node;
    drawn.time = fact.place.time;
    drawn.time_derived = fact.time_derived;
    drawn.event = log_.id(node);
    drawn.run = log_.run(node);
    drawn.agent = log_.actor_name(node);
    drawn.inherited = log_.inherited(node);
    drawn.abandoned = log_.abandoned(node);
}

// One turn, or one of its steps, of the innermost line.
void ContextPainter::step() {
    Line& line = lines_.back();
    if (line.at > 0) {
        const std::uint32_t turn = line.turns[line.at - 1];
        if (line.next_step < line.steps.size()) {
            add_step(line.steps[line.next_step++], turn, line.level + 1);
            return;
        }
    }
    if (line.at == line.turns.size()) {
        const bool returns = line.returns_to != none && line.returns_to != line.from;
        if (returns && line.edge != "delegates") {
            connect_to_turn(turn_nodes_[line.from], line.returns_to, "informs",
                            Provenance::derived);
        }
        lines_.pop_back();
        return;
    }
    const std::uint32_t turn = line.turns[line.at++];
    line.steps = decisions_.steps_of(turns_, turn);
    line.next_step = 0;
    add_thought(turn, line.level);
    painted_.line = line.number;
    const bool delegated = line.edge == "delegates";
    line.from =
        delegated || line.at == 1 ? line.from : turns_.goes_on_from(line.turns, line.at - 1);
    connect(line.from == none ? 0 : turn_nodes_[line.from], last(), line.edge,
            delegated ? links_.delegates(line.from, turn) : links_.leads(line.from, turn));
    line.from = turn;
    line.edge = "leads to";
}

Result<ContextPainting> paint_context(const Store& store, const ContextRequest& request,
                                      const TakeNode& take) {
    std::string session = TRY(resolve_name(store, Space::session, request.session));
    auto canvas = std::make_shared<ContextCanvas>(store);
    TRY(canvas->log.read(session));
    const ContextTurns turns(canvas->log, request.by);
    return ContextPainter(std::move(canvas), turns, take).paint(std::move(session));
}

}  // namespace hence
