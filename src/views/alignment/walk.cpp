#include "views/alignment/walk.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "graph/change.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/summary/summary_text.h"
#include "views/cause/refs.h"
#include "views/find/event_reader.h"

namespace hence {
namespace {

// Beyond, links that leave the thread are not followed any further.
constexpr std::size_t outside_max = 100'000;

bool is_step(std::string_view kind) {
    const std::optional<Kind> known = kind_named(kind);
    if (!known) {
        return false;
    }
    const KindGroup group = row_of(*known).group;
    return group == KindGroup::call || group == KindGroup::reasoning ||
           group == KindGroup::exchange;
}

// Being within something is the weakest link, so others are asked for.
bool is_wrapper(std::string_view kind) {
    const std::optional<Kind> known = kind_named(kind);
    return known && (row_of(*known).group == KindGroup::wrapper || known == Kind::session_start);
}

// Why it stands where it stands is not asked: it is where something begins.
bool is_request(std::string_view kind) {
    return kind == Kind::session_start || kind == Kind::prompt;
}

std::string goal_text(const Event& event) {
    return text_field(event, event.kind() == Kind::prompt ? "text" : "goal");
}

// What was new to a model call is told by content, or by the order of turns: nobody recorded it.
bool is_recorded(LinkType type) {
    return type != LinkType::answers;
}

// Edges of a graph that speak against the effect, and lead to no goal.
bool leads_on(LinkType type) {
    return type != LinkType::rejected && type != LinkType::blocks;
}

}  // namespace

AlignmentWalk::AlignmentWalk(const Store& store, Thread thread, GoalAsked goal)
    : store_(store),
      sessions_(store_),
      work_(store_, sessions_),
      links_(store_, sessions_, Follow::known),
      thread_(std::move(thread)),
      goal_(std::move(goal)) {}

Result<std::unique_ptr<Cursor>> AlignmentWalk::thread_events() {
    return thread_.scope == ThreadScope::session
               ? sessions_.events(thread_.id, {})
               : store_.scan({Space::correlation, thread_.id}, {});
}

std::uint32_t AlignmentWalk::node_of(std::string_view id) {
    const std::uint32_t number = ids_.number_of(id);
    nodes_.resize(ids_.size());
    return number;
}

std::uint32_t AlignmentWalk::meet(const Event& event) {
    const std::uint32_t number = node_of(event.id());
    nodes_[number].seq = event.seq();
    nodes_[number].is_wrapper = is_wrapper(event.kind());
    return number;
}

Result<void> AlignmentWalk::read() {
    const std::unique_ptr<Cursor> events = TRY(thread_events());
    while (true) {
        const std::optional<Event> event = TRY(events->next());
        if (!event) {
            break;
        }
        TRY(add(*event));
    }
    // Where nobody states a goal, what was said first is the order.
    const bool stated = !goals_.empty() || !goal_.event.empty();
    if (!stated && thread_.scope == ThreadScope::correlation && first_message_) {
        set_purpose(first_message_->first, true,
                    {std::string(ids_.text(first_message_->first)), {}, first_message_->second});
    }
    has_own_goal_ = !goals_.empty();
    return ask_for_links();
}

Result<void> AlignmentWalk::add(const Event& event) {
    const std::uint32_t node = meet(event);
    nodes_[node].in_thread = true;
    nodes_[node].is_step = is_step(event.kind());
    if (event.kind() == Kind::message && !first_message_) {
        first_message_.emplace(node, summary(event));
    }
    TRY(see_purpose(event, node));
    if (!is_request(event.kind())) {
        add_named(event, node);
    }
    return {};
}

void AlignmentWalk::add_named(const Event& event, std::uint32_t node) {
    Named named{.node = node, .first = named_edges_.size()};
    for (const std::string_view cause : event.causes()) {
        named_edges_.push_back({node_of(cause), node, LinkType::cause});
    }
    if (!event.parent().empty()) {
        named_edges_.push_back({node_of(event.parent()), node, LinkType::parent});
    }
    named.ask = named_edges_.size() == named.first || !event.rationale().empty() ||
                event.kind() == Kind::decision || is_graph_kind(event.kind()) ||
                !text_field(event, "node").empty();
    named_.push_back(named);
}

// Each run has the goal that was stated in it first; of a session start and of a prompt, which
// often say the same, each counts.
bool AlignmentWalk::is_first_of_its_run(const Event& event, std::string_view session) {
    return stated_.insert(joined(event.kind(), joined(session, event.run()))).second;
}

void AlignmentWalk::set_purpose(std::uint32_t node, bool valid, AlignmentGoal goal) {
    const bool asked = goal_.event.empty() ? valid
                                           : ids_.text(node) == goal_.event ||
                                                 (!goal.node.empty() && goal.node == goal_.node);
    const bool known = nodes_[node].purpose == Purpose::goal;
    nodes_[node].purpose = asked || known ? Purpose::goal : Purpose::other;
    if (asked && !known) {
        goals_.emplace_back(node, std::move(goal));
    }
}

Result<void> AlignmentWalk::see_purpose(const Event& event, std::uint32_t node) {
    if (event.kind() == Kind::graph_node) {
        return see_goal_node(event, node);
    }
    if (is_request(event.kind())) {
        const std::string text = goal_text(event);
        if (!text.empty()) {
            const std::string session = TRY(sessions_.of(event));
            set_purpose(node, is_first_of_its_run(event, session),
                        {std::string(event.id()), {}, text});
        }
    } else if (!goal_.event.empty() && event.id() == goal_.event) {
        set_purpose(node, true, {std::string(event.id()), goal_.node, summary(event)});
    }
    return {};
}

// A goal of a decision graph, unless it was given up.
Result<void> AlignmentWalk::see_goal_node(const Event& event, std::uint32_t node) {
    const Result<GraphChange> change = change_of(event);
    const auto* added = change ? std::get_if<NodeAdded>(&*change) : nullptr;
    if (added == nullptr || added->node.type != NodeType::goal) {
        return {};
    }
    const std::optional<GraphNode> now = TRY(graph_named(graph_of(event)).node(added->node.id));
    const bool holds = now && now->added.seq == event.seq() &&
                       now->status != NodeStatus::superseded && now->status != NodeStatus::rejected;
    const AlignmentGoal goal{std::string(event.id()), added->node.id,
                             now ? now->label : added->node.label};
    set_purpose(node, holds, goal);
    // Edges lead to the event that the node stands for.
    if (now && !now->event.empty() && now->event != event.id()) {
        set_purpose(node_of(now->event), holds, {now->event, goal.node, goal.text});
    }
    return {};
}

Graph& AlignmentWalk::graph_named(const std::string& name) {
    return graphs_.try_emplace(name, store_, GraphAt{.graph = name}).first->second;
}

Result<bool> AlignmentWalk::any_graph() {
    if (!any_graph_) {
        const auto nodes =
            TRY(store_.scan({Space::kind, std::string(name_of(Kind::graph_node))}, {}));
        const std::optional<Event> first = TRY(nodes->next());
        any_graph_ = first.has_value();
    }
    return *any_graph_;
}

// Takes what events name where that is enough, and asks about the others.
Result<void> AlignmentWalk::ask_for_links() {
    std::vector<std::uint64_t> asked;
    for (std::size_t i = 0; i < named_.size(); ++i) {
        const std::size_t end = i + 1 < named_.size() ? named_[i + 1].first : named_edges_.size();
        const auto first = named_edges_.begin() + static_cast<std::ptrdiff_t>(named_[i].first);
        const auto last = named_edges_.begin() + static_cast<std::ptrdiff_t>(end);
        const bool enough = !named_[i].ask && std::all_of(first, last, [&](const Edge& edge) {
            return nodes_[edge.cause].in_thread && !nodes_[edge.cause].is_wrapper;
        });
        if (enough) {
            edges_.insert(edges_.end(), first, last);
        } else {
            asked.push_back(nodes_[named_[i].node].seq);
        }
    }
    const std::size_t count = asked.size();
    EventReader reader(store_, std::move(asked));
    for (std::size_t i = 0; i < count; ++i) {
        const Event event = TRY(reader.next());
        TRY(ask(event));
    }
    // Grows while it is walked through.
    for (std::size_t i = 0; i < outside_.size() && i < outside_max; ++i) {
        const Event event = TRY(links_.at(outside_[i]));
        TRY(ask(event));
    }
    return {};
}

Result<void> AlignmentWalk::ask(const Event& event) {
    const std::uint32_t node = node_of(event.id());
    std::vector<MissingParent> missing;
    const std::vector<Link> causes = TRY(links_.causes_of(event, missing));
    const std::size_t before = edges_.size();
    for (const Link& link : causes) {
        if (is_recorded(link.type)) {
            const std::uint32_t cause = TRY(meet_outside(link.event));
            edges_.push_back({cause, node, link.type, link.provenance});
        }
    }
    if (edges_.size() == before && !event.parent().empty()) {
        TRY(ask_for_parent(event, node));
    }
    TRY(ask_for_goal_nodes(event, node));
    if (edges_.size() == before && !event.run().empty()) {
        TRY(ask_for_delegation(event, node));
    }
    return {};
}

// A delegation that names a run names all that was done in it, where nothing else is known.
Result<void> AlignmentWalk::ask_for_delegation(const Event& event, std::uint32_t node) {
    const std::string session = TRY(sessions_.of(event));
    const auto [known, is_new] = delegations_.try_emplace(joined(session, event.run()), none);
    if (is_new) {
        const std::vector<Event> all = TRY(work_.of_run(event));
        if (!all.empty()) {
            known->second = TRY(meet_outside(all.front()));
        }
    }
    if (known->second != none && known->second != node) {
        edges_.push_back({known->second, node, LinkType::delegation, Provenance::derived});
    }
    return {};
}

// A wrapper is told only where nothing stronger is known, and what was stronger may not count here.
Result<void> AlignmentWalk::ask_for_parent(const Event& event, std::uint32_t node) {
    const std::optional<Event> parent = TRY(store_.find(event.parent()));
    if (parent) {
        const std::uint32_t cause = TRY(meet_outside(*parent));
        const bool worked_out = event.has(Flag::parent_derived);
        edges_.push_back({cause, node, LinkType::within,
                          worked_out ? Provenance::derived : Provenance::explicit_});
    }
    return {};
}

// A ref, or `node`, may name the node of a goal instead of an event.
Result<void> AlignmentWalk::ask_for_goal_nodes(const Event& event, std::uint32_t node) {
    std::vector<std::string> names = refs_of(event);
    if (std::string name = text_field(event, "node"); !name.empty()) {
        names.push_back(std::move(name));
    }
    if (names.empty() || is_graph_kind(event.kind())) {
        return {};
    }
    const bool any = TRY(any_graph());
    if (!any) {
        return {};
    }
    for (const std::string& name : names) {
        const std::optional<GraphNode> found =
            TRY(graph_named(std::string(default_graph)).node_ever(name));
        if (found && found->type == NodeType::goal) {
            const Event adding = TRY(links_.at(found->added.seq));
            const std::uint32_t cause = TRY(meet_outside(adding));
            edges_.push_back({cause, node, LinkType::ref, Provenance::derived});
        }
    }
    return {};
}

// An event that a link leads to. What is not of the thread is asked about, too. A goal elsewhere is
// this thread's where it has none of its own, or where it is a correlation, which has the goals of
// its sessions.
Result<std::uint32_t> AlignmentWalk::meet_outside(const Event& event) {
    const std::uint32_t node = node_of(event.id());
    if (nodes_[node].seq != 0) {
        return node;
    }
    meet(event);
    const std::size_t before = goals_.size();
    TRY(see_purpose(event, node));
    if (has_own_goal_ && goal_.event.empty() && thread_.scope == ThreadScope::session &&
        goals_.size() > before) {
        goals_.resize(before);
        nodes_[node].purpose = Purpose::other;
    }
    if (!is_request(event.kind())) {
        outside_.push_back(event.seq());
    }
    return node;
}

void AlignmentWalk::index_effects() {
    effects_begin_.assign(nodes_.size() + 1, 0);
    for (const Edge& edge : edges_) {
        ++effects_begin_[edge.cause + 1];
    }
    for (std::size_t i = 1; i < effects_begin_.size(); ++i) {
        effects_begin_[i] += effects_begin_[i - 1];
    }
    std::vector<std::size_t> at = effects_begin_;
    effects_.resize(edges_.size());
    for (std::uint32_t i = 0; i < edges_.size(); ++i) {
        effects_[at[edges_[i].cause]++] = i;
    }
}

// Breadth first, so that each step has the shortest way.
void AlignmentWalk::spread(const std::vector<std::uint32_t>& from, PathStanding standing) {
    std::vector<std::uint32_t> queue = from;
    for (const std::uint32_t node : from) {
        nodes_[node].standing = standing;
        nodes_[node].leads_to = nodes_[node].leads_to == none ? node : nodes_[node].leads_to;
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const std::uint32_t cause = queue[i];
        for (std::size_t at = effects_begin_[cause]; at < effects_begin_[cause + 1]; ++at) {
            const Edge& edge = edges_[effects_[at]];
            Node& effect = nodes_[edge.effect];
            if (effect.standing != PathStanding::unknown || !leads_on(edge.type)) {
                continue;
            }
            effect.standing = standing;
            effect.edge = effects_[at];
            effect.leads_to = nodes_[cause].leads_to;
            queue.push_back(edge.effect);
        }
    }
}

std::vector<std::uint32_t> AlignmentWalk::purposes(Purpose purpose) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
        if (nodes_[i].purpose == purpose && nodes_[i].standing == PathStanding::unknown) {
            found.push_back(i);
        }
    }
    return found;
}

void AlignmentWalk::finish(Alignment& answer, const std::optional<PathStanding>& only) {
    index_effects();
    spread(purposes(Purpose::goal), PathStanding::on_path);
    std::vector<std::uint32_t> others = purposes(Purpose::other);
    for (std::uint32_t i = 0; i < edges_.size(); ++i) {
        // What was rejected on the way to a goal is off the way.
        Node& effect = nodes_[edges_[i].effect];
        const Node& cause = nodes_[edges_[i].cause];
        if (edges_[i].type == LinkType::rejected && effect.standing == PathStanding::unknown &&
            cause.standing == PathStanding::on_path && effect.edge == none) {
            effect.edge = i;
            effect.leads_to = cause.leads_to;
            others.push_back(edges_[i].effect);
        }
    }
    spread(others, PathStanding::off_path);
    for (auto& [number, goal] : goals_) {
        answer.goals.push_back(std::move(goal));
    }
    for (const Named& named : named_) {
        const Node& node = nodes_[named.node];
        if (!node.is_step) {
            continue;
        }
        ++answer.counts[static_cast<std::size_t>(node.standing)];
        if (only && *only != node.standing) {
            continue;
        }
        AlignmentStep step{.seq = node.seq, .standing = node.standing};
        if (node.edge != none) {
            const Edge& edge = edges_[node.edge];
            step.link = Via{std::string(ids_.text(edge.cause)), edge.type, edge.provenance};
        }
        if (node.leads_to != none) {
            step.leads_to = ids_.text(node.leads_to);
        }
        answer.steps.push_back(std::move(step));
    }
}

}  // namespace hence
