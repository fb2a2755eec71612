#include "views/find/resolve.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "model/text.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

constexpr std::size_t matches_max = 3;  // Enough to say "this, that and more".
constexpr std::size_t candidates_max = 64;
constexpr std::size_t sessions_max = 8;  // Of an ambiguous run, named in the error.

std::string_view word_for(Space space) {
    switch (space) {
        case Space::session: return "session";
        case Space::run: return "run";
        case Space::agent: return "agent";
        case Space::correlation: return "correlation";
        case Space::all:
        case Space::kind:
        case Space::loose_run:
        case Space::root_run:
        case Space::root_agent:
        case Space::parent:
        case Space::cause:
        case Space::of:
        case Space::ref:
        case Space::call:
        case Space::request:
        case Space::key:
        case Space::child_run:
        case Space::child:
        case Space::decision_type:
        case Space::graph:
        case Space::graph_node:
        case Space::graph_edge:
        case Space::graph_out:
        case Space::graph_in:
        case Space::graph_type:
        case Space::graph_event: break;
    }
    return "event";
}

Error unknown(Space space, std::string_view text) {
    return {Code::not_found,
            fmt::format("{} \"{}\" was never recorded", word_for(space), printable(text)),
            fmt::format("`hence {}s` lists what was", word_for(space))};
}

Error ambiguous(Space space, std::string_view text, const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), matches_max - 1); ++i) {
        list += fmt::format("{}{}", i == 0 ? "" : ", ", printable(names[i]));
    }
    return {
        Code::invalid,
        fmt::format("{} \"{}\" is ambiguous: {}{}", space == Space::all ? "id" : word_for(space),
                    printable(text), list, names.size() < matches_max ? "" : ", …"),
        "give more of it"};
}

// Whether all but the first are events beside the first: an importer gives them its id, a tilde and
// something more. An id that fits such a group means the event that the group stands beside.
bool stand_beside(const std::vector<std::string>& names) {
    return std::all_of(names.begin() + 1, names.end(), [&names](const std::string& name) {
        return name.starts_with(names.front() + "~");
    });
}

// The one name that `text` is a part of.
Result<std::string> completed(const Store& store, Space space, std::string_view text) {
    if (text.empty()) {
        return unknown(space, text);
    }
    const std::vector<std::string> names = TRY(store.names_like(space, text, candidates_max));
    if (names.empty()) {
        return unknown(space, text);
    }
    const bool one = names.size() < candidates_max && stand_beside(names);
    if (names.size() > 1 && !one) {
        return ambiguous(space, text, names);
    }
    return names.front();
}

Result<RunName> latest_run(const Store& store, Sessions& sessions, std::string_view session) {
    const Scan newest_first{.direction = Direction::backward};
    std::unique_ptr<Cursor> cursor;
    if (session.empty()) {
        cursor = TRY(store.scan({Space::all, ""}, newest_first));
    } else {
        cursor = TRY(sessions.events(session, newest_first));
    }
    for (;;) {
        const std::optional<Event> event = TRY(cursor->next());
        if (!event) {
            return Error{Code::not_found, "no run was ever recorded", "give events a \"run\""};
        }
        if (!event->run().empty()) {
            std::string owner = TRY(sessions.of(*event));
            return RunName{std::move(owner), std::string(event->run())};
        }
    }
}

// The sessions that `run` belongs to, in the order of their first event there.
Result<std::vector<std::string>> sessions_of(const Store& store, Sessions& sessions,
                                             const std::string& run) {
    std::vector<std::string> names;
    const auto cursor = TRY(store.scan({Space::run, run}));
    for (;;) {
        const std::optional<Event> event = TRY(cursor->next());
        if (!event) {
            return names;
        }
        if (event->session().empty()) {
            continue;
        }
        std::string session = TRY(sessions.of(*event));
        if (std::find(names.begin(), names.end(), session) == names.end()) {
            names.push_back(std::move(session));
        }
        if (names.size() > sessions_max) {
            return names;
        }
    }
}

Result<std::string> whole_run(const Store& store, std::string_view text) {
    const auto cursor = TRY(store.scan({Space::run, std::string(text)}));
    const std::optional<Event> event = TRY(cursor->next());
    if (event && !text.empty()) {
        return std::string(text);
    }
    return completed(store, Space::run, text);
}

Error several_sessions(std::string_view run, const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), sessions_max); ++i) {
        list += fmt::format("{}{}", i == 0 ? "" : ", ", printable(names[i]));
    }
    return {Code::invalid,
            fmt::format("run \"{}\" is ambiguous: it is in sessions {}{}", printable(run), list,
                        names.size() > sessions_max ? ", …" : ""),
            "name one with --session"};
}

}  // namespace

Result<Event> resolve_event(const Store& store, std::string_view text) {
    std::optional<Event> exact = TRY(store.find(text));
    if (!exact) {
        const std::string id = TRY(completed(store, Space::all, text));
        exact = TRY(store.find(id));
    }
    if (!exact) {
        return unknown(Space::all, text);
    }
    return std::move(*exact);
}

Result<std::string> resolve_name(const Store& store, Space space, std::string_view text) {
    if (space == Space::run) {
        return whole_run(store, text);
    }
    const std::optional<Summary> exact = TRY(store.summary(space, text));
    if (exact && !text.empty()) {
        return std::string(text);
    }
    return completed(store, space, text);
}

Result<RunName> resolve_run(const Store& store, const RunAsked& asked) {
    Sessions sessions(store);
    std::string session;
    if (!asked.session.empty()) {
        session = TRY(resolve_name(store, Space::session, asked.session));
    }
    if (asked.run == "latest") {
        return latest_run(store, sessions, session);
    }
    std::string run = TRY(whole_run(store, asked.run));
    if (!session.empty()) {
        const std::optional<Summary> row = TRY(store.summary(Space::run, run, session));
        if (!row) {
            return Error{Code::not_found,
                         fmt::format("run \"{}\" was never recorded in session \"{}\"",
                                     printable(run), printable(session)),
                         "`hence runs` lists what was"};
        }
        return RunName{std::move(session), std::move(run)};
    }
    std::vector<std::string> names = TRY(sessions_of(store, sessions, run));
    if (names.size() > 1) {
        return several_sessions(run, names);
    }
    return RunName{names.empty() ? std::string() : std::move(names.front()), std::move(run)};
}

}  // namespace hence
