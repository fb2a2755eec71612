// Finds the events of a session that do not name it. They stand under the name of one of its runs
// (derived), or under no session at all, among the loose events of all other sessions.
//
// One look-up goes to each of these places, which is little where there are few. An answer that
// makes very many of them would go through all runs, or through the events of all other sessions,
// each time; it notes the places once instead. Then a look-up costs what it finds.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "model/facts.h"
#include "model/keys.h"
#include "model/position.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

std::string noted_name(Space space, std::string_view name) {
    return std::to_string(static_cast<int>(space)) + ":" + std::string(name);
}

// The name in a value that joined() made of `scope` and a name; nothing if it is of another scope.
std::optional<std::string_view> name_in(std::string_view value, std::string_view scope) {
    const std::string start = joined(scope, {});
    return value.starts_with(start) ? std::optional(value.substr(start.size())) : std::nullopt;
}

// The names that `event` has in the scope of `run`: see Sessions::Name.
void note(Keys& keys, const Event& event, std::string_view run, ByText<Places>& places) {
    for (const KeyView& key : keys.of(event)) {
        std::optional<std::string_view> name;
        if (key.space == Space::call || key.space == Space::request || key.space == Space::key) {
            name = name_in(key.value, run);
        } else if (key.space == Space::child || key.space == Space::root_agent) {
            name = name_in(key.value, "s" + std::string(run));
        }
        if (name) {
            places[noted_name(key.space, *name)].push_back(position_of(event));
        }
    }
}

}  // namespace

Result<void> Sessions::note_derived(const std::vector<std::string>& runs, Noted& noted) {
    Keys keys;
    for (const std::string& run : runs) {
        const std::unique_ptr<Cursor> cursor = TRY(store_.scan({Space::session, run}));
        std::optional<Event> event = TRY(cursor->next());
        while (event) {
            if (session_is_run(*event)) {
                note(keys, *event, run, noted.places);
            }
            event = TRY(cursor->next());
        }
    }
    for (auto& [name, places] : noted.places) {
        std::ranges::sort(places);
    }
    noted.done = true;
    return {};
}

Result<void> Sessions::add_derived(const Name& name, std::string_view session, const Scan& scan,
                                   std::vector<std::unique_ptr<Cursor>>& cursors) {
    const std::vector<std::string>* const runs = TRY(derived_runs(session));
    if (runs->empty()) {
        return {};
    }
    Noted& noted = derived_names_[std::string(session)];
    noted.looks += runs->size();
    if (!noted.done && noted.looks > looks_max && runs->size() > 1) {
        TRY(note_derived(*runs, noted));
    }
    if (noted.done) {
        const auto places = noted.places.find(noted_name(name.space, name.name));
        if (places != noted.places.end()) {
            cursors.push_back(events_at(store_, places->second, scan));
        }
        return {};
    }
    for (const std::string& run : *runs) {
        std::unique_ptr<Cursor> of_run =
            TRY(store_.scan({name.space, joined(std::string(name.prefix) + run, name.name)}, scan));
        cursors.push_back(only_derived(std::move(of_run)));
    }
    return {};
}

Result<void> Sessions::note_unnamed(const Key& key, Noted& noted) {
    const std::unique_ptr<Cursor> cursor = TRY(store_.scan(key));
    std::optional<Event> event = TRY(cursor->next());
    while (event) {
        const std::string owner = TRY(of(*event));
        noted.places[owner].push_back(position_of(*event));
        event = TRY(cursor->next());
    }
    noted.done = true;
    return {};
}

Result<void> Sessions::add_unnamed(const Name& name, std::string_view session, const Scan& scan,
                                   std::vector<std::unique_ptr<Cursor>>& cursors) {
    const Key key{name.space, joined(name.prefix, name.name)};
    Noted& noted = unnamed_[noted_name(key.space, key.value)];
    if (!noted.done && noted.looks > looks_max) {
        TRY(note_unnamed(key, noted));
    }
    if (noted.done) {
        const auto places = noted.places.find(std::string(session));
        if (places != noted.places.end()) {
            cursors.push_back(events_at(store_, places->second, scan));
        }
        return {};
    }
    std::unique_ptr<Cursor> cursor = TRY(store_.scan(key, scan));
    cursors.push_back(only_owned(std::move(cursor), session, noted.looks));
    return {};
}

}  // namespace hence
