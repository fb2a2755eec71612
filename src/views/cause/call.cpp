#include "views/cause/call.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/try.h"
#include "graph/change.h"
#include "hence/graph.h"
#include "model/event_body.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/summary/node_labels.h"
#include "model/summary/summary_text.h"
#include "views/find/event_at.h"

namespace hence {
namespace {

struct Call {
    const Event& start;
    std::string session;
    std::string id;
};

// Without any session, a call_id counts within the run: "call_1" is too common a name to be more.
std::string_view run_that_counts(const Call& call, const Event& event) {
    return call.session.empty() ? event.run() : std::string_view();
}

// Whether both are starts or ends of calls that count as one.
bool same_call(const Call& call, const Event& event) {
    return (event.kind() == Kind::observation || event.kind() == Kind::tool_call) &&
           run_that_counts(call, event) == run_that_counts(call, call.start);
}

// An end mostly stands right behind its call. Where the same call_id is used over and over, it may
// stand behind all the other calls: then the ends are noted, all of them at once.
constexpr int walk_max = 16;

Result<const Sessions::CallEnds*> noted_ends(Sessions& sessions, const Call& call, bool note) {
    const std::string name = joined(call.session, call.id);
    const auto known = sessions.call_ends().find(name);
    if (known != sessions.call_ends().end()) {
        return &known->second;
    }
    if (!note) {
        return nullptr;
    }
    Sessions::CallEnds ends;
    const std::unique_ptr<Cursor> all =
        TRY(sessions.named({Space::call, call.id}, call.session, {}));
    std::optional<Event> event = TRY(all->next());
    while (event) {
        if (event->kind() == Kind::observation) {
            ends[std::string(run_that_counts(call, *event))].push_back(position_of(*event));
        }
        event = TRY(all->next());
    }
    return &sessions.call_ends().emplace(name, std::move(ends)).first->second;
}

// Whether a call stands right before this observation, so that it ended that one.
Result<bool> ended_another(Sessions& sessions, const Call& call, const Position& end) {
    const Scan scan{.direction = Direction::backward, .after = end};
    const std::unique_ptr<Cursor> before =
        TRY(sessions.named({Space::call, call.id}, call.session, scan));
    std::optional<Event> event = TRY(before->next());
    while (event && !same_call(call, *event)) {
        event = TRY(before->next());
    }
    return event && event->kind() == Kind::tool_call;
}

Result<std::optional<Event>> noted_end(Sessions& sessions, const Call& call,
                                       const Sessions::CallEnds& ends) {
    const auto noted = ends.find(std::string(run_that_counts(call, call.start)));
    if (noted == ends.end()) {
        return std::optional<Event>();
    }
    const Places& places = noted->second;
    const auto behind = std::ranges::upper_bound(places, position_of(call.start));
    if (behind != places.end()) {
        return event_at(sessions.store(), behind->seq);
    }
    const bool taken = TRY(ended_another(sessions, call, places.back()));
    return taken ? std::optional<Event>() : event_at(sessions.store(), places.back().seq);
}

// Mostly the call_id is that of the call and its end alone: one walk over both is all.
Result<std::optional<Event>> end_of(Sessions& sessions, const Call& call) {
    const Sessions::CallEnds* ends = TRY(noted_ends(sessions, call, false));
    if (ends != nullptr) {
        return noted_end(sessions, call, *ends);
    }
    const std::unique_ptr<Cursor> found =
        TRY(sessions.named({Space::call, call.id}, call.session, {}));
    std::optional<Event> spare;
    bool begun = false;
    for (int walked = 0; walked < walk_max; ++walked) {
        std::optional<Event> event = TRY(found->next());
        if (!event) {
            return spare;
        }
        if (!same_call(call, *event)) {
            continue;
        }
        const bool ends_one = begun;
        begun = event->kind() == Kind::tool_call;
        if (begun) {
            continue;
        }
        if (position_of(*event) > position_of(call.start)) {
            return event;
        }
        spare = ends_one ? std::optional<Event>() : std::move(event);
    }
    ends = TRY(noted_ends(sessions, call, true));
    return noted_end(sessions, call, *ends);
}

// The labels that the nodes of a change of a graph have.
Result<NodeLabels> node_labels(const Store& store, const Event& event, NodeLabels labels) {
    Graph graph(store, {.graph = graph_of(event)});
    for (std::string* const each : {&labels.first, &labels.second}) {
        const std::optional<GraphNode> node = TRY(graph.node_ever(*each));
        *each = node ? node->label : std::string();
    }
    return labels;
}

}  // namespace

std::optional<std::string> call_id_of(const Event& event) {
    std::optional<std::string> id = Json(event.fields())["call_id"].string();
    return id && !id->empty() ? id : std::nullopt;
}

Result<std::optional<Event>> end_of_call(Sessions& sessions, const Event& call) {
    std::optional<std::string> id = call_id_of(call);
    if (!id) {
        return std::optional<Event>();
    }
    std::string session = TRY(sessions.told_in(call));
    const Call asked{call, std::move(session), std::move(*id)};
    return end_of(sessions, asked);
}

Result<CallEnd> call_end_of(Sessions& sessions, const Event& event) {
    if (event.kind() != Kind::tool_call) {
        return CallEnd();
    }
    const std::optional<Event> end = TRY(end_of_call(sessions, event));
    return end ? call_end(*end) : CallEnd();
}

Result<std::string> summary_of(Sessions& sessions, const Event& event) {
    const NodeLabels ids = node_ids(event);
    if (!ids.first.empty() || !ids.second.empty()) {
        const NodeLabels labels = TRY(node_labels(sessions.store(), event, ids));
        return summary(event, labels);
    }
    const CallEnd end = TRY(call_end_of(sessions, event));
    return summary(event, end);
}

void CallEnds::see(const Event& event) {
    const bool starts = event.kind() == Kind::tool_call;
    if (!starts && event.kind() != Kind::observation) {
        return;
    }
    const JsonString id(Json(event.fields())["call_id"]);
    if (id.empty()) {
        return;
    }
    const std::uint32_t number = call_ids_.number_of(id.view());
    calls_.resize(call_ids_.size());
    Call& call = calls_[number];
    if (starts) {
        call.open.push_back(event.seq());
        return;
    }
    CallEnd end = call_end(event);
    NotedEnd noted{std::string(event.body().duration_ms), end.failed, std::move(end.error)};
    call.spare.reset();
    if (call.open.empty()) {
        call.spare = std::move(noted);
        return;
    }
    for (const std::uint64_t start : call.open) {
        ends_.emplace(start, noted);
    }
    call.open.clear();
}

// A call that no end came behind goes by the last one before it, if that ended no other call.
std::unordered_map<std::uint64_t, NotedEnd> CallEnds::take() && {
    for (const Call& call : calls_) {
        for (const std::uint64_t start : call.open) {
            if (call.spare) {
                ends_.emplace(start, *call.spare);
            }
        }
    }
    return std::move(ends_);
}

}  // namespace hence
