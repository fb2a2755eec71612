// Answers "did each step serve the stated goal?": by recorded links, and by nothing else.
//
// A step is on the path when recorded links lead from it to a goal of its thread: the goal's own
// event, its node in a decision graph, a ref, a delegation, a chain of causes and parents. It is
// off the path when its links lead to another purpose instead (a later request, a goal that was
// given up, an option that was rejected). Where no link says either, the answer is unknown: whether
// a step was of use is never guessed from its words.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/explain.h"
#include "hence/gaps.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

enum class PathStanding : std::uint8_t { on_path, off_path, unknown };
inline constexpr std::size_t standings = 3;
std::string_view to_string(PathStanding standing);
// Fails with invalid, listing what there is.
Result<PathStanding> path_standing(std::string_view name);

struct AlignmentRequest {
    std::string id;  // A session or a correlation, or an unambiguous beginning or end of its name.
    std::optional<ThreadScope> scope = {};  // Unless given, a session of that name comes first.
    // Against this goal alone: the id of its event, which may be shortened, or of its node.
    std::string goal = {};
    std::optional<PathStanding> only = {};  // Lists these steps only; all are counted.
};

struct AlignmentGoal {
    std::string event;
    std::string node;  // In a decision graph; empty: none.
    std::string text;  // As it was stated.
};

struct AlignmentStep {
    std::uint64_t seq = 0;
    PathStanding standing = PathStanding::unknown;
    std::optional<Via> link = {};  // The link that says so: on what it hangs, and how.
    std::string leads_to = {};     // The goal, or the other purpose, that it leads to: an event.
};

struct Alignment {
    std::string id;  // The whole name.
    ThreadScope scope = ThreadScope::session;
    std::vector<AlignmentGoal> goals;
    std::array<std::uint64_t, standings> counts = {};
    std::vector<AlignmentStep> steps;  // In the order of events.
};

// Fails with not_found when there is neither such a session nor such a correlation, or no such
// goal, and with invalid when a name is ambiguous.
Result<Alignment> alignment(const Store& store, const AlignmentRequest& request);

// {"id","scope","goals":[{"event","node","text"}],"on_path","off_path","unknown","steps":[{"event",
// "kind","agent","time","summary","standing","leads_to","link":{"from","type","provenance"}}]}
Result<void> write_json(const Alignment& answer, const Store& store, const Sink& sink);
// The goals, how many steps stand where, and one line a step with the link beneath it.
Result<void> write_text(const Alignment& answer, const Store& store, const Sink& sink);

}  // namespace hence
