// One run told by its decisions: what it was for, which way it went and why, how it ended.
//
// A step for which nobody gave a reason has none here, and is counted. A debrief keeps only the
// numbers of a long run's events, and reads the events again while it is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/completeness.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/tokens.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct DebriefRequest {
    // Its name, an unambiguous beginning or end of it, or "latest"; or a session, whose latest run
    // is meant.
    std::string run;
    std::string session = {};  // Decides between runs of the same name.
    bool markdown = false;     // As text, a page of Markdown.
    // As JSON, each step of the path also has its event, its summary, and what the agent said in
    // the answer that asked for it.
    bool summaries = false;
};

// Some events of the run, in order.
struct DebriefSection {
    std::vector<std::uint64_t> seqs;
    std::vector<Event> events;  // One each, while they are few; else empty.
};

struct DebriefVerdict {
    std::string status;  // Empty when the end did not say.
    TokenUse tokens;     // Of the run's model calls, else as its end states.
    // As its end says, else from the first beginning to the last end; nothing without times.
    std::optional<double> duration_ms;
};

struct Debrief {
    std::string run;  // The whole name.
    bool markdown = false;
    bool summaries = false;
    std::optional<std::string> goal;
    DebriefSection path;  // Tool calls, decisions, strategy switches, reactions, delegations.
    DebriefSection assumptions;
    DebriefSection curations;
    DebriefSection alternatives;
    DebriefSection reasons;  // Those of the path, curations and terminations that have a reason.
    std::uint64_t path_reasons = 0;  // How many of the reasons are of the path.
    std::string terminated_by = "unknown";
    std::string termination_rationale;  // JSON; empty when none was given.
    std::optional<DebriefVerdict> verdict;
    std::string failed_on;                // Of a failed run: the last call or error that failed.
    std::vector<std::string> other_runs;  // Of the session that was asked for, the newest first.
    std::uint64_t tool_calls = 0;
    std::uint64_t tool_calls_with_rationale = 0;
    Completeness completeness;
};

// Fails with not_found when the run was never recorded, and with invalid when it is ambiguous.
Result<Debrief> debrief(const Store& store, const DebriefRequest& request);

// {"run_id","goal","path","assumptions","curator_actions","alternatives","termination","verdict",
// "rationale","coverage","completeness"}
Result<void> write_json(const Debrief& debrief, const Store& store, const Sink& sink);
// Sections appear when they have something; long texts are cut. Markdown is whole.
Result<void> write_text(const Debrief& debrief, const Store& store, const Sink& sink);

}  // namespace hence
