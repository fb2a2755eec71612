// The decision graph: its nodes and edges, what is asked of it, and its changes.
#include "hence/graph.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/try.h"
#include "model/json/writer.h"
#include "model/text.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/graph_changes.h"
#include "server/routes/routes.h"
#include "views/graph/answers.h"

namespace hence {
namespace {

constexpr std::uint64_t decisions_asked = 10;
constexpr std::uint64_t decisions_in_context = 5;
constexpr std::array query_types = {"active_goals", "recent_decisions", "path_between",
                                    "descendants",  "ancestors",        "open"};

Result<Graph> graph_asked(const App& app, const Request& request) {
    const std::optional<Time> as_of = TRY(time_parameter(request, "as_of"));
    return Graph(app.store, {.graph = graph_named(request), .as_of = as_of});
}

Error no_node(const Request& request, std::string_view id) {
    return {Code::not_found,
            fmt::format("there is no node {} in graph {}", hence::quoted(id),
                        hence::quoted(graph_named(request))),
            "`hence graph query active_goals` lists where to begin"};
}

// Every node is written as it is met.
Result<Response> answer_nodes(const App& app, const Request& request, const std::string&) {
    Graph asked = TRY(graph_asked(app, request));
    auto graph = std::make_shared<Graph>(std::move(asked));
    const Form form = request.form();
    return streamed_line(form, [graph, form](const Sink& sink) {
        return form == Form::text ? write_nodes_text(*graph, sink) : write_nodes_json(*graph, sink);
    });
}

Result<Response> answer_node(const App& app, const Request& request, const std::string& id) {
    Graph graph = TRY(graph_asked(app, request));
    const std::string whole = TRY(graph.resolve(id));
    std::optional<GraphNode> node = TRY(graph.node(whole));
    if (!node) {
        return no_node(request, whole);
    }
    return streamed_answer(request.form(), NodeAnswer{std::move(*node)}, app.store);
}

Result<Response> answer_history(const App& app, const Request& request, const std::string& id) {
    Graph graph = TRY(graph_asked(app, request));
    const std::string whole = TRY(graph.resolve(id));
    NodeHistory answer;
    answer.moments = TRY(history(graph, whole));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

// Those of a node, or of the whole graph when none is named.
Result<Response> answer_edges(const App& app, const Request& request, const std::string&) {
    Graph graph = TRY(graph_asked(app, request));
    EdgeList answer;
    const std::string part = text_parameter(request, "node");
    const std::string direction = request.parameter("direction").value_or("both");
    if (direction != "in" && direction != "out" && direction != "both") {
        return Error{Code::invalid,
                     fmt::format("direction {} is not known", hence::quoted(direction)),
                     "use in, out or both"};
    }
    if (part.empty()) {
        TRY(graph.each_edge([&answer](const GraphEdge& edge) {
            answer.edges.push_back(edge);
            return Result<void>();
        }));
        return streamed_answer(request.form(), std::move(answer), app.store);
    }
    const std::string id = TRY(graph.resolve(part));
    const std::optional<GraphNode> node = TRY(graph.node(id));
    if (!node) {
        return no_node(request, id);
    }
    if (direction != "out") {
        answer.edges = TRY(graph.edges_in(id));
    }
    if (direction != "in") {
        std::vector<GraphEdge> out = TRY(graph.edges_out(id));
        std::erase_if(out, [&](const GraphEdge& edge) {  // One from the node to itself is in both.
            return direction == "both" && edge.to_id == id;
        });
        answer.edges.insert(answer.edges.end(), out.begin(), out.end());
    }
    std::ranges::sort(answer.edges, {}, &GraphEdge::added);
    return streamed_answer(request.form(), std::move(answer), app.store);
}

Result<std::vector<EdgeType>> edge_types_asked(const Request& request) {
    std::vector<EdgeType> types;
    const std::vector<std::string> names = list_parameter(request, "edge_types");
    for (const std::string& name : names) {
        const EdgeType type = TRY(edge_type(name));
        types.push_back(type);
    }
    return types;
}

// The whole id; what is not there stays as it is, and matches nothing.
Result<std::string> node_parameter(Graph& graph, const Request& request, std::string_view name) {
    const std::string part = text_parameter(request, name);
    if (part.empty()) {
        return Error{Code::invalid, fmt::format("this query needs a node: {}", name),
                     "hence graph query --help shows how"};
    }
    Result<std::string> id = graph.resolve(part);
    return !id && id.error().code == Code::not_found ? Result<std::string>(part) : id;
}

Result<std::vector<GraphNode>> walk_asked(Graph& graph, const Request& request, bool down) {
    GraphWalk walk;
    walk.node = TRY(node_parameter(graph, request, "node"));
    walk.edge_types = TRY(edge_types_asked(request));
    return down ? descendants(graph, walk) : ancestors(graph, walk);
}

Result<std::vector<GraphNode>> query_asked(Graph& graph, const Request& request) {
    const std::string type = text_parameter(request, "type");
    if (type == "active_goals") {
        return active_goals(graph);
    }
    if (type == "recent_decisions") {
        const std::uint64_t limit = TRY(number_parameter(request, "limit", decisions_asked));
        return recent_decisions(graph, limit);
    }
    if (type == "open") {
        return open_nodes(graph);
    }
    if (type == "descendants" || type == "ancestors") {
        return walk_asked(graph, request, type == "descendants");
    }
    if (type == "path_between") {
        PathAsked path;
        path.from = TRY(node_parameter(graph, request, "from"));
        path.to = TRY(node_parameter(graph, request, "to"));
        path.edge_types = TRY(edge_types_asked(request));
        return path_between(graph, path);
    }
    return Error{Code::invalid, fmt::format("there is no query {}", hence::quoted(type)),
                 fmt::format("use one of {}", fmt::join(query_types, ", "))};
}

Result<Response> answer_query(const App& app, const Request& request, const std::string&) {
    Graph graph = TRY(graph_asked(app, request));
    NodeList answer;
    answer.nodes = TRY(query_asked(graph, request));
    const std::uint64_t limit = TRY(number_parameter(request, "limit", answer.nodes.size()));
    answer.nodes.resize(std::min<std::size_t>(answer.nodes.size(), limit));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

Result<Response> answer_graph_context(const App& app, const Request& request, const std::string&) {
    Graph graph = TRY(graph_asked(app, request));
    const std::uint64_t limit = TRY(number_parameter(request, "limit", decisions_in_context));
    const std::string text = TRY(context_text(graph, limit));
    if (request.form() == Form::text) {
        return text_response(text);
    }
    std::string body;
    JsonWriter json(body);
    json.begin_object().member("graph", graph.at().graph).member("text", text);
    json.end_object().end_line();
    return json_response(std::move(body));
}

Result<Response> answer_graph_export(const App& app, const Request& request, const std::string&) {
    const std::string format = request.parameter("format").value_or("json");
    const GraphExport language = TRY(graph_export(format));
    Graph asked = TRY(graph_asked(app, request));
    auto graph = std::make_shared<Graph>(std::move(asked));
    const bool drawn = language == GraphExport::dot || language == GraphExport::mermaid;
    return streamed_line(drawn ? Form::text : Form::json, [graph, language](const Sink& sink) {
        return export_graph(*graph, language, sink);
    });
}

constexpr ParameterText add_node_takes[] = {
    ParameterText{"agent", "s", "Who changes the graph."},
    ParameterText{"session", "s", "In which session."},
    ParameterText{"run", "s", "In which run."},
    ParameterText{"correlation", "s", "For which correlation."},
    takes::idempotency_key,
};

constexpr ParameterText nodes_takes[] = {
    ParameterText{"as_of", "t", "The graph as it was then."},
};

constexpr ParameterText edges_takes[] = {
    ParameterText{"node", "s", "A node; its id may be shortened."},
    ParameterText{"direction", "(in|out|both)", "Which edges of the node."},
    ParameterText{"as_of", "t", "The graph as it was then."},
};

constexpr ParameterText query_graph_takes[] = {
    required(ParameterText{
        "type", "(active_goals|recent_decisions|path_between|descendants|ancestors|open)",
        "What is asked."}),
    ParameterText{"node", "s", "A node; its id may be shortened."},
    ParameterText{"from", "s", "Where the path begins."},
    ParameterText{"to", "s", "Where the path ends."},
    takes::limit,
    ParameterText{"edge_types", "s", "Along these edges only, with commas between them."},
    ParameterText{"as_of", "t", "The graph as it was then."},
};

constexpr ParameterText graph_context_takes[] = {
    takes::limit,
    ParameterText{"as_of", "t", "The graph as it was then."},
};

constexpr ParameterText import_graph_takes[] = {
    takes::format,
    ParameterText{"agent", "s", "Who changes the graph."},
    ParameterText{"session", "s", "In which session."},
    ParameterText{"run", "s", "In which run."},
    ParameterText{"correlation", "s", "For which correlation."},
};

constexpr ParameterText export_graph_takes[] = {
    ParameterText{"format", "(json|deciduous|dot|mermaid)", "How it is written."},
    ParameterText{"as_of", "t", "The graph as it was then."},
};

constexpr SchemaText graph_schemas[] = {
    {"Node",
     "id:s type:(goal|decision|option|action|outcome|observation|revisit) label:s "
     "status:(active|completed|superseded|rejected) confidence:n? rationale:s? metadata:object "
     "event:s? created_at:t updated_at:t",
     "A node of a decision graph."},
    {"Edge",
     "id:s from_id:s to_id:s "
     "edge_type:(leads_to|chosen|rejected|requires|blocks|enables|supersedes) metadata:object "
     "created_at:t"},
    {"NewNode",
     "~id:s type:(goal|decision|option|action|outcome|observation|revisit) label:s "
     "~status:(active|completed|superseded|rejected) ~confidence:n? ~rationale:s? ~metadata:object "
     "~event:s? ~created_at:t ~updated_at:t"},
    {"NewEdge",
     "~id:s from_id:s to_id:s "
     "edge_type:(leads_to|chosen|rejected|requires|blocks|enables) ~metadata:object ~created_at:t"},
    {"NodeChange",
     "~label:s ~status:(active|completed|superseded|rejected) ~confidence:n? ~rationale:s? "
     "~metadata:object"},
    {"NodeMoment",
     "event:s time:t kind:s agent:s? session:s? run:s? correlation:s? edge:Edge? node:Node?"},
    {"DeletedNode", "deleted:Node edges:[Edge]"},
    {"Supersede", "old_id:s new_id:s ~rationale:s? ~why:s? ~edge_id:s?"},
    {"GraphContext", "graph:s text:s"},
    {"GraphDocument", "graph:s nodes:[Node] edges:[Edge]"},
    {"GraphReceipt", "graph:s accepted:i duplicates:i"},
};

}  // namespace

// NOLINTNEXTLINE(readability-function-size): a table.
RouteTable graph_routes() {
    return {
        .rows =
            {
                {"POST",
                 "/api/v1/graphs/{graph}/nodes",
                 TokenScope::write,
                 take_node,
                 {.name = "add_node",
                  .summary = "Adds a node",
                  .takes = add_node_takes,
                  .body = "json=NewNode",
                  .gives = "json=Node text",
                  .statuses = "404 409 415"}},
                {"GET",
                 "/api/v1/graphs/{graph}/nodes",
                 TokenScope::read,
                 answer_nodes,
                 {.name = "nodes",
                  .summary = "Every node of a graph",
                  .takes = nodes_takes,
                  .gives = "json=[Node] text"}},
                {"GET",
                 "/api/v1/graphs/{graph}/nodes/{id}",
                 TokenScope::read,
                 answer_node,
                 {.name = "node",
                  .summary = "One node",
                  .takes = nodes_takes,
                  .gives = "json=Node text",
                  .statuses = "404",
                  .id = "A node; its id may be shortened.",
                  .command = "graph get {id}"}},
                {"PATCH",
                 "/api/v1/graphs/{graph}/nodes/{id}",
                 TokenScope::write,
                 update_node,
                 {.name = "update_node",
                  .summary = "Changes a node",
                  .takes = add_node_takes,
                  .body = "json=NodeChange",
                  .gives = "json=Node text",
                  .statuses = "404 409 415",
                  .id = "A node; its id may be shortened."}},
                {"DELETE",
                 "/api/v1/graphs/{graph}/nodes/{id}",
                 TokenScope::write,
                 delete_node,
                 {.name = "delete_node",
                  .summary = "Takes a node and its edges out; its history stays",
                  .takes = add_node_takes,
                  .gives = "json=DeletedNode text",
                  .statuses = "404 409",
                  .id = "A node; its id may be shortened."}},
                {"GET",
                 "/api/v1/graphs/{graph}/nodes/{id}/history",
                 TokenScope::read,
                 answer_history,
                 {.name = "node_history",
                  .summary = "What happened to a node",
                  .takes = nodes_takes,
                  .gives = "json=[NodeMoment] text",
                  .statuses = "404",
                  .id = "A node; its id may be shortened.",
                  .command = "graph history {id}"}},
                {"POST",
                 "/api/v1/graphs/{graph}/edges",
                 TokenScope::write,
                 take_edge,
                 {.name = "add_edge",
                  .summary = "Adds an edge",
                  .takes = add_node_takes,
                  .body = "json=NewEdge",
                  .gives = "json=Edge text",
                  .statuses = "404 409 415"}},
                {"GET",
                 "/api/v1/graphs/{graph}/edges",
                 TokenScope::read,
                 answer_edges,
                 {.name = "edges",
                  .summary = "Edges of a node, or of the graph",
                  .takes = edges_takes,
                  .gives = "json=[Edge] text",
                  .statuses = "404",
                  .command = "graph edges {node}"}},
                {"GET",
                 "/api/v1/graphs/{graph}/query",
                 TokenScope::read,
                 answer_query,
                 {.name = "query_graph",
                  .summary = "Goals, decisions, paths and walks",
                  .takes = query_graph_takes,
                  .gives = "json=[Node] text",
                  .command = "graph query {type}"}},
                {"GET",
                 "/api/v1/graphs/{graph}/context",
                 TokenScope::read,
                 answer_graph_context,
                 {.name = "graph_context",
                  .summary = "A text for an agent's prompt",
                  .takes = graph_context_takes,
                  .gives = "json=GraphContext text",
                  .command = "graph context"}},
                {"POST",
                 "/api/v1/graphs/{graph}/supersede",
                 TokenScope::write,
                 supersede_node,
                 {.name = "supersede",
                  .summary = "Puts one node in place of another",
                  .takes = add_node_takes,
                  .body = "json=Supersede",
                  .gives = "json=Edge text",
                  .statuses = "404 409 415"}},
                {"POST",
                 "/api/v1/graphs/{graph}/import",
                 TokenScope::write,
                 import_graph,
                 {.name = "import_graph",
                  .summary = "Takes in a whole document",
                  .takes = import_graph_takes,
                  .body = "json=any",
                  .gives = "json=GraphReceipt text",
                  .statuses = "409 413 415"}},
                {"GET",
                 "/api/v1/graphs/{graph}/export",
                 TokenScope::read,
                 answer_graph_export,
                 {.name = "export_graph",
                  .summary = "The whole graph",
                  .takes = export_graph_takes,
                  .gives = "json=GraphDocument text",
                  .command = "graph export"}},
            },
        .schemas = graph_schemas,
    };
}

}  // namespace hence
