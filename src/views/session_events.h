// Which events a session has: those that name it, and those that name none but share a run with it.
//
// An event without a session belongs to the session that the earliest event of its run names. The
// same holds of an event whose session an importer derived from its run: it stands under the run's
// own name until another event of the run states a session. Emitters that name a session everywhere
// pay a few look-ups for this and no more.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/store.h"

namespace hence {

// Works out sessions for one answer, and remembers what it worked out. Not for several threads.
class Sessions {
public:
    explicit Sessions(const Store& store) : store_(store) {}

    // The session that `event` belongs to; empty when there is none.
    Result<std::string> of(const Event& event);

    // The session that the events of `run` without one belong to; empty when none is named.
    Result<std::string> owner(std::string_view run);

    // Whether any event at all has a run and names no session.
    Result<bool> any_loose();

    // The runs whose events stand under the run's own name and belong to `session`.
    Result<std::vector<std::string>> derived_runs(std::string_view session);

    // Whether events may belong to `session` that do not name it.
    Result<bool> scattered(std::string_view session);

    // Every event of `session`, in order. The cursor must not outlive this object.
    Result<std::unique_ptr<Cursor>> events(std::string_view session, const Scan& scan);

    // The events of `session` that stand under joined(prefix + session, name) of a space whose
    // values begin with a session. The cursor must not outlive this object.
    struct Name {
        Space space;
        std::string_view name;
        std::string_view prefix = {};
    };
    Result<std::unique_ptr<Cursor>> named(const Name& name, std::string_view session,
                                          const Scan& scan);

    // The events of (session, run), in order. The cursor must not outlive this object.
    Result<std::unique_ptr<Cursor>> run_events(std::string_view session, std::string_view run,
                                               const Scan& scan);

private:
    Result<std::string> derived_owner(std::string_view run);
    Result<std::vector<std::string>> loose_runs_of(std::string_view session);

    const Store& store_;
    std::optional<bool> any_loose_;
    ByText<std::string> derived_owners_;
    ByText<std::vector<std::string>> derived_runs_;  // By session.
    ByText<std::string> owners_;
};

// The same for a single question.
Result<std::string> session_of(const Store& store, const Event& event);
Result<std::unique_ptr<Cursor>> session_events(const Store& store, std::string_view session,
                                               const Scan& scan = {});

// Whether the session of `event` was derived from its run.
bool session_is_run(const Event& event);

// A session exists when an event names it.
Result<bool> session_exists(const Store& store, std::string_view session);

}  // namespace hence
