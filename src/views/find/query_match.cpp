#include "views/find/query_match.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/event_rules.h"
#include "model/text.h"
#include "model/where/where.h"
#include "model/words/text_search.h"
#include "views/find/merged_cursor.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

constexpr std::size_t merged_kinds_max = 16;  // Beyond, one look at everything is as good.

bool fits(std::string_view filter, std::string_view value) {
    return filter.empty() || filter == value;
}

class MatchingCursor final : public Cursor {
public:
    MatchingCursor(EventFilter filter, std::unique_ptr<Cursor> events)
        : filter_(std::move(filter)), events_(std::move(events)) {}

    Result<std::optional<Event>> next() override {
        while (true) {
            std::optional<Event> event = TRY(events_->next());
            if (!event) {
                return event;
            }
            const bool passes = TRY(filter_.lets_pass(*event));
            if (passes) {
                return event;
            }
        }
    }

private:
    EventFilter filter_;
    std::unique_ptr<Cursor> events_;
};

Result<std::unique_ptr<Cursor>> of_kinds(const Store& store, const std::vector<std::string>& kinds,
                                         const Scan& scan) {
    std::vector<std::unique_ptr<Cursor>> cursors;
    const std::set<std::string> distinct(kinds.begin(), kinds.end());
    for (const std::string& kind : distinct) {
        std::unique_ptr<Cursor> cursor = TRY(store.scan({Space::kind, kind}, scan));
        cursors.push_back(std::move(cursor));
    }
    return merged(std::move(cursors), scan.direction);
}

// A run is mostly a part of a session, a session of a correlation, and so on.
Result<std::unique_ptr<Cursor>> fewest(const Store& store, const EventQuery& query,
                                       const Scan& scan, Inherited inherited) {
    if (!query.run.empty()) {
        return store.scan({Space::run, query.run}, scan);
    }
    if (!query.session.empty()) {
        Sessions sessions(store);
        return inherited == Inherited::shown ? sessions.events(query.session, scan)
                                             : sessions.own_events(query.session, scan);
    }
    if (!query.correlation.empty()) {
        return store.scan({Space::correlation, query.correlation}, scan);
    }
    if (!query.agent.empty()) {
        return store.scan({Space::agent, query.agent}, scan);
    }
    if (!query.kinds.empty() && query.kinds.size() <= merged_kinds_max) {
        return of_kinds(store, query.kinds, scan);
    }
    return store.scan({Space::all, {}}, scan);
}

Result<std::string> whole_name(const Store& store, Space space, std::string name,
                               UnknownName unknown) {
    if (name.empty()) {
        return name;
    }
    Result<std::string> whole = resolve_name(store, space, name);
    const bool unheard_of = !whole && whole.error().code == Code::not_found;
    return unheard_of && unknown == UnknownName::kept ? Result<std::string>(std::move(name))
                                                      : std::move(whole);
}

// Of a session that is one run, all events are meant.
Result<void> name_run(const Store& store, EventQuery& query) {
    const RunName named = TRY(resolve_run(store, {query.run, query.session}));
    const bool whole = TRY(named.run == named.session ? Sessions(store).is_one_run(named.session)
                                                      : Result<bool>(false));
    query.run = whole ? std::string() : named.run;
    query.session = named.session;
    return {};
}

}  // namespace

Result<void> check_kinds(const std::vector<std::string>& kinds) {
    for (const std::string& kind : kinds) {
        if (!is_kind(kind)) {
            return Error{Code::invalid, fmt::format("\"{}\" is no kind", printable(kind)),
                         "kinds are lower case, such as tool_call, with commas between them"};
        }
    }
    return {};
}

Result<void> check_agent(const Store& store, const std::string& agent) {
    const std::optional<Summary> row = TRY(store.summary(Space::agent, agent));
    if (!row) {
        return Error{Code::not_found,
                     fmt::format("agent \"{}\" was never recorded", printable(agent)),
                     "`hence agents` lists what was"};
    }
    return {};
}

Result<EventQuery> with_whole_names(const Store& store, EventQuery query, UnknownName unknown) {
    query.session = TRY(whole_name(store, Space::session, std::move(query.session), unknown));
    if (query.run.starts_with("latest")) {
        TRY(name_run(store, query));
    } else if (!query.run.empty()) {
        const Result<std::string> run = resolve_name(store, Space::run, query.run);
        if (run) {
            query.run = *run;
        } else if (unknown == UnknownName::refused || run.error().code != Code::not_found) {
            TRY(name_run(store, query));
        }
    }
    if (!query.agent.empty() && unknown == UnknownName::refused) {
        TRY(check_agent(store, query.agent));
    }
    query.correlation =
        TRY(whole_name(store, Space::correlation, std::move(query.correlation), unknown));
    return query;
}

Result<EventFilter> EventFilter::from(const Store& store, const EventQuery& query,
                                      Inherited inherited) {
    TRY(check_kinds(query.kinds));
    EventFilter filter(store, query, inherited);
    if (!query.where.empty()) {
        filter.where_ = TRY(Where::parse(query.where));
    }
    if (!query.text.empty()) {
        filter.text_ = TRY(TextSearch::from(query.text));
    }
    return filter;
}

Result<bool> EventFilter::lets_pass(const Event& event) {
    if (!fits(query_.agent, event.agent()) || !fits(query_.run, event.run()) ||
        !fits(query_.correlation, event.correlation())) {
        return false;
    }
    const auto& kinds = query_.kinds;
    if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), event.kind()) == kinds.end()) {
        return false;
    }
    if (!query_.session.empty()) {
        const bool shown = TRY(is_of_session(event));
        if (!shown) {
            return false;
        }
    }
    return (!where_ || where_->matches(event)) && (!text_ || text_->found_in(event));
}

Result<bool> EventFilter::is_of_session(const Event& event) {
    if (inherited_ == Inherited::shown) {
        return sessions_.shows(query_.session, event);
    }
    const std::string session = TRY(sessions_.of(event));
    return session == query_.session;
}

Result<std::unique_ptr<Cursor>> matching(const Store& store, const EventQuery& query, Scan scan,
                                         Inherited inherited) {
    EventFilter filter = TRY(EventFilter::from(store, query, inherited));
    scan.from = query.from;
    scan.to = query.to;
    std::unique_ptr<Cursor> events = TRY(fewest(store, query, scan, inherited));
    return std::unique_ptr<Cursor>(
        std::make_unique<MatchingCursor>(std::move(filter), std::move(events)));
}

}  // namespace hence
