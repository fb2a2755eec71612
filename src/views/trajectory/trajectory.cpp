// A session step by step, handed out while it is read. The walk sees only events that had arrived
// when it began, so events that arrive meanwhile can neither shift a page nor appear in half of it.
// A page that is a large part of the session is made by a walk through all of it, and a small page
// by look-ups.
#include "hence/trajectory.h"

#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/erased.h"
#include "model/position.h"
#include "views/cause/refs.h"
#include "views/find/page_token.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"
#include "views/trajectory/attached.h"
#include "views/tree/awaited_parents.h"
#include "views/tree/forest.h"

namespace hence {
namespace {

// A page that is at least this part of the session is worth a walk through all of it.
constexpr std::uint64_t worth_a_survey = 4;

}  // namespace

class Trajectory::Walk {
public:
    Walk(const Store& store, const TrajectoryRequest& request)
        : store_(store),
          sessions_(store),
          session_refs_(store),
          refs_(store, sessions_),
          limit_(request.limit),
          seq_max_(store.last_seq()) {}

    Result<void> begin(const std::string& session, const std::string& cursor) {
        StepRange range{session, std::nullopt, seq_max_};
        sessions_.tell(session);
        if (!cursor.empty()) {
            const EventToken page = TRY(event_token(cursor, Direction::forward));
            range.after = page.place;
            from_the_start_ = false;
        }
        const std::optional<Summary> row = TRY(store_.summary(Space::session, session));
        const bool survey = limit_ == 0 || !row || limit_ >= row->events / worth_a_survey;
        parts_ = TRY(survey ? known_step_parts(store_, sessions_, range)
                            : asked_step_parts(store_, sessions_, range));
        events_ = TRY(sessions_.events(session, {.after = range.after}));
        return {};
    }

    Result<std::optional<TrajectoryStep>> next() {
        while (events_) {
            std::optional<Event> event = TRY(events_->next());
            if (!event) {
                events_.reset();
                break;
            }
            if (event->seq() > seq_max_) {
                continue;
            }
            const bool elsewhere = TRY(parts_->belongs_elsewhere(*event));
            if (!elsewhere && limit_ > 0 && steps_ == limit_) {
                // One more than the page holds: there is another page.
                next_page_ = to_token({Direction::forward, last_});
                events_.reset();
                break;
            }
            TRY(note(*event));
            if (!elsewhere) {
                ++steps_;
                StepParts::Parts parts = TRY(parts_->of(*event));
                return std::optional(
                    TrajectoryStep{std::move(*event), std::move(parts.end), std::move(parts.logs)});
            }
        }
        return std::optional<TrajectoryStep>();
    }

    const std::optional<std::string>& next_page() const { return next_page_; }

    Result<Completeness> completeness() {
        TRY(settle_parents());
        lacking_.cycles = forest_.cut_cycles();
        return std::move(lacking_);
    }

private:
    // An event of this page, told by itself or with another.
    Result<void> note(const Event& event) {
        last_ = position_of(event);
        parents_.place(forest_, forest_.add(event), event);
        lacking_.erased += is_erased(event) ? 1U : 0U;
        return from_the_start_ ? session_refs_.check(event, lacking_.unresolved_refs)
                               : refs_.check(event, lacking_.unresolved_refs);
    }

    // A parent that is not on this page may be on another page, or in another session.
    Result<void> settle_parents() {
        const std::vector<Orphan> orphans = TRY(parents_.settle(forest_, store_));
        for (const Orphan& orphan : orphans) {
            lacking_.missing_parents.push_back(
                {std::string(forest_.id(orphan.node)), orphan.parent});
        }
        return {};
    }

    const Store& store_;
    Sessions sessions_;
    SessionRefs session_refs_;
    Refs refs_;
    Forest forest_;
    AwaitedParents parents_;
    std::unique_ptr<StepParts> parts_;
    std::unique_ptr<Cursor> events_;
    std::uint64_t limit_;
    std::uint64_t seq_max_;
    std::uint64_t steps_ = 0;
    bool from_the_start_ = true;
    Position last_;
    std::optional<std::string> next_page_;
    Completeness lacking_;
};

Trajectory::Trajectory(std::string session, std::unique_ptr<Walk> walk)
    : session_(std::move(session)), walk_(std::move(walk)) {}
Trajectory::Trajectory(Trajectory&&) noexcept = default;
Trajectory& Trajectory::operator=(Trajectory&&) noexcept = default;
Trajectory::~Trajectory() = default;

Result<std::optional<TrajectoryStep>> Trajectory::next() {
    return walk_->next();
}

const std::optional<std::string>& Trajectory::next_page() const {
    return walk_->next_page();
}

Result<Completeness> Trajectory::completeness() {
    return walk_->completeness();
}

Result<Trajectory> trajectory(const Store& store, const TrajectoryRequest& request) {
    std::string session = TRY(resolve_name(store, Space::session, request.session));
    auto walk = std::make_unique<Trajectory::Walk>(store, request);
    TRY(walk->begin(session, request.cursor));
    return Trajectory(std::move(session), std::move(walk));
}

}  // namespace hence
