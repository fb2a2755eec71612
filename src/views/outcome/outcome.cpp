// Records what came of an event, once. The first outcome stands.
//
// The check that there is no outcome yet runs inside the commit of the store, after all earlier
// batches: two writers at the same time cannot both succeed. A decision graph's node that stands
// for the event is completed in the same append. If the graph changed between looking and
// committing, the attempt is made again with what is there now. The same request under the same id
// gives the first answer again and writes nothing.
#include "hence/outcome.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/try.h"
#include "graph/change.h"
#include "hence/graph.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/ids.h"
#include "model/json/object_writer.h"
#include "model/json/writer.h"
#include "model/kinds.h"
#include "model/text.h"
#include "views/cause/outcome_of.h"
#include "views/find/resolve.h"
#include "views/write/layout.h"
#include "views/write/when.h"

namespace hence {
namespace {

// What an attempt saw may be gone when it commits. Then it looks again; since that only happens
// when somebody else has recorded something, it ends.
constexpr int attempts_max = 1'000;

std::optional<bool> correct_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::correct: return true;
        case Verdict::incorrect: return false;
        case Verdict::unknown: break;
    }
    return std::nullopt;
}

Result<Event> compose(const OutcomeRequest& request, const std::string& id, const Event& judged) {
    std::string text;
    JsonWriter json(text);
    json.begin_object().member("id", Exact{id}).member("kind", "outcome");
    json.member("time", request.time ? *request.time : to_the_millisecond(now()));
    json.member_if_any("agent", {request.agent}).member_if_any("session", {judged.session()});
    json.member_if_any("run", {judged.run()}).member_if_any("correlation", {judged.correlation()});
    json.key("fields").begin_object().member("of", Exact{judged.id()});
    json.member_if_any("outcome", {request.text});
    json.member("correct", correct_of(request.verdict)).end_object().end_object();
    const Event event = TRY(Event::parse(text));
    return event.with_source("native");
}

// "correct (text)"
std::string verdict_text(const Event& outcome) {
    constexpr std::string_view kind = "Outcome: ";
    std::string said = summary(outcome);
    if (said.starts_with(kind)) {
        said.erase(0, kind.size());
    }
    return said;
}

Error conflict(const Event& judged, const Event& first) {
    const LayoutScope plain({});  // The message is one for every reader.
    return {Code::conflict,
            fmt::format("{} has an outcome already, {} {}: {}", printable(judged.id()),
                        printable(first.id()), when(first), verdict_text(first)),
            "an outcome is recorded once, and the first one stands"};
}

Result<std::optional<Event>> newest_open_decision(const Store& store,
                                                  const std::string& correlation,
                                                  std::string_view type) {
    const std::unique_ptr<Cursor> thread =
        TRY(store.scan({Space::correlation, correlation}, {.direction = Direction::backward}));
    for (;;) {
        std::optional<Event> event = TRY(thread->next());
        if (!event) {
            return event;
        }
        if (event->kind() == Kind::decision && text_field(*event, "decision_type") == type) {
            const std::optional<Event> outcome = TRY(outcome_of(store, event->id()));
            if (!outcome) {
                return event;
            }
        }
    }
}

// A node of a decision graph that stands for the judged event and is still active.
struct OpenNode {
    std::string graph;
    std::string id;
    Time changed;
    bool operator==(const OpenNode&) const = default;
};

Result<std::vector<OpenNode>> open_nodes_of(const Store& store, std::string_view event) {
    std::vector<OpenNode> open;
    const std::unique_ptr<Cursor> added = TRY(store.scan({Space::graph_event, std::string(event)}));
    for (std::optional<Event> adding = TRY(added->next()); adding;) {
        const std::string name = graph_of(*adding);
        Graph graph(store, {.graph = name});
        const Json node_given = field(*adding, "node");
        const std::string id = node_given["id"].string().value_or(std::string(adding->id()));
        const std::optional<GraphNode> node = TRY(graph.node(id));
        if (node && node->added.seq == adding->seq() && node->status == NodeStatus::active) {
            open.push_back({name, id, std::max(node->added.time, node->updated_at)});
        }
        adding = TRY(added->next());
    }
    return open;
}

// The outcome closes the node, in the same append.
Result<Event> closing(const OpenNode& node, const Event& outcome) {
    ObjectWriter fields;
    fields.text("graph", node.graph);
    fields.text("id", node.id);
    fields.raw("set", R"({"status":"completed"})");
    const std::string said = TRY(std::move(fields).take());
    ObjectWriter event;
    event.text("id", new_id());
    event.text("kind", "graph_update");
    event.text("time", to_string(std::max(outcome.time(), node.changed)));
    event.text("agent", outcome.agent());
    event.text("session", outcome.session());
    event.text("run", outcome.run());
    event.text("correlation", outcome.correlation());
    event.raw("fields", said);
    const std::string json = TRY(std::move(event).take());
    const Event made = TRY(Event::parse(json));
    return made.with_source("native");
}

// One request on its way into the store.
class Judgement {
public:
    Judgement(Store& store, const OutcomeRequest& request)
        : store_(store), request_(request), id_(request.id.empty() ? new_id() : request.id) {}

    Result<Event> run() {
        if (request_.event.empty()) {
            correlation_ = TRY(resolve_name(store_, Space::correlation, request_.correlation));
        }
        for (int attempt = 0; attempt < attempts_max; ++attempt) {
            std::optional<Event> recorded = TRY(attempt_once());
            if (recorded) {
                return std::move(*recorded);
            }
        }
        return Error{Code::conflict, "others record outcomes faster than this one can be",
                     "try again"};
    }

private:
    Result<Event> judged() const;
    Result<Event> answer_again(const Event& known) const;
    Result<std::optional<Event>> attempt_once();
    Result<bool> still_true(const Store& store, const Event& judged,
                            const std::vector<OpenNode>& open) const;

    Store& store_;
    const OutcomeRequest& request_;
    std::string id_;
    std::string correlation_;
};

Result<Event> Judgement::judged() const {
    if (!request_.event.empty()) {
        return resolve_event(store_, request_.event);
    }
    std::optional<Event> newest =
        TRY(newest_open_decision(store_, correlation_, request_.decision_type));
    if (!newest) {
        return Error{
            Code::not_found,
            fmt::format("correlation {} has no decision of type {} without an outcome",
                        hence::quoted(correlation_), hence::quoted(request_.decision_type)),
            "`hence events --kinds decision` lists decisions"};
    }
    return std::move(*newest);
}

// For a request whose id is known: the same answer if it is the same request, else a conflict.
Result<Event> Judgement::answer_again(const Event& known) const {
    const std::string of = text_field(known, "of");
    const bool judges_the_same =
        request_.event.empty() ? known.correlation() == correlation_
                               : of.starts_with(request_.event) || of.ends_with(request_.event);
    if (known.kind() == Kind::outcome && judges_the_same &&
        text_field(known, "outcome") == request_.text &&
        field(known, "correct").boolean() == correct_of(request_.verdict)) {
        return known;
    }
    return Error{
        Code::conflict,
        fmt::format("another event has the id {}: {}", printable(known.id()), summary(known)),
        "choose another one, or leave it out"};
}

Result<bool> Judgement::still_true(const Store& store, const Event& judged,
                                   const std::vector<OpenNode>& open) const {
    const std::optional<Event> known = TRY(store.find(id_));
    const std::optional<Event> first = TRY(outcome_of(store, judged.id()));
    const std::vector<OpenNode> nodes = TRY(open_nodes_of(store, judged.id()));
    if (known || first || nodes != open) {
        return false;
    }
    if (!request_.event.empty()) {
        return true;
    }
    const std::optional<Event> newest =
        TRY(newest_open_decision(store, correlation_, request_.decision_type));
    return newest && newest->id() == judged.id();
}

// Nothing when what it saw was no longer true at the commit.
Result<std::optional<Event>> Judgement::attempt_once() {
    const std::optional<Event> known = TRY(store_.find(id_));
    if (known) {
        const Event again = TRY(answer_again(*known));
        return std::optional<Event>(again);
    }
    const Event subject = TRY(judged());
    const std::optional<Event> first = TRY(outcome_of(store_, subject.id()));
    if (first) {
        // A request for the newest decision without an outcome is given the next one.
        return request_.event.empty() ? Result<std::optional<Event>>(std::optional<Event>())
                                      : Result<std::optional<Event>>(conflict(subject, *first));
    }
    Batch batch;
    batch.source = "outcome";
    const Event composed = TRY(compose(request_, id_, subject));
    batch.events.push_back({.event = composed});
    const std::vector<OpenNode> open = TRY(open_nodes_of(store_, subject.id()));
    for (const OpenNode& node : open) {
        const Event close = TRY(closing(node, composed));
        batch.events.push_back({.event = close});
    }
    bool moved = false;
    const Result<Receipt> receipt = store_.append(batch, [&](const Store& inside) -> Result<void> {
        const bool still = TRY(still_true(inside, subject, open));
        moved = !still;
        return still ? Result<void>() : Result<void>(Error{Code::conflict, "the log has moved on"});
    });
    if (!receipt && !moved) {
        return receipt.error();
    }
    if (moved || !receipt->rejections.empty()) {
        return std::optional<Event>();
    }
    return store_.find(id_);
}

}  // namespace

Result<Event> record_outcome(Store& store, const OutcomeRequest& request) {
    if (request.event.empty() && (request.correlation.empty() || request.decision_type.empty())) {
        return Error{Code::invalid, "nothing is named that this is the outcome of",
                     "name an event, or a correlation and a type of decision"};
    }
    return Judgement(store, request).run();
}

std::string outcome_line(const Event& outcome) {
    return fmt::format("recorded outcome {} of {}: {}", printable(outcome.id()),
                       printable(text_field(outcome, "of")), verdict_text(outcome));
}

}  // namespace hence
