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
#include <unordered_map>
#include <vector>

#include "base/by_text.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/stats.h"
#include "hence/store.h"
#include "model/counted/counted.h"
#include "model/extent.h"
#include "model/json/json.h"
#include "model/kinds.h"
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
    void offer(double ms, const Position& place);
    Result<std::vector<SlowCall>> list(const Store& store) const;

private:
    struct Candidate {
        double ms = 0;
        Position place;
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
    void add(std::string_view error, const std::optional<Time>& time, std::string_view agent);
    std::vector<ErrorGroup> list() const;

private:
    struct Group {
        std::uint64_t count = 0;
        std::optional<Time> last_seen;
        std::set<std::string, std::less<>> agents;
    };
    ByText<Group> groups_;
};

// Which tools were called in each run, in order, and with which arguments.
//
// A sheet does not have the arguments of calls. Equal calls call the same tool, so a loop of calls
// lies within a loop of tools, and only the calls of such loops are read for their arguments.
class ToolSequences {
public:
    void add(std::string_view session, const Event& call);
    // The same for whoever notes the numbers of sequences and tools.
    std::size_t sequence_of(std::string_view session, std::string_view run);
    std::uint32_t tool_named(std::string_view tool);
    struct Call {
        std::uint32_t tool = 0;  // As tool_named numbers it.
        std::uint64_t seq = 0;
        std::optional<std::uint64_t> input = {};  // As hash_of; nothing: to be read when needed.
    };
    void add(std::size_t sequence, const Call& call);
    // Equal for arguments that say the same.
    std::uint64_t hash_of(Json input);
    Result<std::vector<ToolLoop>> loops(const Store& store);
    // To be asked where the arguments of all calls were given.
    std::uint64_t loop_count() const;

private:
    struct Sequence {
        std::string run;
        std::vector<std::uint32_t> tools = {};                  // Numbers of names.
        std::vector<std::optional<std::uint64_t>> inputs = {};  // Hashes.
        std::vector<std::uint64_t> seqs = {};

        // A number for each call, equal for the same tool with the same arguments. One whose
        // arguments are not known is equal to none.
        std::vector<std::uint32_t> steps() const;
    };
    Result<void> read_inputs(const Store& store);

    std::string scratch_;
    ByText<std::uint32_t> numbers_;
    std::vector<std::string> names_;
    ByText<std::size_t> places_;  // By session and run.
    std::vector<Sequence> sequences_;
};

class StatsTally {
public:
    // All must outlive it.
    StatsTally(const Store& store, const StatsRequest& request, NameTable& names);
    StatsTally(const StatsTally&) = delete;  // Its calls report to this one.
    StatsTally& operator=(const StatsTally&) = delete;

    Result<void> add(const Counted& event);
    // The same of an event itself: what prices need is not counted.
    Result<void> add(const Event& event);
    Result<Stats> finish();

private:
    // What is known of a kind, so that its name is looked at once.
    struct OfKind {
        std::uint64_t events = 0;
        bool wants_rationale = false;
        std::optional<Kind> known = {};
    };

    OfKind& of_kind(std::uint32_t kind);
    Result<void> add_tool_call(const Counted& call);
    Result<void> add_to_sequence(const Counted& call);
    void add_llm_call(const Counted& call);
    void add_error(std::string_view error, const std::optional<Time>& time, std::uint32_t agent);
    void add_settled(const PairedCall& call);

    const Store& store_;
    NameTable& names_;
    Counting counting_;
    Sessions sessions_;
    CountedSessions counted_sessions_;
    Stats stats_;
    Durations tool_durations_;
    Durations llm_durations_;
    SlowCalls slow_;
    ErrorGroups errors_;
    ToolSequences tools_;
    std::unordered_map<std::uint64_t, std::size_t> sequences_;  // By session and run.
    std::vector<std::optional<std::uint32_t>> tool_numbers_;    // By name.
    std::optional<std::uint64_t> arguments_;  // Of the event that is added, where it is one.
    FiguresByName by_name_;
    PairedCalls calls_;
    Extent extent_;
    SpentOnCalls calls_spent_;
    SpentOnCalls ends_spent_;  // What ends state counts only where no call states anything.
    std::vector<std::optional<OfKind>> kinds_;  // By name.
    std::optional<Pricing> pricing_;
};

}  // namespace hence
