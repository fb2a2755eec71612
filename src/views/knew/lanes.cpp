#include "views/knew/lanes.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/try.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

constexpr std::string_view model_kind = name_of(Kind::llm_call);

}  // namespace

Result<const KnewLanes::Lane*> KnewLanes::lane_of(const Event& event) {
    const std::string session = TRY(sessions_.of(event));
    const auto [lanes, fresh] = lanes_.try_emplace(joined(session, event.run()));
    if (fresh) {
        const std::unique_ptr<Cursor> cursor =
            TRY(event.run().empty() ? sessions_.events(session, {})
                                    : sessions_.run_events(session, event.run(), {}));
        std::optional<Event> each = TRY(cursor->next());
        while (each) {
            const auto add = [&](Lane& lane) {
                if (each->kind() == model_kind) {
                    lane.model_calls.push_back(lane.places.size());
                }
                lane.places.push_back(position_of(*each));
            };
            add(lanes->second[""]);
            if (!each->agent().empty()) {
                add(lanes->second[std::string(each->agent())]);
            }
            each = TRY(cursor->next());
        }
    }
    return &lanes->second[std::string(event.agent())];
}

Result<const ToldTable*> KnewLanes::told_in(const Event& event) {
    const std::string session = TRY(sessions_.of(event));
    const auto [told, fresh] =
        told_.try_emplace(joined(session, session.empty() ? event.run() : std::string_view()));
    if (!fresh || (session.empty() && event.run().empty())) {
        return &told->second;
    }
    const std::unique_ptr<Cursor> events =
        TRY(session.empty() ? sessions_.run_events(session, event.run(), {})
                            : sessions_.events(session, {}));
    std::optional<Event> each = TRY(events->next());
    while (each) {
        told->second.see(*each);
        each = TRY(events->next());
    }
    return &told->second;
}

Result<Event> KnewLanes::at(const Position& place) const {
    const Places one{place};
    std::optional<Event> event = TRY(events_at(sessions_.store(), one, {})->next());
    return std::move(*event);
}

Result<const KnewStep*> KnewLanes::step_at(const Position& place) {
    const auto known = steps_.find(place.seq);
    if (known != steps_.end()) {
        return &known->second;
    }
    const Event event = TRY(at(place));
    KnewStep step = TRY(knew_step(sessions_, event));
    return &steps_.emplace(place.seq, std::move(step)).first->second;
}

Result<Knew> KnewLanes::knew(const KnewRequest& request) {
    Event event = TRY(resolve_event(sessions_.store(), request.event));
    // In a fork or a rewound session a lane is not the order of events alone.
    const std::string session = TRY(sessions_.of(event));
    const Lineage* const lineage = TRY(sessions_.lineage(session));
    if (!lineage->is_plain()) {
        return hence::knew(sessions_.store(), request);
    }
    const Lane* const lane = TRY(lane_of(event));
    Knew answer{.event = std::move(event)};
    const auto here = static_cast<std::size_t>(
        std::ranges::lower_bound(lane->places, position_of(answer.event)) - lane->places.begin());
    auto call = std::ranges::lower_bound(lane->model_calls, here);
    if (answer.event.kind() == model_kind) {
        answer.model_call = answer.event;
    } else if (call != lane->model_calls.begin()) {
        --call;
        answer.model_call = TRY(at(lane->places[*call]));
    }
    std::size_t first = 0;
    if (call != lane->model_calls.begin()) {
        --call;
        answer.previous = TRY(at(lane->places[*call]));
        first = *call + 1;
    }
    answer.more = here - first > knew_steps_max;
    for (std::size_t i = answer.more ? here - knew_steps_max : first; i < here; ++i) {
        const KnewStep* const step = TRY(step_at(lane->places[i]));
        answer.steps.push_back(*step);
    }
    const ToldTable* const told = TRY(told_in(answer.event));
    TRY(finish_knew(sessions_, *told, request, answer));
    return answer;
}

}  // namespace hence
