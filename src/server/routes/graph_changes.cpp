// Requests that change a decision graph: bodies are read strictly, so a key that is not known is
// refused and never ignored. A change that does not fit the graph is no wrong usage; a command then
// exits with 1.
#include "server/routes/graph_changes.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/try.h"
#include "formats/formats.h"
#include "graph/change.h"
#include "graph/node_json.h"
#include "hence/graph_writer.h"
#include "intake/redacting_store.h"
#include "model/json/writer.h"
#include "model/kinds.h"
#include "model/text.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "views/find/resolve.h"
#include "views/graph/answers.h"

namespace hence {
namespace {

// Asked for something that cannot be: not wrong usage, so a command exits with 1.
Response refusal(const Request& request, const Error& error) {
    Response response = error_response(error, request.form());
    if (error.code == Code::invalid || error.code == Code::limit) {
        response.exit_status = 1;
    }
    return response;
}

Response answered(const Request& request, Result<Response> result) {
    return result ? std::move(result).take() : refusal(request, result.error());
}

using Keys = std::initializer_list<std::string_view>;

// The body as one JSON object that has only these keys.
Result<std::string> object_in(const Request& request, Keys keys) {
    const Result<std::string> body = minify(request.body, fields_depth_max);
    if (!body || !Json(*body).is_object()) {
        return Error{Code::invalid, "the body is no JSON object",
                     fmt::format("send an object with any of {}", fmt::join(keys, ", "))};
    }
    std::string unknown;
    Json(*body).each_member([&](std::string_view name, Json) {
        unknown = std::ranges::find(keys, name) == keys.end() ? hence::quoted(name) : unknown;
        return unknown.empty();
    });
    if (!unknown.empty()) {
        return Error{Code::invalid, fmt::format("{} is no key of this body", unknown),
                     fmt::format("there are {}", fmt::join(keys, ", "))};
    }
    return *body;
}

Result<void> check_times(Json object) {
    for (const std::string_view key : {"created_at", "updated_at"}) {
        const Json value = object[key];
        if (value.present() && !parse_time(value.string().value_or(""))) {
            return Error{Code::invalid, fmt::format("{} must be a time", key),
                         "such as 2026-02-23T10:00:00Z"};
        }
    }
    return {};
}

Result<std::string> text_in(Json body, std::string_view key) {
    const Json value = body[key];
    if (value.present() && !value.is_string()) {
        return Error{Code::invalid, fmt::format("{} must be text", key)};
    }
    return value.string().value_or("");
}

GraphWriter writer_for(const Request& request) {
    GraphWriter writer(graph_named(request),
                       {.agent = text_parameter(request, "agent"),
                        .session = text_parameter(request, "session"),
                        .run = text_parameter(request, "run"),
                        .correlation = text_parameter(request, "correlation")});
    writer.under_key(std::string(request.header("idempotency-key")));
    return writer;
}

Result<Receipt> commit_for(const App& app, GraphWriter& writer) {
    RedactingStore store(app.store, app.redaction);
    return writer.commit(store);
}

// An end that is not there yet is refused by the commit, under the name that was given.
Result<std::string> whole_id(const App& app, const Request& request, const std::string& part) {
    Graph graph(app.store, {.graph = graph_named(request)});
    return graph.resolve(part);
}

// The event may be recorded later: then its id must be whole.
Result<std::string> whole_event(const App& app, const std::string& part) {
    const Result<Event> event = resolve_event(app.store, part);
    if (event) {
        return std::string(event->id());
    }
    return event.error().code == Code::not_found ? Result<std::string>(part) : event.error();
}

Result<Response> node_answer(const App& app, const Request& request, const std::string& id,
                             std::string_view done) {
    Graph graph(app.store, {.graph = graph_named(request)});
    const std::optional<GraphNode> node = TRY(graph.node_ever(id));
    if (!node) {
        return Error{Code::corrupt, fmt::format("node {} is not there", hence::quoted(id))};
    }
    if (request.form() == Form::text) {
        return text_response(fmt::format("{} {} {}: {}\n", done, to_string(node->type),
                                         printable(node->id), printable(node->label)));
    }
    std::string body;
    JsonWriter json(body);
    append_node(json, *node);
    json.end_line();
    return json_response(std::move(body));
}

Result<Response> edge_answer(const App& app, const Request& request, const std::string& id,
                             std::string_view done) {
    Graph graph(app.store, {.graph = graph_named(request)});
    const std::optional<GraphEdge> edge = TRY(graph.edge(id));
    if (!edge) {
        return Error{Code::conflict, fmt::format("edge {} is gone again", hence::quoted(id))};
    }
    if (request.form() == Form::text) {
        return text_response(
            fmt::format("{} {}: {}\n", done, printable(edge->id), edge_line(*edge)));
    }
    std::string body;
    JsonWriter json(body);
    append_edge(json, *edge);
    json.end_line();
    return json_response(std::move(body));
}

Result<Response> add_node(const App& app, const Request& request) {
    const std::string body =
        TRY(object_in(request, {"id", "type", "label", "status", "confidence", "rationale",
                                "metadata", "event", "created_at", "updated_at"}));
    TRY(check_times(Json(body)));
    GraphNode node = TRY(node_from(Json(body), Time()));
    if (!node.event.empty()) {
        node.event = TRY(whole_event(app, node.event));
    }
    GraphWriter writer = writer_for(request);
    const std::string id = TRY(writer.add_node(std::move(node)));
    TRY(commit_for(app, writer));
    return node_answer(app, request, id, "added");
}

Result<Response> add_edge(const App& app, const Request& request) {
    const std::string body =
        TRY(object_in(request, {"id", "from_id", "to_id", "edge_type", "metadata", "created_at"}));
    TRY(check_times(Json(body)));
    GraphEdge edge = TRY(edge_from(Json(body), Time()));
    edge.from_id = TRY(whole_id(app, request, edge.from_id));
    edge.to_id = TRY(whole_id(app, request, edge.to_id));
    GraphWriter writer = writer_for(request);
    const std::string id = TRY(writer.add_edge(std::move(edge)));
    TRY(commit_for(app, writer));
    return edge_answer(app, request, id, "added edge");
}

Result<Response> update(const App& app, const Request& request, const std::string& part) {
    const std::string body =
        TRY(object_in(request, {"label", "status", "confidence", "rationale", "metadata"}));
    const std::string id = TRY(whole_id(app, request, part));
    GraphWriter writer = writer_for(request);
    TRY(writer.update({.id = id, .set = body}));
    TRY(commit_for(app, writer));
    return node_answer(app, request, id, "changed");
}

Result<Response> remove(const App& app, const Request& request, const std::string& part) {
    const std::string id = TRY(whole_id(app, request, part));
    GraphWriter writer = writer_for(request);
    TRY(writer.remove(id));
    TRY(commit_for(app, writer));
    Graph graph(app.store, {.graph = graph_named(request)});
    DeletedNode deleted = TRY(deleted_node(graph, id));
    return streamed_answer(request.form(), std::move(deleted), app.store);
}

Result<Response> supersede(const App& app, const Request& request) {
    const std::string body =
        TRY(object_in(request, {"old_id", "new_id", "rationale", "why", "edge_id"}));
    Supersede asked;
    asked.old_id = TRY(text_in(Json(body), "old_id"));
    asked.new_id = TRY(text_in(Json(body), "new_id"));
    if (asked.old_id.empty() || asked.new_id.empty()) {
        return Error{Code::invalid, "old_id and new_id must be given"};
    }
    asked.old_id = TRY(whole_id(app, request, asked.old_id));
    asked.new_id = TRY(whole_id(app, request, asked.new_id));
    asked.why = TRY(text_in(Json(body), Json(body)["why"].present() ? "why" : "rationale"));
    asked.edge_id = TRY(text_in(Json(body), "edge_id"));
    GraphWriter writer = writer_for(request);
    const std::string edge = TRY(writer.supersede(asked));
    TRY(commit_for(app, writer));
    return edge_answer(app, request, edge, "superseded by edge");
}

// The nodes of a document come before its edges, in whatever order it has them.
Result<void> plan_import(std::string_view text, const std::string& format, GraphWriter& writer) {
    const Format chosen = TRY(choose_format(format, text));
    if (chosen.name != "nous" && chosen.name != "deciduous") {
        return Error{Code::invalid, "this is no document of a decision graph",
                     "bring what `hence graph export` prints, or a Nous or Deciduous document"};
    }
    Batch batch;
    const std::unique_ptr<Reader> reader = chosen.reader({});
    reader->take(text, 1, batch);
    const std::uint64_t pending = reader->finish(batch);
    if (!batch.refused.empty()) {
        const Refused& first = batch.refused.front();
        return Error{Code::invalid, fmt::format("line {}: {}", first.line, first.reason)};
    }
    if (pending > 0) {
        return Error{Code::invalid, "the document breaks off"};
    }
    for (const std::string_view kind : {name_of(Kind::graph_node), name_of(Kind::graph_edge)}) {
        for (const Incoming& part : batch.events) {
            if (part.event.kind() == kind) {
                TRY(writer.import(part.event));
            }
        }
    }
    return {};
}

Result<Response> import(const App& app, const Request& request) {
    GraphWriter writer = writer_for(request);
    writer.under_key("");  // It counts once by itself.
    TRY(plan_import(request.body, text_parameter(request, "format"), writer));
    const Receipt receipt = TRY(commit_for(app, writer));
    const std::string graph = graph_named(request);
    if (request.form() == Form::text) {
        return text_response(fmt::format("imported {} into graph {} ({} there already)\n",
                                         receipt.accepted, printable(graph), receipt.duplicates));
    }
    std::string body;
    JsonWriter json(body);
    json.begin_object().member("graph", graph).member("accepted", receipt.accepted);
    json.member("duplicates", receipt.duplicates).end_object().end_line();
    return json_response(std::move(body));
}

}  // namespace

std::string graph_named(const Request& request) {
    constexpr std::size_t place = 3;  // /api/v1/graphs/NAME
    return request.path.size() > place ? request.path[place] : std::string(default_graph);
}

Result<Response> take_node(const App& app, const Request& request, const std::string&) {
    return answered(request, add_node(app, request));
}

Result<Response> take_edge(const App& app, const Request& request, const std::string&) {
    return answered(request, add_edge(app, request));
}

Result<Response> update_node(const App& app, const Request& request, const std::string& id) {
    return answered(request, update(app, request, id));
}

Result<Response> delete_node(const App& app, const Request& request, const std::string& id) {
    return answered(request, remove(app, request, id));
}

Result<Response> supersede_node(const App& app, const Request& request, const std::string&) {
    return answered(request, supersede(app, request));
}

Result<Response> import_graph(const App& app, const Request& request, const std::string&) {
    return answered(request, import(app, request));
}

}  // namespace hence
