// The `hence.*` attributes: with them, any user of OpenTelemetry states decisions, rationales,
// links and outcomes, on spans, span events and log records alike. docs/OTEL_HENCE.md lists them.
//
// They stand above all other conventions, because their user wrote them for Hence. A value that
// breaks a rule counts as absent and stays among the attributes: telemetry is sent by programs that
// do not look at answers, so nothing here fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/common/foreign.h"
#include "formats/otlp/conventions/hence_rationale.h"
#include "formats/otlp/decode/telemetry.h"
#include "model/json/json.h"

namespace hence {

// What is known of a span event or log record besides its attributes.
struct StatedRecord {
    // The kind that its name states (hence_kind_of), or empty. If there is one, attributes may
    // leave out the prefix.
    std::string_view named = {};
    std::string on = {};  // The event of the span it is on, or empty.
};

// The event that attributes state, as far as they do. Views the attributes that it was made of.
//
// How it is used, once per span or record:
//     const HenceAttributes stated(span.attributes, span.trace_id);
//     draft.kind = stated.kind_of(kind by the other conventions);
//     stated.apply(draft);               // Before any other field: of a field, the first stands.
//     … session, agent, run, correlation, parent, rationale: only where draft has none yet …
//     … `attributes`: all but those that stated.took(key) …
//     stated.add_beside(draft, more);    // When draft is whole.
class HenceAttributes {
public:
    // Of a span.
    HenceAttributes(const Attributes& attributes, std::string_view trace_id);
    // Of a span event or a log record.
    HenceAttributes(const Attributes& attributes, std::string_view trace_id, StatedRecord record);

    bool empty() const { return taken_.empty(); }
    // Whether the attribute of that key was understood, and so need not be repeated.
    bool took(std::string_view key) const;

    // What a span or record is that otherwise would be `otherwise`: the kind it states. Where it
    // states none, but has fields of one (`hence.decision.description`), it is that kind if it
    // would else be plumbing (`span`), a `log`, or nothing.
    std::string kind_of(std::string_view otherwise) const;

    // Sets what is stated of an event whose id and kind are known. A parent, causes, a rationale
    // and fields only if it is the event that they are about.
    void apply(EventDraft& draft) const;

    // Adds the events that are stated beside `main`, as its children: a decision on the span of a
    // model call; and any event with an id of its own (`hence.id`) that is stated on a span, for
    // the children of a span know it by its span id. None where `main` is a span that is not over.
    void add_beside(const EventDraft& main, std::vector<EventDraft>& more) const;

    const std::string& session() const { return session_; }
    const std::string& run() const { return run_; }
    const std::string& agent() const { return agent_; }

private:
    enum class Holder : std::uint8_t { span, record };
    using Member = std::pair<std::string, std::string>;  // A name, and JSON.

    // One kind, with the fields that were stated for it.
    struct Group {
        std::string kind;
        std::vector<Member> fields = {};
    };

    void read(std::string_view key, Json value);
    bool read_name(std::string_view name, Json value);
    bool read_link(std::string_view name, Json value);
    bool read_rationale(std::string_view key, std::string_view name, Json value);
    bool read_bare(std::string_view key, Json value);
    bool read_field(std::string_view key, std::string_view name, Json value);
    bool read_field_of(std::string_view kind, std::string_view name, Json value);
    bool read_alternatives(std::string_view key, Json value);
    bool add(std::string_view kind, std::string_view name, std::string json);
    Group& group_for_adding(std::string_view kind);
    void settle_outcome();
    void settle_rationale();

    const Group* group(std::string_view kind) const;
    std::string_view stated_kind() const;
    bool stands_alone(std::string_view main_kind) const;
    std::string_view rationale_kind(std::string_view main_kind) const;
    void apply_fields(std::string_view kind, EventDraft& draft) const;
    void apply_links(EventDraft& draft) const;
    EventDraft child(const EventDraft& main, std::string_view kind) const;

    Holder holder_;
    std::string_view trace_id_;
    std::string named_;
    std::string on_;
    std::vector<std::string_view> taken_;           // Keys, in byte order.
    std::vector<std::string_view> rationale_keys_;  // Of the parts that were understood.
    std::string kind_;
    std::string id_;
    std::string session_;
    std::string run_;
    std::string agent_;
    std::string correlation_;
    std::string parent_;
    std::vector<std::string> causes_;
    std::optional<std::int64_t> iteration_;
    StatedRationaleParts parts_;
    std::string rationale_;  // JSON.
    bool reasoned_ = false;  // Its why is the reasoning of a decision, so it is the decision's.
    std::vector<Group> groups_;
    std::vector<Member> fields_;  // Of whatever is stated.
};

// The kind that a span event or record of that name states: "decision" of `hence.decision`. Empty
// when it states none.
std::string_view hence_kind_of(std::string_view name);

// If a span event states an event (it is named `hence.KIND`, or has attributes that say so), adds
// that, a child of `main`, and says true. `number` is its position in its span, from 1.
bool add_stated_event(const SpanEvent& event, std::size_t number, std::string_view trace_id,
                      const EventDraft& main, std::vector<EventDraft>& more);

// The id of the event that is meant: of a span id, of that span in this trace; of a traceparent, of
// the span it names; anything else is an id as it is.
std::string event_id_meant(std::string_view text, std::string_view trace_id);

// The business key: `hence.correlation`, or as baggage and others carry it. Empty: none.
std::string correlation_from(const Attributes& attributes);

}  // namespace hence
