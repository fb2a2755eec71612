// Finds the events that a request names, announces the erasure, and hands it to the store.
//
// What goes is decided here, once, as a list of numbers: the announcement names the numbers, and
// the store erases exactly these. An event may have several records in the log (an unfinished one
// that was completed, telemetry that was settled anew); each of them holds words of the event, so
// all of them go, although only the last stands in answers. Erasures themselves and stubs are never
// erased. The announcement says why, by whom and which numbers. It never repeats the condition that
// the events were found by, which may hold the very words that must go.
#include "hence/erase.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/try.h"
#include "hence/query.h"
#include "model/erased.h"
#include "model/ids.h"
#include "model/json/writer.h"
#include "model/kinds.h"
#include "model/text.h"
#include "model/where/where.h"
#include "views/find/event_at.h"
#include "views/find/query_match.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

// An announcement of that many ranges takes about a megabyte. A larger erasure has several.
constexpr std::size_t ranges_in_one_max = 50'000;
constexpr std::size_t sessions_shown_max = 10;

Error wrong_request(std::string message, std::string hint = {}) {
    return {Code::invalid, std::move(message), std::move(hint)};
}

Result<void> check_line(std::string_view name, std::string_view text) {
    if (text.size() > erase_reason_max) {
        return wrong_request(fmt::format("{} has {} bytes: at most {} are allowed", name,
                                         text.size(), erase_reason_max));
    }
    if (printable(text) != text) {
        return wrong_request(fmt::format("{} is not one line of plain text", name));
    }
    return {};
}

Result<void> check_request(const EraseRequest& request) {
    const int named = (request.event.empty() ? 0 : 1) + (request.session.empty() ? 0 : 1) +
                      (request.where.empty() && !request.older_than ? 0 : 1) +
                      (request.quarantine == 0 ? 0 : 1);
    if (named == 0) {
        return wrong_request("it is not said which events to erase",
                             "name an event, a session, a condition, or a quarantine row");
    }
    if (named > 1) {
        return wrong_request(
            "an event, a session, a condition and a quarantine row exclude each other");
    }
    if (request.reason.empty()) {
        return wrong_request("no reason is given", "say why: stubs and the erasure show it");
    }
    TRY(check_line("the reason", request.reason));
    return check_line("who asks", request.by);
}

std::string_view scope_of(const EraseRequest& request) {
    return !request.event.empty()     ? "event"
           : !request.session.empty() ? "session"
           : request.older_than       ? "retention"
           : request.quarantine != 0  ? "quarantine"
                                      : "where";
}

// A time that a reader made up says nothing of an event's age.
bool is_older(const Event& event, const Time& than) {
    return (event.has(Flag::time_derived) ? event.received() : event.time()) < than;
}

// The numbers of the records that go, and what they are.
class Selection {
public:
    Selection(const Store& store, const EraseRequest& request) : store_(store), request_(request) {}

    Result<void> select() {
        if (!request_.event.empty()) {
            return select_event();
        }
        EventQuery query;
        query.where = request_.where;
        if (!request_.session.empty()) {
            session_ = TRY(resolve_name(store_, Space::session, request_.session));
            query.session = session_;
        }
        query.to = request_.older_than;
        const std::unique_ptr<Cursor> events =
            TRY(matching(store_, query, {}, Inherited::left_out));
        TRY(add_all(*events));
        return add_withdrawn();
    }

    // Records whose place another one took.
    Result<void> add_replaced(const std::vector<std::uint64_t>& replaced) {
        std::optional<Where> where;
        if (!request_.where.empty() && !replaced.empty()) {
            where = TRY(Where::parse(request_.where));
        }
        for (const std::uint64_t seq : replaced) {
            const std::optional<Event> event = TRY(event_at(store_, seq));
            if (event && (ids_.contains(event->id()) || is_meant(*event, where))) {
                add(*event);
            }
        }
        return {};
    }

    const std::string& session() const { return session_; }

    EraseAnswer answer() const {
        EraseAnswer answer;
        answer.dry_run = request_.dry_run;
        answer.reason = request_.reason;
        answer.events = seqs_.size();
        answer.already = already_;
        for (const std::uint64_t seq : seqs_) {
            if (!answer.seqs.empty() && answer.seqs.back().last + 1 == seq) {
                answer.seqs.back().last = seq;
            } else {
                answer.seqs.push_back({seq, seq});
            }
        }
        for (const auto& [name, events] : kinds_) {
            answer.kinds.push_back({name, events});
        }
        for (const auto& [name, events] : sessions_) {
            answer.sessions.push_back({name, events});
        }
        return answer;
    }

private:
    Result<void> select_event() {
        const Event event = TRY(resolve_event(store_, request_.event));
        if (event.kind() == Kind::erasure) {
            return Error{Code::conflict,
                         fmt::format("{} is an erasure, and stays", printable(event.id()))};
        }
        add(event);
        return {};
    }

    Result<void> add_all(Cursor& events) {
        for (;;) {
            const std::optional<Event> event = TRY(events.next());
            if (!event) {
                return {};
            }
            if (!request_.older_than || is_older(*event, *request_.older_than)) {
                add(*event);
                if (!event->run().empty()) {
                    runs_.emplace(event->run());
                }
            }
        }
    }

    // Telemetry that was settled and taken back stands in no answer, and is in the log.
    Result<void> add_withdrawn() {
        if (!request_.where.empty()) {
            return {};
        }
        for (const std::string& run : runs_) {
            const std::unique_ptr<Cursor> events =
                TRY(store_.scan({Space::withdrawn, run}, {.to = request_.older_than}));
            TRY(add_all(*events));
        }
        return {};
    }

    bool is_meant(const Event& event, const std::optional<Where>& where) const {
        if (!session_.empty()) {
            return event.session() == session_;
        }
        if (request_.older_than && !is_older(event, *request_.older_than)) {
            return false;
        }
        return request_.event.empty() && (!where || where->matches(event));
    }

    void add(const Event& event) {
        if (event.kind() == Kind::erasure) {
            return;
        }
        ids_.emplace(event.id());
        if (is_erased(event)) {
            already_ += met_erased_.insert(event.seq()).second ? 1U : 0U;
            return;
        }
        if (seqs_.insert(event.seq()).second) {
            ++kinds_[std::string(event.kind())];
            ++sessions_[std::string(event.session())];
        }
    }

    const Store& store_;
    const EraseRequest& request_;
    std::string session_;
    std::set<std::uint64_t> seqs_;
    std::set<std::uint64_t> met_erased_;
    std::uint64_t already_ = 0;
    std::set<std::string, std::less<>> ids_;
    std::set<std::string> runs_;
    std::map<std::string, std::uint64_t> kinds_;
    std::map<std::string, std::uint64_t> sessions_;
};

std::uint64_t count_of(std::span<const SeqRange> ranges) {
    std::uint64_t count = 0;
    for (const SeqRange& range : ranges) {
        count += range.last - range.first + 1;
    }
    return count;
}

void write_ranges(JsonWriter& json, std::span<const SeqRange> ranges) {
    json.begin_list();
    for (const SeqRange& range : ranges) {
        json.begin_list().value(range.first).value(range.last).end_list();
    }
    json.end_list();
}

Result<Event> announcement(const EraseRequest& request, std::span<const SeqRange> ranges) {
    std::string text;
    JsonWriter json(text);
    json.begin_object().member("id", new_id()).member("kind", name_of(Kind::erasure));
    json.member("time", to_the_millisecond(now())).key("fields").begin_object();
    json.member("reason", request.reason).member_if_any("by", {request.by});
    json.member("scope", scope_of(request)).member("count", count_of(ranges)).key("seqs");
    write_ranges(json, ranges);
    if (request.quarantine != 0) {
        json.key("rows").begin_list().value(request.quarantine).end_list();
    }
    json.end_object().end_object();
    const Event event = TRY(Event::parse(text));
    return event.with_source("native");
}

// A row of the quarantine is no event: nothing else refers to it, and no stub is needed.
Result<EraseAnswer> erase_row(Store& store, ErasableStore& erasable, const EraseRequest& request) {
    const QuarantineRow row = TRY(store.quarantined(request.quarantine));
    EraseAnswer answer;
    answer.dry_run = request.dry_run;
    answer.reason = request.reason;
    if (row.size == 0) {
        answer.already = 1;
        return answer;
    }
    answer.rows.push_back(request.quarantine);
    if (request.dry_run) {
        return answer;
    }
    Event event = TRY(announcement(request, {}));
    answer.erasures.emplace_back(event.id());
    TRY(erasable.erase_all({{std::move(event), {}, {}, answer.rows}}));
    answer.left = erasable.erasure_leftovers();
    return answer;
}

}  // namespace

Result<EraseAnswer> erase(Store& store, const EraseRequest& request) {
    TRY(check_request(request));
    auto* const erasable = dynamic_cast<ErasableStore*>(&store);
    if (erasable == nullptr) {
        return Error{Code::unsupported, "this store cannot erase"};
    }
    if (request.quarantine != 0) {
        return erase_row(store, *erasable, request);
    }
    Selection selection(store, request);
    TRY(selection.select());
    const std::vector<std::uint64_t> replaced = TRY(erasable->replaced());
    TRY(selection.add_replaced(replaced));
    EraseAnswer answer = selection.answer();
    if (request.dry_run || answer.events == 0) {
        return answer;
    }
    std::vector<Erasure> erasures;
    for (std::size_t at = 0; at < answer.seqs.size(); at += ranges_in_one_max) {
        const std::span<const SeqRange> ranges =
            std::span(answer.seqs)
                .subspan(at, std::min(ranges_in_one_max, answer.seqs.size() - at));
        Event event = TRY(announcement(request, ranges));
        answer.erasures.emplace_back(event.id());
        erasures.push_back({std::move(event), {ranges.begin(), ranges.end()}, selection.session()});
    }
    TRY(erasable->erase_all(erasures));
    answer.left = erasable->erasure_leftovers();
    return answer;
}

void append_erased_json(std::string& out, const EraseAnswer& answer) {
    JsonWriter json(out);
    json.begin_object().member("dry_run", answer.dry_run).member("reason", answer.reason);
    json.member("events", answer.events).member("already", answer.already).key("seqs");
    write_ranges(json, answer.seqs);
    json.key("kinds").begin_object();
    for (const ErasedCount& kind : answer.kinds) {
        json.member(kind.name, kind.events);
    }
    json.end_object().key("sessions").begin_list();
    for (const ErasedCount& session : answer.sessions) {
        json.begin_object().member("session", OrNull{session.name});
        json.member("events", session.events).end_object();
    }
    json.end_list();
    if (!answer.rows.empty()) {
        json.key("rows").begin_list();
        for (const std::uint64_t n : answer.rows) {
            json.value(n);
        }
        json.end_list();
    }
    json.list("erasures", answer.erasures);
    if (!answer.left.empty()) {
        json.list("left", answer.left);
    }
    json.end_object();
}

void append_erased_text(std::string& out, const EraseAnswer& answer) {
    const std::string_view events = answer.events == 1 ? "event" : "events";
    for (const std::uint64_t n : answer.rows) {
        out += fmt::format("{} quarantine row {}: {}\n", answer.dry_run ? "Would erase" : "Erased",
                           n, printable(answer.reason));
    }
    if (answer.events == 0 && answer.rows.empty()) {
        out += answer.already == 0 ? "Nothing to erase\n" : "Nothing to erase any more\n";
    } else if (answer.events > 0) {
        out += fmt::format("{} {} {}: {}\n", answer.dry_run ? "Would erase" : "Erased",
                           answer.events, events, printable(answer.reason));
    }
    for (const ErasedCount& kind : answer.kinds) {
        out += fmt::format("  {} {}\n", kind.events, printable(kind.name));
    }
    std::size_t shown = 0;
    for (const ErasedCount& session : answer.sessions) {
        if (shown++ == sessions_shown_max) {
            out += fmt::format("  and {} more sessions\n",
                               answer.sessions.size() - sessions_shown_max);
            break;
        }
        out += session.name.empty()
                   ? fmt::format("  without a session: {}\n", session.events)
                   : fmt::format("  session {}: {}\n", printable(session.name), session.events);
    }
    if (answer.already > 0) {
        out += fmt::format("{} {} erased before\n", answer.already,
                           answer.already == 1 ? "event was" : "events were");
    }
    for (const std::string& id : answer.erasures) {
        out += fmt::format("Announced by {}\n", printable(id));
    }
    for (const std::string& what : answer.left) {
        out += fmt::format("Not reached: {}\n", printable(what));
    }
}

}  // namespace hence
