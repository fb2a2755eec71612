#include "formats/nous/nous.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "base/try.h"
#include "formats/common/graph_events.h"
#include "formats/common/records.h"
#include "formats/deciduous/deciduous.h"

namespace hence {
namespace {

constexpr std::string_view format_name = "nous";

bool has_any(Json record, std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(names,
                               [record](std::string_view name) { return record[name].present(); });
}

bool is_edge(Json record) {
    return has_any(record, {"from_id", "to_id", "edge_type"});
}

bool is_node(Json record) {
    return has_any(record, {"type", "node_type", "label"});
}

bool is_document(Json record) {
    return record["nodes"].is_array() || record["edges"].is_array();
}

// The id that it has, or one that depends on all that it says.
std::string id_of(Json record, Foreign& rest) {
    const std::string id = rest.text("id");
    return id.empty() ? derived_id(Time(), {format_name, record.raw()}) : id;
}

GraphPart node_from(Json record) {
    Foreign rest(record);
    GraphPart node;
    node.members.text("id", id_of(record, rest));
    node.members.value("type", rest.take(record["type"].present() ? "type" : "node_type"));
    for (const std::string_view name : {"label", "status", "confidence", "rationale"}) {
        node.members.value(name, rest.take(name));
    }
    const std::string metadata = metadata_of(record, rest);
    node.members.value("metadata", Json(metadata));
    for (const std::string_view name : {"event", "created_at", "updated_at"}) {
        node.members.value(name, rest.take(name));
    }
    rest.take("graph");
    rest.leave(node.beside, format_name);
    node.created_at = record["created_at"];
    return node;
}

GraphPart edge_from(Json record) {
    Foreign rest(record);
    GraphPart edge;
    edge.kind = GraphPart::Kind::edge;
    edge.members.text("id", id_of(record, rest));
    edge.members.text("from_id", rest.text("from_id"));
    edge.members.text("to_id", rest.text("to_id"));
    edge.members.value("edge_type", rest.take("edge_type"));
    const std::string metadata = metadata_of(record, rest);
    edge.members.value("metadata", Json(metadata));
    edge.members.value("created_at", rest.take("created_at"));
    rest.take("graph");
    rest.leave(edge.beside, format_name);
    edge.created_at = record["created_at"];
    return edge;
}

class NousReader final : public RecordReader {
public:
    using RecordReader::RecordReader;

private:
    Result<void> read(const Record& record, Batch& batch) override {
        if (!is_document(record.json)) {
            GraphDocument alone;
            return read_part(record, alone, batch);
        }
        Foreign rest(record.json);
        const Json nodes = rest.take("nodes");
        const Json edges = rest.take("edges");
        GraphDocument document;
        name_graph(rest.text("graph"), document);
        document.rest = TRY(rest_of(rest, format_name));
        const ReadOne each = [&](const Record& part) { return read_part(part, document, batch); };
        read_each(nodes, batch, each);
        read_each(edges, batch, each);
        return {};
    }

    Result<void> read_part(const Record& record, GraphDocument& document, Batch& batch) {
        const bool edge = is_edge(record.json);
        if (!edge && !is_node(record.json)) {
            return Error{
                Code::invalid,
                "neither a node (id, type, label) nor an edge (from_id, to_id, edge_type)"};
        }
        GraphPart part = edge ? edge_from(record.json) : node_from(record.json);
        const std::string graph = document.graph;
        name_graph(record.json["graph"].string().value_or(""), document);
        Result<Event> event = events_.make(std::move(part), document);
        document.graph = graph;
        if (!event) {
            return event.error();
        }
        add(std::move(event).take(), record, batch);
        return {};
    }

    static void name_graph(const std::string& name, GraphDocument& document) {
        document.graph = name.empty() ? document.graph : name;
    }

    GraphEvents events_{format_name};
};

}  // namespace

bool is_nous(const Beginning& beginning) {
    const Json record = beginning.record();
    if (is_document(record)) {
        const Json node = record["nodes"].at(0);
        const Json edge = record["edges"].at(0);
        return !is_deciduous(beginning) && (node.raw().empty() || is_node(node)) &&
               (edge.raw().empty() || is_edge(edge));
    }
    return beginning.has({"from_id", "to_id", "edge_type"}) ||
           beginning.has({"id", "type", "label"}) || beginning.has({"id", "node_type", "label"});
}

std::unique_ptr<Reader> read_nous(const ReadOptions& options) {
    return std::make_unique<NousReader>(options);
}

}  // namespace hence
