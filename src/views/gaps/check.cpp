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
#include "views/cause/refs.h"
#include "views/find/session_events.h"
#include "views/gaps/endings.h"
#include "views/gaps/links.h"
#include "views/gaps/list.h"
#include "views/gaps/messages.h"
#include "views/gaps/runs.h"
#include "views/gaps/thread_parts.h"

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
          decisions_(store),
          delegations_(store) {}

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
    Result<void> settle();

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
    DecisionGaps decisions_;
    DelegationGaps delegations_;
    ByText<Graph> graphs_;  // By name.
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
    runs_.add(event, session, gaps_);
    calls_.add(event, session);
    decisions_.add(event);
    delegations_.add(event);
    const std::string dropped = dropped_by_emitter(event);
    if (!dropped.empty()) {
        gaps_.add(place_of(event), gap_rule::dropped_attributes,
                  fmt::format("its emitter says that it dropped {}", dropped));
    }
    return is_graph_kind(event.kind()) ? check_change(event) : Result<void>();
}

Result<void> ThreadCheck::check_change(const Event& event) {
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
    if (thread_.scope == ThreadScope::session) {
        return session_refs_.check(event, unresolved);
    }
    if (const std::string key = key_of(event); !key.empty()) {
        keys_.insert(joined(session, key));
    }
    bool doubtful = false;
    for (const std::string& ref : refs_of(event)) {
        const std::optional<std::uint32_t> named = links_.find(ref);
        if (named) {
            parts_.join(node, *named);
        }
        doubtful =
            doubtful || (!named && !is_scratch(ref) && !keys_.contains(joined(session, ref)));
    }
    return doubtful ? refs_.check(event, unresolved) : Result<void>();
}

Result<void> ThreadCheck::settle() {
    TRY(links_.settle(findings_.completeness, gaps_));
    if (thread_.scope == ThreadScope::correlation) {
        for (const std::uint32_t first : parts_.further_parts()) {
            gaps_.add(links_.place(first), gap_rule::reused_correlation,
                      fmt::format("from here on the thread shares no agent, session or link with "
                                  "{}, where it begins",
                                  links_.place(0).id));
        }
    }
    TRY(messages_.settle(gaps_));
    TRY(runs_.settle(gaps_));
    TRY(calls_.settle(gaps_));
    TRY(decisions_.settle(gaps_, findings_.outcomes));
    TRY(delegations_.settle(gaps_));
    findings_.completeness.gaps = std::move(gaps_).in_order();
    return {};
}

}  // namespace

Result<ThreadFindings> check_thread(const Store& store, const Thread& thread,
                                    const ThreadVisitor& visit) {
    return ThreadCheck(store, thread).run(visit);
}

}  // namespace hence
