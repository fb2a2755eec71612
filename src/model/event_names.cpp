#include "model/event_names.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <vector>

#include "base/nearest.h"

namespace hence {
namespace {

constexpr std::array<std::string_view, 17> key_names = {
    "id",     "kind",   "time",        "agent",     "session",     "run",
    "parent", "causes", "correlation", "iteration", "duration_ms", "rationale",
    "fields", "seq",    "received",    "source",    "flags"};

}  // namespace

// Asked for every key of every event: by size first, so that each comparison has one that the
// compiler knows.
std::optional<EventKey> find_event_key(std::string_view name) {
    using enum EventKey;
    const auto is = [name]<std::size_t size>(const char(&known)[size]) {
        return std::memcmp(name.data(), known, size - 1) == 0;
    };
    const auto either = [](bool first, EventKey a, bool second, EventKey b) {
        return first ? std::optional(a) : second ? std::optional(b) : std::nullopt;
    };
    switch (name.size()) {
        case 2: return either(is("id"), id, false, id);
        case 3: return either(is("run"), run, is("seq"), seq);
        case 4: return either(is("kind"), kind, is("time"), time);
        case 5: return either(is("agent"), agent, is("flags"), flags);
        case 6: {
            const auto found = either(is("fields"), fields, is("parent"), parent);
            return found ? found : either(is("causes"), causes, is("source"), source);
        }
        case 7: return either(is("session"), session, false, session);
        case 8: return either(is("received"), received, false, received);
        case 9: return either(is("rationale"), rationale, is("iteration"), iteration);
        case 11: return either(is("duration_ms"), duration_ms, is("correlation"), correlation);
        default: return std::nullopt;
    }
}

std::string_view name_of(EventKey key) {
    return key_names[static_cast<std::size_t>(key)];
}

NearestKey nearest_event_key(std::string_view name) {
    NearestKey nearest{"", std::numeric_limits<std::size_t>::max()};
    for (const std::string_view known : key_names) {
        // Whoever writes `duration` means `duration_ms`, though `iteration` takes fewer edits.
        if (name.size() > 2 && known.starts_with(name)) {
            return {known, 1};
        }
        const std::size_t edits = edits_between(name, known);
        if (edits < nearest.edits) {
            nearest = {known, edits};
        }
    }
    return nearest;
}

std::optional<Flag> find_flag(std::string_view name) {
    for (const Flag flag : all_flags) {
        if (name == name_of(flag)) {
            return flag;
        }
    }
    return std::nullopt;
}

std::string_view name_of(Flag flag) {
    switch (flag) {
        case Flag::rationale_too_long: return "rationale_too_long";
        case Flag::derived: return "derived";
        case Flag::parent_derived: return "parent_derived";
        case Flag::session_derived: return "session_derived";
        case Flag::time_derived: return "time_derived";
        case Flag::rationale_derived: return "rationale_derived";
        case Flag::unfinished: return "unfinished";
        case Flag::settled: return "settled";
    }
    return "";
}

}  // namespace hence
