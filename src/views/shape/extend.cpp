// Brings a shape up to date with the events that have arrived since. That takes a pass over its
// columns, where reading a session that is being recorded would take a pass over all its events.
//
// What arrives can change what was there in three ways only: it may be the parent that an event
// waited for, it may end a call or begin one that is ended already, and it may stand anywhere in
// the order. When an unfinished event was completed, or telemetry was settled anew, the session is
// read anew; any other id is never given twice, so the parents that were found stay what they are.
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/try.h"
#include "model/position.h"
#include "views/find/session_events.h"
#include "views/shape/rows.h"

namespace hence {
namespace {

constexpr std::uint64_t arrivals_min = 20'000;  // So many are always gone through.
constexpr std::size_t runs_asked_max = 1'000;

// Whether events that do not name the session may belong to it.
Result<bool> may_borrow(const Store& store, const SessionShape& shape) {
    Sessions sessions(store);
    const bool loose = TRY(sessions.any_loose());
    if (loose && shape.run_names.size() > runs_asked_max) {
        return true;
    }
    for (std::uint32_t run = 0; loose && run < shape.run_names.size(); ++run) {
        const std::optional<Summary> row =
            TRY(store.summary(Space::loose_run, shape.run_names.name(run)));
        if (row) {
            return true;
        }
    }
    const std::vector<std::string>* const derived = TRY(sessions.derived_runs(shape.session));
    const Lineage* const lineage = TRY(sessions.lineage(shape.session));
    return !derived->empty() || lineage->is_fork();
}

// Whether no other event has taken the place of this one.
Result<bool> still_stands(const Store& store, const Event& event) {
    if (!event.has(Flag::unfinished) && !event.has(Flag::settled)) {
        return true;
    }
    const std::optional<Event> stands = TRY(store.find(event.id()));
    return stands && stands->seq() == event.seq();
}

Result<bool> any_completed(const Store& store, const SessionShape& shape) {
    for (const auto& [id, seq] : shape.unfinished) {
        const std::optional<Event> stands = TRY(store.find(id));
        if (!stands || stands->seq() != seq) {
            return true;
        }
    }
    return false;
}

// Whether events of telemetry arrived since. Each may stand for an event that the shape has, also
// under another session, and the number of events does not tell.
Result<bool> any_settled(const Store& store, const Shaped& shaped, std::uint64_t last_seq) {
    if (!shaped.shape->settled) {
        return false;
    }
    const auto cursor = TRY(store.read(shaped.last_seq + 1, last_seq));
    while (true) {
        const std::optional<Event> event = TRY(cursor->next());
        if (!event || event->has(Flag::settled)) {
            return event.has_value();
        }
    }
}

template <class Column>
void reorder(Column& column, const std::vector<std::uint32_t>& order) {
    Column ordered(column.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        ordered[i] = column[order[i]];
    }
    column = std::move(ordered);
}

class ShapeExtender {
public:
    ShapeExtender(const Store& store, const SessionShape& shape)
        : store_(store), shape_(std::make_shared<SessionShape>(shape)) {
        shape_->critical = std::make_shared<SessionShape::Critical>();
    }

    // True when something in these numbers concerns the session.
    Result<bool> read(std::uint64_t from_seq, std::uint64_t to_seq) {
        last_seq_ = to_seq;
        const auto cursor = TRY(store_.read(from_seq, to_seq));
        while (true) {
            std::optional<Event> event = TRY(cursor->next());
            if (!event) {
                break;
            }
            if (shape_->lost.contains(std::string(event->id()))) {
                found_.emplace_back(event->id());
            }
            if (event->session() == shape_->session) {
                const bool stands = TRY(still_stands(store_, *event));
                if (stands) {
                    arrived_.push_back(std::move(*event));
                }
            }
        }
        return !arrived_.empty() || !found_.empty();
    }

    Result<std::shared_ptr<const SessionShape>> extend() {
        add_rows();
        put_in_order();
        TRY(find_parents());
        TRY(hang_what_waited());
        TRY(settle_calls());
        settle_tree(*shape_);
        return std::shared_ptr<const SessionShape>(std::move(shape_));
    }

private:
    void add_rows();
    void put_in_order();
    Result<void> find_parents();
    Result<void> hang_what_waited();
    Result<void> settle_calls();

    // Nothing when it was not recorded, or only behind the numbers that were read.
    Result<std::optional<Event>> recorded(std::string_view id) const {
        std::optional<Event> event = TRY(store_.find(id));
        return event && event->seq() <= last_seq_ ? std::move(event) : std::nullopt;
    }

    const Store& store_;
    std::shared_ptr<SessionShape> shape_;
    std::uint64_t last_seq_ = 0;
    std::vector<Event> arrived_;      // Of the session.
    std::vector<std::string> found_;  // Lost parents that have come, wherever.
    std::set<std::string> calls_;     // What arrived begins or ends these.
};

void ShapeExtender::add_rows() {
    std::ranges::sort(arrived_, {}, [](const Event& event) { return position_of(event); });
    for (const Event& event : arrived_) {
        const ShapeFact fact = shape_fact(event);
        add_row(*shape_, event, fact);
        if (fact.begins_call || fact.ends_call) {
            calls_.insert(fact.call_id);
        }
    }
}

void ShapeExtender::put_in_order() {
    SessionShape& shape = *shape_;
    const std::size_t before = shape.size() - arrived_.size();
    const auto at = [&](std::size_t index) {
        return shape.position(static_cast<std::uint32_t>(index));
    };
    if (before == 0 || arrived_.empty() || at(before - 1) < at(before)) {
        return;
    }
    std::vector<std::uint32_t> order(shape.size());
    std::iota(order.begin(), order.end(), 0U);
    std::inplace_merge(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(before),
                       order.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return at(a) < at(b); });
    std::vector<std::uint32_t> moved(shape.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        moved[order[i]] = i;
    }
    for (std::uint32_t& parent : shape.parents) {
        parent = parent == SessionShape::none ? parent : moved[parent];
    }
    reorder(shape.seqs, order);
    reorder(shape.times, order);
    reorder(shape.durations, order);
    reorder(shape.flags, order);
    for (auto* column : {&shape.parents, &shape.kinds, &shape.agents, &shape.runs}) {
        reorder(*column, order);
    }
    shape.as_arrived = std::ranges::is_sorted(shape.seqs);
}

Result<void> ShapeExtender::find_parents() {
    for (const Event& event : arrived_) {
        if (event.parent().empty()) {
            continue;
        }
        const std::uint32_t index = *shape_->index_of(position_of(event));
        const std::optional<Event> parent = TRY(recorded(event.parent()));
        const std::optional<std::uint32_t> above =
            parent ? shape_->index_of(position_of(*parent)) : std::nullopt;
        if (above) {
            shape_->parents[index] = *above;
        } else if (!parent) {
            shape_->flags[index] |= SessionShape::lost_above;
            shape_->lost.emplace(event.parent());
            ++shape_->missing_parents;
        }
    }
    return {};
}

// Of what hangs on a parent that has come, only events of this session count.
Result<void> ShapeExtender::hang_what_waited() {
    for (const std::string& id : found_) {
        const std::optional<Event> parent = TRY(recorded(id));
        const auto cursor = TRY(store_.scan({Space::parent, id}));
        while (true) {
            const std::optional<Event> child = TRY(cursor->next());
            if (!child) {
                break;
            }
            const std::optional<std::uint32_t> index = shape_->index_of(position_of(*child));
            if (!index || !shape_->has(*index, SessionShape::lost_above)) {
                continue;
            }
            shape_->flags[*index] &= static_cast<std::uint8_t>(~SessionShape::lost_above);
            --shape_->missing_parents;
            const std::optional<std::uint32_t> above =
                parent ? shape_->index_of(position_of(*parent)) : std::nullopt;
            shape_->parents[*index] = above.value_or(SessionShape::none);
        }
        shape_->lost.erase(id);
    }
    return {};
}

// All events of these calls are gone through once more, old and new.
Result<void> ShapeExtender::settle_calls() {
    Sessions sessions(store_);
    ShapeCalls calls(*shape_);
    for (const std::string& id : calls_) {
        const auto cursor = TRY(sessions.named({Space::call, id}, shape_->session, {}));
        while (true) {
            const std::optional<Event> event = TRY(cursor->next());
            if (!event) {
                break;
            }
            const std::optional<std::uint32_t> index = shape_->index_of(position_of(*event));
            if (index) {
                const ShapeFact fact = shape_fact(*event);
                put_own(*shape_, *index, fact);
                calls.see(*index, fact);
            }
        }
    }
    calls.finish();
    return {};
}

}  // namespace

Result<Shaped> brought_up_to_date(const Store& store, const Shaped& shaped) {
    const SessionShape& shape = *shaped.shape;
    const std::uint64_t last_seq = store.last_seq();
    if (last_seq == shaped.last_seq) {
        return shaped;
    }
    if (last_seq < shaped.last_seq || shape.borrowed > 0) {
        return shape_of(store, shape.session);
    }
    const bool borrows = TRY(may_borrow(store, shape));
    const bool completed = TRY(any_completed(store, shape));
    if (borrows || completed) {
        return shape_of(store, shape.session);
    }
    const bool resettled = TRY(any_settled(store, shaped, last_seq));
    if (resettled) {
        return shape_of(store, shape.session);
    }
    const std::optional<Summary> row = TRY(store.summary(Space::session, shape.session));
    if (shape.lost.empty() && row && row->events == shape.size()) {
        return Shaped{shaped.shape, last_seq};
    }
    if (last_seq - shaped.last_seq > std::max<std::uint64_t>(arrivals_min, shape.size() / 4)) {
        return shape_of(store, shape.session);
    }
    ShapeExtender extender(store, shape);
    const bool changed = TRY(extender.read(shaped.last_seq + 1, last_seq));
    if (!changed) {
        return Shaped{shaped.shape, last_seq};
    }
    std::shared_ptr<const SessionShape> extended = TRY(extender.extend());
    return Shaped{std::move(extended), last_seq};
}

}  // namespace hence
