// What each kind of node of a context graph has: its event, its label, its measures, and the edge
// that ties it to the node above.
#include <string>

#include "views/context/context_painter.h"
#include "views/context/ending.h"

namespace hence {

// The first session_start with a goal, else the first prompt or goal of the decision graph, else
// the first session_start.
std::uint32_t ContextPainter::beginning() const {
    std::uint32_t start = none;
    std::uint32_t asked = none;
    for (std::uint32_t node = 0; node < log_.size() && log_.of_session(node); ++node) {
        const ContextFact& fact = log_.fact(node);
        if (fact.part == ContextPart::start && !fact.text.empty()) {
            return node;
        }
        start = start == none && fact.part == ContextPart::start ? node : start;
        asked = asked == none && fact.asks ? node : asked;
    }
    return asked == none ? start : asked;
}

void ContextPainter::add_incident() {
    const std::uint32_t start = beginning();
    ContextNode& drawn = add(DrawnType::incident, make_id("incident:" + graph_.session), 1);
    if (start != none) {
        const ContextFact& fact = log_.fact(start);
        stand_for(drawn, start);
        drawn.label = fact.asks ? fact.result : fact.text;
        name(start, fact.asks ? LabelOf::result : LabelOf::text);
    }
    if (drawn.synthesized = drawn.label.empty(); drawn.synthesized) {
        drawn.label = canvas_->texts.keep(graph_.session);
        name(none, LabelOf::nobody);
    }
}

// Lines may have moved behind it.
void ContextPainter::add_step(std::uint32_t node, std::uint32_t turn, std::uint32_t level) {
    const ContextFact& fact = log_.fact(node);
    if (fact.part == ContextPart::tool_call) {
        add_call(node, turn, level);
    } else if (fact.part == ContextPart::observation) {
        add_observation(node, level);
    } else if (fact.judges) {
        add_outcome(node, turn_nodes_[turn], level);
    } else if (is_decision(fact)) {
        add_remark(node, DrawnType::decision, level);
        connect(turn_nodes_[turn], last(), "decides", links_.calls(turn, node));
        add_outcomes(node, last(), level + 1);
    } else {
        open_delegation(node, turn, level);
    }
}

void ContextPainter::add_remark(std::uint32_t node, DrawnType type, std::uint32_t level) {
    ContextNode& drawn = add(type, log_.id(node), level);
    stand_for(drawn, node);
    drawn.label = log_.fact(node).text;
    name(node, LabelOf::text);
}

void ContextPainter::add_outcome(std::uint32_t node, std::uint32_t above, std::uint32_t level) {
    add_remark(node, DrawnType::outcome, level);
    connect(above, last(), "judged", ContextDecisions::judged(log_, node));
}

void ContextPainter::add_outcomes(std::uint32_t judged, std::uint32_t above, std::uint32_t level) {
    for (const std::uint32_t node : decisions_.outcomes_of(judged)) {
        add_outcome(node, above, level);
    }
}

void ContextPainter::add_thought(std::uint32_t number, std::uint32_t level) {
    const ContextTurn& turn = turns_.turn(number);
    const std::uint32_t event = turns_.stands_for(number);
    ContextNode& drawn = add(DrawnType::thought, id_of(number), level);
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
std::string_view ContextPainter::label_of(const ContextTurn& turn) const {
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

void ContextPainter::add_call(std::uint32_t node, std::uint32_t turn, std::uint32_t level) {
    const ContextFact& call = log_.fact(node);
    const std::uint32_t end = turns_.result_of(node);
    ContextNode& drawn = add(DrawnType::tool_call, log_.id(node), level);
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
    const std::uint32_t call_node = last();
    connect(turn_nodes_[turn], call_node, "calls", links_.calls(turn, node));
    add_result(node, level + 1);
    add_outcomes(node, call_node, level + 1);
}

void ContextPainter::add_result(std::uint32_t call, std::uint32_t level) {
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
        add(DrawnType::observation,
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
void ContextPainter::add_missing_result(std::uint32_t call, std::uint32_t level) {
    ContextNode& drawn =
        add(DrawnType::observation, make_id("result:" + std::string(log_.id(call))), level);
    stand_for(drawn, call);
    drawn.label = "no result recorded";
    drawn.synthesized = true;
    name(none, LabelOf::nobody);
    connect(last() - 1, last(), "returns", Provenance::assumed);
}

// One that no call returned.
void ContextPainter::add_observation(std::uint32_t node, std::uint32_t level) {
    const ContextFact& fact = log_.fact(node);
    ContextNode& drawn = add(DrawnType::observation, log_.id(node), level);
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

void ContextPainter::open_delegation(std::uint32_t node, std::uint32_t turn, std::uint32_t level) {
    const auto child = log_.children().find(node);
    if (child == log_.children().end()) {
        return;
    }
    // The strand may not be the child's: an agent's lane can be claimed after its run.
    const auto claimed = claimed_.find(node);
    if (claimed != claimed_.end()) {
        lines_.push_back(
            {turns_.of_strand(claimed->second), turn, "delegates", level, painting_.lines++});
        lines_.back().returns_to = turns_.informed_by_child(node);
        return;
    }
    // A child that is drawn elsewhere is pointed at, unless the edge would lead back in time.
    const std::uint32_t there = log_.shown(child->second) ? turns_.turn_from(child->second) : none;
    if (there != none && there != turn &&
        log_.fact(turns_.turn(there).first).place > log_.fact(turns_.turn(turn).first).place) {
        connect_to_turn(turn_nodes_[turn], there, "delegates", links_.delegates(turn, there));
    }
}

void ContextPainter::add_action(std::uint32_t from) {
    const std::uint32_t end = end_;
    ContextNode& drawn =
        add(DrawnType::action,
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

}  // namespace hence
