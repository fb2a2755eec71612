// Reads the events of a context graph and decides which of them belong together; context/log.h
// defines lane, strand and claim.
//
// One pass over each session fills the columns. Links that name an event which has not been met yet
// (parents, causes, refs) wait in lists and are settled when everything is read, because an event
// may be recorded before its parent. A parent that is in none of the sessions that were read is
// looked up in the store once: only an id that the store does not have is reported as missing.
#include "views/context/log.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "model/erased.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "views/cause/call.h"
#include "views/cause/refs.h"

namespace hence {
namespace {

std::uint64_t mark(char kind, std::string_view name) {
    return TextHash()(kind + std::string(name));
}

// A span that stands for the work of an agent.
bool invokes_agent(const Event& event) {
    if (event.kind() == "agent") {
        return true;
    }
    if (event.kind() != Kind::span) {
        return false;
    }
    const auto [name, attributes] = members<2>(event.fields(), {"name", "attributes"});
    return attributes["gen_ai.operation.name"].string() == "invoke_agent" ||
           attributes["openinference.span.kind"].string() == "AGENT" ||
           name.string().value_or("").starts_with("invoke_agent ");
}

}  // namespace

std::uint32_t ContextLog::name(std::string_view text) {
    const auto known = name_numbers_.find(text);
    if (known != name_numbers_.end()) {
        return known->second;
    }
    const auto number = static_cast<std::uint32_t>(names_.size());
    name_numbers_.emplace(names_.emplace_back(text), number);
    return number;
}

Result<void> ContextLog::read(const std::string& session) {
    const std::optional<Summary> row = TRY(store_.summary(Space::session, session));
    facts_.reserve(row ? row->events : 0);
    const auto cursor = TRY(sessions_.events(session, {}));
    lineage_ = TRY(sessions_.lineage(session));
    for (const Lineage::Piece& piece : lineage_->pieces()) {
        children_awaited_.push_back(mark('s', piece.session));
    }
    read_.emplace(joined("s", session), true);
    TRY(read_events(*cursor, name(session)));
    session_end_ = static_cast<std::uint32_t>(size());
    for (Run& run : runs_) {
        strands_[run.strand].shown = true;
        to_follow_.insert(to_follow_.end(), run.delegations.begin(), run.delegations.end());
    }
    std::ranges::sort(to_follow_);
    TRY(follow_delegations());
    claim_nested();
    TRY(settle_parents());
    settle_named();
    cycles_ = forest_.cut_cycles();
    release_circles(session);
    fill_strands();
    // Only the reading needed these.
    calls_ = {};
    keys_ = {};
    key_of_ = {};
    parents_ = {};
    return {};
}

Result<void> ContextLog::read_events(Cursor& cursor, std::uint32_t session) {
    SessionRefs refs(store_);
    keys_ = {};
    key_of_.clear();
    std::vector<UnresolvedRef> unresolved;
    std::optional<Event> event = TRY(cursor.next());
    while (event) {
        // A fork that was read before has it already.
        if (forest_.find(event->id())) {
            event = TRY(cursor.next());
            continue;
        }
        const std::uint32_t node = add(*event, session);
        TRY(note_mark(*event, session));
        note_named(node, *event);
        TRY(refs.check(*event, unresolved));
        if (is_erased(*event)) {
            erased_.push_back(node);
        }
        for (UnresolvedRef& ref : unresolved) {
            unresolved_.push_back({node, std::move(ref.ref)});
        }
        unresolved.clear();
        event = TRY(cursor.next());
    }
    return {};
}

// Only the session that was asked for is marked: of what it delegated, all is told as it is.
Result<void> ContextLog::note_mark(const Event& event, std::uint32_t session) {
    const Lineage* const lineage = TRY(sessions_.lineage(names_[session]));
    if (session_end_ > 0 || lineage->is_plain()) {
        return {};
    }
    const std::string owner = TRY(sessions_.of(event));
    const Position place = position_of(event);
    marks_of_.push_back(
        {lineage->inherits(owner, place) ? name(owner) : 0, lineage->is_abandoned(place)});
    return {};
}

std::uint32_t ContextLog::add(const Event& event, std::uint32_t session) {
    const std::uint32_t node = forest_.add(event);
    facts_.push_back(context_fact(event, texts_));
    parents_.place(forest_, node, event);
    // Neighbours are mostly of the same run and agent.
    const bool same_run = node > 0 && names_[runs_named_.back()] == event.run();
    const bool same_agent = node > 0 && names_[agents_named_.back()] == event.agent();
    runs_named_.push_back(same_run ? runs_named_.back() : name(event.run()));
    agents_named_.push_back(same_agent ? agents_named_.back() : name(event.agent()));
    note_calls(event, session);
    place(node, event, session);
    return node;
}

// A ref names an event, or by its key the latest observation.
void ContextLog::note_named(std::uint32_t node, const Event& event) {
    for (const std::string_view cause : event.causes()) {
        named_ids_.push_back({node, std::string(cause), Provenance::explicit_});
    }
    if (event.rationale().find("\"refs\"") != std::string_view::npos) {
        for (std::string& ref : refs_of(event)) {
            const std::uint32_t key = keys_.find(ref);
            if (key != TextNumbers::none && !forest_.find(ref)) {
                named_.push_back({node, key_of_[key], Provenance::derived});
            } else {
                named_ids_.push_back({node, std::move(ref), Provenance::derived});
            }
        }
    }
    if (facts_[node].has_key) {
        const std::uint32_t key = keys_.number_of(key_of(event));
        key_of_.resize(keys_.size());
        key_of_[key] = node;
    }
}

void ContextLog::settle_named() {
    for (const NamedId& each : named_ids_) {
        const std::optional<std::uint32_t> target = forest_.find(each.id);
        if (target) {
            named_.push_back({each.node, *target, each.provenance});
        }
    }
    named_ids_ = {};
    std::ranges::stable_sort(named_, {}, &Named::node);
}

std::span<const ContextLog::Named> ContextLog::named_by(std::uint32_t node) const {
    return {std::ranges::lower_bound(named_, node, {}, &Named::node),
            std::ranges::upper_bound(named_, node, {}, &Named::node)};
}

// The agent of an event below a span that invokes one, in names_; none where no such span says.
std::uint32_t ContextLog::agent_above(std::uint32_t node, const Event& event, std::uint32_t above) {
    const std::uint32_t outer = above == none ? none : scope_of_[above];
    const bool invokes = !event.agent().empty() && invokes_agent(event);
    const bool nested = invokes && outer != none && agents_named_[outer] != agents_named_[node];
    scope_of_.push_back(nested || (invokes && outer == none) ? node : outer);
    if (nested) {
        nested_.emplace(node, Nested{node});
        facts_[node].part = ContextPart::delegation;
        return lanes_[lane_of_[above]].agent;
    }
    const auto within = outer == none ? nested_.end() : nested_.find(outer);
    if (within == nested_.end()) {
        return none;
    }
    if (within->second.first == none && facts_[node].part != ContextPart::plumbing) {
        within->second.first = node;
    }
    return agents_named_[outer];
}

// In the order of the spans, so that an agent's own delegations follow the one that led to it.
void ContextLog::claim_nested() {
    for (const auto& [span, nested] : nested_) {
        // An event that says who delegated to whom says it better.
        const std::uint32_t claimed =
            nested.first == none ? none : strands_[strand_of(nested.first)].claimed_by;
        if (nested.first != none && (claimed == none || nested_.contains(claimed))) {
            children_.emplace(span, nested.first);
            claim(span, nested.first);
        }
    }
}

bool ContextLog::asks(std::uint32_t node) const {
    return std::ranges::binary_search(requests_, node, {}, &Request::node);
}

// An event that names no run, or no agent, is part of what the event above it is part of; the end
// of a call, of what the call is part of.
void ContextLog::place(std::uint32_t node, const Event& event, std::uint32_t session) {
    std::uint32_t above = forest_.parent(node);
    if (above == none && call_of_[node] != none && (event.run().empty() || event.agent().empty())) {
        const std::uint32_t start = start_of_[call_of_[node]];
        above = start == node ? none : start;
    }
    const bool same_session =
        above != none && above != node && runs_[lanes_[lane_of_[above]].run].session == session;
    std::uint32_t run_name = runs_named_[node];
    if (event.run().empty() && same_session) {
        run_name = runs_[lanes_[lane_of_[above]].run].name;
    }
    const auto [run, new_run] =
        run_by_name_.try_emplace({session, run_name}, static_cast<std::uint32_t>(runs_.size()));
    if (new_run) {
        runs_.push_back({session, run_name});
        runs_.back().strand = new_strand(run->second, none);
    }
    std::uint32_t agent = agents_named_[node];
    if (event.agent().empty() && same_session && lanes_[lane_of_[above]].run == run->second) {
        agent = lanes_[lane_of_[above]].agent;
    }
    const bool same_run = same_session && lanes_[lane_of_[above]].run == run->second;
    const std::uint32_t invoked = agent_above(node, event, same_run ? above : none);
    agent = invoked == none ? agent : invoked;
    const auto [lane, new_lane] =
        lane_by_name_.try_emplace({run->second, agent}, static_cast<std::uint32_t>(lanes_.size()));
    if (new_lane) {
        lanes_.push_back({run->second, agent});
    }
    lane_of_.push_back(lane->second);
    if (event.kind() == Kind::delegation) {
        runs_[run->second].delegations.push_back(node);
        delegations_.emplace(node, event);
    }
}

void ContextLog::note_calls(const Event& event, std::uint32_t session) {
    const auto node = static_cast<std::uint32_t>(facts_.size() - 1);
    const ContextPart part = facts_[node].part;
    call_of_.push_back(none);
    if (part == ContextPart::tool_call || part == ContextPart::observation) {
        const std::optional<std::string> id = call_id_of(event);
        if (id) {
            call_of_.back() = calls_.number_of(joined(names_[session], *id));
            start_of_.resize(calls_.size(), none);
            std::uint32_t& start = start_of_[call_of_.back()];
            start = part == ContextPart::tool_call ? node : start;
        }
    }
    if (part == ContextPart::model_call) {
        ElementReader ids(field(event, "call_ids").raw());
        std::string_view id;
        while (ids.next(id)) {
            const std::string call = joined(names_[session], Json(id).string().value_or(""));
            requests_.push_back({calls_.number_of(call), node});
        }
    }
}

// A claimed run may delegate in turn, so the list grows while it is walked.
Result<void> ContextLog::follow_delegations() {
    for (; !to_follow_.empty(); to_follow_.pop_front()) {
        const std::uint32_t node = to_follow_.front();
        const Event event = std::move(delegations_.extract(node).mapped());
        const Json fields(event.fields());
        children_awaited_.push_back(mark('r', fields["run_id"].string().value_or("")));
        children_awaited_.push_back(mark('a', fields["child_id"].string().value_or("")));
        const std::optional<Event> first = TRY(work_.first_of_child(event));
        if (!first) {
            continue;
        }
        TRY(read_session_of(*first));
        const std::optional<std::uint32_t> child = forest_.find(first->id());
        if (child) {
            children_.emplace(node, *child);
            claim(node, *child);
        }
    }
    return {};
}

Result<void> ContextLog::read_session_of(const Event& event) {
    const std::string session = TRY(sessions_.of(event));
    const std::string key = session.empty() ? joined("r", event.run()) : joined("s", session);
    if (!read_.emplace(key, true).second || (session.empty() && event.run().empty())) {
        return {};
    }
    const auto cursor = TRY(session.empty() ? sessions_.run_events(session, event.run(), {})
                                            : sessions_.events(session, {}));
    return read_events(*cursor, name(session));
}

std::uint32_t ContextLog::new_strand(std::uint32_t run, std::uint32_t agent) {
    const auto strand = static_cast<std::uint32_t>(strands_.size());
    strands_.push_back({.session = names_[runs_[run].session],
                        .run = names_[runs_[run].name],
                        .agent = agent == none ? std::string_view() : names_[agent]});
    tops_.push_back(strand);
    return strand;
}

// Ways are halved as they are walked, so that deep delegations stay cheap.
std::uint32_t ContextLog::top(std::uint32_t strand) {
    while (tops_[strand] != strand) {
        tops_[strand] = tops_[tops_[strand]];
        strand = tops_[strand];
    }
    return strand;
}

std::uint32_t ContextLog::strand_of(std::uint32_t node) const {
    const Lane& lane = lanes_[lane_of_[node]];
    return lane.strand != none ? lane.strand : runs_[lane.run].strand;
}

// A lane from which a delegation was followed stays where it is: what hangs under it was placed
// with that in mind.
std::uint32_t ContextLog::strand_to_claim(std::uint32_t delegation, std::uint32_t child) {
    Lane& from = lanes_[lane_of_[delegation]];
    Lane& to = lanes_[lane_of_[child]];
    if (from.run != to.run) {
        return strand_of(child);
    }
    if (from.agent == to.agent || to.agent == 0 || to.delegated || to.strand != none) {
        return none;
    }
    to.strand = new_strand(to.run, to.agent);
    return to.strand;
}

void ContextLog::claim(std::uint32_t delegation, std::uint32_t child) {
    lanes_[lane_of_[delegation]].delegated = true;
    const std::uint32_t claimed = strand_to_claim(delegation, child);
    if (claimed == none || strands_[claimed].claimed_by != none ||
        top(strand_of(delegation)) == claimed) {
        return;
    }
    tops_[claimed] = strand_of(delegation);
    strands_[claimed].claimed_by = delegation;
    // A run of the session itself, or an agent in a run that is shown, was in the list already.
    const Run& run = runs_[lanes_[lane_of_[child]].run];
    if (!of_session(child) && claimed == run.strand) {
        to_follow_.insert(to_follow_.end(), run.delegations.begin(), run.delegations.end());
    }
    strands_[claimed].shown = true;
}

// A parent that is in none of the sessions that were read belongs to another session, or was never
// recorded.
Result<void> ContextLog::settle_parents() {
    std::vector<Orphan> orphans =
        TRY(parents_.settle(forest_, store_, [this](std::uint32_t node) { return shown(node); }));
    for (Orphan& orphan : orphans) {
        missing_.push_back({orphan.node, std::move(orphan.parent)});
    }
    return {};
}

// A strand is drawn where its delegation is, and that is drawn with the event above it. A strand
// that would so hang under itself is told beside the others.
void ContextLog::release_circles(std::string_view session) {
    std::vector<std::uint32_t> walks(strands_.size(), none);
    for (std::uint32_t start = 0; start < strands_.size(); ++start) {
        std::uint32_t strand = start;
        while (walks[strand] == none && strands_[strand].claimed_by != none) {
            walks[strand] = start;
            const std::uint32_t above = forest_.parent(strands_[strand].claimed_by);
            strand = strand_of(above == none ? strands_[strand].claimed_by : above);
        }
        if (walks[strand] == start && strands_[strand].claimed_by != none) {
            strands_[strand].claimed_by = none;
            strands_[strand].shown = strands_[strand].session == session;
        }
    }
}

void ContextLog::fill_strands() {
    for (std::uint32_t node = 0; node < size(); ++node) {
        strands_[strand_of(node)].nodes.push_back(node);
    }
}

std::vector<std::uint64_t> ContextLog::marks() const {
    std::vector<std::uint64_t> all = children_awaited_;
    for (const Run& run : runs_) {
        all.push_back(mark('s', names_[run.session]));
        all.push_back(mark('r', names_[run.name]));
    }
    for (const std::vector<Lost>* lost : {&missing_, &unresolved_}) {
        for (const Lost& each : *lost) {
            all.push_back(mark('i', each.name));
        }
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    // The empty name belongs to no session, run or agent in particular.
    for (const char kind : {'s', 'r', 'a', 'i'}) {
        std::erase(all, mark(kind, ""));
    }
    return all;
}

std::vector<std::uint64_t> context_marks(const Event& event) {
    std::vector<std::uint64_t> all{mark('s', event.session()), mark('r', event.run()),
                                   mark('a', event.agent()), mark('i', event.id())};
    if (event.kind() == Kind::delegation) {
        // The next delegation to a child ends what the one before it led to.
        all.push_back(mark('a', Json(event.fields())["child_id"].string().value_or("")));
    }
    return all;
}

Completeness ContextLog::completeness() const {
    Completeness lacking;
    for (const Lost& missing : missing_) {
        lacking.missing_parents.push_back({std::string(id(missing.node)), missing.name});
    }
    const auto is_shown = [&](const std::string& member) { return shown(*forest_.find(member)); };
    for (const std::vector<std::string>& cycle : cycles_) {
        if (std::ranges::any_of(cycle, is_shown)) {
            lacking.cycles.push_back(cycle);
        }
    }
    for (const Lost& ref : unresolved_) {
        if (shown(ref.node)) {
            lacking.unresolved_refs.push_back({std::string(id(ref.node)), ref.name});
        }
    }
    for (const std::uint32_t node : erased_) {
        lacking.erased += shown(node) ? 1U : 0U;
    }
    return lacking;
}

}  // namespace hence
