// The events behind a context graph: those of the session, and those of the work that the session
// delegated.
//
// A session may hold several runs, a run several agents, and a delegation may lead to a run of
// another session. The log sorts events in three sizes. A lane has the events of one agent in one
// run. A strand has the events that take turns together: all lanes of a run, except lanes that
// became strands of their own. The painter draws the turns of a strand as a line; line 0, the
// backbone, has the turns of all strands that no delegation claimed.
//
//     run r1   lane (r1, coder)    e1 e2 e5     strand 0, not claimed: on the backbone
//              lane (r1, tester)   e6 e7        strand 2, claimed by e5
//     run r2   lane (r2, reviewer) e3 e4        strand 1, claimed by e2
//     e2 delegates to run r2. e5 delegates to the agent tester, who works in r1 itself.
//
// A delegation claims the strand that it led to, and that strand then hangs under the delegation.
// If the child worked in the run that delegated, the delegation claims the child's lane alone.
// Delegations are followed in a queue, since a claimed run may delegate in turn; events of other
// sessions are read for that, and only claimed strands of them are shown. A span that invokes
// another agent than the one whose span it is in delegates, too: everything below it is done by
// that agent, whatever its own events say. Claims form a forest: no
// strand is claimed twice, and no strand hangs under itself. Events are numbered as nodes in the
// order in which they were read, and every column is indexed by that number. A log is not for
// several threads while it reads; after that it may be read by many.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/by_text.h"
#include "hence/completeness.h"
#include "hence/explain.h"
#include "hence/store.h"
#include "views/cause/delegations.h"
#include "views/context/fact.h"
#include "views/find/session_events.h"
#include "views/find/text_numbers.h"
#include "views/tree/awaited_parents.h"
#include "views/tree/forest.h"

namespace hence {

class ContextLog {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    // The events of a run, or of one agent in a run, that are told together.
    struct Strand {
        std::string_view session;
        std::string_view run;
        std::string_view agent;           // Set if the strand is one agent's lane.
        std::uint32_t claimed_by = none;  // The delegation.
        bool shown = false;
        std::vector<std::uint32_t> nodes = {};  // In order.
    };

    explicit ContextLog(const Store& store)
        : store_(store), sessions_(store), work_(store, sessions_) {}

    // Reads the session and, from delegation to delegation, what hangs under it.
    Result<void> read(const std::string& session);

    std::size_t size() const { return facts_.size(); }
    const ContextFact& fact(std::uint32_t node) const { return facts_[node]; }
    std::string_view id(std::uint32_t node) const { return forest_.id(node); }
    bool knows(std::string_view id) const { return forest_.find(id).has_value(); }
    // The event of that id; or none.
    std::uint32_t find(std::string_view id) const { return forest_.find(id).value_or(none); }
    std::uint32_t parent(std::uint32_t node) const { return forest_.parent(node); }
    std::string_view run(std::uint32_t node) const { return names_[runs_named_[node]]; }
    std::string_view agent(std::uint32_t node) const { return names_[agents_named_[node]]; }
    // The agent, or that of the event above where it names none. Equal numbers, equal names.
    std::uint32_t actor(std::uint32_t node) const { return lanes_[lane_of_[node]].agent; }
    std::string_view actor_name(std::uint32_t node) const { return names_[actor(node)]; }
    // Whether a model call asked for calls by their ids.
    bool asks(std::uint32_t node) const;
    // The session that was asked for has the first nodes.
    bool of_session(std::uint32_t node) const { return node < session_end_; }

    // Whether the session is a fork or was rewound.
    bool is_marked() const { return !marks_of_.empty(); }
    // The session that an event is inherited from; empty for all others.
    std::string_view inherited(std::uint32_t node) const {
        return node < marks_of_.size() ? names_[marks_of_[node].inherited] : std::string_view();
    }
    // Whether no rewind of the session lies between two events, the earlier one first.
    bool leads_to(std::uint32_t earlier, std::uint32_t later) const {
        return lineage_ == nullptr || !of_session(earlier) || !of_session(later) ||
               !lineage_->is_rewound() ||
               lineage_->leads_to(facts_[earlier].place, facts_[later].place);
    }
    // Whether a rewind left an event behind.
    bool abandoned(std::uint32_t node) const {
        return node < marks_of_.size() && marks_of_[node].abandoned;
    }

    const std::vector<Strand>& strands() const { return strands_; }
    std::uint32_t strand_of(std::uint32_t node) const;
    bool shown(std::uint32_t node) const {
        return of_session(node) || strands_[strand_of(node)].shown;
    }
    // The first event of the child, by delegation; absent when there is none.
    const std::unordered_map<std::uint32_t, std::uint32_t>& children() const { return children_; }

    // Of a tool call or an observation: a number for its call_id, in its session; or none.
    std::uint32_t call(std::uint32_t node) const { return call_of_[node]; }
    // Calls that model calls requested, in the order of these.
    struct Request {
        std::uint32_t call;
        std::uint32_t node;  // The model call.
    };
    const std::vector<Request>& requests() const { return requests_; }

    // What an event names besides its parent: its causes, and what its rationale refers to.
    struct Named {
        std::uint32_t node;
        std::uint32_t target;
        Provenance provenance;
    };
    std::span<const Named> named_by(std::uint32_t node) const;

    // Hashes of all names that the log depends on: sessions, runs, agents, ids. Sorted. See
    // context_marks.
    std::vector<std::uint64_t> marks() const;

    Completeness completeness() const;

private:
    struct Lane {
        std::uint32_t run = none;     // In runs_.
        std::uint32_t agent = 0;      // In names_.
        std::uint32_t strand = none;  // Its own one, if it was claimed alone.
        bool delegated = false;       // One of its delegations was followed.
    };
    struct Run {
        std::uint32_t session = 0;  // In names_.
        std::uint32_t name = 0;     // In names_.
        std::uint32_t strand = none;
        std::vector<std::uint32_t> delegations = {};
    };
    struct Delegation {
        std::uint32_t node;
        Event event;
    };
    struct Lost {
        std::uint32_t node;
        std::string name;
    };

    struct NodeMark {
        std::uint32_t inherited = 0;  // In names_.
        bool abandoned = false;
    };

    Result<void> read_events(Cursor& cursor, std::uint32_t session);
    Result<void> note_mark(const Event& event, std::uint32_t session);
    Result<void> read_session_of(const Event& event);
    void note_named(std::uint32_t node, const Event& event);
    std::uint32_t add(const Event& event, std::uint32_t session);
    void place(std::uint32_t node, const Event& event, std::uint32_t session);
    std::uint32_t agent_above(std::uint32_t node, const Event& event, std::uint32_t above);
    void claim_nested();
    void note_calls(const Event& event, std::uint32_t session);
    Result<void> follow_delegations();
    void claim(std::uint32_t delegation, std::uint32_t child);
    std::uint32_t strand_to_claim(std::uint32_t delegation, std::uint32_t child);
    std::uint32_t new_strand(std::uint32_t run, std::uint32_t agent);
    std::uint32_t top(std::uint32_t strand);
    Result<void> settle_parents();
    void settle_named();
    void release_circles(std::string_view session);
    void fill_strands();
    std::uint32_t name(std::string_view text);

    const Store& store_;
    Sessions sessions_;
    DelegatedWork work_;
    Forest forest_;
    KeptText texts_;
    std::vector<ContextFact> facts_;
    std::vector<std::uint32_t> runs_named_;    // By node: as it says itself.
    std::vector<std::uint32_t> agents_named_;  // Likewise.
    std::vector<std::uint32_t> lane_of_;       // By node.
    std::vector<Lane> lanes_;
    std::vector<Run> runs_;
    std::vector<Strand> strands_;
    std::vector<std::uint32_t> tops_;  // By strand: a way to the strand that it hangs under.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> run_by_name_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> lane_by_name_;
    std::deque<std::string> names_{""};
    ByTextView<std::uint32_t> name_numbers_{{"", 0}};
    std::unordered_map<std::uint32_t, Event> delegations_;  // By node, until followed.
    std::deque<std::uint32_t> to_follow_;
    std::vector<std::uint32_t> scope_of_;  // By node: the nearest span above, or itself, that
                                           // invokes an agent; or none.
    struct Nested {
        std::uint32_t span;
        std::uint32_t first = none;  // What the agent did first.
    };
    std::map<std::uint32_t, Nested> nested_;  // By span: those that invoke another agent.
    std::unordered_map<std::uint32_t, std::uint32_t> children_;
    TextNumbers calls_;                    // By session and call_id.
    std::vector<std::uint32_t> call_of_;   // By node.
    std::vector<std::uint32_t> start_of_;  // By number of the call: its last start so far, or none.
    std::vector<Request> requests_;
    ByText<bool> read_;                            // Sessions, and runs of none.
    std::vector<std::uint64_t> children_awaited_;  // Marks of what delegations name.
    TextNumbers keys_;                   // Of observations in the session that is being read.
    std::vector<std::uint32_t> key_of_;  // By number of the key: the last observation so far.
    std::vector<Named> named_;           // By node.
    struct NamedId {
        std::uint32_t node;
        std::string id;
        Provenance provenance;
    };
    std::vector<NamedId> named_ids_;  // Not met yet.
    AwaitedParents parents_;
    std::vector<Lost> missing_;
    std::vector<Lost> unresolved_;
    std::vector<std::uint32_t> erased_;  // Nodes of stubs.
    std::vector<std::vector<std::string>> cycles_;
    const Lineage* lineage_ = nullptr;  // Of the session.
    std::vector<NodeMark> marks_of_;    // By node of the session, if it is a fork or was rewound.
    std::uint32_t session_end_ = 0;
};

// The marks (hashes of names) of an event that arrived later. If one of them is among the marks of
// a log, the event may change that log. Two names with the same hash do no harm: the log is then
// read anew without need.
std::vector<std::uint64_t> context_marks(const Event& event);

}  // namespace hence
