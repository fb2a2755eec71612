// Events as the Markdown table that Mayros prints, a row each. The reader of the format
// mayros-table reads it back; the table has room for five things of an event only.
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/export.h"
#include "hence/store.h"
#include "model/event_body.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/summary/summary_text.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/cause/call_ends_of.h"
#include "views/find/session_events.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

constexpr std::string_view events_heading =
    "| Timestamp | Type | Agent | Detail | Duration |\n"
    "|-----------|------|-------|--------|----------|\n";

std::string table_cell(std::string_view text) {
    std::string cell;
    for (const char c : printable(text)) {
        cell += c == '|' ? "\\|" : std::string(1, c);
    }
    return cell;
}

std::string model_detail(const Event& event) {
    const std::string model = text_field(event, "model");
    const std::optional<double> tokens = tokens_of(event);
    return tokens ? fmt::format("{} ({}tok)", model, *tokens) : model;
}

Result<std::string> detail_of(Sessions& sessions, const Event& event) {
    if (event.kind() == Kind::tool_call) {
        return text_field(event, "tool_name");
    }
    if (event.kind() == Kind::llm_call) {
        return model_detail(event);
    }
    if (event.kind() == Kind::decision) {
        return text_field(event, "description");
    }
    if (event.kind() == Kind::delegation) {
        return text_field(event, "parent_id") + " -> " + text_field(event, "child_id");
    }
    return event.kind() == Kind::error ? Result<std::string>(error_text(event))
                                       : summary_of(sessions, event);
}

}  // namespace

Result<void> write_events_table(EventList& events, const Store& store, const Sink& sink) {
    Pieces out(sink);
    Sessions sessions(store);
    EventsWithEnds told(sessions);
    out.text = events_heading;
    for (;;) {
        const auto next = TRY(told.next([&events] { return events.next(); }));
        if (!next) {
            return out.finish();
        }
        const Event* const event = &next->event;
        const std::string detail = TRY(detail_of(sessions, *event));
        const CallEnd end = next->end ? call_end(*next->end) : CallEnd();
        std::string duration(event->body().duration_ms);
        if (duration.empty() && end.duration_ms) {
            append_number(duration, *end.duration_ms);
        }
        const bool timed = !event->has(Flag::time_derived);
        out.text += fmt::format("| {} | {} | {} | {} | {} |\n",
                                timed ? to_text(event->time()) : std::string("-"), event->kind(),
                                table_cell(event->agent()), table_cell(detail),
                                duration.empty() ? "-" : duration + "ms");
        TRY(out.pass_on());
    }
}

}  // namespace hence
