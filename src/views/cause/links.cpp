// The known links of an event to its causes, rule by rule from the strongest to the weakest.
#include "views/cause/links.h"

#include <memory>
#include <unordered_set>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/delegations.h"
#include "views/cause/refs.h"

namespace hence {
namespace {

Provenance provenance_of_parent(const Event& effect) {
    return effect.has(Flag::parent_derived) ? Provenance::derived : Provenance::explicit_;
}

// What stands before `event`, nearest first.
Scan before(const Event& event) {
    return {.to = event.time(), .direction = Direction::backward, .after = position_of(event)};
}

}  // namespace

Result<std::optional<Link>> Links::first_cause(const Event& effect,
                                               std::vector<MissingParent>& missing) {
    Causes causes{.effect = effect, .first_only = true, .missing = missing};
    TRY(follow(causes));
    if (causes.found.empty()) {
        return std::optional<Link>();
    }
    return std::optional<Link>(std::move(causes.found.front()));
}

Result<std::vector<Link>> Links::causes_of(const Event& effect,
                                           std::vector<MissingParent>& missing) {
    Causes causes{.effect = effect, .first_only = false, .missing = missing};
    TRY(follow(causes));
    return std::move(causes.found);
}

Result<void> Links::follow(Causes& causes) {
    const Event& effect = causes.effect;
    if (!effect.parent().empty()) {
        TRY(add_named(causes, effect.parent(), LinkType::parent, provenance_of_parent(effect)));
    }
    // A parent that was never recorded is missing once, also when it is named among the causes.
    TextViews seen;
    if (causes.found.empty()) {
        seen.insert(effect.parent());
    }
    for (const std::string_view cause : effect.causes()) {
        if (!causes.done() && seen.insert(cause).second) {
            TRY(add_named(causes, cause, LinkType::cause, Provenance::explicit_));
        }
    }
    using Rule = Result<void> (Links::*)(Causes&);
    for (const Rule rule :
         {&Links::add_graph_causes, &Links::add_call_cause, &Links::add_ref_causes,
          &Links::add_delegation_causes, &Links::add_outcome_cause}) {
        if (!causes.done()) {
            TRY((this->*rule)(causes));
        }
    }
    for (const Rule rule : {&Links::add_message_causes, &Links::add_sequence_cause}) {
        if (assumed_ && !causes.done()) {
            TRY((this->*rule)(causes));
        }
    }
    return {};
}

Result<void> Links::add_named(Causes& causes, std::string_view id, LinkType type,
                              Provenance provenance) {
    std::optional<Event> named = TRY(store_.find(id));
    if (named) {
        causes.found.push_back({std::move(*named), type, provenance});
    } else {
        causes.missing.push_back({std::string(causes.effect.id()), std::string(id)});
    }
    return {};
}

// A provider may use the same call_id again in a later turn: the last request before the call
// counts, and one that is stamped later, when its answer was complete, only if there is no other.
Result<void> Links::add_call_cause(Causes& causes) {
    const Event& effect = causes.effect;
    if (effect.kind() != Kind::tool_call && effect.kind() != Kind::observation) {
        return {};
    }
    const std::string call_id = Json(effect.fields())["call_id"].string().value_or("");
    if (call_id.empty()) {
        return {};
    }
    const std::string session = TRY(sessions_.of(effect));
    const Sessions::Name request{Space::request, call_id};
    auto cursor = TRY(sessions_.named(request, session, before(effect)));
    std::optional<Event> model_call = TRY(cursor->next());
    if (!model_call) {
        cursor = TRY(sessions_.named(request, session, {.after = position_of(effect)}));
        model_call = TRY(cursor->next());
    }
    if (model_call) {
        causes.found.push_back({std::move(*model_call), LinkType::call, Provenance::derived});
    }
    return {};
}

Result<void> Links::add_ref_causes(Causes& causes) {
    const Event& effect = causes.effect;
    const std::vector<std::string> refs = refs_of(effect);
    std::unordered_set<std::uint64_t> seen;  // An observation may be named by id and by key.
    for (const std::string& ref : refs) {
        std::optional<Event> named = TRY(store_.find(ref));
        if (!named || named->seq() == effect.seq()) {
            const std::string session = TRY(sessions_.of(effect));
            const auto cursor = TRY(sessions_.named({Space::key, ref}, session, before(effect)));
            named = TRY(cursor->next());
        }
        if (named && seen.insert(named->seq()).second) {
            causes.found.push_back({std::move(*named), LinkType::ref, Provenance::derived});
        }
        if (causes.done()) {
            break;
        }
    }
    return {};
}

Result<void> Links::add_delegation_causes(Causes& causes) {
    std::vector<Event> found = TRY(delegations_to(store_, sessions_, causes.effect));
    for (Event& delegation : found) {
        causes.found.push_back({std::move(delegation), LinkType::delegation, Provenance::derived});
    }
    return {};
}

Result<void> Links::add_outcome_cause(Causes& causes) {
    if (causes.effect.kind() != Kind::outcome) {
        return {};
    }
    const std::string of = Json(causes.effect.fields())["of"].string().value_or("");
    return add_named(causes, of, LinkType::outcome, Provenance::derived);
}

Result<Event> Links::at(std::uint64_t seq) const {
    const auto cursor = TRY(store_.read(seq, seq));
    std::optional<Event> event = TRY(cursor->next());
    if (!event) {
        return Error{Code::corrupt, "event number " + std::to_string(seq) + " is no longer there"};
    }
    return std::move(*event);
}

}  // namespace hence
