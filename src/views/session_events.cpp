#include "views/session_events.h"

#include <utility>
#include <vector>

#include "base/try.h"
#include "views/merged_cursor.h"

namespace hence {
namespace {

constexpr std::size_t rows_per_page = 1'000;

// Of the events that it is given, those that belong to one session.
class OwnedCursor final : public Cursor {
public:
    OwnedCursor(std::unique_ptr<Cursor> cursor, Sessions& sessions, std::string_view session)
        : cursor_(std::move(cursor)), sessions_(sessions), session_(session) {}

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
        }
    }

private:
    std::unique_ptr<Cursor> cursor_;
    Sessions& sessions_;
    std::string session_;
};

// The runs with loose events that `session` owns. Asking whether (session, run) is there at all is
// one look-up, so the owner is worked out only for runs that the session has.
Result<std::vector<std::string>> owned_runs(const Store& store, Sessions& sessions,
                                            std::string_view session) {
    std::vector<std::string> runs;
    std::optional<Summary> after;
    for (;;) {
        std::vector<Summary> rows =
            TRY(store.summaries(Space::loose_run, after ? &*after : nullptr, rows_per_page));
        for (const Summary& row : rows) {
            const std::optional<Summary> run = TRY(store.summary(Space::run, row.id, session));
            if (!run) {
                continue;
            }
            const std::string owner = TRY(sessions.owner(row.id));
            if (owner == session) {
                runs.push_back(row.id);
            }
        }
        if (rows.size() < rows_per_page) {
            return runs;
        }
        after = std::move(rows.back());
    }
}

}  // namespace

Result<std::string> Sessions::of(const Event& event) {
    if (!event.session().empty() || event.run().empty()) {
        return std::string(event.session());
    }
    return owner(event.run());
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
            session = event->session();
            break;
        }
        event = TRY(cursor->next());
    }
    owners_.emplace(run, session);
    return session;
}

Result<bool> Sessions::any_loose() {
    if (!any_loose_) {
        const std::vector<Summary> rows = TRY(store_.summaries(Space::loose_run, nullptr, 1));
        any_loose_ = !rows.empty();
    }
    return *any_loose_;
}

Result<std::unique_ptr<Cursor>> Sessions::events(std::string_view session, const Scan& scan) {
    std::vector<std::unique_ptr<Cursor>> cursors;
    std::unique_ptr<Cursor> named_here =
        TRY(store_.scan({Space::session, std::string(session)}, scan));
    cursors.push_back(std::move(named_here));
    const bool loose = TRY(any_loose());
    if (loose && !session.empty()) {
        const std::vector<std::string> runs = TRY(owned_runs(store_, *this, session));
        for (const std::string& run : runs) {
            std::unique_ptr<Cursor> cursor = TRY(store_.scan({Space::loose_run, run}, scan));
            cursors.push_back(std::move(cursor));
        }
    }
    return merged(std::move(cursors), scan.direction);
}

Result<std::unique_ptr<Cursor>> Sessions::named(const Name& name, std::string_view session,
                                                const Scan& scan) {
    const std::string prefix(name.prefix);
    const std::string unnamed = joined(prefix, name.name);
    const bool loose = TRY(any_loose());
    std::vector<std::unique_ptr<Cursor>> cursors;
    if (!session.empty()) {
        const std::string value = joined(prefix + std::string(session), name.name);
        std::unique_ptr<Cursor> cursor = TRY(store_.scan({name.space, value}, scan));
        cursors.push_back(std::move(cursor));
    }
    if (loose || session.empty()) {
        std::unique_ptr<Cursor> cursor = TRY(store_.scan({name.space, unnamed}, scan));
        cursors.push_back(std::make_unique<OwnedCursor>(std::move(cursor), *this, session));
    }
    return merged(std::move(cursors), scan.direction);
}

Result<std::unique_ptr<Cursor>> Sessions::run_events(std::string_view session, std::string_view run,
                                                     const Scan& scan) {
    std::unique_ptr<Cursor> events = TRY(store_.scan({Space::run, std::string(run)}, scan));
    return std::unique_ptr<Cursor>(
        std::make_unique<OwnedCursor>(std::move(events), *this, session));
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

Result<bool> session_exists(const Store& store, std::string_view session) {
    const std::optional<Summary> row = TRY(store.summary(Space::session, session));
    return row.has_value();
}

}  // namespace hence
