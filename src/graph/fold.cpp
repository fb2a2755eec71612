// How each question to a fold is answered from the postings of the graph's spaces. The hard one is
// whether a supersede closed a circle: that depends on which earlier supersedes fitted, so
// closes_circle decides all supersedes behind the edge first, in order, and remembers the results.
#include "graph/fold.h"

#include <algorithm>

#include "base/by_text.h"
#include "base/try.h"
#include "model/kinds.h"
#include "model/position.h"

namespace hence {
namespace {

// A result that took more events than this is remembered.
constexpr std::size_t events_long = 16;
// Nodes that are kept until they are asked for, and the fields of their events.
constexpr std::size_t plain_nodes_max = 1'024;
constexpr std::size_t plain_event_max = 4'096;

// Hides what arrived after number `last`.
class CursorUpTo final : public Cursor {
public:
    CursorUpTo(std::unique_ptr<Cursor> all, std::uint64_t last)
        : all_(std::move(all)), last_(last) {}

    Result<std::optional<Event>> next() override {
        std::optional<Event> event = TRY(all_->next());
        while (event && event->seq() > last_) {
            event = TRY(all_->next());
        }
        return event;
    }

private:
    std::unique_ptr<Cursor> all_;
    std::uint64_t last_;
};

// Whether `to` can be reached from `from` along edges.
bool reaches(const ByText<std::vector<std::string>>& edges, const std::string& from,
             const std::string& to) {
    Texts seen{from};
    std::vector<std::string> waiting{from};
    while (!waiting.empty()) {
        const std::string node = std::move(waiting.back());
        waiting.pop_back();
        if (node == to) {
            return true;
        }
        const auto next = edges.find(node);
        if (next == edges.end()) {
            continue;
        }
        for (const std::string& each : next->second) {
            if (seen.insert(each).second) {
                waiting.push_back(each);
            }
        }
    }
    return false;
}

}  // namespace

const GraphEdge* edge_of(const GraphChange& change) {
    if (const auto* added = std::get_if<EdgeAdded>(&change)) {
        return &added->edge;
    }
    const auto* superseded = std::get_if<NodeSuperseded>(&change);
    return superseded == nullptr ? nullptr : &superseded->edge;
}

GraphFold::GraphFold(const Store& store, GraphAt at)
    : store_(store), at_(std::move(at)), last_seq_(store.last_seq()) {}

Result<std::unique_ptr<Cursor>> GraphFold::scan(const Key& key, Direction direction) {
    std::unique_ptr<Cursor> all = TRY(store_.scan(key, {.to = at_.as_of, .direction = direction}));
    return std::unique_ptr<Cursor>(std::make_unique<CursorUpTo>(std::move(all), last_seq_));
}

Result<std::unique_ptr<Cursor>> GraphFold::events(Direction direction) {
    return scan({Space::graph, at_.graph}, direction);
}

Result<std::unique_ptr<Cursor>> GraphFold::events(Space space, std::string_view name,
                                                  Direction direction) {
    return scan({space, joined(at_.graph, name)}, direction);
}

// Takes the next event about a node. False once nothing further can change it.
Result<bool> GraphFold::take(const Event& event, std::string_view id,
                             std::optional<GraphNode>& node) {
    Result<GraphChange> change = change_of(event);
    if (!change) {
        return true;
    }
    if (auto* added = std::get_if<NodeAdded>(&*change)) {
        if (!node && added->node.id == id) {
            node = std::move(added->node);
        }
        return true;
    }
    if (!node) {
        return true;
    }
    if (const auto* updated = std::get_if<NodeUpdated>(&*change)) {
        apply(updated->set, *node);
        node->updated_at = event.time();
    } else if (std::holds_alternative<NodeDeleted>(*change)) {
        node->deleted = position_of(event);
        return false;
    } else if (const auto* superseded = std::get_if<NodeSuperseded>(&*change)) {
        const bool fits = TRY(fitted(superseded->edge));
        if (fits) {
            node->status = NodeStatus::superseded;
            node->updated_at = event.time();
        }
    }
    return true;
}

// A node with many changes is asked for again at each of its edges, so its result is remembered.
Result<std::optional<GraphNode>> GraphFold::node(std::string_view id) {
    const auto known = long_nodes_.find(id);
    if (known != long_nodes_.end()) {
        return known->second;
    }
    const auto plain = plain_nodes_.find(id);
    if (plain == plain_nodes_.end()) {
        return folded(id);
    }
    std::optional<GraphNode> node(std::move(plain->second));
    plain_nodes_.erase(plain);
    return node;
}

Result<std::optional<GraphNode>> GraphFold::folded(std::string_view id) {
    std::optional<GraphNode> node;
    std::size_t taken = 0;
    const std::unique_ptr<Cursor> cursor = TRY(events(Space::graph_node, id));
    std::optional<Event> event = TRY(cursor->next());
    while (event) {
        ++taken;
        const bool more = TRY(take(*event, id, node));
        if (!more) {
            break;
        }
        event = TRY(cursor->next());
    }
    if (node) {
        lives_.insert_or_assign(node->id, Life{node->added, node->deleted});
    }
    if (taken > events_long) {
        long_nodes_.emplace(id, node);
    }
    return node;
}

Result<const GraphFold::Life*> GraphFold::life(std::string_view id) {
    const auto known = lives_.find(id);
    if (known != lives_.end()) {
        return &known->second;
    }
    // Less than the whole node: whether it was superseded, which may take a walk, does not matter.
    // A node that was not superseded is known whole by then, and mostly asked for next: it is kept.
    Life life;
    std::optional<GraphNode> plain;
    bool is_plain = true;
    const std::unique_ptr<Cursor> cursor = TRY(events(Space::graph_node, id));
    std::optional<Event> event = TRY(cursor->next());
    while (event && !life.deleted) {
        const Position place{event->time(), event->seq()};
        Result<GraphChange> change = change_of(*event);
        if (!life.added && event->kind() == Kind::graph_node && change) {
            life.added = place;
            if (auto* added = std::get_if<NodeAdded>(&*change)) {
                plain = std::move(added->node);
            }
        } else if (life.added && event->kind() == Kind::graph_delete) {
            life.deleted = place;
        } else if (change && std::holds_alternative<NodeSuperseded>(*change)) {
            is_plain = false;
        } else if (const auto* updated = change ? std::get_if<NodeUpdated>(&*change) : nullptr;
                   updated != nullptr && plain) {
            apply(updated->set, *plain);
            plain->updated_at = event->time();
        }
        is_plain = is_plain && event->fields().size() <= plain_event_max;
        event = TRY(cursor->next());
    }
    if (plain && is_plain && !life.deleted) {
        if (plain_nodes_.size() >= plain_nodes_max) {
            plain_nodes_.clear();
        }
        plain_nodes_.emplace(id, std::move(*plain));
    }
    return &lives_.emplace(id, life).first->second;
}

Result<bool> GraphFold::lives(std::string_view id) {
    const Life* known = TRY(life(id));
    return known->added && !known->deleted;
}

Result<bool> GraphFold::ends_were_there(const GraphEdge& edge) {
    const Life* from = TRY(life(edge.from_id));
    if (!from->covers(edge.added)) {
        return false;
    }
    const Life* to = TRY(life(edge.to_id));
    return to->covers(edge.added);
}

Result<GraphFold::EdgeId> GraphFold::edge_id(const std::string& id) {
    const auto known = shared_ids_.find(id);
    if (known != shared_ids_.end()) {
        return known->second;
    }
    EdgeId found;
    std::size_t edges = 0;
    const std::unique_ptr<Cursor> cursor = TRY(events(Space::graph_edge, id));
    for (std::optional<Event> event = TRY(cursor->next()); event;) {
        const Result<GraphChange> change = change_of(*event);
        const GraphEdge* edge = change ? edge_of(*change) : nullptr;
        // Of edges that have the id by naming it, only the first counts.
        if (edge != nullptr && (edge->own_id || !found.first)) {
            const bool there = TRY(ends_were_there(*edge));
            found.by_event = found.by_event || (there && edge->own_id);
            found.first = there && !found.first ? edge->added : found.first;
        }
        ++edges;
        event = TRY(cursor->next());
    }
    if (edges > events_long) {
        shared_ids_.emplace(id, found);
    }
    return found;
}

// An event's id is its own, so an edge that goes by it need not be looked up. Any other id is taken
// by the event of that id if that adds an edge, else by the first edge of that id. Only edges whose
// ends were there count.
Result<bool> GraphFold::has_its_id(const GraphEdge& edge) {
    if (edge.own_id) {
        return true;
    }
    const EdgeId id = TRY(edge_id(edge.id));
    return !id.by_event && !(id.first && *id.first < edge.added);
}

// When the node was first superseded by one that was there; whether that fitted does not matter.
Result<std::optional<Position>> GraphFold::first_superseded(const std::string& id) {
    const auto known = first_superseded_.find(id);
    if (known != first_superseded_.end()) {
        return known->second;
    }
    std::optional<Position> first;
    const std::unique_ptr<Cursor> cursor = TRY(events(Space::graph_in, id));
    for (std::optional<Event> event = TRY(cursor->next()); event && !first;) {
        const Result<GraphChange> change = change_of(*event);
        const GraphEdge* edge = change ? edge_of(*change) : nullptr;
        if (edge != nullptr && edge->type == EdgeType::supersedes) {
            const bool there = TRY(ends_were_there(*edge));
            first = there ? std::optional(edge->added) : std::nullopt;
        }
        event = TRY(cursor->next());
    }
    return first_superseded_.emplace(id, first).first->second;
}

// The edges by which the node supersedes others and whose ends were there, in order.
Result<const std::vector<GraphEdge>*> GraphFold::supersedes_of(const std::string& id) {
    const auto known = supersedes_.find(id);
    if (known != supersedes_.end()) {
        return &known->second;
    }
    std::vector<GraphEdge> found;
    const std::unique_ptr<Cursor> cursor = TRY(events(Space::graph_out, id));
    for (std::optional<Event> event = TRY(cursor->next()); event;) {
        const Result<GraphChange> change = change_of(*event);
        const GraphEdge* edge = change ? edge_of(*change) : nullptr;
        if (edge != nullptr && edge->type == EdgeType::supersedes) {
            const bool there = TRY(ends_were_there(*edge));
            if (there) {
                found.push_back(*edge);
            }
        }
        event = TRY(cursor->next());
    }
    return &supersedes_.emplace(id, std::move(found)).first->second;
}

// The supersedes edges before `edge` that can be reached from the node it supersedes, in order.
// Whether one of them fitted depends on no edge outside of this list.
Result<std::vector<GraphEdge>> GraphFold::supersedes_behind(const GraphEdge& edge) {
    std::vector<GraphEdge> found;
    Texts seen{edge.to_id};
    std::vector<std::string> waiting{edge.to_id};
    while (!waiting.empty()) {
        const std::string node = std::move(waiting.back());
        waiting.pop_back();
        const std::vector<GraphEdge>* const next = TRY(supersedes_of(node));
        for (const GraphEdge& each : *next) {
            if (each.added >= edge.added) {
                break;
            }
            if (seen.insert(each.to_id).second) {
                waiting.push_back(each.to_id);
            }
            found.push_back(each);
        }
    }
    std::ranges::sort(found, {}, &GraphEdge::added);
    return found;
}

// Mostly the superseding node is new: it was never superseded itself, so no circle can close and
// nothing needs to be walked.
Result<bool> GraphFold::closes_circle(const GraphEdge& edge) {
    if (edge.type != EdgeType::supersedes) {
        return false;
    }
    if (edge.from_id == edge.to_id) {
        return true;
    }
    const std::optional<Position> superseded_at = TRY(first_superseded(edge.from_id));
    if (!superseded_at || *superseded_at >= edge.added) {
        return false;
    }
    const std::vector<GraphEdge> behind = TRY(supersedes_behind(edge));
    ByText<std::vector<std::string>> taken;
    Texts superseded;
    for (const GraphEdge& each : behind) {
        const auto known = fitted_.find(each.added.seq);
        bool fits = known != fitted_.end() && known->second;
        if (known == fitted_.end()) {
            fits = TRY(has_its_id(each));
            fits = fits && each.from_id != each.to_id &&
                   !(superseded.contains(each.from_id) && reaches(taken, each.to_id, each.from_id));
            fitted_.emplace(each.added.seq, fits);
        }
        if (fits) {
            taken[each.from_id].push_back(each.to_id);
            superseded.insert(each.to_id);
        }
    }
    return reaches(taken, edge.to_id, edge.from_id);
}

Result<std::vector<std::string>> GraphFold::superseded_by(std::string_view id) {
    std::vector<std::string> found;
    const std::unique_ptr<Cursor> cursor = TRY(events(Space::graph_out, id));
    for (std::optional<Event> event = TRY(cursor->next()); event;) {
        const Result<GraphChange> change = change_of(*event);
        const GraphEdge* edge = change ? edge_of(*change) : nullptr;
        if (edge != nullptr && edge->type == EdgeType::supersedes) {
            const bool fits = TRY(fitted(*edge));
            if (fits) {
                found.push_back(edge->to_id);
            }
        }
        event = TRY(cursor->next());
    }
    return found;
}

Result<bool> GraphFold::fitted(const GraphEdge& edge) {
    const auto known = fitted_.find(edge.added.seq);
    if (known != fitted_.end()) {
        return known->second;
    }
    bool fits = TRY(ends_were_there(edge));
    if (fits) {
        fits = TRY(has_its_id(edge));
    }
    if (fits) {
        const bool circle = TRY(closes_circle(edge));
        fits = !circle;
    }
    fitted_.emplace(edge.added.seq, fits);
    return fits;
}

Result<std::vector<GraphEdge>> GraphFold::edges(Space space, std::string_view id) {
    std::vector<GraphEdge> found;
    const std::unique_ptr<Cursor> cursor = TRY(events(space, id));
    for (std::optional<Event> event = TRY(cursor->next()); event;) {
        Result<GraphChange> change = change_of(*event);
        const GraphEdge* edge = change ? edge_of(*change) : nullptr;
        if (edge != nullptr) {
            const bool from = TRY(lives(edge->from_id));
            const bool to = TRY(lives(edge->to_id));
            bool fits = from && to;
            if (fits) {
                fits = TRY(fitted(*edge));
            }
            if (fits) {
                found.push_back(*edge);
            }
        }
        event = TRY(cursor->next());
    }
    return found;
}

}  // namespace hence
