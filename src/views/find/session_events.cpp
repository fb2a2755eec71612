// The events of a session as one cursor: the scan of the session's own name, merged with scans of
// the loose and the derived runs that belong to it.
#include "views/find/session_events.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "base/try.h"
#include "model/facts.h"
#include "model/position.h"
#include "views/find/merged_cursor.h"

namespace hence {
namespace {

constexpr std::size_t few_loose_runs = 1'000;
constexpr std::size_t few_sessions = 8;

// Filters a cursor: events that belong to one session.
class OwnedCursor final : public Cursor {
public:
    // Counts in `passed_over` those that belong to others, unless it is null.
    OwnedCursor(std::unique_ptr<Cursor> cursor, Sessions& sessions, std::string_view session,
                std::uint64_t* passed_over = nullptr)
        : cursor_(std::move(cursor)),
          sessions_(sessions),
          session_(session),
          passed_over_(passed_over) {}

    Result<std::optional<Event>> next() override {
        for (;;) {
            std::optional<Event> event = TRY(cursor_->next());
            if (!event || (!session_.empty() && event->session() == session_)) {
                return event;
            }
            const std::string session = TRY(sessions_.of(*event));
            if (session == session_) {
                return event;
            }
            if (passed_over_ != nullptr) {
                ++*passed_over_;
            }
        }
    }

private:
    std::unique_ptr<Cursor> cursor_;
    Sessions& sessions_;
    std::string session_;
    std::uint64_t* passed_over_;
};

// Filters a cursor: events whose session was derived.
class DerivedCursor final : public Cursor {
public:
    explicit DerivedCursor(std::unique_ptr<Cursor> cursor) : cursor_(std::move(cursor)) {}

    Result<std::optional<Event>> next() override {
        for (;;) {
            std::optional<Event> event = TRY(cursor_->next());
            if (!event || session_is_run(*event)) {
                return event;
            }
        }
    }

private:
    std::unique_ptr<Cursor> cursor_;
};

// Filters a cursor: events up to the point of a fork.
class InheritedCursor final : public Cursor {
public:
    InheritedCursor(std::unique_ptr<Cursor> cursor, const Position& until)
        : cursor_(std::move(cursor)), until_(until) {}

    Result<std::optional<Event>> next() override {
        for (;;) {
            std::optional<Event> event = TRY(cursor_->next());
            if (!event || position_of(*event) <= until_) {
                return event;
            }
        }
    }

private:
    std::unique_ptr<Cursor> cursor_;
    Position until_;
};

// Filters a cursor: events of one run.
class RunCursor final : public Cursor {
public:
    RunCursor(std::unique_ptr<Cursor> cursor, std::string run)
        : cursor_(std::move(cursor)), run_(std::move(run)) {}

    Result<std::optional<Event>> next() override {
        for (;;) {
            std::optional<Event> event = TRY(cursor_->next());
            if (!event || event->run() == run_) {
                return event;
            }
        }
    }

private:
    std::unique_ptr<Cursor> cursor_;
    std::string run_;
};

}  // namespace

Result<std::string> Sessions::of(const Event& event) {
    if (session_is_run(event)) {
        return derived_owner(event.run());
    }
    if (!event.session().empty() || event.run().empty()) {
        return std::string(event.session());
    }
    return owner(event.run());
}

// The session that was stated first in the run; else the run itself.
Result<std::string> Sessions::derived_owner(std::string_view run) {
    const auto known = derived_owners_.find(std::string(run));
    if (known != derived_owners_.end()) {
        return known->second;
    }
    const std::vector<Summary> rows = TRY(store_.rows_of_run(run));
    const Summary* first = nullptr;
    for (const Summary& row : rows) {
        const bool stated = !row.session.empty() && row.session != run;
        if (stated && (first == nullptr ||
                       std::tie(row.first, row.session) < std::tie(first->first, first->session))) {
            first = &row;
        }
    }
    return derived_owners_.emplace(run, first == nullptr ? std::string(run) : first->session)
        .first->second;
}

Result<const std::vector<std::string>*> Sessions::derived_runs(std::string_view session) {
    const auto known = derived_runs_.find(std::string(session));
    if (known != derived_runs_.end()) {
        return &known->second;
    }
    std::vector<std::string> derived;
    const std::vector<std::string> runs =
        TRY(may_have(Rare::derived_session, any_derived_) ? store_.runs_of(session)
                                                          : std::vector<std::string>());
    for (const std::string& run : runs) {
        if (run == session) {
            continue;
        }
        const std::optional<Summary> row = TRY(store_.summary(Space::run, run, run));
        if (!row) {
            continue;
        }
        const std::unique_ptr<Cursor> named_so = TRY(store_.scan({Space::session, run}));
        const std::optional<Event> first = TRY(named_so->next());
        if (!first || !session_is_run(*first)) {
            continue;
        }
        const std::string owner = TRY(derived_owner(run));
        if (owner == session) {
            derived.push_back(run);
        }
    }
    return &derived_runs_.emplace(session, std::move(derived)).first->second;
}

Result<bool> Sessions::scattered(std::string_view session) {
    const bool loose = TRY(any_loose());
    if (loose) {
        return true;
    }
    const std::vector<std::string>* const runs = TRY(derived_runs(session));
    return !runs->empty();
}

// The runs with loose events that `session` owns. Where few runs have any these are gone through,
// else the runs of the session.
Result<std::vector<std::string>> Sessions::loose_runs_of(std::string_view session) {
    std::vector<std::string> candidates;
    const std::vector<Summary> few =
        TRY(store_.summaries(Space::loose_run, nullptr, few_loose_runs));
    if (few.size() < few_loose_runs) {
        for (const Summary& row : few) {
            const std::optional<Summary> run = TRY(store_.summary(Space::run, row.id, session));
            if (run) {
                candidates.push_back(row.id);
            }
        }
    } else {
        const std::vector<std::string> runs = TRY(store_.runs_of(session));
        for (const std::string& run : runs) {
            const std::optional<Summary> row = TRY(store_.summary(Space::loose_run, run));
            if (row) {
                candidates.push_back(run);
            }
        }
    }
    std::vector<std::string> owned;
    for (std::string& run : candidates) {
        const std::string named = TRY(owner(run));
        if (named == session) {
            owned.push_back(std::move(run));
        }
    }
    return owned;
}

Result<std::string> Sessions::owner(std::string_view run) {
    const auto known = owners_.find(std::string(run));
    if (known != owners_.end()) {
        return known->second;
    }
    std::string session;
    const auto cursor = TRY(store_.scan({Space::run, std::string(run)}));
    for (std::optional<Event> event = TRY(cursor->next()); event;) {
        if (!event->session().empty()) {
            session = TRY(of(*event));
            break;
        }
        event = TRY(cursor->next());
    }
    owners_.emplace(run, session);
    return session;
}

Result<bool> Sessions::any_loose() {
    if (!any_loose_) {
        any_loose_ = store_.may_have(Rare::loose_run);
        if (*any_loose_) {
            // None where they were all withdrawn, and in a store that took no notes.
            const std::vector<Summary> rows = TRY(store_.summaries(Space::loose_run, nullptr, 1));
            any_loose_ = !rows.empty();
        }
    }
    return *any_loose_;
}

bool Sessions::may_have(Rare rare, std::optional<bool>& known) const {
    if (!known) {
        known = store_.may_have(rare);
    }
    return *known;
}

Result<std::vector<Event>> Sessions::lineage_events(std::string_view session) {
    std::vector<Event> found;
    const auto add = [&](std::string_view name) -> Result<void> {
        const auto cursor = TRY(store_.scan({Space::lineage, std::string(name)}));
        for (std::optional<Event> event = TRY(cursor->next()); event;) {
            const std::string owner = TRY(of(*event));
            if (owner == session) {
                found.push_back(std::move(*event));
            }
            event = TRY(cursor->next());
        }
        return {};
    };
    TRY(add(session));
    const std::vector<std::string>* const derived = TRY(derived_runs(session));
    for (const std::string& run : *derived) {
        TRY(add(run));
    }
    std::ranges::sort(found, {}, [](const Event& event) { return position_of(event); });
    return found;
}

Result<const Lineage*> Sessions::lineage(std::string_view session) {
    if (!may_have(Rare::lineage, any_lineage_)) {
        static const Lineage plain;
        return &plain;
    }
    const auto known = lineages_.find(session);
    if (known != lineages_.end()) {
        return known->second.get();
    }
    Lineage lineage =
        TRY(session.empty() ? Result<Lineage>(Lineage()) : Lineage::of(*this, session));
    return lineages_.emplace(session, std::make_unique<const Lineage>(std::move(lineage)))
        .first->second.get();
}

Result<bool> Sessions::shows(std::string_view session, const Event& event) {
    const std::string owner = TRY(of(event));
    if (owner == session) {
        return true;
    }
    const Lineage* const from = TRY(lineage(session));
    return from->inherits(owner, position_of(event));
}

Result<std::string> Sessions::told_in(const Event& event) {
    const bool here = TRY(told_.empty() ? Result<bool>(false) : shows(told_, event));
    return here ? Result<std::string>(told_) : of(event);
}

Result<std::unique_ptr<Cursor>> Sessions::own_events(std::string_view session, const Scan& scan) {
    std::vector<std::unique_ptr<Cursor>> cursors;
    TRY(add_events(session, scan, cursors));
    return merged(std::move(cursors), scan.direction);
}

Result<std::unique_ptr<Cursor>> Sessions::events(std::string_view session, const Scan& scan) {
    std::vector<std::unique_ptr<Cursor>> cursors;
    TRY(add_events(session, scan, cursors));
    TRY(add_inherited(session, scan, cursors,
                      [this](std::string_view origin, const Scan& part, auto& found) {
                          return add_events(origin, part, found);
                      }));
    return merged(std::move(cursors), scan.direction);
}

template <class Add>
Result<void> Sessions::add_inherited(std::string_view session, const Scan& scan,
                                     std::vector<std::unique_ptr<Cursor>>& cursors,
                                     const Add& add) {
    const Lineage* const from = TRY(lineage(session));
    for (const Lineage::Piece& piece : from->pieces()) {
        Scan part = scan;
        part.to = part.to ? std::min(*part.to, piece.until.time) : piece.until.time;
        const std::size_t before = cursors.size();
        TRY(add(piece.session, part, cursors));
        for (std::size_t i = before; i < cursors.size(); ++i) {
            cursors[i] = std::make_unique<InheritedCursor>(std::move(cursors[i]), piece.until);
        }
    }
    return {};
}

Result<void> Sessions::add_events(std::string_view session, const Scan& scan,
                                  std::vector<std::unique_ptr<Cursor>>& cursors) {
    std::unique_ptr<Cursor> named_here =
        TRY(store_.scan({Space::session, std::string(session)}, scan));
    cursors.push_back(std::move(named_here));
    const bool loose = TRY(any_loose());
    if (loose && !session.empty()) {
        const std::vector<std::string> runs = TRY(loose_runs_of(session));
        for (const std::string& run : runs) {
            std::unique_ptr<Cursor> cursor = TRY(store_.scan({Space::loose_run, run}, scan));
            cursors.push_back(std::move(cursor));
        }
    }
    const std::vector<std::string>* const derived = TRY(derived_runs(session));
    for (const std::string& run : *derived) {
        std::unique_ptr<Cursor> cursor = TRY(store_.scan({Space::session, run}, scan));
        cursors.push_back(only_derived(std::move(cursor)));
    }
    return {};
}

Result<std::unique_ptr<Cursor>> Sessions::named(const Name& name, std::string_view session,
                                                const Scan& scan) {
    std::vector<std::unique_ptr<Cursor>> cursors;
    TRY(add_named(name, session, scan, cursors));
    TRY(add_inherited(session, scan, cursors,
                      [&](std::string_view origin, const Scan& part, auto& found) {
                          return add_named(name, origin, part, found);
                      }));
    return merged(std::move(cursors), scan.direction);
}

Result<void> Sessions::add_named(const Name& name, std::string_view session, const Scan& scan,
                                 std::vector<std::unique_ptr<Cursor>>& cursors) {
    if (!session.empty()) {
        const std::string value =
            joined(std::string(name.prefix) + std::string(session), name.name);
        std::unique_ptr<Cursor> cursor = TRY(store_.scan({name.space, value}, scan));
        cursors.push_back(std::move(cursor));
        TRY(add_derived(name, session, scan, cursors));
    }
    const bool loose = TRY(any_loose());
    if (loose || session.empty()) {
        TRY(add_unnamed(name, session, scan, cursors));
    }
    return {};
}

std::unique_ptr<Cursor> Sessions::only_derived(std::unique_ptr<Cursor> events) {
    return std::make_unique<DerivedCursor>(std::move(events));
}

std::unique_ptr<Cursor> Sessions::only_owned(std::unique_ptr<Cursor> events,
                                             std::string_view session, std::uint64_t& looks) {
    return std::make_unique<OwnedCursor>(std::move(events), *this, session, &looks);
}

// Whether `run` has more events of other sessions than `session` has at all.
Result<bool> Sessions::is_crowded(const std::string& run, std::string_view session) {
    const auto [shared, fresh] = shared_runs_.try_emplace(run, 0);
    if (fresh) {
        const std::vector<Summary> rows = TRY(store_.rows_of_run(run));
        for (const Summary& row : rows) {
            shared->second += rows.size() > few_sessions ? row.events : 0;
        }
    }
    if (shared->second == 0 || session.empty()) {
        return false;
    }
    const std::optional<Summary> row = TRY(store_.summary(Space::session, session));
    return row && row->events < shared->second;
}

Result<bool> Sessions::is_one_run(std::string_view session) {
    const auto [known, added] = one_run_.try_emplace(std::string(session), false);
    if (added && !session.empty()) {
        const std::vector<std::string> runs = TRY(store_.runs_of(session));
        const std::optional<Summary> row =
            TRY(runs.empty() ? store_.summary(Space::session, session) : std::optional<Summary>());
        known->second = row.has_value();
    }
    return known->second;
}

// A run is found by its name alone, in however many sessions it has one of its own. Where these are
// many, the session is gone through instead.
Result<std::unique_ptr<Cursor>> Sessions::run_events(std::string_view session, std::string_view run,
                                                     const Scan& scan) {
    const bool whole = TRY(session == run ? is_one_run(session) : Result<bool>(false));
    if (whole) {
        return own_events(session, scan);
    }
    const std::string name(run);
    const bool crowded = TRY(is_crowded(name, session));
    if (crowded) {
        std::unique_ptr<Cursor> all = TRY(own_events(session, scan));
        return std::unique_ptr<Cursor>(std::make_unique<RunCursor>(std::move(all), name));
    }
    std::unique_ptr<Cursor> all = TRY(store_.scan({Space::run, name}, scan));
    return std::unique_ptr<Cursor>(std::make_unique<OwnedCursor>(std::move(all), *this, session));
}

Result<std::string> session_of(const Store& store, const Event& event) {
    return Sessions(store).of(event);
}

Result<std::unique_ptr<Cursor>> session_events(const Store& store, std::string_view session,
                                               const Scan& scan) {
    // Loose runs are picked before the cursor is made, so it needs nothing of `sessions`
    // afterwards.
    Sessions sessions(store);
    return sessions.events(session, scan);
}

}  // namespace hence
