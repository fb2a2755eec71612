// Reads a session once and makes its shape. Events that arrive during the reading are left out by
// their number, so that a shape is exactly the session up to one number of the log.
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "views/find/id_numbers.h"
#include "views/find/session_events.h"
#include "views/shape/rows.h"

namespace hence {
namespace {

// An event whose parent had not been met yet.
struct Waiting {
    std::uint32_t index;
    std::string parent;
};

class ShapeBuilder {
public:
    ShapeBuilder(const Store& store, const std::string& session)
        : store_(store), last_seq_(store.last_seq()), shape_(std::make_shared<SessionShape>()) {
        shape_->session = session;
    }

    Result<Shaped> build() {
        TRY(reserve());
        TRY(read_session());
        TRY(settle_parents());
        settle_tree(*shape_);
        return Shaped{std::move(shape_), last_seq_};
    }

private:
    Result<void> reserve() {
        const std::optional<Summary> row = TRY(store_.summary(Space::session, shape_->session));
        const std::size_t events = row ? row->events : 0;
        shape_->seqs.reserve(events);
        shape_->times.reserve(events);
        shape_->durations.reserve(events);
        shape_->flags.reserve(events);
        for (auto* column : {&shape_->parents, &shape_->kinds, &shape_->agents, &shape_->runs}) {
            column->reserve(events);
        }
        return {};
    }

    Result<void> read_session() {
        Sessions sessions(store_);
        ShapeCalls calls(*shape_);
        const auto cursor = TRY(sessions.events(shape_->session, {}));
        while (true) {
            const std::optional<Event> event = TRY(cursor->next());
            if (!event) {
                break;
            }
            // What arrives meanwhile comes with the next reading, all of it or nothing.
            if (event->seq() <= last_seq_) {
                calls.see(add(*event), fact_);
            }
        }
        calls.finish();
        return {};
    }

    std::uint32_t add(const Event& event) {
        const std::uint32_t index = ids_.add(event.id());
        fact_ = shape_fact(event);
        add_row(*shape_, event, fact_);
        if (!event.parent().empty()) {
            const std::uint32_t parent = ids_.find(event.parent());
            if (parent != IdNumbers::none) {
                shape_->parents[index] = parent;
            } else {
                waiting_.push_back({index, std::string(event.parent())});
            }
        }
        return index;
    }

    // A parent that is not in the session belongs to another one, or was never recorded.
    Result<void> settle_parents() {
        TextViews elsewhere;
        for (const Waiting& child : waiting_) {
            const std::uint32_t parent = ids_.find(child.parent);
            if (parent != IdNumbers::none) {
                shape_->parents[child.index] = parent;
                continue;
            }
            bool lost = shape_->lost.contains(child.parent);
            if (!lost && !elsewhere.contains(child.parent)) {
                const std::optional<Event> found = TRY(store_.find(child.parent));
                lost = !found || found->seq() > last_seq_;
                if (lost) {
                    shape_->lost.insert(child.parent);
                } else {
                    elsewhere.insert(child.parent);
                }
            }
            if (lost) {
                shape_->flags[child.index] |= SessionShape::lost_above;
                ++shape_->missing_parents;
            }
        }
        return {};
    }

    const Store& store_;
    std::uint64_t last_seq_;
    std::shared_ptr<SessionShape> shape_;
    IdNumbers ids_;  // By index.
    std::vector<Waiting> waiting_;
    ShapeFact fact_;  // Of the event that was added last.
};

}  // namespace

Result<Shaped> shape_of(const Store& store, const std::string& session) {
    return ShapeBuilder(store, session).build();
}

}  // namespace hence
