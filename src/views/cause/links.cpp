// The known links of an event to its causes, rule by rule from the strongest to the weakest.
#include "views/cause/links.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <unordered_set>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "model/answer_keys.h"
#include "model/facts.h"
#include "model/goal.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/asked_for.h"
#include "views/cause/call.h"
#include "views/cause/refs.h"

namespace hence {
namespace {

// What stands before `event`, nearest first.
Scan before(const Event& event) {
    return {.to = event.time(), .direction = Direction::backward, .after = position_of(event)};
}

// Of several rules that lead to the same event, the strongest counts.
void keep_strongest(std::vector<Link>& links) {
    if (links.size() < 2) {
        return;
    }
    std::unordered_set<std::uint64_t> seen;
    std::erase_if(links, [&](const Link& link) { return !seen.insert(link.event.seq()).second; });
}

// An event that an importer took out of the answer of the model call above it.
bool taken_out_of(const Event& effect, const Event& parent) {
    return parent.kind() == Kind::llm_call &&
           (effect.has(Flag::derived) || effect.has(Flag::parent_derived)) &&
           (effect.kind() == Kind::thought || effect.kind() == Kind::assumption ||
            effect.kind() == Kind::decision);
}

// Where every model call is a trace of its own, and no session is stated, the traces share nothing
// but the ids of the calls.
Result<std::optional<Event>> asker_elsewhere(const Store& store, const Event& call,
                                             const std::string& call_id) {
    constexpr int looks_max = 16;
    const Key key{Space::response, std::string(answer_by_call) + call_id};
    for (const Scan& scan : {before(call), Scan{.after = position_of(call)}}) {
        const auto cursor = TRY(store.scan(key, scan));
        std::optional<Event> event = TRY(cursor->next());
        for (int looks = 0; event && looks < looks_max; ++looks) {
            if (event->kind() == Kind::llm_call) {
                return event;
            }
            event = TRY(cursor->next());
        }
    }
    return std::optional<Event>();
}

}  // namespace

Result<std::vector<Link>> Links::causes_of(const Event& effect,
                                           std::vector<MissingParent>& missing) {
    Causes causes{.effect = effect, .missing = missing};
    TRY(add_causes(causes));
    keep_strongest(causes.found);
    return std::move(causes.found);
}

Result<std::vector<Link>> Links::strongest_causes(const Event& effect,
                                                  std::vector<MissingParent>& missing) {
    // Of an outcome, the weaker rule says which decision is missing.
    const bool first_only = effect.kind() != Kind::outcome;
    Causes causes{.effect = effect, .missing = missing, .first_only = first_only};
    TRY(add_causes(causes));
    return std::move(causes.found);
}

Result<std::optional<Link>> Links::first_cause(const Event& effect,
                                               std::vector<MissingParent>& missing) {
    std::vector<Link> causes = TRY(strongest_causes(effect, missing));
    return causes.empty() ? std::optional<Link>() : std::optional<Link>(std::move(causes.front()));
}

Result<void> Links::add_causes(Causes& causes) {
    TRY(add_stated_causes(causes));
    using Rule = Result<void> (Links::*)(Causes&);
    for (const Rule rule : {&Links::add_call_cause, &Links::add_answered, &Links::add_ref_causes,
                            &Links::add_outcome_cause, &Links::add_delegation_causes}) {
        if (follow_ != Follow::recorded && !causes.done()) {
            TRY((this->*rule)(causes));
        }
    }
    if (!causes.done()) {
        TRY(add_graph_causes(causes));
    }
    const bool derived = causes.effect.has(Flag::parent_derived);
    if (causes.found.empty() && causes.wrapper && !(derived && follow_ == Follow::recorded)) {
        causes.found.push_back({std::move(*causes.wrapper), LinkType::within,
                                derived ? Provenance::derived : Provenance::explicit_});
    }
    if (causes.found.empty() && follow_ == Follow::assumed) {
        TRY(add_assumed_cause(causes));
    }
    return {};
}

Result<void> Links::add_stated_causes(Causes& causes) {
    const Event& effect = causes.effect;
    TextViews seen;
    for (const std::string_view id : effect.causes()) {
        if (!seen.insert(id).second) {
            continue;
        }
        std::optional<Event> named = TRY(store_.find(id));
        if (named) {
            causes.found.push_back({std::move(*named), LinkType::cause, Provenance::explicit_});
        } else {
            causes.missing.push_back({std::string(effect.id()), std::string(id)});
        }
    }
    // A parent that was never recorded is missing once, also when it is named among the causes.
    return effect.parent().empty() || seen.contains(effect.parent()) ? Result<void>()
                                                                     : add_parent(causes);
}

Result<void> Links::add_parent(Causes& causes) {
    const Event& effect = causes.effect;
    std::optional<Event> parent = TRY(store_.find(effect.parent()));
    if (!parent) {
        causes.missing.push_back({std::string(effect.id()), std::string(effect.parent())});
        return {};
    }
    if (is_wrapper(*parent)) {
        causes.wrapper = std::move(parent);
        return {};
    }
    if (const std::optional<How> how = by_parent(effect, *parent)) {
        causes.found.push_back({std::move(*parent), how->type, how->provenance});
    }
    return {};
}

std::optional<Links::How> Links::by_parent(const Event& effect, const Event& parent) const {
    const bool said = taken_out_of(effect, parent);
    const bool derived = said || effect.has(Flag::parent_derived);
    if (derived && follow_ == Follow::recorded) {
        return std::nullopt;
    }
    return How{said ? LinkType::said : LinkType::parent,
               derived ? Provenance::derived : Provenance::explicit_};
}

// A provider may use the same call_id again in a later turn, and two runs may count their calls
// alike: the last request of the same run before the call counts, else the last of any run. One
// that is stamped later, when its answer was complete, counts only if there is no other.
Result<std::optional<Event>> Links::asker_by_id(const Event& call, const std::string& call_id) {
    const std::string session = TRY(sessions_.of(call));
    const Sessions::Name request{Space::request, call_id};
    std::optional<Event> other_run;
    for (const Scan& scan : {before(call), Scan{.after = position_of(call)}}) {
        const auto cursor = TRY(sessions_.named(request, session, scan));
        std::optional<Event> asker = TRY(cursor->next());
        for (int looks = 0; asker && looks < askers_max; ++looks) {
            if (asker->run() == call.run()) {
                return asker;
            }
            other_run = other_run ? std::move(other_run) : std::move(asker);
            asker = TRY(cursor->next());
        }
    }
    if (!other_run && call.has(Flag::settled)) {
        return asker_elsewhere(store_, call, call_id);
    }
    return other_run;
}

// The tool call that this observation ends: the last of that call_id before it, else the first
// behind it.
Result<std::optional<Event>> Links::call_of_result(const Event& result,
                                                   const std::string& call_id) {
    const std::string session = TRY(sessions_.of(result));
    const std::string_view run = session.empty() ? result.run() : std::string_view();
    for (const Scan& scan : {before(result), Scan{.after = position_of(result)}}) {
        const auto cursor = TRY(sessions_.named({Space::call, call_id}, session, scan));
        std::optional<Event> event = TRY(cursor->next());
        while (event) {
            const bool same_run = !session.empty() || event->run() == run;
            if (event->kind() == Kind::tool_call && same_run) {
                return event;
            }
            event = TRY(cursor->next());
        }
    }
    return std::optional<Event>();
}

// Of a call without a call_id: the agent's last model call, if its answer has a call of that name
// with those arguments.
Result<std::optional<Event>> Links::asker_by_content(const Event& call) {
    const std::optional<Position> place = TRY(model_call_before(call));
    if (!place) {
        return std::optional<Event>();
    }
    Event model_call = TRY(at(place->seq));
    const Json fields(call.fields());
    const std::string name = fields["tool_name"].string().value_or("");
    const Json answer(model_call.fields());
    const bool asked = asks_for(answer["completion"], name, fields["input"]) ||
                       asks_for(answer["tool_calls"], name, fields["input"]);
    return asked ? std::optional(std::move(model_call)) : std::nullopt;
}

bool Links::follows_its_call(const Event& effect, const std::string& call_id,
                             const std::vector<Link>& stated) {
    const bool is_call = effect.kind() == Kind::tool_call;
    return std::ranges::any_of(stated, [&](const Link& link) {
        if (!is_call) {
            return link.event.kind() == Kind::tool_call && call_id_of(link.event) == call_id;
        }
        bool asked = false;
        if (link.event.kind() == Kind::llm_call) {
            Json(link.event.fields())["call_ids"].each_element([&](Json id) {
                asked = id.string() == call_id;
                return !asked;
            });
        }
        return asked;
    });
}

Result<void> Links::add_call_cause(Causes& causes) {
    const Event& effect = causes.effect;
    const bool is_call = effect.kind() == Kind::tool_call;
    if (!is_call && effect.kind() != Kind::observation) {
        return {};
    }
    const std::optional<std::string> call_id = call_id_of(effect);
    std::optional<Event> asker;
    if (call_id && follows_its_call(effect, *call_id, causes.found)) {
        return {};
    }
    if (call_id && !is_call) {
        asker = TRY(call_of_result(effect, *call_id));
    }
    if (call_id && !asker) {
        asker = TRY(asker_by_id(effect, *call_id));
    }
    if (!call_id && is_call && causes.found.empty()) {
        asker = TRY(asker_by_content(effect));
    }
    if (asker) {
        causes.found.push_back({std::move(*asker), LinkType::call, Provenance::derived});
    }
    return {};
}

// What was new to a model call. Where its messages name the calls that they answer, results of
// other calls were not new to it; where they say what the user said, neither were other prompts.
// The goal of a session_start was new to it only if its messages say so.
Result<void> Links::add_answered(Causes& causes) {
    const Event& effect = causes.effect;
    if (effect.kind() != Kind::llm_call || !causes.found.empty()) {
        return {};
    }
    const std::vector<Position> inputs = TRY(new_to(effect));
    if (inputs.empty()) {
        return {};
    }
    const Json fields(effect.fields());
    const Texts named = answered_calls(fields["messages"]);
    // A model call may be stamped when its answer was complete, behind the calls that it asked for.
    Texts own;
    fields["call_ids"].each_element([&](Json id) {
        own.insert(id.string().value_or(""));
        return true;
    });
    for (const Position& place : inputs) {
        Event input = TRY(at(place.seq));
        const std::optional<std::string> call_id = call_id_of(input);
        bool asked_here = call_id && own.contains(*call_id);
        // A later turn may use a call_id again: then an earlier result of it was new all the same.
        if (asked_here && input.parent() != effect.id()) {
            const std::optional<Event> asker = TRY(asker_by_id(input, *call_id));
            asked_here = asker && asker->seq() == effect.seq();
        }
        const std::string asked = goal_stated(input);
        const bool shown =
            asked.empty() ||
            (says_by_user(fields["messages"], asked).value_or(input.kind() != Kind::session_start));
        if (shown && !asked_here && (named.empty() || !call_id || named.contains(*call_id))) {
            causes.found.push_back({std::move(input), LinkType::answers, Provenance::derived});
        }
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
    }
    return {};
}

Result<bool> Links::any_delegations() {
    if (!any_delegations_ && !store_.may_have(Rare::delegation)) {
        any_delegations_ = false;
    }
    if (!any_delegations_) {
        const auto all = TRY(store_.scan({Space::kind, std::string(name_of(Kind::delegation))}));
        const std::optional<Event> first = TRY(all->next());
        any_delegations_ = first.has_value();
    }
    return *any_delegations_;
}

Result<void> Links::add_delegation_causes(Causes& causes) {
    const bool any = TRY(any_delegations());
    if (!any) {
        return {};
    }
    std::vector<Event> found = TRY(work_.led_to(causes.effect));
    for (Event& delegation : found) {
        causes.found.push_back({std::move(delegation), LinkType::delegation, Provenance::derived});
    }
    return add_child_answers(causes);
}

// The same of children that worked in another session.
Result<void> Links::add_answers_elsewhere(const Event& call, const Event& effect,
                                          std::vector<Position>& answers) {
    const std::string session = TRY(sessions_.of(effect));
    const auto children = TRY(store_.scan({Space::parent, std::string(call.id())}));
    std::optional<Event> child = TRY(children->next());
    for (; child; child = TRY(children->next())) {
        if (child->kind() != Kind::delegation) {
            continue;
        }
        const std::optional<Event> first = TRY(work_.first_of_child(*child));
        const std::string owner = TRY(sessions_.of(first ? *first : effect));
        const SessionTurns* const turns = TRY(turns_of(first ? *first : effect));
        if (owner == session || turns == nullptr) {
            continue;
        }
        const std::string run = text_field(*child, "run_id");
        const std::optional<Position> last = turns->last_answer_of(
            first->run() == run ? run : std::string(), text_field(*child, "child_id"),
            position_of(call), position_of(effect));
        if (last && std::ranges::find(answers, *last) == answers.end()) {
            answers.push_back(*last);
        }
    }
    return {};
}

// What an agent that was set to work by a call said last is behind the result of the call: the
// observation that ends the call, or else the model call that the call was new to.
Result<void> Links::add_child_answers(Causes& causes) {
    const Event& effect = causes.effect;
    const bool result = effect.kind() == Kind::observation;
    if (!result && effect.kind() != Kind::llm_call) {
        return {};
    }
    std::vector<Position> answers;
    for (const Link& link : causes.found) {
        const bool returned = link.type == LinkType::cause || link.type == LinkType::parent ||
                              link.type == (result ? LinkType::call : LinkType::answers);
        if (!returned || link.event.kind() != Kind::tool_call) {
            continue;
        }
        const bool delegates = TRY(may_delegate(link.event));
        if (!delegates) {
            continue;
        }
        const SessionTurns* const turns = TRY(turns_of(effect));
        if (turns != nullptr) {
            std::ranges::copy(turns->child_answers(link.event, position_of(effect)),
                              std::back_inserter(answers));
        }
        TRY(add_answers_elsewhere(link.event, effect, answers));
    }
    for (const Position& place : answers) {
        Event answer = TRY(at(place.seq));
        if (answer.seq() != effect.seq()) {
            causes.found.push_back({std::move(answer), LinkType::delegation, Provenance::derived});
        }
    }
    return {};
}

Result<void> Links::add_outcome_cause(Causes& causes) {
    if (causes.effect.kind() != Kind::outcome) {
        return {};
    }
    const std::string of = Json(causes.effect.fields())["of"].string().value_or("");
    std::optional<Event> judged = TRY(store_.find(of));
    if (judged) {
        causes.found.push_back({std::move(*judged), LinkType::outcome, Provenance::derived});
    } else {
        causes.missing.push_back({std::string(causes.effect.id()), of});
    }
    return {};
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
