// The events of A2A: each thing that is sent is one entry of an audit.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <utility>

#include "base/hash.h"
#include "formats/a2a/reader.h"
#include "model/event_rules.h"

namespace hence {
namespace {

constexpr std::string_view format = "a2a";
constexpr std::string_view user = "user";
constexpr std::size_t hash_digits = 16;

std::string short_hash(std::string_view text) {
    return sha256_hex(text).substr(0, hash_digits);
}

// The names of the members that say where an object belongs.
void take_places(Foreign& thing) {
    constexpr std::array<std::string_view, 12> names = {
        "id",     "kind",    "contextId", "taskId",  "messageId", "role",
        "status", "history", "artifacts", "message", "parts",     "referenceTaskIds"};
    for (const std::string_view name : names) {
        thing.take(name);
    }
}

void leave(Json thing, Fields& fields) {
    if (thing.is_object()) {
        Foreign rest(thing);
        take_places(rest);
        rest.leave(fields, format);
    }
}

std::string_view verdict_of(std::string_view state) {
    return state == "completed" ? "success" : state == "canceled" ? "cancelled" : "failure";
}

// The thread that a sender put into the metadata of what it sent: an affair may go on in other
// contexts. The first of these that says one counts.
void take_correlation(std::initializer_list<Json> things, EventDraft& draft) {
    for (const Json thing : things) {
        for (const std::string_view name : {"correlation_id", "correlationId"}) {
            const std::string said = thing["metadata"][name].string().value_or("");
            if (draft.correlation.empty() && said.size() <= name_size_max) {
                draft.correlation = said;
            }
        }
    }
}

void add_parties(Fields& fields, std::string_view from, std::string_view to) {
    fields.text("from", from);
    fields.list("to", {std::string(to)});
}

}  // namespace

EventDraft A2aReader::draft_of(std::string id, std::string_view kind, const Place& place) const {
    EventDraft draft;
    draft.id = std::move(id);
    draft.kind = kind;
    draft.time = place.time;
    draft.session = place.context;
    draft.run = place.task;
    return draft;
}

EventDraft A2aReader::draft_of_agent(std::string id, const Place& place) {
    EventDraft draft = draft_of(std::move(id), "message", place);
    draft.agent = agent();
    const Task* task = tasks_.find(place.task);
    draft.parent = place.asked_by;
    if (draft.parent.empty() && task != nullptr) {
        draft.parent = task->asked;
        if (!draft.parent.empty()) {
            draft.flags.push_back(Flag::parent_derived);
        }
    }
    return draft;
}

void A2aReader::push(EventDraft draft, Json json, const Place& place) {
    if (draft.parent == draft.id) {
        draft.parent.clear();
    }
    if (draft.parent.empty()) {
        std::erase(draft.flags, Flag::parent_derived);
    }
    if (Task* task = tasks_.find(place.task)) {
        task->last = draft.id;
    }
    queue_.add({std::move(draft), place.line, std::string(json.raw()), place.waits}, *place.batch);
}

void A2aReader::add_message(Json message, Place place, const Status& status) {
    const std::string role = a2a_role(message);
    const bool asks = role != "agent";
    if (const std::optional<std::string> time = time_from(message["metadata"]["timestamp"])) {
        place.time = *time;
        queue_.note_time(*time);
    }
    EventDraft draft = asks ? draft_of(a2a_message_id(message), "message", place)
                            : draft_of_agent(a2a_message_id(message), place);
    take_correlation({message, status.thing}, draft);
    Task* task = tasks_.find(place.task);
    if (asks) {
        draft.agent = role;
        const bool first = task == nullptr || task->asked.empty() || task->asked == draft.id;
        if (first) {
            draft.parent = draft.id + "~start";
            add_goal(draft, message, place);
        } else {
            draft.parent = task->last;
            draft.flags.push_back(Flag::parent_derived);
        }
    }
    Fields& fields = draft.fields;
    fields.value("message_id", message["messageId"]);
    asks ? add_parties(fields, role, agent()) : add_parties(fields, agent(), user);
    fields.text("subtype", status.state.empty() ? "message" : "status");
    fields.text("status", status.state);
    const std::string payload = a2a_payload(message["parts"]);
    fields.value("payload", Json(payload));
    fields.value("reference_task_ids", message["referenceTaskIds"]);
    std::set<std::string> causes;
    message["referenceTaskIds"].each_element([&](Json id) {
        const Task* cause = tasks_.find(id.string().value_or(""));
        if (cause != nullptr && !cause->last.empty() && causes.insert(cause->last).second) {
            draft.causes.push_back(cause->last);
        }
        return true;
    });
    leave(message, fields);
    leave(status.thing, fields);
    if (asks && task != nullptr) {
        task->asked = draft.id;
    }
    push(std::move(draft), message, place);
}

// What began a task is what it is for.
void A2aReader::add_goal(const EventDraft& message, Json json, const Place& place) {
    EventDraft start = draft_of(message.parent, "session_start", place);
    start.agent = message.agent;
    start.correlation = message.correlation;
    start.flags.push_back(Flag::derived);
    start.fields.text("goal", a2a_text(json["parts"]));
    push(std::move(start), json, place);
}

void A2aReader::add_status(Json thing, const Place& place) {
    const Json status = thing["status"];
    const std::string state = a2a_state(status);
    const bool over = a2a_is_final(state);
    if (over) {
        for (const A2aArtifact& artifact : artifacts_.close(place.task)) {
            add_artifact(artifact, place);
        }
    }
    Place then = place;
    then.time = time_from(status["timestamp"]).value_or(place.time);
    if (a2a_thing(status["message"]).shape == A2aShape::message) {
        add_message(status["message"], then, {state, thing});
    } else {
        EventDraft draft = draft_of_agent(a2a_status_id(place.task, status), then);
        add_parties(draft.fields, agent(), user);
        draft.fields.text("subtype", "status");
        draft.fields.text("status", state);
        take_correlation({thing}, draft);
        leave(thing, draft.fields);
        push(std::move(draft), thing, then);
    }
    if (over) {
        add_end(thing, then);
    }
}

// The end of a task is the end of its run; its context may go on.
void A2aReader::add_end(Json thing, const Place& place) {
    const Json status = thing["status"];
    const std::string state = a2a_state(status);
    EventDraft draft =
        draft_of(a2a_joined_id(a2a_status_id(place.task, status), "end"), "termination", place);
    draft.agent = agent();
    Task& task = tasks_.get(place.task);
    draft.parent = task.last;
    take_correlation({status["message"], thing}, draft);
    draft.fields.text("reason", state);
    draft.fields.text("output", a2a_text(status["message"]["parts"]));
    output_bytes_ -= task.output.size();
    draft.fields.text("output", std::exchange(task.output, {}));
    EventDraft verdict = draft_of(draft.id + "-of-run", "session_end", place);
    verdict.agent = draft.agent;
    verdict.correlation = draft.correlation;
    verdict.parent = draft.parent;
    verdict.flags.push_back(Flag::derived);
    verdict.fields.text("status", verdict_of(state));
    const std::string end = draft.id;
    push(std::move(draft), thing, place);
    push(std::move(verdict), thing, place);
    task.last = end;
}

void A2aReader::add_artifact(const A2aArtifact& artifact, const Place& place) {
    const Json parts(artifact.parts);
    const std::string content = short_hash(a2a_content(parts));
    EventDraft draft =
        draft_of_agent(a2a_joined_id(place.task, a2a_joined_id(artifact.id, content)), place);
    add_parties(draft.fields, agent(), user);
    draft.fields.text("subtype", "artifact");
    draft.fields.text("artifact_id", artifact.id);
    const std::string payload = a2a_payload(parts);
    draft.fields.value("payload", Json(payload));
    take_correlation({Json(artifact.head)}, draft);
    Foreign rest{Json(artifact.head)};
    rest.take("artifactId");
    rest.take("parts");
    rest.leave(draft.fields, format);
    if (Task* task = tasks_.find(place.task)) {
        output_bytes_ -= task->output.size();
        task->output = a2a_text(parts);
        if (output_bytes_ + task->output.size() > output_bytes_max_) {
            task->output = {};
        }
        output_bytes_ += task->output.size();
    }
    Place then = place;
    then.line = artifact.line;
    push(std::move(draft), Json(artifact.head), then);
}

void A2aReader::add_error(Json error, const Place& place) {
    const std::string hash = short_hash(place.asks + std::string(error.raw()));
    EventDraft draft = draft_of(
        a2a_joined_id(place.asked_by.empty() ? "error" : place.asked_by, hash), "error", place);
    draft.agent = agent();
    draft.parent = place.asked_by;
    draft.fields.value("error", error["message"]);
    Foreign rest(error);
    rest.take("message");
    rest.leave(draft.fields, format);
    push(std::move(draft), error, place);
}

// A call that carries no message, or what came back from it.
void A2aReader::add_traffic(Json json, std::string_view subtype, const Place& place) {
    const bool back = subtype == "response";
    EventDraft draft = draft_of(a2a_joined_id(subtype, short_hash(json.raw())), "message", place);
    draft.agent = back ? agent() : std::string(user);
    draft.parent = back ? place.asked_by : std::string();
    back ? add_parties(draft.fields, agent(), user) : add_parties(draft.fields, user, agent());
    draft.fields.text("subtype", subtype);
    draft.fields.value("payload", back ? json["result"] : json["params"]);
    draft.fields.value("request_id", json["id"]);
    push(std::move(draft), json, place);
}

void A2aReader::add_card(Json card, const Place& place) {
    std::string name = card["name"].string().value_or("");
    card_ = name.size() <= name_size_max ? std::move(name) : std::string();
    EventDraft draft =
        draft_of(a2a_joined_id(agent(), short_hash(card.raw())), "agent_card", place);
    draft.agent = agent();
    Foreign(card).leave(draft.fields, format);
    push(std::move(draft), card, place);
}

}  // namespace hence
