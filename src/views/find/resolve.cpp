#include "views/find/resolve.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/by_text.h"
#include "base/try.h"
#include "model/text.h"
#include "views/find/known_otherwise.h"
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
        case Space::graph_event:
        case Space::response:
        case Space::withdrawn:
        case Space::lineage: break;
    }
    return "event";
}

// The command that answers about a name of that space.
std::string_view command_for(Space space) {
    return space == Space::session       ? "tree"
           : space == Space::run         ? "debrief"
           : space == Space::agent       ? "events --agent"
           : space == Space::correlation ? "replay trade"
                                         : "explain";
}

Error unknown(const Store& store, Space space, std::string_view text) {
    const std::string otherwise = known_otherwise(store, std::array{space}, text);
    return {
        Code::not_found,
        fmt::format("{} \"{}\" was never recorded", word_for(space), printable(text)),
        otherwise.empty() ? fmt::format("`hence {}s` lists what was", word_for(space)) : otherwise};
}

// "latest" is 0, "latest~2" is 2: how many newer ones are passed over. Nothing for any other text.
std::optional<std::uint64_t> newer_than(std::string_view text) {
    constexpr std::string_view word = "latest";
    if (!text.starts_with(word)) {
        return std::nullopt;
    }
    text.remove_prefix(word.size());
    if (text.empty()) {
        return 0;
    }
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), count);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return text.front() == '~' && whole ? std::optional(count) : std::nullopt;
}

Error too_few(Space space, std::string_view text) {
    if (text == "latest") {
        return {Code::not_found, fmt::format("no {} was ever recorded", word_for(space)),
                "`hence record FILE` records events, and so does `hence serve`"};
    }
    return {Code::not_found,
            fmt::format("there is no {} {}: fewer were recorded", word_for(space), printable(text)),
            fmt::format("`hence {}s` lists what was", word_for(space))};
}

std::string name_in(const Event& event, Space space) {
    return std::string(space == Space::agent ? event.agent() : event.correlation());
}

// The name with the newest event, or the one after so many others.
Result<std::string> latest_name(const Store& store, Space space, std::string_view text,
                                std::uint64_t newer) {
    Sessions sessions(store);
    const std::unique_ptr<Cursor> events =
        TRY(store.scan({Space::all, ""}, {.direction = Direction::backward}));
    Texts met;
    for (std::optional<Event> event = TRY(events->next()); event;) {
        std::string name;
        if (space == Space::session) {
            name = TRY(sessions.of(*event));
        } else {
            name = name_in(*event, space);
        }
        if (!name.empty() && met.insert(name).second && met.size() == newer + 1) {
            return name;
        }
        event = TRY(events->next());
    }
    return too_few(space, text);
}

Result<Event> latest_event(const Store& store, std::string_view text, std::uint64_t newer) {
    const std::unique_ptr<Cursor> events =
        TRY(store.scan({Space::all, ""}, {.direction = Direction::backward}));
    for (std::uint64_t passed = 0;; ++passed) {
        std::optional<Event> event = TRY(events->next());
        if (!event) {
            return too_few(Space::all, text);
        }
        if (passed == newer) {
            return std::move(*event);
        }
    }
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

// "4f2a9c01~e1": the events beside those that the part before the tilde fits.
Result<std::vector<std::string>> beside(const Store& store, std::string_view text) {
    std::vector<std::string> found;
    const std::size_t tilde = text.rfind('~');
    if (tilde == std::string_view::npos || tilde == 0) {
        return found;
    }
    const auto names = TRY(store.names_like(Space::all, text.substr(0, tilde), candidates_max));
    for (const std::string& name : names) {
        std::string id = name + std::string(text.substr(tilde));
        const std::optional<Event> event = TRY(store.find(id));
        if (event) {
            found.push_back(std::move(id));
        }
    }
    return found;
}

// Ids of spans are recorded in lower case, and other programs print them in upper case.
std::string in_lower_case(std::string_view text) {
    const bool hex = std::ranges::all_of(text, [](char c) { return is_hex(c) || c == '-'; });
    return hex ? lower_case(text) : std::string(text);
}

Result<std::vector<std::string>> candidates(const Store& store, Space space,
                                            std::string_view text) {
    std::vector<std::string> names = TRY(store.names_like(space, text, candidates_max));
    if (names.empty() && in_lower_case(text) != text) {
        names = TRY(store.names_like(space, in_lower_case(text), candidates_max));
    }
    if (names.empty() && space == Space::all) {
        names = TRY(beside(store, text));
    }
    return names;
}

// The one name that `text` is a part of.
Result<std::string> completed(const Store& store, Space space, std::string_view text) {
    if (text.empty()) {
        return unknown(store, space, text);
    }
    const std::vector<std::string> names = TRY(candidates(store, space, text));
    if (names.empty()) {
        return unknown(store, space, text);
    }
    const bool one = names.size() < candidates_max && stand_beside(names);
    if (names.size() > 1 && !one) {
        return ambiguous(space, text, names);
    }
    return names.front();
}

Result<RunName> latest_run(const Store& store, Sessions& sessions, std::string_view session,
                           std::uint64_t newer) {
    const Scan newest_first{.direction = Direction::backward};
    std::unique_ptr<Cursor> cursor;
    if (session.empty()) {
        cursor = TRY(store.scan({Space::all, ""}, newest_first));
    } else {
        cursor = TRY(sessions.own_events(session, newest_first));
    }
    Texts met;
    for (;;) {
        const std::optional<Event> event = TRY(cursor->next());
        if (!event) {
            return met.empty()
                       ? Error{Code::not_found, "no run was ever recorded", "give events a \"run\""}
                       : too_few(Space::run, fmt::format("latest~{}", newer));
        }
        std::string owner = TRY(sessions.of(*event));
        const bool whole =
            TRY(event->run().empty() ? sessions.is_one_run(owner) : Result<bool>(false));
        std::string run = whole ? owner : std::string(event->run());
        if (!run.empty() && met.insert(joined(owner, run)).second && met.size() == newer + 1) {
            return RunName{std::move(owner), std::move(run)};
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

// The latest run of the session that `text` names, unless it names a run. A shortened name that
// fits several runs and one session means the session.
Result<std::optional<RunName>> run_of_session(const Store& store, Sessions& sessions,
                                              std::string_view text) {
    const Result<std::string> run = whole_run(store, text);
    if (run || (run.error().code != Code::not_found && run.error().code != Code::invalid)) {
        return run ? Result<std::optional<RunName>>(std::optional<RunName>()) : run.error();
    }
    const Result<std::string> session = resolve_name(store, Space::session, text);
    if (!session) {
        const bool unknown = session.error().code == Code::not_found;
        return unknown || run.error().code == Code::invalid ? run.error() : session.error();
    }
    RunName latest = TRY(latest_run(store, sessions, *session, 0));
    latest.of_session = true;
    return std::optional(std::move(latest));
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

// The text, if that is a name of that space. What cannot be asked is no hint.
std::string whole_name(const Store& store, Space space, std::string_view text) {
    bool known = false;
    if (space == Space::all) {
        const Result<std::optional<Event>> event = store.find(text);
        known = event && event->has_value();
    } else if (space == Space::run) {
        const Result<std::vector<Summary>> rows = store.rows_of_run(text);
        known = rows && !rows->empty();
    } else {
        const Result<std::optional<Summary>> row = store.summary(space, text);
        known = row && row->has_value();
    }
    return known ? std::string(text) : std::string();
}

// The one name that begins or ends with the text.
std::string only_name(const Store& store, Space space, std::string_view text) {
    Result<std::vector<std::string>> names = store.names_like(space, text, 2);
    return names && names->size() == 1 ? std::move(names->front()) : std::string();
}

}  // namespace

std::string known_otherwise(const Store& store, std::span<const Space> asked,
                            std::string_view text) {
    if (text.empty()) {
        return {};
    }
    // A whole name first: another one of another sort may begin or end with it.
    for (const bool whole : {true, false}) {
        for (const Space space :
             {Space::all, Space::session, Space::run, Space::agent, Space::correlation}) {
            if (std::ranges::find(asked, space) != asked.end()) {
                continue;
            }
            const std::string name =
                whole ? whole_name(store, space, text) : only_name(store, space, text);
            if (!name.empty()) {
                return fmt::format("that is {} {}: hence {} {}",
                                   space == Space::all || space == Space::agent ? "an" : "a",
                                   word_for(space), command_for(space), printable(name));
            }
        }
    }
    return {};
}

Result<Event> resolve_event(const Store& store, std::string_view text) {
    std::optional<Event> exact = TRY(store.find(text));
    if (const std::optional<std::uint64_t> newer = newer_than(text); newer && !exact) {
        return latest_event(store, text, *newer);
    }
    if (!exact) {
        const std::string id = TRY(completed(store, Space::all, text));
        exact = TRY(store.find(id));
    }
    if (!exact) {
        return unknown(store, Space::all, text);
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
    if (const std::optional<std::uint64_t> newer = newer_than(text)) {
        return latest_name(store, space, text, *newer);
    }
    return completed(store, space, text);
}

Result<RunName> resolve_run(const Store& store, const RunAsked& asked) {
    Sessions sessions(store);
    std::string session;
    if (!asked.session.empty()) {
        session = TRY(resolve_name(store, Space::session, asked.session));
    }
    if (const std::optional<std::uint64_t> newer = newer_than(asked.run)) {
        return latest_run(store, sessions, session, *newer);
    }
    if (session.empty()) {
        std::optional<RunName> meant = TRY(run_of_session(store, sessions, asked.run));
        if (meant) {
            return std::move(*meant);
        }
    }
    std::string run;
    const bool whole =
        TRY(session == asked.run ? sessions.is_one_run(session) : Result<bool>(false));
    if (whole) {
        run = session;
    } else {
        run = TRY(whole_run(store, asked.run));
    }
    if (!session.empty()) {
        const std::optional<Summary> row = TRY(store.summary(Space::run, run, session));
        if (!row && !whole) {
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
