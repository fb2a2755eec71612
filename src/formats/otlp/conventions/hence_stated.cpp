// How attributes that state an event are applied: to the event of their span or record, and to the
// events beside it.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "formats/otlp/conventions/hence_attributes.h"
#include "formats/otlp/conventions/hence_fields.h"
#include "model/facts.h"

namespace hence {
namespace {

// What may become an event of another kind without losing what it is.
bool is_plain(std::string_view kind) {
    return kind.empty() || kind == "span" || kind == "log";
}

// The attributes that were not understood, as they came.
std::string left_over(const Attributes& attributes, const HenceAttributes& stated) {
    std::string json;
    for (const Attribute& each : attributes.all()) {
        if (!stated.took(each.key)) {
            json += json.empty() ? '{' : ',';
            append_string(json, each.key);
            json += ':';
            json += each.value.raw();
        }
    }
    return json.empty() ? json : json + '}';
}

}  // namespace

// An outcome of a span is beside it, unless it says of what.
std::string_view HenceAttributes::stated_kind() const {
    if (!kind_.empty() || !named_.empty()) {
        return kind_.empty() ? named_ : kind_;
    }
    for (const Group& each : groups_) {
        const bool has_of =
            std::ranges::find(each.fields, "of", &Member::first) != each.fields.end();
        if (each.kind != "outcome" || has_of) {
            return each.kind;
        }
    }
    return {};
}

bool HenceAttributes::stands_alone(std::string_view main_kind) const {
    const std::string_view kind = stated_kind();
    return holder_ == Holder::span && !id_.empty() && !kind.empty() && kind != main_kind;
}

std::string HenceAttributes::kind_of(std::string_view otherwise) const {
    const std::string_view kind = stated_kind();
    const bool said = !kind_.empty() || !named_.empty();
    const bool becomes = !kind.empty() && (said || is_plain(otherwise)) &&
                         (holder_ == Holder::record || id_.empty());
    return std::string(becomes ? kind : otherwise);
}

// The kind of the event that the rationale is about: `main`, unless that is of a kind that has none
// and one beside it is not. A decision's reasoning is about the decision.
std::string_view HenceAttributes::rationale_kind(std::string_view main_kind) const {
    if (reasoned_) {
        return "decision";
    }
    if (kind_.empty() && named_.empty() && !wants_rationale(main_kind)) {
        for (const Group& each : groups_) {
            if (wants_rationale(each.kind)) {
                return each.kind;
            }
        }
    }
    return main_kind;
}

void HenceAttributes::apply_fields(std::string_view kind, EventDraft& draft) const {
    if (const Group* own = group(kind)) {
        for (const auto& [name, json] : own->fields) {
            draft.fields.value(name, Json(json));
        }
    }
}

void HenceAttributes::apply_links(EventDraft& draft) const {
    draft.parent = parent_.empty() ? draft.parent : parent_;
    draft.causes.insert(draft.causes.end(), causes_.begin(), causes_.end());
    for (const auto& [name, json] : fields_) {
        const KnownField* known = find_known_field(draft.kind, name);
        const std::string fit = known == nullptr ? "" : field_json(*known, Json(json), trace_id_);
        draft.fields.value(name, Json(fit.empty() ? json : fit));
    }
}

void HenceAttributes::apply(EventDraft& draft) const {
    const auto set = [](std::string& name, const std::string& stated) {
        name = stated.empty() ? name : stated;
    };
    set(draft.session, session_);
    set(draft.run, run_);
    set(draft.agent, agent_);
    set(draft.correlation, correlation_);
    draft.iteration = iteration_ ? iteration_ : draft.iteration;
    apply_fields(draft.kind, draft);
    if (stands_alone(draft.kind)) {
        return;
    }
    if (holder_ == Holder::record) {
        set(draft.id, id_);
    }
    apply_links(draft);
    if (rationale_kind(draft.kind) == draft.kind) {
        set(draft.rationale, rationale_);
    }
}

EventDraft HenceAttributes::child(const EventDraft& main, std::string_view kind) const {
    EventDraft draft = draft_beside(main, kind, fmt::format("~{}", kind));
    apply_fields(kind, draft);
    return draft;
}

void HenceAttributes::add_beside(const EventDraft& main, std::vector<EventDraft>& more) const {
    if (empty() || main.id.ends_with("~open")) {
        return;
    }
    const std::string_view alone = stands_alone(main.kind) ? stated_kind() : std::string_view();
    std::string judged = main.id;  // What an outcome is of that does not say.
    if (!alone.empty()) {
        EventDraft draft = child(main, alone);
        draft.id = id_;
        draft.rationale = rationale_;
        apply_links(draft);
        judged = id_;
        more.push_back(std::move(draft));
    }
    for (const Group& each : groups_) {
        if (each.kind == main.kind || each.kind == alone) {
            continue;
        }
        EventDraft draft = child(main, each.kind);
        if (alone.empty() && rationale_kind(main.kind) == each.kind) {
            draft.rationale = rationale_;
        }
        if (each.kind == "decision") {
            judged = draft.id;
        }
        if (each.kind == "outcome") {
            draft.fields.text("of", judged);  // Stands only where it is not said.
        }
        more.push_back(std::move(draft));
    }
}

bool add_stated_event(const SpanEvent& event, std::size_t number, std::string_view trace_id,
                      const EventDraft& main, std::vector<EventDraft>& more) {
    const std::string_view named = hence_kind_of(event.name);
    const HenceAttributes stated(event.attributes, trace_id, {named, main.id});
    const std::string kind = stated.kind_of({});
    if (kind.empty()) {
        return false;
    }
    EventDraft draft = draft_beside(main, kind, fmt::format("~h{}", number));
    draft.time = event.time_ns == 0 ? main.time : time_of_index(event.time_ns);
    const std::string correlation = correlation_from(event.attributes);
    draft.correlation = correlation.empty() ? main.correlation : correlation;
    if (!stated.session().empty()) {
        std::erase(draft.flags, Flag::session_derived);
    }
    stated.apply(draft);
    draft.fields.text("name", named.empty() ? event.name : std::string_view());
    draft.fields.value("attributes", Json(left_over(event.attributes, stated)));
    if (event.dropped_attributes > 0) {
        draft.fields.value("dropped_attributes_count",
                           Json(std::to_string(event.dropped_attributes)));
    }
    stated.add_beside(draft, more);
    more.push_back(std::move(draft));
    return true;
}

}  // namespace hence
