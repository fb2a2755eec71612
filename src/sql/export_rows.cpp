// Which rows are new since a number of arrival: those of the events that arrived since, and those
// of earlier events that say something else because of them: a call whose end has arrived, a
// decision whose outcome has, and the effects of an event that was awaited. A link may also give
// way to a stronger one anywhere in the same session, so the links of all sessions, runs and
// correlations that something arrived in are written anew. An erasure may have taken any text, and
// the file must not keep it: after one, all rows are written anew.
#include "sql/export_rows.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/by_text.h"
#include "base/try.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "sql/event_row.h"
#include "sql/summary_table.h"
#include "sql/tables.h"
#include "views/cause/links.h"
#include "views/find/query_match.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

constexpr std::uint64_t links_kept_for = 20'000;  // Events; then what Links keeps is let go.
constexpr std::string_view withdrawn_kind = "withdrawn";

class JsonCell final : public sqlite::Cell {
public:
    explicit JsonCell(JsonWriter& json) : json_(json) {}
    void null() override { json_.null(); }
    void integer(std::int64_t value) override { json_.value(value); }
    void real(double value) override { json_.value(value); }

protected:
    void put_text(std::string_view valid) override { json_.value(valid); }

private:
    JsonWriter& json_;
};

std::string_view exported_type(sqlite::ColumnType type) {
    return type == sqlite::ColumnType::integer ? "INTEGER"
           : type == sqlite::ColumnType::real  ? "REAL"
                                               : "TEXT";
}

struct EventTableColumns {
    const EventTableText& text;
    std::vector<EventColumn> columns;
};

class ExportedRows {
public:
    ExportedRows(const Store& store, const ExportRowsRequest& request, const Sink& sink)
        : store_(store),
          request_(request),
          pieces_(sink),
          sessions_(store),
          last_seq_(store.last_seq()) {
        for (const EventTableText& text : event_tables()) {
            tables_.push_back({text, columns_of(text)});
        }
    }

    Result<void> write() {
        TRY(write_head());
        if (request_.after_seq > 0) {
            TRY(look_at_new());
        }
        TRY(write_events());
        for (const Space space : {Space::session, Space::run, Space::agent, Space::correlation}) {
            TRY(write_table(*summary_table(space, store_, sessions_)));
        }
        pieces_.json.begin_object().member("end", true).end_object().end_line();
        return pieces_.finish();
    }

private:
    Result<void> write_head() {
        JsonWriter& json = pieces_.json;
        json.begin_object().key("tables").begin_list();
        for (const auto& table : sql_tables(store_, sessions_)) {
            json.begin_object().member("name", table->name()).key("columns").begin_list();
            for (const sqlite::TableColumn& column : table->columns()) {
                json.begin_object().member("name", column.name);
                json.member("type", exported_type(column.type)).end_object();
            }
            json.end_list().end_object();
        }
        json.end_list().key("first");
        const std::unique_ptr<Cursor> begin = TRY(store_.read(1, 1));
        const std::optional<Event> first = TRY(begin->next());
        first ? json.value(first->id()) : json.null();
        json.member("last_seq", last_seq_).end_object().end_line();
        return {};
    }

    // Whether a text of an earlier event may have gone since.
    Result<bool> was_erased() {
        const std::unique_ptr<Cursor> erasures =
            TRY(store_.scan({Space::kind, std::string(name_of(Kind::erasure))}, Scan{}));
        std::optional<Event> erasure = TRY(erasures->next());
        while (erasure && erasure->seq() <= request_.after_seq) {
            erasure = TRY(erasures->next());
        }
        return erasure.has_value();
    }

    // Notes earlier events whose rows change by what arrived, and tells which events have gone.
    Result<void> look_at_new() {
        anew_ = TRY(was_erased());
        if (anew_) {
            pieces_.json.begin_object().member("anew", true).end_object().end_line();
            return pieces_.pass_on();
        }
        const std::unique_ptr<Cursor> events = TRY(store_.read(request_.after_seq + 1, last_seq_));
        Links links(store_, sessions_, Follow::assumed);
        std::optional<Event> event = TRY(events->next());
        while (event) {
            TRY(note_places(*event));
            if (event->kind() == withdrawn_kind) {
                pieces_.json.begin_object().member("delete", event->id()).end_object().end_line();
                TRY(pieces_.pass_on());
            } else {
                const std::vector<Link> effects = TRY(links.effects_of(*event));
                for (const Link& link : effects) {
                    note(link.event);
                }
                TRY(note_call(*event));
                TRY(note_judged(*event));
            }
            event = TRY(events->next());
        }
        return {};
    }

    Result<void> note_places(const Event& event) {
        std::string session = TRY(sessions_.of(event));
        places_.insert("s" + std::move(session));
        places_.insert("r" + std::string(event.run()));
        places_.insert("c" + std::string(event.correlation()));
        return {};
    }

    // Whether something arrived beside this event.
    Result<bool> has_news(const Event& event) {
        if (places_.empty()) {
            return false;
        }
        const std::string session = TRY(sessions_.of(event));
        return (!session.empty() && places_.contains("s" + session)) ||
               (!event.run().empty() && places_.contains("r" + std::string(event.run()))) ||
               (!event.correlation().empty() &&
                places_.contains("c" + std::string(event.correlation())));
    }

    void note(const Event& event) {
        if (event.seq() <= request_.after_seq) {
            changed_.emplace(event.id());
        }
    }

    Result<void> note_call(const Event& end) {
        const std::string call_id = text_field(end, "call_id");
        if (end.kind() != Kind::observation || call_id.empty()) {
            return {};
        }
        const std::string session = TRY(sessions_.of(end));
        const std::unique_ptr<Cursor> calls =
            TRY(sessions_.named({Space::call, call_id}, session, {}));
        std::optional<Event> call = TRY(calls->next());
        while (call) {
            note(*call);
            call = TRY(calls->next());
        }
        return {};
    }

    Result<void> note_judged(const Event& outcome) {
        if (outcome.kind() == Kind::outcome) {
            const std::optional<Event> judged = TRY(store_.find(text_field(outcome, "of")));
            if (judged) {
                note(*judged);
            }
        }
        return {};
    }

    Result<void> write_events() {
        const std::unique_ptr<Cursor> events = TRY(matching(store_, request_.events, Scan{}));
        std::optional<Links> links;
        std::uint64_t written = 0;
        std::optional<Event> event = TRY(events->next());
        while (event) {
            const bool is_new = event->seq() > request_.after_seq;
            const bool is_changed = !is_new && (anew_ || changed_.contains(event->id()));
            const bool in_news = TRY(is_new ? Result<bool>(true) : has_news(*event));
            if ((in_news || is_changed) && event->seq() <= last_seq_) {
                if (written++ % links_kept_for == 0) {
                    links.emplace(store_, sessions_, Follow::assumed);
                }
                // A session that was worked out may be another one now.
                if (is_new || is_changed || event->session().empty() ||
                    event->has(Flag::session_derived)) {
                    TRY(write_event(*event));
                }
                TRY(write_links(*links, *event));
            }
            event = TRY(events->next());
        }
        return {};
    }

    Result<void> write_event(const Event& event) {
        EventRow row(store_, sessions_, event);
        for (const EventTableColumns& table : tables_) {
            if (table.text.kind && event.kind() != *table.text.kind) {
                continue;
            }
            begin_row(table.text.name);
            JsonCell cell(pieces_.json);
            for (const EventColumn& column : table.columns) {
                TRY(column.write(row, cell));
            }
            TRY(end_row());
        }
        return {};
    }

    Result<void> write_links(Links& links, const Event& effect) {
        JsonWriter& json = pieces_.json;
        json.begin_object().member("links_of", effect.id()).end_object().end_line();
        std::vector<MissingParent> missing;
        const std::vector<Link> causes = TRY(links.causes_of(effect, missing));
        const std::string session = TRY(sessions_.of(effect));
        const bool timed = !effect.has(Flag::time_derived);
        for (const Link& link : causes) {
            begin_row("links");
            json.value(link.event.id()).value(effect.id()).value(to_string(link.type));
            json.value(to_string(link.provenance)).value(OrNull{session});
            json.value(OrNull{effect.run()}).value(OrNull{effect.agent()});
            JsonCell cell(json);
            timed ? cell.text(to_string(effect.time())) : cell.null();
            timed ? cell.real(ms_of_event(effect)) : cell.null();
            json.value(link.event.kind()).value(effect.kind());
            TRY(end_row());
        }
        return {};
    }

    static double ms_of_event(const Event& event) {
        return static_cast<double>(event.time().seconds) * 1e3 +
               static_cast<double>(event.time().nanos) / 1e6;
    }

    Result<void> write_table(sqlite::Table& table) {
        const std::unique_ptr<sqlite::Rows> rows = TRY(table.open({}));
        bool more = TRY(rows->next());
        while (more) {
            begin_row(table.name());
            JsonCell cell(pieces_.json);
            for (std::size_t i = 0; i < table.columns().size(); ++i) {
                TRY(rows->cell(static_cast<int>(i), cell));
            }
            TRY(end_row());
            more = TRY(rows->next());
        }
        return {};
    }

    void begin_row(std::string_view table) {
        pieces_.json.begin_object().member("table", table).key("row").begin_list();
    }
    Result<void> end_row() {
        pieces_.json.end_list().end_object().end_line();
        return pieces_.pass_on();
    }

    const Store& store_;
    const ExportRowsRequest& request_;
    Pieces pieces_;
    Sessions sessions_;
    std::uint64_t last_seq_;
    std::vector<EventTableColumns> tables_;
    bool anew_ = false;
    Texts changed_;  // Ids.
    Texts places_;   // Sessions, runs and correlations, with a letter before each.
};

}  // namespace

Result<void> check_export_rows(const Store& store, ExportRowsRequest& request) {
    request.events = TRY(with_whole_names(store, std::move(request.events)));
    // What makes no sense is said before the first row.
    const std::unique_ptr<Cursor> events = TRY(matching(store, request.events, Scan{}));
    return {};
}

Result<void> write_export_rows(const Store& store, const ExportRowsRequest& request,
                               const Sink& sink) {
    return ExportedRows(store, request, sink).write();
}

}  // namespace hence
