// Changes a decision graph: several changes as one append, all of them or none.
//
// A change is checked twice: by itself when it is added, and against the graph inside the commit,
// after all earlier batches. So two writers at the same time cannot both add a node of the same id
// or close a circle together. Nothing is ever overwritten: a change is an event, and the graph
// keeps its history.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"
#include "hence/graph.h"
#include "hence/result.h"
#include "hence/store.h"

namespace [[gnu::visibility("default")]] hence {

// Who changes the graph: put on every event. Empty: absent.
struct GraphAuthor {
    std::string agent = {};
    std::string session = {};
    std::string run = {};
    std::string correlation = {};
    std::string parent = {};  // The event that the changes belong to.
};

// What to change of a node; what is not given stays as it is.
struct NodeUpdate {
    std::string id;
    std::string set;  // A JSON object with any of label, status, confidence, rationale, metadata.
};

struct Supersede {
    std::string old_id;
    std::string new_id;
    std::string why = {};
    std::string edge_id = {};  // Empty: assigned.
};

// Collects changes, and commits them. What does not fit the graph as it is at that moment (an id
// that is taken, an end that is not there, a circle of supersedes) is refused inside the commit,
// and then nothing at all is written.
class GraphWriter {
public:
    explicit GraphWriter(std::string graph = std::string(default_graph), GraphAuthor author = {});
    GraphWriter(GraphWriter&&) noexcept;
    GraphWriter& operator=(GraphWriter&&) noexcept;
    ~GraphWriter();

    // Each fails with invalid when it makes no sense by itself, and returns the id, which is
    // assigned where none is given. An edge of type supersedes is made by `supersede` alone.
    Result<std::string> add_node(GraphNode node);
    Result<std::string> add_edge(GraphEdge edge);
    Result<std::string> update(const NodeUpdate& update);
    Result<std::string> remove(std::string_view id);
    Result<std::string> supersede(const Supersede& supersede);
    // Takes a graph_node or graph_edge event of whatever graph as one of this graph, unless the
    // node or edge is there and says the same: then it is passed over. Its time stays, if it was
    // recorded.
    Result<std::string> import(const Event& event);
    // Recorded in the same append. It must have an id.
    void also(Event event);
    // Makes the whole count once: under a key that was used before, nothing is written. To be said
    // first; what is added first and has no id of its own gets the key as its id.
    void under_key(std::string key);

    // A change with a created_at of its own is recorded at that time. Every other change is
    // recorded at the present time, but never before the nodes that it is about. Fails with
    // not_found when a node is not there, with conflict when an id is taken or a circle would be
    // closed, and as append does.
    Result<Receipt> commit(Store& store);

private:
    struct Plan;
    std::unique_ptr<Plan> plan_;
};

}  // namespace hence
