// What an agent had before it at one event. Reads back from the event, in its run and for its own
// agent, to the model call before the last one, and compares what the two calls were shown.
#include "hence/knew.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/summary/summary_text.h"
#include "views/cause/call.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"
#include "views/knew/items.h"
#include "views/knew/lanes.h"
#include "views/knew/messages.h"
#include "views/shape/rows.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::string_view model_kind = name_of(Kind::llm_call);

// Filters a cursor: what no rewind left behind before the event.
class LeadingCursor final : public Cursor {
public:
    LeadingCursor(std::unique_ptr<Cursor> events, const Lineage& lineage, const Position& place)
        : events_(std::move(events)), lineage_(lineage), place_(place) {}

    Result<std::optional<Event>> next() override {
        while (true) {
            std::optional<Event> event = TRY(events_->next());
            if (!event || lineage_.leads_to(position_of(*event), place_)) {
                return event;
            }
        }
    }

private:
    std::unique_ptr<Cursor> events_;
    const Lineage& lineage_;
    Position place_;
};

// What an agent did in its run; a fork goes on with what its origin did, whatever run that was.
Result<std::unique_ptr<Cursor>> lane_events(Sessions& sessions, const Event& event,
                                            std::string_view session, const Scan& scan) {
    const Lineage* const lineage = TRY(sessions.lineage(session));
    const bool whole = event.run().empty() || lineage->is_fork();
    return whole ? sessions.events(session, scan) : sessions.run_events(session, event.run(), scan);
}

// What happened before an event, the newest first: in its run, or in its session if it has none.
Result<std::unique_ptr<Cursor>> events_before(Sessions& sessions, const Event& event) {
    const Scan backward{.direction = Direction::backward, .after = position_of(event)};
    const std::string session = TRY(sessions.of(event));
    const Lineage* const lineage = TRY(sessions.lineage(session));
    std::unique_ptr<Cursor> events = TRY(lane_events(sessions, event, session, backward));
    return std::unique_ptr<Cursor>(
        std::make_unique<LeadingCursor>(std::move(events), *lineage, position_of(event)));
}

}  // namespace

Result<KnewStep> knew_step(Sessions& sessions, const Event& event) {
    std::optional<Event> end;
    if (event.kind() == Kind::tool_call) {
        end = TRY(end_of_call(sessions, event));
    }
    KnewStep step;
    step.id = event.id();
    step.kind = event.kind();
    step.time = event.time();
    step.when = when(event);
    step.summary = summary(event, end ? call_end(*end) : CallEnd());
    const unsigned flags = shape_fact(event).flags;
    const unsigned end_flags = end ? shape_fact(*end).flags : 0U;
    if (((flags | end_flags) & SessionShape::failed) != 0) {
        step.status = "error";
    } else if (end || (flags & SessionShape::went_well) != 0) {
        step.status = "ok";
    }
    return step;
}

Result<ToldTable> told_until(Sessions& sessions, const Event& event) {
    ToldTable told(event.agent());
    const std::string session = TRY(sessions.of(event));
    if (session.empty() && event.run().empty()) {
        return told;
    }
    const Scan scan{.to = event.time()};
    const std::unique_ptr<Cursor> events =
        TRY(session.empty() ? sessions.run_events(session, event.run(), scan)
                            : sessions.events(session, scan));
    std::optional<Event> each = TRY(events->next());
    const Lineage* const lineage = TRY(sessions.lineage(session));
    while (each && position_of(*each) <= position_of(event)) {
        const bool here = position_of(*each) == position_of(event);
        if (here || lineage->leads_to(position_of(*each), position_of(event))) {
            told.see(*each);
        }
        each = TRY(events->next());
    }
    return told;
}

Result<void> finish_knew(Sessions& sessions, const ToldTable& told, const KnewRequest& request,
                         Knew& answer) {
    if (answer.model_call) {
        answer.messages = compared_messages(*answer.model_call, answer.previous, request.limit);
        answer.exact = shown_whole(*answer.model_call);
    }
    answer.search = request.search;
    return add_items(sessions, told, request, answer);
}

Result<Knew> knew(const Store& store, const KnewRequest& request) {
    Event event = TRY(resolve_event(store, request.event));
    Sessions sessions(store);
    const std::unique_ptr<Cursor> before = TRY(events_before(sessions, event));
    Knew answer{.event = std::move(event)};
    if (answer.event.kind() == model_kind) {
        answer.model_call = answer.event;
    }
    while (!answer.previous) {
        const std::optional<Event> earlier = TRY(before->next());
        if (!earlier) {
            break;
        }
        if (!answer.event.agent().empty() && earlier->agent() != answer.event.agent()) {
            continue;
        }
        if (earlier->kind() == model_kind && answer.model_call) {
            answer.previous = earlier;
            break;
        }
        if (earlier->kind() == model_kind) {
            answer.model_call = earlier;
        }
        if (answer.steps.size() < knew_steps_max) {
            KnewStep step = TRY(knew_step(sessions, *earlier));
            answer.steps.push_back(std::move(step));
        } else {
            answer.more = true;
        }
    }
    std::reverse(answer.steps.begin(), answer.steps.end());
    const ToldTable told = TRY(told_until(sessions, answer.event));
    TRY(finish_knew(sessions, told, request, answer));
    return answer;
}

}  // namespace hence
