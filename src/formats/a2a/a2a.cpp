// Reads the messages between two agents. Most messages do not say where they belong, so the reader
// keeps which task is in which context, and which request a response answers.
#include "formats/a2a/a2a.h"

#include <utility>

#include "base/try.h"
#include "formats/a2a/reader.h"

namespace hence {

std::uint64_t A2aReader::finish(Batch& batch) {
    queue_.finish(batch);
    return artifacts_.open();
}

Result<void> A2aReader::read(const Record& record, Batch& batch) {
    Place place{.line = record.line, .batch = &batch};
    if (const std::optional<std::string> time = time_from(record.json["timestamp"])) {
        place.time = *time;
        queue_.note_time(place.time);
    }
    Result<void> done = read_thing(a2a_thing(record.json), std::move(place));
    queue_.flush(batch);
    return done;
}

Result<void> A2aReader::read_thing(const A2aThing& thing, Place place) {
    switch (thing.shape) {
        case A2aShape::none:
            return Error{Code::invalid, "is nothing of A2A: no message, task, update or call"};
        case A2aShape::message:
            settle(thing.json, "taskId", place);
            add_message(thing.json, std::move(place), {});
            return {};
        case A2aShape::task: return read_task(thing.json, std::move(place));
        case A2aShape::tasks: {
            Result<void> done;
            thing.json["tasks"].each_element([&](Json task) {
                done = read_task(task, place);
                return static_cast<bool>(done);
            });
            return done;
        }
        case A2aShape::status_update: return read_status(thing.json, std::move(place));
        case A2aShape::artifact_update:
            settle(thing.json, "taskId", place);
            return read_artifact(thing.json, place);
        case A2aShape::request: return read_request(thing.json, std::move(place));
        case A2aShape::response: return read_response(thing.json, std::move(place));
        case A2aShape::agent_card: add_card(thing.json, place); return {};
    }
    return {};
}

void A2aReader::settle(Json thing, std::string_view task_key, Place& place) {
    if (std::string task = thing[task_key].string().value_or(""); !task.empty()) {
        place.task = std::move(task);
    }
    if (std::string context = thing["contextId"].string().value_or(""); !context.empty()) {
        place.context = std::move(context);
    }
    if (!place.task.empty()) {
        Task& task = tasks_.get(place.task);
        if (!place.context.empty()) {
            task.context = place.context;
        }
        place.context = task.context;
    }
    if (!place.asks.empty()) {
        queue_.answer(place.asks, place.context, place.task);
        Request& request = requests_.get(place.asks);
        request.context = place.context;
        request.task = place.task;
        // The answer names the task that the message began.
        if (Task* task = tasks_.find(place.task); task != nullptr && task->asked.empty()) {
            task->asked = request.message;
        }
    }
}

// An id may be used again, once its request is over.
Result<void> A2aReader::read_request(Json json, Place place) {
    const std::string id(json["id"].raw());
    const Json params = json["params"];
    queue_.answer(id, {}, {});
    const A2aThing thing = a2a_thing(params["message"]);
    if (thing.shape != A2aShape::message) {
        settle(params, params["taskId"].is_string() ? "taskId" : "id", place);
        requests_.get(id) = {{}, place.context, place.task};
        add_traffic(json, json["method"].string().value_or(""), place);
        return {};
    }
    settle(thing.json, "taskId", place);
    requests_.get(id) = {a2a_message_id(thing.json), place.context, place.task};
    if (place.context.empty() || place.task.empty()) {
        place.waits = id;
    }
    add_message(thing.json, std::move(place), {.state = {}, .thing = params});
    return {};
}

Result<void> A2aReader::read_response(Json json, Place place) {
    place.asks = json["id"].raw();
    if (const Request* request = requests_.find(place.asks)) {
        place.asked_by = request->message;
        place.context = request->context;
        place.task = request->task;
    } else {
        place.asks.clear();
    }
    const A2aThing thing = a2a_thing(json["result"]);
    if (thing.shape != A2aShape::none) {
        return read_thing(thing, std::move(place));
    }
    settle({}, "taskId", place);
    if (json["error"].is_object()) {
        add_error(json["error"], place);
    } else {
        add_traffic(json, "response", place);
    }
    return {};
}

// A task repeats its history: the history is told first, in its order, and answers no request; then
// come the task's artifacts and its status.
Result<void> A2aReader::read_task(Json task, Place place) {
    settle(task, "id", place);
    if (const std::optional<std::string> time = time_from(task["status"]["timestamp"])) {
        queue_.note_time(*time);
    }
    const std::string now = task["status"]["message"]["messageId"].string().value_or("");
    if (task["history"].at(0).present()) {
        Task& known = tasks_.get(place.task);
        known.last.clear();
        known.asked.clear();
    }
    Place past = place;
    past.asks.clear();
    past.asked_by.clear();
    past.time.clear();
    task["history"].each_element([&](Json message) {
        if (a2a_thing(message).shape == A2aShape::message &&
            (now.empty() || message["messageId"].string() != now)) {
            add_message(message, past, {});
        }
        return true;
    });
    task["artifacts"].each_element([&](Json artifact) {
        const std::string id = artifact["artifactId"].string().value_or("");
        artifacts_.forget(place.task, id);
        add_artifact({.id = id,
                      .head = std::string(artifact.raw()),
                      .parts = std::string(artifact["parts"].raw()),
                      .line = place.line},
                     place);
        return true;
    });
    add_status(task, place);
    return {};
}

Result<void> A2aReader::read_status(Json update, Place place) {
    settle(update, "taskId", place);
    if (const std::optional<std::string> time = time_from(update["status"]["timestamp"])) {
        queue_.note_time(*time);
    }
    add_status(update, place);
    return {};
}

Result<void> A2aReader::read_artifact(Json update, const Place& place) {
    const Json artifact = update["artifact"];
    const std::optional<A2aArtifact> whole =
        TRY(artifacts_.take(place.task, update,
                            {.id = artifact["artifactId"].string().value_or(""),
                             .head = std::string(artifact.raw()),
                             .parts = {},
                             .line = place.line}));
    if (whole) {
        add_artifact(*whole, place);
    }
    return {};
}

bool is_a2a(const Beginning& beginning) {
    const A2aThing thing = a2a_thing(beginning.record());
    if (thing.shape != A2aShape::response) {
        return thing.shape != A2aShape::none;
    }
    const A2aShape result = a2a_thing(thing.json["result"]).shape;
    return result != A2aShape::none && result != A2aShape::response;
}

std::unique_ptr<Reader> read_a2a(const ReadOptions& options) {
    return std::make_unique<A2aReader>(options);
}

}  // namespace hence
