#include "views/lists/listing_loose.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "model/facts.h"
#include "views/find/session_events.h"
#include "views/lists/run_rows.h"

namespace hence {
namespace {

constexpr std::size_t rows_per_read = 1'000;

// Rows by name, so that a loose one finds where it belongs.
class Rows {
public:
    explicit Rows(std::vector<Summary> rows) : rows_(std::move(rows)) {
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            places_.emplace(joined(rows_[i].id, rows_[i].session), i);
        }
    }

    Summary* find(std::string_view id, std::string_view session = {}) {
        const auto place = places_.find(joined(id, session));
        return place == places_.end() ? nullptr : &rows_[place->second];
    }

    std::vector<Summary> take() && { return std::move(rows_); }

private:
    std::vector<Summary> rows_;
    ByText<std::size_t> places_;
};

Result<void> settle_sessions(const Store& store, const LooseRuns& runs, Rows& rows) {
    for (const auto& [run, session] : runs) {
        const std::optional<Summary> loose = TRY(store.summary(Space::loose_run, run));
        Summary* const row = rows.find(session);
        if (loose && row != nullptr) {
            row->add(*loose);
        }
    }
    return {};
}

// A row that was added to another one is left without events, and is no row of its own.
void settle_runs(const LooseRuns& runs, Rows& rows) {
    for (const auto& [run, session] : runs) {
        Summary* const loose = rows.find(run);
        Summary* const row = rows.find(run, session);
        if (loose != nullptr && row != nullptr) {
            row->add(*loose);
            loose->events = 0;
        }
    }
}

Result<void> settle_correlations(const Store& store, const LooseRuns& runs, Rows& rows) {
    for (const auto& [run, session] : runs) {
        const std::unique_ptr<Cursor> loose = TRY(store.scan({Space::loose_run, run}));
        while (true) {
            const std::optional<Event> event = TRY(loose->next());
            if (!event) {
                break;
            }
            if (Summary* const row = rows.find(event->correlation()); row != nullptr) {
                ++row->sessions[session];
            }
        }
    }
    return {};
}

}  // namespace

Result<void> each_row(const Store& store, Space space,
                      const std::function<void(Summary&&)>& visit) {
    std::optional<Summary> last;
    while (true) {
        std::vector<Summary> rows =
            TRY(store.summaries(space, last ? &*last : nullptr, rows_per_read));
        if (rows.empty()) {
            return {};
        }
        last = rows.back();
        for (Summary& row : rows) {
            visit(std::move(row));
        }
    }
}

Result<bool> stands_elsewhere(const Store& store, Space space, const Summary& row) {
    if (space != Space::session && (space != Space::run || row.id != row.session)) {
        return false;
    }
    // A row for the run in another session is cheap to look for, and rarely there.
    const std::vector<Summary> rows = TRY(store.rows_of_run(row.id));
    if (rows.size() < 2) {
        return false;
    }
    const std::unique_ptr<Cursor> events = TRY(store.scan({Space::session, row.id}));
    const std::optional<Event> first = TRY(events->next());
    if (!first || !session_is_run(*first)) {
        return false;
    }
    const std::string owner = TRY(session_of(store, *first));
    return owner != row.id;
}

Result<void> add_derived(const Store& store, Space space, Summary& row) {
    if (space == Space::session) {
        Sessions sessions(store);
        const std::vector<std::string>* const runs = TRY(sessions.derived_runs(row.id));
        for (const std::string& run : *runs) {
            const std::optional<Summary> derived = TRY(store.summary(Space::session, run));
            row.add(derived.value_or(Summary()));
        }
    } else if (space == Space::run && row.id != row.session && !row.session.empty()) {
        const std::optional<Summary> derived = TRY(store.summary(Space::run, row.id, row.id));
        if (!derived) {
            return {};
        }
        const bool elsewhere = TRY(stands_elsewhere(store, space, *derived));
        if (elsewhere) {
            row.add(*derived);
        }
    }
    return {};
}

bool listed_before(const Summary& a, const Summary& b) {
    return std::tie(b.first, a.id, a.session) < std::tie(a.first, b.id, b.session);
}

Result<LooseRuns> loose_runs(const Store& store) {
    ByText<bool> named;  // By run with loose events: does it have a session?
    TRY(each_row(store, Space::loose_run, [&](Summary&& row) { named.emplace(row.id, false); }));
    LooseRuns runs;
    if (named.empty()) {
        return runs;
    }
    // The rows tell which runs have a session at all; only of these is the owner looked for, since
    // of a run without any that would mean to read all its events.
    TRY(each_row(store, Space::run, [&](Summary&& row) {
        const auto run = named.find(row.id);
        if (run != named.end() && !row.session.empty()) {
            run->second = true;
        }
    }));
    Sessions sessions(store);
    for (const auto& [run, has_session] : named) {
        if (has_session) {
            std::string owner = TRY(sessions.owner(run));
            runs.emplace(run, std::move(owner));
        }
    }
    return runs;
}

Result<std::vector<Summary>> settled_rows(const Store& store, Space space, const LooseRuns& runs) {
    std::vector<Summary> all;
    TRY(each_row(store, space, [&](Summary&& row) { all.push_back(std::move(row)); }));
    if (space == Space::run) {
        std::vector<Summary> unnamed = TRY(unnamed_run_rows(store));
        std::move(unnamed.begin(), unnamed.end(), std::back_inserter(all));
    }
    Rows rows(std::move(all));
    if (space == Space::session) {
        TRY(settle_sessions(store, runs, rows));
    } else if (space == Space::run) {
        settle_runs(runs, rows);
    } else if (space == Space::correlation) {
        TRY(settle_correlations(store, runs, rows));
    }
    std::vector<Summary> settled = std::move(rows).take();
    std::erase_if(settled, [](const Summary& row) { return row.events == 0; });
    std::sort(settled.begin(), settled.end(), listed_before);
    return settled;
}

}  // namespace hence
