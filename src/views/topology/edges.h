// Edges of a topology in the making: counted event by event, in order.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/by_text.h"
#include "hence/across/topology.h"
#include "hence/event.h"
#include "hence/store.h"
#include "views/cause/delegations.h"
#include "views/find/session_events.h"
#include "views/find/text_numbers.h"
#include "views/stats/paired_calls.h"
#include "views/stats/tally.h"

namespace hence {

// For one answer; the store must outlive it.
class TopologyEdges {
public:
    explicit TopologyEdges(const Store& store);
    TopologyEdges(const TopologyEdges&) = delete;
    TopologyEdges& operator=(const TopologyEdges&) = delete;

    Result<void> add(const Event& event);
    // Fills in nodes and edges.
    Result<void> finish(Topology& answer);

private:
    // Names are numbers of `names_`.
    using Ends = std::tuple<std::uint32_t, TopologyEdgeType, std::uint32_t>;
    struct Edge {
        Ends ends = {};
        std::uint64_t count = 0;
        std::uint64_t failures = 0;
        Durations latency = {};
        std::vector<std::uint32_t> sessions = {};  // Numbers, some of them more than once.
        std::string first_event = {};
    };
    // Where a latency goes that becomes known later.
    struct Slot {
        std::size_t edge = 0;
        std::size_t place = 0;
    };
    struct Unanswered {
        Slot slot;
        std::optional<Time> sent;
    };

    Result<Edge*> edge_of(const Event& event, std::string_view from, TopologyEdgeType type,
                          std::string_view to);
    void add_settled(const PairedCall& call);
    Result<void> add_tool_call(const Event& event);
    Result<void> add_model_call(const Event& event);
    Result<void> add_delegation(const Event& event);
    Result<void> add_message(const Event& event);
    void add_answer(const Event& event, const std::string& from, const std::string& to);
    void wait_for_answer(const Event& event, const std::string& from, const std::string& to,
                         Slot slot);

    const Store& store_;
    Sessions sessions_;
    DelegatedWork work_;
    NameTable counted_names_;
    CountedSessions counted_sessions_;
    PairedCalls calls_;
    TextNumbers names_;
    TextNumbers session_numbers_;
    std::map<Ends, std::size_t> numbers_;
    std::vector<Edge> edges_;
    std::vector<Slot> slots_;        // Of tool calls, by the tag of the call.
    ByText<Unanswered> unanswered_;  // By correlation, sender and receiver.
};

}  // namespace hence
