// GraphWriter: changes of a graph, planned first and then appended in one commit.
//
// Each call adds a step to a plan and fails at once if the change makes no sense by itself.
// `commit` makes the events, checks them against the graph (GraphFit), and appends them in one
// batch with a check that runs inside the commit. If another writer changed the graph between the
// plan and the commit, the check refuses the batch and the plan is made again. So no lock is held
// while a plan is made, and appends of others go on.
// Must never happen: a part of a plan is stored, a change is stored that does not fit the graph, or
// an event gets a time before the node that it changes. With an idempotency key, the same plan
// again counts as done.
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/try.h"
#include "graph/fit.h"
#include "graph/fold.h"
#include "graph/node_json.h"
#include "hence/graph_writer.h"
#include "model/ids.h"
#include "model/json/object_writer.h"
#include "model/kinds.h"
#include "model/text.h"

namespace hence {
namespace {

// The graph may have changed between the plan and its commit. Then the plan is made again. Each
// time, another writer has made progress, so this ends.
constexpr int attempts_max = 1'000;

Receipt passed_over_only(std::uint64_t count) {
    Receipt receipt;
    receipt.duplicates = count;
    return receipt;
}

// What happened inside the commit, besides a refusal.
enum class Moved : std::uint8_t { nothing, graph, key };

}  // namespace

// The steps to append, in order. Their events are made when the plan is committed.
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

    // `append(json)` writes the members of the step's fields behind the graph.
    template <class Append>
    Result<void> add(Step step, const Append& append) {
        JsonWriter json(step.fields);
        json.begin_object().member("graph", graph);
        append(json);
        json.end_object();
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
        object.text("parent", author.parent);
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
    Plan::Step step{
        .id = plan_->next_id(), .kind = std::string(name_of(Kind::graph_node)), .fields = {}};
    node.id = node.id.empty() ? step.id : std::move(node.id);
    if (node.created_at != Time()) {
        step.time = node.created_at;
    }
    TRY(plan_->add(std::move(step),
                   [&node](JsonWriter& json) { append_new_node(json.key("node"), node); }));
    return std::move(node.id);
}

Result<std::string> GraphWriter::add_edge(GraphEdge edge) {
    if (edge.type == EdgeType::supersedes) {
        return Error{Code::invalid,
                     fmt::format("an edge supersedes is half of a supersede: {} would stay active",
                                 hence::quoted(edge.to_id)),
                     "use `hence graph supersede OLD NEW`, which does both in one append"};
    }
    Plan::Step step{
        .id = plan_->next_id(), .kind = std::string(name_of(Kind::graph_edge)), .fields = {}};
    edge.id = edge.id.empty() ? step.id : std::move(edge.id);
    if (edge.created_at != Time()) {
        step.time = edge.created_at;
    }
    TRY(plan_->add(std::move(step),
                   [&edge](JsonWriter& json) { append_new_edge(json.key("edge"), edge); }));
    return std::move(edge.id);
}

Result<std::string> GraphWriter::update(const NodeUpdate& update) {
    const std::string set = TRY(minify(update.set, fields_depth_max));
    if (!Json(set).is_object() || set == "{}") {
        return Error{Code::invalid, "nothing is to be changed",
                     "name a label, a status, a confidence, a rationale or metadata"};
    }
    TRY(plan_->add(
        {.id = plan_->next_id(), .kind = std::string(name_of(Kind::graph_update)), .fields = {}},
        [&](JsonWriter& json) { json.member("id", Exact{update.id}).raw_member("set", set); }));
    return update.id;
}

Result<std::string> GraphWriter::remove(std::string_view id) {
    TRY(plan_->add(
        {.id = plan_->next_id(), .kind = std::string(name_of(Kind::graph_delete)), .fields = {}},
        [id](JsonWriter& json) { json.member("id", Exact{id}); }));
    return std::string(id);
}

Result<std::string> GraphWriter::supersede(const Supersede& supersede) {
    Plan::Step step{
        .id = plan_->next_id(), .kind = std::string(name_of(Kind::graph_supersede)), .fields = {}};
    std::string edge_id = supersede.edge_id.empty() ? step.id : supersede.edge_id;
    TRY(plan_->add(std::move(step), [&](JsonWriter& json) {
        json.member("old_id", Exact{supersede.old_id}).member("new_id", Exact{supersede.new_id});
        json.member("edge_id", Exact{edge_id}).member_if_any("why", {supersede.why});
    }));
    return edge_id;
}

Result<std::string> GraphWriter::import(const Event& event) {
    const GraphChange change = TRY(change_of(event));
    if (event.kind() != Kind::graph_node && event.kind() != Kind::graph_edge) {
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
    TRY(plan_->add(std::move(step), [&event](JsonWriter& json) {
        Json(event.fields()).each_member([&json](std::string_view name, Json value) {
            if (name != "graph") {
                json.recorded_key(name).value(value);
            }
            return true;
        });
    }));
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
