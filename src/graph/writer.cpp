#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/try.h"
#include "graph/fit.h"
#include "graph/fold.h"
#include "graph/node_json.h"
#include "hence/graph_writer.h"
#include "model/ids.h"
#include "model/object_writer.h"
#include "model/text.h"

namespace hence {
namespace {

// What a plan was made upon may be gone when it commits. Then it is made again; since that only
// happens when somebody else has changed the graph, it ends.
constexpr int attempts_max = 1'000;

Receipt passed_over_only(std::uint64_t count) {
    Receipt receipt;
    receipt.duplicates = count;
    return receipt;
}

// What happened inside the commit, besides a refusal.
enum class Moved : std::uint8_t { nothing, graph, key };

}  // namespace

// What is to be appended, in order. Events are made when they are committed.
struct GraphWriter::Plan {
    struct Step {
        std::string id;  // Of its event.
        std::string kind;
        std::string fields;
        std::string agent = {};
        std::optional<Time> time = {};  // Nothing: when it is committed.
        bool unless_same = false;
    };
    // One step as it is about to be appended.
    struct Made {
        GraphChange change;
        Time time;
        bool unless_same;
    };
    std::string graph;
    GraphAuthor author;
    std::string key;
    std::vector<Step> steps;
    std::vector<Event> also;

    std::string next_id() const { return steps.empty() && !key.empty() ? key : new_id(); }

    Result<void> add(Step step, std::string_view rest) {
        step.fields = "{\"graph\":";
        append_string(step.fields, graph);
        step.fields += rest;
        step.fields += '}';
        const Event event = TRY(event_of(step, now()));  // So that what is wrong is said at once.
        TRY(change_of(event));
        steps.push_back(std::move(step));
        return {};
    }

    Result<Event> event_of(const Step& step, const Time& time) const {
        ObjectWriter object;
        object.text("id", step.id);
        object.text("kind", step.kind);
        object.text("time", to_string(time));
        object.text("agent", author.agent.empty() ? step.agent : author.agent);
        object.text("session", author.session);
        object.text("run", author.run);
        object.text("correlation", author.correlation);
        object.raw("fields", step.fields);
        const std::string json = TRY(std::move(object).take());
        const Event event = TRY(Event::parse(json));
        return event.with_source("native");
    }

    // Whether the key was used for this very plan. Fails with conflict when for something else.
    Result<bool> is_done(const Store& store) const {
        if (key.empty() || steps.empty()) {
            return false;
        }
        const std::optional<Event> known = TRY(store.find(key));
        if (known && (known->kind() != steps.front().kind ||
                      !same_value(known->fields(), steps.front().fields))) {
            return Error{Code::conflict,
                         fmt::format("the key {} is in use for another event", hence::quoted(key)),
                         "use another key for another change"};
        }
        return known.has_value();
    }

    // Adds what is to be appended to `batch`, each at its time, unless it does not fit.
    Result<std::vector<Made>> make(const Store& store, Batch& batch) const {
        std::vector<Made> made;
        GraphFit fit(store, graph);
        const Time present = now();
        for (const Step& step : steps) {
            Event event = TRY(event_of(step, step.time.value_or(present)));
            GraphChange change = TRY(change_of(event));
            bool same = false;
            if (step.unless_same) {
                same = TRY(fit.has_same(change));
            }
            if (same) {
                continue;
            }
            const Time time = TRY(fit.not_before(change, event.time()));
            if (time != event.time()) {
                event = TRY(event_of(step, time));
                change = TRY(change_of(event));
            }
            TRY(fit.take(change));
            made.push_back({std::move(change), time, step.unless_same});
            batch.events.push_back({event});
        }
        return made;
    }

    // Inside the commit: whether what was made still fits.
    Result<Moved> check(const Store& inside, const std::vector<Made>& made) const {
        const bool done = TRY(is_done(inside));
        if (done) {
            return Moved::key;
        }
        GraphFit fit(inside, graph);
        for (const Made& each : made) {
            const Time time = TRY(fit.not_before(each.change, each.time));
            bool same = false;
            if (each.unless_same) {
                same = TRY(fit.has_same(each.change));
            }
            if (same || each.time < time) {
                return Moved::graph;
            }
            TRY(fit.take(each.change));
        }
        return Moved::nothing;
    }
};

GraphWriter::GraphWriter(std::string graph, GraphAuthor author) : plan_(std::make_unique<Plan>()) {
    plan_->graph = graph.empty() ? std::string(default_graph) : std::move(graph);
    plan_->author = std::move(author);
}
GraphWriter::GraphWriter(GraphWriter&&) noexcept = default;
GraphWriter& GraphWriter::operator=(GraphWriter&&) noexcept = default;
GraphWriter::~GraphWriter() = default;

Result<std::string> GraphWriter::add_node(GraphNode node) {
    Plan::Step step{.id = plan_->next_id(), .kind = "graph_node", .fields = {}};
    node.id = node.id.empty() ? step.id : std::move(node.id);
    if (node.created_at != Time()) {
        step.time = node.created_at;
    }
    std::string rest = ",\"node\":";
    append_new_node(rest, node);
    TRY(plan_->add(std::move(step), rest));
    return std::move(node.id);
}

Result<std::string> GraphWriter::add_edge(GraphEdge edge) {
    Plan::Step step{.id = plan_->next_id(), .kind = "graph_edge", .fields = {}};
    edge.id = edge.id.empty() ? step.id : std::move(edge.id);
    if (edge.created_at != Time()) {
        step.time = edge.created_at;
    }
    std::string rest = ",\"edge\":";
    append_new_edge(rest, edge);
    TRY(plan_->add(std::move(step), rest));
    return std::move(edge.id);
}

Result<std::string> GraphWriter::update(const NodeUpdate& update) {
    const std::string set = TRY(minify(update.set, fields_depth_max));
    if (!Json(set).is_object() || set == "{}") {
        return Error{Code::invalid, "nothing is to be changed",
                     "name a label, a status, a confidence, a rationale or metadata"};
    }
    std::string rest = ",\"id\":";
    append_token(rest, update.id);
    rest += ",\"set\":" + set;
    TRY(plan_->add({.id = plan_->next_id(), .kind = "graph_update", .fields = {}}, rest));
    return update.id;
}

Result<std::string> GraphWriter::remove(std::string_view id) {
    std::string rest = ",\"id\":";
    append_token(rest, id);
    TRY(plan_->add({.id = plan_->next_id(), .kind = "graph_delete", .fields = {}}, rest));
    return std::string(id);
}

Result<std::string> GraphWriter::supersede(const Supersede& supersede) {
    Plan::Step step{.id = plan_->next_id(), .kind = "graph_supersede", .fields = {}};
    std::string edge_id = supersede.edge_id.empty() ? step.id : supersede.edge_id;
    std::string rest = ",\"old_id\":";
    append_token(rest, supersede.old_id);
    rest += ",\"new_id\":";
    append_token(rest, supersede.new_id);
    rest += ",\"edge_id\":";
    append_token(rest, edge_id);
    if (!supersede.why.empty()) {
        rest += ",\"why\":";
        append_token(rest, supersede.why);
    }
    TRY(plan_->add(std::move(step), rest));
    return edge_id;
}

Result<std::string> GraphWriter::import(const Event& event) {
    const GraphChange change = TRY(change_of(event));
    if (event.kind() != "graph_node" && event.kind() != "graph_edge") {
        return Error{Code::invalid, "only nodes and edges are imported"};
    }
    Plan::Step step{.id = plan_->next_id(),
                    .kind = std::string(event.kind()),
                    .fields = {},
                    .agent = std::string(event.agent()),
                    .unless_same = true};
    if (!event.has(Flag::time_derived)) {
        step.time = event.time();
    }
    std::string rest;
    Json(event.fields()).each_member([&rest](std::string_view name, Json value) {
        if (name != "graph") {
            rest += ',';
            append_token(rest, name);
            rest += ':';
            rest += value.raw();
        }
        return true;
    });
    TRY(plan_->add(std::move(step), rest));
    const auto* added = std::get_if<NodeAdded>(&change);
    return added != nullptr ? added->node.id : edge_of(change)->id;
}

void GraphWriter::also(Event event) {
    plan_->also.push_back(std::move(event));
}

void GraphWriter::under_key(std::string key) {
    plan_->key = std::move(key);
}

Result<Receipt> GraphWriter::commit(Store& store) {
    for (int attempt = 0; attempt < attempts_max; ++attempt) {
        const std::uint64_t seen = store.last_seq();
        const bool done = TRY(plan_->is_done(store));
        if (done) {
            return passed_over_only(plan_->steps.size());
        }
        Batch batch;
        batch.source = "graph";
        for (const Event& event : plan_->also) {
            batch.events.push_back({event});
        }
        const std::vector<Plan::Made> made = TRY(plan_->make(store, batch));
        const std::size_t passed_over = plan_->steps.size() - made.size();
        if (batch.events.empty()) {
            return passed_over_only(passed_over);
        }
        Moved moved = Moved::nothing;
        Result<Receipt> receipt = store.append(batch, [&](const Store& inside) -> Result<void> {
            if (inside.last_seq() == seen) {
                return {};
            }
            moved = TRY(plan_->check(inside, made));
            return moved == Moved::nothing ? Result<void>()
                                           : Error{Code::conflict, "the graph moved on"};
        });
        if (moved != Moved::nothing) {
            continue;
        }
        if (receipt) {
            receipt->duplicates += passed_over;
        }
        return receipt;
    }
    return Error{Code::conflict, "others keep changing this graph", "try again"};
}

}  // namespace hence
