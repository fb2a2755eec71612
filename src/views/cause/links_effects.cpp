// The known links from their cause. Each rule here is the inverse of one in links.cpp: a property
// test holds them together.
#include <algorithm>
#include <memory>
#include <unordered_set>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "model/answer_keys.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/call.h"
#include "views/cause/links.h"
#include "views/cause/refs.h"

namespace hence {

Result<std::vector<Link>> Links::effects_of(const Event& cause) {
    std::vector<Link> found;
    TRY(add_stated_effects(cause, found));
    if (follow_ != Follow::recorded) {
        TRY(add_call_effects(cause, found));
        TRY(add_ref_effects(cause, found));
        const auto outcomes = TRY(store_.scan({Space::of, std::string(cause.id())}));
        std::optional<Event> outcome = TRY(outcomes->next());
        while (outcome) {
            found.push_back({std::move(*outcome), LinkType::outcome, Provenance::derived});
            outcome = TRY(outcomes->next());
        }
        TRY(add_delegation_effect(cause, found));
    }
    TRY(add_graph_effects(cause, found));
    if (follow_ != Follow::recorded) {
        TRY(add_turn_effects(cause, found));
    }
    // Of several rules between the same two events, the strongest counts.
    std::ranges::stable_sort(found, {}, &Link::type);
    std::unordered_set<std::uint64_t> seen;
    std::erase_if(found, [&](const Link& link) { return !seen.insert(link.event.seq()).second; });
    return found;
}

// Children of a wrapper hang on it only where nothing else is known of them.
Result<void> Links::add_stated_effects(const Event& cause, std::vector<Link>& found) {
    const std::string id(cause.id());
    const auto effects = TRY(store_.scan({Space::cause, id}));
    std::optional<Event> effect = TRY(effects->next());
    while (effect) {
        found.push_back({std::move(*effect), LinkType::cause, Provenance::explicit_});
        effect = TRY(effects->next());
    }
    const auto children = TRY(store_.scan({Space::parent, id}));
    std::optional<Event> child = TRY(children->next());
    while (child) {
        const std::optional<How> how = TRY(how_on_parent(cause, *child));
        if (how) {
            found.push_back({std::move(*child), how->type, how->provenance});
        }
        child = TRY(children->next());
    }
    return {};
}

// A parent counts whatever else is known; a wrapper only where nothing else is.
Result<std::optional<Links::How>> Links::how_on_parent(const Event& parent, const Event& child) {
    return is_wrapper(parent) ? how_among_strongest(parent, child)
                              : Result<std::optional<How>>(by_parent(child, parent));
}

// How an effect hangs on a cause by a rule that holds only where no stronger one does.
Result<std::optional<Links::How>> Links::how_among_strongest(const Event& cause,
                                                             const Event& effect) {
    std::vector<MissingParent> ignored;
    const std::vector<Link> causes = TRY(strongest_causes(effect, ignored));
    const auto own = std::ranges::find_if(
        causes, [&](const Link& link) { return link.event.seq() == cause.seq(); });
    return own == causes.end() ? std::optional<How>() : How{own->type, own->provenance};
}

// The calls whose request this is.
Result<void> Links::add_call_effects(const Event& cause, std::vector<Link>& found) {
    if (cause.kind() == Kind::tool_call) {
        return add_results(cause, found);
    }
    if (cause.kind() != Kind::llm_call) {
        return {};
    }
    std::vector<std::string> call_ids;
    Texts seen;
    Json(cause.fields())["call_ids"].each_element([&](Json id) {
        std::string text = id.string().value_or("");
        if (!text.empty() && seen.insert(text).second) {
            call_ids.push_back(std::move(text));
        }
        return true;
    });
    const std::string session = TRY(sessions_.of(cause));
    for (const std::string& call_id : call_ids) {
        const std::optional<Position> from = TRY(next_asker(cause, call_id, Direction::backward));
        const std::optional<Position> to = TRY(next_asker(cause, call_id, Direction::forward));
        const auto calls =
            TRY(sessions_.named({Space::call, call_id}, session, Scan{.after = from}));
        std::optional<Event> call = TRY(calls->next());
        while (call && (!to || position_of(*call) < *to)) {
            const bool asked = TRY(is_asked_by(*call, call_id, cause));
            if (asked) {
                found.push_back({std::move(*call), LinkType::call, Provenance::derived});
            }
            call = TRY(calls->next());
        }
        if (!cause.has(Flag::settled)) {
            continue;
        }
        // Telemetry may tell of the call in another session than the answer that asked for it.
        const std::string elsewhere = std::string(answer_by_call) + call_id;
        const auto others = TRY(store_.scan({Space::response, elsewhere}, {}));
        call = TRY(others->next());
        for (int looks = 0; call && looks < askers_max; ++looks) {
            const std::string other = TRY(sessions_.of(*call));
            if (call->kind() == Kind::tool_call && other != session) {
                const bool asked = TRY(is_asked_by(*call, call_id, cause));
                if (asked) {
                    found.push_back({*call, LinkType::call, Provenance::derived});
                }
            }
            call = TRY(others->next());
        }
    }
    return {};
}

// Where the next request of the same call_id and run stands, on one side; or that request of other
// runs beyond which no call looks. No call on its far side has this request as its own.
Result<std::optional<Position>> Links::next_asker(const Event& model_call,
                                                  const std::string& call_id, Direction direction) {
    const std::string session = TRY(sessions_.of(model_call));
    const auto cursor =
        TRY(sessions_.named({Space::request, call_id}, session,
                            {.direction = direction, .after = position_of(model_call)}));
    std::optional<Event> other = TRY(cursor->next());
    for (int looks = 0; other && other->run() != model_call.run() && looks < askers_max; ++looks) {
        other = TRY(cursor->next());
    }
    return other ? std::optional(position_of(*other)) : std::nullopt;
}

// The result of a call hangs on the call, and what its emitter tied to a call hangs there.
Result<bool> Links::is_asked_by(const Event& call, const std::string& call_id,
                                const Event& model_call) {
    if (call.parent() == model_call.id()) {
        return false;  // It was found by that.
    }
    const bool stated = TRY(states_its_call(call, call_id));
    if (stated) {
        return false;
    }
    if (call.kind() == Kind::observation) {
        const std::optional<Event> of = TRY(call_of_result(call, call_id));
        if (of) {
            return false;
        }
    }
    const std::optional<Event> asker = TRY(asker_by_id(call, call_id));
    return asker && asker->seq() == model_call.seq();
}

Result<bool> Links::states_its_call(const Event& event, const std::string& call_id) {
    std::vector<MissingParent> ignored;
    Causes causes{.effect = event, .missing = ignored};
    TRY(add_stated_causes(causes));
    return follows_its_call(event, call_id, causes.found);
}

// The observations that end this call: those whose call it is.
Result<void> Links::add_results(const Event& call, std::vector<Link>& found) {
    const std::optional<std::string> call_id = call_id_of(call);
    if (!call_id) {
        return {};
    }
    const std::string session = TRY(sessions_.of(call));
    const auto events = TRY(sessions_.named({Space::call, *call_id}, session, {}));
    std::optional<Event> event = TRY(events->next());
    while (event) {
        if (event->kind() == Kind::observation && event->parent() != call.id()) {
            const bool stated = TRY(states_its_call(*event, *call_id));
            const std::optional<Event> of =
                TRY(stated ? std::optional<Event>() : call_of_result(*event, *call_id));
            if (of && of->seq() == call.seq()) {
                found.push_back({std::move(*event), LinkType::call, Provenance::derived});
            }
        }
        event = TRY(events->next());
    }
    return {};
}

Result<void> Links::add_ref_effects(const Event& cause, std::vector<Link>& found) {
    const auto cursor = TRY(store_.scan({Space::ref, std::string(cause.id())}));
    std::optional<Event> effect = TRY(cursor->next());
    while (effect) {
        if (effect->seq() != cause.seq()) {
            found.push_back({std::move(*effect), LinkType::ref, Provenance::derived});
        }
        effect = TRY(cursor->next());
    }
    return add_key_effects(cause, found);
}

// Refs to this observation's key behind it, up to the next observation of that key. A key that is
// an event's id names that event instead.
Result<void> Links::add_key_effects(const Event& cause, std::vector<Link>& found) {
    const std::string key = key_of(cause);
    if (key.empty() || key == cause.id()) {
        return {};
    }
    const std::string session = TRY(sessions_.of(cause));
    const std::optional<Event> named = TRY(store_.find(key));
    const auto later =
        TRY(sessions_.named({Space::key, key}, session, {.after = position_of(cause)}));
    const std::optional<Event> next = TRY(later->next());

    // Other sessions use the same keys, so the walk must end where this session does.
    Scan scan{.after = position_of(cause)};
    const bool loose = TRY(sessions_.scattered(session));
    if (next) {
        scan.to = next->time();
    } else if (const std::optional<Summary> row = TRY(store_.summary(Space::session, session));
               row && !loose) {
        scan.to = row->last;
    }
    const std::size_t by_id = found.size();
    std::unordered_set<std::uint64_t> known;  // Effects that name it by id as well.
    for (std::size_t i = 0; i < by_id; ++i) {
        if (found[i].type == LinkType::ref) {
            known.insert(found[i].event.seq());
        }
    }
    const auto cursor = TRY(store_.scan({Space::ref, key}, scan));
    std::optional<Event> effect = TRY(cursor->next());
    while (effect && (!next || position_of(*effect) <= position_of(*next))) {
        const std::string owner = TRY(sessions_.of(*effect));
        const bool means_key = !named || named->seq() == effect->seq();
        if (owner == session && means_key && !known.contains(effect->seq())) {
            found.push_back({std::move(*effect), LinkType::ref, Provenance::derived});
        }
        effect = TRY(cursor->next());
    }
    return {};
}

// The calls in other sessions that set the agent of this model call to work. A superset.
Result<void> Links::add_calls_elsewhere(const Event& answer, std::vector<std::string>& calls) {
    std::vector<Event> delegations = TRY(work_.of_run(answer));
    std::optional<Event> last = TRY(work_.last_before(answer));
    if (last) {
        delegations.push_back(std::move(*last));
    }
    for (const Event& delegation : delegations) {
        const std::string call(delegation.parent());
        if (!call.empty() && std::ranges::find(calls, call) == calls.end()) {
            calls.push_back(call);
        }
    }
    return {};
}

Result<void> Links::add_child_answer_effects(const Event& answer, std::vector<Link>& found) {
    const bool any = TRY(any_delegations());
    if (!any) {
        return {};
    }
    const SessionTurns* const turns = TRY(turns_of(answer));
    std::vector<std::string> calls;
    if (turns != nullptr && turns->delegates()) {
        calls = turns->delegating_calls(answer);
    }
    TRY(add_calls_elsewhere(answer, calls));
    std::unordered_set<std::uint64_t> seen{answer.seq()};
    for (const std::string& id : calls) {
        const std::optional<Event> call = TRY(store_.find(id));
        std::vector<Link> returned;
        if (call) {
            TRY(add_stated_effects(*call, returned));
            TRY(add_results(*call, returned));
            const SessionTurns* const asking = TRY(turns_of(*call));
            const std::vector<Position> answers =
                asking == nullptr ? std::vector<Position>() : asking->answers_to(*call);
            for (const Position& place : answers) {
                Event event = TRY(at(place.seq));
                returned.push_back({std::move(event), LinkType::answers, Provenance::derived});
            }
        }
        for (Link& link : returned) {
            if (!seen.insert(link.event.seq()).second) {
                continue;
            }
            std::vector<MissingParent> ignored;
            const std::vector<Link> causes = TRY(causes_of(link.event, ignored));
            const bool behind = std::ranges::any_of(causes, [&](const Link& cause) {
                return cause.event.seq() == answer.seq() && cause.type == LinkType::delegation;
            });
            if (behind) {
                found.push_back({std::move(link.event), LinkType::delegation, Provenance::derived});
            }
        }
    }
    return {};
}

Result<void> Links::add_delegation_effect(const Event& cause, std::vector<Link>& found) {
    if (cause.kind() == Kind::llm_call) {
        return add_child_answer_effects(cause, found);
    }
    if (cause.kind() != Kind::delegation) {
        return {};
    }
    std::optional<Event> first = TRY(work_.first_of_child(cause));
    if (first) {
        found.push_back({std::move(*first), LinkType::delegation, Provenance::derived});
    }
    return {};
}

}  // namespace hence
