// The assumed links. Both rules need to know what else happened in a correlation or a run, which no
// index says; so each correlation and each run is walked through once for an answer, and the
// positions of its events are kept.
#include <algorithm>
#include <memory>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/links.h"

namespace hence {
namespace {

std::vector<std::string> receivers_of(const Event& message) {
    std::vector<std::string> names;
    if (message.kind() != Kind::message) {
        return names;
    }
    Texts seen;
    Json(message.fields())["to"].each_element([&](Json name) {
        std::string text = name.string().value_or("");
        if (!text.empty() && seen.insert(text).second) {
            names.push_back(std::move(text));
        }
        return true;
    });
    return names;
}

Key roots_of_agent(std::string_view correlation, std::string_view agent) {
    return {Space::root_agent, joined("c" + std::string(correlation), agent)};
}

}  // namespace

Result<const Links::ByReceiver*> Links::messages_in(const std::string& correlation) {
    const auto [at, added] = messages_.try_emplace(correlation);
    if (added) {
        const auto cursor = TRY(store_.scan({Space::correlation, correlation}));
        std::optional<Event> event = TRY(cursor->next());
        while (event) {
            const std::vector<std::string> receivers = receivers_of(*event);
            for (const std::string& receiver : receivers) {
                at->second[receiver].push_back(position_of(*event));
            }
            event = TRY(cursor->next());
        }
    }
    return &at->second;
}

// A message leads to this event if none of the receiver's stands between the two; the last comes
// first.
Result<void> Links::add_message_causes(Causes& causes) {
    const Event& effect = causes.effect;
    if (!effect.parent().empty() || effect.agent().empty() || effect.correlation().empty()) {
        return {};
    }
    const ByReceiver* const messages = TRY(messages_in(std::string(effect.correlation())));
    const auto received = messages->find(std::string(effect.agent()));
    if (received == messages->end()) {
        return {};
    }
    const auto cursor = TRY(store_.scan(
        roots_of_agent(effect.correlation(), effect.agent()),
        {.to = effect.time(), .direction = Direction::backward, .after = position_of(effect)}));
    const std::optional<Event> earlier = TRY(cursor->next());
    const std::vector<Position>& places = received->second;
    auto place = std::ranges::lower_bound(places, position_of(effect));
    while (place != places.begin() && !causes.done()) {
        --place;
        if (earlier && *place < position_of(*earlier)) {
            break;
        }
        Event message = TRY(at(place->seq));
        causes.found.push_back({std::move(message), LinkType::message, Provenance::assumed});
    }
    return {};
}

Result<void> Links::add_message_effects(const Event& cause, std::vector<Link>& found) {
    if (cause.correlation().empty()) {
        return {};
    }
    const std::vector<std::string> receivers = receivers_of(cause);
    for (const std::string& receiver : receivers) {
        const auto cursor = TRY(store_.scan(roots_of_agent(cause.correlation(), receiver),
                                            {.after = position_of(cause)}));
        std::optional<Event> next = TRY(cursor->next());
        if (next) {
            found.push_back({std::move(*next), LinkType::message, Provenance::assumed});
        }
    }
    return {};
}

// The places of the run's events, in order; none at all where any of them names a parent.
Result<const std::vector<Position>*> Links::steps_of_run(const Event& event) {
    const std::string session = TRY(sessions_.of(event));
    const auto [entry, added] = runs_.try_emplace(joined(session, event.run()));
    std::vector<Position>& places = entry->second;
    if (!added || event.run().empty()) {
        return &places;
    }
    const std::optional<Summary> row = TRY(store_.summary(Space::run, event.run(), session));
    if (row && row->with_parent > 0) {
        return &places;
    }
    const auto cursor = TRY(store_.scan({Space::run, std::string(event.run())}));
    std::optional<Event> step = TRY(cursor->next());
    while (step) {
        const std::string owner = TRY(sessions_.of(*step));
        if (owner == session && !step->parent().empty()) {
            places.clear();
            break;
        }
        if (owner == session) {
            places.push_back(position_of(*step));
        }
        step = TRY(cursor->next());
    }
    return &places;
}

Result<void> Links::add_sequence_cause(Causes& causes) {
    const std::vector<Position>* const steps = TRY(steps_of_run(causes.effect));
    const auto place = std::ranges::lower_bound(*steps, position_of(causes.effect));
    if (place != steps->begin()) {
        Event step = TRY(at(std::prev(place)->seq));
        causes.found.push_back({std::move(step), LinkType::sequence, Provenance::assumed});
    }
    return {};
}

Result<void> Links::add_sequence_effect(const Event& cause, std::vector<Link>& found) {
    const std::vector<Position>* const steps = TRY(steps_of_run(cause));
    const auto place = std::ranges::upper_bound(*steps, position_of(cause));
    if (place != steps->end()) {
        Event step = TRY(at(place->seq));
        found.push_back({std::move(step), LinkType::sequence, Provenance::assumed});
    }
    return {};
}

}  // namespace hence
