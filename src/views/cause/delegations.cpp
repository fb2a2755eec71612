#include "views/cause/delegations.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "model/json/json.h"
#include "model/position.h"
#include "views/find/event_at.h"

namespace hence {
namespace {

// The child's run, or empty: the run that the delegation stands in is that of who delegated.
std::string run_of_child(const Event& delegation) {
    std::string run = Json(delegation.fields())["run_id"].string().value_or("");
    return run == delegation.run() ? std::string() : run;
}

std::string child_of(const Event& delegation) {
    return Json(delegation.fields())["child_id"].string().value_or("");
}

}  // namespace

Result<std::unique_ptr<Cursor>> DelegatedWork::in_thread(const Event& event, const InThread& asked,
                                                         const Scan& scan) {
    if (!event.correlation().empty()) {
        const std::string scope = "c" + std::string(event.correlation());
        return store_.scan({asked.space, joined(scope, asked.agent)}, scan);
    }
    const std::string session = TRY(sessions_.of(event));
    return sessions_.named({asked.space, asked.agent, "s"}, session, scan);
}

Result<std::optional<Event>> DelegatedWork::next_in_thread(const Event& event,
                                                           const InThread& asked,
                                                           Direction direction) {
    const Scan scan{.direction = direction, .after = position_of(event)};
    const std::unique_ptr<Cursor> cursor = TRY(in_thread(event, asked, scan));
    return cursor->next();
}

Result<void> DelegatedWork::note_firsts(const std::string& run, NamedRuns& runs) {
    const std::vector<Summary> rows = TRY(store_.rows_of_run(run));
    const std::unique_ptr<Cursor> roots = TRY(store_.scan({Space::root_run, run}));
    std::optional<Event> root = TRY(roots->next());
    while (root) {
        const std::string session = TRY(sessions_.of(*root));
        if (runs.firsts.try_emplace(session, position_of(*root)).second) {
            runs.in_order.push_back(position_of(*root));
        }
        if (rows.size() <= 1) {
            break;  // Mostly one session alone has a run of that name.
        }
        root = TRY(roots->next());
    }
    return {};
}

Result<void> DelegatedWork::note_delegations(const std::string& run, NamedRuns& runs) {
    const auto lead = [&runs](const Position& delegation, const Position& first) {
        runs.leads.emplace(delegation.seq, first);
        runs.led_by[first.seq].push_back(delegation);
    };
    Texts with_run;  // Sessions that have a run of that name, be it without a first event.
    const std::vector<Summary> rows = TRY(store_.rows_of_run(run));
    const std::string loose_owner = TRY(sessions_.owner(run));
    for (const Summary& row : rows) {
        with_run.insert(row.session.empty() ? loose_owner : row.session);
    }
    Places elsewhere;  // Of delegations whose own session has no such run.
    const std::unique_ptr<Cursor> all = TRY(store_.scan({Space::child_run, run}));
    std::optional<Event> delegation = TRY(all->next());
    for (; delegation; delegation = TRY(all->next())) {
        if (run_of_child(*delegation).empty()) {
            continue;
        }
        const std::string session = TRY(sessions_.of(*delegation));
        const auto own = runs.firsts.find(session);
        if (own != runs.firsts.end()) {
            lead(position_of(*delegation), own->second);
        } else if (!with_run.contains(session)) {
            elsewhere.push_back(position_of(*delegation));
        }
    }
    Places unclaimed;
    for (const Position& first : runs.in_order) {
        if (!runs.led_by.contains(first.seq)) {
            unclaimed.push_back(first);
        }
    }
    for (const Position& place : elsewhere) {
        const auto next = std::ranges::upper_bound(unclaimed, place);
        if (next != unclaimed.end()) {
            lead(place, *next);
        }
    }
    // Its clock may be ahead of the child's.
    const bool last_is_free = !unclaimed.empty() && !runs.led_by.contains(unclaimed.back().seq);
    for (const Position& place : elsewhere) {
        if (last_is_free && !runs.leads.contains(place.seq)) {
            lead(place, unclaimed.back());
        }
    }
    return {};
}

Result<const DelegatedWork::NamedRuns*> DelegatedWork::runs_named(const std::string& run) {
    const auto [at, is_new] = runs_.try_emplace(run);
    if (is_new) {
        TRY(note_firsts(run, at->second));
        TRY(note_delegations(run, at->second));
    }
    return &at->second;
}

Result<std::optional<Event>> DelegatedWork::first_of_run(const std::string& run,
                                                         const Event& delegation) {
    const NamedRuns* const runs = TRY(runs_named(run));
    const auto first = runs->leads.find(delegation.seq());
    return first == runs->leads.end() ? std::optional<Event>()
                                      : event_at(store_, first->second.seq);
}

Result<std::optional<Event>> DelegatedWork::first_of_child(const Event& delegation) {
    const std::string run = run_of_child(delegation);
    if (!run.empty()) {
        std::optional<Event> first = TRY(first_of_run(run, delegation));
        if (first) {
            return first;
        }
    }
    const std::string child = child_of(delegation);
    if (child.empty()) {
        return std::optional<Event>();
    }
    std::optional<Event> first =
        TRY(next_in_thread(delegation, {Space::root_agent, child}, Direction::forward));
    if (first) {
        const std::optional<Event> next =
            TRY(next_in_thread(delegation, {Space::child, child}, Direction::forward));
        if (next && position_of(*next) <= position_of(*first)) {
            first.reset();
        }
    }
    return first;
}

Result<void> DelegatedWork::each_other_of_child(const Event& delegation, const Event& first,
                                                const std::function<Result<void>(Event&&)>& visit) {
    const std::string run = run_of_child(delegation);
    const std::string child = child_of(delegation);
    const bool by_run = !run.empty() && first.run() == run;
    const Scan behind{.after = position_of(first)};
    const std::unique_ptr<Cursor> cursor =
        TRY(by_run ? store_.scan({Space::root_run, run}, behind)
                   : in_thread(delegation, {Space::root_agent, child}, behind));
    std::optional<Event> next;
    if (!by_run) {
        next = TRY(next_in_thread(delegation, {Space::child, child}, Direction::forward));
    }
    const std::string session = TRY(sessions_.of(first));
    std::optional<Event> event = TRY(cursor->next());
    while (event && (!next || position_of(*event) < position_of(*next))) {
        const std::string owner = TRY(sessions_.of(*event));
        if (!by_run || owner == session) {
            TRY(visit(std::move(*event)));
        }
        event = TRY(cursor->next());
    }
    return {};
}

// The delegations that meant the event's run; with `first_only`, none unless it begins the run.
Result<void> DelegatedWork::add_by_run(const Event& event, bool first_only,
                                       std::vector<Event>& found) {
    const std::string run(event.run());
    const std::unique_ptr<Cursor> cursor = TRY(store_.scan({Space::child_run, run}));
    std::optional<Event> delegation = TRY(cursor->next());
    if (run.empty() || !delegation) {
        return {};  // Which is the usual case, and cheaper to find out than what follows.
    }
    const NamedRuns* const runs = TRY(runs_named(run));
    const std::string session = TRY(sessions_.of(event));
    const auto first = runs->firsts.find(session);
    if (first == runs->firsts.end() || (first_only && first->second.seq != event.seq())) {
        return {};
    }
    const auto led_by = runs->led_by.find(first->second.seq);
    for (std::size_t i = 0; led_by != runs->led_by.end() && i < led_by->second.size(); ++i) {
        delegation = TRY(event_at(store_, led_by->second[i].seq));
        if (delegation) {
            found.push_back(std::move(*delegation));
        }
    }
    return {};
}

Result<std::vector<Event>> DelegatedWork::led_to(const Event& event) {
    std::vector<Event> found;
    if (!event.parent().empty()) {
        return found;
    }
    TRY(add_by_run(event, true, found));
    // Only the last delegation before an event can have its window open there.
    std::optional<Event> last = TRY(last_before(event));
    const auto same = [&](const Event& other) { return other.id() == last->id(); };
    if (last && std::ranges::none_of(found, same)) {
        const std::optional<Event> first = TRY(first_of_child(*last));
        if (first && first->id() == event.id()) {
            found.push_back(std::move(*last));
        }
    }
    std::ranges::sort(found, {}, position_of);
    return found;
}

Result<std::vector<Event>> DelegatedWork::of_run(const Event& event) {
    std::vector<Event> found;
    TRY(add_by_run(event, false, found));
    std::ranges::sort(found, {}, position_of);
    return found;
}

Result<std::optional<Event>> DelegatedWork::last_before(const Event& event) {
    if (event.agent().empty()) {
        return std::optional<Event>();
    }
    return next_in_thread(event, {Space::child, event.agent()}, Direction::backward);
}

}  // namespace hence
