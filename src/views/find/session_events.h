// Which events a session has: those that name it, and those that name none but share a run with it.
//
// An event that names a run and no session is loose: it belongs to the session that the earliest
// event of its run names. An event whose session an importer took from its run is derived: it
// stands under the run's own name until another event of the run states a session. Neither is
// rewritten when the session becomes known, because the log is append-only; each question works it
// out. Emitters that name a session everywhere pay a few look-ups for this. Every answer must ask
// here and not scan Space::session itself, or it would lose loose and derived events.
//
// A fork also shows events of its origin (views/find/lineage.h). What tells a session's story takes
// `events`; what counts takes `own_events`, so that each event counts once, in its origin.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/store.h"
#include "views/find/lineage.h"
#include "views/find/places.h"

namespace hence {

// Works out sessions for one answer, and remembers what it worked out. Not for several threads.
class Sessions {
public:
    explicit Sessions(const Store& store) : store_(store) {}

    // The session that `event` belongs to; empty when there is none.
    Result<std::string> of(const Event& event);

    // The session that the events of `run` without one belong to; empty when none is named.
    Result<std::string> owner(std::string_view run);

    // The session that events belong to whose session is derived from `run`.
    Result<std::string> derived_owner(std::string_view run);

    // Whether any event at all has a run and names no session.
    Result<bool> any_loose();

    // The runs whose events stand under the run's own name and belong to `session`.
    // Lives as long as this object.
    Result<const std::vector<std::string>*> derived_runs(std::string_view session);

    // Whether events may belong to `session` that do not name it.
    Result<bool> scattered(std::string_view session);

    // Every event that `session` shows, in order: what it inherits, and its own. The cursor must
    // not outlive this object.
    Result<std::unique_ptr<Cursor>> events(std::string_view session, const Scan& scan);
    // Without what it inherits.
    Result<std::unique_ptr<Cursor>> own_events(std::string_view session, const Scan& scan);

    // Whether `session` shows the event, as its own or as an inherited one.
    Result<bool> shows(std::string_view session, const Event& event);
    // From now on an answer about `session` is told: what it inherits is told as if it were its
    // own, so that a call that its origin ended later is not ended here.
    void tell(std::string_view session) { told_ = session; }
    // The session that the answer tells the event in; else the one that it belongs to.
    Result<std::string> told_in(const Event& event);

    // Where `session` came from. Lives as long as this object.
    Result<const Lineage*> lineage(std::string_view session);
    // The forks and rewinds of `session` itself, in order.
    Result<std::vector<Event>> lineage_events(std::string_view session);

    // The events that `session` shows, inherited ones too, that stand under
    // joined(prefix + session, name) of a space whose values begin with a session. The cursor must
    // not outlive this object.
    struct Name {
        Space space;
        std::string_view name;
        std::string_view prefix = {};
    };
    Result<std::unique_ptr<Cursor>> named(const Name& name, std::string_view session,
                                          const Scan& scan);

    // Whether no event of `session` names a run. The session is then one run of its own name.
    Result<bool> is_one_run(std::string_view session);

    // The events of (session, run), in order, and nothing that is inherited. The cursor must not
    // outlive this object.
    Result<std::unique_ptr<Cursor>> run_events(std::string_view session, std::string_view run,
                                               const Scan& scan);

    // What views/cause/call.cpp keeps of calls whose end lies far from them: by session and
    // call_id, the places of all observations, by run where that matters.
    using CallEnds = ByText<Places>;
    ByText<CallEnds>& call_ends() { return call_ends_; }
    const Store& store() const { return store_; }

private:
    // Under one name events of very many runs may be looked for, each time anew. What that took is
    // counted, and once it is more than `looks_max` the places are noted, all at once.
    struct Noted {
        std::uint64_t looks = 0;
        bool done = false;
        ByText<Places> places = {};
    };
    static constexpr std::uint64_t looks_max = 1'000;

    Result<void> add_events(std::string_view session, const Scan& scan,
                            std::vector<std::unique_ptr<Cursor>>& cursors);
    Result<void> add_named(const Name& name, std::string_view session, const Scan& scan,
                           std::vector<std::unique_ptr<Cursor>>& cursors);
    // Calls `add(session, scan, cursors)` for each piece that `session` inherits.
    template <class Add>
    Result<void> add_inherited(std::string_view session, const Scan& scan,
                               std::vector<std::unique_ptr<Cursor>>& cursors, const Add& add);
    bool may_have(Rare rare, std::optional<bool>& known) const;
    Result<bool> is_crowded(const std::string& run, std::string_view session);
    Result<std::vector<std::string>> loose_runs_of(std::string_view session);
    Result<void> add_derived(const Name& name, std::string_view session, const Scan& scan,
                             std::vector<std::unique_ptr<Cursor>>& cursors);
    Result<void> add_unnamed(const Name& name, std::string_view session, const Scan& scan,
                             std::vector<std::unique_ptr<Cursor>>& cursors);
    Result<void> note_derived(const std::vector<std::string>& runs, Noted& noted);
    Result<void> note_unnamed(const Key& key, Noted& noted);
    static std::unique_ptr<Cursor> only_derived(std::unique_ptr<Cursor> events);
    // Counts in `looks` what belongs to others.
    std::unique_ptr<Cursor> only_owned(std::unique_ptr<Cursor> events, std::string_view session,
                                       std::uint64_t& looks);

    const Store& store_;
    std::optional<bool> any_loose_;
    std::optional<bool> any_derived_;
    std::optional<bool> any_lineage_;
    ByText<std::string> derived_owners_;
    ByText<std::vector<std::string>> derived_runs_;  // By session.
    ByText<std::string> owners_;
    ByText<std::uint64_t> shared_runs_;  // By run: its events, or 0.
    ByText<bool> one_run_;               // By session.
    // By session: the places of events under a run's own name, by space and name.
    ByText<Noted> derived_names_;
    // By space and value of a key without a session: the places, by session.
    ByText<Noted> unnamed_;
    ByText<CallEnds> call_ends_;
    ByText<std::unique_ptr<const Lineage>> lineages_;  // By session.
    std::string told_;                                 // The session that is told, if any.
};

// For a single question.
Result<std::string> session_of(const Store& store, const Event& event);
Result<std::unique_ptr<Cursor>> session_events(const Store& store, std::string_view session,
                                               const Scan& scan = {});

}  // namespace hence
