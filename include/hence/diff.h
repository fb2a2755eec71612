// Two runs compared, step by step: what both did, what only one did, and where they part.
//
// A step is a tool call (by its name and input), a model call (by its model) or a decision (by its
// type, else its description, and what was chosen). Steps are matched by the longest sequence that
// both runs have in common, not by position: a step more at the front moves nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"
#include "hence/tokens.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct DiffRequest {
    std::string a;  // A run, an unambiguous beginning or end of it, or "latest".
    std::string b;
    std::string session_a = {};  // Where the run's name alone is ambiguous.
    std::string session_b = {};
};

struct DiffStep {
    std::string event;  // Its id.
    std::string step;   // "tool:Read {"path":"/a"}", on one line.
};

struct DiffSide {
    std::string run;      // The whole name.
    std::string session;  // Empty when no event of the run names one.
    std::vector<DiffStep> steps;
    TokenUse tokens;  // Of the run's model calls, else as its ends state.
    // As its session_end says, else from the first beginning to the last end; nothing where the
    // times only say an order.
    std::optional<double> duration_ms;
};

enum class DiffOp : std::uint8_t {
    same,
    added,    // Only b did it.
    removed,  // Only a did it.
    changed,  // Both did, differently: one tool on another input, one decision with another choice.
};
std::string_view to_string(DiffOp op);

struct DiffEdit {
    DiffOp op = DiffOp::same;
    std::optional<std::uint32_t> a;  // Which step of that side, from 0; nothing when it has none.
    std::optional<std::uint32_t> b;
};

// Of two sessions of which one is a fork of the other, or both of a third: where they part.
struct DiffShared {
    std::uint64_t events = 0;
    std::string last;  // The id of the last that both show.
};

struct Diff {
    DiffSide a;
    DiffSide b;
    std::vector<DiffEdit> edits;  // From a to b, in order; steps of each side in theirs.

    // The sides are then whole sessions, each from where they part.
    std::optional<DiffShared> shared = {};

    // The first edit that is not `same`; nothing when there is none.
    std::optional<std::size_t> first_divergence() const;
};

// Two sessions of which one is a fork of the other are compared from where they part. Fails with
// not_found when a run was never recorded, and with invalid when one is ambiguous. Runs
// that differ in up to some thousand steps are matched as well as can be; where they differ in
// more, the match is good and the time stays in proportion to the runs' length.
Result<Diff> diff(const Store& store, const DiffRequest& request);

// {"a","b","same","first_divergence","edits","tokens","duration_ms"}; of forks also "shared".
Result<void> write_json(const Diff& answer, const Store& store, const Sink& sink);
// The edits as a list, a long stretch of `same` cut to its ends.
Result<void> write_text(const Diff& answer, const Store& store, const Sink& sink);

}  // namespace hence
