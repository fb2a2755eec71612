#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/try.h"
#include "hence/debrief.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/tokens.h"
#include "views/cause/call.h"
#include "views/cause/links.h"
#include "views/cause/words_for.h"
#include "views/debrief/words.h"
#include "views/find/session_events.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

// What nobody gave is null.
void append_rationale(JsonWriter& json, const Event& event) {
    json.raw_member("rationale", rationale_given(event) ? event.rationale() : "null");
}

// {"option","rejected_because"}; an option alone may be a bare string.
void append_rejected(JsonWriter& json, Json list) {
    json.key("rejected").begin_list();
    list.each_element([&json](Json each) {
        const Json option = each.is_string() ? each : each["option"];
        const Json because = each["rejected_because"];
        json.begin_object().member("option", option.is_string() ? option : Json());
        json.member("rejected_because", because.is_string() ? because : Json()).end_object();
        return true;
    });
    json.end_list();
}

void append_step(JsonWriter& json, const Event& event) {
    json.member("action", path_action(event));
    append_rationale(json, event);
}

void append_assumption(JsonWriter& json, const Event& event) {
    json.member("assumption", OrNull{text_field(event, "assumption")});
    append_rationale(json, event);
}

void append_curation(JsonWriter& json, const Event& event) {
    json.member("action", curator_action(event));
    json.member("target_ref", OrNull{text_field(event, "target")});
    append_rationale(json, event);
}

void append_alternatives(JsonWriter& json, const Event& event) {
    json.member("chosen", OrNull{text_field(event, "chosen")});
    append_rejected(json, field(event, "rejected"));
}

void append_reason(JsonWriter& json, const Event& event) {
    const bool call = event.kind() == Kind::tool_call;
    json.member("decision", decision_word(event));
    json.member("tool_name", OrNull{call ? text_field(event, "tool_name") : std::string()});
    append_rationale(json, event);
}

// A list of objects that begin with `head`; `append` writes what follows it.
struct ListShape {
    std::string_view name;
    std::string_view head;
    void (*append)(JsonWriter&, const Event&);
};

Result<void> write_list(Pieces& pieces, const Store& store, const DebriefSection& section,
                        const ListShape& shape) {
    pieces.json.key(shape.name).begin_list();
    SectionEvents events(section, store);
    while (true) {
        const Event* const event = TRY(events.next());
        if (event == nullptr) {
            break;
        }
        pieces.json.begin_object().member(shape.head, event->iteration());
        shape.append(pieces.json, *event);
        pieces.json.end_object();
        TRY(pieces.pass_on());
    }
    pieces.json.end_list();
    return {};
}

// The path with the words of the record, for a reader who does not look at the events themselves.
Result<void> write_told_path(Pieces& pieces, const Store& store, const DebriefSection& path) {
    Sessions sessions(store);
    Links links(store, sessions, Follow::known);
    JsonWriter& json = pieces.json;
    json.key("path").begin_list();
    SectionEvents events(path, store);
    while (true) {
        const Event* const event = TRY(events.next());
        if (event == nullptr) {
            break;
        }
        const std::string summary = TRY(summary_of(sessions, *event));
        std::vector<MissingParent> ignored;
        const std::optional<Link> cause = TRY(links.first_cause(*event, ignored));
        std::string said;
        if (cause) {
            said = TRY(words_for(store, *event, *cause));
        }
        json.begin_object().member("iter", event->iteration());
        append_step(json, *event);
        json.member("event", event->id()).member("summary", summary);
        json.member("said", OrNull{said}).end_object();
        TRY(pieces.pass_on());
    }
    json.end_list();
    return {};
}

void append_end(JsonWriter& json, const Debrief& debrief) {
    json.key("termination").begin_object().member("by", debrief.terminated_by);
    json.raw_or_null("rationale", debrief.termination_rationale).end_object();
    json.key("verdict");
    if (!debrief.verdict) {
        json.null();
        return;
    }
    json.begin_object().member("status", OrNull{debrief.verdict->status});
    write_tokens(json.key("tokens"), debrief.verdict->tokens);
    json.member("duration_ms", debrief.verdict->duration_ms).end_object();
}

}  // namespace

Result<void> write_json(const Debrief& debrief, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    JsonWriter& json = pieces.json;
    json.begin_object().member("run_id", debrief.run);
    json.member("goal", OrNull{debrief.goal ? *debrief.goal : std::string_view()});
    if (debrief.summaries) {
        TRY(write_told_path(pieces, store, debrief.path));
    } else {
        TRY(write_list(pieces, store, debrief.path, {"path", "iter", append_step}));
    }
    TRY(write_list(pieces, store, debrief.assumptions, {"assumptions", "iter", append_assumption}));
    TRY(write_list(pieces, store, debrief.curations, {"curator_actions", "iter", append_curation}));
    TRY(write_list(pieces, store, debrief.alternatives,
                   {"alternatives", "iter", append_alternatives}));
    append_end(json, debrief);
    TRY(write_list(pieces, store, debrief.reasons, {"rationale", "iteration", append_reason}));
    json.key("coverage").begin_object().member("tool_calls", debrief.tool_calls);
    json.member("with_rationale", debrief.tool_calls_with_rationale).end_object();
    debrief.completeness.append_json(json.key("completeness").text());
    json.end_object().end_line();
    return pieces.finish();
}

}  // namespace hence
