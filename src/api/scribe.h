// The scribe records for every scope: it drafts an event, appends it, and keeps failures inside.
//
// A scope is a value that a host copies and keeps; the scribe turns one call on it into one event
// and one new scope behind that event. The new scope is made before the append, so that nothing can
// fail between an event that is stored and the step that names it. A failure is told to the host's
// listener and kept in the Step; it is never thrown.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "api/background.h"
#include "api/draft.h"
#include "api/guarded.h"
#include "hence/recorder.h"

namespace hence {

// What all scopes of a recorder share.
struct RecorderCore {
    std::shared_ptr<Store> store;
    RecorderOptions options;
    std::unique_ptr<Background, BackgroundEnd> background = {};  // Where the options ask for it.
};

// Appends events that have ids as what a host recorded.
Result<Receipt> append_events(Store& store, std::vector<Event> events, bool sync);
// Why the store refused an event.
Error refusal(const Rejection& rejection);

// Appends one event, which gets an id if it has none. Fails with conflict when the store refused
// it.
Result<std::string> append_event(const RecorderCore& core, const Event& event);

class Scribe {
public:
    // Records an event in `scope`; `fill` adds its fields, and may move the places in the draft.
    template <class Fill>
    static Step add(const Scope& scope, const Entry& entry, Fill fill) noexcept {
        return write(scope, entry, std::function<void(Draft&)>(std::ref(fill)));
    }

    // `scope` after `change` was made to its place.
    template <class Change>
    static Scope changed(const Scope& scope, Change change) noexcept {
        return moved(scope, std::function<void(Handoff&)>(std::ref(change)));
    }

    // Says what went wrong, where the host listens.
    static void tell(const RecorderCore* core, const Error& error) noexcept;

    // A step that was not recorded, for a reason known beforehand.
    static Step refused(const Scope& scope, Error error) noexcept;

private:
    using Fill = std::function<void(Draft&)>;

    static Step write(const Scope& scope, const Entry& entry, const Fill& fill) noexcept;
    static Result<Step> write_unguarded(const Scope& scope, const Entry& entry, const Fill& fill);
    static Scope moved(const Scope& scope, const std::function<void(Handoff&)>& change) noexcept;
};

}  // namespace hence
