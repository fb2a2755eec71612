#include "hence/context.h"

#include <memory>
#include <utility>
#include <vector>

#include "base/try.h"
#include "hence/store.h"
#include "views/context_log.h"
#include "views/context_turns.h"
#include "views/kept_text.h"
#include "views/resolve.h"
#include "views/text_numbers.h"

namespace hence {
namespace {

constexpr std::uint32_t none = ContextLog::none;

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
    Painter(std::shared_ptr<Canvas> canvas, const ContextTurns& turns, std::string session)
        : canvas_(std::move(canvas)), log_(canvas_->log), turns_(turns), turn_ids_(turns.size()) {
        graph_.session = std::move(session);
        graph_.texts = canvas_;
        graph_.nodes.reserve(log_.size() + 2);
        graph_.edges.reserve(2 * log_.size() + 2);
    }

    ContextGraph paint() {
        const std::string_view incident = add_incident();
        for (const std::uint32_t node : turns_.early()) {
            add_observation(node, 2);
        }
        lines_.push_back({turns_.backbone(), incident, "leads to", 1});
        while (!lines_.empty()) {
            step();
        }
        add_action(turns_.backbone().empty() ? incident : id_of(turns_.backbone().back()));
        graph_.completeness = log_.completeness();
        return std::move(graph_);
    }

private:
    // Turns one after the other, as far as they are drawn.
    struct Line {
        const std::vector<std::uint32_t>& turns;
        std::string_view from;  // The node before the next turn.
        std::string_view edge;  // Between the two.
        std::uint32_t level;
        std::size_t at = 0;         // The next turn.
        std::size_t next_step = 0;  // Of the turn before it.
    };

    void step();
    ContextNode& add(ContextType type, std::string_view id, std::uint32_t level);
    void stand_for(ContextNode& drawn, std::uint32_t node) const;
    std::string_view add_incident();
    void add_thought(std::uint32_t turn, std::uint32_t level);
    std::string_view label_of(const ContextTurn& turn) const;
    void add_call(std::uint32_t node, std::string_view thought, std::uint32_t level);
    void add_result(std::uint32_t call, std::uint32_t level);
    void add_observation(std::uint32_t node, std::uint32_t level);
    void open_delegation(std::uint32_t node, std::uint32_t turn, std::uint32_t level);
    std::uint32_t final_event() const;
    void add_action(std::string_view from);
    std::string_view id_of(std::uint32_t turn);
    std::string_view make_id(std::string wanted);

    std::shared_ptr<Canvas> canvas_;
    const ContextLog& log_;
    const ContextTurns& turns_;
    ContextGraph graph_;
    std::vector<Line> lines_;                 // The innermost last.
    std::vector<std::string_view> turn_ids_;  // By turn; empty: not asked for yet.
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

ContextNode& Painter::add(ContextType type, std::string_view id, std::uint32_t level) {
    ContextNode& drawn = graph_.nodes.emplace_back();
    drawn.id = id;
    drawn.type = type;
    drawn.level = level;
    return drawn;
}

void Painter::stand_for(ContextNode& drawn, std::uint32_t node) const {
    const ContextFact& fact = log_.fact(node);
    drawn.time = fact.place.time;
    drawn.time_derived = fact.time_derived;
    drawn.event = log_.id(node);
    drawn.run = log_.run(node);
    drawn.agent = log_.agent(node);
}

std::string_view Painter::add_incident() {
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
    }
    drawn.synthesized = drawn.label.empty();
    if (drawn.synthesized) {
        drawn.label = canvas_->texts.keep(graph_.session);
    }
    return drawn.id;
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
                add_call(node, id_of(turn), level);
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
    graph_.edges.push_back({line.from, id_of(turn), line.edge});
    line.from = id_of(turn);
    line.edge = "leads to";
}

void Painter::add_thought(std::uint32_t number, std::uint32_t level) {
    const ContextTurn& turn = turns_.turn(number);
    const std::uint32_t event = turns_.stands_for(number);
    ContextNode& drawn = add(ContextType::thought, id_of(number), level);
    stand_for(drawn, event == none ? turn.first : event);
    if (event == none) {
        const std::uint32_t by = turn.named_by;
        drawn.event = by == none ? std::string_view() : log_.id(by);
        drawn.agent = log_.agent(by == none ? turn.first : by);
        drawn.run = log_.strands()[turn.strand].run;
    } else {
        drawn.duration_ms = log_.fact(event).duration_ms;
        drawn.status = log_.fact(event).failed ? "error" : "";
    }
    drawn.tokens = turn.tokens;
    drawn.synthesized = turn.named_by == none;
    drawn.label = label_of(turn);
}

// Of a turn in which nobody said anything, whose it was.
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

void Painter::add_call(std::uint32_t node, std::string_view thought, std::uint32_t level) {
    const ContextFact& call = log_.fact(node);
    const std::uint32_t end = turns_.result_of(node);
    ContextNode& drawn = add(ContextType::tool_call, log_.id(node), level);
    stand_for(drawn, node);
    drawn.label = call.text;
    drawn.duration_ms = call.duration_ms;
    if (!drawn.duration_ms && end != none) {
        drawn.duration_ms = log_.fact(end).duration_ms;
    }
    const bool failed = call.failed || (end != none && log_.fact(end).failed);
    const bool ended = call.said_ok || call.has_result || end != none;
    drawn.status = failed ? "error" : ended ? "ok" : "";
    graph_.edges.push_back({thought, drawn.id, "calls"});
    add_result(node, level + 1);
}

void Painter::add_result(std::uint32_t call, std::uint32_t level) {
    const std::uint32_t end = turns_.result_of(call);
    const ContextFact& start = log_.fact(call);
    if (end == none && !start.has_result) {
        return;
    }
    const std::string_view call_id = log_.id(call);
    const std::uint32_t event = end == none ? call : end;
    ContextNode& drawn =
        add(ContextType::observation,
            end == none ? make_id("result:" + std::string(call_id)) : log_.id(end), level);
    stand_for(drawn, event);
    const bool failed = start.failed || log_.fact(event).failed;
    drawn.label = end == none ? start.result : log_.fact(end).text;
    drawn.duration_ms = end == none ? std::nullopt : log_.fact(end).duration_ms;
    drawn.status = failed ? "error" : "ok";
    const std::string_view id = drawn.id;
    graph_.edges.push_back({call_id, id, "returns"});
    const std::uint32_t next = turns_.informed_by(event, turns_.turn_of(call));
    if (next != none) {
        graph_.edges.push_back({id, id_of(next), "informs"});
    }
}

// One that no call returned.
void Painter::add_observation(std::uint32_t node, std::uint32_t level) {
    const ContextFact& fact = log_.fact(node);
    ContextNode& drawn = add(ContextType::observation, log_.id(node), level);
    stand_for(drawn, node);
    drawn.label = fact.text;
    drawn.duration_ms = fact.duration_ms;
    drawn.status = fact.failed ? "error" : fact.said_ok ? "ok" : "";
    const std::uint32_t next = turns_.informed_by(node, none);
    if (next == none && action_id_.empty()) {
        action_id_ = make_id("action:" + graph_.session);
    }
    graph_.edges.push_back({drawn.id, next == none ? action_id_ : id_of(next), "informs"});
}

void Painter::open_delegation(std::uint32_t node, std::uint32_t turn, std::uint32_t level) {
    const auto child = log_.children().find(node);
    if (child == log_.children().end()) {
        return;
    }
    const std::uint32_t strand = log_.strand_of(child->second);
    if (log_.strands()[strand].claimed_by == node) {
        lines_.push_back({turns_.of_strand(strand), id_of(turn), "delegates", level});
        return;
    }
    // What is drawn elsewhere is pointed at, unless that leads back.
    const std::uint32_t there = log_.shown(child->second) ? turns_.turn_from(child->second) : none;
    if (there != none && there != turn &&
        log_.fact(turns_.turn(there).first).place > log_.fact(turns_.turn(turn).first).place) {
        graph_.edges.push_back({id_of(turn), id_of(there), "delegates"});
    }
}

// What has the final output; else what says why it ended; else what says that it ended. A session's
// own end counts more than that of a run, and of several the last. A run that was delegated to ends
// nothing but itself.
std::uint32_t Painter::final_event() const {
    enum : int { nothing, end_alone, reason, run_output, output };
    std::uint32_t found = none;
    int best = nothing;
    for (std::uint32_t node = 0; node < log_.size() && log_.of_session(node); ++node) {
        const ContextFact& fact = log_.fact(node);
        int worth = nothing;
        if (fact.part == ContextPart::end) {
            worth = fact.text.empty() ? end_alone : output;
        } else if (fact.part == ContextPart::termination &&
                   log_.strands()[log_.strand_of(node)].claimed_by == none) {
            worth = !fact.text.empty() ? run_output : fact.result.empty() ? end_alone : reason;
        }
        if (worth != nothing && worth >= best) {
            best = worth;
            found = node;
        }
    }
    return found;
}

void Painter::add_action(std::string_view from) {
    const std::uint32_t end = final_event();
    ContextNode& drawn =
        add(ContextType::action,
            action_id_.empty() ? make_id("action:" + graph_.session) : action_id_, 1);
    if (end != none) {
        const ContextFact& fact = log_.fact(end);
        stand_for(drawn, end);
        drawn.label = fact.text.empty() ? fact.result : fact.text;
        drawn.status = fact.failed ? "error" : fact.said_ok ? "ok" : "";
    }
    drawn.synthesized = drawn.label.empty();
    if (drawn.synthesized) {
        drawn.label = "no final output recorded";
    }
    graph_.edges.push_back({from, drawn.id, "executes"});
}

}  // namespace

std::string_view to_string(ContextType type) {
    switch (type) {
        case ContextType::incident: return "INCIDENT";
        case ContextType::thought: return "THOUGHT";
        case ContextType::tool_call: return "TOOL_CALL";
        case ContextType::observation: return "OBSERVATION";
        case ContextType::action: return "ACTION";
    }
    return "";
}

Result<ContextGraph> context(const Store& store, const ContextRequest& request) {
    std::string session = TRY(resolve_name(store, Space::session, request.session));
    auto canvas = std::make_shared<Canvas>(store);
    TRY(canvas->log.read(session));
    const ContextTurns turns(canvas->log, request.by);
    return Painter(std::move(canvas), turns, std::move(session)).paint();
}

}  // namespace hence
