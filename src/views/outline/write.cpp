#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/outline.h"
#include "hence/store.h"
#include "model/event_body.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/summary/summary_text.h"
#include "model/text.h"
#include "views/write/columns.h"
#include "views/write/guides.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

void append_session(JsonWriter& json, const Outline& answer) {
    json.member("session", answer.session).member("events", answer.events);
    json.member("rows_total", answer.rows_total).member("roots", answer.roots);
    json.member("depth", answer.depth).member("first", answer.first).member("last", answer.last);
    json.object("kinds", answer.kinds).list("agents", answer.agents);
    json.member("runs", answer.runs).member("missing_parents", answer.missing_parents);
    json.member("cycles", answer.cycles).member("last_seq", answer.last_seq);
    json.member("offset", answer.offset);
}

// As it was given, where the event itself says so.
void append_duration_of(JsonWriter& json, const OutlineRow& row) {
    const std::string_view given = row.event.body().duration_ms;
    json.key("duration_ms");
    given.empty() ? json.value(row.duration_ms) : json.raw(given);
}

void append_row(JsonWriter& json, const OutlineRow& row, const Outline& answer) {
    const Event& event = row.event;
    const std::string_view fields = event.fields();
    json.begin_object().member("seq", event.seq()).member("id", event.id());
    json.member("ordinal", row.ordinal).member("kind", event.kind());
    json.member("agent", OrNull{event.agent()}).member("run", OrNull{event.run()});
    json.member("time", event.time());
    append_duration_of(json, row);
    json.member("summary", row.summary);
    json.member("status", OrNull{row.status}).member("level", row.level);
    json.member("parent", OrNull{event.parent()}).member("parent_missing", row.parent_missing);
    json.member("children", row.children).member("descendants", row.descendants);
    json.member("closed", row.closed).member("last", row.last);
    json.member("why", OrNull{why_of(event)}).member("confidence", confidence_of(event));
    json.member("tokens",
                event.kind() == Kind::llm_call ? tokens_of(event) : std::optional<double>());
    json.member("synthesized", false);
    const bool given = answer.fields_max && fields.size() <= *answer.fields_max;
    json.raw_or_null("fields", given ? fields : std::string_view());
    json.member("size", fields.size()).member("source", OrNull{event.source()});
    if (event.has(Flag::time_derived)) {
        json.member("time_derived", true);
    }
    if (answer.marked) {
        json.member("inherited", OrNull{row.inherited}).member("abandoned", row.abandoned);
    }
    json.end_object();
}

std::string heading_of(const Outline& answer) {
    std::string out = "Session: " + printable(answer.session) + "\n";
    out += "Events: " + std::to_string(answer.events) + " in " + std::to_string(answer.roots) +
           " root(s), depth: " + std::to_string(answer.depth) + "\n";
    const std::uint64_t behind = answer.offset + answer.rows.size();
    out += answer.rows.empty()
               ? "Rows: none"
               : "Rows: " + std::to_string(answer.offset + 1) + " to " + std::to_string(behind);
    return out + " of " + std::to_string(answer.rows_total) + "\n\n";
}

void append_line(std::string& out, const OutlineRow& row, ShownIds& ids) {
    out += when(row.event) + " " + row.summary;
    // The summary of a call says so itself.
    out += row.status == "error" && row.event.kind() == Kind::observation ? " FAILED" : "";
    out += row.closed ? " [+" + std::to_string(row.descendants) + "]" : "";
    out += row.parent_missing ? " (its parent was never recorded)" : "";
    out += row.inherited.empty() ? "" : " [inherited from " + printable(row.inherited) + "]";
    out += row.abandoned ? " [abandoned]" : "";
    out += "  (" + ids.of(row.event.id()) + ")\n";
}

}  // namespace

Result<void> write_json(const Outline& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.json.begin_object();
    append_session(pieces.json, answer);
    TRY(pieces.list("rows", answer.rows, [&answer](JsonWriter& json, const OutlineRow& row) {
        append_row(json, row, answer);
    }));
    pieces.json.end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(const Outline& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += heading_of(answer);
    const std::size_t digits = std::to_string(answer.events).size();
    Guides guides;
    ShownIds ids;
    for (const OutlineRow& row : answer.rows) {
        pieces.text += right_aligned(std::to_string(row.ordinal), digits) + "  ";
        if (answer.order != OutlineOrder::time) {
            guides.append(pieces.text, row.level, row.last);
        }
        append_line(pieces.text, row, ids);
        TRY(pieces.pass_on());
    }
    return pieces.finish();
}

}  // namespace hence
