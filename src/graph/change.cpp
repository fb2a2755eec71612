// Reads each member of a graph event under its rule. The names of types, statuses and edges stand
// in the order of their enums.
#include "graph/change.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/facts.h"
#include "model/json/members.h"
#include "model/json/writer.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t id_bytes_max = 256;

constexpr std::array node_types = {"goal",    "decision",    "option", "action",
                                   "outcome", "observation", "revisit"};
constexpr std::array node_statuses = {"active", "completed", "superseded", "rejected"};
constexpr std::array edge_types = {"leads_to", "chosen",  "rejected",  "requires",
                                   "blocks",   "enables", "supersedes"};

template <class Enum, std::size_t n>
Result<Enum> named(std::string_view what, std::string_view name,
                   const std::array<const char*, n>& names) {
    for (std::size_t i = 0; i < n; ++i) {
        if (name == names[i]) {
            return static_cast<Enum>(i);
        }
    }
    return Error{Code::invalid, fmt::format("{} {} is not known", what, hence::quoted(name)),
                 fmt::format("it is one of {}", fmt::join(names, ", "))};
}

Error wrong(std::string_view key, std::string_view rule) {
    return {Code::invalid, fmt::format("{} must be {}", key, rule)};
}

// Empty when it is absent.
Result<std::string> id_at(const ObjectMembers& object, std::string_view key) {
    const Json value = object[key];
    const std::optional<std::string> text = value.string();
    if (value.present() && (!text || text->empty() || text->size() > id_bytes_max)) {
        return wrong(key, "a text of 1 to 256 bytes");
    }
    return text.value_or("");
}

Result<std::string> needed_id(const ObjectMembers& object, std::string_view key) {
    std::string id = TRY(id_at(object, key));
    if (id.empty()) {
        return wrong(key, "given");
    }
    return id;
}

Result<std::string> text_at(const ObjectMembers& object, std::string_view key) {
    const Json value = object[key];
    if (value.present() && !value.is_string()) {
        return wrong(key, "text");
    }
    return value.string().value_or("");
}

Result<std::string> confidence_at(const ObjectMembers& object) {
    const Json value = object["confidence"];
    if (!value.present()) {
        return std::string();
    }
    const std::optional<double> number = value.number();
    if (!number || *number < 0 || *number > 1) {
        return wrong("confidence", "a number from 0 to 1");
    }
    return std::string(value.raw());
}

Result<std::string> metadata_at(const ObjectMembers& object) {
    const Json value = object["metadata"];
    if (value.present() && !value.is_object()) {
        return wrong("metadata", "a JSON object");
    }
    return value.present() ? std::string(value.raw()) : std::string("{}");
}

// A value that is no RFC 3339 time counts as absent: importers leave such a value as it came, and
// the event has a time of its own.
Time time_at(const ObjectMembers& object, std::string_view key, const Time& otherwise) {
    const JsonString text(object[key]);
    if (text.empty()) {
        return otherwise;
    }
    const Result<Time> time = parse_time(text.view());
    return time ? *time : otherwise;
}

Result<GraphChange> superseded(const Event& event, const ObjectMembers& fields) {
    NodeSuperseded change;
    change.old_id = TRY(needed_id(fields, "old_id"));
    change.edge.from_id = TRY(needed_id(fields, "new_id"));
    change.edge.id = TRY(id_at(fields, "edge_id"));
    if (change.edge.id.empty()) {
        change.edge.id = event.id();
    }
    change.edge.own_id = change.edge.id == event.id();
    change.edge.to_id = change.old_id;
    change.edge.type = EdgeType::supersedes;
    change.edge.created_at = event.time();
    change.edge.added = position_of(event);
    const std::string why = TRY(text_at(fields, "why"));
    if (!why.empty()) {
        change.edge.metadata.clear();
        JsonWriter json(change.edge.metadata);
        json.begin_object().member("rationale", Exact{why}).end_object();
    }
    return GraphChange(std::move(change));
}

}  // namespace

std::string_view to_string(NodeType type) {
    return node_types[static_cast<std::size_t>(type)];
}
std::string_view to_string(NodeStatus status) {
    return node_statuses[static_cast<std::size_t>(status)];
}
std::string_view to_string(EdgeType type) {
    return edge_types[static_cast<std::size_t>(type)];
}
Result<NodeType> node_type(std::string_view name) {
    return named<NodeType>("node type", name, node_types);
}
Result<NodeStatus> node_status(std::string_view name) {
    return named<NodeStatus>("status", name, node_statuses);
}
Result<EdgeType> edge_type(std::string_view name) {
    return named<EdgeType>("edge type", name, edge_types);
}

bool is_graph_kind(std::string_view kind) {
    return kind == Kind::graph_node || kind == Kind::graph_edge || kind == Kind::graph_update ||
           kind == Kind::graph_delete || kind == Kind::graph_supersede;
}

std::string graph_of(const Event& event) {
    std::string name = text_field(event, "graph");
    return name.empty() ? std::string(default_graph) : name;
}

Result<GraphNode> node_from(Json given, const Time& otherwise) {
    if (!given.is_object()) {
        return wrong("node", "an object");
    }
    const ObjectMembers object(given.raw());
    GraphNode node;
    node.id = TRY(id_at(object, "id"));
    const std::string type = TRY(text_at(object, "type"));
    node.type = TRY(node_type(type));
    node.label = TRY(text_at(object, "label"));
    if (node.label.empty()) {
        return wrong("label", "given");
    }
    const std::string status = TRY(text_at(object, "status"));
    if (!status.empty()) {
        node.status = TRY(node_status(status));
    }
    node.confidence = TRY(confidence_at(object));
    node.rationale = TRY(text_at(object, "rationale"));
    node.metadata = TRY(metadata_at(object));
    node.event = TRY(id_at(object, "event"));
    node.created_at = time_at(object, "created_at", otherwise);
    node.updated_at = time_at(object, "updated_at", node.created_at);
    return node;
}

Result<GraphEdge> edge_from(Json given, const Time& otherwise) {
    if (!given.is_object()) {
        return wrong("edge", "an object");
    }
    const ObjectMembers object(given.raw());
    GraphEdge edge;
    edge.id = TRY(id_at(object, "id"));
    edge.from_id = TRY(needed_id(object, "from_id"));
    edge.to_id = TRY(needed_id(object, "to_id"));
    const std::string type = TRY(text_at(object, "edge_type"));
    edge.type = TRY(edge_type(type));
    edge.metadata = TRY(metadata_at(object));
    edge.created_at = time_at(object, "created_at", otherwise);
    return edge;
}

Result<NodeChanges> changes_from(Json given) {
    if (!given.is_object()) {
        return wrong("set", "an object");
    }
    NodeChanges set;
    std::optional<Error> failure;
    given.each_member([&](std::string_view name, Json) {
        if (name != "label" && name != "status" && name != "confidence" && name != "rationale" &&
            name != "metadata") {
            failure = Error{Code::invalid,
                            fmt::format("{} of a node cannot be changed", hence::quoted(name)),
                            "label, status, confidence, rationale and metadata can"};
        }
        return !failure;
    });
    if (failure) {
        return std::move(*failure);
    }
    const ObjectMembers object(given.raw());
    if (!object["label"].raw().empty()) {
        set.label = TRY(text_at(object, "label"));
        if (set.label->empty()) {
            return wrong("label", "given");
        }
    }
    if (!object["status"].raw().empty()) {
        const std::string status = TRY(text_at(object, "status"));
        set.status = TRY(node_status(status));
    }
    if (!object["confidence"].raw().empty()) {
        set.confidence = TRY(confidence_at(object));
    }
    if (!object["rationale"].raw().empty()) {
        set.rationale = TRY(text_at(object, "rationale"));
    }
    if (!object["metadata"].raw().empty()) {
        set.metadata = TRY(metadata_at(object));
    }
    return set;
}

void apply(const NodeChanges& changes, GraphNode& node) {
    node.label = changes.label.value_or(node.label);
    node.status = changes.status.value_or(node.status);
    node.confidence = changes.confidence.value_or(node.confidence);
    node.rationale = changes.rationale.value_or(node.rationale);
    node.metadata = changes.metadata.value_or(node.metadata);
}

Result<GraphChange> change_of(const Event& event) {
    const ObjectMembers fields(event.fields());
    const std::string_view kind = event.kind();
    if (kind == Kind::graph_node) {
        GraphNode node = TRY(node_from(fields["node"], event.time()));
        node.id = node.id.empty() ? std::string(event.id()) : std::move(node.id);
        node.added = position_of(event);
        return GraphChange(NodeAdded{std::move(node)});
    }
    if (kind == Kind::graph_edge) {
        GraphEdge edge = TRY(edge_from(fields["edge"], event.time()));
        edge.id = edge.id.empty() ? std::string(event.id()) : std::move(edge.id);
        edge.own_id = edge.id == event.id();
        edge.added = position_of(event);
        return GraphChange(EdgeAdded{std::move(edge)});
    }
    if (kind == Kind::graph_update) {
        std::string id = TRY(needed_id(fields, "id"));
        NodeChanges set = TRY(changes_from(fields["set"]));
        return GraphChange(NodeUpdated{std::move(id), std::move(set)});
    }
    if (kind == Kind::graph_delete) {
        std::string id = TRY(needed_id(fields, "id"));
        return GraphChange(NodeDeleted{std::move(id)});
    }
    return superseded(event, fields);
}

}  // namespace hence
