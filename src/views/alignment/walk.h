// The events of a thread and the recorded links among them, to be walked from goals to steps.
//
// Most events name a parent or causes within the thread, and then nothing more is asked. For the
// others the one rule for cause (views/cause/links.h) is asked, without what content, order and
// time merely suggest. Links that leave the thread are followed to where they begin, so that a goal
// in another session is found by a delegation. Two walks, first from the goals and then from
// everything else that somebody asked for, say where each step stands.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/by_text.h"
#include "hence/across/alignment.h"
#include "hence/graph.h"
#include "hence/store.h"
#include "views/cause/delegations.h"
#include "views/cause/links.h"
#include "views/find/noted_store.h"
#include "views/find/session_events.h"
#include "views/find/text_numbers.h"
#include "views/gaps/check.h"

namespace hence {

// The only goal to be looked for, if one was asked for. Empty: all that the thread states.
struct GoalAsked {
    std::string event = {};
    std::string node = {};
};

// For one answer; the store must outlive it.
class AlignmentWalk {
public:
    AlignmentWalk(const Store& store, Thread thread, GoalAsked goal);

    // Reads the thread and its links.
    Result<void> read();
    // Fills in goals, counts and steps.
    void finish(Alignment& answer, const std::optional<PathStanding>& only);

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    // What somebody asked for, if it is that.
    enum class Purpose : std::uint8_t { none, goal, other };
    struct Node {
        std::uint64_t seq = 0;  // 0: named, and not met so far.
        bool in_thread = false;
        bool is_step = false;
        bool is_wrapper = false;
        Purpose purpose = Purpose::none;
        PathStanding standing = PathStanding::unknown;
        std::uint32_t edge = none;      // The one that says so.
        std::uint32_t leads_to = none;  // The purpose.
    };
    struct Edge {
        std::uint32_t cause = 0;
        std::uint32_t effect = 0;
        LinkType type = LinkType::parent;
        Provenance provenance = Provenance::explicit_;
    };
    // What an event of the thread names itself.
    struct Named {
        std::uint32_t node = 0;
        std::size_t first = 0;  // Of named_edges_, up to those of the next one.
        bool ask = false;       // There may be more than it names.
    };

    Result<std::unique_ptr<Cursor>> thread_events();
    std::uint32_t node_of(std::string_view id);
    std::uint32_t meet(const Event& event);
    Result<void> add(const Event& event);
    void add_named(const Event& event, std::uint32_t node);

    Result<void> see_purpose(const Event& event, std::uint32_t node);
    Result<void> see_goal_node(const Event& event, std::uint32_t node);
    void set_purpose(std::uint32_t node, bool valid, AlignmentGoal goal);
    bool is_first_of_its_run(const Event& event, std::string_view session);

    Result<void> ask_for_links();
    Result<void> ask(const Event& event);
    Result<void> ask_for_parent(const Event& event, std::uint32_t node);
    Result<void> ask_for_delegation(const Event& event, std::uint32_t node);
    Result<void> ask_for_goal_nodes(const Event& event, std::uint32_t node);
    Result<std::uint32_t> meet_outside(const Event& event);
    Result<bool> any_graph();
    Graph& graph_named(const std::string& name);

    void spread(const std::vector<std::uint32_t>& from, PathStanding standing);
    void index_effects();
    std::vector<std::uint32_t> purposes(Purpose purpose) const;

    NotedStore store_;
    Sessions sessions_;
    DelegatedWork work_;
    Links links_;
    Thread thread_;
    GoalAsked goal_;
    TextNumbers ids_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> effects_;      // Numbers of edges, by their cause,
    std::vector<std::size_t> effects_begin_;  // from here on for each node.
    std::vector<Named> named_;                // In the order of events.
    std::vector<Edge> named_edges_;
    std::vector<std::uint64_t> outside_;  // Numbers of events still to be asked about.
    ByText<std::uint32_t> delegations_;   // By the run that they named: a node, or none.
    Texts stated_;                        // Where a goal was stated, by kind.
    std::optional<std::pair<std::uint32_t, std::string>> first_message_;
    bool has_own_goal_ = false;
    std::vector<std::pair<std::uint32_t, AlignmentGoal>> goals_;
    ByText<Graph> graphs_;
    std::optional<bool> any_graph_;
};

}  // namespace hence
