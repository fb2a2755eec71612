// Puts the nodes of a map together: numbers from the columns of the drawn graph, and texts from the
// events of the store.
//
// All events that the shown nodes need are read first, in one go and in the order of their numbers.
// A stack has no event of its own; its label counts its members, and its id is the name of its
// group. If an event happens to have that very id, a "~" is added until the id is free.
#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "base/try.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "views/context/fact.h"
#include "views/find/event_reader.h"
#include "views/map/view.h"

namespace hence {
namespace {

constexpr std::uint32_t none = DrawnGraph::none;
constexpr std::size_t tools_named_max = 3;

std::optional<std::uint64_t> ordinal_or_nothing(std::uint32_t ordinal) {
    return ordinal == 0 ? std::nullopt : std::optional<std::uint64_t>(ordinal);
}

std::optional<double> number_or_nothing(double number) {
    return std::isnan(number) ? std::nullopt : std::optional(number);
}

std::string counted(std::uint64_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// "18 calls: Read ×12, Bash ×5, 1 other"
std::string calls_told(const DrawnGraph& graph, const ItemTally& item) {
    std::uint64_t calls = 0;
    std::vector<std::pair<std::uint16_t, std::uint64_t>> tools;
    for (const auto& [tool, count] : item.tools) {
        calls += count;
        if (tool != DrawnGraph::many) {
            tools.emplace_back(tool, count);
        }
    }
    const auto named = std::min(tools.size(), tools_named_max);
    std::ranges::partial_sort(tools, tools.begin() + static_cast<std::ptrdiff_t>(named),
                              [&](const auto& a, const auto& b) {
                                  return std::pair(b.second, graph.names[a.first]) <
                                         std::pair(a.second, graph.names[b.first]);
                              });
    std::string told = counted(calls, "call");
    std::uint64_t others = calls;
    for (std::size_t i = 0; i < named; ++i) {
        const auto& [tool, count] = tools[i];
        told += fmt::format("{}{} ×{}", i == 0 ? ": " : ", ", graph.names[tool], count);
        others -= count;
    }
    return others == 0 ? told : told + ", " + counted(others, "other");
}

// "4 decisions, 3 outcomes"
std::string decisions_told(const ItemTally& item) {
    std::string told = item.decisions == 0 ? "" : counted(item.decisions, "decision");
    if (item.outcomes > 0) {
        told += (told.empty() ? "" : ", ") + counted(item.outcomes, "outcome");
    }
    return told;
}

std::string label_of(const DrawnGraph& graph, const ShownItem& shown, const ItemTally& item) {
    switch (shown.group->row.kind) {
        case RowKind::turns:
            return counted(shown.members, graph.by == ContextBy::run ? "run" : "turn");
        case RowKind::agents: return counted(shown.members, "sub-agent");
        case RowKind::decisions: return decisions_told(item);
        case RowKind::calls: break;
    }
    std::string told = item.tools.empty() ? "" : calls_told(graph, item);
    if (item.observations > 0) {
        told += (told.empty() ? "" : "; ") + counted(item.observations, "observation");
    }
    return told;
}

// Puts nodes together from columns and events.
class Nodes {
public:
    Nodes(const Store& store, const DrawnGraph& graph, const Folding& folding)
        : store_(store), graph_(graph), folding_(folding), tallies_(tally(graph, folding)) {}

    Result<std::vector<MapNode>> make() {
        TRY(read());
        std::vector<MapNode> nodes;
        nodes.reserve(folding_.items.size());
        for (std::uint32_t number = 0; number < folding_.items.size(); ++number) {
            const ShownItem& shown = folding_.items[number];
            MapNode node = shown.group ? stack(number) : plain(number);
            if (shown.group) {
                node.id = TRY(free_id(*shown.group));
            }
            node.level = graph_.levels[shown.node];
            node.members = shown.members;
            node.errors = tallies_[number].errors;
            node.last_ordinal = ordinal_or_nothing(tallies_[number].last_ordinal);
            node.parent = shown.parent == none ? std::string() : nodes[shown.parent].id;
            nodes.push_back(std::move(node));
        }
        return nodes;
    }

private:
    Result<void> read();
    const Event* event(std::uint64_t seq) const;
    MapNode plain(std::uint32_t number) const;
    MapNode stack(std::uint32_t number) const;
    Result<std::string> free_id(const FoldGroup& group) const;
    std::string id_of(std::uint32_t node) const;
    std::string label(std::uint32_t node) const;

    const Store& store_;
    const DrawnGraph& graph_;
    const Folding& folding_;
    std::vector<ItemTally> tallies_;
    std::unordered_map<std::uint64_t, Event> events_;
};

Result<void> Nodes::read() {
    std::vector<std::uint64_t> seqs;
    for (const ShownItem& shown : folding_.items) {
        seqs.push_back(graph_.seqs[shown.node]);
        if (shown.group) {
            seqs.push_back(graph_.seqs[anchor_of(graph_, shown.group->row)]);
        }
        if (!shown.group && graph_.types[shown.node] == DrawnType::thought) {
            seqs.push_back(graph_.thought(shown.node).said_by);
        }
    }
    std::ranges::sort(seqs);
    seqs.erase(std::unique(seqs.begin(), seqs.end()), seqs.end());
    std::erase(seqs, 0U);
    EventReader reader(store_, seqs);
    for (const std::uint64_t seq : seqs) {
        Event event = TRY(reader.next());
        events_.emplace(seq, std::move(event));
    }
    return {};
}

const Event* Nodes::event(std::uint64_t seq) const {
    const auto found = events_.find(seq);
    return found == events_.end() ? nullptr : &found->second;
}

std::string Nodes::id_of(std::uint32_t node) const {
    if (const DrawnGraph::Words* words = graph_.words_of(node)) {
        return std::string(words->id);
    }
    const std::string id(event(graph_.seqs[node])->id());
    return graph_.has(node, DrawnGraph::own_id) ? id : "result:" + id;
}

std::string Nodes::label(std::uint32_t node) const {
    std::uint64_t seq = graph_.seqs[node];
    LabelOf from = LabelOf::text;
    switch (graph_.types[node]) {
        case DrawnType::thought:
            seq = graph_.thought(node).said_by;
            from = graph_.thought(node).label;
            break;
        case DrawnType::observation:
            from = graph_.has(node, DrawnGraph::own_id) ? LabelOf::text : LabelOf::result;
            break;
        case DrawnType::action: from = LabelOf::end; break;
        case DrawnType::incident:
        case DrawnType::decision:
        case DrawnType::outcome:
        case DrawnType::tool_call:
        case DrawnType::stack: break;
    }
    const DrawnGraph::Words* words = graph_.words_of(node);
    if (words != nullptr && !words->label.empty()) {
        return std::string(words->label);
    }
    const Event* said_by = event(seq);
    if (said_by == nullptr) {
        return {};
    }
    KeptText texts;
    const ContextFact fact = context_fact(*said_by, texts);
    if (graph_.types[node] == DrawnType::incident && fact.asks) {
        from = LabelOf::result;
    }
    switch (from) {
        case LabelOf::text: return std::string(fact.text);
        case LabelOf::result: return std::string(fact.result);
        case LabelOf::why: return std::string(fact.why);
        case LabelOf::end: return std::string(fact.text.empty() ? fact.result : fact.text);
        case LabelOf::nobody: break;
    }
    return {};
}

MapNode Nodes::plain(std::uint32_t number) const {
    const std::uint32_t node = folding_.items[number].node;
    const bool thought = graph_.types[node] == DrawnType::thought;
    const Event* timed = event(graph_.seqs[node]);
    const Event* said = thought && !graph_.has(node, DrawnGraph::own_id)
                            ? event(graph_.thought(node).said_by)
                            : timed;
    MapNode made;
    made.id = id_of(node);
    made.type = graph_.types[node];
    made.label = label(node);
    made.duration_ms = number_or_nothing(graph_.durations[node]);
    made.status = graph_.has(node, DrawnGraph::failed)      ? "error"
                  : graph_.has(node, DrawnGraph::went_well) ? "ok"
                                                            : "";
    made.synthesized = graph_.has(node, DrawnGraph::synthesized);
    made.time_derived = graph_.has(node, DrawnGraph::untimed);
    made.ordinal = ordinal_or_nothing(graph_.ordinals[node]);
    made.hidden = tallies_[number].nodes - 1;
    if (thought) {
        made.tokens = number_or_nothing(graph_.thought(node).tokens);
    } else if (timed != nullptr && graph_.types[node] == DrawnType::tool_call) {
        made.tokens = tokens_of(*timed);
    }
    if (said != nullptr) {
        made.event = said->id();
        made.kind = said->kind();
        made.summary = summary(*said);
        // A turn of which nothing but a decision is recorded.
        if (thought && said->kind() == Kind::decision) {
            made.type = DrawnType::decision;
        }
    }
    if (timed != nullptr) {
        const DrawnGraph::Words* words = graph_.words_of(node);
        made.time = timed->time();
        made.run = words != nullptr ? words->run : timed->run();
        // Perhaps that of the span around it.
        const std::uint16_t agent = graph_.agents[node];
        made.agent = agent == DrawnGraph::many ? std::string((said ? said : timed)->agent())
                                               : graph_.names[agent];
    }
    return made;
}

// Like no event's, whatever these are called.
Result<std::string> Nodes::free_id(const FoldGroup& group) const {
    std::string id = stack_name(group, id_of(anchor_of(graph_, group.row)));
    std::optional<Event> taken = TRY(store_.find(id));
    while (taken) {
        id += '~';
        taken = TRY(store_.find(id));
    }
    return id;
}

MapNode Nodes::stack(std::uint32_t number) const {
    const ShownItem& shown = folding_.items[number];
    const ItemTally& item = tallies_[number];
    MapNode made;
    made.type = DrawnType::stack;
    made.label = label_of(graph_, shown, item);
    made.tokens = item.tokens;
    made.status = item.errors > 0 ? "error" : "";
    made.run = graph_.names[item.run];
    made.agent = graph_.names[item.agent];
    made.synthesized = true;
    made.time_derived = graph_.has(shown.node, DrawnGraph::untimed);
    made.ordinal = ordinal_or_nothing(item.first_ordinal);
    made.hidden = item.nodes;
    if (const Event* first = event(graph_.seqs[shown.node])) {
        made.time = first->time();
    }
    if (item.end >= item.begin) {
        made.duration_ms = static_cast<double>(item.end - item.begin) / 1'000;
    }
    return made;
}

}  // namespace

Result<std::vector<MapNode>> map_nodes_of(const Store& store, const DrawnGraph& graph,
                                          const Folding& folding) {
    return Nodes(store, graph, folding).make();
}

}  // namespace hence
