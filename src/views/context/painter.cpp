// Draws a context graph in one walk, from the incident to the action; context/painter.h has the
// outline.
//
// Data flow: ContextLog reads events and groups them in strands, ContextTurns makes turns of the
// strands, ContextLinks says how well an edge is supported, and the Painter below puts nodes and
// edges in order. The order of nodes is that of a depth-first walk: every node stands before the
// nodes that hang under it.
#include "views/context/painter.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/try.h"
#include "hence/store.h"
#include "views/context/ending.h"
#include "views/context/links.h"
#include "views/context/turns.h"
#include "views/find/kept_text.h"
#include "views/find/resolve.h"
#include "views/find/text_numbers.h"

namespace hence {
namespace {

constexpr std::uint32_t none = ContextLog::none;

// In context_labels.
std::uint8_t place_of(std::string_view label) {
    return static_cast<std::uint8_t>(std::ranges::find(context_labels, label) -
                                     context_labels.begin());
}

// What is drawn, and where the texts of the drawing live.
struct Canvas {
    explicit Canvas(const Store& store) : log(store) {}

    ContextLog log;
    TextNumbers made_ids;
    KeptText texts;
};

// Draws what was worked out, from the incident to the action.
class Painter {
public:
    Painter(std::shared_ptr<Canvas> canvas, const ContextTurns& turns, const TakeNode& take)
        : take_(take),
          canvas_(std::move(canvas)),
          log_(canvas_->log),
          turns_(turns),
          links_(log_, turns),
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

    ContextPainting paint(std::string session) {
        graph_.session = std::move(session);
        add_incident();
        for (const std::uint32_t node : turns_.early()) {
            add_observation(node, 2);
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

private:
    // Turns one after the other, as far as they are drawn.
    struct Line {
        const std::vector<std::uint32_t>& turns;
        std::uint32_t from;     // The turn before the next one; none: the incident.
        std::string_view edge;  // Between the two.
        std::uint32_t level;
        std::uint32_t number;
        std::size_t at = 0;         // The next turn.
        std::size_t next_step = 0;  // Of the turn before it.
    };

    void step();
    std::uint32_t turn_before(const Line& line, std::uint32_t turn) const;
    void hand_over();
    ContextNode& add(ContextType type, std::string_view id, std::uint32_t level);
    void stand_for(ContextNode& drawn, std::uint32_t node);
    void name(std::uint32_t by, LabelOf label);
    std::uint32_t last() const { return drawn_ - 1; }
    void add_edge(const PaintedEdge& edge, std::string_view to);
    void connect(std::uint32_t from, std::uint32_t to, std::string_view label,
                 Provenance provenance);
    void connect_to_turn(std::uint32_t from, std::uint32_t turn, std::string_view label,
                         Provenance provenance);
    void connect_to_action(std::uint32_t from, Provenance provenance);
    void settle_edges();
    void add_incident();
    void add_thought(std::uint32_t turn, std::uint32_t level);
    std::string_view label_of(const ContextTurn& turn) const;
    void add_call(std::uint32_t node, std::uint32_t turn, std::uint32_t level);
    void add_result(std::uint32_t call, std::uint32_t level);
    void add_missing_result(std::uint32_t call, std::uint32_t level);
    void add_observation(std::uint32_t node, std::uint32_t level);
    void open_delegation(std::uint32_t node, std::uint32_t turn, std::uint32_t level);
    void add_action(std::uint32_t from);
    std::string_view id_of(std::uint32_t turn);
    std::string_view make_id(std::string wanted);

    const TakeNode& take_;  // None: the graph keeps all.
    std::shared_ptr<Canvas> canvas_;
    const ContextLog& log_;
    const ContextTurns& turns_;
    const ContextLinks links_;
    const std::uint32_t end_;  // The event that ended the session, or none.
    ContextPainting painting_;
    ContextGraph graph_;                                        // Its graph.
    PaintedNode painted_;                                       // The node drawn last.
    std::uint32_t drawn_ = 0;                                   // So many nodes.
    std::vector<Line> lines_;                                   // The innermost last.
    std::unordered_map<std::uint32_t, std::uint32_t> claimed_;  // By delegation: the strand.
    std::vector<std::string_view> turn_ids_;  // By turn; empty: not asked for yet.
    std::vector<std::uint32_t> turn_nodes_;   // By turn; none: not drawn yet.
    std::vector<std::size_t> to_turns_;       // Edges whose end is the number of a turn,
    std::vector<std::size_t> to_action_;      // and whose end is drawn last.
    std::string_view action_id_;
};

// An id of our own never meets an event's, whatever that is called.
std::string_view Painter::make_id(std::string wanted) {
    TextNumbers& made = canvas_->made_ids;
    while (log_.knows(wanted) || made.find(wanted) != TextNumbers::none) {
        wanted += '~';
    }
    return made.text(made.add(wanted));
}

std::string_view Painter::id_of(std::uint32_t number) {
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
void Painter::hand_over() {
    if (take_ && drawn_ > 0) {
        take_(graph_.nodes.back(), painted_, log_);
        graph_.nodes.clear();
    }
}

ContextNode& Painter::add(ContextType type, std::string_view id, std::uint32_t level) {
    hand_over();
    ContextNode& drawn = graph_.nodes.emplace_back();
    drawn.id = id;
    drawn.type = type;
    drawn.level = level;
    painted_ = {};
    ++drawn_;
    return drawn;
}

void Painter::add_edge(const PaintedEdge& edge, std::string_view to) {
    if (!take_) {
        graph_.edges.push_back({graph_.nodes[edge.from].id, to, context_labels[edge.label]});
    }
    painting_.edges.push_back(edge);
}

void Painter::connect(std::uint32_t from, std::uint32_t to, std::string_view label,
                      Provenance provenance) {
    add_edge({from, to, provenance, place_of(label)}, take_ ? "" : graph_.nodes[to].id);
}

// The turn may be drawn later.
void Painter::connect_to_turn(std::uint32_t from, std::uint32_t turn, std::string_view label,
                              Provenance provenance) {
    to_turns_.push_back(painting_.edges.size());
    add_edge({from, turn, provenance, place_of(label)}, id_of(turn));
}

void Painter::connect_to_action(std::uint32_t from, Provenance provenance) {
    if (action_id_.empty()) {
        action_id_ = make_id("action:" + graph_.session);
    }
    to_action_.push_back(painting_.edges.size());
    add_edge({from, 0, provenance, place_of("informs")}, action_id_);
}

// An edge to a turn that was not drawn is left out.
void Painter::settle_edges() {
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
void Painter::name(std::uint32_t by, LabelOf label) {
    painted_.named_by = by;
    painted_.label = label;
}

// The node drawn last.
void Painter::stand_for(ContextNode& drawn, std::uint32_t node) {
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

void Painter::add_incident() {
    std::uint32_t start = none;
    for (std::uint32_t node = 0; node < log_.size() && log_.of_session(node); ++node) {
        const ContextFact& fact = log_.fact(node);
        if (fact.part != ContextPart::start) {
            continue;
        }
        start = start == none || !fact.text.empty() ? node : start;
        if (!fact.text.empty()) {
            break;
        }
    }
    ContextNode& drawn = add(ContextType::incident, make_id("incident:" + graph_.session), 1);
    if (start != none) {
        stand_for(drawn, start);
        drawn.label = log_.fact(start).text;
        name(start, LabelOf::text);
    }
    drawn.synthesized = drawn.label.empty();
    if (drawn.synthesized) {
        drawn.label = canvas_->texts.keep(graph_.session);
        name(none, LabelOf::nobody);
    }
}

// One turn, or one of its steps, of the innermost line.
void Painter::step() {
    Line& line = lines_.back();
    if (line.at > 0) {
        const std::uint32_t turn = line.turns[line.at - 1];
        const std::vector<std::uint32_t>& steps = turns_.turn(turn).steps;
        if (line.next_step < steps.size()) {
            const std::uint32_t node = steps[line.next_step++];
            const std::uint32_t level = line.level + 1;
            if (log_.fact(node).part == ContextPart::tool_call) {
                add_call(node, turn, level);
            } else if (log_.fact(node).part == ContextPart::observation) {
                add_observation(node, level);
            } else {
                open_delegation(node, turn, level);  // `line` may have moved.
            }
            return;
        }
    }
    if (line.at == line.turns.size()) {
        lines_.pop_back();
        return;
    }
    const std::uint32_t turn = line.turns[line.at++];
    line.next_step = 0;
    add_thought(turn, line.level);
    painted_.line = line.number;
    const bool delegated = line.edge == "delegates";
    line.from = delegated ? line.from : turn_before(line, turn);
    connect(line.from == none ? 0 : turn_nodes_[line.from], last(), line.edge,
            delegated ? links_.delegates(line.from, turn) : links_.leads(line.from, turn));
    line.from = turn;
    line.edge = "leads to";
}

// The turn before this one in the line: behind a rewind, the last that it goes on from.
std::uint32_t Painter::turn_before(const Line& line, std::uint32_t turn) const {
    const std::uint32_t first = turns_.turn(turn).first;
    for (std::size_t at = line.at - 1; at > 0; --at) {
        const std::uint32_t before = line.turns[at - 1];
        if (log_.leads_to(turns_.turn(before).first, first)) {
            return before;
        }
    }
    return line.at > 1 ? none : line.from;
}

void Painter::add_thought(std::uint32_t number, std::uint32_t level) {
    const ContextTurn& turn = turns_.turn(number);
    const std::uint32_t event = turns_.stands_for(number);
    ContextNode& drawn = add(ContextType::thought, id_of(number), level);
    turn_nodes_[number] = last();
    stand_for(drawn, event == none ? turn.first : event);
    if (event == none) {
        const std::uint32_t by = turn.named_by;
        drawn.event = by == none ? std::string_view() : log_.id(by);
        drawn.agent = log_.actor_name(by == none ? turn.first : by);
        drawn.run = log_.strands()[turn.strand].run;
    } else {
        drawn.duration_ms = log_.fact(event).duration_ms;
        drawn.status = log_.fact(event).failed ? "error" : "";
    }
    drawn.tokens = turn.tokens;
    drawn.synthesized = turn.named_by == none;
    drawn.label = label_of(turn);
    const LabelOf label = turn.name == NameOfTurn::why ? LabelOf::why : LabelOf::text;
    name(turn.named_by, drawn.synthesized ? LabelOf::nobody : label);
}

// A turn in which nobody said anything is named after its run or its agent.
std::string_view Painter::label_of(const ContextTurn& turn) const {
    if (turn.named_by != none) {
        const ContextFact& said = log_.fact(turn.named_by);
        return turn.name == NameOfTurn::why ? said.why : said.text;
    }
    for (const std::string_view name : {log_.strands()[turn.strand].run, log_.agent(turn.first)}) {
        if (!name.empty()) {
            return name;
        }
    }
    return canvas_->texts.keep(graph_.session);
}

void Painter::add_call(std::uint32_t node, std::uint32_t turn, std::uint32_t level) {
    const ContextFact& call = log_.fact(node);
    const std::uint32_t end = turns_.result_of(node);
    ContextNode& drawn = add(ContextType::tool_call, log_.id(node), level);
    stand_for(drawn, node);
    drawn.label = call.text;
    name(node, LabelOf::text);
    drawn.duration_ms = call.duration_ms;
    drawn.tokens = call.tokens;
    if (!drawn.duration_ms && end != none) {
        drawn.duration_ms = log_.fact(end).duration_ms;
    }
    const bool failed = call.failed || (end != none && log_.fact(end).failed);
    const bool ended = call.said_ok || call.has_result || end != none;
    drawn.status = failed ? "error" : ended ? "ok" : "";
    connect(turn_nodes_[turn], last(), "calls", links_.calls(turn, node));
    add_result(node, level + 1);
}

void Painter::add_result(std::uint32_t call, std::uint32_t level) {
    const std::uint32_t end = turns_.result_of(call);
    const ContextFact& start = log_.fact(call);
    const std::string_view call_id = log_.id(call);
    if (end == none && !start.has_result) {
        if (turns_.by() == ContextBy::run) {
            add_missing_result(call, level);
        }
        return;
    }
    const std::uint32_t event = end == none ? call : end;
    ContextNode& drawn =
        add(ContextType::observation,
            end == none ? make_id("result:" + std::string(call_id)) : log_.id(end), level);
    stand_for(drawn, event);
    const bool failed = start.failed || log_.fact(event).failed;
    drawn.label = end == none ? start.result : log_.fact(end).text;
    name(event, end == none ? LabelOf::result : LabelOf::text);
    drawn.duration_ms = end == none ? std::nullopt : log_.fact(end).duration_ms;
    drawn.status = failed ? "error" : "ok";
    const std::uint32_t result = last();
    connect(result - 1, result, "returns", links_.returns(call, end));
    const std::uint32_t next = turns_.informed_by(event, turns_.turn_of(call));
    if (next != none) {
        connect_to_turn(result, next, "informs", links_.informs(event, next));
    }
}

// The published design has a result under every call. Where none was recorded, the node says so,
// and informs nobody.
void Painter::add_missing_result(std::uint32_t call, std::uint32_t level) {
    ContextNode& drawn =
        add(ContextType::observation, make_id("result:" + std::string(log_.id(call))), level);
    stand_for(drawn, call);
    drawn.label = "no result recorded";
    drawn.synthesized = true;
    name(none, LabelOf::nobody);
    connect(last() - 1, last(), "returns", Provenance::assumed);
}

// One that no call returned.
void Painter::add_observation(std::uint32_t node, std::uint32_t level) {
    const ContextFact& fact = log_.fact(node);
    ContextNode& drawn = add(ContextType::observation, log_.id(node), level);
    stand_for(drawn, node);
    drawn.label = fact.text;
    name(node, LabelOf::text);
    drawn.duration_ms = fact.duration_ms;
    drawn.status = fact.failed ? "error" : fact.said_ok ? "ok" : "";
    const std::uint32_t next = turns_.informed_by(node, none);
    if (next == none) {
        connect_to_action(last(), links_.informs_end(node, end_));
    } else {
        connect_to_turn(last(), next, "informs", links_.informs(node, next));
    }
}

void Painter::open_delegation(std::uint32_t node, std::uint32_t turn, std::uint32_t level) {
    const auto child = log_.children().find(node);
    if (child == log_.children().end()) {
        return;
    }
    // The strand may not be the child's: an agent's lane can be claimed after its run.
    const auto claimed = claimed_.find(node);
    if (claimed != claimed_.end()) {
        lines_.push_back(
            {turns_.of_strand(claimed->second), turn, "delegates", level, painting_.lines++});
        return;
    }
    // A child that is drawn elsewhere is pointed at, unless the edge would lead back in time.
    const std::uint32_t there = log_.shown(child->second) ? turns_.turn_from(child->second) : none;
    if (there != none && there != turn &&
        log_.fact(turns_.turn(there).first).place > log_.fact(turns_.turn(turn).first).place) {
        connect_to_turn(turn_nodes_[turn], there, "delegates", links_.delegates(turn, there));
    }
}

void Painter::add_action(std::uint32_t from) {
    const std::uint32_t end = end_;
    ContextNode& drawn =
        add(ContextType::action,
            action_id_.empty() ? make_id("action:" + graph_.session) : action_id_, 1);
    if (end != none) {
        const ContextFact& fact = log_.fact(end);
        stand_for(drawn, end);
        drawn.label = fact.text.empty() ? fact.result : fact.text;
        name(end, LabelOf::end);
        drawn.status = fact.failed ? "error" : fact.said_ok ? "ok" : "";
    }
    if (const std::uint32_t answer = last_answer(log_, turns_);
        drawn.label.empty() && answer != none) {
        if (end == none) {
            stand_for(drawn, answer);
        }
        drawn.label = log_.fact(answer).text;
        name(none, LabelOf::nobody);  // The event of the node may be another one.
    }
    drawn.synthesized = drawn.label.empty();
    if (drawn.synthesized) {
        drawn.label = "no final output recorded";
        name(none, LabelOf::nobody);
    }
    connect(from == none ? 0 : turn_nodes_[from], last(), "executes", links_.executes(from, end));
}

}  // namespace

Result<ContextPainting> paint_context(const Store& store, const ContextRequest& request,
                                      const TakeNode& take) {
    std::string session = TRY(resolve_name(store, Space::session, request.session));
    auto canvas = std::make_shared<Canvas>(store);
    TRY(canvas->log.read(session));
    const ContextTurns turns(canvas->log, request.by);
    return Painter(std::move(canvas), turns, take).paint(std::move(session));
}

}  // namespace hence
