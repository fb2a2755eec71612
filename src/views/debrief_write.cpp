#include <optional>
#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/debrief.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/json.h"
#include "views/debrief_words.h"
#include "views/pieces.h"

namespace hence {
namespace {

void append_iteration(std::string& out, const Event& event) {
    out += event.iteration() ? std::to_string(*event.iteration()) : "null";
}

// What nobody gave is null.
void append_rationale(std::string& out, const Event& event) {
    out += R"(,"rationale":)";
    out += rationale_given(event) ? event.rationale() : "null";
    out += '}';
}

// {"option","rejected_because"}; an option alone may be a bare string.
void append_rejected(std::string& out, Json list) {
    out += R"(,"rejected":[)";
    list.each_element([&out](Json each) {
        const Json option = each.is_string() ? each : each["option"];
        const Json because = each["rejected_because"];
        out += out.back() == '[' ? R"({"option":)" : R"(,{"option":)";
        out += option.is_string() ? option.raw() : "null";
        out += R"(,"rejected_because":)";
        out += because.is_string() ? because.raw() : "null";
        out += '}';
        return true;
    });
    out += "]}";
}

void append_step(std::string& out, const Event& event) {
    append_iteration(out, event);
    out += R"(,"action":)";
    append_string(out, path_action(event));
    append_rationale(out, event);
}

void append_assumption(std::string& out, const Event& event) {
    append_iteration(out, event);
    out += R"(,"assumption":)";
    append_string_or_null(out, text_field(event, "assumption"));
    append_rationale(out, event);
}

void append_curation(std::string& out, const Event& event) {
    append_iteration(out, event);
    out += R"(,"action":)";
    append_string(out, curator_action(event));
    out += R"(,"target_ref":)";
    append_string_or_null(out, text_field(event, "target"));
    append_rationale(out, event);
}

void append_alternatives(std::string& out, const Event& event) {
    append_iteration(out, event);
    out += R"(,"chosen":)";
    append_string_or_null(out, text_field(event, "chosen"));
    append_rejected(out, field(event, "rejected"));
}

void append_reason(std::string& out, const Event& event) {
    append_iteration(out, event);
    out += R"(,"decision":)";
    append_string(out, decision_word(event));
    out += R"(,"tool_name":)";
    append_string_or_null(
        out, event.kind() == "tool_call" ? text_field(event, "tool_name") : std::string());
    append_rationale(out, event);
}

// A list of objects that begin with `head`; `append` writes what follows it.
struct ListShape {
    std::string_view name;
    std::string_view head;
    void (*append)(std::string&, const Event&);
};

Result<void> write_list(Pieces& pieces, const Store& store, const DebriefSection& section,
                        const ListShape& shape) {
    pieces.text += ",\"";
    pieces.text += shape.name;
    pieces.text += "\":[";
    SectionEvents events(section, store);
    bool first = true;
    while (true) {
        const Event* const event = TRY(events.next());
        if (event == nullptr) {
            break;
        }
        pieces.text += first ? "{\"" : ",{\"";
        pieces.text += shape.head;
        pieces.text += "\":";
        shape.append(pieces.text, *event);
        first = false;
        TRY(pieces.pass_on());
    }
    pieces.text += ']';
    return {};
}

void append_end(std::string& out, const Debrief& debrief) {
    out += R"(,"termination":{"by":)";
    append_string(out, debrief.terminated_by);
    out += R"(,"rationale":)";
    out += debrief.termination_rationale.empty() ? "null" : debrief.termination_rationale;
    out += R"(},"verdict":)";
    if (!debrief.verdict) {
        out += "null";
        return;
    }
    out += R"({"status":)";
    append_string_or_null(out, debrief.verdict->status);
    out += R"(,"tokens":)";
    append_number_or_null(out, debrief.verdict->tokens);
    out += R"(,"duration_ms":)";
    append_number_or_null(out, debrief.verdict->duration_ms);
    out += '}';
}

}  // namespace

Result<void> write_json(const Debrief& debrief, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += R"({"run_id":)";
    append_string(pieces.text, debrief.run);
    pieces.text += R"(,"goal":)";
    append_string_or_null(pieces.text, debrief.goal.value_or(""));
    TRY(write_list(pieces, store, debrief.path, {"path", "iter", append_step}));
    TRY(write_list(pieces, store, debrief.assumptions, {"assumptions", "iter", append_assumption}));
    TRY(write_list(pieces, store, debrief.curations, {"curator_actions", "iter", append_curation}));
    TRY(write_list(pieces, store, debrief.alternatives,
                   {"alternatives", "iter", append_alternatives}));
    append_end(pieces.text, debrief);
    TRY(write_list(pieces, store, debrief.reasons, {"rationale", "iteration", append_reason}));
    pieces.text += R"(,"coverage":{"tool_calls":)" + std::to_string(debrief.tool_calls);
    pieces.text += R"(,"with_rationale":)" + std::to_string(debrief.tool_calls_with_rationale);
    pieces.text += R"(},"completeness":)";
    debrief.completeness.append_json(pieces.text);
    pieces.text += "}\n";
    return pieces.finish();
}

}  // namespace hence
