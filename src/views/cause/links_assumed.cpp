// The assumed links, and which events need no cause. The rules need to know what else happened in a
// correlation or a session, which no index says; so each correlation and each session is walked
// through once for an answer, and the positions of its events are kept. Of the three rules, the
// first that finds something counts.
#include <algorithm>
#include <iterator>
#include <memory>
#include <unordered_set>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "model/facts.h"
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

// Of a thread, so many steps that rewinds left behind are passed over on the way back.
constexpr int passed_over_max = 1'000;

Key roots_of_agent(std::string_view correlation, std::string_view agent) {
    return {Space::root_agent, joined("c" + std::string(correlation), agent)};
}

}  // namespace

// A step whose time was worked out only says its place among others like it: beside steps with
// times it has no place in the order.
void Links::Thread::see_order(const Event& event) {
    const bool timed = !event.has(Flag::time_derived);
    if (timed && !is_timed) {
        is_timed = true;
        first.reset();
        steps.clear();
        runless.clear();
    }
    if (timed != is_timed) {
        return;
    }
    const Position place = position_of(event);
    first = first ? first : place;
    if (is_step(event)) {
        steps.push_back(place);
        if (event.run().empty()) {
            runless.push_back(place);
        }
    }
}

Result<const Links::Thread*> Links::thread_of(const std::string& correlation) {
    const auto [at, added] = threads_.try_emplace(correlation);
    Thread& thread = at->second;
    if (!added) {
        return &thread;
    }
    const auto cursor = TRY(store_.scan({Space::correlation, correlation}));
    std::optional<Event> event = TRY(cursor->next());
    while (event) {
        const std::vector<std::string> receivers = receivers_of(*event);
        for (const std::string& receiver : receivers) {
            thread.messages[receiver].push_back(position_of(*event));
        }
        if (event->kind() != Kind::message && !event->agent().empty()) {
            thread.doers.insert(std::string(event->agent()));
        }
        thread.see_order(*event);
        event = TRY(cursor->next());
    }
    return &thread;
}

// Rows of a table of traces name neither a session nor a run: their thread is all there is.
Result<bool> Links::begins_thread(const Event& event) {
    if (event.correlation().empty()) {
        return true;
    }
    const Thread* const thread = TRY(thread_of(std::string(event.correlation())));
    if (thread->first == position_of(event)) {
        return true;
    }
    const std::string from = text_field(event, "from");
    return event.kind() == Kind::message &&
           !thread->doers.contains(from.empty() ? std::string(event.agent()) : from);
}

// A session may hold several affairs at once: the step before in the same affair says more than the
// step before in the session.
Result<std::optional<Position>> Links::step_before_in_thread(const Event& event) {
    if (event.correlation().empty() || !event.run().empty()) {
        return std::optional<Position>();
    }
    const Thread* const thread = TRY(thread_of(std::string(event.correlation())));
    auto step = std::ranges::lower_bound(thread->steps, position_of(event));
    if (step == thread->steps.end() || *step != position_of(event)) {
        return std::optional<Position>();
    }
    for (int looks = 0; step != thread->steps.begin() && looks < passed_over_max; ++looks) {
        --step;
        const Event candidate = TRY(at(step->seq));
        const bool known = TRY(may_follow(event, candidate));
        if (known) {
            return std::optional(*step);
        }
    }
    return std::optional<Position>();
}

// Whether no rewind and no fork lies between two events, the later one first: what was abandoned
// leads to nothing that came afterwards, and two forks know nothing of each other.
Result<bool> Links::may_follow(const Event& effect, const Event& cause) {
    const std::string session = TRY(sessions_.of(effect));
    const std::string other = TRY(sessions_.of(cause));
    const Lineage* const own = TRY(sessions_.lineage(session));
    const Position place = position_of(cause);
    if (session == other || own->has_piece(other)) {
        return (session == other || own->inherits(other, place)) &&
               own->leads_to(place, position_of(effect));
    }
    const Lineage* const theirs = TRY(sessions_.lineage(other));
    return !theirs->has_piece(session) &&
           std::ranges::none_of(
               own->pieces(), [&](const auto& piece) { return theirs->has_piece(piece.session); });
}

// A message leads to this event if none of the receiver's stands between the two; the last comes
// first.
Result<void> Links::add_message_causes(Causes& causes) {
    const Event& effect = causes.effect;
    if (!effect.parent().empty() || effect.agent().empty() || effect.correlation().empty()) {
        return {};
    }
    const bool any = TRY(has_messages(std::string(effect.correlation())));
    if (!any) {
        return {};
    }
    const auto cursor = TRY(store_.scan(
        roots_of_agent(effect.correlation(), effect.agent()),
        {.to = effect.time(), .direction = Direction::backward, .after = position_of(effect)}));
    const std::optional<Event> earlier = TRY(cursor->next());
    const std::optional<Position> from =
        earlier ? std::optional(position_of(*earlier)) : std::nullopt;
    const std::vector<Position> places = TRY(messages_to(effect, from));
    for (const Position& place : places) {
        Event message = TRY(at(place.seq));
        const bool known = TRY(may_follow(effect, message));
        if (known) {
            causes.found.push_back({std::move(message), LinkType::message, Provenance::assumed});
        }
    }
    return {};
}

// Most stores have no messages at all: then this is one look-up for an answer.
Result<bool> Links::any_messages() {
    if (!any_messages_) {
        const auto all = TRY(store_.scan({Space::kind, std::string(name_of(Kind::message))}));
        const std::optional<Event> first = TRY(all->next());
        any_messages_ = first.has_value();
    }
    return *any_messages_;
}

// The row of a correlation says it, so that one without messages is not read.
Result<bool> Links::has_messages(const std::string& correlation) {
    if (const auto known = threads_.find(correlation); known != threads_.end()) {
        return !known->second.messages.empty();
    }
    const bool any = TRY(any_messages());
    if (!any) {
        return false;
    }
    const std::optional<Summary> row = TRY(store_.summary(Space::correlation, correlation));
    return row && row->kinds.contains(std::string(name_of(Kind::message)));
}

// Messages of its correlation to the agent of `effect`, from a place on and before the effect, the
// last first. What lies close by is read from there; else the whole correlation is walked through.
Result<std::vector<Position>> Links::messages_to(const Event& effect,
                                                 const std::optional<Position>& from) {
    std::vector<Position> places;
    const std::string correlation(effect.correlation());
    if (!threads_.contains(correlation)) {
        const auto cursor = TRY(store_.scan(
            {Space::correlation, correlation},
            {.to = effect.time(), .direction = Direction::backward, .after = position_of(effect)}));
        for (std::uint64_t reads = 0; reads < NearTurns::window; ++reads) {
            const std::optional<Event> event = TRY(cursor->next());
            if (!event || (from && position_of(*event) < *from)) {
                return places;
            }
            const std::vector<std::string> receivers = receivers_of(*event);
            if (std::ranges::find(receivers, effect.agent()) != receivers.end()) {
                places.push_back(position_of(*event));
            }
        }
        places.clear();
    }
    const Thread* const thread = TRY(thread_of(correlation));
    const auto received = thread->messages.find(std::string(effect.agent()));
    if (received == thread->messages.end()) {
        return places;
    }
    auto place = std::ranges::lower_bound(received->second, position_of(effect));
    while (place != received->second.begin() && (!from || *std::prev(place) >= *from)) {
        places.push_back(*--place);
    }
    return places;
}

Result<std::string> Links::name_of_turns(const Event& event) {
    std::string session = TRY(sessions_.of(event));
    if (!session.empty() || event.run().empty()) {
        return session;
    }
    return std::string(1, '\0') + std::string(event.run());
}

Result<std::vector<Position>> Links::new_to(const Event& model_call) {
    const std::string name = TRY(name_of_turns(model_call));
    if (name.empty()) {
        return std::vector<Position>();
    }
    if (!turns_.contains(name)) {
        std::optional<std::vector<Position>> found = TRY(near_.new_to(model_call));
        if (found) {
            return std::move(*found);
        }
    }
    const SessionTurns* const turns = TRY(turns_of(model_call));
    return turns->new_to(model_call);
}

Result<std::optional<Position>> Links::model_call_before(const Event& event) {
    const std::string name = TRY(name_of_turns(event));
    if (name.empty()) {
        return std::optional<Position>();
    }
    if (!turns_.contains(name)) {
        const std::optional<NearTurns::Place> found = TRY(near_.model_call_before(event));
        if (found) {
            return found->at;
        }
    }
    const SessionTurns* const turns = TRY(turns_of(event));
    return turns->model_call_before(event);
}

Result<std::optional<Position>> Links::step_before(const Event& event) {
    const std::string name = TRY(name_of_turns(event));
    if (name.empty()) {
        return std::optional<Position>();
    }
    if (!turns_.contains(name)) {
        const std::optional<NearTurns::Place> found = TRY(near_.step_before(event));
        if (found) {
            return found->at;
        }
    }
    const SessionTurns* const turns = TRY(turns_of(event));
    return turns->step_before(event);
}

// A call that set nobody to work needs no table of who answered. One with very many children may
// have: the table knows.
Result<bool> Links::may_delegate(const Event& call) {
    const auto children = TRY(store_.scan({Space::parent, std::string(call.id())}));
    std::optional<Event> child = TRY(children->next());
    for (std::uint64_t looks = 0; child && looks < NearTurns::window; ++looks) {
        if (child->kind() == Kind::delegation) {
            return true;
        }
        child = TRY(children->next());
    }
    return child.has_value();
}

Result<const SessionTurns*> Links::turns_of(const Event& event) {
    const std::string session = TRY(sessions_.of(event));
    const std::string name = TRY(name_of_turns(event));
    if (name.empty()) {
        return nullptr;
    }
    const auto known = turns_.find(name);
    if (known != turns_.end()) {
        return &known->second;
    }
    const std::unique_ptr<Cursor> events =
        TRY(session.empty() ? sessions_.run_events(session, event.run(), {})
                            : sessions_.events(session, {}));
    const Lineage* const lineage = TRY(sessions_.lineage(session));
    SessionTurns turns = TRY(SessionTurns::of(*events, *lineage));
    return &turns_.emplace(name, std::move(turns)).first->second;
}

Result<bool> Links::is_beginning(const Event& event) {
    if (event.kind() == Kind::session_start || event.kind() == Kind::prompt) {
        return true;
    }
    // A wrapper that names a parent is part of something; what is beside the work needs no cause.
    if (!is_step(event) && event.kind() != Kind::outcome &&
        (event.kind() != Kind::span || event.parent().empty())) {
        return true;
    }
    const std::string turns_name = TRY(name_of_turns(event));
    if (turns_name.empty()) {
        return begins_thread(event);
    }
    const bool first = TRY(near_.is_first(event));
    if (first || event.kind() != Kind::message) {
        return first;
    }
    const SessionTurns* const turns = TRY(turns_of(event));
    const std::string from = text_field(event, "from");
    return !turns->has_agent(from.empty() ? event.agent() : std::string_view(from));
}

Result<void> Links::add_assumed_cause(Causes& causes) {
    const Event& effect = causes.effect;
    TRY(add_message_causes(causes));
    const bool begins = TRY(is_beginning(effect));
    if (!causes.found.empty() || begins || !is_step(effect)) {
        return {};
    }
    std::optional<Position> place = TRY(model_call_before(effect));
    const LinkType type = place ? LinkType::turn : LinkType::sequence;
    if (!place) {
        place = TRY(step_before_in_thread(effect));
    }
    if (!place) {
        place = TRY(step_before(effect));
    }
    if (place) {
        Event step = TRY(at(place->seq));
        causes.found.push_back({std::move(step), type, Provenance::assumed});
    }
    return {};
}

// Whom a message may have led to. Whoever asks must see whether it did.
Result<void> Links::add_message_effects(const Event& cause, std::vector<Event>& candidates) {
    if (cause.correlation().empty()) {
        return {};
    }
    const std::vector<std::string> receivers = receivers_of(cause);
    for (const std::string& receiver : receivers) {
        const auto cursor = TRY(store_.scan(roots_of_agent(cause.correlation(), receiver),
                                            {.after = position_of(cause)}));
        std::optional<Event> next = TRY(cursor->next());
        if (next) {
            candidates.push_back(std::move(*next));
        }
    }
    return {};
}

// The step behind this one in its thread, if that may hang on it.
Result<void> Links::add_thread_effects(const Event& cause, std::vector<Event>& candidates) {
    if (cause.correlation().empty()) {
        return {};
    }
    const Thread* const thread = TRY(thread_of(std::string(cause.correlation())));
    const std::string session = TRY(sessions_.of(cause));
    const Lineage* const lineage = TRY(sessions_.lineage(session));
    for (const Position& next : lineage->first_behind(thread->steps, position_of(cause))) {
        if (std::ranges::binary_search(thread->runless, next)) {
            Event event = TRY(at(next.seq));
            candidates.push_back(std::move(event));
        }
    }
    return {};
}

// What the order of turns says of an event's effects: what it was new to, the steps of its turn,
// and the step behind it. Each of these may have a stronger cause, so each is asked for its own.
Result<void> Links::add_turn_effects(const Event& cause, std::vector<Link>& found) {
    const SessionTurns* const turns = TRY(turns_of(cause));
    std::vector<Event> candidates;
    std::vector<Position> places;
    if (turns != nullptr) {
        places = turns->answers_to(cause);
        if (cause.kind() == Kind::llm_call) {
            std::ranges::copy(turns->steps_behind(cause), std::back_inserter(places));
        }
        std::ranges::copy(turns->steps_next_to(cause), std::back_inserter(places));
    }
    for (const Position& place : places) {
        Event event = TRY(at(place.seq));
        candidates.push_back(std::move(event));
    }
    if (follow_ == Follow::assumed) {
        TRY(add_message_effects(cause, candidates));
        TRY(add_thread_effects(cause, candidates));
    }
    std::unordered_set<std::uint64_t> seen{cause.seq()};
    // What is found by a stronger rule needs no second look.
    for (const Link& link : found) {
        if (link.type < LinkType::answers) {
            seen.insert(link.event.seq());
        }
    }
    for (Event& candidate : candidates) {
        if (!seen.insert(candidate.seq()).second) {
            continue;
        }
        const std::optional<How> how = TRY(how_among_strongest(cause, candidate));
        if (how) {
            found.push_back({std::move(candidate), how->type, how->provenance});
        }
    }
    return {};
}

}  // namespace hence
