// Parameters that several routes take, each described once. A parameter of a single route stands
// beside that route.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "server/router/router.h"

namespace hence::takes {

inline constexpr ParameterText agent{"agent", "s", "Of this agent only."};
inline constexpr ParameterText session{"session", "s",
                                       "Of this session only; its name may be shortened."};
inline constexpr ParameterText run{
    "run", "s", "Of this run only; its name may be shortened, and latest is the newest."};
inline constexpr ParameterText correlation{"correlation", "s",
                                           "Of this correlation only; its name may be shortened."};
inline constexpr ParameterText from{"from", "t", "Not before this time."};
inline constexpr ParameterText to{"to", "t", "Not after this time."};
inline constexpr ParameterText kinds{
    .name = "kinds", .type = "s", .text = "Of these kinds only.", .several = true};
inline constexpr ParameterText where{"where", "s",
                                     "An expression, such as fields.tool_name = \"Read\"."};
inline constexpr ParameterText text{
    "text", "s", "Where this text occurs in the event's JSON, in upper or lower case."};
inline constexpr ParameterText limit{"limit", "i", "How many at most."};
inline constexpr ParameterText newest{"newest", "b", "Of all that match, the newest."};
inline constexpr ParameterText cursor{"cursor", "s",
                                      "Where a page begins: next of the page before it."};
inline constexpr ParameterText direction =
    otherwise({"direction", "(up|down)", "What led here, or what came of it."}, "up");
inline constexpr ParameterText down{"down", "b", "What came of the event, instead."};
inline constexpr ParameterText graph_links{"graph", "b",
                                           "Every known link among all ancestors, too."};
inline constexpr ParameterText follow =
    otherwise({"follow", "(assumed|known|recorded)",
               "Which links: all, without assumed ones, or only recorded ones."},
              "assumed");
inline constexpr ParameterText assumed{"assumed", "b", "False: as follow=known."};
inline constexpr ParameterText delegations{"delegations", "b",
                                           "Goes on below a delegation into what the child did."};
inline constexpr ParameterText by{"by", "(turn|run)",
                                  "One thought to a model's turn, or to a run."};
inline constexpr ParameterText decision_type{"decision_type", "s", "Decisions of this type only."};
inline constexpr ParameterText format{"format", "s",
                                      "The format of the text; detected when absent."};
inline constexpr ParameterText detail{"detail", "b", "Says which lines were refused, too."};
inline constexpr ParameterText idempotency_key{"Idempotency-Key", "s",
                                               "Makes a retried request count once.", "header"};

// By which events are chosen, wherever several are asked for.
inline constexpr ParameterText event_filters[] = {agent, session, run,   correlation, from,
                                                  to,    kinds,   where, text};

// Lists of parameters, one behind the other.
template <std::size_t... counts>
constexpr auto joined(const ParameterText (&... lists)[counts]) {
    std::array<ParameterText, (counts + ...)> all;
    auto end = all.begin();
    ((end = std::ranges::copy(lists, end).out), ...);
    return all;
}

}  // namespace hence::takes
