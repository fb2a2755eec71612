#include "views/cause/near_turns.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/try.h"
#include "model/facts.h"
#include "model/goal.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/call.h"
#include "views/cause/turns.h"

namespace hence {
namespace {

bool same_lane(const Event& one, const Event& other) {
    return one.agent() == other.agent() && one.run() == other.run();
}

bool is_sent_to(const Event& message, std::string_view agent) {
    bool sent = false;
    field(message, "to").each_element([&](Json name) {
        sent = name.string().value_or("") == agent;
        return !sent;
    });
    return sent;
}

bool is_prompt_of(const Event& event, std::string_view run) {
    const bool asks = event.kind() == Kind::prompt ||
                      (event.kind() == Kind::session_start && !goal_stated(event).empty());
    return asks && event.run() == run;
}

}  // namespace

Result<std::unique_ptr<Cursor>> NearTurns::events_of(const Event& event, const Scan& scan) {
    const std::string session = TRY(sessions_.of(event));
    return session.empty() ? sessions_.run_events(session, event.run(), scan)
                           : sessions_.events(session, scan);
}

std::string NearTurns::name_of(const std::string& session, const Event& event) {
    return session.empty() ? std::string(1, '\0') + std::string(event.run()) : session;
}

template <class Look>
Result<NearTurns::End> NearTurns::walk_back(const Event& event, const Look& look) {
    constexpr std::uint64_t cost_of_a_walk = 8;  // A scan costs about as much as reading so many.
    const std::string session = TRY(sessions_.of(event));
    const Lineage* const lineage = TRY(sessions_.lineage(session));
    if (!lineage->is_plain() || reads_ > reads_max) {
        return End::unknown;
    }
    const std::string name = name_of(session, event);
    Position earliest = position_of(event);
    const auto first = first_.find(name);
    if (first != first_.end() && first->second == earliest) {
        return End::beginning;
    }
    reads_ += cost_of_a_walk;
    const auto before = TRY(events_of(
        event,
        {.to = event.time(), .direction = Direction::backward, .after = position_of(event)}));
    for (std::uint64_t reads = 0; reads < window; ++reads, ++reads_) {
        const std::optional<Event> earlier = TRY(before->next());
        if (!earlier) {
            first_.insert_or_assign(name, earliest);
            return End::beginning;
        }
        earliest = position_of(*earlier);
        const Step step = TRY(look(*earlier));
        if (step == Step::stop) {
            return End::stopped;
        }
    }
    return End::unknown;
}

// As SessionTurns pairs them: an observation ends the last call of its call_id that is open, and
// counts in the lane of that call; a call counts itself as long as nothing ends it.
Result<std::optional<bool>> NearTurns::is_result_in_lane(const Event& event, const Event& of_lane) {
    constexpr std::size_t uses_max = 32;
    const bool is_call = event.kind() == Kind::tool_call;
    if (!is_call && event.kind() != Kind::observation) {
        return std::optional(false);
    }
    const std::optional<std::string> call_id = call_id_of(event);
    if (!call_id || (is_call && !same_lane(event, of_lane))) {
        return std::optional(same_lane(event, of_lane));
    }
    const std::string session = TRY(sessions_.of(event));
    const auto uses = TRY(sessions_.named({Space::call, *call_id}, session, {}));
    std::vector<Event> open;
    std::size_t seen = 0;
    for (std::optional<Event> use = TRY(uses->next()); use; use = TRY(uses->next())) {
        if (session.empty() && use->run() != event.run()) {
            continue;
        }
        if (++seen > uses_max) {
            return std::optional<bool>();
        }
        ++reads_;
        if (use->kind() == Kind::tool_call) {
            open.push_back(std::move(*use));
            continue;
        }
        if (use->kind() != Kind::observation) {
            continue;
        }
        const std::optional<Event> ended =
            open.empty() ? std::nullopt : std::optional(std::move(open.back()));
        if (ended) {
            open.pop_back();
        }
        if (use->seq() == event.seq()) {
            return std::optional(same_lane(ended ? *ended : event, of_lane));
        }
        if (ended && ended->seq() == event.seq()) {
            return std::optional(false);
        }
    }
    return std::optional(true);
}

Result<std::optional<std::vector<Position>>> NearTurns::new_to(const Event& model_call) {
    std::vector<Position> found;
    bool known = true;
    const auto look = [&](const Event& event) -> Result<Step> {
        if (event.kind() == Kind::llm_call && same_lane(event, model_call)) {
            return Step::stop;
        }
        const std::optional<bool> result = TRY(is_result_in_lane(event, model_call));
        if (!result) {
            known = false;
            return Step::stop;
        }
        if (*result || is_prompt_of(event, model_call.run()) ||
            (event.kind() == Kind::message && is_sent_to(event, model_call.agent()))) {
            found.push_back(position_of(event));
        }
        return Step::go_on;
    };
    const End end = TRY(walk_back(model_call, look));
    if (end == End::unknown || !known) {
        return std::optional<std::vector<Position>>();
    }
    return std::optional(std::move(found));
}

Result<std::optional<NearTurns::Place>> NearTurns::model_call_before(const Event& event) {
    std::optional<Position> own;
    std::optional<Position> of_agent;
    const auto look = [&](const Event& earlier) -> Result<Step> {
        if (earlier.kind() != Kind::llm_call || earlier.agent() != event.agent()) {
            return Step::go_on;
        }
        if (same_lane(earlier, event)) {
            own = position_of(earlier);
            return Step::stop;
        }
        of_agent = of_agent ? of_agent : position_of(earlier);
        return Step::go_on;
    };
    const End end = TRY(walk_back(event, look));
    if (end == End::unknown) {
        return std::optional<Place>();
    }
    return std::optional(Place{own ? own : of_agent});
}

Result<std::optional<NearTurns::Place>> NearTurns::step_before(const Event& event) {
    std::optional<Position> step;
    const auto look = [&](const Event& earlier) -> Result<Step> {
        if (is_step(earlier) && (event.run().empty() || earlier.run() == event.run())) {
            step = position_of(earlier);
            return Step::stop;
        }
        return Step::go_on;
    };
    const End end = TRY(walk_back(event, look));
    if (end == End::unknown) {
        return std::optional<Place>();
    }
    return std::optional(Place{step});
}

Result<bool> NearTurns::is_first(const Event& event) {
    const std::string session = TRY(sessions_.of(event));
    const std::string name = name_of(session, event);
    const auto known = first_.find(name);
    if (known != first_.end()) {
        return known->second == position_of(event);
    }
    const auto events = TRY(events_of(event, {}));
    const std::optional<Event> first = TRY(events->next());
    const std::optional<Position> place = first ? std::optional(position_of(*first)) : std::nullopt;
    first_.emplace(name, place);
    return place == position_of(event);
}

}  // namespace hence
