#include "views/cause/delegations.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/try.h"
#include "model/json/json.h"
#include "model/position.h"

namespace hence {
namespace {

// Events of an agent, or delegations to it, in the thread that `event` belongs to.
struct InThread {
    Space space;
    std::string_view agent;
};

Result<std::optional<Event>> next_in_thread(const Store& store, Sessions& sessions,
                                            const Event& event, const InThread& asked,
                                            Direction direction) {
    const Scan scan{.direction = direction, .after = position_of(event)};
    if (!event.correlation().empty()) {
        const std::string scope = "c" + std::string(event.correlation());
        const auto cursor = TRY(store.scan({asked.space, joined(scope, asked.agent)}, scan));
        return cursor->next();
    }
    const std::string session = TRY(sessions.of(event));
    const auto cursor = TRY(sessions.named({asked.space, asked.agent, "s"}, session, scan));
    return cursor->next();
}

Result<std::optional<Event>> first_of_run(const Store& store, const std::string& run,
                                          const Event& delegation) {
    const auto cursor = TRY(store.scan({Space::root_run, run}));
    std::optional<Event> first = TRY(cursor->next());
    // A delegation may name the run it stands in; it is not what it led to.
    if (first && first->id() == delegation.id()) {
        first = TRY(cursor->next());
    }
    return first;
}

Result<void> add_if_led_to(const Store& store, Sessions& sessions, Event delegation,
                           const Event& event, std::vector<Event>& found) {
    const std::optional<Event> first = TRY(first_of_child(store, sessions, delegation));
    const auto same = [&](const Event& other) { return other.id() == delegation.id(); };
    if (first && first->id() == event.id() && std::ranges::none_of(found, same)) {
        found.push_back(std::move(delegation));
    }
    return {};
}

// Whether this is one of the first two events without a parent of its run: the first, or the one
// behind a delegation that names the run it stands in. All others have no delegation by run.
Result<bool> may_open_its_run(const Store& store, const Event& event) {
    const auto cursor = TRY(store.scan({Space::root_run, std::string(event.run())}));
    for (int i = 0; i < 2; ++i) {
        const std::optional<Event> root = TRY(cursor->next());
        if (!root) {
            return false;
        }
        if (root->id() == event.id()) {
            return true;
        }
    }
    return false;
}

Result<void> add_by_run(const Store& store, const Event& event, std::vector<Event>& found) {
    const auto cursor = TRY(store.scan({Space::child_run, std::string(event.run())}));
    std::optional<Event> delegation = TRY(cursor->next());
    if (!delegation) {
        return {};  // Which is the usual case, and cheaper to find out than what follows.
    }
    const bool opens = TRY(may_open_its_run(store, event));
    while (opens && delegation) {
        const std::optional<Event> first =
            TRY(first_of_run(store, std::string(event.run()), *delegation));
        if (first && first->id() == event.id()) {
            found.push_back(std::move(*delegation));
        }
        delegation = TRY(cursor->next());
    }
    return {};
}

}  // namespace

Result<std::optional<Event>> first_of_child(const Store& store, Sessions& sessions,
                                            const Event& delegation) {
    const Json fields(delegation.fields());
    const std::string run = fields["run_id"].string().value_or("");
    if (!run.empty()) {
        std::optional<Event> first = TRY(first_of_run(store, run, delegation));
        if (first) {
            return first;
        }
    }
    const std::string child = fields["child_id"].string().value_or("");
    if (child.empty()) {
        return std::optional<Event>();
    }
    std::optional<Event> first = TRY(next_in_thread(
        store, sessions, delegation, {Space::root_agent, child}, Direction::forward));
    if (first) {
        const std::optional<Event> next = TRY(
            next_in_thread(store, sessions, delegation, {Space::child, child}, Direction::forward));
        if (next && position_of(*next) <= position_of(*first)) {
            first.reset();
        }
    }
    return first;
}

Result<std::vector<Event>> delegations_to(const Store& store, Sessions& sessions,
                                          const Event& event) {
    std::vector<Event> found;
    if (!event.parent().empty()) {
        return found;
    }
    if (!event.run().empty()) {
        TRY(add_by_run(store, event, found));
    }
    if (!event.agent().empty()) {
        // Only the last delegation before an event can have its window open there.
        std::optional<Event> last = TRY(next_in_thread(
            store, sessions, event, {Space::child, event.agent()}, Direction::backward));
        if (last) {
            TRY(add_if_led_to(store, sessions, std::move(*last), event, found));
        }
    }
    std::ranges::sort(found, {}, position_of);
    return found;
}

}  // namespace hence
