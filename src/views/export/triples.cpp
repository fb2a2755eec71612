// Events as the triples in which AIngle Cortex stores them: a JSON object for each, with a subject,
// a predicate and an object. The reader of the format cortex-triples reads them back.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "hence/export.h"
#include "hence/store.h"
#include "model/event_body.h"
#include "model/facts.h"
#include "model/json/writer.h"
#include "views/find/session_events.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

constexpr std::string_view usual_namespace = "mayros";

// Their names of fields, by ours.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> their_names = {{
    {"tool_name", "toolName"},
    {"call_id", "callId"},
    {"prompt_tokens", "promptTokens"},
    {"completion_tokens", "completionTokens"},
    {"total_tokens", "totalTokens"},
    {"decision_type", "decisionType"},
    {"parent_id", "parentId"},
    {"child_id", "childId"},
    {"run_id", "runId"},
}};

class TripleWriter {
public:
    TripleWriter(std::string& out, const Event& event) : out_(out) {
        name_space_ = text_field(event, "namespace");
        if (name_space_.empty()) {
            name_space_ = usual_namespace;
        }
        subject_ = name_space_ + ":event:" + std::string(event.id());
    }

    const std::string& name_space() const { return name_space_; }

    void literal(std::string_view predicate, std::string_view text) {
        begin(predicate).member("object", Exact{text}).end_object().end_line();
    }
    void number(std::string_view predicate, std::string_view digits) {
        begin(predicate).raw_member("object", digits).end_object().end_line();
    }
    void node(std::string_view predicate, std::string_view kind, std::string_view name) {
        const std::string whole = name_space_ + ":" + std::string(kind) + ":" + std::string(name);
        JsonWriter& json = begin(predicate);
        json.key("object").begin_object().member("node", Exact{whole}).end_object();
        json.end_object().end_line();
    }

private:
    JsonWriter& begin(std::string_view predicate) {
        const std::string whole = name_space_ + ":event:" + std::string(predicate);
        return json_.begin_object()
            .member("subject", Exact{subject_})
            .member("predicate", Exact{whole});
    }

    std::string& out_;
    JsonWriter json_{out_};
    std::string name_space_;
    std::string subject_;
};

// All values of fields are texts there.
void append_fields(TripleWriter& triples, const Event& event) {
    Json(event.fields()).each_member([&triples](std::string_view name, Json value) {
        if (name == "namespace") {
            return true;
        }
        const auto known = std::ranges::find(their_names, name,
                                             &std::pair<std::string_view, std::string_view>::first);
        const std::string_view theirs = known == their_names.end() ? name : known->second;
        const std::optional<std::string> text = value.string();
        triples.literal(theirs, text ? std::string_view(*text) : value.raw());
        return true;
    });
}

}  // namespace

Result<void> write_triples(EventList& events, const Store& store, const Sink& sink) {
    Pieces out(sink);
    Sessions sessions(store);
    for (;;) {
        const std::optional<Event> event = TRY(events.next());
        if (!event) {
            return out.finish();
        }
        const std::string session = TRY(sessions.of(*event));
        TripleWriter triples(out.text, *event);
        triples.literal("type", event->kind());
        if (!event->agent().empty()) {
            triples.node("agent", "agent", event->agent());
        }
        triples.literal("timestamp", to_string(event->time()));
        if (!session.empty()) {
            triples.node("session", "session", session);
        }
        if (!event->parent().empty()) {
            triples.node("parent_event", "event", event->parent());
        }
        if (!event->body().duration_ms.empty()) {
            triples.number("duration_ms", event->body().duration_ms);
        }
        append_fields(triples, *event);
        TRY(out.pass_on());
    }
}

}  // namespace hence
