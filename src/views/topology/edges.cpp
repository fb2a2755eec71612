#include "views/topology/edges.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "model/extent.h"
#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/summary/child_of.h"
#include "views/cause/directive_state.h"

namespace hence {
namespace {

// Beyond, the answers to messages so far are no longer waited for.
constexpr std::size_t unanswered_max = 65'536;

TopologyNodeKind kind_of_end(TopologyEdgeType type) {
    return type == TopologyEdgeType::calls  ? TopologyNodeKind::tool
           : type == TopologyEdgeType::asks ? TopologyNodeKind::model
                                            : TopologyNodeKind::agent;
}

std::string thread_key(const Event& message, std::string_view from, std::string_view to) {
    return joined(message.correlation(), joined(from, to));
}

}  // namespace

TopologyEdges::TopologyEdges(const Store& store)
    : store_(store),
      sessions_(store),
      work_(store, sessions_),
      counted_sessions_(sessions_, counted_names_),
      calls_(store, counted_sessions_, [this](const PairedCall& call) { add_settled(call); }) {}

void TopologyEdges::add_settled(const PairedCall& call) {
    if (!call.started) {
        return;
    }
    const Slot& slot = slots_[call.tag];
    edges_[slot.edge].failures += call.failed ? 1 : 0;
    if (call.late_ms) {
        edges_[slot.edge].latency.set(slot.place, *call.late_ms);
    }
}

Result<void> TopologyEdges::add(const Event& event) {
    const std::string_view kind = event.kind();
    if (kind == Kind::tool_call) {
        return add_tool_call(event);
    }
    if (kind == Kind::observation) {
        return calls_.add_end(event);
    }
    if (kind == Kind::llm_call) {
        return add_model_call(event);
    }
    if (kind == Kind::delegation) {
        return add_delegation(event);
    }
    return kind == Kind::message ? add_message(event) : Result<void>();
}

// The edge, with one more event counted.
Result<TopologyEdges::Edge*> TopologyEdges::edge_of(const Event& event, std::string_view from,
                                                    TopologyEdgeType type, std::string_view to) {
    const Ends ends{names_.number_of(from), type, names_.number_of(to)};
    const auto [number, is_new] = numbers_.try_emplace(ends, edges_.size());
    if (is_new) {
        edges_.push_back({.ends = ends, .first_event = std::string(event.id())});
    }
    Edge& edge = edges_[number->second];
    ++edge.count;
    const std::string session = TRY(sessions_.of(event));
    if (!session.empty()) {
        const std::uint32_t session_number = session_numbers_.number_of(session);
        if (edge.sessions.empty() || edge.sessions.back() != session_number) {
            edge.sessions.push_back(session_number);
        }
    }
    return &edge;
}

Result<void> TopologyEdges::add_tool_call(const Event& event) {
    Edge* const edge =
        TRY(edge_of(event, event.agent(), TopologyEdgeType::calls, text_field(event, "tool_name")));
    const auto number = static_cast<std::size_t>(edge - edges_.data());
    slots_.push_back({number, edge->latency.add(event.duration_ms())});
    return calls_.add_start(event, slots_.size() - 1);
}

Result<void> TopologyEdges::add_model_call(const Event& event) {
    Edge* const edge =
        TRY(edge_of(event, event.agent(), TopologyEdgeType::asks, text_field(event, "model")));
    edge->latency.add(event.duration_ms());
    edge->failures += failed_call(event) ? 1 : 0;
    return {};
}

Result<void> TopologyEdges::add_delegation(const Event& event) {
    std::string from = text_field(event, "parent_id");
    if (from.empty()) {
        from = event.agent();
    }
    Edge* const edge = TRY(edge_of(event, from, TopologyEdgeType::delegates, child_of(event)));
    const std::optional<Event> first = TRY(work_.first_of_child(event));
    edge->failures += first ? 0 : 1;
    std::optional<double> waited;
    if (first && !first->has(Flag::time_derived) && !event.has(Flag::time_derived) &&
        event.time() <= first->time()) {
        waited = ms_between(event.time(), first->time());
    }
    edge->latency.add(waited);
    return {};
}

Result<void> TopologyEdges::add_message(const Event& event) {
    const auto [sender, receivers] = members<2>(event.fields(), {"from", "to"});
    std::string from = sender.string().value_or("");
    if (from.empty()) {
        from = event.agent();
    }
    std::vector<std::string> to;
    receivers.each_element([&](Json name) {
        std::string agent = name.string().value_or("");
        // Named twice, it is still one message to it.
        if (!agent.empty() && std::ranges::find(to, agent) == to.end()) {
            to.push_back(std::move(agent));
        }
        return true;
    });
    for (const std::string& receiver : to) {
        Edge* const edge = TRY(edge_of(event, from, TopologyEdgeType::messages, receiver));
        edge->failures += says_refused(event) ? 1 : 0;
        const Slot slot{static_cast<std::size_t>(edge - edges_.data()),
                        edge->latency.add(std::nullopt)};
        add_answer(event, from, receiver);
        wait_for_answer(event, from, receiver, slot);
    }
    return {};
}

// The first message back answers the earliest one that still waits, and all that came after it.
void TopologyEdges::add_answer(const Event& event, const std::string& from, const std::string& to) {
    const auto asked = unanswered_.find(thread_key(event, to, from));
    if (event.correlation().empty() || asked == unanswered_.end()) {
        return;
    }
    const Unanswered& waiting = asked->second;
    if (waiting.sent && !event.has(Flag::time_derived)) {
        edges_[waiting.slot.edge].latency.set(waiting.slot.place,
                                              ms_between(*waiting.sent, event.time()));
    }
    unanswered_.erase(asked);
}

void TopologyEdges::wait_for_answer(const Event& event, const std::string& from,
                                    const std::string& to, Slot slot) {
    if (event.correlation().empty() || event.has(Flag::time_derived)) {
        return;
    }
    if (unanswered_.size() >= unanswered_max) {
        unanswered_.clear();
    }
    unanswered_.try_emplace(thread_key(event, from, to), Unanswered{slot, event.time()});
}

Result<void> TopologyEdges::finish(Topology& answer) {
    TRY(calls_.finish());
    using Name = std::pair<TopologyNodeKind, std::string_view>;
    std::map<Name, std::size_t> places;
    for (const Edge& edge : edges_) {
        const auto& [from, type, to] = edge.ends;
        places.try_emplace({TopologyNodeKind::agent, names_.text(from)});
        places.try_emplace({kind_of_end(type), names_.text(to)});
    }
    for (auto& [name, place] : places) {
        place = answer.nodes.size();
        answer.nodes.push_back({name.first, std::string(name.second)});
    }
    for (Edge& edge : edges_) {
        const auto& [from, type, to] = edge.ends;
        std::ranges::sort(edge.sessions);
        edge.sessions.erase(std::unique(edge.sessions.begin(), edge.sessions.end()),
                            edge.sessions.end());
        answer.edges.push_back({.type = type,
                                .from = places.at({TopologyNodeKind::agent, names_.text(from)}),
                                .to = places.at({kind_of_end(type), names_.text(to)}),
                                .count = edge.count,
                                .failures = edge.failures,
                                .sessions = edge.sessions.size(),
                                .latency = edge.latency.figures(),
                                .first_event = std::move(edge.first_event)});
    }
    std::ranges::sort(answer.edges, {}, [](const TopologyEdge& edge) {
        return std::tuple(edge.from, edge.type, edge.to);
    });
    return {};
}

}  // namespace hence
