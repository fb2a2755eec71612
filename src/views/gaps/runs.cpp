#include "views/gaps/runs.h"

#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/facts.h"
#include "model/kinds.h"

namespace hence {
namespace {

std::uint64_t count_of(const Summary& row, Kind kind) {
    const auto found = row.kinds.find(std::string(name_of(kind)));
    return found == row.kinds.end() ? 0 : found->second;
}

std::string without_rationale(const Event& event) {
    return event.rationale().empty()
               ? fmt::format("this {} carries no rationale", event.kind())
               : fmt::format("the rationale of this {} was derived, not given", event.kind());
}

}  // namespace

RunGaps::Run& RunGaps::run_of(const Event& event, std::string_view session) {
    if (!runs_.empty() && runs_[last_].name == event.run() && runs_[last_].session == session) {
        return runs_[last_];
    }
    const auto next = static_cast<std::uint32_t>(runs_.size());
    const auto [known, fresh] = by_name_.try_emplace(joined(session, event.run()), next);
    if (fresh) {
        Run& run = runs_.emplace_back();
        run.session = session;
        run.name = event.run();
    }
    last_ = known->second;
    return runs_[last_];
}

void RunGaps::add(const Event& event, std::string_view session, GapList& gaps) {
    const std::string_view kind = event.kind();
    const bool is_call = kind == Kind::tool_call;
    steps_ += !is_call && wants_rationale(kind) ? 1 : 0;
    decisions_ += kind == Kind::decision ? 1 : 0;
    if (!is_call && wants_rationale(kind) && !rationale_given(event)) {
        gaps.add(place_of(event), gap_rule::rationale_missing, without_rationale(event));
    }
    if (session.empty() && event.run().empty()) {
        unasked_ += is_call ? 1 : 0;
        return;  // Strangers to each other.
    }
    Run& run = run_of(event, session);
    if (is_call) {
        ++run.tool_calls;
        run.explains_calls = run.explains_calls || rationale_given(event);
        if (!rationale_given(event)) {
            run.bare_calls.push_back(place_of(event));
        }
    }
    run.decisions += kind == Kind::decision ? 1 : 0;
    if (event.agent().empty()) {
        return;
    }
    if (!event.correlation().empty()) {
        threaded_ += kind == Kind::decision ? 1 : 0;
        if (!run.correlations.contains(event.agent())) {
            run.correlations.emplace(event.agent(), event.correlation());
        }
    } else if (kind == Kind::decision) {
        run.unthreaded.push_back({place_of(event), std::string(event.agent())});
    }
}

// How much of it there is in the store, in any thread. Events of the run that name no session are
// counted apart, whomever they belong to: counting too many costs a walk through the run, no more.
Result<RunGaps::Counts> RunGaps::recorded(const Run& run) {
    const bool whole_session = run.name.empty();
    std::vector<std::optional<Summary>> rows(3);
    rows[0] = TRY(whole_session ? store_.summary(Space::session, run.session)
                                : store_.summary(Space::run, run.name, run.session));
    if (!whole_session && !run.session.empty()) {
        rows[1] = TRY(store_.summary(Space::loose_run, run.name));
        if (run.name != run.session) {
            rows[2] = TRY(store_.summary(Space::run, run.name, run.name));
        }
    }
    Counts counts;
    for (const std::optional<Summary>& row : rows) {
        if (row) {
            counts.tool_calls += count_of(*row, Kind::tool_call);
            counts.decisions += count_of(*row, Kind::decision);
        }
    }
    return counts;
}

Result<void> RunGaps::look_outside(Run& run) {
    const Counts there = TRY(recorded(run));
    const bool calls_open = !run.explains_calls && !run.bare_calls.empty();
    if (!(calls_open && there.tool_calls > run.tool_calls) &&
        !(!run.correlations.empty() && there.decisions > run.decisions)) {
        return {};
    }
    std::unique_ptr<Cursor> cursor;
    if (run.name.empty()) {
        cursor = TRY(store_.scan({Space::session, run.session}));
    } else {
        cursor = TRY(sessions_.run_events(run.session, run.name, {}));
    }
    std::optional<Event> event = TRY(cursor->next());
    while (event) {
        if (event->run() == run.name) {
            run.explains_calls =
                run.explains_calls || (event->kind() == Kind::tool_call && rationale_given(*event));
            if (event->kind() == Kind::decision && event->correlation().empty()) {
                run.unthreaded.push_back({place_of(*event), std::string(event->agent())});
            }
        }
        event = TRY(cursor->next());
    }
    return {};
}

void RunGaps::report(const Run& run, GapList& gaps) {
    const std::string where = run.name.empty() ? "its session" : "run " + run.name;
    (run.explains_calls ? steps_ : unasked_) += run.tool_calls;
    if (run.explains_calls) {
        for (const GapPlace& call : run.bare_calls) {
            gaps.add(call, gap_rule::rationale_missing,
                     fmt::format("this tool_call carries no rationale, others of {} do", where));
        }
    }
    for (const Decision& decision : run.unthreaded) {
        const auto known = run.correlations.find(decision.agent);
        if (known != run.correlations.end()) {
            ++threaded_;
            gaps.add(decision.place, gap_rule::unthreaded_decision,
                     fmt::format("{} recorded events of {} in {}, and this decision without a "
                                 "correlation",
                                 decision.agent, known->second, where));
        }
    }
}

Result<void> RunGaps::settle(GapList& gaps) {
    for (Run& run : runs_) {
        if (scope_ == ThreadScope::correlation) {
            TRY(look_outside(run));
        }
        report(run, gaps);
    }
    report_checks(gaps);
    return {};
}

void RunGaps::report_checks(GapList& gaps) const {
    gaps.checked(
        gap_rule::unthreaded_decision, threaded_,
        if_none(threaded_, decisions_ == 0 ? "no decision was recorded"
                                           : "no decision stands in a run that has a correlation"));
    const std::string calls = counted(unasked_, "tool call");
    std::string note;
    if (steps_ == 0) {
        note = unasked_ > 0 ? "no rationale was ever given: " + calls
                            : "no decision, assumption, curation or tool call was recorded";
    } else if (unasked_ > 0) {
        note = calls + " not checked: no tool call of the same run has a rationale";
    }
    gaps.checked(gap_rule::rationale_missing, steps_, std::move(note));
}

}  // namespace hence
