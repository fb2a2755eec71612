#include "views/gaps/check.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/by_text.h"
#include "base/try.h"
#include "graph/change.h"
#include "graph/conflict.h"
#include "model/erased.h"
#include "model/kinds.h"
#include "views/cause/refs.h"
#include "views/find/session_events.h"
#include "views/gaps/causes.h"
#include "views/gaps/endings.h"
#include "views/gaps/links.h"
#include "views/gaps/list.h"
#include "views/gaps/messages.h"
#include "views/gaps/runs.h"
#include "views/gaps/thread_parts.h"
#include "views/gaps/unfinished.h"

namespace hence {
namespace {

class ThreadCheck {
public:
    ThreadCheck(const Store& store, const Thread& thread)
        : store_(store),
          thread_(thread),
          sessions_(store),
          links_(store, thread.scope == ThreadScope::correlation ? &parts_ : nullptr),
          session_refs_(store),
          refs_(store, sessions_),
          messages_(store),
          runs_(store, sessions_, thread.scope),
          calls_(store, sessions_, thread.scope),
          unfinished_(sessions_, thread.scope),
          decisions_(store),
          delegations_(store),
          causes_(store) {}

    Result<ThreadFindings> run(const ThreadVisitor& visit) {
        const std::unique_ptr<Cursor> cursor = TRY(events());
        std::string session = thread_.id;
        std::optional<Event> event = TRY(cursor->next());
        while (event) {
            if (thread_.scope == ThreadScope::correlation) {
                session = TRY(sessions_.of(*event));
            }
            if (visit) {
                visit(*event, session);
            }
            TRY(add(*event, session));
            event = TRY(cursor->next());
        }
        TRY(settle());
        return std::move(findings_);
    }

private:
    Result<std::unique_ptr<Cursor>> events() {
        return thread_.scope == ThreadScope::session
                   ? sessions_.events(thread_.id, {})
                   : store_.scan({Space::correlation, thread_.id});
    }

    Result<void> add(const Event& event, const std::string& session);
    Result<void> check_refs(const Event& event, const std::string& session, std::uint32_t node);
    Result<void> check_change(const Event& event);
    Result<void> check_cause(const Event& event, const std::string& session);
    Result<void> settle();
    void settle_parts();
    void report_checks();

    const Store& store_;
    const Thread& thread_;
    Sessions sessions_;
    ThreadParts parts_;
    ThreadLinks links_;
    SessionRefs session_refs_;
    Texts keys_;  // Of observations of a correlation, each with its session.
    Refs refs_;
    MessageGaps messages_;
    RunGaps runs_;
    CallGaps calls_;
    UnfinishedGaps unfinished_;
    DecisionGaps decisions_;
    DelegationGaps delegations_;
    CauseGaps causes_;
    std::uint64_t events_ = 0;
    std::uint64_t changes_ = 0;        // Of decision graphs.
    std::uint64_t refs_named_ = 0;     // By rationales.
    std::uint64_t refs_resolved_ = 0;  // Within a correlation.
    ByText<Graph> graphs_;             // By name.
    GapList gaps_;
    ThreadFindings findings_;
};

Result<void> ThreadCheck::add(const Event& event, const std::string& session) {
    if (thread_.scope == ThreadScope::correlation) {
        parts_.add(event, session);
    }
    const std::uint32_t node = links_.add(event);
    TRY(check_refs(event, session, node));
    messages_.add(event);
    // What a stub does not say was said once, and is no gap of the recording.
    const bool erased = is_erased(event);
    findings_.completeness.erased += erased ? 1U : 0U;
    if (!erased) {
        runs_.add(event, session, gaps_);
        decisions_.add(event);
    }
    if (!erased || event.kind() != Kind::tool_call) {
        calls_.add(event, session);
    }
    unfinished_.add(event, session);
    delegations_.add(event);
    if (thread_.with_causes) {
        TRY(check_cause(event, session));
    }
    ++events_;
    const std::string dropped = dropped_by_emitter(event);
    if (!dropped.empty()) {
        gaps_.add(place_of(event), gap_rule::dropped_attributes,
                  fmt::format("its emitter says that it dropped {}", dropped));
    }
    return is_graph_kind(event.kind()) ? check_change(event) : Result<void>();
}

Result<void> ThreadCheck::check_cause(const Event& event, const std::string& session) {
    const bool first = thread_.scope == ThreadScope::session && events_ == 0;
    return causes_.add(
        event, session,
        first ? CauseGaps::Stands::first_of_its_session : CauseGaps::Stands::anywhere);
}

Result<void> ThreadCheck::check_change(const Event& event) {
    ++changes_;
    const std::string name = graph_of(event);
    Graph& graph = graphs_.try_emplace(name, store_, GraphAt{.graph = name}).first->second;
    const std::string conflict = TRY(conflict_of(graph, event));
    if (!conflict.empty()) {
        gaps_.add(place_of(event), gap_rule::graph_conflict, conflict);
    }
    return {};
}

// A session is walked through whole, so that its keys are known. Of a correlation, what its own
// events name is known, and only the rest is asked for.
Result<void> ThreadCheck::check_refs(const Event& event, const std::string& session,
                                     std::uint32_t node) {
    std::vector<UnresolvedRef>& unresolved = findings_.completeness.unresolved_refs;
    const std::vector<std::string> refs = refs_of(event);
    refs_named_ += refs.size();
    if (thread_.scope == ThreadScope::session) {
        return session_refs_.check(event, unresolved);
    }
    if (const std::string key = key_of(event); !key.empty()) {
        keys_.insert(joined(session, key));
    }
    bool doubtful = false;
    std::uint64_t named_here = 0;
    for (const std::string& ref : refs) {
        const std::optional<std::uint32_t> named = links_.find(ref);
        if (named) {
            parts_.join(node, *named);
        }
        named_here += is_scratch(ref) ? 0 : 1;
        doubtful =
            doubtful || (!named && !is_scratch(ref) && !keys_.contains(joined(session, ref)));
    }
    refs_resolved_ += doubtful ? 0 : named_here;
    return doubtful ? refs_.check(event, unresolved) : Result<void>();
}

// Only a correlation can be used twice.
void ThreadCheck::settle_parts() {
    if (thread_.scope != ThreadScope::correlation) {
        gaps_.checked(gap_rule::reused_correlation, 0, "this is a session, not a correlation");
        return;
    }
    const ThreadParts::Parts parts = parts_.settle();
    gaps_.checked(gap_rule::reused_correlation, parts.count,
                  if_none(parts.count, "no event was recorded"));
    for (const ThreadParts::Apart& part : parts.apart) {
        const GapPlace place = links_.place(part.first);
        gaps_.add(place, gap_rule::reused_correlation,
                  fmt::format("from here on the thread shares no agent, session or link with {}, "
                              "which ended {} before",
                              links_.place(part.other).id,
                              seconds_between(part.other_end, place.position.time)));
    }
}

void ThreadCheck::report_checks() {
    const std::uint64_t refs = session_refs_.checked() + refs_.checked() + refs_resolved_;
    gaps_.checked(gap_rule::unresolved_refs, refs,
                  if_none(refs, refs_named_ == 0
                                    ? "no rationale refers to anything"
                                    : "refs only to own notes, or before the first observation"));
    gaps_.checked(gap_rule::dropped_attributes, events_, if_none(events_, "no event was recorded"));
    gaps_.checked(gap_rule::graph_conflict, changes_,
                  if_none(changes_, "no decision graph was changed"));
}

Result<void> ThreadCheck::settle() {
    TRY(links_.settle(findings_.completeness, gaps_));
    settle_parts();
    TRY(messages_.settle(gaps_));
    TRY(runs_.settle(gaps_));
    TRY(calls_.settle(gaps_));
    TRY(unfinished_.settle(gaps_));
    TRY(decisions_.settle(gaps_, findings_.outcomes));
    TRY(delegations_.settle(gaps_));
    causes_.settle(findings_.completeness, gaps_);
    report_checks();
    findings_.completeness.gaps = gaps_.in_order();
    findings_.rules = gaps_.rules(findings_.completeness);
    return {};
}

}  // namespace

Result<ThreadFindings> check_thread(const Store& store, const Thread& thread,
                                    const ThreadVisitor& visit) {
    return ThreadCheck(store, thread).run(visit);
}

}  // namespace hence
