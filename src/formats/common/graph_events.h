// Nodes and edges of decision graphs of other programs, as the events of a Hence graph.
//
// Other programs keep graphs as tables, and Hence folds events in order (graph/fold.h). An edge
// must come behind its two nodes, so a part without a time of its own gets the time of its document
// or of the part before it, whichever is later. The id of an event depends on what the part says,
// so a table that is exported again adds only the parts that changed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/common/foreign.h"
#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// What a document says of all its nodes and edges.
struct GraphDocument {
    std::string graph = "default";
    std::string agent = {};
    std::string time = {};  // RFC 3339; empty: none.
    std::string rest = {};  // A JSON object of all else that it says; empty: nothing.
};

// A node or an edge in the making.
struct GraphPart {
    enum class Kind { node, edge };

    Kind kind = Kind::node;
    Json created_at = {};
    Fields members = {};  // Of the node or edge.
    Fields beside = {};   // What it says that is no part of a node or edge of ours.
};

// Makes the events of one text. A part without a time gets that of its document, but no earlier
// than what came before it, so that an edge never precedes its ends; else that of its place.
class GraphEvents {
public:
    explicit GraphEvents(std::string_view format) : format_(format) {}

    // The id depends on what the event says: the same part again gives the same event. A long
    // `document.rest` goes into one event only, and is empty from then on.
    Result<Event> make(GraphPart part, GraphDocument& document);

private:
    void give_time(EventDraft& draft, Json created_at, const GraphDocument& document);

    std::string_view format_;
    std::uint64_t index_ = 0;  // Of the next part.
    std::string latest_ = {};  // The latest recorded time so far, RFC 3339.
};

// The `metadata` of a record, or its `metadata_json`, which may be the text of a JSON object. Empty
// when there is no such object; what is none is left in `rest`.
std::string metadata_of(Json record, Foreign& rest);

// The leftovers of a document as GraphDocument::rest.
Result<std::string> rest_of(const Foreign& document, std::string_view format);

}  // namespace hence
