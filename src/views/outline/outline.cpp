// A window of a session as rows. Three steps: the shape gives the totals of the whole session,
// OutlineRows says which rows there are, and the events of the window are read by number. The
// memory of an answer is bounded by the window and the shape, however long the session is.
#include "hence/outline.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/position.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/cause/event_marks.h"
#include "views/find/event_reader.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"
#include "views/outline/of_shape.h"
#include "views/outline/rows.h"
#include "views/shape/cache.h"

namespace hence {
namespace {

// A time that only says the place in the order is no time, as in the lists.
void tell_extent(const SessionShape& shape, Outline& answer) {
    for (std::uint32_t event = 0; event < shape.size(); ++event) {
        if (!shape.has(event, SessionShape::untimed)) {
            answer.first = shape.times[event];
            break;
        }
    }
    for (auto event = static_cast<std::uint32_t>(shape.size()); answer.first && event-- > 0;) {
        if (!shape.has(event, SessionShape::untimed)) {
            answer.last = shape.times[event];
            break;
        }
    }
}

void tell_session(const Shaped& shaped, Outline& answer) {
    const SessionShape& shape = *shaped.shape;
    answer.session = shape.session;
    answer.events = shape.size();
    answer.roots = shape.tree.roots;
    answer.depth = shape.tree.depth;
    tell_extent(shape, answer);
    std::vector<std::uint64_t> counts(shape.kind_names.size());
    for (const std::uint32_t kind : shape.kinds) {
        ++counts[kind];
    }
    for (std::uint32_t kind = 0; kind < counts.size(); ++kind) {
        answer.kinds.emplace(shape.kind_names.name(kind), counts[kind]);
    }
    for (std::uint32_t agent = 0; agent < shape.agent_names.size(); ++agent) {
        answer.agents.insert(shape.agent_names.name(agent));
    }
    answer.runs = shape.run_names.size();
    answer.missing_parents = shape.missing_parents;
    answer.cycles = shape.cycles;
    answer.last_seq = shaped.last_seq;
}

Result<std::uint32_t> find_at(const Store& store, const SessionShape& shape, std::string_view id) {
    const Event event = TRY(resolve_event(store, id));
    const std::optional<std::uint32_t> index = shape.index_of(position_of(event));
    if (!index) {
        return Error{
            Code::not_found,
            "event " + hence::quoted(id) + " is not in session " + hence::quoted(shape.session),
            "its own session has it"};
    }
    return *index;
}

Result<OutlineFilter> filter_of(const Store& store, const OutlineRequest& request,
                                const SessionShape& shape) {
    OutlineFilter filter{.order = request.order,
                         .all_kinds = request.kinds.empty(),
                         .errors = request.errors,
                         .levels = request.levels,
                         .after = request.after.value_or(0),
                         .before = request.before.value_or(UINT64_MAX)};
    for (const std::string& kind : request.kinds) {
        const std::uint32_t number = shape.kind_names.find(kind);
        if (number != ShapeNames::none) {
            filter.kinds.push_back(number);
        }
    }
    for (const std::uint64_t seq : request.closed) {
        const std::optional<std::uint32_t> index = TRY(shape.index_of(store, seq));
        if (index) {
            filter.closed.insert(*index);
        }
    }
    for (const std::uint64_t seq : request.open) {
        const std::optional<std::uint32_t> index = TRY(shape.index_of(store, seq));
        if (index) {
            filter.open.push_back(*index);
        }
    }
    if (!request.at.empty()) {
        filter.at = TRY(find_at(store, shape, request.at));
    }
    return filter;
}

std::size_t offset_of(const OutlineRequest& request, const OutlineRows& rows,
                      std::optional<std::uint32_t> at) {
    const std::size_t last = rows.size() - std::min<std::size_t>(rows.size(), request.limit);
    if (at) {
        const std::size_t row = rows.row_at(*at);
        return std::min(last, row - std::min<std::size_t>(row, request.limit / 2));
    }
    if (request.before && !request.offset) {
        return last;
    }
    return std::min<std::size_t>(rows.size(), request.offset.value_or(0));
}

Result<void> read_rows(const Store& store, const SessionShape& shape,
                       const std::vector<OutlinePlace>& places, Outline& answer) {
    std::vector<std::uint64_t> seqs;
    seqs.reserve(places.size());
    for (const OutlinePlace& place : places) {
        seqs.push_back(shape.seqs[place.event]);
    }
    EventReader reader(store, std::move(seqs));
    Sessions sessions(store);
    const EventMarks marks = TRY(EventMarks::of(sessions, shape.session));
    answer.marked = marks.any();
    answer.rows.reserve(places.size());
    for (const OutlinePlace& place : places) {
        Event event = TRY(reader.next());
        OutlineRow row{.event = std::move(event),
                       .ordinal = std::uint64_t{place.event} + 1,
                       .status = std::string(shape.status(place.event)),
                       .level = place.level,
                       .parent_missing = shape.has(place.event, SessionShape::lost_above),
                       .children = place.children,
                       .descendants = place.descendants,
                       .closed = place.closed,
                       .last = place.last};
        if (shape.durations[place.event] >= 0) {
            row.duration_ms = shape.durations[place.event];
        }
        row.summary = TRY(summary_of(sessions, row.event));
        row.inherited = TRY(marks.inherited(row.event));
        row.abandoned = TRY(marks.abandoned(row.event));
        answer.rows.push_back(std::move(row));
    }
    return {};
}

}  // namespace

Result<Outline> outline(const Store& store, const OutlineRequest& request, const Shaped& shaped) {
    if (request.limit > outline_rows_max) {
        return Error{Code::invalid, "limit is larger than " + std::to_string(outline_rows_max),
                     "ask for the rest by offset"};
    }
    const SessionShape& shape = *shaped.shape;
    const OutlineFilter filter = TRY(filter_of(store, request, shape));
    const OutlineRows rows(shape, filter);
    Outline answer;
    tell_session(shaped, answer);
    answer.order = request.order;
    answer.rows_total = rows.size();
    answer.depth = rows.depth();
    answer.offset = offset_of(request, rows, filter.at);
    answer.fields_max = request.fields_max;
    TRY(read_rows(store, shape, rows.window(answer.offset, request.limit), answer));
    return answer;
}

Result<Outline> outline(const Store& store, const OutlineRequest& request) {
    const Shaped shaped = TRY(shape_meant(nullptr, store, request.session));
    return outline(store, request, shaped);
}

}  // namespace hence
