#include "views/drift/work.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "base/try.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/considered.h"
#include "views/find/event_at.h"
#include "views/find/query_match.h"

namespace hence {
namespace {

constexpr std::string_view unnamed = "unknown";

std::string name_in(const Event& event, std::string_view field_name) {
    std::string name = text_field(event, field_name);
    return name.empty() ? std::string(unnamed) : name;
}

// Counts the events of one agent in one session, in order.
class WorkTally {
public:
    explicit WorkTally(const Store& store)
        : store_(store),
          sessions_(store),
          counted_sessions_(sessions_, names_),
          calls_(store, counted_sessions_, [this](const PairedCall& call) { add_settled(call); }) {}
    WorkTally(const WorkTally&) = delete;
    WorkTally& operator=(const WorkTally&) = delete;

    Result<void> add(const Event& event) {
        const std::string_view kind = event.kind();
        spent_.add(event);
        add_extent(event);
        if (wants_rationale(kind)) {
            if (rationale_given(event)) {
                ++work_.rationale_given;
            } else {
                work_.rationale_missing.add(event.id());
            }
        }
        if (kind == Kind::tool_call) {
            add_step(event);
            work_.calls.add(event.id());
            work_.tool_calls.add(event.id());
            work_.tools[name_in(event, "tool_name")].add(event.id());
            return calls_.add_start(event, 0);
        }
        if (kind == Kind::observation) {
            return calls_.add_end(event);
        }
        if (kind == Kind::llm_call) {
            add_model_call(event);
        } else if (kind == Kind::decision) {
            add_decision(event);
        } else if (kind == Kind::error) {
            ++work_.tries;
            add_failure(position_of(event), event.id());
        }
        return {};
    }

    Result<AgentWork> finish() {
        TRY(calls_.finish());
        for (auto& [place, event] : failures_) {
            if (event.empty()) {
                const std::optional<Event> failed = TRY(event_at(store_, place.seq));
                event = failed ? failed->id() : std::string_view();
            }
            work_.failures.events.push_back(event);
        }
        // A failed end may stand alone: its start is another agent's, or was not recorded.
        work_.tries = std::max(work_.tries + work_.calls.total, work_.failures.total);
        work_.tokens = spent_.tokens().total;
        // Of one instant nobody said how long it took.
        if (extent_.from() && *extent_.from() < *extent_.to()) {
            work_.duration_ms = extent_.duration_ms();
            work_.span.add(first_);
            if (last_ != first_) {
                work_.span.add(last_);
            }
        }
        return std::move(work_);
    }

private:
    void add_step(const Event& event) { work_.steps.add(event.id()); }

    void add_model_call(const Event& event) {
        add_step(event);
        work_.calls.add(event.id());
        if (tokens_of(event)) {
            work_.token_calls.add(event.id());
        }
        if (failed_call(event)) {
            add_failure(position_of(event), event.id());
        }
    }

    // Of a call that ends outside the walk a failure is known late. Without an id, it is looked up.
    void add_failure(const Position& place, std::string_view event) {
        ++work_.failures.total;
        failures_.emplace(place, event);
        if (failures_.size() > Evidence::shown_max) {
            failures_.erase(std::prev(failures_.end()));
        }
    }

    void add_decision(const Event& event) {
        add_step(event);
        work_.all_decisions.add(event.id());
        work_.decisions[name_in(event, "decision_type")].add(event.id());
        if (const std::optional<double> confidence = confidence_given(event)) {
            work_.sure.add(event.id());
            work_.confidence_sum += *confidence;
        }
    }

    void add_extent(const Event& event) {
        const std::optional<Time> from = extent_.from();
        const std::optional<Time> to = extent_.to();
        extent_.add(event);
        if (extent_.from() && (!from || *extent_.from() < *from)) {
            first_ = event.id();
        }
        if (extent_.to() && (!to || *to < *extent_.to())) {
            last_ = event.id();
        }
    }

    void add_settled(const PairedCall& call) {
        if (call.failed) {
            add_failure(call.place, {});
        }
    }

    const Store& store_;
    AgentWork work_;
    NameTable names_;
    Sessions sessions_;
    CountedSessions counted_sessions_;
    PairedCalls calls_;
    Spent spent_;
    Extent extent_;
    std::map<Position, std::string> failures_;  // The earliest.
    std::string first_;
    std::string last_;
};

}  // namespace

void Evidence::add(std::string_view event) {
    ++total;
    if (events.size() < shown_max) {
        events.emplace_back(event);
    }
}

Result<AgentWork> agent_work(const Store& store, const WorkAsked& asked) {
    const EventQuery query{.agent = asked.agent, .session = asked.session};
    const std::unique_ptr<Cursor> events = TRY(matching(store, query, {}));
    WorkTally tally(store);
    return tally_of(*events, tally);
}

}  // namespace hence
