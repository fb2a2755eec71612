// Gaps in the making, from many rules, to be put in order: by the place of the event, then by rule.
// The order does not depend on which rule ran first, so the same log always gives the same list.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hence/completeness.h"
#include "hence/event.h"
#include "hence/store.h"

namespace hence {

// An event as a rule remembers it.
struct Place {
    Position position;
    std::string id;
};

Place place_of(const Event& event);

// The rules, spelled as in an answer.
namespace gap_rule {
inline constexpr std::string_view unthreaded_message = "unthreaded_message";
inline constexpr std::string_view unthreaded_decision = "unthreaded_decision";
inline constexpr std::string_view reused_correlation = "reused_correlation";
inline constexpr std::string_view unanswered_delegation = "unanswered_delegation";
inline constexpr std::string_view decision_without_outcome = "decision_without_outcome";
inline constexpr std::string_view rationale_missing = "rationale_missing";
inline constexpr std::string_view tool_call_without_result = "tool_call_without_result";
inline constexpr std::string_view silent_agent = "silent_agent";
inline constexpr std::string_view clock_skew = "clock_skew";
inline constexpr std::string_view dropped_attributes = "dropped_attributes";
inline constexpr std::string_view graph_conflict = "graph_conflict";
}  // namespace gap_rule

class GapList {
public:
    void add(Place place, std::string_view rule, std::string detail);

    // By the place of their events, then by rule.
    std::vector<Gap> in_order() &&;

private:
    std::vector<std::pair<Position, Gap>> found_;
};

// "1.5 s": how much later `later` is than `earlier`.
std::string seconds_between(const Time& earlier, const Time& later);

}  // namespace hence
