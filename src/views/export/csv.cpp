// Events as a CSV table, streamed. A cell that a spreadsheet would read as a formula gets a leading
// apostrophe (CSV injection): recorded text comes from agents, and must not run in the program that
// opens the file.
#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/export.h"
#include "hence/store.h"
#include "model/event_body.h"
#include "model/event_names.h"
#include "model/summary/summary_text.h"
#include "views/cause/call_ends_of.h"
#include "views/find/session_events.h"
#include "views/write/csv_row.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

constexpr std::string_view heading =
    "id,kind,time,agent,session,run,parent,causes,correlation,iteration,duration_ms,summary,"
    "rationale,fields,seq,received,source,flags\n";

std::string causes_of(const Event& event) {
    std::string list;
    if (!event.causes().empty()) {
        JsonWriter(list).values(event.causes());
    }
    return list;
}

std::string flags_of(const Event& event) {
    std::string list;
    JsonWriter json(list);
    each_flag_name(event, [&](std::string_view name) {
        if (list.empty()) {
            json.begin_list();
        }
        json.value(name);
    });
    if (!list.empty()) {
        json.end_list();
    }
    return list;
}

void append_row(std::string& out, const Event& event, std::string_view summary) {
    const EventBody& body = event.body();
    CsvRow row(out);
    row.text_cell(event.id());
    row.cell(event.kind());
    row.cell(to_string(event.time()));
    row.text_cell(event.agent());
    row.text_cell(event.session());
    row.text_cell(event.run());
    row.text_cell(event.parent());
    row.cell(causes_of(event));
    row.text_cell(event.correlation());
    row.cell(body.iteration);
    row.cell(body.duration_ms);
    row.cell(summary);
    row.cell(event.rationale());
    row.cell(event.fields());
    row.cell(std::to_string(event.seq()));
    row.cell(to_string(event.received()));
    row.text_cell(event.source());
    row.cell(flags_of(event));
    row.end();
}

}  // namespace

Result<void> write_csv(EventList& events, const Store& store, const Sink& sink) {
    Pieces out(sink);
    Sessions sessions(store);
    EventsWithEnds told(sessions,
                        events.is_unbroken() ? ListOf::whole_session : ListOf::some_events);
    out.text = heading;
    for (;;) {
        const auto next = TRY(told.next([&events] { return events.next(); }));
        if (!next) {
            return out.finish();
        }
        append_row(out.text, next->event,
                   summary(next->event, next->end ? call_end(*next->end) : CallEnd()));
        TRY(out.pass_on());
    }
}

}  // namespace hence
