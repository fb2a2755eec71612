#include "views/lists/run_rows.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/try.h"
#include "views/lists/listing_loose.h"

namespace hence {
namespace {

Summary as_run(Summary session) {
    session.session = session.id;
    return session;
}

Result<bool> names_runs(const Store& store, const std::string& session) {
    const std::vector<std::string> runs = TRY(store.runs_of(session));
    return !runs.empty();
}

// Rows of sessions behind `after`, in the place that they have as runs. A session of the same name
// as the run at `after` stands before it in the store and may stand behind it in the list.
Result<std::vector<Summary>> session_rows(const Store& store, const Summary* after,
                                          std::size_t count) {
    std::vector<Summary> rows;
    if (after != nullptr && after->session < after->id) {
        std::optional<Summary> same = TRY(store.summary(Space::session, after->id));
        if (same && same->first == after->first) {
            rows.push_back(as_run(std::move(*same)));
        }
    }
    std::vector<Summary> behind = TRY(store.summaries(Space::session, after, count));
    std::transform(std::make_move_iterator(behind.begin()), std::make_move_iterator(behind.end()),
                   std::back_inserter(rows), as_run);
    return rows;
}

}  // namespace

Result<RowsRead> run_rows(const Store& store, const Summary* after, std::size_t count) {
    const std::vector<Summary> named = TRY(store.summaries(Space::run, after, count));
    const std::vector<Summary> sessions = TRY(session_rows(store, after, count));
    RowsRead read;
    auto run = named.begin();
    auto session = sessions.begin();
    for (std::size_t looked_at = 0; looked_at < count; ++looked_at) {
        const bool of_run =
            run != named.end() && (session == sessions.end() || listed_before(*run, *session));
        if (of_run) {
            read.last = *run;
            read.rows.push_back(*run++);
        } else if (session != sessions.end()) {
            read.last = *session;
            const bool has_runs = TRY(names_runs(store, session->id));
            if (!has_runs) {
                read.rows.push_back(*session);
            }
            ++session;
        }
    }
    return read;
}

Result<std::vector<Summary>> unnamed_run_rows(const Store& store) {
    std::vector<Summary> sessions;
    TRY(each_row(store, Space::session,
                 [&](Summary&& row) { sessions.push_back(as_run(std::move(row))); }));
    std::vector<Summary> rows;
    for (Summary& session : sessions) {
        const bool has_runs = TRY(names_runs(store, session.id));
        if (!has_runs) {
            rows.push_back(std::move(session));
        }
    }
    return rows;
}

Result<bool> is_unnamed_run(const Store& store, const Summary& row) {
    if (row.id != row.session) {
        return false;
    }
    const std::optional<Summary> named = TRY(store.summary(Space::run, row.id, row.session));
    return !named;
}

}  // namespace hence
