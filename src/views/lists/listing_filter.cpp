#include "views/lists/listing_filter.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "views/find/query_match.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"

namespace hence {

Result<RowFilter> RowFilter::from(const Store& store, const ListingFilter& asked,
                                  const LooseRuns& runs) {
    if (!asked.kind.empty()) {
        TRY(check_kinds({asked.kind}));
    }
    if (!asked.agent.empty()) {
        TRY(check_agent(store, asked.agent));
    }
    TextSearch text = TRY(TextSearch::from(asked.text));
    RowFilter filter(asked, std::move(text));
    if (!asked.correlation.empty()) {
        TRY(filter.find_sessions(store, runs));
    }
    return filter;
}

// The row of the correlation names the sessions that its events name. Where an event names none, or
// one that stands in for another, the row does not tell, and the events have to.
Result<void> RowFilter::find_sessions(const Store& store, const LooseRuns& runs) {
    const std::string name = TRY(resolve_name(store, Space::correlation, asked_.correlation));
    const std::optional<Summary> row = TRY(store.summary(Space::correlation, name));
    if (row) {
        for (const auto& [session, count] : row->sessions) {
            sessions_.insert(session);
        }
    }
    Sessions owners(store);
    const std::set<std::string> named = sessions_;
    for (const std::string& session : named) {
        const std::vector<Summary> named_so = TRY(store.rows_of_run(session));
        if (named_so.size() < 2) {
            continue;
        }
        const std::unique_ptr<Cursor> events = TRY(store.scan({Space::session, session}));
        const std::optional<Event> first = TRY(events->next());
        if (first) {
            std::string owner = TRY(owners.of(*first));
            sessions_.insert(std::move(owner));
        }
    }
    if (runs.empty()) {
        return {};
    }
    const std::unique_ptr<Cursor> events = TRY(store.scan({Space::correlation, name}));
    while (true) {
        const std::optional<Event> event = TRY(events->next());
        if (!event) {
            return {};
        }
        const auto owner =
            event->session().empty() ? runs.find(std::string(event->run())) : runs.end();
        if (owner != runs.end()) {
            sessions_.insert(owner->second);
        }
    }
}

bool RowFilter::text_found(const Summary& row) {
    return text_.found_in(row.id) || (row.goal && text_.found_in(row.goal->second)) ||
           std::ranges::any_of(row.agents,
                               [this](const auto& agent) { return text_.found_in(agent.first); });
}

bool RowFilter::lets_pass(Space space, const Summary& row) {
    const std::string& session = space == Space::run ? row.session : row.id;
    return (asked_.id.empty() || row.id == asked_.id) &&
           (asked_.agent.empty() || row.agents.contains(asked_.agent)) &&
           (asked_.kind.empty() || row.kinds.contains(asked_.kind)) &&
           (!asked_.errors || row.errors > 0) && (!asked_.from || row.last >= *asked_.from) &&
           (!asked_.to || row.first <= *asked_.to) &&
           (asked_.correlation.empty() || sessions_.contains(session)) && text_found(row);
}

}  // namespace hence
