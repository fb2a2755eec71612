// What the steps of a run lack beside each other: a rationale, or the correlation.
//
// A decision, an assumption or a curation without a given rationale is always a gap. Other things
// are missing only in comparison: a tool call without a rationale is a gap in a run that explains
// other calls, and a decision without a correlation is a gap where the same agent used one in that
// run. A thread by correlation has only part of a run, so the rest of the run is read where it
// could change the finding.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/gaps.h"
#include "hence/store.h"
#include "views/find/session_events.h"
#include "views/gaps/list.h"

namespace hence {

// To be given every event of the thread, in order; then `settle`. The store and `sessions` must
// outlive it.
class RunGaps {
public:
    RunGaps(const Store& store, Sessions& sessions, ThreadScope scope)
        : store_(store), sessions_(sessions), scope_(scope) {}

    // `session` is the one that the event belongs to.
    void add(const Event& event, std::string_view session, GapList& gaps);

    // A correlation has only a part of its runs: the rest is looked at where it may matter.
    Result<void> settle(GapList& gaps);

private:
    struct Decision {
        GapPlace place;
        std::string agent;
    };
    // Events of a session without a run count as one run.
    struct Run {
        std::string session;
        std::string name;
        std::uint64_t tool_calls = 0;
        std::uint64_t decisions = 0;
        bool explains_calls = false;       // Some tool call of it has a given rationale.
        std::vector<GapPlace> bare_calls;  // Tool calls that have none.
        std::vector<Decision> unthreaded;
        ByText<std::string> correlations;  // By agent: its first.
    };
    struct Counts {
        std::uint64_t tool_calls = 0;
        std::uint64_t decisions = 0;
    };

    Run& run_of(const Event& event, std::string_view session);
    Result<Counts> recorded(const Run& run);
    Result<void> look_outside(Run& run);
    void report(const Run& run, GapList& gaps);
    void report_checks(GapList& gaps) const;

    const Store& store_;
    Sessions& sessions_;
    ThreadScope scope_;
    ByText<std::uint32_t> by_name_;  // By joined(session, run).
    std::vector<Run> runs_;
    std::uint32_t last_ = 0;  // Neighbours are mostly of the same run.
    std::uint64_t decisions_ = 0;
    std::uint64_t threaded_ = 0;  // Decisions with a correlation, or in a run that has one.
    std::uint64_t steps_ = 0;     // That need a rationale.
    std::uint64_t unasked_ = 0;   // Tool calls of runs that explain none.
};

}  // namespace hence
