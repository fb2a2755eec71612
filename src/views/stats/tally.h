// Counts events one by one into figures, in one pass over the log.
//
// Memory grows with the number of different names and errors, not with the number of events; of
// each tool call some twenty bytes are kept, for the percentiles and the loops. A call of two
// events counts once (views/stats/paired_calls.h). Of slow calls the slowest ten are kept, or all
// above a threshold.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/by_text.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/stats.h"
#include "hence/store.h"
#include "model/extent.h"
#include "model/tokens.h"
#include "views/find/session_events.h"
#include "views/stats/by_name.h"
#include "views/stats/durations.h"
#include "views/stats/paired_calls.h"
#include "views/stats/pricing.h"

namespace hence {

// The slowest ten, or all above a threshold.
class SlowCalls {
public:
    explicit SlowCalls(std::optional<double> slower_than_ms) : slower_than_ms_(slower_than_ms) {}
    void offer(double ms, const Position& place, std::string_view event);
    Result<std::vector<SlowCall>> list(const Store& store) const;

private:
    struct Candidate {
        double ms = 0;
        Position place;
        std::string event;
        bool operator<(const Candidate& other) const {  // The one that is listed first.
            return ms != other.ms ? ms > other.ms : place < other.place;
        }
    };
    std::optional<double> slower_than_ms_;
    std::set<Candidate> candidates_;
};

class ErrorGroups {
public:
    // Nothing for `time`: it only says the order.
    void add(const std::string& error, const std::optional<Time>& time, std::string_view agent);
    std::vector<ErrorGroup> list() const;

private:
    struct Group {
        std::uint64_t count = 0;
        std::optional<Time> last_seen;
        std::set<std::string, std::less<>> agents;
    };
    ByText<Group> groups_;
};

// Which tools were called in each run, in order.
class ToolSequences {
public:
    void add(std::string_view session, const Event& call);
    Result<std::vector<ToolLoop>> loops(const Store& store) const;
    std::uint64_t loop_count() const;

private:
    struct Sequence {
        std::string run;
        std::vector<std::uint32_t> tools;  // Numbers of names.
        std::vector<std::uint64_t> seqs;
    };
    ByText<std::uint32_t> numbers_;
    std::vector<std::string> names_;
    std::map<std::string, Sequence> sequences_;  // By session and run.
};

class StatsTally {
public:
    StatsTally(const Store& store, const StatsRequest& request);
    StatsTally(const StatsTally&) = delete;  // Its calls report to this one.
    StatsTally& operator=(const StatsTally&) = delete;

    Result<void> add(const Event& event);
    Result<Stats> finish();

private:
    Result<void> add_tool_call(const Event& event);
    void add_llm_call(const Event& event);
    void add_settled(const PairedCall& call);

    const Store& store_;
    Sessions sessions_;
    Stats stats_;
    Durations tool_durations_;
    Durations llm_durations_;
    SlowCalls slow_;
    ErrorGroups errors_;
    ToolSequences tools_;
    FiguresByName by_name_;
    PairedCalls calls_;
    Extent extent_;
    Spent spent_;
    std::optional<Pricing> pricing_;
};

}  // namespace hence
