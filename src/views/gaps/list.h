// Gaps in the making, from many rules, to be put in order: by the place of the event, then by rule.
// The order does not depend on which rule ran first, so the same log always gives the same list.
// Each rule also reports how many places it applied to, because a rule that had nothing to look at
// must not read like one that found everything in order.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hence/completeness.h"
#include "hence/event.h"
#include "hence/gaps.h"
#include "hence/store.h"

namespace hence {

// An event as a rule remembers it.
struct GapPlace {
    Position position;
    std::string id;
};

GapPlace place_of(const Event& event);

// The rules, spelled as in an answer. The first four are lists of their own in Completeness.
namespace gap_rule {
inline constexpr std::string_view missing_parents = "missing_parents";
inline constexpr std::string_view cycles = "cycles";
inline constexpr std::string_view unresolved_refs = "unresolved_refs";
inline constexpr std::string_view uncaused = "uncaused";
inline constexpr std::string_view unthreaded_message = "unthreaded_message";
inline constexpr std::string_view unthreaded_decision = "unthreaded_decision";
inline constexpr std::string_view reused_correlation = "reused_correlation";
inline constexpr std::string_view unanswered_delegation = "unanswered_delegation";
inline constexpr std::string_view decision_without_outcome = "decision_without_outcome";
inline constexpr std::string_view rationale_missing = "rationale_missing";
inline constexpr std::string_view tool_call_without_result = "tool_call_without_result";
inline constexpr std::string_view unfinished = "unfinished";
inline constexpr std::string_view silent_agent = "silent_agent";
inline constexpr std::string_view clock_skew = "clock_skew";
inline constexpr std::string_view dropped_attributes = "dropped_attributes";
inline constexpr std::string_view graph_conflict = "graph_conflict";

// All of them, in the order in which an answer lists them.
inline constexpr std::array all{
    missing_parents,
    cycles,
    unresolved_refs,
    uncaused,
    unthreaded_message,
    unthreaded_decision,
    reused_correlation,
    unanswered_delegation,
    decision_without_outcome,
    rationale_missing,
    tool_call_without_result,
    unfinished,
    silent_agent,
    clock_skew,
    dropped_attributes,
    graph_conflict,
};
}  // namespace gap_rule

class GapList {
public:
    void add(GapPlace place, std::string_view rule, std::string detail);
    // The rule applied to so many places. `note` says what was not checked, and why.
    void checked(std::string_view rule, std::uint64_t places, std::string note = {});

    // Hands out all gaps: by the place of their events, then by rule.
    std::vector<Gap> in_order();
    // Every rule, with what `completeness` holds of it.
    std::vector<RuleCheck> rules(const Completeness& completeness) const;

private:
    struct Check {
        std::uint64_t places = 0;
        std::string note = {};
    };

    std::vector<std::pair<Position, Gap>> found_;
    std::array<Check, gap_rule::all.size()> checks_;  // As in gap_rule::all.
};

// `text`, if nothing was checked.
inline std::string if_none(std::uint64_t checked, std::string text) {
    return checked == 0 ? std::move(text) : std::string();
}
// "1 tool call", "16 tool calls".
std::string counted(std::uint64_t count, std::string_view what);

// "1.5 s": how much later `later` is than `earlier`.
std::string seconds_between(const Time& earlier, const Time& later);

}  // namespace hence
