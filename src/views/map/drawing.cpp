// Makes columns of a context graph while the painter draws it, node by node, so that the graph with
// its texts never exists as a whole.
//
// A node keeps the number of its event instead of the event's texts. Text is kept only where no
// event has it: ids that the painter made up, and labels that are the graph's own words.
#include "views/map/drawing.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "views/context/log.h"

namespace hence {
namespace {

constexpr std::uint32_t none = DrawnGraph::none;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t lacking_max = 200;        // Of each kind.
constexpr std::uint64_t arrivals_max = 50'000;  // Beyond, all is drawn anew unseen.

std::int64_t microseconds(const Time& time) {
    return time.seconds * 1'000'000 + time.nanos / 1'000;
}

// An answer of a few hundred nodes does not carry a million complaints.
template <class T>
void shorten(std::vector<T>& list, Completeness& lacking) {
    if (list.size() > lacking_max) {
        lacking.truncated += list.size() - lacking_max;
        list.resize(lacking_max);
        list.shrink_to_fit();
    }
}

// Makes columns of what is painted.
class Columns {
public:
    explicit Columns(ContextBy by) {
        graph_->by = by;
        graph_->names.emplace_back();
    }

    void add(const ContextNode& drawn, const PaintedNode& from, const ContextLog& log);

    // Once all nodes are added.
    std::shared_ptr<const DrawnGraph> finish(ContextPainting painting) && {
        graph_->session = std::move(painting.graph.session);
        graph_->lines.resize(painting.lines);
        graph_->marks = painting.log->marks();
        graph_->completeness = std::move(painting.graph.completeness);
        // The log is larger than the columns: it is freed before the edges are made.
        painting.log.reset();
        painting.graph.texts.reset();
        hang();
        add_edges(painting.edges);
        Completeness& lacking = graph_->completeness;
        shorten(lacking.missing_parents, lacking);
        shorten(lacking.cycles, lacking);
        shorten(lacking.unresolved_refs, lacking);
        graph_->thoughts.shrink_to_fit();
        return std::move(graph_);
    }

private:
    void reserve(std::size_t size);
    std::uint8_t flags_of(const ContextNode& drawn, const PaintedNode& from,
                          const ContextLog& log) const;
    void add_thought(const ContextNode& drawn, const PaintedNode& from, const ContextLog& log);
    void add_words(const ContextNode& drawn, LabelOf label);
    void hang();
    void count_below();
    void add_edges(const std::vector<PaintedEdge>& painted);
    std::uint16_t name(std::string_view text);

    std::shared_ptr<DrawnGraph> graph_ = std::make_shared<DrawnGraph>();
    // Names live with the log, which is there as long as nodes are added.
    ByTextView<std::uint16_t> numbers_{{"", DrawnGraph::unnamed}};
};

std::uint16_t Columns::name(std::string_view text) {
    const auto known = numbers_.find(text);
    if (known != numbers_.end()) {
        return known->second;
    }
    if (graph_->names.size() == DrawnGraph::many) {
        return DrawnGraph::many;
    }
    const auto number = static_cast<std::uint16_t>(graph_->names.size());
    graph_->names.emplace_back(text);
    numbers_.emplace(text, number);
    return number;
}

void Columns::reserve(std::size_t size) {
    graph_->types.reserve(size);
    graph_->flags.reserve(size);
    graph_->levels.reserve(size);
    graph_->seqs.reserve(size);
    graph_->ordinals.reserve(size);
    graph_->times.reserve(size);
    graph_->durations.reserve(size);
    graph_->agents.reserve(size);
    graph_->runs.reserve(size);
    graph_->tools.reserve(size);
}

// The flags of the node that comes next.
std::uint8_t Columns::flags_of(const ContextNode& drawn, const PaintedNode& from,
                               const ContextLog& log) const {
    const bool own_id = from.event != none && drawn.id == log.id(from.event);
    unsigned flags = drawn.status == "error" ? DrawnGraph::failed
                     : drawn.status == "ok"  ? DrawnGraph::went_well
                                             : 0;
    flags |= drawn.synthesized ? DrawnGraph::synthesized : 0;
    flags |= drawn.time_derived ? DrawnGraph::untimed : 0;
    flags |= own_id ? DrawnGraph::own_id : 0;
    const bool below_call = graph_->size() > 0 && graph_->types.back() == DrawnType::tool_call &&
                            graph_->levels.back() < drawn.level;
    if (drawn.type == DrawnType::observation && below_call) {
        flags |= DrawnGraph::returned;
        // Every other result of a call is named alike.
        if (!own_id && from.label != LabelOf::nobody &&
            drawn.id.substr(drawn.id.find(':') + 1) == log.id(from.event)) {
            return static_cast<std::uint8_t>(flags);
        }
    }
    const bool made = !own_id || from.label == LabelOf::nobody;
    return static_cast<std::uint8_t>(flags | (made ? DrawnGraph::made : 0));
}

void Columns::add(const ContextNode& drawn, const PaintedNode& from, const ContextLog& log) {
    DrawnGraph& graph = *graph_;
    if (graph.size() == 0) {
        reserve(log.size() + 2);
    }
    graph.flags.push_back(flags_of(drawn, from, log));
    graph.types.push_back(drawn.type);
    graph.levels.push_back(drawn.level);
    const bool timed = from.event != none;
    graph.seqs.push_back(timed ? log.fact(from.event).place.seq : 0);
    graph.ordinals.push_back(timed && log.of_session(from.event) ? from.event + 1 : 0);
    graph.times.push_back(drawn.time ? microseconds(*drawn.time) : 0);
    graph.durations.push_back(drawn.duration_ms.value_or(unknown));
    graph.agents.push_back(name(drawn.agent));
    graph.runs.push_back(name(drawn.run));
    graph.tools.push_back(drawn.type == DrawnType::tool_call ? name(drawn.label)
                                                             : DrawnGraph::unnamed);
    if (drawn.type == DrawnType::thought) {
        add_thought(drawn, from, log);
    }
    if (graph.has(graph.size() - 1, DrawnGraph::made)) {
        add_words(drawn, from.label);
    }
}

void Columns::add_thought(const ContextNode& drawn, const PaintedNode& from,
                          const ContextLog& log) {
    const std::uint32_t node = graph_->size() - 1;
    if (from.line >= graph_->lines.size()) {
        graph_->lines.resize(from.line + 1);
    }
    std::vector<std::uint32_t>& line = graph_->lines[from.line].nodes;
    graph_->thoughts.push_back(
        {.node = node,
         .line = from.line,
         .place = static_cast<std::uint32_t>(line.size()),
         .label = from.label,
         .said_by = from.named_by == none ? 0 : log.fact(from.named_by).place.seq,
         .tokens = drawn.tokens.value_or(unknown)});
    line.push_back(node);
}

void Columns::add_words(const ContextNode& drawn, LabelOf label) {
    const bool nobody = label == LabelOf::nobody;
    KeptText& texts = graph_->texts;
    graph_->words.push_back({graph_->size() - 1, texts.keep(drawn.id),
                             nobody ? texts.keep(drawn.label) : std::string_view(),
                             texts.keep(drawn.run)});
}

// A node hangs under the last node before it that has a lower level.
void Columns::hang() {
    DrawnGraph& graph = *graph_;
    graph.parents.assign(graph.size(), none);
    graph.ends.assign(graph.size(), graph.size());
    std::vector<std::uint32_t> way;
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
        while (!way.empty() && graph.levels[way.back()] >= graph.levels[node]) {
            graph.ends[way.back()] = node;
            way.pop_back();
        }
        graph.parents[node] = way.empty() ? none : way.back();
        way.push_back(node);
    }
    count_below();
    for (DrawnGraph::Line& line : graph.lines) {
        line.parent = line.nodes.empty() ? none : graph.parents[line.nodes.front()];
        line.nodes.shrink_to_fit();
    }
}

void Columns::count_below() {
    DrawnGraph& graph = *graph_;
    std::vector<DrawnGraph::Below*> below(graph.size(), nullptr);
    below.front() = &graph.incident;
    for (DrawnGraph::Thought& thought : graph.thoughts) {
        below[thought.node] = &thought.below;
        const std::uint32_t above = graph.parents[thought.node];
        if (above != none && thought.place == 0) {
            ++below[above]->lines;
        }
    }
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
        const std::uint32_t above = graph.parents[node];
        if (above != none && below[above] != nullptr && below[node] == nullptr) {
            const DrawnType type = graph.types[node];
            const bool decided = type == DrawnType::decision || type == DrawnType::outcome;
            ++(decided ? below[above]->decisions : below[above]->steps);
        }
    }
}

void Columns::add_edges(const std::vector<PaintedEdge>& painted) {
    DrawnGraph::Edges& edges = graph_->edges;
    edges.from.reserve(painted.size());
    edges.to.reserve(painted.size());
    edges.kinds.reserve(painted.size());
    for (const PaintedEdge& edge : painted) {
        edges.from.push_back(edge.from);
        edges.to.push_back(edge.to);
        edges.kinds.push_back(
            static_cast<std::uint8_t>(edge.label * 4 + static_cast<std::uint8_t>(edge.provenance)));
    }
}

bool is_marked(const Event& event, const DrawnMap& drawn) {
    return std::ranges::any_of(context_marks(event), [&](std::uint64_t mark) {
        return std::ranges::binary_search(drawn.graph->marks, mark);
    });
}

// Whether one of the events that arrived behind `drawn` is part of what it shows.
Result<bool> concerned(const Store& store, const DrawnMap& drawn, std::uint64_t last_seq) {
    if (last_seq - drawn.last_seq > arrivals_max) {
        return true;
    }
    const auto cursor = TRY(store.read(drawn.last_seq + 1, last_seq));
    std::optional<Event> event = TRY(cursor->next());
    while (event) {
        if (is_marked(*event, drawn)) {
            return true;
        }
        // Telemetry that states no session stood under its run until it was settled.
        if (event->has(Flag::settled) && !event->run().empty()) {
            const Event before = TRY(event->with_session(event->run()));
            if (is_marked(before, drawn)) {
                return true;
            }
        }
        event = TRY(cursor->next());
    }
    return false;
}

}  // namespace

const DrawnGraph::Thought& DrawnGraph::thought(std::uint32_t node) const {
    return *std::ranges::lower_bound(thoughts, node, {}, &Thought::node);
}

const DrawnGraph::Below& DrawnGraph::below(std::uint32_t node) const {
    return node == 0 ? incident : thought(node).below;
}

const DrawnGraph::Words* DrawnGraph::words_of(std::uint32_t node) const {
    const auto found = std::ranges::lower_bound(words, node, {}, &Words::node);
    return found != words.end() && found->node == node ? &*found : nullptr;
}

std::string_view DrawnGraph::label_of(std::size_t edge) const {
    return context_labels[edges.kinds[edge] / 4];
}

Provenance DrawnGraph::provenance_of(std::size_t edge) const {
    return static_cast<Provenance>(edges.kinds[edge] % 4);
}

Result<DrawnMap> draw(const Store& store, const ContextRequest& request) {
    const auto begun = std::chrono::steady_clock::now();
    DrawnMap drawn;
    drawn.last_seq = store.last_seq();
    Columns columns(request.by);
    ContextPainting painting =
        TRY(paint_context(store, request,
                          [&](const ContextNode& node, const PaintedNode& from,
                              const ContextLog& log) { columns.add(node, from, log); }));
    drawn.graph = std::move(columns).finish(std::move(painting));
    drawn.finished = std::chrono::steady_clock::now();
    drawn.took = drawn.finished - begun;
    return drawn;
}

std::chrono::steady_clock::duration rest(std::chrono::steady_clock::duration took) {
    // Most are drawn at once. The others must not keep a processor busy while events arrive.
    using Duration = std::chrono::steady_clock::duration;
    constexpr std::chrono::milliseconds quick{250};
    constexpr std::chrono::seconds longest{15};
    return took < quick ? Duration() : std::min<Duration>(3 * took, longest);
}

Result<DrawnMap> brought_up_to_date(const Store& store, const DrawnMap& drawn) {
    const std::uint64_t last_seq = store.last_seq();
    if (last_seq == drawn.last_seq ||
        std::chrono::steady_clock::now() < drawn.finished + rest(drawn.took)) {
        return drawn;
    }
    const bool other = TRY(concerned(store, drawn, last_seq));
    if (other) {
        return draw(store, {drawn.graph->session, drawn.graph->by});
    }
    DrawnMap same = drawn;
    same.last_seq = last_seq;
    return same;
}

}  // namespace hence
