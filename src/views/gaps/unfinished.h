// What was begun and whose end nobody recorded: model calls, runs and sessions.
//
// An importer flags the model call that a transcript breaks off in; when the rest comes, the store
// puts the whole call in its place (model/repeat.h). A session_start begins its run, or its
// session where it names no run; a prompt begins a run only in a session that tells the end of some
// other run, because many emitters tell no ends at all. A termination ends its run. A session_end,
// or a termination without a run, ends whatever the session began before. A session_start that an
// importer derived begins nothing, because its emitter tells neither beginnings nor ends.
//
// A tool call that is open is a gap of its own (views/gaps/endings.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/gaps.h"
#include "hence/store.h"
#include "views/find/session_events.h"
#include "views/gaps/list.h"

namespace hence {

// To be given every event of the thread, in order; then `settle`. `sessions` must outlive it.
class UnfinishedGaps {
public:
    UnfinishedGaps(Sessions& sessions, ThreadScope scope) : sessions_(sessions), scope_(scope) {}

    // `session` is the one that the event belongs to.
    void add(const Event& event, std::string_view session);
    // Looks through the sessions of what is still open, where its end may stand outside the thread.
    Result<void> settle(GapList& gaps);

private:
    struct Begun {
        GapPlace place;
        std::string session;
        std::string run;
        bool by_prompt;
    };
    struct Ends {
        Texts runs = {};                    // Those that a termination or a session_end names.
        std::optional<Position> last = {};  // Of an end of the whole session.
    };

    void begin(const Event& event, std::string_view session);
    void end(const Event& event, std::string_view session);
    bool ended(const Begun& begun) const;
    Result<void> look_through(const std::string& session);
    Result<void> look_outside();
    void report_calls(GapList& gaps);
    void report_begun(GapList& gaps);

    Sessions& sessions_;
    ThreadScope scope_;
    std::uint64_t model_calls_ = 0;
    std::vector<GapPlace> calls_;  // Unfinished ones.
    std::vector<Begun> begun_;     // One for each run, or session without runs.
    Texts begun_names_;            // joined(session, run) of these.
    ByText<Ends> ends_;            // By session.
};

}  // namespace hence
