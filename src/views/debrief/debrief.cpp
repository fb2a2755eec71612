// One run told by its decisions. The run is read once, in order; each event goes to the sections of
// the answer that show it (the path, assumptions, curations, reasons).
//
// A section keeps the numbers of its events, and up to a limit the events themselves; a long run is
// read again while it is written. A reason that nobody gave is never made up: steps without a
// rationale are counted, and a rationale that an importer derived does not count as given.
#include "hence/debrief.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "hence/store.h"
#include "model/erased.h"
#include "model/extent.h"
#include "model/facts.h"
#include "model/goal.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/summary/summary_text.h"
#include "model/text.h"
#include "model/tokens.h"
#include "views/cause/call.h"
#include "views/cause/cycles.h"
#include "views/cause/links.h"
#include "views/cause/refs.h"
#include "views/debrief/debriefing.h"
#include "views/debrief/words.h"
#include "views/find/id_numbers.h"
#include "views/find/id_numbers.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"
#include "views/find/text_numbers.h"
#include "views/lists/listing_loose.h"

namespace hence {
namespace {

// Up to here a section keeps its events; beyond, they are read again when it is written.
constexpr std::size_t events_kept_max = 10'000;

void add(DebriefSection& section, const Event& event) {
    section.seqs.push_back(event.seq());
    if (section.seqs.size() <= events_kept_max) {
        section.events.push_back(event);
    } else if (!section.events.empty()) {
        section.events = {};
    }
}

// Follows the links among the events of a run, and finds what they lack.
class RunLinks {
public:
    RunLinks(const Store& store, Refs& refs) : store_(store), refs_(refs) {}

    // To be called for every event of the run, in order.
    Result<void> meet(const Event& event, Completeness& completeness) {
        const std::uint32_t node = ids_.add(event.id());
        completeness.erased += is_erased(event) ? 1U : 0U;
        places_.push_back(position_of(event));
        link(event.parent(), node, Lost::matters);
        for (const std::string_view cause : event.causes()) {
            link(cause, node, Lost::is_silent);
        }
        const std::string key = key_of(event);
        if (!key.empty()) {
            keys_.number_of(key);
        }
        // What the run itself has shown needs no look-up.
        for (const std::string& ref : refs_of(event)) {
            if (!is_scratch(ref) && !known(ref)) {
                return refs_.check(event, completeness.unresolved_refs);
            }
        }
        return {};
    }

    Result<void> settle(Completeness& completeness);

private:
    enum class Lost : std::uint8_t { matters, is_silent };
    // A link to an event that had not been met yet.
    struct Waiting {
        std::string cause;
        std::uint32_t effect;
        Lost lost;
    };

    void link(std::string_view cause, std::uint32_t effect, Lost lost) {
        if (cause.empty()) {
            return;
        }
        const std::uint32_t met = ids_.find(cause);
        if (met != IdNumbers::none) {
            arrows_.push_back({met, effect});
            backward_ = backward_ || met == effect;
        } else {
            waiting_.push_back({std::string(cause), effect, lost});
        }
    }

    bool known(std::string_view ref) const {
        return keys_.find(ref) != TextNumbers::none || ids_.find(ref) != IdNumbers::none;
    }

    Result<bool> recorded(const std::string& id);

    const Store& store_;
    Refs& refs_;
    IdNumbers ids_;           // By node.
    TextNumbers keys_;        // Of observations.
    ByText<bool> elsewhere_;  // Whether an id is recorded at all.
    std::vector<Position> places_;
    std::vector<Arrow> arrows_;
    std::vector<Waiting> waiting_;
    // Whether any link goes from an event to itself or to an earlier one: else there is no cycle.
    bool backward_ = false;
};

Result<bool> RunLinks::recorded(const std::string& id) {
    const auto [known, added] = elsewhere_.try_emplace(id, false);
    if (added) {
        const std::optional<Event> event = TRY(store_.find(id));
        known->second = event.has_value();
    }
    return known->second;
}

Result<void> RunLinks::settle(Completeness& completeness) {
    for (const Waiting& each : waiting_) {
        const std::uint32_t met = ids_.find(each.cause);
        if (met != IdNumbers::none) {
            arrows_.push_back({met, each.effect});
            backward_ = true;
        } else if (each.lost == Lost::matters) {
            const bool there = TRY(recorded(each.cause));
            if (!there) {
                completeness.missing_parents.push_back(
                    {std::string(ids_.text(each.effect)), each.cause});
            }
        }
    }
    if (backward_) {
        for (const std::vector<std::uint32_t>& cycle : cycles(places_, arrows_)) {
            std::vector<std::string>& names = completeness.cycles.emplace_back();
            for (const std::uint32_t node : cycle) {
                names.emplace_back(ids_.text(node));
            }
        }
    }
    return {};
}

class Debriefer {
public:
    Debriefer(const Store& store, Sessions& sessions, Refs& refs)
        : store_(store), sessions_(sessions), links_(store, refs) {}

    Result<Debrief> tell(const RunName& run) {
        told_.run = run.run;
        const auto cursor = TRY(sessions_.run_events(run.session, run.run, {}));
        std::optional<Event> event = TRY(cursor->next());
        while (event) {
            take(*event);
            TRY(links_.meet(*event, told_.completeness));
            event = TRY(cursor->next());
        }
        TRY(links_.settle(told_.completeness));
        give_verdict();
        TRY(name_failure());
        return std::move(told_);
    }

private:
    void take(const Event& event);
    void take_step(const Event& event);
    void take_failure(const Event& event);
    void give_verdict();
    bool has_failed() const;
    Result<void> name_failure();

    const Store& store_;
    Sessions& sessions_;
    RunLinks links_;
    Debrief told_;
    Extent extent_;
    Spent spent_;
    std::optional<Event> end_;
    std::optional<Event> failure_;  // The last call or error that failed.
    bool failure_is_last_ = false;  // No other step came behind it.
};

void Debriefer::take(const Event& event) {
    extent_.add(event);
    spent_.add(event);
    take_failure(event);
    const std::string_view kind = event.kind();
    if (kind == Kind::session_start || kind == Kind::prompt || kind == Kind::graph_node) {
        std::string goal = goal_stated(event);
        if (!told_.goal && !goal.empty()) {
            told_.goal = std::move(goal);
        }
    } else if (kind == Kind::assumption) {
        add(told_.assumptions, event);
    } else if (kind == Kind::session_end) {
        end_ = event;
    } else if (kind == Kind::alternatives) {
        add(told_.alternatives, event);
    } else {
        take_step(event);
    }
}

// What may be listed with its reasons.
void Debriefer::take_step(const Event& event) {
    const bool given = rationale_given(event);
    const bool of_path = is_path_kind(event.kind());
    if (of_path) {
        add(told_.path, event);
    } else if (event.kind() == Kind::curation) {
        add(told_.curations, event);
    } else if (event.kind() == Kind::termination) {
        const std::string reason = text_field(event, "reason");
        told_.terminated_by = reason.empty() ? "unknown" : reason;
        told_.termination_rationale = given ? event.rationale() : std::string_view();
    } else {
        return;
    }
    if (given) {
        add(told_.reasons, event);
        told_.path_reasons += of_path ? 1 : 0;
    }
    // Whether an erased call had a reason is not known any more.
    if (event.kind() == Kind::tool_call && !is_erased(event)) {
        ++told_.tool_calls;
        told_.tool_calls_with_rationale += given ? 1 : 0;
    }
}

void Debriefer::take_failure(const Event& event) {
    if (event.kind() == Kind::error || says_failed(event)) {
        failure_ = event;
        failure_is_last_ = true;
    } else if (is_step(event) && event.kind() != Kind::session_end &&
               event.kind() != Kind::termination) {
        failure_is_last_ = false;
    }
}

// A run failed if its end says so; where no end says how it went, if a failure is the last that is
// known.
bool Debriefer::has_failed() const {
    const std::string status = end_ ? text_field(*end_, "status") : std::string();
    return status.empty() ? failure_is_last_ : status == "failure";
}

// What failed is a call, though it may be its result that says so.
Result<void> Debriefer::name_failure() {
    if (!failure_ || !has_failed()) {
        return {};
    }
    if (failure_->kind() == Kind::observation) {
        Links links(store_, sessions_, Follow::known);
        std::vector<MissingParent> ignored;
        std::optional<Link> call = TRY(links.first_cause(*failure_, ignored));
        if (call && call->event.kind() == Kind::tool_call) {
            failure_ = std::move(call->event);
        }
    }
    told_.failed_on = TRY(summary_of(sessions_, *failure_));
    told_.failed_on += "  (" + printable(short_id(failure_->id())) + ")";
    return {};
}

void Debriefer::give_verdict() {
    if (!end_) {
        return;
    }
    DebriefVerdict verdict;
    verdict.status = text_field(*end_, "status");
    verdict.tokens = spent_.tokens();
    verdict.duration_ms = end_->duration_ms() ? end_->duration_ms() : extent_.duration_ms();
    told_.verdict = std::move(verdict);
}

}  // namespace

// What was said for the session as a whole, where the run says nothing. The goal of another run is
// none of this one.
Result<std::optional<std::string>> Debriefing::goal_of(const std::string& session) {
    const auto known = goals_.find(session);
    if (session.empty() || known != goals_.end()) {
        return session.empty() ? std::nullopt : known->second;
    }
    Summary sum;
    const std::optional<Summary> named = TRY(store_.summary(Space::session, session));
    if (named) {
        sum = *named;
    }
    const bool loose = TRY(sessions_.any_loose());
    if (loose) {
        const LooseRuns runs = TRY(loose_runs(store_));
        for (const auto& [run, owner] : runs) {
            if (owner == session) {
                const std::optional<Summary> row = TRY(store_.summary(Space::loose_run, run));
                sum.add(row.value_or(Summary()));
            }
        }
    }
    const std::vector<std::string>* const derived = TRY(sessions_.derived_runs(session));
    for (const std::string& run : *derived) {
        const std::optional<Summary> row = TRY(store_.summary(Space::session, run));
        sum.add(row.value_or(Summary()));
    }
    std::optional<std::string> goal;
    if (sum.goal) {
        const std::unique_ptr<Cursor> said =
            TRY(store_.read(sum.goal->first.seq, sum.goal->first.seq));
        const std::optional<Event> event = TRY(said->next());
        if (event && event->run().empty()) {
            goal = sum.goal->second;
        }
    }
    return goals_.emplace(session, std::move(goal)).first->second;
}

Result<Debrief> Debriefing::debrief(const RunName& run) {
    Debrief told = TRY(Debriefer(store_, sessions_, refs_).tell(run));
    if (!told.goal) {
        told.goal = TRY(goal_of(run.session));
    }
    return told;
}

// Newest first, by their last events.
Result<std::vector<std::string>> other_runs(const Store& store, const RunName& run) {
    std::vector<std::pair<Time, std::string>> rows;
    const std::vector<std::string> names = TRY(store.runs_of(run.session));
    for (const std::string& name : names) {
        const std::optional<Summary> row = TRY(store.summary(Space::run, name, run.session));
        if (name != run.run) {
            rows.emplace_back(row ? row->last : Time(), name);
        }
    }
    std::ranges::sort(rows, std::greater<>());
    std::vector<std::string> others;
    for (auto& [last, name] : rows) {
        others.push_back(std::move(name));
    }
    return others;
}

Result<Debrief> debrief(const Store& store, const DebriefRequest& request) {
    const RunName run = TRY(resolve_run(store, {request.run, request.session}));
    Sessions sessions(store);
    Debrief told = TRY(Debriefing(store, sessions).debrief(run));
    told.markdown = request.markdown;
    told.summaries = request.summaries;
    if (run.of_session) {
        told.other_runs = TRY(other_runs(store, run));
    }
    return told;
}

}  // namespace hence
