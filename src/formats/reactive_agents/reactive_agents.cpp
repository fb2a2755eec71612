// A trace says less than it seems to. An end of a tool call does not name its start, so the two are
// paired here; the reasons that a model wrote into its text stand in the model call, and are given
// to the tool calls of that turn. Both look back only: what a record becomes depends on those
// before it in the file, never on those after it, so that a file may be read while it grows.
//
// The one thing that waits is an assumption found in a model's text. The program that writes these
// traces looks for them as well, and records the ones that it finds a little later: those are not
// told twice.
#include "formats/reactive_agents/reactive_agents.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/try.h"
#include "formats/common/records.h"
#include "formats/reactive_agents/bus.h"
#include "formats/reactive_agents/calls.h"
#include "formats/reactive_agents/events.h"
#include "formats/reactive_agents/turn.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

// An assumption that waits, and the line of the text that it was found in.
struct Found {
    std::string assumption;
    Event event;
    std::uint64_t line = 0;
};

// What must be known of a run to read on. A run of which nothing is known has none.
struct RunState {
    std::string session = {};  // As its beginning said, if its name says otherwise.
    std::string agent = {};    // As an event of the bus said.
    std::uint64_t results = 0;
    ReactiveCalls calls = {};
    ReactiveTurn turn = {};
    std::vector<Found> found = {};
    std::optional<std::int64_t> iteration_of_found = {};
    std::size_t found_in_iteration = 0;

    bool empty() const {
        return session.empty() && agent.empty() && results == 0 && calls.empty() && turn.empty() &&
               found.empty() && found_in_iteration == 0;
    }
};

class ReactiveAgentsReader final : public RecordReader {
public:
    explicit ReactiveAgentsReader(const ReadOptions& options)
        : RecordReader(options), arrival_(options.arrival) {}

    std::vector<std::string> copies() override { return std::exchange(copies_, {}); }
    std::uint64_t finish(Batch&) override {
        std::uint64_t held = 0;
        for (const auto& [name, run] : runs_) {
            held += run.found.size();
        }
        return held;
    }

private:
    Result<void> read(const Record& record, Batch& batch) override;
    Result<void> read_kind(ReactiveRecord trace, RunState& run, const Record& record, Batch& batch);
    Result<void> read_start(ReactiveRecord trace, RunState& run, const Record& record,
                            Batch& batch);
    Result<void> read_end(ReactiveRecord trace, RunState& run, const Record& record, Batch& batch);
    Result<void> read_exchange(ReactiveRecord trace, RunState& run, const Record& record,
                               Batch& batch);
    static Result<void> read_run_started(ReactiveRecord trace, const Record& record, Batch& batch);
    static Result<void> read_run_completed(ReactiveRecord trace, const Record& record,
                                           Batch& batch);
    ReactiveWhen when(const Record& record) const;
    static void release(RunState& run, Batch& batch);

    std::map<std::string, RunState, std::less<>> runs_;
    std::optional<ReadOptions::Arrival> arrival_;
    std::string last_time_;            // Of the records so far.
    std::vector<std::string> copies_;  // What has no time: sent again, it arrives at another one.
};

// The session is the root of the run: what the record says, what the beginning of the run said,
// what the name of the run says.
void place(ReactiveRecord& trace, RunState& run) {
    const std::string root = trace.rest.text("rootRunId");
    const std::string_view named = root_of_run(trace.run);
    if (!root.empty()) {
        trace.draft.session = root;
        run.session = root == named ? "" : root;
    } else {
        trace.draft.session = run.session.empty() ? std::string(named) : run.session;
        if (trace.draft.session != trace.run) {
            trace.draft.flags.push_back(Flag::session_derived);
        }
    }
    const std::string agent = trace.bus_name.empty() ? "" : trace.rest.text("agentId");
    run.agent = agent.empty() ? run.agent : agent;
    const std::string_view child = agent_of_run(trace.run);
    trace.draft.agent = child.empty() ? run.agent : std::string(child);
}

// A record after which the assumptions of a text, had they been recorded, would have been.
bool ends_the_wait(const ReactiveRecord& trace) {
    return trace.kind != "assumption-recorded" && trace.kind != "entropy-scored";
}

void forget(std::vector<Found>& found, const std::string& assumption) {
    if (!assumption.empty()) {
        // Theirs may be cut.
        std::erase_if(found, [&assumption](const Found& each) {
            return each.assumption.starts_with(assumption);
        });
    }
}

// Who started this run, told as a delegation of that run.
Result<Event> delegation_of(const ReactiveRecord& trace, const std::string& parent) {
    EventDraft draft;
    draft.kind = "delegation";
    draft.time = trace.draft.time;
    draft.run = parent;
    draft.session = trace.draft.session;
    draft.agent = agent_of_run(parent);
    draft.id = derived_id(draft.time, {reactive_agents_name, "delegation", trace.draft.id});
    const std::string_view child = agent_of_run(trace.run);
    draft.fields.text("parent_id", parent);
    draft.fields.text("child_id", child.empty() ? std::string_view(trace.run) : child);
    draft.fields.text("task", trace.json["task"].string().value_or(""));
    draft.fields.text("run_id", trace.run);
    draft.flags.push_back(Flag::derived);
    if (std::ranges::count(trace.draft.flags, Flag::session_derived) > 0) {
        draft.flags.push_back(Flag::session_derived);
    }
    return std::move(draft).finish(reactive_agents_name);
}

Result<Event> assumption_in(const ReactiveRecord& trace, const StatedAssumption& stated,
                            std::string_view exchange_id) {
    EventDraft draft;
    draft.kind = "assumption";
    draft.time = trace.draft.time;
    draft.run = trace.run;
    draft.session = trace.draft.session;
    draft.agent = trace.draft.agent;
    draft.iteration = trace.draft.iteration;
    draft.causes.emplace_back(exchange_id);
    draft.id = derived_id(draft.time,
                          {reactive_agents_name, "assumption", exchange_id, stated.assumption});
    draft.flags = trace.draft.flags;
    tell_assumption(draft, stated);
    return std::move(draft).finish(reactive_agents_name);
}

void ReactiveAgentsReader::release(RunState& run, Batch& batch) {
    for (Found& each : run.found) {
        add(std::move(each.event), {Json(), each.line, {}}, batch);
    }
    run.found.clear();
}

Result<void> ReactiveAgentsReader::read_start(ReactiveRecord trace, RunState& run,
                                              const Record& record, Batch& batch) {
    const std::string tool = trace.json["toolName"].string().value_or("");
    describe_start_of_call(trace);
    ReactiveTurn::Asked asked = run.turn.asked(tool, trace.draft.iteration);
    if (trace.draft.rationale.empty()) {
        trace.draft.rationale = std::move(asked.rationale);
    }
    if (!asked.by.empty()) {
        trace.draft.parent = std::move(asked.by);
        trace.draft.flags.push_back(Flag::parent_derived);
    }
    const std::string given = trace.json["callId"].string().value_or("");
    ReactiveStart start{given.empty() ? trace.draft.id : given,
                        std::string(trace.json["args"].raw())};
    Event event = TRY(finish_reactive(std::move(trace)));
    add(std::move(event), record, batch);
    run.calls.open(tool, std::move(start));
    return {};
}

Result<void> ReactiveAgentsReader::read_end(ReactiveRecord trace, RunState& run,
                                            const Record& record, Batch& batch) {
    const std::string tool = trace.json["toolName"].string().value_or("");
    const std::optional<ReactivePair> pair = run.calls.close(
        tool, {trace.json["callId"].string().value_or(""), std::string(trace.json["args"].raw())});
    describe_end_of_call(trace, pair ? std::string_view(pair->call_id) : std::string_view(),
                         ++run.results);
    if (pair && pair->ambiguous()) {
        trace.draft.fields.text("pairing", "ambiguous");
        trace.draft.fields.value("pairing_candidates", Json(std::to_string(pair->candidates)));
        trace.draft.fields.list("pairing_candidate_ids", pair->candidate_ids);
    }
    Event event = TRY(finish_reactive(std::move(trace)));
    add(std::move(event), record, batch);
    return {};
}

Result<void> ReactiveAgentsReader::read_exchange(ReactiveRecord trace, RunState& run,
                                                 const Record& record, Batch& batch) {
    describe_other(trace);
    const std::string text = trace.json["response"]["content"].string().value_or("");
    const std::string id = trace.draft.id;
    run.turn = ReactiveTurn(trace);
    if (run.iteration_of_found != trace.draft.iteration) {
        run.iteration_of_found = trace.draft.iteration;
        run.found_in_iteration = 0;
    }
    std::vector<Found> found;
    for (const StatedAssumption& stated : stated_assumptions(without_rationale_blocks(text))) {
        if (run.found_in_iteration + found.size() < assumptions_max) {
            Event event = TRY(assumption_in(trace, stated, id));
            found.push_back({stated.assumption, std::move(event), record.line});
        }
    }
    Event event = TRY(finish_reactive(std::move(trace)));
    add(std::move(event), record, batch);
    run.found_in_iteration += found.size();
    std::ranges::move(found, std::back_inserter(run.found));
    return {};
}

Result<void> ReactiveAgentsReader::read_run_started(ReactiveRecord trace, const Record& record,
                                                    Batch& batch) {
    const std::string parent = trace.json["parentRunId"].string().value_or("");
    std::optional<Event> delegation;
    if (!parent.empty() && parent != trace.run) {
        delegation = TRY(delegation_of(trace, parent));
    }
    describe_other(trace);
    Event event = TRY(finish_reactive(std::move(trace)));
    if (delegation) {
        add(std::move(*delegation), record, batch);
    }
    add(std::move(event), record, batch);
    return {};
}

// What a failed run failed on, as an event of its own: answers name errors, whoever told of them.
Result<void> ReactiveAgentsReader::read_run_completed(ReactiveRecord trace, const Record& record,
                                                      Batch& batch) {
    if (const std::string said = trace.json["error"].string().value_or(""); !said.empty()) {
        EventDraft error = draft_beside(trace.draft, "error", "~error");
        error.parent = {};
        error.flags = trace.draft.flags;
        error.flags.push_back(Flag::derived);
        error.fields.text("error", said);
        Event event = TRY(std::move(error).finish(reactive_agents_name));
        add(std::move(event), record, batch);
    }
    describe_other(trace);
    Event event = TRY(finish_reactive(std::move(trace)));
    add(std::move(event), record, batch);
    return {};
}

Result<void> ReactiveAgentsReader::read_kind(ReactiveRecord trace, RunState& run,
                                             const Record& record, Batch& batch) {
    if (trace.kind == "tool-call-start") {
        return read_start(std::move(trace), run, record, batch);
    }
    if (trace.kind == "tool-call-end") {
        return read_end(std::move(trace), run, record, batch);
    }
    if (trace.kind == "llm-exchange") {
        return read_exchange(std::move(trace), run, record, batch);
    }
    if (trace.kind == "run-started") {
        return read_run_started(std::move(trace), record, batch);
    }
    if (trace.kind == "run-completed") {
        return read_run_completed(std::move(trace), record, batch);
    }
    describe_other(trace);
    Event event = TRY(finish_reactive(std::move(trace)));
    add(std::move(event), record, batch);
    return {};
}

// An event of the bus without a time happened when it was posted; in a file, no earlier than the
// record before it.
ReactiveWhen ReactiveAgentsReader::when(const Record& record) const {
    const std::uint64_t index = record.line == 0 ? 0 : record.line - 1;
    return arrival_ ? ReactiveWhen{to_string(to_the_millisecond(arrival_->time)), true, 0}
                    : ReactiveWhen{last_time_, false, index};
}

Result<void> ReactiveAgentsReader::read(const Record& record, Batch& batch) {
    ReactiveRecord trace = TRY(ReactiveRecord::from(record.json, when(record)));
    last_time_ = trace.has_time() ? trace.draft.time : last_time_;
    if (arrival_ && !trace.has_time()) {
        copies_.push_back(trace.draft.id);
    }
    const std::string name = trace.run;
    const bool completed = trace.kind == "run-completed";
    RunState& run = runs_[name];
    place(trace, run);
    if (trace.kind == "assumption-recorded") {
        forget(run.found, trace.json["assumption"].string().value_or(""));
    } else if (ends_the_wait(trace)) {
        release(run, batch);
    }
    Result<void> done = read_kind(std::move(trace), run, record, batch);
    if (completed) {
        run.turn = {};
        run.found_in_iteration = 0;
        run.agent.clear();
        run.results = 0;
    }
    if (run.empty()) {
        runs_.erase(name);
    }
    return done;
}

}  // namespace

bool is_reactive_agents(const Beginning& beginning) {
    const Json record = beginning.record();
    const bool of_bus = !kind_of_bus_name(record["_tag"].string().value_or("")).empty() ||
                        !kind_of_bus_name(record["kind"].string().value_or("")).empty();
    return beginning.has({"kind", "runId", "timestamp"}) ||
           (of_bus && (beginning.has({"taskId"}) || beginning.has({"runId"})));
}

std::unique_ptr<Reader> read_reactive_agents(const ReadOptions& options) {
    return std::make_unique<ReactiveAgentsReader>(options);
}

}  // namespace hence
