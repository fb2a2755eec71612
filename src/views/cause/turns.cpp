#include "views/cause/turns.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/goal.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "views/cause/call.h"

namespace hence {
namespace {

std::string lane_name(const Event& event) {
    return joined(event.run(), event.agent());
}

template <class Table>
const typename Table::mapped_type* find(const Table& table, std::string_view name) {
    const auto at = table.find(name);
    return at == table.end() ? nullptr : &at->second;
}

}  // namespace

bool is_step(const Event& event) {
    const std::optional<Kind> kind = kind_named(event.kind());
    if (!kind) {
        return true;
    }
    const KindGroup group = row_of(*kind).group;
    return group != KindGroup::wrapper && group != KindGroup::graph && group != KindGroup::remark &&
           *kind != Kind::outcome;
}

bool is_wrapper(const Event& event) {
    return event.kind() == Kind::span || event.kind() == Kind::session_start;
}

Result<SessionTurns> SessionTurns::of(Cursor& events, const Lineage& lineage) {
    SessionTurns turns(lineage);
    std::optional<Event> event = TRY(events.next());
    while (event) {
        turns.see(*event);
        event = TRY(events.next());
    }
    turns.settle();
    return turns;
}

void SessionTurns::see(const Event& event) {
    const Position place = position_of(event);
    if (event.kind() == Kind::message) {
        field(event, "to").each_element([&](Json name) {
            messages_[name.string().value_or("")].push_back(place);
            return true;
        });
    } else if (!event.agent().empty()) {
        doers_.insert(std::string(event.agent()));
    }
    // A goal that stands with the beginning of a session is a prompt as well.
    if (!goal_stated(event).empty() && event.kind() == Kind::session_start) {
        prompts_[std::string(event.run())].push_back(place);
    }
    if (!is_step(event)) {
        return;
    }
    Lane& lane = lane_named(event);
    lane.steps.push_back(place);
    steps_of_run_[""].push_back(place);
    if (!event.run().empty()) {
        steps_of_run_[std::string(event.run())].push_back(place);
    }
    if (event.kind() == Kind::prompt) {
        prompts_[std::string(event.run())].push_back(place);
    } else if (event.kind() == Kind::llm_call) {
        lane.models.push_back(place);
        models_of_agent_[std::string(event.agent())].push_back(place);
    } else if (event.kind() == Kind::tool_call || event.kind() == Kind::observation) {
        see_result(event, lane);
    } else if (event.kind() == Kind::delegation && !event.parent().empty()) {
        see_delegation(event);
    }
}

void SessionTurns::see_delegation(const Event& event) {
    Delegation made{field(event, "run_id").string().value_or(""),
                    field(event, "child_id").string().value_or("")};
    if (made.run == event.run()) {
        made.run.clear();  // That of who delegated, and not the child's.
    }
    const std::string call(event.parent());
    calls_to_child_[joined(made.run, made.run.empty() ? made.child : "")].push_back(call);
    delegations_[call].push_back(std::move(made));
}

SessionTurns::Lane& SessionTurns::lane_named(const Event& event) {
    const auto [at, added] = lanes_.try_emplace(lane_name(event));
    if (added) {
        lanes_of_run_[std::string(event.run())].push_back(&at->second);
        lanes_of_agent_[std::string(event.agent())].push_back(&at->second);
    }
    return at->second;
}

void SessionTurns::add_result(Lane& lane, const Position& place) {
    lane.results.push_back(place);
    lane_of_result_.emplace(place.seq, &lane);
}

// The observation is the result of its call, wherever its emitter put it; so it counts in the lane
// of the call. A call counts itself as long as no observation ends it.
void SessionTurns::see_result(const Event& event, Lane& lane) {
    const std::optional<std::string> id = call_id_of(event);
    if (event.kind() == Kind::tool_call) {
        if (id) {
            open_[*id].push_back({position_of(event), &lane});
        } else {
            add_result(lane, position_of(event));
        }
        return;
    }
    const auto open = id ? open_.find(*id) : open_.end();
    Lane* owner = &lane;
    if (open != open_.end() && !open->second.empty()) {
        owner = open->second.back().lane;
        open->second.pop_back();
    }
    add_result(*owner, position_of(event));
}

void SessionTurns::settle() {
    for (const auto& [id, calls] : open_) {
        for (const Call& call : calls) {
            add_result(*call.lane, call.place);
        }
    }
    open_.clear();
    for (auto& [name, lane] : lanes_) {
        std::ranges::sort(lane.results);
    }
}

const SessionTurns::Lane* SessionTurns::lane_of(const Event& event) const {
    return find(lanes_, lane_name(event));
}

// Those between two places, both excluded, the last first.
void SessionTurns::add_between(const Places& places, const std::optional<Position>& from,
                               const Position& to, Places& found) const {
    std::optional<Position> at = lineage_->last_before(places, to);
    while (at && (!from || *at > *from)) {
        found.push_back(*at);
        at = lineage_->last_before(places, *at);
    }
}

std::vector<Position> SessionTurns::new_to(const Event& model_call) const {
    std::vector<Position> found;
    const Lane* const lane = lane_of(model_call);
    if (lane == nullptr) {
        return found;
    }
    const Position place = position_of(model_call);
    const std::optional<Position> last = lineage_->last_before(lane->models, place);
    add_between(lane->results, last, place, found);
    if (const Places* prompts = find(prompts_, model_call.run())) {
        add_between(*prompts, last, place, found);
    }
    if (const Places* messages = find(messages_, model_call.agent())) {
        add_between(*messages, last, place, found);
    }
    std::ranges::sort(found, std::greater<>());
    return found;
}

std::vector<Position> SessionTurns::answers_to(const Event& input) const {
    const Position place = position_of(input);
    std::vector<Position> found;
    const auto add_next = [&](const Lane& lane) {
        std::ranges::copy(lineage_->first_behind(lane.models, place), std::back_inserter(found));
    };
    const auto add_lanes = [&](const std::vector<const Lane*>* lanes) {
        for (std::size_t i = 0; lanes != nullptr && i < lanes->size(); ++i) {
            add_next(*(*lanes)[i]);
        }
    };
    if (input.kind() == Kind::prompt || input.kind() == Kind::session_start) {
        add_lanes(find(lanes_of_run_, input.run()));
    } else if (input.kind() == Kind::message) {
        Texts seen;
        field(input, "to").each_element([&](Json name) {
            const std::string receiver = name.string().value_or("");
            if (seen.insert(receiver).second) {
                add_lanes(find(lanes_of_agent_, receiver));
            }
            return true;
        });
    } else if (const auto lane = lane_of_result_.find(input.seq()); lane != lane_of_result_.end()) {
        add_next(*lane->second);
    }
    std::ranges::sort(found);
    return found;
}

// A child that is known by its name may have been set to work before: what it said then is no
// answer to this call.
std::optional<Position> SessionTurns::last_answer(const Delegation& delegation,
                                                  const Position& from,
                                                  const Position& before) const {
    std::optional<Position> last;
    if (delegation.run.empty()) {
        const Places* const models = find(models_of_agent_, delegation.child);
        last = models ? lineage_->last_before(*models, before) : std::nullopt;
        return last && *last > from ? last : std::nullopt;
    }
    const std::vector<const Lane*>* const lanes = find(lanes_of_run_, delegation.run);
    for (std::size_t i = 0; lanes != nullptr && i < lanes->size(); ++i) {
        const std::optional<Position> own = lineage_->last_before((*lanes)[i]->models, before);
        last = own && (!last || *own > *last) ? own : last;
    }
    return last;
}

std::vector<Position> SessionTurns::child_answers(const Event& call, const Position& before) const {
    std::vector<Position> found;
    const std::vector<Delegation>* const made = find(delegations_, call.id());
    for (std::size_t i = 0; made != nullptr && i < made->size(); ++i) {
        const std::optional<Position> last = last_answer((*made)[i], position_of(call), before);
        if (last && std::ranges::find(found, *last) == found.end()) {
            found.push_back(*last);
        }
    }
    return found;
}

std::vector<std::string> SessionTurns::delegating_calls(const Event& model_call) const {
    std::vector<std::string> calls;
    for (const std::string& child :
         {joined(model_call.run(), ""), joined("", model_call.agent())}) {
        if (const std::vector<std::string>* known = find(calls_to_child_, child)) {
            std::ranges::copy(*known, std::back_inserter(calls));
        }
    }
    return calls;
}

std::optional<Position> SessionTurns::model_call_before(const Event& event) const {
    const Position place = position_of(event);
    const Lane* const lane = lane_of(event);
    const std::optional<Position> own =
        lane ? lineage_->last_before(lane->models, place) : std::nullopt;
    if (own) {
        return own;
    }
    const Places* const models = find(models_of_agent_, event.agent());
    return models ? lineage_->last_before(*models, place) : std::nullopt;
}

// A superset on rewound sessions: whoever asks looks at each one's own causes.
std::vector<Position> SessionTurns::steps_behind(const Event& model_call) const {
    std::vector<Position> found;
    const Position place = position_of(model_call);
    const std::vector<const Lane*>* const lanes = find(lanes_of_agent_, model_call.agent());
    const Places* const models = find(models_of_agent_, model_call.agent());
    const Lane* const own = lane_of(model_call);
    for (std::size_t i = 0; lanes != nullptr && i < lanes->size(); ++i) {
        const Lane& lane = *(*lanes)[i];
        // In another lane, only steps before its first model call look beyond it.
        const Places& ends = &lane == own || !models ? lane.models : *models;
        const bool has_own = &lane != own && !lane.models.empty() && lane.models.front() < place;
        if (has_own && !lineage_->is_rewound()) {
            continue;
        }
        const auto add = [&](Places::const_iterator at, const Position& from) {
            const auto end = std::ranges::upper_bound(ends, from);
            for (; at != lane.steps.end() && (end == ends.end() || *at <= *end); ++at) {
                found.push_back(*at);
            }
        };
        add(std::ranges::upper_bound(lane.steps, place), place);
        for (const Position& begin : lineage_->begins_behind(place)) {
            add(std::ranges::lower_bound(lane.steps, begin), begin);
        }
    }
    std::ranges::sort(found);
    return found;
}

std::optional<Position> SessionTurns::step_before(const Event& event) const {
    const Places* const steps = find(steps_of_run_, event.run());
    return steps ? lineage_->last_before(*steps, position_of(event)) : std::nullopt;
}

std::vector<Position> SessionTurns::steps_next_to(const Event& event) const {
    std::vector<Position> found;
    for (const std::string_view run : {event.run(), std::string_view()}) {
        const Places* const steps = find(steps_of_run_, run);
        if (steps != nullptr) {
            std::ranges::copy(lineage_->first_behind(*steps, position_of(event)),
                              std::back_inserter(found));
        }
    }
    return found;
}

}  // namespace hence
