// One row to its events: a decision with its outcome, a message, or a Hence event as it is.
#include "formats/replay/replay_rows.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/try.h"
#include "formats/common/foreign.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

constexpr std::string_view format = replay_builder_name;

// The text under the first of these names that has any. The others stay.
std::string first_text(Foreign& row, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        std::string text = row.text(name);
        if (!text.empty()) {
            return text;
        }
    }
    return {};
}

constexpr std::array<std::string_view, 3> time_names = {"created_at", "timestamp", "time"};

// The time under the first of these names that is there. A row without any happened when it was
// posted; one of a file gets the time of its index.
Result<void> take_time(Foreign& row, const ReplayRow& record, EventDraft& draft) {
    for (const std::string_view name : time_names) {
        // SQLite has an empty text where nothing was given.
        if (record.json[name].present() && record.json[name].raw() != R"("")") {
            const Json value = row.take(name);
            const std::optional<std::string> time = time_from(value);
            if (!time) {
                return Error{Code::invalid, fmt::format("{} is no time", name)};
            }
            draft.time = *time;
            return {};
        }
    }
    if (record.arrival != nullptr) {
        draft.time = to_string(to_the_millisecond(record.arrival->time));
        return {};
    }
    draft.time = time_of_index(record.index);
    draft.flags.push_back(Flag::time_derived);
    return {};
}

void take_place(Foreign& row, const ReplayChain& chain, EventDraft& draft) {
    draft.session = first_text(row, {"session_id", "session"});
    draft.correlation = first_text(row, {"correlation_id", "correlation"});
    draft.run = first_text(row, {"run_id", "run"});
    draft.session = draft.session.empty() ? chain.session : draft.session;
    draft.correlation = draft.correlation.empty() ? chain.correlation : draft.correlation;
}

// A number counts rows of a table: it is no id among those of other tables, and goes with a prefix.
std::string take_id(Foreign& row, Json object, std::initializer_list<std::string_view> names,
                    std::string_view prefix) {
    for (const std::string_view name : names) {
        if (object[name].is_string() && object[name].raw() != "\"\"") {
            return row.text(name);
        }
    }
    for (const std::string_view name : names) {
        if (object[name].is_number()) {
            return fmt::format("{}-{}", prefix, row.text(name));
        }
    }
    return {};
}

// "why" with its confidence. A confidence that no rationale can carry stays where it was.
void take_rationale(Foreign& row, Json object, EventDraft& draft) {
    const Json rationale = object["rationale"];
    if (rationale.is_object()) {
        LenientRationale made = lenient_rationale(rationale);
        draft.rationale = std::move(made.json);
        if (made.whole) {
            row.take("rationale");
        }
        return;
    }
    if (!rationale.is_string() || rationale.raw() == "\"\"") {
        return;
    }
    draft.rationale = fmt::format("{{\"why\":{}", row.take("rationale").raw());
    const Json confidence = number_from(object["confidence"]);
    const double value = confidence.number().value_or(-1);
    if (value >= 0 && value <= 1) {
        row.take("confidence");
        draft.rationale += fmt::format(",\"confidence\":{}", confidence.raw());
    }
    draft.rationale += '}';
}

// SQLite knows no truth values: it says 0 and 1.
Json truth_in(Json value) {
    const std::string_view said = value.raw();
    const bool no = said == "false" || said == "0" || said == "\"false\"";
    const bool yes = said == "true" || said == "1" || said == "\"true\"";
    return no ? Json("false") : yes ? Json("true") : Json();
}

// The members that are written later than the rest of a row. So they are an event of their own, and
// a row gives the same decision before and after.
bool is_of_outcome(std::string_view name) {
    return name.starts_with("outcome");
}

bool has_outcome(Json object) {
    return object["outcome"].present() || object["outcome_correct"].present();
}

// An object less some of its members.
template <class Leave>
std::string without(Json object, const Leave& leave) {
    ObjectWriter rest;
    object.each_member([&](std::string_view name, Json value) {
        if (!leave(name)) {
            rest.raw(name, value.raw());
        }
        return true;
    });
    return std::move(rest).take().take();
}

Result<Event> outcome_event(const Event& decision, Json object) {
    EventDraft draft;
    draft.kind = "outcome";
    draft.id = derived_id(decision.time(), {format, "outcome", decision.id()});
    draft.agent = decision.agent();
    draft.session = decision.session();
    draft.run = decision.run();
    draft.correlation = decision.correlation();
    draft.fields.text("of", decision.id());
    draft.fields.value("outcome", object["outcome"]);
    const Json correct = truth_in(object["outcome_correct"]);
    draft.fields.value("correct", correct);
    object.each_member([&](std::string_view name, Json value) {
        const std::optional<std::string> time = name == "outcome" ? std::nullopt : time_from(value);
        if (is_of_outcome(name) && time && draft.time.empty()) {
            draft.time = *time;
        } else if (is_of_outcome(name) && !(name == "outcome_correct" && correct.present())) {
            draft.fields.value(name, value);
        }
        return true;
    });
    if (draft.time.empty()) {
        draft.time = to_string(decision.time());
        draft.flags.push_back(Flag::time_derived);
    }
    return std::move(draft).finish(format);
}

struct Column {
    std::string_view theirs;
    std::string_view ours;
};

// Columns that hold JSON, also as text.
constexpr std::array decision_columns = {
    Column{"inputs", "inputs"}, Column{"inputs_json", "inputs"},
    Column{"alternatives", "alternatives"}, Column{"alternatives_json", "alternatives"}};
constexpr std::array message_columns = {Column{"route_json", "route"}, Column{"route", "route"},
                                        Column{"payload", "payload"},
                                        Column{"payload_json", "payload"}};

void take_columns(Foreign& row, std::span<const Column> columns, Fields& fields) {
    for (const Column& column : columns) {
        if (!fields.has(column.ours)) {
            fields.unpacked(column.ours, row.take(column.theirs), JsonText::any);
        }
    }
}

// A list, the JSON of one as text, or one name.
void take_receivers(Foreign& row, Json object, Fields& fields) {
    for (const std::string_view name : {"to_agents", "to_agent"}) {
        const Json to = object[name];
        if (fields.has("to") || !to.present()) {
            continue;
        }
        row.take(name);
        const std::string text = to.string().value_or("");
        if (to.is_string() && !text.starts_with('[')) {
            fields.list("to", {text});
        } else {
            fields.unpacked("to", to, JsonText::any);
        }
    }
}

// A live call that says neither its id nor its time is itself alone, however often the same words
// are posted. Posted again under the same key, it is the same call.
std::string id_of_live_row(const ReplayRow& row) {
    const std::string& key = row.arrival->key;
    const std::string index = std::to_string(row.index);
    const std::string posted = to_string(row.arrival->time);
    return key.empty() ? derived_id(row.arrival->time, {format, "live", posted, index})
                       : derived_id(time_of_index(row.index), {format, "key", key, index});
}

Result<Event> finish_row(EventDraft draft, const ReplayRow& row) {
    if (draft.id.empty() && row.arrival != nullptr && !row.has_time()) {
        draft.id = id_of_live_row(row);
    } else if (draft.id.empty()) {
        draft.id = derived_id(draft.time,
                              {format, draft.kind, draft.time, without(row.json, is_of_outcome)});
    }
    return std::move(draft).finish(format);
}

// A row that is one of our own events.
Result<Event> own_event(Json object) {
    // Our own answer shows a decision with its outcome in it, which is an event as well.
    const std::string own =
        without(object, [](std::string_view name) { return name == "outcome"; });
    const Event event = TRY(Event::parse(own));
    if (event.id().empty()) {
        return Error{Code::invalid, "id is missing"};
    }
    return event.source().empty() ? event.with_source(format) : event;
}

Result<Event> decision_event(const ReplayRow& record, const ReplayChain& chain) {
    Foreign row(record.json);
    EventDraft draft;
    draft.kind = "decision";
    TRY(take_time(row, record, draft));
    take_place(row, chain, draft);
    draft.agent = row.text("agent_id");
    take_rationale(row, record.json, draft);
    draft.duration_ms = row.amount("duration_ms");
    take_columns(row, decision_columns, draft.fields);
    draft.id = take_id(row, record.json, {"id", "trace_id", "decision_id"}, "trace");
    if (has_outcome(record.json)) {
        record.json.each_member([&row](std::string_view name, Json) {
            if (is_of_outcome(name)) {
                row.take(name);
            }
            return true;
        });
    }
    row.leave(draft.fields, format);
    return finish_row(std::move(draft), record);
}

Result<Event> message_event(const ReplayRow& record, const ReplayChain& chain) {
    Foreign row(record.json);
    EventDraft draft;
    draft.kind = "message";
    TRY(take_time(row, record, draft));
    take_place(row, chain, draft);
    draft.agent = record.json["from_agent"].string().value_or("");
    draft.fields.value("message_id", record.json["message_id"]);
    draft.fields.value("from", row.take("from_agent"));
    take_receivers(row, record.json, draft.fields);
    take_columns(row, message_columns, draft.fields);
    draft.id = take_id(row, record.json, {"id", "message_id"}, "audit");
    row.take("message_id");
    row.leave(draft.fields, format);
    return finish_row(std::move(draft), record);
}

}  // namespace

bool ReplayRow::has_time() const {
    return std::ranges::any_of(time_names,
                               [&](std::string_view name) { return json[name].present(); });
}

bool is_replay_decision(Json object) {
    return !object["agent_id"].raw().empty() &&
           !(object["decision_type"].raw().empty() && object["rationale"].raw().empty());
}

bool is_replay_message(Json object) {
    return !object["from_agent"].raw().empty();
}

Result<std::vector<Event>> events_of_row(const ReplayRow& row, const ReplayChain& chain) {
    if (is_replay_message(row.json)) {
        const Event message = TRY(message_event(row, chain));
        return std::vector{message};
    }
    if (is_replay_decision(row.json)) {
        const Event decision = TRY(decision_event(row, chain));
        if (!has_outcome(row.json)) {
            return std::vector{decision};
        }
        const Event outcome = TRY(outcome_event(decision, row.json));
        return std::vector{decision, outcome};
    }
    if (row.json["kind"].present() && row.json["time"].present()) {
        const Event own = TRY(own_event(row.json));
        return std::vector{own};
    }
    return Error{Code::invalid,
                 "neither a decision (agent_id, decision_type) nor a message (from_agent)"};
}

}  // namespace hence
