#include "formats/openhands/events.h"

#include <charconv>
#include <utility>

#include "base/try.h"
#include "hence/time.h"

namespace hence {
namespace {

std::optional<std::uint64_t> number_in(std::string_view digits) {
    std::uint64_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto [read, error] = std::from_chars(digits.data(), end, number);
    return error == std::errc() && read == end ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<HandsFile> HandsFile::of(std::string_view path) {
    constexpr std::string_view extension = ".json";
    constexpr std::string_view prefix = "event-";
    constexpr std::string_view folder = "/events";
    const std::size_t slash = path.rfind('/');
    std::string_view name = path.substr(slash == std::string_view::npos ? 0 : slash + 1);
    std::string_view place = path.substr(0, slash == std::string_view::npos ? 0 : slash);
    if (!name.ends_with(extension)) {
        return std::nullopt;
    }
    name.remove_suffix(extension.size());
    if (name.starts_with(prefix)) {
        name = name.substr(prefix.size(), name.find('-', prefix.size()) - prefix.size());
    }
    const std::optional<std::uint64_t> number = number_in(name);
    if (!number) {
        return std::nullopt;
    }
    HandsFile file{{}, *number};
    if (place.ends_with(folder)) {
        place.remove_suffix(folder.size());
        file.conversation = place.substr(place.rfind('/') + 1);
    }
    return file;
}

Result<HandsEvent> HandsEvent::from(Json json, std::uint64_t line, const std::string& latest_time) {
    HandsEvent event{.json = json, .rest = Foreign(json), .line = line};
    event.v1 = json["kind"].is_string();
    const Json type = event.v1                     ? json["kind"]
                      : json["action"].is_string() ? json["action"]
                                                   : json["observation"];
    event.type = type.string().value_or("");
    if (event.type.empty()) {
        return Error{Code::invalid, "neither a kind nor an action nor an observation"};
    }
    event.source = json["source"].string().value_or("");
    const std::optional<std::string> time = time_from(event.rest.take("timestamp"));
    event.when = {time ? *time : latest_time.empty() ? time_of_index(line) : latest_time, !time};
    event.id = event.v1 ? json["id"].string().value_or("") : std::string();
    event.rest.take("kind");
    event.rest.take("id");
    if (event.id.empty()) {
        event.id =
            derived_id(event.when.time, {openhands_name, json["id"].raw(), event.source, event.type,
                                         event.v1 ? json.raw() : std::string_view()});
    }
    return event;
}

Result<void> HandsReading::read(HandsEvent& event, OpenHandsTalk& talk) {
    return event.v1 ? read_v1(event, talk) : read_v0(event, talk);
}

Result<void> HandsReading::read_prompt(HandsEvent& event, Json text, OpenHandsTalk& talk) {
    EventDraft draft =
        talk.talk().draft(goal_told_ ? "prompt" : "session_start", event.id, event.when);
    draft.agent.clear();
    put_content(draft.fields, goal_told_ ? "text" : "goal", text);
    event.rest.leave(draft.fields, openhands_name);
    goal_told_ = true;
    return talk.ask(std::move(draft), event.line);
}

std::string hands_model_call_id(const std::string& response_id, const std::string& event_id) {
    return response_id.empty() ? event_id + "~llm"
                               : derived_id(Time(), {openhands_name, "response", response_id});
}

// An event that has no word of ours keeps its own.
Result<void> keep_event(HandsEvent& event, std::string_view kind, OpenHandsTalk& talk) {
    TRY(talk.settle());
    EventDraft draft = talk.talk().draft(kind, event.id, event.when);
    event.rest.leave(draft.fields, openhands_name);
    return talk.keep(std::move(draft), event.line);
}

Result<void> end_by_state(HandsEvent& event, const std::string& state, OpenHandsTalk& talk) {
    TRY(talk.settle());
    EventDraft draft = talk.talk().draft("termination", event.id, event.when);
    talk.talk().follow(draft);
    draft.fields.text("reason", state);
    event.rest.leave(draft.fields, openhands_name);
    return talk.give(std::move(draft), event.line);
}

Result<void> reject(HandsEvent& event, const HandsRejection& rejection, OpenHandsTalk& talk) {
    HandsResult result;
    result.action_id = rejection.action_id;
    result.call_id = rejection.call_id;
    result.status = "error";
    result.ran = false;
    result.error = rejection.reason;
    result.alone = talk.talk().draft("observation", event.id + "~result", event.when);
    result.alone.parent = rejection.parent;
    TRY(talk.answer(std::move(result), event.line));
    EventDraft draft = talk.talk().draft("decision", event.id, event.when);
    draft.agent = rejection.by;
    draft.parent = rejection.parent;
    talk.talk().follow(draft);
    draft.fields.text("description", "run " + rejection.tool);
    draft.fields.text("decision_type", "permission");
    draft.fields.text("chosen", "reject");
    draft.fields.text("status", "declined");
    draft.fields.text("reasoning", rejection.reason);
    event.rest.leave(draft.fields, openhands_name);
    talk.talk().came(draft.id);
    return talk.give(std::move(draft), event.line);
}

}  // namespace hence
