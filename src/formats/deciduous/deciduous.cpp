#include "formats/deciduous/deciduous.h"

#include <map>
#include <utility>

#include "base/try.h"
#include "formats/common/graph_events.h"
#include "formats/common/records.h"

namespace hence {
namespace {

constexpr std::string_view format_name = "deciduous";
constexpr double confidence_max = 100;  // Ours goes to 1.

bool is_edge(Json record) {
    return record["edge_type"].present() || record["from_change_id"].present() ||
           record["to_change_id"].present();
}

bool is_node(Json record) {
    return record["node_type"].present() || record["title"].present();
}

bool is_document(Json record) {
    return record["nodes"].is_array() || record["edges"].is_array();
}

// A confidence of 90 is 0.9. Empty for a value that is no confidence.
std::string confidence_from(Json percent) {
    const std::optional<double> value = percent.number();
    std::string text;
    if (value && *value >= 0 && *value <= confidence_max) {
        append_number(text, *value / confidence_max);
    }
    return text;
}

// Adds under another name what would hide something of the same name.
void add_beside(Fields& metadata, std::string_view name, Json value) {
    const bool taken = metadata.has(name);
    metadata.value(taken ? std::string(format_name) + '.' + std::string(name) : std::string(name),
                   value);
}

struct Metadata {
    Fields fields = {};
    std::string confidence = {};
};

// All but the confidence, which is a member of the node.
Metadata metadata_from(Json record, Foreign& rest) {
    Metadata metadata;
    const std::string given = metadata_of(record, rest);
    Json(given).each_member([&metadata](std::string_view name, Json value) {
        if (name == "confidence" && metadata.confidence.empty()) {
            metadata.confidence = confidence_from(value);
            if (!metadata.confidence.empty()) {
                return true;
            }
        }
        metadata.fields.value(name, value);
        return true;
    });
    if (metadata.confidence.empty()) {
        metadata.confidence = confidence_from(record["confidence"]);
        if (!metadata.confidence.empty()) {
            rest.take("confidence");
        }
    }
    return metadata;
}

std::string id_of(Foreign& rest, std::string_view name, std::string_view number_name) {
    const std::string id = rest.text(name);
    return id.empty() ? rest.text(number_name) : id;
}

// A node that nobody has begun on is an active one, to us.
void take_status(GraphPart& node, Json status, Fields& metadata) {
    if (status.string() == "pending") {
        node.members.text("status", "active");
        add_beside(metadata, "status", status);
    } else {
        node.members.value("status", status);
    }
}

Result<GraphPart> node_from(Json record) {
    Foreign rest(record);
    GraphPart node;
    const std::string id = id_of(rest, "change_id", "id");
    if (id.empty()) {
        return Error{Code::invalid, "change_id is missing"};
    }
    node.members.text("id", id);
    node.members.value("type", rest.take("node_type"));
    node.members.value("label", rest.take("title"));
    Metadata metadata = metadata_from(record, rest);
    take_status(node, rest.take("status"), metadata.fields);
    node.members.value("confidence", Json(metadata.confidence));
    add_beside(metadata.fields, "description", rest.take("description"));
    const std::string all = TRY(std::move(metadata.fields).take());
    node.members.value("metadata", Json(all));
    for (const std::string_view name : {"created_at", "updated_at"}) {
        node.members.value(name, rest.take(name));
    }
    rest.leave(node.beside, format_name);
    node.created_at = record["created_at"];
    return node;
}

// The change ids of a document's nodes, by their numbers.
using Numbers = std::map<std::string, std::string, std::less<>>;

std::string end_of(Foreign& rest, std::string_view end, const Numbers& numbers) {
    std::string id = rest.text(std::string(end) + "_change_id");
    if (!id.empty()) {
        return id;
    }
    const std::string number = rest.text(std::string(end) + "_node_id");
    const auto found = numbers.find(number);
    return found == numbers.end() ? number : found->second;
}

// There is one edge of a type between two nodes: so its id is these three.
Result<GraphPart> edge_from(Json record, const Numbers& numbers) {
    Foreign rest(record);
    GraphPart edge;
    edge.kind = GraphPart::Kind::edge;
    const std::string from = end_of(rest, "from", numbers);
    const std::string to = end_of(rest, "to", numbers);
    if (from.empty() || to.empty()) {
        return Error{Code::invalid,
                     from.empty() ? "from_change_id is missing" : "to_change_id is missing"};
    }
    edge.members.text("id", derived_id(Time(), {format_name, from, to, record["edge_type"].raw()}));
    edge.members.text("from_id", from);
    edge.members.text("to_id", to);
    edge.members.value("edge_type", rest.take("edge_type"));
    Metadata metadata = metadata_from(record, rest);
    add_beside(metadata.fields, "rationale", rest.take("rationale"));
    const std::string all = TRY(std::move(metadata.fields).take());
    edge.members.value("metadata", Json(all));
    edge.members.value("created_at", rest.take("created_at"));
    rest.leave(edge.beside, format_name);
    edge.created_at = record["created_at"];
    return edge;
}

class DeciduousReader final : public RecordReader {
public:
    using RecordReader::RecordReader;

private:
    Result<void> read(const Record& record, Batch& batch) override;
    Result<void> read_part(const Record& record, GraphDocument& document, Batch& batch);

    GraphEvents events_{format_name};
    Numbers numbers_;  // Of the document that is being read.
};

Result<void> DeciduousReader::read(const Record& record, Batch& batch) {
    GraphDocument document;
    if (!is_document(record.json)) {
        return read_part(record, document, batch);
    }
    Foreign rest(record.json);
    const Json nodes = rest.take("nodes");
    const Json edges = rest.take("edges");
    document.agent = rest.text("author");
    const std::string graph = rest.text("graph");
    document.graph = graph.empty() ? document.graph : graph;
    document.time = time_from(record.json["created_at"]).value_or("");
    document.rest = TRY(rest_of(rest, format_name));
    numbers_.clear();
    const ReadOne each = [&](const Record& part) { return read_part(part, document, batch); };
    read_each(nodes, batch, each);
    read_each(edges, batch, each);
    numbers_.clear();
    return {};
}

Result<void> DeciduousReader::read_part(const Record& record, GraphDocument& document,
                                        Batch& batch) {
    const bool edge = is_edge(record.json);
    if (!edge && !is_node(record.json)) {
        return Error{Code::invalid,
                     "neither a node (change_id, node_type, title) nor an edge (from_change_id, "
                     "to_change_id, edge_type)"};
    }
    GraphPart part = TRY(edge ? edge_from(record.json, numbers_) : node_from(record.json));
    Event event = TRY(events_.make(std::move(part), document));
    const std::string number = edge ? "" : Foreign(record.json).text("id");
    const std::string change = record.json["change_id"].string().value_or("");
    if (!number.empty() && !change.empty()) {
        numbers_.emplace(number, change);
    }
    add(std::move(event), record, batch);
    return {};
}

}  // namespace

bool is_deciduous(const Beginning& beginning) {
    const Json record = beginning.record();
    if (!is_document(record)) {
        return beginning.has({"change_id", "node_type"}) ||
               beginning.has({"from_change_id", "to_change_id"});
    }
    const Json node = record["nodes"].at(0);
    const Json edge = record["edges"].at(0);
    if (node.raw().empty() && edge.raw().empty()) {
        return beginning.has({"version"}) || beginning.has({"base_commit"});
    }
    return node["change_id"].present() || node["title"].present() ||
           edge["from_change_id"].present() || edge["from_node_id"].present();
}

std::unique_ptr<Reader> read_deciduous(const ReadOptions& options) {
    return std::make_unique<DeciduousReader>(options);
}

}  // namespace hence
