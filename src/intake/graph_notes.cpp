#include "intake/graph_notes.h"

#include <memory>
#include <optional>

#include <fmt/format.h>

#include "base/try.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/keys.h"
#include "model/kinds.h"
#include "model/text.h"

namespace hence {
namespace {

std::string graph_of(const Event& event) {
    const std::string name = text_field(event, "graph");
    return name.empty() ? "default" : name;
}

bool is_superseded_node(const Event& event) {
    return event.kind() == Kind::graph_node &&
           field(event, "node")["status"].string() == "superseded";
}

// The id of a node or an edge that names none is that of its event.
std::string id_in(Json part, const Event& event) {
    const std::string id = part["id"].string().value_or("");
    return id.empty() ? std::string(event.id()) : id;
}

Result<bool> has_node(const Store& store, const std::string& graph, const std::string& id) {
    const auto cursor = TRY(store.scan({Space::graph_node, joined(graph, id)}));
    std::optional<Event> event = TRY(cursor->next());
    while (event && event->kind() != Kind::graph_node) {
        event = TRY(cursor->next());
    }
    return event.has_value();
}

// Whether anything says what superseded the node.
Result<bool> has_successor(const Store& store, const std::string& graph, const std::string& id) {
    const auto cursor = TRY(store.scan({Space::graph_in, joined(graph, id)}));
    std::optional<Event> event = TRY(cursor->next());
    while (event && event->kind() != Kind::graph_supersede &&
           field(*event, "edge")["edge_type"].string() != "supersedes") {
        event = TRY(cursor->next());
    }
    return event.has_value();
}

Result<std::string> note_of_edge(const Store& store, const Event& event) {
    const Json edge = field(event, "edge");
    for (const std::string_view name : {"from_id", "to_id"}) {
        const std::string id = edge[name].string().value_or("");
        const bool known = TRY(has_node(store, graph_of(event), id));
        if (!id.empty() && !known) {
            return fmt::format("the edge {} has no effect: there is no node {}",
                               hence::quoted(id_in(edge, event)), hence::quoted(id));
        }
    }
    return std::string();
}

Result<std::string> note_of_node(const Store& store, const Event& event) {
    const std::string id = id_in(field(event, "node"), event);
    const bool whole = TRY(has_successor(store, graph_of(event), id));
    return whole ? std::string()
                 : fmt::format("the node {} is superseded, and no edge says by what",
                               hence::quoted(id));
}

}  // namespace

void GraphNotes::see(const Event& event) {
    const bool concerns = event.kind() == Kind::graph_edge || is_superseded_node(event);
    if (concerns && changes_.size() < changes_max) {
        changes_.push_back(event);
    }
}

Result<std::vector<std::string>> GraphNotes::look(const Store& store) const {
    std::vector<std::string> notes;
    for (const Event& event : changes_) {
        std::string note = TRY(event.kind() == Kind::graph_edge ? note_of_edge(store, event)
                                                                : note_of_node(store, event));
        if (!note.empty()) {
            notes.push_back(std::move(note));
        }
    }
    return notes;
}

}  // namespace hence
