// The store itself, call by call: what a program reads and writes that opened a store through the
// process that owns it, or on a server (server/door/client_store.h).
//
// The answers of the views are for people and their programs; these are for the library alone, so
// that every view works on a store elsewhere as it does on one's own.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "intake/redaction.h"
#include "model/redact/redactor.h"
#include "server/routes/routes.h"
#include "server/wire/texts.h"
#include "store/format/summary_codec.h"

namespace hence {
namespace {

// One answer holds at most so much; the client asks for the rest from where it ended.
constexpr std::uint64_t page_events_max = 4'096;
constexpr std::size_t page_bytes = 4U << 20U;
constexpr std::uint64_t rows_max = 100'000;

using Call = Result<std::string> (*)(const Store& store, TextsReader& asked);

Result<Space> space_in(TextsReader& asked) {
    const std::uint64_t number = asked.number();
    if (number > static_cast<std::uint64_t>(Space::lineage)) {
        return Error{Code::invalid, "no space has that number",
                     "the client is of another version than the server"};
    }
    return static_cast<Space>(number);
}

Result<std::optional<Time>> time_in(TextsReader& asked) {
    const std::string_view text = asked.text();
    if (text.empty()) {
        return std::optional<Time>();
    }
    const Time time = TRY(parse_time(text));
    return std::optional<Time>(time);
}

Result<std::string> page_of(Cursor& cursor, std::uint64_t limit) {
    std::string answer;
    for (std::uint64_t count = std::min(limit, page_events_max);
         count > 0 && answer.size() < page_bytes; --count) {
        const std::optional<Event> event = TRY(cursor.next());
        if (!event) {
            break;
        }
        put_text(answer, event->to_json());
    }
    return answer;
}

Result<std::string> call_state(const Store& store, TextsReader&) {
    std::string answer;
    put_number(answer, store.last_seq());
    if (const std::optional<Error> damage = store.damage()) {
        put_text(answer, name_of(damage->code));
        put_text(answer, damage->message);
        put_text(answer, damage->hint);
    }
    return answer;
}

Result<std::string> call_find(const Store& store, TextsReader& asked) {
    std::string answer;
    const std::optional<Event> event = TRY(store.find(asked.text()));
    if (event) {
        put_text(answer, event->to_json());
    }
    return answer;
}

Result<std::string> call_scan(const Store& store, TextsReader& asked) {
    Key key;
    key.space = TRY(space_in(asked));
    key.value = asked.text();
    Scan scan;
    scan.from = TRY(time_in(asked));
    scan.to = TRY(time_in(asked));
    scan.direction = asked.number() == 0 ? Direction::forward : Direction::backward;
    const std::optional<Time> after = TRY(time_in(asked));
    const std::uint64_t after_seq = asked.number();
    if (after) {
        scan.after = Position{.time = *after, .seq = after_seq};
    }
    const std::uint64_t limit = asked.number();
    TRY(asked.finished("the call"));
    const std::unique_ptr<Cursor> cursor = TRY(store.scan(key, scan));
    return page_of(*cursor, limit);
}

Result<std::string> call_read(const Store& store, TextsReader& asked) {
    const std::uint64_t from = asked.number();
    const std::uint64_t to = asked.number();
    const std::uint64_t limit = asked.number();
    TRY(asked.finished("the call"));
    const std::unique_ptr<Cursor> cursor = TRY(store.read(from, to));
    return page_of(*cursor, limit);
}

std::string encoded(const std::vector<Summary>& rows) {
    std::string answer;
    for (const Summary& row : rows) {
        put_text(answer, encode_summary(row));
    }
    return answer;
}

Result<std::string> call_rows(const Store& store, TextsReader& asked) {
    const Space space = TRY(space_in(asked));
    const std::uint64_t limit = std::min(asked.number(), rows_max);
    const std::string_view after_row = asked.text();
    TRY(asked.finished("the call"));
    std::optional<Summary> after;
    if (!after_row.empty()) {
        after = TRY(decode_summary(after_row));
    }
    const std::vector<Summary> rows = TRY(store.summaries(space, after ? &*after : nullptr, limit));
    return encoded(rows);
}

Result<std::string> call_row(const Store& store, TextsReader& asked) {
    const Space space = TRY(space_in(asked));
    const std::string_view id = asked.text();
    const std::string_view session = asked.text();
    std::string answer;
    const std::optional<Summary> row = TRY(store.summary(space, id, session));
    if (row) {
        put_text(answer, encode_summary(*row));
    }
    return answer;
}

Result<std::string> call_rows_of_run(const Store& store, TextsReader& asked) {
    const std::vector<Summary> rows = TRY(store.rows_of_run(asked.text()));
    return encoded(rows);
}

std::string listed(const std::vector<std::string>& names) {
    std::string answer;
    for (const std::string& name : names) {
        put_text(answer, name);
    }
    return answer;
}

Result<std::string> call_runs_of(const Store& store, TextsReader& asked) {
    const std::vector<std::string> runs = TRY(store.runs_of(asked.text()));
    return listed(runs);
}

Result<std::string> call_names(const Store& store, TextsReader& asked) {
    const Space space = TRY(space_in(asked));
    const std::string_view part = asked.text();
    const std::uint64_t limit = std::min(asked.number(), rows_max);
    const std::vector<std::string> names = TRY(store.names_like(space, part, limit));
    return listed(names);
}

void put_quarantine_row(std::string& out, const QuarantineRow& row) {
    put_number(out, row.n);
    put_text(out, row.source);
    put_number(out, row.line);
    put_text(out, row.reason);
    put_number(out, row.size);
    put_number(out, row.count);
    put_text(out, row.sha256);
    put_text(out, row.bytes);
}

Result<std::string> call_quarantine(const Store& store, TextsReader& asked) {
    const std::uint64_t after = asked.number();
    const std::uint64_t limit = std::min(asked.number(), rows_max);
    TRY(asked.finished("the call"));
    const std::vector<QuarantineRow> rows = TRY(store.quarantine(after, limit));
    std::string answer;
    for (const QuarantineRow& row : rows) {
        put_quarantine_row(answer, row);
    }
    return answer;
}

Result<std::string> call_quarantined(const Store& store, TextsReader& asked) {
    const std::uint64_t n = asked.number();
    TRY(asked.finished("the call"));
    const QuarantineRow row = TRY(store.quarantined(n));
    std::string answer;
    put_quarantine_row(answer, row);
    return answer;
}

constexpr std::pair<std::string_view, Call> store_calls[] = {
    {"state", call_state},
    {"find", call_find},
    {"scan", call_scan},
    {"read", call_read},
    {"rows", call_rows},
    {"row", call_row},
    {"rows_of_run", call_rows_of_run},
    {"runs_of", call_runs_of},
    {"names", call_names},
    {"quarantine", call_quarantine},
    {"quarantined", call_quarantined},
};

Response texts_response(std::string body) {
    Response response;
    response.content_type = texts_type;
    response.body = std::move(body);
    return response;
}

Result<Response> answer_call(const App& app, const Request& request, const std::string& name) {
    const auto* const call =
        std::ranges::find(store_calls, name, &std::pair<std::string_view, Call>::first);
    if (call == std::end(store_calls)) {
        return Error{Code::not_found, "the store has no call of that name",
                     "the library calls this; programs ask the other routes"};
    }
    TextsReader asked(request.body);
    std::string answer = TRY(call->second(app.store, asked));
    if (!asked.ok()) {
        return Error{Code::invalid, "the call is broken or incomplete"};
    }
    return texts_response(std::move(answer));
}

Result<Batch> batch_in(std::string_view body) {
    TextsReader asked(body);
    Batch batch;
    batch.sync = asked.number() != 0;
    batch.source = asked.text();
    while (asked.ok() && !asked.at_end()) {
        const std::string_view json = asked.text();
        if (asked.ok()) {
            Event event = TRY(Event::parse(json));
            if (event.id().empty()) {
                return Error{Code::invalid, "an event of the batch has no id"};
            }
            batch.events.push_back({.event = std::move(event)});
        }
    }
    TRY(asked.finished("the batch"));
    return batch;
}

Result<Response> append_call(const App& app, const Request& request, const std::string&) {
    Batch batch = TRY(batch_in(request.body));
    if (app.redaction != nullptr && app.redaction->policy().native) {
        const Redactor redactor;
        TRY(redact_batch(batch, redactor, *app.redaction));
        TRY(take_stored_twins(app.store, redactor, batch));
    }
    const Receipt receipt = TRY(app.store.append(batch));
    std::string answer;
    for (const std::uint64_t number :
         {receipt.accepted, receipt.duplicates, receipt.quarantined, receipt.first_seq,
          receipt.last_seq, static_cast<std::uint64_t>(receipt.rejections.size())}) {
        put_number(answer, number);
    }
    for (const Rejection& rejection : receipt.rejections) {
        put_number(answer, rejection.index);
        put_text(answer, rejection.reason);
        put_text(answer, rejection.stands);
    }
    for (const std::size_t index : receipt.repeated) {
        put_number(answer, index);
    }
    return texts_response(std::move(answer));
}

}  // namespace

RouteTable store_call_routes() {
    return {
        .rows =
            {
                {"POST",
                 "/api/v1/store/append",
                 TokenScope::ingest,
                 append_call,
                 {.name = "store_append",
                  .summary = "For the library: appends a batch of events as they are",
                  .body = "texts=any",
                  .gives = "texts=any"}},
                {"POST",
                 "/api/v1/store/{id}",
                 TokenScope::read,
                 answer_call,
                 {.name = "store_call",
                  .summary = "For the library: a reading call of the store",
                  .body = "texts=any",
                  .gives = "texts=any",
                  .statuses = "404",
                  .id = "The call."}},
            },
    };
}

}  // namespace hence
