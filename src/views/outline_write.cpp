#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/outline.h"
#include "hence/store.h"
#include "model/event_body.h"
#include "model/facts.h"
#include "model/json.h"
#include "model/summary_text.h"
#include "model/text.h"
#include "views/columns.h"
#include "views/guides.h"
#include "views/member_writers.h"
#include "views/pieces.h"
#include "views/when.h"

namespace hence {
namespace {

void append_when(std::string& out, std::string_view name, const std::optional<Time>& time) {
    append_member(out, name, time ? to_string(*time) : std::string());
}

void append_session(std::string& out, const Outline& answer) {
    out += R"({"session":)";
    append_string(out, answer.session);
    append_member(out, "events", answer.events);
    append_member(out, "rows_total", answer.rows_total);
    append_member(out, "roots", answer.roots);
    append_member(out, "depth", answer.depth);
    append_when(out, "first", answer.first);
    append_when(out, "last", answer.last);
    append_member_name(out, "kinds");
    out += '{';
    for (const auto& [kind, count] : answer.kinds) {
        out += out.back() == '{' ? "" : ",";
        append_string(out, kind);
        out += ':' + std::to_string(count);
    }
    out += '}';
    append_member_name(out, "agents");
    append_strings(out, answer.agents);
    append_member(out, "runs", answer.runs);
    append_member(out, "missing_parents", answer.missing_parents);
    append_member(out, "cycles", answer.cycles);
    append_member(out, "last_seq", answer.last_seq);
    append_member(out, "offset", answer.offset);
}

// As it was given, where the event itself says so.
void append_duration_of(std::string& out, const OutlineRow& row) {
    append_member_name(out, "duration_ms");
    if (row.event.body().duration_ms.empty()) {
        append_number_or_null(out, row.duration_ms);
    } else {
        out += row.event.body().duration_ms;
    }
}

void append_row(std::string& out, const OutlineRow& row, std::optional<std::uint64_t> fields_max) {
    const Event& event = row.event;
    const std::string_view fields = event.fields();
    out += R"({"seq":)" + std::to_string(event.seq());
    append_member(out, "id", event.id());
    append_member(out, "ordinal", row.ordinal);
    append_member(out, "kind", event.kind());
    append_member(out, "agent", event.agent());
    append_member(out, "run", event.run());
    append_member(out, "time", to_string(event.time()));
    append_duration_of(out, row);
    append_member(out, "summary", summary(event, row.duration_ms));
    append_member(out, "status", row.status);
    append_member(out, "level", row.level);
    append_member(out, "parent", event.parent());
    append_truth(out, "parent_missing", row.parent_missing);
    append_member(out, "children", row.children);
    append_member(out, "descendants", row.descendants);
    append_truth(out, "closed", row.closed);
    append_truth(out, "last", row.last);
    append_member(out, "why", why_of(event));
    append_member(out, "confidence", confidence_of(event));
    append_member(out, "tokens",
                  event.kind() == "llm_call" ? tokens_of(event) : std::optional<double>());
    append_truth(out, "synthesized", false);
    append_member_name(out, "fields");
    const bool given = fields_max && !fields.empty() && fields.size() <= *fields_max;
    out += given ? fields : std::string_view("null");
    append_member(out, "size", fields.size());
    out += '}';
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

void append_line(std::string& out, const OutlineRow& row) {
    out += when(row.event) + " " + summary(row.event, row.duration_ms);
    out += row.status == "error" && row.event.kind() != "error" ? " FAILED" : "";
    out += row.closed ? " [+" + std::to_string(row.descendants) + "]" : "";
    out += row.parent_missing ? " (its parent was never recorded)" : "";
    out += "  (" + printable(short_id(row.event.id())) + ")\n";
}

}  // namespace

Result<void> write_json(const Outline& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    append_session(pieces.text, answer);
    pieces.text += R"(,"rows":[)";
    for (const OutlineRow& row : answer.rows) {
        pieces.text += &row == &answer.rows.front() ? "" : ",";
        append_row(pieces.text, row, answer.fields_max);
        TRY(pieces.pass_on());
    }
    pieces.text += "]}\n";
    return pieces.finish();
}

Result<void> write_text(const Outline& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += heading_of(answer);
    const std::size_t digits = std::to_string(answer.events).size();
    Guides guides;
    for (const OutlineRow& row : answer.rows) {
        pieces.text += right_aligned(std::to_string(row.ordinal), digits) + "  ";
        if (answer.order == OutlineOrder::tree) {
            guides.append(pieces.text, row.level, row.last);
        }
        append_line(pieces.text, row);
        TRY(pieces.pass_on());
    }
    return pieces.finish();
}

}  // namespace hence
