// Deals the events of each strand out to turns. The rules stand in hence/context.h; the names of
// the functions below (pass_thought, pass_model_call, pass_remark, pass_step) say which kind of
// event a rule is for.
//
// A search along parents (search_up) remembers the answer for every event on its way, so that all
// searches together take linear time and need no recursion: a chain of parents may be as long as
// the session.
#include "views/context/turns.h"

#include <algorithm>

#include "hence/store.h"

namespace hence {
namespace {

constexpr std::uint32_t none = ContextLog::none;

enum class Found : std::uint8_t { this_one, further_up, nothing };

// By node: what `look` finds on the way up, by parents. Each way is walked once, and no stack
// grows.
template <class Look>
std::vector<std::uint32_t> search_up(const ContextLog& log, Look look) {
    std::vector<std::uint32_t> found(log.size(), none);
    std::vector<bool> known(log.size(), false);
    std::vector<std::uint32_t> way;
    for (std::uint32_t start = 0; start < log.size(); ++start) {
        std::uint32_t node = start;
        std::uint32_t result = none;
        for (; !known[node]; node = log.parent(node)) {
            known[node] = true;
            way.push_back(node);
            const std::uint32_t parent = log.parent(node);
            const Found seen = parent == none ? Found::nothing : look(node, parent);
            if (seen != Found::further_up) {
                result = seen == Found::this_one ? parent : none;
                found[node] = result;
                way.pop_back();
                break;
            }
        }
        result = way.empty() ? result : found[log.parent(way.back())];
        for (const std::uint32_t each : way) {
            found[each] = result;
        }
        way.clear();
    }
    return found;
}

bool thinks(ContextPart part) {
    return part == ContextPart::model_call || part == ContextPart::thought;
}

bool differ(const std::optional<std::int64_t>& a, const std::optional<std::int64_t>& b) {
    return a && b && *a != *b;
}

}  // namespace

std::vector<std::uint32_t> context_events_above(const ContextLog& log) {
    return search_up(log, [&](std::uint32_t, std::uint32_t parent) {
        return log.fact(parent).part == ContextPart::plumbing ? Found::further_up : Found::this_one;
    });
}

ContextTurns::ContextTurns(const ContextLog& log, ContextBy by)
    : log_(log),
      by_(by),
      by_strand_(log.strands().size()),
      turn_of_(log.size(), none),
      above_(context_events_above(log)) {
    anchors_ = search_up(log, [&](std::uint32_t node, std::uint32_t parent) {
        if (log.strand_of(node) != log.strand_of(parent)) {
            return Found::nothing;
        }
        return thinks(log.fact(parent).part) ? Found::this_one : Found::further_up;
    });
    sort_requests();
    results_ = pair_context_calls(log, above_);
    returned_.resize(log.size());
    for (const std::uint32_t result : results_) {
        if (result != none) {
            returned_[result] = true;
        }
    }
    for (std::uint32_t strand = 0; strand < log.strands().size(); ++strand) {
        if (log.strands()[strand].shown) {
            take_turns(strand);
        }
    }
    line_up();
    give_steps();
    name_turns();
}

std::uint32_t ContextTurns::stands_for(std::uint32_t number) const {
    const ContextTurn& turn = turns_[number];
    if (by_ == ContextBy::run) {
        return none;
    }
    return turn.model_call != none ? turn.model_call : turn.thought;
}

std::uint32_t ContextTurns::last_model_call(std::uint32_t turn) const {
    const std::vector<std::uint32_t>& nodes = log_.strands()[turns_[turn].strand].nodes;
    for (std::size_t i = nodes.size(); i-- > 0;) {
        if (turn_of_[nodes[i]] == turn && log_.fact(nodes[i]).part == ContextPart::model_call) {
            return nodes[i];
        }
    }
    return none;
}

void ContextTurns::take_turns(std::uint32_t strand) {
    const std::vector<std::uint32_t>& nodes = log_.strands()[strand].nodes;
    Walk walk{strand};
    walk.has_model_calls = std::ranges::any_of(
        nodes, [&](std::uint32_t node) { return log_.fact(node).part == ContextPart::model_call; });
    for (const std::uint32_t node : nodes) {
        pass(walk, node);
    }
    if (walk.latest != none) {
        return;
    }
    // A run in which things were only observed is one turn, too.
    const auto first = std::ranges::find_if(nodes, [&](std::uint32_t node) {
        return log_.fact(node).part == ContextPart::observation;
    });
    if (first != nodes.end()) {
        begin(walk, *first);
    }
}

void ContextTurns::pass(Walk& walk, std::uint32_t node) {
    switch (log_.fact(node).part) {
        case ContextPart::model_call: return pass_model_call(walk, node);
        case ContextPart::thought: return pass_thought(walk, node);
        case ContextPart::remark: return pass_remark(walk, node);
        case ContextPart::tool_call:
        case ContextPart::delegation:
        case ContextPart::observation: return pass_step(walk, node);
        case ContextPart::plumbing:
        case ContextPart::start:
        case ContextPart::end:
        case ContextPart::termination: return;
    }
}

std::uint32_t ContextTurns::under_way(const Walk& walk, std::uint32_t node) const {
    const auto own = walk.latest_by_actor.find(log_.actor(node));
    return by_ == ContextBy::turn && own != walk.latest_by_actor.end() ? own->second : walk.latest;
}

bool ContextTurns::may_join(const Walk& walk, std::uint32_t node) const {
    const std::uint32_t latest = under_way(walk, node);
    if (latest == none) {
        return false;
    }
    const ContextTurn& turn = turns_[latest];
    const std::uint32_t actor = log_.actor(node);
    const bool other_actor = turn.actor != 0 && actor != 0 && turn.actor != actor;
    return !turn.acted && !other_actor && !differ(turn.iteration, log_.fact(node).iteration);
}

std::uint32_t ContextTurns::begin(Walk& walk, std::uint32_t node) {
    const auto number = static_cast<std::uint32_t>(turns_.size());
    turns_.push_back({.strand = walk.strand, .first = node});
    by_strand_[walk.strand].push_back(number);
    walk.latest = number;
    walk.latest_by_actor[log_.actor(node)] = number;
    join(number, node);
    return number;
}

void ContextTurns::join(std::uint32_t turn, std::uint32_t node) {
    ContextTurn& joined_turn = turns_[turn];
    turn_of_[node] = turn;
    if (joined_turn.actor == 0) {
        joined_turn.actor = log_.actor(node);
    }
    if (!joined_turn.iteration) {
        joined_turn.iteration = log_.fact(node).iteration;
    }
    const ContextPart part = log_.fact(node).part;
    if (part == ContextPart::model_call && joined_turn.model_call == none) {
        joined_turn.model_call = node;
    }
    if (part == ContextPart::thought && joined_turn.thought == none) {
        joined_turn.thought = node;
    }
}

// The thought that a model call names as its parent, where that joined the turn before for want of
// something better: it comes before this model call, and names no other.
std::uint32_t ContextTurns::own_thought(const Walk& walk, std::uint32_t node) const {
    const std::uint32_t above = above_[node];
    if (above == none || log_.fact(above).part != ContextPart::thought ||
        log_.strand_of(above) != walk.strand || turn_of_[above] == none) {
        return none;
    }
    const ContextTurn& turn = turns_[turn_of_[above]];
    const bool linked = above_[above] != none && above_[above] == turn.model_call;
    return turn_of_[above] == under_way(walk, node) && turn.first != above && !turn.acted && !linked
               ? above
               : none;
}

void ContextTurns::pass_model_call(Walk& walk, std::uint32_t node) {
    const std::uint32_t latest = under_way(walk, node);
    const bool whole_run = by_ == ContextBy::run && latest != none;
    if (whole_run || (may_join(walk, node) && turns_[latest].model_call == none)) {
        join(latest, node);
        return;
    }
    const std::uint32_t thought = own_thought(walk, node);
    if (thought == none) {
        begin(walk, node);
        return;
    }
    if (turns_[latest].thought == thought) {
        turns_[latest].thought = none;
    }
    join(begin(walk, thought), node);
}

void ContextTurns::pass_thought(Walk& walk, std::uint32_t node) {
    const std::uint32_t latest = under_way(walk, node);
    if (by_ == ContextBy::run && latest != none) {
        join(latest, node);
        return;
    }
    const std::uint32_t above = above_[node];
    if (above != none && log_.fact(above).part == ContextPart::model_call &&
        log_.strand_of(above) == walk.strand && turn_of_[above] != none &&
        !differ(turns_[turn_of_[above]].iteration, log_.fact(node).iteration)) {
        join(turn_of_[above], node);
        return;
    }
    if (may_join(walk, node) && (walk.has_model_calls || turns_[latest].thought == none)) {
        join(latest, node);
    } else {
        begin(walk, node);
    }
}

void ContextTurns::pass_remark(Walk& walk, std::uint32_t node) {
    const std::uint32_t latest = under_way(walk, node);
    if (latest == none) {
        begin(walk, node);
    } else {
        join(latest, node);
    }
}

void ContextTurns::pass_step(Walk& walk, std::uint32_t node) {
    const std::uint32_t latest = under_way(walk, node);
    const bool observed = log_.fact(node).part == ContextPart::observation;
    if (latest != none) {
        turn_of_[node] = latest;
        turns_[latest].acted = true;
    } else if (by_ == ContextBy::run || (!observed && chosen_by(node) == none)) {
        turns_[begin(walk, node)].acted = true;
    }
}

void ContextTurns::sort_requests() {
    for (const auto& [call, node] : log_.requests()) {
        requests_.push_back({log_.strand_of(node), call, node});
        all_requests_.push_back({0, call, node});
    }
    std::ranges::sort(requests_);
    std::ranges::sort(all_requests_);
}

// Of the requests for the same call in the same strand: the last that is not behind the call, else
// the first.
std::uint32_t ContextTurns::last_before(const std::vector<Request>& requests, const Request& node) {
    const auto is_for = [&](const Request& request) {
        return request.strand == node.strand && request.call == node.call;
    };
    const auto behind = std::ranges::upper_bound(requests, node);
    if (behind != requests.begin() && is_for(*(behind - 1))) {
        return (behind - 1)->node;
    }
    return behind != requests.end() && is_for(*behind) ? behind->node : none;
}

// Runs count their calls alike, so the bare call_id is the weaker sign.
std::uint32_t ContextTurns::requested_by(std::uint32_t node) const {
    const std::uint32_t call = log_.call(node);
    if (call == none) {
        return none;
    }
    const std::uint32_t own = last_before(requests_, {log_.strand_of(node), call, node});
    return own != none ? own : last_before(all_requests_, {0, call, node});
}

// The same order as in views/cause: what the emitter named, then the call_id, then what lies above.
std::uint32_t ContextTurns::chosen_by(std::uint32_t node) const {
    for (const ContextLog::Named& each : log_.named_by(node)) {
        if (each.provenance == Provenance::explicit_ && log_.shown(each.target) &&
            log_.fact(each.target).part == ContextPart::model_call) {
            return each.target;
        }
    }
    const std::uint32_t parent = log_.parent(node);
    if (parent != none && log_.shown(parent) && log_.fact(parent).part == ContextPart::model_call) {
        return parent;
    }
    const std::uint32_t request = requested_by(node);
    return request != none && log_.shown(request) ? request : anchors_[node];
}

void ContextTurns::give_steps() {
    for (std::uint32_t node = 0; node < log_.size(); ++node) {
        const ContextPart part = log_.fact(node).part;
        if (!log_.shown(node) || returned_[node]) {
            continue;
        }
        if (part == ContextPart::tool_call || part == ContextPart::delegation) {
            const std::uint32_t chosen = chosen_by(node);
            if (chosen != none && turn_of_[chosen] != none) {
                turn_of_[node] = turn_of_[chosen];
            }
        } else if (part != ContextPart::observation) {
            continue;
        }
        const std::uint32_t strand = log_.strand_of(node);
        if (turn_of_[node] == none && log_.strands()[strand].claimed_by != none) {
            turn_of_[node] = by_strand_[strand].front();  // There is one: something was observed.
        }
        if (turn_of_[node] == none) {
            early_.push_back(node);
        } else {
            turns_[turn_of_[node]].steps.push_back(node);
        }
    }
}

void ContextTurns::name_turns() {
    for (std::uint32_t node = 0; node < log_.size(); ++node) {
        if (turn_of_[node] == none) {
            continue;
        }
        ContextTurn& turn = turns_[turn_of_[node]];
        const ContextFact& fact = log_.fact(node);
        const bool why = fact.part == ContextPart::tool_call && !fact.why.empty();
        const NameOfTurn name = why ? NameOfTurn::why : fact.names;
        if (name < turn.name) {
            turn.name = name;
            turn.named_by = node;
        }
        if (fact.part == ContextPart::model_call && fact.tokens) {
            turn.tokens = turn.tokens.value_or(0) + *fact.tokens;
        }
    }
}

void ContextTurns::line_up() {
    for (std::uint32_t turn = 0; turn < turns_.size(); ++turn) {
        by_actor_[{turns_[turn].strand, turns_[turn].actor}].push_back(turn);
        if (log_.strands()[turns_[turn].strand].claimed_by == none) {
            backbone_.push_back(turn);
        }
    }
    std::ranges::sort(backbone_, {},
                      [&](std::uint32_t turn) { return log_.fact(turns_[turn].first).place; });
}

bool ContextTurns::before(std::uint32_t turn, std::uint32_t node) const {
    return log_.fact(turns_[turn].first).place <= log_.fact(node).place;
}

std::uint32_t ContextTurns::next_in(const std::vector<std::uint32_t>& line,
                                    std::uint32_t node) const {
    const auto next =
        std::ranges::partition_point(line, [&](std::uint32_t turn) { return before(turn, node); });
    return next == line.end() ? none : *next;
}

std::uint32_t ContextTurns::informed_by(std::uint32_t node, std::uint32_t caller) const {
    const std::uint32_t strand = caller == none ? log_.strand_of(node) : turns_[caller].strand;
    const std::uint32_t actor = caller == none ? log_.actor(node) : turns_[caller].actor;
    const auto own = by_actor_.find({strand, actor});
    std::uint32_t next = own == by_actor_.end() ? none : next_in(own->second, node);
    if (next == none) {
        next = next_in(by_strand_[strand], node);
    }
    if (next == none && log_.strands()[strand].claimed_by == none) {
        next = next_in(backbone_, node);
    }
    return next == caller ? none : next;
}

std::uint32_t ContextTurns::goes_on_from(const std::vector<std::uint32_t>& line,
                                         std::size_t place) const {
    const std::uint32_t first = turns_[line[place]].first;
    for (std::size_t at = place; at > 0; --at) {
        if (log_.leads_to(turns_[line[at - 1]].first, first)) {
            return line[at - 1];
        }
    }
    return none;
}

std::uint32_t ContextTurns::informed_by_child(std::uint32_t delegation) const {
    const std::uint32_t call = above_[delegation];
    if (call == none || log_.fact(call).part != ContextPart::tool_call) {
        return none;
    }
    const std::uint32_t end = results_[call];
    const bool returned = end != none || log_.fact(call).has_result;
    return returned ? informed_by(end == none ? call : end, turn_of_[call]) : none;
}

std::uint32_t ContextTurns::turn_from(std::uint32_t node) const {
    return turn_of_[node] != none ? turn_of_[node]
                                  : next_in(by_strand_[log_.strand_of(node)], node);
}

}  // namespace hence
