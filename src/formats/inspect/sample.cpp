// The frame of a sample: the names of its session and run, its two passes, and its start.
#include "formats/inspect/sample.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "hence/time.h"

namespace hence {
namespace {

std::string text(Json object, std::string_view name) {
    return object[name].string().value_or("");
}

// An id that is a text or a number.
std::string spelled(Json value) {
    return value.is_string() ? value.string().value_or("") : std::string(value.raw());
}

void keep_later(std::string& last, const std::optional<std::string>& time) {
    if (!time) {
        return;
    }
    const Result<Time> before = parse_time(last);
    const Result<Time> now = parse_time(*time);
    if (!before || (now && *before < *now)) {
        last = *time;
    }
}

}  // namespace

InspectSample::InspectSample(Json sample, const InspectEval& eval, std::size_t attempt)
    : sample_(sample), eval_(eval), attachments_(sample["attachments"]) {
    const std::string uuid = text(sample, "uuid");
    has_uuid_ = !uuid.empty();
    const std::string of = "/" + spelled(sample["id"]) + "/" + spelled(sample["epoch"]);
    session_ = (eval.id.empty() ? uuid : eval.id) + of;
    session_derived_ = eval.id.empty() || eval.id_derived;
    run_ = session_;
    key_ = has_uuid_ ? uuid : session_;
    if (attempt > 0) {
        const std::string suffix = "/attempt-" + std::to_string(attempt);
        run_ += suffix;
        key_ += suffix;
    }
    attachments_.add(sample["transcript"]["content"]);
    prompts_.add_pool(sample["events_data"]["messages"]);
}

std::string InspectSample::derived(std::string_view time, std::string_view what,
                                   std::string_view which) const {
    return derived_id(time, {inspect_name, key_, what, which});
}

std::string InspectSample::id_of(Json event, std::size_t number, std::string_view time) const {
    const std::string uuid = text(event, "uuid");
    return uuid.empty() ? derived(time, text(event, "event"), std::to_string(number)) : uuid;
}

void InspectSample::look_at_span(Json event, const std::string& id, const std::string& time) {
    InspectSpan span;
    span.name = text(event, "name");
    span.type = text(event, "type");
    span.parent = text(event, "parent_id");
    span.event = id;
    span.begin = time;
    spans_.begin(text(event, "id"), std::move(span));
}

void InspectSample::look_ahead(Json event) {
    const std::optional<std::string> time = time_from(event["timestamp"]);
    const std::string id = id_of(event, looked_at_++, time.value_or(""));
    if (!time) {
        return;
    }
    first_time_ = first_time_.empty() ? *time : first_time_;
    keep_later(last_time_, time);
    keep_later(last_time_, time_from(event["completed"]));
    const std::string type = text(event, "event");
    if (type == "span_begin") {
        look_at_span(event, id, *time);
    } else if (type == "span_end") {
        spans_.end(text(event, "id"), *time);
    } else if (type == "tool") {
        spans_.tool({.event = id,
                     .function = text(event, "function"),
                     .agent_span = text(event, "agent_span_id"),
                     .arguments = event["arguments"]});
    } else if (type == "approval") {
        calls_[text(event["call"], "id")].approvals.push_back(id);
    } else if (type == "error") {
        has_error_ = true;
    } else if (type == "sample_init" && !has_start_) {
        has_start_ = true;
        start_id_ = id;
        event["state"]["messages"].each_element([this](Json message) {
            input_ids_.insert(text(message, "id"));
            return true;
        });
        input_ids_.erase("");
    }
}

void InspectSample::settle() {
    spans_.settle(run_, eval_.task);
    if (start_id_.empty()) {
        start_id_ = derived(beginning().time, "start", {});
    }
    const std::string input = attachments_.resolve(sample_["input"]);
    const Json given(input);
    goal_ = given.string().value_or("");
    given.each_element([this](Json message) {
        if (text(message, "role") == "user") {
            goal_ = text_of_content(message["content"]);
        }
        return true;
    });
}

Conversation& InspectSample::conversation(const InspectSpan& span) {
    const auto known = conversations_.find(span.run);
    if (known != conversations_.end()) {
        return known->second;
    }
    ConversationPlace place{.format = inspect_name,
                            .agent = span.agent,
                            .session = session_,
                            .run = span.run,
                            .session_derived = session_derived_};
    Conversation& begun =
        conversations_.try_emplace(span.run, Conversation(std::move(place))).first->second;
    begun.came(span.run == run_ || span.holder.empty() ? start_id_ : span.holder);
    return begun;
}

EventDraft InspectSample::draft(std::string_view kind, const InspectRecord& record) {
    EventDraft draft = conversation(*record.span).draft(kind, record.id, {record.time, false});
    draft.agent = record.span->agent;
    return draft;
}

EventDraft InspectSample::draft_of_whole(std::string_view kind, std::string_view what,
                                         const Moment& when) {
    const InspectSpan& whole = spans_.find({});
    EventDraft draft = conversation(whole).draft(kind, derived(when.time, what, {}), when);
    draft.agent = eval_.task;
    return draft;
}

void InspectSample::stand_in_span(EventDraft& draft, const InspectRecord& record) const {
    const InspectSpan& span = *record.span;
    if (!draft.parent.empty()) {
        return;
    }
    const bool held = !record.owner.empty() || !span.holder.empty();
    draft.parent = !record.owner.empty() ? record.owner : held ? span.holder : start_id_;
    if (!held || (record.owner.empty() && span.holder_derived)) {
        draft.flags.push_back(Flag::parent_derived);
    }
}

Moment InspectSample::beginning() const {
    if (!first_time_.empty()) {
        return {first_time_, false};
    }
    if (const std::optional<std::string> time = time_from(sample_["started_at"])) {
        return {*time, false};
    }
    return {eval_.created.empty() ? time_of_index(0) : eval_.created, true};
}

// What goes wrong here is told of the event alone.
Result<std::vector<Event>> InspectSample::tell(Json event, const std::string& owner) {
    const std::size_t number = told_++;
    const std::optional<std::string> time = time_from(event["timestamp"]);
    if (!time) {
        return Error{Code::invalid, event["timestamp"].present() ? "timestamp is no time"
                                                                 : "timestamp is missing"};
    }
    InspectRecord record{.json = event,
                         .id = id_of(event, number, *time),
                         .time = *time,
                         .type = text(event, "event"),
                         .owner = owner,
                         .span = &spans_.find(text(event, "span_id"))};
    if (record.type.empty()) {
        return Error{Code::invalid, "event is missing"};
    }
    last_id_ = record.id;
    return tell_kind(record);
}

Result<std::vector<Event>> InspectSample::tell_kind(const InspectRecord& record) {
    if (record.type == "model") {
        return tell_model(record);
    }
    if (record.type == "tool") {
        return tell_tool(record);
    }
    if (record.type == "span_begin") {
        return tell_span(record);
    }
    if (record.type == "span_end") {
        return std::vector<Event>();  // The beginning says it all.
    }
    if (record.type == "sample_init" && record.id == start_id_) {
        return tell_start(record);
    }
    return tell_other(record);
}

void InspectSample::describe_start(EventDraft& draft, Json sample) {
    Foreign rest(sample);
    draft.fields.text("goal", goal_);
    draft.fields.text("task", eval_.task);
    draft.fields.text("model", eval_.model);
    draft.fields.value("sample_id", rest.take("id"));
    draft.fields.value("epoch", sample_["epoch"]);
    const Json input = rest.take("input");
    draft.fields.value("input", input.is_array() ? input : Json());
    rest.leave(draft.fields, inspect_name);
}

Result<std::vector<Event>> InspectSample::tell_start(const InspectRecord& record) {
    const std::string whole = attachments_.resolve(record.json);
    EventDraft draft = this->draft("session_start", record);
    describe_start(draft, Json(whole)["sample"]);
    Foreign rest{Json(whole)};
    for (const std::string_view name : {"event", "uuid", "timestamp", "sample"}) {
        rest.take(name);
    }
    rest.leave(draft.fields, inspect_name);
    Event event = TRY(std::move(draft).finish(inspect_name));
    return std::vector<Event>{std::move(event)};
}

Result<std::vector<Event>> InspectSample::begin() {
    if (has_start_) {
        return std::vector<Event>();
    }
    EventDraft draft = draft_of_whole("session_start", "start", beginning());
    draft.id = start_id_;
    const std::string input = attachments_.resolve(sample_["input"]);
    const std::string sample = R"({"id":)" + std::string(sample_["id"].raw()) + R"(,"input":)" +
                               input + R"(,"target":)" + std::string(sample_["target"].raw()) + "}";
    describe_start(draft, Json(sample));
    Event event = TRY(std::move(draft).finish(inspect_name));
    return std::vector<Event>{std::move(event)};
}

}  // namespace hence
