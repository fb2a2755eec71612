// The decision graph: its nodes and edges, what is asked of it, and its changes.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/try.h"
#include "hence/graph.h"
#include "model/json.h"
#include "model/text.h"
#include "server/graph_changes.h"
#include "server/parameters.h"
#include "server/routes.h"
#include "server/streamed.h"
#include "views/graph_answers.h"

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
    std::string json = "{\"graph\":";
    append_string(json, graph.at().graph);
    json += ",\"text\":";
    append_string(json, text);
    return json_response(json + "}\n");
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

}  // namespace

RouteTable graph_routes() {
    return {
        {"POST", "/api/v1/graphs/{graph}/nodes", TokenScope::write, take_node},
        {"GET", "/api/v1/graphs/{graph}/nodes", TokenScope::read, answer_nodes},
        {"GET", "/api/v1/graphs/{graph}/nodes/{id}", TokenScope::read, answer_node},
        {"PATCH", "/api/v1/graphs/{graph}/nodes/{id}", TokenScope::write, update_node},
        {"DELETE", "/api/v1/graphs/{graph}/nodes/{id}", TokenScope::write, delete_node},
        {"GET", "/api/v1/graphs/{graph}/nodes/{id}/history", TokenScope::read, answer_history},
        {"POST", "/api/v1/graphs/{graph}/edges", TokenScope::write, take_edge},
        {"GET", "/api/v1/graphs/{graph}/edges", TokenScope::read, answer_edges},
        {"GET", "/api/v1/graphs/{graph}/query", TokenScope::read, answer_query},
        {"GET", "/api/v1/graphs/{graph}/context", TokenScope::read, answer_graph_context},
        {"POST", "/api/v1/graphs/{graph}/supersede", TokenScope::write, supersede_node},
        {"POST", "/api/v1/graphs/{graph}/import", TokenScope::write, import_graph},
        {"GET", "/api/v1/graphs/{graph}/export", TokenScope::read, answer_graph_export},
    };
}

}  // namespace hence
