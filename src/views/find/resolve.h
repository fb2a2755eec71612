// What a person means by an id or a name: the whole of it, or an unambiguous beginning or end.
//
// A whole name always wins over a shortened one. If a shortened name fits several, the answer is an
// error that lists them; the newest is never chosen silently, because the wrong session looks as
// plausible as the right one. One exception: events that an importer put beside another one carry
// that event's id and a tilde, and a shortened id that fits only such a group means the event
// itself.
#pragma once

#include <string>
#include <string_view>

#include "hence/store.h"

namespace hence {

// In each of these, `latest` stands for the newest and `latest~2` for the third newest, unless
// something has that name.

// The event of that id. Fails with not_found, and with invalid when several ids fit.
Result<Event> resolve_event(const Store& store, std::string_view text);

// The whole name of a session, run, agent or correlation. Fails as resolve_event does.
Result<std::string> resolve_name(const Store& store, Space space, std::string_view text);

// A run is known by both: the same name in two sessions means two runs.
struct RunName {
    std::string session;  // Empty when no event of the run names one.
    std::string run;
    bool of_session = false;  // A session was asked for, and this is its latest run.
};

// The run of that name, or for "latest" the one with the newest event; in `session`, unless that is
// empty. A session without runs is one run of its own name, and the name of a session means its
// latest run. Fails with not_found, and with invalid when several runs fit, naming their sessions.
struct RunAsked {
    std::string_view run;
    std::string_view session = {};
};
Result<RunName> resolve_run(const Store& store, const RunAsked& asked);

}  // namespace hence
