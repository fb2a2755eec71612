#include "intake/once/known.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "base/try.h"

namespace hence {
namespace {

Time time_of(std::uint64_t nanoseconds) {
    constexpr std::uint64_t per_second = 1'000'000'000;
    return {static_cast<std::int64_t>(nanoseconds / per_second),
            static_cast<std::uint32_t>(nanoseconds % per_second), 9};
}

Result<std::vector<Event>> first_of(Cursor& cursor, std::size_t count) {
    std::vector<Event> events;
    while (events.size() < count) {
        std::optional<Event> event = TRY(cursor.next());
        if (!event) {
            break;
        }
        events.push_back(std::move(*event));
    }
    return events;
}

}  // namespace

Result<const std::vector<std::string>*> OtlpKnown::sessions_of(const std::string& run) {
    const auto known = sessions_.find(run);
    if (known != sessions_.end()) {
        return &known->second;
    }
    std::vector<std::string> sessions;
    if (!run.empty()) {
        const std::vector<Summary> rows = TRY(store_.rows_of_run(run));
        for (const Summary& row : rows) {
            sessions.push_back(row.session);
        }
    }
    return &sessions_.emplace(run, std::move(sessions)).first->second;
}

Result<bool> OtlpKnown::run_known(const std::string& run) {
    const std::vector<std::string>* const sessions = TRY(sessions_of(run));
    return !sessions->empty();
}

Result<bool> OtlpKnown::session_known(const std::string& session) {
    const auto known = session_known_.find(session);
    if (known != session_known_.end()) {
        return known->second;
    }
    bool is = false;
    if (!session.empty()) {
        const std::optional<Summary> row = TRY(store_.summary(Space::session, session));
        is = row.has_value();
    }
    session_known_.emplace(session, is);
    return is;
}

Result<std::vector<Event>> OtlpKnown::children(const std::string& id) const {
    const std::unique_ptr<Cursor> cursor = TRY(store_.scan({Space::parent, id}));
    return first_of(*cursor, looked_at_max);
}

Result<std::vector<Event>> OtlpKnown::named(Space space, const CallName& name) {
    const std::vector<std::string>* const of_run = TRY(sessions_of(name.run));
    std::vector<std::string> sessions = *of_run;
    if (std::ranges::find(sessions, name.session) == sessions.end()) {
        sessions.push_back(name.session);
    }
    std::vector<Event> found;
    for (const std::string& session : sessions) {
        const std::unique_ptr<Cursor> cursor =
            TRY(store_.scan({space, joined(session, name.call_id)}));
        std::vector<Event> events = TRY(first_of(*cursor, looked_at_max));
        std::ranges::move(events, std::back_inserter(found));
    }
    return found;
}

Result<std::vector<OtlpCall>> OtlpKnown::calls_in(const Window& window) const {
    const std::unique_ptr<Cursor> cursor =
        TRY(store_.scan(window.key, {.from = time_of(window.from_ns),
                                     .to = time_of(window.to_ns),
                                     .direction = Direction::backward}));
    const std::vector<Event> events = TRY(first_of(*cursor, looked_at_max));
    std::vector<OtlpCall> calls;
    for (const Event& event : events) {
        if (std::optional<OtlpCall> call = call_of(event)) {
            calls.push_back(std::move(*call));
        }
    }
    std::ranges::reverse(calls);
    return calls;
}

}  // namespace hence
