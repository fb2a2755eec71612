// `hence graph ...`: the decision graph, changed and asked.
#include <memory>
#include <optional>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "model/ids.h"
#include "model/json/writer.h"
#include "record/block_reader.h"

namespace hence {
namespace {

using Text = std::optional<std::string>;

struct GraphArguments {
    std::string graph = "default";
    std::string as_of;
    std::string agent;
    std::string session;
    std::string run;
    std::string correlation;

    std::string first;  // What stands without a name, in order.
    std::string second;
    std::string third;
    Text id;
    Text type;
    Text label;
    Text status;
    Text confidence;
    Text rationale;
    Text metadata;
    Text event;
    std::string limit;
    std::string edge_types;
    std::string format;
    bool in = false;
    bool out = false;
};

using Given = std::shared_ptr<GraphArguments>;
using Run = Result<int> (*)(Context&, const GraphArguments&);

Request reading(const GraphArguments& given, std::initializer_list<std::string_view> segments) {
    Request request = get({"graphs", given.graph});
    request.path.insert(request.path.end(), segments.begin(), segments.end());
    with(request, "as_of", given.as_of);
    return request;
}

// Should the owner of the store vanish before it answers, the request is sent again: the key makes
// it count once.
Request changing(const GraphArguments& given, std::string_view method,
                 std::initializer_list<std::string_view> segments) {
    Request request = reading(given, segments);
    request.method = method;
    request.headers["content-type"] = "application/json";
    request.headers["idempotency-key"] = new_id();
    with(request, "agent", given.agent);
    with(request, "session", given.session);
    with(request, "run", given.run);
    with(request, "correlation", given.correlation);
    return request;
}

Result<int> change(Context& context, const Request& request) {
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::write, "graph"));
    return context.ask(*door, request);
}

void append_text(JsonWriter& json, std::string_view name, const Text& text) {
    if (text) {
        json.member(name, Exact{*text});
    }
}

// JSON as it is; what is none goes as text, and is refused by those who know what it should be. Of
// an empty one nothing is left.
void append_json(JsonWriter& json, std::string_view name, const Text& text) {
    if (!text) {
        return;
    }
    const Result<std::string> valid = minify(*text, fields_depth_max);
    if (text->empty()) {
        json.key(name).null();
    } else if (valid) {
        json.raw_member(name, *valid);
    } else {
        append_text(json, name, text);
    }
}

void append_changeable(JsonWriter& json, const GraphArguments& given) {
    append_text(json, "label", given.label);
    append_text(json, "status", given.status);
    append_json(json, "confidence", given.confidence);
    append_text(json, "rationale", given.rationale);
    append_json(json, "metadata", given.metadata);
}

Result<int> add_node(Context& context, const GraphArguments& given) {
    Request request = changing(given, "POST", {"nodes"});
    JsonWriter json(request.body);
    json.begin_object();
    append_text(json, "id", given.id);
    append_text(json, "type", given.type);
    append_changeable(json, given);
    append_text(json, "event", given.event);
    json.end_object();
    return change(context, request);
}

Result<int> add_edge(Context& context, const GraphArguments& given) {
    Request request = changing(given, "POST", {"edges"});
    JsonWriter json(request.body);
    json.begin_object();
    append_text(json, "id", given.id);
    json.member("from_id", Exact{given.first}).member("to_id", Exact{given.second});
    append_text(json, "edge_type", given.type);
    append_json(json, "metadata", given.metadata);
    json.end_object();
    return change(context, request);
}

Result<int> update_node(Context& context, const GraphArguments& given) {
    Request request = changing(given, "PATCH", {"nodes", given.first});
    JsonWriter json(request.body);
    json.begin_object();
    append_changeable(json, given);
    json.end_object();
    if (request.body == "{}") {
        return Error{Code::invalid, "nothing is to be changed",
                     "give --label, --status, --confidence, --rationale or --metadata"};
    }
    return change(context, request);
}

Result<int> delete_node(Context& context, const GraphArguments& given) {
    return change(context, changing(given, "DELETE", {"nodes", given.first}));
}

Result<int> supersede(Context& context, const GraphArguments& given) {
    Request request = changing(given, "POST", {"supersede"});
    JsonWriter json(request.body);
    json.begin_object().member("old_id", Exact{given.first});
    json.member("new_id", Exact{given.second}).member_if_any("why", {given.third});
    append_text(json, "edge_id", given.id);
    json.end_object();
    return change(context, request);
}

Result<int> import(Context& context, const GraphArguments& given) {
    Request request = changing(given, "POST", {"import"});
    with(request, "format", given.format);
    request.body = TRY(read_whole(given.first.empty() ? "-" : given.first));
    return change(context, request);
}

Result<int> print_node(Context& context, const GraphArguments& given) {
    return context.ask(reading(given, {"nodes", given.first}), "graph");
}

Result<int> print_history(Context& context, const GraphArguments& given) {
    return context.ask(reading(given, {"nodes", given.first, "history"}), "graph");
}

Result<int> print_edges(Context& context, const GraphArguments& given) {
    Request request = reading(given, {"edges"});
    with(request, "node", given.first);
    if (given.in != given.out) {
        with(request, "direction", given.in ? "in" : "out");
    }
    return context.ask(std::move(request), "graph");
}

// What stands behind the type is a node, or the two ends of a path.
Result<int> print_query(Context& context, const GraphArguments& given) {
    const bool path = given.first == "path_between";
    if ((path && given.third.empty()) || (!path && !given.third.empty())) {
        return Error{Code::invalid, path ? "path_between needs FROM and TO" : "too many nodes",
                     "hence graph query --help shows how"};
    }
    Request request = reading(given, {"query"});
    with(request, "type", given.first);
    with(request, path ? "from" : "node", given.second);
    with(request, "to", given.third);
    with(request, "limit", given.limit);
    with(request, "edge_types", given.edge_types);
    return context.ask(std::move(request), "graph");
}

Result<int> print_context(Context& context, const GraphArguments& given) {
    Request request = reading(given, {"context"});
    with(request, "limit", given.limit);
    return context.ask(std::move(request), "graph");
}

Result<int> print_export(Context& context, const GraphArguments& given) {
    Request request = reading(given, {"export"});
    with(request, "format", given.format);
    return context.ask(std::move(request), "graph");
}

struct Part {
    const char* name;
    const char* description;
    const char* example;
    Run run;
};

// Adds the subcommands, each with the options that all of its sort have.
class GraphCommand {
public:
    GraphCommand(Parser& graph, Command& command) : graph_(graph), command_(command) {}

    Parser read(const Part& part) {
        Parser app = add(part);
        app.add_option("--as-of", given_->as_of, "The graph as it was known at this time");
        return app;
    }

    Parser write(const Part& part) {
        Parser app = add(part);
        app.add_option("--agent", given_->agent, "Who changes it");
        app.add_option("--session", given_->session, "In which session");
        app.add_option("--run", given_->run, "In which run");
        app.add_option("--correlation", given_->correlation, "In which thread");
        return app;
    }

    GraphArguments& given() { return *given_; }

private:
    Parser add(const Part& part) {
        Parser app = graph_.add_subcommand(part.name, part.description);
        app.add_option("--graph", given_->graph, "Which graph (default)");
        app.footer(std::string("Example: ") + part.example);
        app.callback([&command = command_, given = given_, run = part.run] {
            command = [given, run](Context& context) { return run(context, *given); };
        });
        return app;
    }

    Parser& graph_;
    Command& command_;
    Given given_ = std::make_shared<GraphArguments>();
};

void add_changeable(Parser& app, GraphArguments& given) {
    app.add_option("--status", given.status, "active, completed, superseded or rejected");
    app.add_option("--confidence", given.confidence, "From 0 to 1");
    app.add_option("--rationale", given.rationale, "Why");
    app.add_option("--metadata", given.metadata, "A JSON object");
}

void add_changes(GraphCommand& graph) {
    GraphArguments& given = graph.given();
    Parser node =
        graph.write({"add-node", "Add a goal, a decision or another node",
                     "hence graph add-node --type goal --label \"Implement auth\"", add_node});
    node.add_option("--type", given.type,
                    "goal, decision, option, action, outcome, observation or revisit")
        .required();
    node.add_option("--label", given.label, "What it is about").required();
    node.add_option("--id", given.id, "Its id (one is assigned)");
    node.add_option("--event", given.event, "The event that it stands for");
    add_changeable(node, given);

    Parser edge = graph.write({"add-edge", "Connect two nodes",
                               "hence graph add-edge 3f2a9c01 b7d1e2f3 --type chosen", add_edge});
    edge.add_option("FROM", given.first, "A node's id, or an end of it").required();
    edge.add_option("TO", given.second, "The other node").required();
    edge.add_option("--type", given.type,
                    "leads_to, chosen, rejected, requires, blocks, enables or supersedes")
        .required();
    edge.add_option("--id", given.id, "Its id (one is assigned)");
    edge.add_option("--metadata", given.metadata, "A JSON object");

    Parser update =
        graph.write({"update-node", "Change what a node says",
                     "hence graph update-node 3f2a9c01 --status completed", update_node});
    update.add_option("ID", given.first, "The node's id, or an end of it").required();
    update.add_option("--label", given.label, "What it is about");
    add_changeable(update, given);

    graph
        .write({"delete-node", "Delete a node and its edges; its history stays",
                "hence graph delete-node 3f2a9c01", delete_node})
        .add_option("ID", given.first, "The node's id, or an end of it")
        .required();

    Parser superseded =
        graph.write({"supersede", "Let a node take the place of another, in one step",
                     "hence graph supersede b7d1e2f3 0c9d8e7f \"tokens leaked\"", supersede});
    superseded.add_option("OLD", given.first, "The node that is superseded").required();
    superseded.add_option("NEW", given.second, "The node that takes its place").required();
    superseded.add_option("WHY", given.third, "Why");
    superseded.add_option("--id", given.id, "The edge's id (one is assigned)");

    Parser importing =
        graph.write({"import", "Take in a graph: ours, or one of Nous or Deciduous; all or nothing",
                     "hence graph import nous.json --graph nous", import});
    importing.add_option("FILE", given.first, "A file to read; - or none is standard input");
    importing.add_option("--format", given.format, "nous or deciduous (detected)");
}

void add_questions(GraphCommand& graph) {
    GraphArguments& given = graph.given();
    graph.read({"get", "Print a node", "hence graph get 3f2a9c01", print_node})
        .add_option("ID", given.first, "The node's id, or an end of it")
        .required();
    Parser edges = graph.read({"edges", "Print the edges of a node, or all",
                               "hence graph edges 3f2a9c01 --out", print_edges});
    edges.add_option("ID", given.first, "The node's id, or an end of it");
    edges.add_flag("--in", given.in, "Only those that lead to it");
    edges.add_flag("--out", given.out, "Only those that lead away from it");
    graph
        .read({"history", "Print everything that happened to a node",
               "hence graph history 3f2a9c01", print_history})
        .add_option("ID", given.first, "The node's id, or an end of it")
        .required();
    Parser query = graph.read(
        {"query", "Ask: active_goals, recent_decisions, open, path_between FROM TO, ...",
         "hence graph query descendants 3f2a9c01 --edge-types chosen,leads_to", print_query});
    query
        .add_option("TYPE", given.first,
                    "active_goals, recent_decisions, path_between, descendants, ancestors, open")
        .required();
    query.add_option("NODE", given.second, "Where to begin; FROM of a path");
    query.add_option("TO", given.third, "Where a path ends");
    query.add_option("--limit", given.limit, "How many at most (recent_decisions: 10)");
    query.add_option("--edge-types", given.edge_types, "Only along edges of these types: a,b");
    graph
        .read({"context", "Print goals and decisions as text for a prompt", "hence graph context",
               print_context})
        .add_option("--limit", given.limit, "How many decisions at most (5)");
    graph
        .read({"export", "Print the whole graph", "hence graph export --format mermaid",
               print_export})
        .add_option("--format", given.format, "json (default), deciduous, dot or mermaid");
}

}  // namespace

void add_graph_command(Parser& app, Command& command) {
    Parser graph =
        app.add_subcommand("graph", "The decision graph: goals, decisions, what came of them");
    graph.require_subcommand(1, 1);
    graph.footer("Example: hence graph query active_goals");
    GraphCommand parts(graph, command);
    add_changes(parts);
    add_questions(parts);
}

}  // namespace hence
